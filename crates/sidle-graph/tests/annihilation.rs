//! Annihilation games against the whole graph of 2ⁿ positions, and played out.

mod reference;

use reference::{Random, exhaustive, from_matrix, outcomes};
use sidle_core::{Meter, Player, Rules, StopReason};
use sidle_graph::{
    Csr, Digraph,
    annihilation::{Annihilation, AnnihilationError, MatterAntimatter, Particles, Winner},
    classics::Welter,
    gamma::{Gamma, TokenMove},
    label::Label,
};

fn tokens(bits: u32) -> Vec<u32> {
    (0..32).filter(|&v| bits >> v & 1 == 1).collect()
}

/// The annihilation graph: all 2ⁿ positions as bit vectors.
fn annihilation_graph(graph: &Digraph) -> Digraph {
    let n = graph.vertex_count();
    let mut edges = Vec::new();
    for bits in 0..1u32 << n {
        for from in tokens(bits) {
            for &to in graph.successors(from) {
                edges.push((bits, bits ^ 1 << from ^ 1 << to));
            }
        }
    }
    Digraph::from_edges(1 << n, &edges).expect("small")
}

/// Everything the game says of every position.
fn check_all(graph: &Digraph) {
    let game = Annihilation::of(graph).expect("small");
    let whole = annihilation_graph(graph);
    let gamma = Gamma::of(&whole);
    let value = |bits: u32| gamma.value(whole.forward(), bits);
    let n = graph.vertex_count();
    let limit = 1u64 << game.t();
    let mut seen = vec![false; limit as usize];
    for bits in 0..1u32 << n {
        let position = tokens(bits);
        assert_eq!(
            game.value(&position),
            value(bits),
            "{position:?} of {graph:?}"
        );
        let sigma = game.sigma(&position);
        let number = u64::try_from(sigma.to_number()).expect("few vertices");
        assert_eq!(number < limit, gamma.finite(bits).is_some());
        if let Some(finite) = gamma.finite(bits) {
            assert_eq!(number, u64::from(finite));
            seen[number as usize] = true;
        }
        let single = position
            .iter()
            .map(|&v| u64::try_from(game.sigma(&[v]).to_number()).expect("few"));
        assert_eq!(
            single.fold(0, |sum, part| sum ^ part),
            number,
            "σ is linear"
        );
        let to = |wanted| -> Vec<TokenMove> {
            let mut moves = game.moves(&position);
            moves.retain(|m| value(bits ^ 1 << m.from ^ 1 << m.to).outcome() == wanted);
            moves
        };
        assert_eq!(game.winning_moves(&position), to(Label::P));
        assert_eq!(game.drawing_moves(&position), to(Label::D));
        let best = game.best_move(&position);
        assert_eq!(
            best.is_none(),
            position.iter().all(|&v| graph.successors(v).is_empty())
        );
        if let (Some(best), Label::N | Label::D) = (best, value(bits).outcome()) {
            let expected = if value(bits).outcome() == Label::N {
                Label::P
            } else {
                Label::D
            };
            assert_eq!(game.outcome_after(&position, best), expected);
        }
    }
    assert!(seen.into_iter().all(|seen| seen), "γ is onto 0..2^t");
}

#[test]
fn all_digraphs_to_three_vertices() {
    for n in 0..=3 {
        for bits in 0..1u64 << (n * n) {
            check_all(&from_matrix(n, bits));
        }
    }
}

#[test]
fn all_digraphs_on_four_vertices() {
    let step = if exhaustive() { 1 } else { 11 };
    for bits in (0..1u64 << 16).step_by(step) {
        check_all(&from_matrix(4, bits));
    }
}

#[test]
fn random_digraphs() {
    let mut random = Random::new(1982);
    for _ in 0..if exhaustive() { 10_000 } else { 250 } {
        let n = 5 + random.below(6);
        let percent = 5 + random.below(40);
        check_all(&random.digraph(n, percent));
    }
}

/// The outcome of γ is that of play: retrograde analysis of the 2ⁿ graph, without γ.
#[test]
fn outcomes_are_those_of_play() {
    let mut random = Random::new(1976);
    for _ in 0..if exhaustive() { 2000 } else { 200 } {
        let n = 4 + random.below(5);
        let percent = 8 + random.below(30);
        let graph = random.digraph(n, percent);
        let game = Annihilation::of(&graph).expect("small");
        let table = outcomes(0..1u32 << graph.vertex_count(), |&bits| {
            let step = |from: u32| {
                graph
                    .successors(from)
                    .iter()
                    .map(move |&to| bits ^ 1 << from ^ 1 << to)
            };
            tokens(bits).into_iter().flat_map(step).collect()
        });
        for (bits, label) in table {
            assert_eq!(game.outcome(&tokens(bits)), label);
        }
    }
}

