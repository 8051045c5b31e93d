//! Are the claims of a certificate true? Decided from the rules of play alone, position by position.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value as Json;
use sidle_check::{annihilation, gamma, tokens};
use sidle_graph::label::Label;

use crate::reference::outcomes;

type Rows = Vec<Vec<u32>>;

/// What is false in a certificate that can be read.
pub(crate) fn judge(bytes: &[u8]) -> Result<(), String> {
    let document: Json = serde_json::from_slice(bytes).expect("JSON");
    match document["kind"].as_str() {
        Some("gamma") => judge_gamma(&serde_json::from_value(document).expect("readable")),
        Some("tokens") => judge_tokens(&serde_json::from_value(document).expect("readable")),
        _ => judge_annihilation(&serde_json::from_value(document).expect("readable")),
    }
}

fn ensure(condition: bool, complaint: impl FnOnce() -> String) -> Result<(), String> {
    condition.then_some(()).ok_or_else(complaint)
}

/// γ(u) = k exactly if u and a heap of k are lost for the mover; no k at all means ∞.
fn judge_gamma(certificate: &gamma::Certificate) -> Result<(), String> {
    let boards = [certificate.options.clone()];
    for (u, value) in certificate.gamma.iter().enumerate() {
        let found = value_of(&boards, &[(0, u as u32)]);
        ensure(value.finite() == found, || format!("γ({u}) is {found:?}"))?;
    }
    Ok(())
}

/// Tokens, sorted, and a heap.
type State = (Vec<(u32, u32)>, u32);

fn moves(boards: &[Rows], tokens: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
    let mut all = Vec::new();
    for (place, &(board, u)) in tokens.iter().enumerate() {
        for &v in &boards[board as usize][u as usize] {
            let mut next = tokens.to_vec();
            next[place].1 = v;
            next.sort_unstable();
            all.push(next);
        }
    }
    all
}

/// Outcomes of tokens with a heap of at most `most`.
fn with_heaps(boards: &[Rows], tokens: &[(u32, u32)], most: u32) -> HashMap<State, Label> {
    let mut start = tokens.to_vec();
    start.sort_unstable();
    outcomes([(start, most)], |(tokens, heap)| {
        let moved = moves(boards, tokens).into_iter();
        let moved = moved.map(|tokens| (tokens, *heap));
        let fewer = (0..*heap).map(|fewer| (tokens.clone(), fewer));
        moved.chain(fewer).collect()
    })
}

/// No value is larger: a token has fewer values than its vertex has options, and nim-sums stay below the next
/// power of two.
fn most_value(boards: &[Rows]) -> u32 {
    let rows = boards.iter().flatten();
    let most = rows.map(|row| row.iter().collect::<BTreeSet<_>>().len());
    (most.max().unwrap_or(0) as u32 + 1).next_power_of_two()
}

/// The finite value of tokens, or nothing.
fn value_of(boards: &[Rows], tokens: &[(u32, u32)]) -> Option<u32> {
    let most = most_value(boards);
    let table = with_heaps(boards, tokens, most);
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    (0..=most).find(|&heap| table[&(tokens.clone(), heap)] == Label::P)
}

fn same(outcome: tokens::Outcome, label: Label) -> bool {
    format!("{outcome:?}") == label.to_string()
}

