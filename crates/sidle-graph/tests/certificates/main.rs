//! Certificates of γ, of sums of tokens and of annihilation games: what the solver writes is accepted, and
//! what is accepted is true, also after every sort of damage.

#[path = "../reference/mod.rs"]
mod reference;

mod damage;
mod forge;
#[path = "../../../sidle-check/tests/second_checker/mod.rs"]
mod second_checker;
mod truth;

use damage::mutations;
use reference::{Random, from_matrix};
use sidle_check::{Verdict, check_bytes};
use sidle_core::Meter;
use sidle_graph::{
    Csr, Digraph, Names,
    annihilation::{Annihilation, AnnihilationError, Certificate},
    gamma::{self, Gamma, TokenSum},
};

fn gamma_certificate(graph: &Digraph) -> Vec<u8> {
    let names = Names::numbers(graph.vertex_count());
    let mut bytes = Vec::new();
    gamma::write_certificate(graph.forward(), &names, &Gamma::of(graph), "γ", &mut bytes)
        .expect("memory");
    bytes
}

fn tokens_certificate(boards: &[Digraph], tokens: &[(usize, u32)]) -> Vec<u8> {
    let gammas: Vec<Gamma> = boards.iter().map(Gamma::of).collect();
    let both = boards.iter().map(Digraph::forward).zip(&gammas);
    let sum = TokenSum::new(both, tokens.iter().copied());
    let names = boards
        .iter()
        .map(|board| Names::numbers(board.vertex_count()));
    let names: Vec<Names> = names.collect();
    let names: Vec<&Names> = names.iter().collect();
    let mut bytes = Vec::new();
    gamma::write_sum_certificate(&sum, &names, "\"tokens\"", &mut bytes).expect("memory");
    bytes
}

fn annihilation_certificate(game: &Annihilation<'_>, position: &[u32]) -> Vec<u8> {
    let names = Names::numbers(game.graph().vertex_count());
    let certificate = Certificate::try_of(game, position, &Meter::unlimited()).expect("small");
    let mut bytes = Vec::new();
    certificate.write(&names, "", &mut bytes).expect("memory");
    bytes
}

fn subset(bits: u32) -> Vec<u32> {
    (0..32).filter(|&v| bits >> v & 1 == 1).collect()
}

fn accept(bytes: &[u8]) -> Verdict {
    let verdict = check_bytes(bytes).expect("readable");
    let text = String::from_utf8_lossy(bytes);
    assert!(verdict.is_valid(), "{verdict}\n{text}");
    assert_eq!(truth::judge(bytes), Ok(()), "{verdict}\n{text}");
    verdict
}

fn digraphs_to(most: usize) -> impl Iterator<Item = Digraph> {
    (0..=most).flat_map(|n| (0..1u64 << (n * n)).map(move |bits| from_matrix(n, bits)))
}

/// Everything that can be certified on a small digraph.
fn all_certificates(graph: &Digraph) -> Vec<Vec<u8>> {
    let n = graph.vertex_count() as u32;
    let mut all = vec![gamma_certificate(graph)];
    let board = std::slice::from_ref(graph);
    for u in 0..n {
        all.push(tokens_certificate(board, &[(0, u)]));
        for v in 0..=u {
            all.push(tokens_certificate(board, &[(0, u), (0, v)]));
        }
    }
    let game = Annihilation::of(graph).expect("small");
    let positions = (0..1u32 << n).map(subset);
    all.extend(positions.map(|position| annihilation_certificate(&game, &position)));
    all
}

#[test]
fn everything_on_three_vertices_is_accepted() {
    for graph in digraphs_to(3) {
        all_certificates(&graph)
            .iter()
            .for_each(|bytes| drop(accept(bytes)));
    }
}

