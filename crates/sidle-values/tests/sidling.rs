//! Sidling: the published examples step by step, and convergence against the sides of the engine.
#![allow(missing_docs)]

use sidle_core::{Meter, Player, Relation, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, Side};
use sidle_values::{
    Game, Store,
    loopy::{
        Approximation, Effort, Loopy, LoopyGraph, Move, MoveSet, SideForm, Sidling, SidlingError,
        Start, Stopper,
    },
};

const L: Player = Player::Left;
const R: Player = Player::Right;

/// A graph under construction whose exits are made on demand.
struct Builder<'s> {
    store: &'s Store,
    graph: BigraphBuilder,
    exits: Vec<(u32, Stopper)>,
}

impl<'s> Builder<'s> {
    fn new(store: &'s Store, vertices: usize) -> Builder<'s> {
        Builder {
            store,
            graph: BigraphBuilder::new(vertices),
            exits: Vec::new(),
        }
    }

    fn edge(&mut self, v: u32, player: Player, w: u32) {
        self.graph.edge(v, player, w);
    }

    fn exit(&mut self, v: u32, player: Player, value: impl Into<Stopper>) {
        let exit = self.graph.vertex();
        self.exits.push((exit, value.into()));
        self.graph.edge(v, player, exit);
    }

    fn integer(&mut self, v: u32, player: Player, n: i64) {
        self.exit(v, player, self.store.integer(n));
    }

    fn build(self) -> LoopyGraph {
        let graph = LoopyGraph::new(self.graph.build());
        self.exits
            .into_iter()
            .fold(graph, |graph, (v, value)| graph.with_exit(v, value.into()))
    }
}

fn switch(store: &Store, left: i64, right: i64) -> Game {
    store.game(&[store.integer(left)], &[store.integer(right)])
}

/// Some moves, and where they begin.
fn beginning(moves: Vec<Move>, start: Start) -> MoveSet {
    MoveSet { moves, start }
}

/// The values, which stand still within so many rounds.
fn fixed_point(sidling: &mut Sidling<'_, '_>, rounds: usize) -> Vec<SideForm> {
    let values = sidling.run(rounds, &Meter::unlimited()).unwrap();
    values.expect("a fixed point")
}

fn forms<const N: usize>(values: [Stopper; N]) -> [SideForm; N] {
    values.map(SideForm::from)
}

fn steps(sidling: &mut Sidling<'_, '_>, most: usize) -> Vec<Approximation> {
    let mut all = Vec::new();
    while !sidling.is_finished() && all.len() < most {
        all.push(sidling.step(&Meter::unlimited()).expect("no limit"));
    }
    all
}

#[test]
fn figure_1_of_moews_from_both_ends() {
    let store = Store::new();
    let loopy = store.loopy();
    let mut graph = Builder::new(&store, 2);
    graph.integer(0, L, 0);
    graph.edge(0, L, 1);
    graph.integer(1, L, 0);
    graph.edge(1, R, 0);
    let graph = graph.build();
    let moves = vec![(0, L, 1), (1, R, 0)];
    let integer = |n| Stopper::Short(store.integer(n));
    let half = Stopper::Short(store.game(&[store.zero()], &[store.integer(1)]));
    let hot = loopy.plain(&[integer(0)], &[loopy.off()]);
    let expected = [
        (
            Start::On,
            [
                [loopy.on(), integer(1)],
                [integer(2), integer(1)],
                [integer(2), integer(1)],
            ],
        ),
        (
            Start::Off,
            [[integer(1), hot], [integer(1), half], [integer(1), half]],
        ),
    ];
    for (start, rows) in expected {
        let moves = moves.clone();
        let mut sidling = Sidling::new(loopy, &graph, vec![MoveSet { moves, start }]).unwrap();
        let trace = steps(&mut sidling, 10);
        assert!(sidling.is_finished());
        assert_eq!(trace.len(), 3);
        for (i, (approximation, row)) in trace.iter().zip(rows).enumerate() {
            assert_eq!(approximation.place, [i + 1]);
            assert_eq!(
                approximation.values[..2],
                forms(row),
                "{start:?}, step {}",
                i + 1
            );
            assert_eq!(approximation.fixed, usize::from(i == 2));
        }
    }
    let value = loopy.graph_value(&graph, 0);
    assert_eq!(value.onside(), integer(2).into());
    assert_eq!(value.offside(), integer(1).into());
}

/// The states of one k-point ko under the ko rule: A[], B[], A[B], B[A]; `banned` says whose banned
/// moves are allowed.
fn single_ko(store: &Store, k: i64, banned: Option<Player>) -> LoopyGraph {
    let mut graph = Builder::new(store, 4);
    let (a, b, a_from_b, b_from_a) = (0, 1, 2, 3);
    for v in [a, a_from_b] {
        graph.integer(v, L, k);
        if v == a || banned == Some(R) {
            graph.edge(v, R, b_from_a);
        }
    }
    for v in [b, b_from_a] {
        graph.integer(v, R, 0);
        if v == b || banned == Some(L) {
            graph.edge(v, L, a_from_b);
        }
    }
    graph.build()
}

#[test]
fn single_kos_under_the_three_rules() {
    for k in 1..=8 {
        let store = Store::new();
        let switch = |left, right| Stopper::Short(switch(&store, left, right));
        let integer = |n| Stopper::Short(store.integer(n));
        let rows = [
            (
                Some(L),
                [
                    integer(k + 1),
                    switch(k + 1, 0),
                    integer(k + 1),
                    switch(k + 1, 0),
                ],
            ),
            (
                Some(R),
                [switch(k, -1), integer(-1), switch(k, -1), integer(-1)],
            ),
            (
                None,
                [switch(k, -1), switch(k + 1, 0), integer(k + 1), integer(-1)],
            ),
        ];
        for (banned, row) in rows {
            let graph = single_ko(&store, k, banned);
            for (v, expected) in row.into_iter().enumerate() {
                let value = store.loopy().graph_value(&graph, v as u32);
                assert_eq!(
                    value.stopper(),
                    Some(expected),
                    "{k}-point ko, {banned:?}, {v}"
                );
            }
        }
    }
}

/// The one-point and the seven-point ko together: states A to H of Moews's Table 1, with Left's
/// banned moves, and the moves between the eight states that are not banned.
fn two_kos(store: &Store) -> (LoopyGraph, Vec<Move>, Vec<Move>) {
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7];
    let mut graph = Builder::new(store, 8);
    let hot = |x, y| switch(store, x, y);
    for (v, player, exits) in [
        (a, L, vec![hot(9, 7)]),
        (c, L, vec![hot(9, 1)]),
        (d, R, vec![hot(8, 0), hot(2, 0)]),
        (e, L, vec![hot(9, 7)]),
        (g, L, vec![hot(9, 1)]),
        (h, R, vec![hot(8, 0), hot(2, 0)]),
        (a, R, vec![store.integer(8)]),
        (b, L, vec![store.integer(9)]),
        (c, R, vec![store.integer(2)]),
        (e, R, vec![store.integer(8)]),
        (f, L, vec![store.integer(9)]),
        (g, R, vec![store.integer(2)]),
    ] {
        for exit in exits {
            graph.exit(v, player, exit);
        }
    }
    let live = vec![
        (a, L, b),
        (b, R, c),
        (c, R, d),
        (d, L, a),
        (e, R, h),
        (f, R, e),
        (g, L, f),
        (h, L, g),
    ];
    let banned = vec![(c, L, f), (d, L, g), (e, L, b), (h, L, a)];
    for &(v, player, w) in live.iter().chain(&banned) {
        graph.edge(v, player, w);
    }
    (graph.build(), banned, live)
}

