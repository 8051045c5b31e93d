//! A certificate that the checker accepts is true: what it claims is computed again, by the solvers of
//! this crate or by the naive code. The fuzz target for certificates uses this file too.
#![allow(dead_code, reason = "every user has its own part of this")]

use serde::Deserialize;
use sidle_check::{
    annihilation, gamma,
    labelling::{self, Game},
    loopy::{self, Rule},
    naive::Forms,
    short::{self, Claim},
    tokens::{self, Outcome},
};
use sidle_core::Meter;
use sidle_graph::{
    Digraph, Threads,
    annihilation::Annihilation,
    bigraph::{Bigraph, Side, side_matrix, survival_matrix},
    gamma::{Gamma, LoopyNimber, Token, TokenMove, TokenSum},
    label::{AsymmetricEnds, Ends, Label, Mover, Value, try_label_asymmetric, try_label_symmetric},
};

/// Reads and checks a certificate; if it is accepted and of a kind known here, its claim must hold.
pub(crate) fn certificate(bytes: &[u8], meter: &Meter) {
    let Ok(verdict) = sidle_check::try_check_bytes(bytes, meter) else {
        return;
    };
    assert!(!verdict.to_string().is_empty());
    if !verdict.is_valid() {
        return;
    }
    match verdict.kind() {
        "labelling" => labels(&read(bytes)),
        "gamma" => {
            let gamma::Certificate { options, gamma, .. } = read(bytes);
            gamma_is(&digraph(&options), &gamma);
        }
        "tokens" => token_sum(&read(bytes)),
        "annihilation" => annihilation_game(&read(bytes)),
        "loopy-order" => order(&read(bytes)),
        "short-game" => short_game(&read(bytes)),
        _ => {}
    }
}

fn read<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> T {
    serde_json::from_slice(bytes).expect("the checker has read it")
}

fn digraph(options: &[Vec<u32>]) -> Digraph {
    let edges: Vec<(u32, u32)> = (0..)
        .zip(options)
        .flat_map(|(v, options)| options.iter().map(move |&w| (v, w)))
        .collect();
    Digraph::from_edges(options.len(), &edges).expect("the checker has seen the ends")
}

/// Are these the values of the generalized Sprague–Grundy function?
fn gamma_is(graph: &Digraph, claimed: &[gamma::Value]) -> Gamma {
    let found = Gamma::of(graph);
    for (v, claimed) in (0..).zip(claimed) {
        assert_eq!(claimed.finite(), found.finite(v), "vertex {v} of {graph:?}");
    }
    found
}

fn label(outcome: Outcome) -> Label {
    match outcome {
        Outcome::P => Label::P,
        Outcome::N => Label::N,
        Outcome::D => Label::D,
    }
}

/// The outcome of the position that a good move leads to.
fn after(outcome: Outcome) -> Option<Label> {
    match outcome {
        Outcome::P => None,
        Outcome::N => Some(Label::P),
        Outcome::D => Some(Label::D),
    }
}

fn token_sum(certificate: &tokens::Certificate) {
    let graphs: Vec<Digraph> = certificate
        .boards
        .iter()
        .map(|board| digraph(&board.options))
        .collect();
    let boards = graphs.iter().zip(&certificate.boards);
    let gammas: Vec<Gamma> = boards
        .map(|(graph, board)| gamma_is(graph, &board.gamma))
        .collect();
    let tokens = certificate.tokens.iter().map(|&(board, vertex)| Token {
        board: board as usize,
        vertex,
    });
    let boards = graphs.iter().map(Digraph::forward).zip(&gammas);
    let sum = TokenSum::new(boards, tokens);
    assert_eq!(sum.outcome(), label(certificate.outcome), "{certificate:?}");
    let claimed = match certificate.value.finite() {
        Some(value) => LoopyNimber::Finite(u64::from(value)),
        None => LoopyNimber::infinite(certificate.finite_options.iter().map(|&g| u64::from(g))),
    };
    assert_eq!(sum.value(), claimed, "{certificate:?}");
    let chosen = certificate.chosen.map(|(board, from, to)| {
        let board = board as usize;
        sum.outcome_after(TokenMove { board, from, to })
    });
    assert_eq!(chosen, after(certificate.outcome), "{certificate:?}");
}

