//! The steps of simplifications, verified by the checker; changed steps are refused, or hold as well.
#![allow(clippy::tests_outside_test_module, reason = "a file of tests")]

mod bigraphs;

use bigraphs::random_graph;
use sidle_check::explanation::{self, Certificate, Reading, Rows, Step as Shown};
use sidle_core::{Meter, Player};
use sidle_graph::bigraph::{Bigraph, Keeps, Side, Simplified, Step, simplify};

const ALL: [(Keeps, Reading); 4] = [
    (Keeps::Stopper, Reading::Stopper),
    (Keeps::Side(Side::Onside), Reading::Onside),
    (Keeps::Side(Side::Offside), Reading::Offside),
    (Keeps::Infinitesimal, Reading::Infinitesimal),
];

fn rows(graph: &Bigraph) -> Rows {
    let row = |v| Player::BOTH.map(|player| graph.options(v, player).to_vec());
    graph.vertices().map(row).collect()
}

fn certificate(graph: &Bigraph, start: u32, reading: Reading, simple: &Simplified) -> Certificate {
    let steps = simple.steps.iter().map(|step| match step {
        Step::Dominated {
            vertex,
            player,
            option,
            by,
        } => Shown::Dominated {
            vertex: *vertex,
            player: player.index() as u8,
            option: *option,
            by: *by,
        },
        Step::Reversible {
            vertex,
            player,
            through,
        } => Shown::Reversible {
            vertex: *vertex,
            player: player.index() as u8,
            through: through.clone(),
        },
        Step::Fused { vertex, into } => Shown::Fused {
            vertex: *vertex,
            into: *into,
        },
    });
    let steps = steps.collect();
    let result = simple.rows.clone();
    Certificate::new(
        "",
        Vec::new(),
        rows(graph),
        start,
        reading,
        steps,
        simple.start,
        result,
    )
}

/// A random graph without cycles, or with some.
fn game(random: &mut fastrand::Rng) -> Bigraph {
    let count = random.u32(2..8);
    let edges = random.u32(1..3 * count);
    let graph = random_graph(random, count, edges);
    if random.bool() {
        return graph;
    }
    let rows: Rows = rows(&graph);
    let below = |v: usize, list: &Vec<u32>| -> Vec<u32> {
        list.iter().copied().filter(|&w| (w as usize) < v).collect()
    };
    let rows: Vec<[Vec<u32>; 2]> = rows
        .iter()
        .enumerate()
        .map(|(v, row)| row.each_ref().map(|list| below(v, list)))
        .collect();
    Bigraph::from_rows(rows.iter().map(|[left, right]| (&left[..], &right[..])))
}

#[test]
fn every_step_of_random_games_is_verified() {
    let mut random = fastrand::Rng::with_seed(35);
    let mut seen = [0usize; 4];
    for _ in 0..3000 {
        let graph = game(&mut random);
        let start = graph.vertex_count() as u32 - 1;
        let (graph, _) = graph.trimmed(start);
        for (place, (keeps, reading)) in ALL.into_iter().enumerate() {
            let needs_stopper = matches!(keeps, Keeps::Stopper | Keeps::Infinitesimal);
            // Without vertices that are numbers, numberish games would be bypassed wrongly.
            if needs_stopper && !graph.is_stopper_graph() || keeps == Keeps::Infinitesimal {
                continue;
            }
            let simple = simplify(&graph, 0, keeps, &[], &Meter::unlimited()).expect("no limit");
            let shown = certificate(&graph, 0, reading, &simple);
            let verdict = explanation::check(&shown);
            assert!(verdict.is_valid(), "{verdict}\n{shown:?}");
            seen[place] += simple.steps.len();
        }
    }
    assert!(seen[..3].iter().all(|&steps| steps > 900), "{seen:?}");
}