/// The rows K_11 … K_15 and K_21 … K_25 of Table 1.
fn table_1(loopy: Loopy<'_>) -> Vec<[Stopper; 8]> {
    let store = loopy.store();
    let i = |n| Stopper::Short(store.integer(n));
    let s = |x, y| Stopper::Short(switch(store, x, y));
    let p = |left, right| loopy.plain(&[left], &[right]);
    let on = loopy.on();
    let k13 = [
        i(7),
        s(9, 1),
        i(1),
        p(s(10, 8), s(2, 0)),
        p(s(9, 7), i(2)),
        s(9, 7),
        p(s(9, 7), i(2)),
        i(2),
    ];
    let k14 = [
        i(7),
        s(9, 1),
        i(1),
        p(i(7), s(2, 0)),
        p(s(9, 7), i(2)),
        s(9, 7),
        p(s(9, 7), i(2)),
        i(2),
    ];
    let k24 = [
        i(7),
        s(9, 7),
        p(s(9, 7), i(2)),
        p(i(7), s(2, 0)),
        i(7),
        s(9, 7),
        p(s(9, 7), i(2)),
        p(i(7), s(2, 0)),
    ];
    vec![
        [
            p(on, i(8)),
            i(10),
            i(1),
            p(on, s(2, 0)),
            i(7),
            i(10),
            p(on, i(2)),
            p(on, s(2, 0)),
        ],
        [
            s(10, 8),
            s(9, 1),
            i(1),
            p(p(on, i(8)), s(2, 0)),
            i(7),
            s(9, 7),
            s(10, 2),
            i(2),
        ],
        k13,
        k14,
        k14,
        [
            p(on, i(8)),
            i(10),
            p(s(9, 7), i(2)),
            p(on, s(2, 0)),
            i(7),
            i(10),
            p(on, i(2)),
            p(on, s(2, 0)),
        ],
        [
            s(10, 8),
            s(9, 7),
            p(s(9, 7), i(2)),
            p(p(on, i(8)), s(2, 0)),
            i(7),
            s(9, 7),
            s(10, 2),
            p(i(7), s(2, 0)),
        ],
        [
            i(7),
            s(9, 7),
            p(s(9, 7), i(2)),
            p(s(10, 8), s(2, 0)),
            i(7),
            s(9, 7),
            p(s(9, 7), i(2)),
            p(i(7), s(2, 0)),
        ],
        k24,
        k24,
    ]
}