fn annihilation_game(certificate: &annihilation::Certificate) {
    let graph = digraph(&certificate.options);
    let game = Annihilation::of(&graph).expect("small enough");
    let tokens = &certificate.tokens;
    let outcome = game.outcome(tokens);
    assert_eq!(outcome, label(certificate.outcome), "{certificate:?}");
    let chosen = certificate.chosen.map(|(from, to)| {
        let board = 0;
        game.outcome_after(tokens, TokenMove { board, from, to })
    });
    assert_eq!(chosen, after(certificate.outcome), "{certificate:?}");
}

fn value(claimed: labelling::Value) -> Value {
    match claimed {
        labelling::Value::W => Value::Win,
        labelling::Value::D => Value::Draw,
        labelling::Value::L => Value::Loss,
    }
}

fn labels(certificate: &labelling::Certificate) {
    let graph = digraph(&certificate.options);
    let meter = Meter::unlimited();
    match certificate.game {
        Game::Symmetric => {
            let mut ends = Ends::with_leaf(value(certificate.leaf[0]));
            for (v, values) in &certificate.ends {
                ends = ends.with_end(*v, value(values[0]));
            }
            let found = try_label_symmetric(&graph, &ends, Threads::ONE, &meter);
            let found = found.expect("no limit");
            claims_are(certificate, 0, |v| (found.value(v), found.distance(v)));
        }
        Game::Asymmetric => {
            let pair = |values: &[labelling::Value]| [value(values[0]), value(values[1])];
            let mut ends = AsymmetricEnds::with_leaf(pair(&certificate.leaf));
            for (v, values) in &certificate.ends {
                ends = ends.with_end(*v, pair(values));
            }
            let found = try_label_asymmetric(&graph, &ends, Threads::ONE, &meter);
            let found = found.expect("no limit");
            for (list, mover) in [Mover::Zero, Mover::One].into_iter().enumerate() {
                claims_are(certificate, list, |v| {
                    (found.value(v, mover), found.stamp(v, mover))
                });
            }
        }
    }
}

/// Are the values and ranks of one mover those that were found?
fn claims_are(
    certificate: &labelling::Certificate,
    list: usize,
    found: impl Fn(u32) -> (Value, Option<u64>),
) {
    for (v, letter) in (0..).zip(certificate.values[list].chars()) {
        let (value, rank) = found(v);
        let shown = match value {
            Value::Win => 'W',
            Value::Draw => 'D',
            Value::Loss => 'L',
        };
        let claimed = (letter, certificate.ranks[list][v as usize]);
        assert_eq!(
            claimed,
            (shown, rank),
            "vertex {v}, list {list}: {certificate:?}"
        );
    }
}

fn order(certificate: &loopy::Certificate) {
    let rows = certificate.graph.iter();
    let graph = Bigraph::from_rows(rows.map(|[left, right]| (&left[..], &right[..])));
    let meter = Meter::unlimited();
    let matrix = match certificate.rule {
        Rule::Survival => survival_matrix(&graph, &graph, &meter),
        Rule::Onside => side_matrix(&graph, &graph, Side::Onside, &meter),
        Rule::Offside => side_matrix(&graph, &graph, Side::Offside, &meter),
    };
    let le = matrix.expect("no limit").le(certificate.g, certificate.h);
    assert_eq!(le, certificate.le, "{certificate:?}");
}

fn short_game(certificate: &short::Certificate) {
    let mut forms = Forms::new();
    let mut positions = Vec::new();
    for short::Position(left, right) in &certificate.positions {
        let of = |options: &[u32]| -> Vec<_> {
            options.iter().map(|&at| positions[at as usize]).collect()
        };
        let form = forms.form(&of(left), &of(right));
        positions.push(form);
    }
    match certificate.claim {
        Claim::Relation {
            left,
            relation,
            right,
        } => {
            let (g, h) = (positions[left as usize], positions[right as usize]);
            let (le, ge) = (forms.le(g, h), forms.le(h, g));
            assert!(relation.holds(le, ge), "{certificate:?}");
        }
        Claim::CanonicalForm { form, of } => {
            let canonical = forms.canonical(positions[of as usize]);
            assert_eq!(positions[form as usize], canonical, "{certificate:?}");
        }
    }
}