#[test]
fn random_digraphs_are_accepted() {
    let mut random = Random::new(11);
    for _ in 0..400 {
        let boards = [random.any_digraph(9), random.any_digraph(7)];
        accept(&gamma_certificate(&boards[0]));
        let tokens: Vec<(usize, u32)> = (0..random.below(4))
            .map(|_| {
                let board = random.below(2);
                (board, random.below(boards[board].vertex_count()) as u32)
            })
            .collect();
        accept(&tokens_certificate(&boards, &tokens));
        let n = boards[1].vertex_count();
        let game = Annihilation::of(&boards[1]).expect("small");
        for _ in 0..4 {
            let position = subset(random.below(1 << n) as u32);
            accept(&annihilation_certificate(&game, &position));
        }
    }
}

/// Sparse digraphs have more weak components, long ranks and positions of many tokens.
#[test]
fn sparse_annihilation_is_accepted() {
    let mut random = Random::new(12);
    let mut parts = 0;
    for _ in 0..150 {
        let graph = random.digraph(11, 12);
        let game = Annihilation::of(&graph).expect("small");
        for _ in 0..6 {
            let position = subset(random.below(1 << 11) as u32);
            let bytes = annihilation_certificate(&game, &position);
            accept(&bytes);
            parts += usize::from(
                String::from_utf8_lossy(&bytes)
                    .matches("\"answers\"")
                    .count()
                    > 3,
            );
        }
    }
    assert!(parts > 50, "{parts} strategies of several parts");
}

/// Certificates small enough to be damaged in every place.
fn samples() -> Vec<Vec<u8>> {
    let mut random = Random::new(13);
    let mut samples = Vec::new();
    for graph in digraphs_to(2) {
        samples.extend(all_certificates(&graph));
    }
    for _ in 0..12 {
        let graph = from_matrix(3, random.next());
        samples.extend(all_certificates(&graph));
        let boards = [random.digraph(4, 40), random.digraph(3, 40)];
        samples.push(tokens_certificate(&boards, &[(0, 3), (1, 1), (0, 2)]));
    }
    for _ in 0..10 {
        let graph = random.digraph(6, 20);
        let game = Annihilation::of(&graph).expect("small");
        let position = subset(random.below(1 << 6) as u32);
        samples.push(annihilation_certificate(&game, &position));
    }
    samples
}

/// Each number, edge, entry and claim changed: what is still accepted is true all the same.
#[test]
fn what_is_accepted_after_damage_is_true() {
    let (mut refused, mut kept) = (0, 0);
    for bytes in samples() {
        let document = serde_json::from_slice(&bytes).expect("JSON");
        for mutated in mutations(&document) {
            let bytes = serde_json::to_vec(&mutated).expect("JSON");
            match check_bytes(&bytes) {
                Ok(verdict) if verdict.is_valid() => {
                    kept += 1;
                    assert_eq!(truth::judge(&bytes), Ok(()), "{verdict}\n{mutated}");
                }
                _ => refused += 1,
            }
        }
    }
    // Names, comments, larger counters and the order of options may change.
    assert!(
        refused > 4 * kept && kept > 0,
        "{refused} refused, {kept} kept"
    );
}

/// γ certificates are accepted exactly if the three conditions hold, which are checked here edge by edge.
#[test]
fn the_conditions_are_neither_weaker_nor_stronger() {
    let mut random = Random::new(14);
    let mut accepted = 0;
    let graphs = digraphs_to(2).chain((0..200).map(|_| random.any_digraph(5)));
    for graph in graphs.collect::<Vec<_>>() {
        let bytes = gamma_certificate(&graph);
        let document = serde_json::from_slice(&bytes).expect("JSON");
        for mutated in mutations(&document) {
            let Ok(certificate) = serde_json::from_value(mutated) else {
                continue;
            };
            let valid = gamma_check(&certificate);
            assert_eq!(valid, truth::conditions(&certificate), "{certificate:?}");
            accepted += usize::from(valid);
        }
    }
    assert!(accepted > 100, "{accepted}");
}

fn gamma_check(certificate: &sidle_check::gamma::Certificate) -> bool {
    sidle_check::gamma::check(certificate).is_valid()
}