#[test]
fn changed_steps_are_refused_or_hold() {
    let mut random = fastrand::Rng::with_seed(36);
    let (mut refused, mut all) = (0, 0);
    for _ in 0..1500 {
        let graph = game(&mut random);
        let count = graph.vertex_count() as u32;
        let side = Side::BOTH[random.usize(..2)];
        let reading = [Reading::Onside, Reading::Offside][usize::from(side == Side::Offside)];
        let simple = simplify(
            &graph,
            count - 1,
            Keeps::Side(side),
            &[],
            &Meter::unlimited(),
        );
        let simple = simple.expect("no limit");
        if simple.steps.is_empty() {
            continue;
        }
        let good = certificate(&graph, count - 1, reading, &simple);
        let mut bad = good.clone();
        let place = random.usize(..bad.steps.len());
        let other = random.u32(..count);
        match &mut bad.steps[place] {
            Shown::Dominated { option, by, .. } if random.bool() => std::mem::swap(option, by),
            Shown::Dominated { by, .. } => *by = other,
            Shown::Reversible { through, .. } => through[0][random.usize(..2)] = other,
            Shown::Fused { into, .. } => *into = other,
        }
        if bad == good {
            continue;
        }
        all += 1;
        // A change may name another move that justifies the same step; then the step holds.
        let verdict = explanation::check(&bad);
        if !verdict.is_valid() {
            refused += 1;
            continue;
        }
        assert_eq!(bad.result, good.result);
    }
    assert!(all > 400 && 10 * refused > 7 * all, "{refused} of {all}");
}

/// Runs of the labelling algorithms are verified, and give the labels, stages and stamps of the fast ones.
#[test]
fn runs_of_the_labelling_algorithms() {
    use sidle_check::labelling::{Game, Value as Letter};
    use sidle_check::labelling_run::{self, Event};
    use sidle_graph::{
        Digraph,
        label::{Mover, Value, asymmetric_run, label_asymmetric, label_symmetric, symmetric_run},
    };
    let letter = |value| match value {
        Value::Win => Letter::W,
        Value::Draw => Letter::D,
        Value::Loss => Letter::L,
    };
    let mut random = fastrand::Rng::with_seed(37);
    for round in 0..3000 {
        let count = random.u32(1..9);
        let mut edges: Vec<(u32, u32)> = (0..random.u32(..2 * count + 1))
            .map(|_| (random.u32(..count), random.u32(..count)))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let graph = Digraph::<u32>::from_edges(count as usize, &edges).expect("edges");
        let is_symmetric = round % 2 == 0;
        let (game, run) = match is_symmetric {
            true => (Game::Symmetric, symmetric_run(&graph, &Meter::unlimited())),
            false => (
                Game::Asymmetric,
                asymmetric_run(&graph, &Meter::unlimited()),
            ),
        };
        let run = run.expect("no limit");
        let events = run.iter().map(|event| Event {
            vertex: event.vertex,
            mover: u8::from(event.mover == Mover::One),
            label: letter(event.label),
            stage: event.stage,
            because: event.because.clone(),
        });
        let options = (0..count).map(|v| graph.successors(v).to_vec()).collect();
        let names = (0..count).map(|v| v.to_string()).collect();
        let shown = labelling_run::Certificate::new("", game, names, options, events.collect());
        let verdict = labelling_run::check(&shown);
        assert!(verdict.is_valid(), "{verdict}\n{shown:?}");
        if is_symmetric {
            let labels = label_symmetric(&graph);
            let mut found = vec![(Value::Draw, None); count as usize];
            for event in &run {
                found[event.vertex as usize] = (event.label, Some(event.stage));
            }
            for v in 0..count {
                assert_eq!(found[v as usize], (labels.value(v), labels.distance(v)));
            }
        } else {
            let labels = label_asymmetric(&graph);
            let mut found = vec![[Value::Loss, Value::Win]; count as usize];
            for event in &run {
                found[event.vertex as usize][usize::from(event.mover == Mover::One)] = event.label;
            }
            for v in 0..count {
                for (place, mover) in [Mover::Zero, Mover::One].into_iter().enumerate() {
                    assert_eq!(found[v as usize][place], labels.value(v, mover));
                }
            }
        }
        if let Some(place) = (!shown.events.is_empty()).then(|| random.usize(..shown.events.len()))
        {
            let mut bad = shown.clone();
            bad.events.remove(place);
            assert!(!labelling_run::check(&bad).is_valid(), "{bad:?}");
        }
    }
}