#[test]
fn table_1_of_moews_entry_by_entry() {
    let store = Store::new();
    let loopy = store.loopy();
    let (graph, banned, live) = two_kos(&store);
    let sets = vec![beginning(banned, Start::Off), beginning(live, Start::On)];
    let mut sidling = Sidling::new(loopy, &graph, sets).unwrap();
    let trace = steps(&mut sidling, 100);
    assert!(sidling.is_finished());
    let mut rows = table_1(loopy);
    // The paper: the third round repeats the second.
    rows.extend_from_within(5..10);
    assert_eq!(trace.len(), 15);
    for (n, (approximation, row)) in trace.iter().zip(rows).enumerate() {
        let place = [n / 5 + 1, n % 5 + 1];
        assert_eq!(approximation.place, place);
        assert_eq!(approximation.values[..8], forms(row), "K_{place:?}");
        let fixed = [0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2];
        assert_eq!(approximation.fixed, fixed[n], "K_{place:?}");
    }
    let seven_two_zero = loopy.plain(&[store.integer(7).into()], &[switch(&store, 2, 0).into()]);
    for state in [3, 7] {
        assert_eq!(sidling.bounds()[state], seven_two_zero.into());
    }
}

#[test]
fn two_kos_are_the_same_when_draws_go_to_right() {
    let store = Store::new();
    let loopy = store.loopy();
    let (graph, banned, live) = two_kos(&store);
    let sets = vec![beginning(banned, Start::Off), beginning(live, Start::Off)];
    let mut sidling = Sidling::new(loopy, &graph, sets).unwrap();
    let values = fixed_point(&mut sidling, 100);
    let rows = table_1(loopy);
    assert_eq!(values[..8], forms(rows[9]));
}

#[test]
fn one_spiral_is_enough() {
    // The paper: letting the set hold just the move from C to D would do for A, B, C and D.
    let store = Store::new();
    let loopy = store.loopy();
    let (graph, banned, _) = two_kos(&store);
    let sets = vec![
        beginning(banned, Start::Off),
        beginning(vec![(2, R, 3), (7, L, 6)], Start::On),
    ];
    let mut sidling = Sidling::new(loopy, &graph, sets).unwrap();
    let values = fixed_point(&mut sidling, 100);
    assert_eq!(values[..8], forms(table_1(loopy)[9]));
}

#[test]
fn triple_ko_is_no_ender() {
    for (v, w) in [(10, -10), (3, -5), (0, 0)] {
        let store = Store::new();
        let loopy = store.loopy();
        let mut graph = Builder::new(&store, 2);
        graph.edge(0, L, 1);
        graph.integer(0, R, w);
        graph.integer(1, L, v);
        graph.edge(1, R, 0);
        let graph = graph.build();
        let moves = vec![(0, L, 1), (1, R, 0)];
        let (vg, wg) = (store.integer(v), store.integer(w));
        let onside = store.game(&[store.game(&[vg], &[])], &[wg]);
        let offside = store.game(&[], &[wg]);
        for (start, expected) in [(Start::On, onside), (Start::Off, offside)] {
            let moves = moves.clone();
            let mut sidling = Sidling::new(loopy, &graph, vec![MoveSet { moves, start }]).unwrap();
            let values = fixed_point(&mut sidling, 20);
            assert_eq!(values[0], Stopper::Short(expected).into());
        }
        // The printed values: {11|-10} & -11, {4|-5} & -6, {1|0} & -1.
        assert_eq!(onside, switch(&store, v + 1, w));
        assert_eq!(offside, store.integer((w - 1).min(0)));
        let value = loopy.graph_value(&graph, 0);
        assert_eq!(value.onside(), Stopper::Short(onside).into());
        assert_eq!(value.offside(), Stopper::Short(offside).into());
    }
}