#[test]
fn no_bytes_make_the_checker_panic() {
    let mut random = Random::new(15);
    for bytes in samples() {
        for _ in 0..20 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + random.below(3) {
                if bytes.is_empty() {
                    break;
                }
                let place = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[place] = b"0123456789[]{}\",:-.enulinf"[random.below(26)],
                    1 => bytes[place] ^= 1 << random.below(8),
                    2 => drop(bytes.remove(place)),
                    _ => bytes.truncate(place),
                }
            }
            if check_bytes(&bytes).is_ok_and(|verdict| verdict.is_valid()) {
                assert_eq!(truth::judge(&bytes), Ok(()));
            }
        }
    }
}

/// Strategies are believed for what they are, so any that is accepted must win.
#[test]
fn forged_strategies_win_or_are_refused() {
    let mut random = Random::new(16);
    let (mut raised, mut parts) = (0, 0);
    for round in 0..20_000 {
        let graph = if round % 2 == 0 {
            from_matrix(3, random.next())
        } else {
            random.any_digraph(5)
        };
        let found = forge::try_forging(&graph, &mut random);
        raised += found.0;
        parts += found.1;
    }
    assert!(
        raised > 500 && parts > 5000,
        "{raised} of {parts} parts above 0"
    );
}

#[test]
fn a_chain_of_a_million_needs_no_recursion() {
    let n = 1_000_000;
    let edges: Vec<(u32, u32)> = (1..n).map(|v| (v, v - 1)).collect();
    let chain = Digraph::new(Csr::from_edges(n as usize, &edges).expect("a chain"));
    let verdict = check_bytes(&gamma_certificate(&chain)).expect("readable");
    assert!(verdict.is_valid(), "{verdict}");
    assert_eq!(
        verdict.claim(),
        "γ on 1000000 vertices and 999999 edges: 1000000 finite, the largest 1, 0 infinite"
    );
}

/// Acyclic components are shown by single tokens alone, however long they are.
#[test]
fn long_paths_beside_a_cycle() {
    let n = 20_000;
    let mut edges: Vec<(u32, u32)> = (1..n).map(|v| (v, v - 1)).collect();
    edges.extend([(n, n + 1), (n + 1, n), (n + 1, n + 2)]);
    edges.extend([(n + 3, n + 4), (n + 4, n + 3)]);
    let graph = Digraph::from_edges(n as usize + 5, &edges).expect("a graph");
    let game = Annihilation::of(&graph).expect("one small cyclic component");
    for (position, outcome) in [
        (vec![7, 19_999], "P"),
        (vec![8, 19_999], "N"),
        (vec![0, 19_999, n + 3], "D"),
        ((0..n).collect(), "P"),
    ] {
        let bytes = annihilation_certificate(&game, &position);
        let verdict = check_bytes(&bytes).expect("readable");
        assert!(verdict.is_valid(), "{verdict}");
        assert!(
            verdict.claim().contains(&format!("outcome {outcome}")),
            "{verdict}"
        );
    }
}

#[test]
fn certificates_respect_the_meter() {
    let cycle: Vec<(u32, u32)> = (0..4).map(|v| (v, (v + 1) % 4)).collect();
    let graph = Digraph::from_edges(4, &cycle).expect("a cycle");
    let game = Annihilation::of(&graph).expect("small");
    for position in [&[0][..], &[0, 2]] {
        let few = Meter::new().with_max_nodes(0);
        let stopped = Certificate::try_of(&game, position, &few);
        assert!(
            matches!(stopped, Err(AnnihilationError::Stopped(_))),
            "{:?}",
            stopped.map(|certificate| certificate.outcome())
        );
        assert!(Certificate::try_of(&game, position, &Meter::unlimited()).is_ok());
    }
}

/// Every certificate, sound or damaged.
#[test]
fn the_second_checker_agrees() {
    let mut lines = Vec::new();
    for bytes in samples() {
        let document: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        for document in mutations(&document).iter().chain([&document]) {
            lines.push(serde_json::to_vec(document).expect("JSON"));
        }
    }
    second_checker::agrees(&lines, |line| match check_bytes(line) {
        Ok(verdict) if verdict.is_valid() => 'v',
        Ok(_) => 'i',
        Err(_) => 'u',
    });
}