/// Who plays against the winner.
#[derive(Clone, Copy)]
enum Opponent {
    Random,
    /// Goes where the winner's measure would stay as high as possible after his reply.
    Stubborn,
}

/// Plays from a P-position to the end; every reply is legal, keeps V_0 and lowers the measure.
fn play_out(
    game: &Annihilation<'_>,
    start: &[u32],
    opponent: Opponent,
    random: &mut Random,
) -> u64 {
    let mut winner = Winner::new(game, start).expect("a P-position");
    let mut position = start.to_vec();
    loop {
        let attacks = game.moves(&position);
        if attacks.is_empty() {
            return winner.inner_moves();
        }
        let attack = match opponent {
            Opponent::Random => *random.pick(&attacks),
            Opponent::Stubborn => {
                let worth = |&attack: &TokenMove| {
                    let mut other = winner.clone();
                    other.reply(attack).expect("a reply");
                    other.measure()
                };
                attacks
                    .iter()
                    .copied()
                    .max_by_key(worth)
                    .expect("not empty")
            }
        };
        let before = winner.measure();
        position = game.after(&position, attack);
        let reply = winner.reply(attack).expect("a reply");
        assert!(position.contains(&reply.from), "a token is there");
        assert!(
            game.graph().forward().has_edge(reply.from, reply.to),
            "along an edge"
        );
        position = game.after(&position, reply);
        assert_eq!(winner.position(), position);
        assert_eq!(game.outcome(&position), Label::P);
        assert!(winner.measure() < before, "the measure drops");
    }
}

#[test]
fn the_winner_always_ends_it() {
    let mut random = Random::new(1991);
    let mut inner = 0;
    let mut plays = 0;
    for round in 0..if exhaustive() { 20_000 } else { 1500 } {
        let n = 5 + random.below(7);
        let percent = 6 + random.below(25);
        let graph = random.digraph(n, percent);
        let game = Annihilation::of(&graph).expect("small");
        for bits in 0..1u32 << n {
            let position = tokens(bits);
            if position.len() > 4 && random.below(8) == 0 && game.outcome(&position) == Label::P {
                let opponent = if round % 2 == 0 {
                    Opponent::Random
                } else {
                    Opponent::Stubborn
                };
                inner += play_out(&game, &position, opponent, &mut random);
                plays += 1;
            }
        }
    }
    assert!(plays > 1000, "{plays} plays");
    assert!(
        inner > 0,
        "some play must need a move within the parts only"
    );
}

/// A sum of components: parts of non-zero value on several of them.
#[test]
fn the_winner_plays_across_components() {
    let mut random = Random::new(11);
    let mut plays = 0;
    for round in 0..if exhaustive() { 5000 } else { 300 } {
        let mut edges = Vec::new();
        let mut n = 0;
        for _ in 0..3 {
            let size = 4 + random.below(3);
            let percent = 15 + random.below(20);
            let part = random.digraph(size, percent);
            edges.extend(part.forward().edges().map(|(u, v)| (u + n, v + n)));
            n += part.vertex_count() as u32;
        }
        let graph = Digraph::from_edges(n as usize, &edges).expect("small");
        let game = Annihilation::of(&graph).expect("small");
        for _ in 0..200 {
            let position = tokens(random.next() as u32 & ((1 << n) - 1));
            if game.outcome(&position) == Label::P && !position.is_empty() {
                let opponent = if round % 2 == 0 {
                    Opponent::Random
                } else {
                    Opponent::Stubborn
                };
                play_out(&game, &position, opponent, &mut random);
                plays += 1;
            }
        }
    }
    assert!(plays > 200, "{plays} plays");
}

