//! Worlds in which every position is solved, and graphs that samples do not have.

use sidle_core::{Meter, Plain, Rules};
use sidle_rules::{
    ToadsAndFrogs,
    graph::{Edge, Hackenbush, LabelledGraph},
};
use sidle_solve::Solver;
use sidle_values::Store;

/// All strips of up to nine cells: what the rules say about walls, numbers and death leaps is true.
#[test]
fn all_short_strips_of_toads_and_frogs() {
    let usual = ToadsAndFrogs::<1>::STANDARD;
    let games = [
        (usual.clone(), 9),
        (ToadsAndFrogs::<1>::ELEPHANTS_AND_RHINOS, 7),
        (
            ToadsAndFrogs::<1> {
                max_jump: 2,
                ..usual.clone()
            },
            8,
        ),
        (
            ToadsAndFrogs::<1> {
                max_slide: 2,
                ..usual.clone()
            },
            7,
        ),
        (
            ToadsAndFrogs::<1> {
                min_slide: 2,
                max_slide: 3,
                ..usual
            },
            6,
        ),
    ];
    let meter = Meter::unlimited();
    for (rules, longest) in games {
        let store = Store::new();
        let bare = Plain(&rules);
        let mut plain = Solver::new(&store, &bare);
        let mut solver = Solver::new(&store, &rules);
        for length in 0..=longest {
            for number in 0..3usize.pow(length) {
                let cell = |i: u32| ["f", ".", "t"][number / 3usize.pow(i) % 3];
                let text: String = (0..length).map(cell).collect();
                let Ok(at) = ToadsAndFrogs::<1>::parse(&text) else {
                    continue;
                };
                let expected = plain.value_of(&at, &meter).expect("no limit");
                let value = solver.value_of(&at, &meter).expect("no limit");
                assert_eq!(value, expected, "{text} of {}", rules.name());
            }
        }
    }
}

/// Pictures with several cycles and loops, on the ground too, which samples of graphs do not have.
#[test]
fn hackenbush_with_cycles_and_loops() {
    let rules = Hackenbush::default();
    let (store, meter) = (Store::new(), Meter::unlimited());
    let bare = Plain(&rules);
    let mut plain = Solver::new(&store, &bare);
    let mut solver = Solver::new(&store, &rules);
    let mut random = fastrand::Rng::with_seed(11);
    let (mut pictures, mut cyclic) = (0, 0);
    while pictures < 600 {
        let vertices = random.u32(2..=4);
        let colours = [1..=2, 3..=3, 1..=3][random.usize(..3)].clone();
        let edges: Vec<Edge> = (0..random.usize(1..=8))
            .map(|_| Edge {
                from: random.u32(..vertices),
                to: random.u32(..vertices),
                label: random.u8(colours.clone()),
            })
            .collect();
        let more_edges = edges.len() >= vertices as usize;
        let at = LabelledGraph::new(vec![0; vertices as usize], edges);
        if Hackenbush::check(&at).is_err() {
            continue;
        }
        pictures += 1;
        cyclic += usize::from(more_edges);
        let expected = plain.value_of(&at, &meter).expect("no limit");
        let value = solver.value_of(&at, &meter).expect("no limit");
        assert_eq!(value, expected, "{at:?}");
    }
    assert!(cyclic > 300, "{cyclic} pictures with cycles");
}