#[test]
fn over_is_approached_for_ever_and_a_stop_loses_nothing() {
    let store = Store::new();
    let loopy = store.loopy();
    let mut graph = Builder::new(&store, 1);
    graph.integer(0, L, 0);
    graph.edge(0, R, 0);
    let graph = graph.build();
    let set = beginning(vec![(0, R, 0)], Start::On);
    let mut sidling = Sidling::new(loopy, &graph, vec![set]).unwrap();
    let mut expected = store.integer(1);
    for i in 1..=20 {
        let stopped = sidling.step(&Meter::new().with_cancel(std::sync::Arc::new(true.into())));
        // A small step may be over before the meter is looked at; then it counts.
        let approximation = match stopped {
            Err(StopReason::Cancelled) => sidling.step(&Meter::unlimited()).unwrap(),
            done => done.unwrap(),
        };
        assert_eq!(approximation.place, [i]);
        assert_eq!(approximation.values[0], Stopper::Short(expected).into());
        expected = store.game(&[store.zero()], &[expected]);
    }
    assert_eq!(sidling.run(5, &Meter::unlimited()), Ok(None));
    // From below it is approached for ever too: 0|off, 0||0|off, …
    let set = beginning(vec![(0, R, 0)], Start::Off);
    let mut sidling = Sidling::new(loopy, &graph, vec![set]).unwrap();
    let below = sidling.run(10, &Meter::unlimited()).unwrap();
    assert_eq!(below, None);
}

#[test]
fn impossible_sets_are_refused() {
    let store = Store::new();
    let mut graph = Builder::new(&store, 2);
    graph.edge(0, L, 1);
    let graph = graph.build();
    let refused = |moves| {
        let set = MoveSet {
            moves,
            start: Start::On,
        };
        Sidling::new(store.loopy(), &graph, vec![set]).unwrap_err()
    };
    assert_eq!(refused(vec![(0, R, 1)]), SidlingError::NotAMove(0, R, 1));
    assert_eq!(refused(vec![(9, L, 1)]), SidlingError::NotAMove(9, L, 1));
    let none = Sidling::new(store.loopy(), &graph, Vec::new());
    assert_eq!(none.unwrap_err(), SidlingError::NoSet);
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// A few vertices with random edges and exits to small values.
fn random_graph(store: &Store, random: &mut Random) -> LoopyGraph {
    let n = 2 + random.below(4);
    let mut graph = Builder::new(store, n as usize);
    for v in 0..n as u32 {
        for player in Player::BOTH {
            for w in 0..n as u32 {
                if random.below(3) == 0 {
                    graph.edge(v, player, w);
                }
            }
            if random.below(2) == 0 {
                let exit = match random.below(5) {
                    0 => store.nimber(1),
                    1 => store.nimber(2),
                    other => store.integer(other as i64 - 3),
                };
                graph.exit(v, player, exit);
            }
        }
    }
    graph.build()
}

#[test]
fn where_sidling_converges_it_gives_the_sides() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut converged, mut not) = (0, 0);
    for round in 0..150 {
        let store = Store::new();
        let loopy = store.loopy();
        let graph = random_graph(&store, &mut random);
        let edges: Vec<Move> = graph.graph().edges().collect();
        let some: Vec<Move> = edges
            .iter()
            .copied()
            .filter(|_| random.below(2) == 0)
            .collect();
        let meter = Meter::unlimited();
        let values = loopy
            .try_graph_values(&graph, Effort::default(), &meter)
            .unwrap();
        for (start, side, above) in [
            (
                Start::On,
                Side::Onside,
                [Relation::Greater, Relation::Equal],
            ),
            (Start::Off, Side::Offside, [Relation::Less, Relation::Equal]),
        ] {
            for moves in [edges.clone(), some.clone()] {
                let mut sidling =
                    Sidling::new(loopy, &graph, vec![MoveSet { moves, start }]).unwrap();
                for approximation in steps(&mut sidling, 8) {
                    for (v, &form) in approximation.values.iter().enumerate() {
                        let relation = loopy
                            .compare_sides(form, values[v].side(side), side, &meter)
                            .unwrap();
                        assert!(above.contains(&relation), "round {round}, vertex {v}");
                        if sidling.is_finished() && approximation.fixed == 1 {
                            assert_eq!(relation, Relation::Equal, "round {round}, vertex {v}");
                        }
                    }
                }
                if sidling.is_finished() {
                    converged += 1;
                } else {
                    not += 1;
                }
            }
        }
    }
    assert!(
        converged > 100 && not > 50,
        "{converged} converged, {not} did not"
    );
}