/// From a D-position, best moves never lose: neither to random play nor to the other side's best.
#[test]
fn draws_are_kept() {
    let mut random = Random::new(5);
    let mut drawn = 0;
    for round in 0..if exhaustive() { 3000 } else { 200 } {
        let graph = random.digraph(7, 25);
        let game = Annihilation::of(&graph).expect("small");
        let mut position = tokens(random.next() as u32 & 127);
        if game.outcome(&position) != Label::D {
            continue;
        }
        drawn += 1;
        for turn in 0..60 {
            let outcome = game.outcome(&position);
            let ours = turn % 2 == 0;
            if ours {
                assert_ne!(outcome, Label::P, "we are never lost");
                if outcome == Label::N {
                    break;
                }
            }
            let chosen = if ours || round % 2 == 0 {
                game.best_move(&position)
            } else {
                let moves = game.moves(&position);
                (!moves.is_empty()).then(|| *random.pick(&moves))
            };
            let Some(chosen) = chosen else {
                assert!(!ours, "we can always move");
                break;
            };
            position = game.after(&position, chosen);
        }
    }
    assert!(drawn > 100, "{drawn} drawn");
}

#[test]
fn components_are_treated_apart() {
    // Two 4-cycles with interleaved vertex numbers, and a path.
    let edges = [
        (0, 2),
        (2, 4),
        (4, 6),
        (6, 0),
        (1, 3),
        (3, 5),
        (5, 7),
        (7, 1),
        (10, 9),
        (9, 8),
    ];
    check_all(&Digraph::from_edges(11, &edges).expect("small"));
}

#[test]
fn a_long_path_needs_no_light_positions() {
    let n = 50_000u32;
    let edges: Vec<_> = (1..n).map(|v| (v, v - 1)).collect();
    let graph = Digraph::from_edges(n as usize, &edges).expect("fits");
    let game = Annihilation::of(&graph).expect("acyclic");
    assert_eq!(game.t(), 1);
    let position: Vec<u32> = (0..n).step_by(7).collect();
    let odd = position.iter().filter(|&&v| v % 2 == 1).count() as u64;
    assert_eq!(game.value(&position).finite(), Some(odd % 2));
}

#[test]
fn too_large_and_stopped_are_said() {
    let cycle = |n: u32| {
        let edges: Vec<_> = (0..n).map(|v| (v, (v + 1) % n)).collect();
        Digraph::<u32>::from_edges(n as usize, &edges).expect("fits")
    };
    let error = Annihilation::of(&cycle(2000)).expect_err("too large");
    assert!(matches!(
        error,
        AnnihilationError::TooLarge { vertices: 2000, .. }
    ));
    let meter = Meter::new().with_max_nodes(1000);
    let error = Annihilation::try_of(&cycle(30), &meter).expect_err("limited");
    assert_eq!(error, AnnihilationError::Stopped(StopReason::Nodes));
}

fn matter_outcomes(graph: &Csr, start: Particles) -> std::collections::HashMap<Particles, Label> {
    let game = MatterAntimatter::new(graph);
    outcomes([start], |at| game.collect_options(at, Player::Left))
}

/// Particles of one kind on the graph of Nim are Welter's coins.
#[test]
fn one_kind_of_matter_is_welter() {
    let n = 8u32;
    let edges: Vec<_> = (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    let nim = Csr::from_edges(n as usize, &edges).expect("small");
    for coins in 1..=4 {
        for position in Welter::new(n).positions(coins) {
            let start = Particles::new(position.iter().copied(), []);
            let label = matter_outcomes(&nim, start.clone())[&start];
            let expected = if Welter::value(&position) == 0 {
                Label::P
            } else {
                Label::N
            };
            assert_eq!(label, expected, "{position:?}");
        }
    }
}

/// Against a board written as one letter a vertex.
#[test]
fn matter_moves_by_the_rules() {
    let mut random = Random::new(17);
    for _ in 0..300 {
        let graph = random.digraph(5, 35);
        let board: Vec<char> = (0..5).map(|_| *random.pick(&['.', '-', '+'])).collect();
        let read = |board: &[char]| {
            let of = |kind| (0..5u32).filter(move |&v| board[v as usize] == kind);
            Particles::new(of('-'), of('+'))
        };
        let mut expected = Vec::new();
        for u in 0..5 {
            for &v in graph.successors(u as u32) {
                let v = v as usize;
                if board[u] == '.' || (board[v] == board[u] && u != v) {
                    continue;
                }
                let mut next = board.clone();
                next[u] = '.';
                next[v] = if board[v] == '.' || u == v {
                    board[u]
                } else {
                    '.'
                };
                expected.push(read(&next));
            }
        }
        let game = MatterAntimatter::new(graph.forward());
        let mut options = game.collect_options(&read(&board), Player::Left);
        expected.sort();
        options.sort();
        assert_eq!(options, expected);
    }
}