fn judge_tokens(certificate: &tokens::Certificate) -> Result<(), String> {
    let boards: Vec<Rows> = certificate
        .boards
        .iter()
        .map(|board| board.options.clone())
        .collect();
    for board in &certificate.boards {
        for (u, value) in board.gamma.iter().enumerate() {
            let found = value_of(std::slice::from_ref(&board.options), &[(0, u as u32)]);
            ensure(value.finite() == found, || format!("γ({u}) is {found:?}"))?;
        }
    }
    let mut tokens = certificate.tokens.clone();
    tokens.sort_unstable();
    let value = value_of(&boards, &tokens);
    ensure(certificate.value.finite() == value, || {
        format!("the value is {value:?}")
    })?;
    let mut set = BTreeSet::new();
    if value.is_none() {
        let options = moves(&boards, &tokens);
        set = options
            .iter()
            .filter_map(|option| value_of(&boards, option))
            .collect();
    }
    ensure(certificate.finite_options.iter().eq(&set), || {
        format!("the options are {set:?}")
    })?;
    let table = with_heaps(&boards, &tokens, 0);
    let label = table[&(tokens.clone(), 0)];
    ensure(same(certificate.outcome, label), || {
        format!("the outcome is {label}")
    })?;
    let Some((board, from, to)) = certificate.chosen else {
        return ensure(label == Label::P, || "there is a move".to_owned());
    };
    let place = tokens.iter().position(|&token| token == (board, from));
    let place = place.ok_or("no token moves")?;
    let edge = boards[board as usize][from as usize].contains(&to);
    ensure(edge, || "no edge".to_owned())?;
    tokens[place].1 = to;
    tokens.sort_unstable();
    let after = table[&(tokens, 0)];
    ensure(keeps(label, after), || format!("the move leads to {after}"))
}

fn keeps(label: Label, after: Label) -> bool {
    matches!((label, after), (Label::N, Label::P) | (Label::D, Label::D))
}

fn judge_annihilation(certificate: &annihilation::Certificate) -> Result<(), String> {
    let start: BTreeSet<u32> = certificate.tokens.iter().copied().collect();
    let after = |tokens: &BTreeSet<u32>, from: u32, to: u32| {
        let mut next = tokens.clone();
        next.remove(&from);
        if !next.remove(&to) {
            next.insert(to);
        }
        next
    };
    let table = outcomes([start.clone()], |tokens| {
        let options = |&from: &u32| {
            let targets = certificate.options[from as usize].iter();
            targets.map(move |&to| (from, to))
        };
        let moves = tokens.iter().flat_map(options);
        moves.map(|(from, to)| after(tokens, from, to)).collect()
    });
    let label = table[&start];
    ensure(same(certificate.outcome, label), || {
        format!("the outcome is {label}")
    })?;
    let Some((from, to)) = certificate.chosen else {
        return ensure(label == Label::P, || "there is a move".to_owned());
    };
    let legal = start.contains(&from) && certificate.options[from as usize].contains(&to);
    ensure(legal, || "no such move".to_owned())?;
    let next = table[&after(&start, from, to)];
    ensure(keeps(label, next), || format!("the move leads to {next}"))
}

/// Conditions A, B and C of the kind `gamma`, and that the lists fit, in the plainest form.
pub(crate) fn conditions(certificate: &gamma::Certificate) -> bool {
    let gamma::Certificate {
        vertices,
        options,
        gamma,
        counters,
        ..
    } = certificate;
    let n = vertices.len();
    let names: BTreeSet<&String> = vertices.iter().collect();
    let fit = [names.len(), options.len(), gamma.len(), counters.len()] == [n; 4];
    if !fit || options.iter().flatten().any(|&v| v as usize >= n) {
        return false;
    }
    let finite = |v: u32| gamma[v as usize].finite();
    let known = |v: u32| -> BTreeSet<u32> {
        let options = options[v as usize].iter();
        options.filter_map(|&w| finite(w)).collect()
    };
    let mex = |set: BTreeSet<u32>| (0..).find(|k| !set.contains(k)).expect("a finite set");
    let reverts = |v: u32, value: u32, counter: u64| {
        let mut options = options[v as usize].iter();
        options
            .any(|&w| finite(w) == Some(value) && counters[w as usize].is_some_and(|c| c < counter))
    };
    (0..n as u32).all(|u| match (finite(u), counters[u as usize]) {
        (Some(value), Some(counter)) => {
            let mut options = options[u as usize].iter();
            value == mex(known(u))
                && options.all(|&v| {
                    finite(v).is_some_and(|other| other <= value) || reverts(v, value, counter)
                })
        }
        (None, None) => {
            let mut options = options[u as usize].iter();
            let free = mex(known(u));
            options.any(|&v| finite(v).is_none() && !known(v).contains(&free))
        }
        _ => false,
    })
}
