//! Beating Anne: section 4 of the survey.

use std::collections::BTreeMap;

use crate::graph::{
    annihilation::{Annihilation, Winner},
    gamma::LoopyNimber,
    label::Label,
};

use super::{Page, boards::Solved};

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    figure_12(page)?;
    figure_14(page, "fig14a", "2", ["z0", "z2"], "2 N", [5, 6, 7, 6, 7])?;
    figure_14(
        page,
        "fig14b",
        "1",
        ["y0", "y2"],
        "inf{0,1} N",
        [3, 5, 4, 5, 4],
    )?;
    anne(page)
}

fn figure_12(page: &mut Page<'_>) -> anyhow::Result<()> {
    let four = Solved::new("fig12a")?;
    let game = Annihilation::of(&four.board.graph)?;
    page.equal("(a) z1, z3 with annihilation", "Figure 12", "0 P", || {
        four.annihilated(&game, &["z1", "z3"])
    })?;
    page.equal(
        "(a) z1, z3 without annihilation",
        "Figure 12",
        "inf{} D",
        || four.judged(&["z1", "z3"]),
    )?;
    let five = Solved::new("fig12b")?;
    let game = Annihilation::of(&five.board.graph)?;
    page.equal("(b) z1, z2", "Figure 12", "inf{0} N", || {
        five.annihilated(&game, &["z1", "z2"])
    })?;
    page.equal("(b) z1, z3", "Figure 12", "inf{} D", || {
        five.annihilated(&game, &["z1", "z3"])
    })
}

/// t, the value of the pair in the text, and that the printed σ is one: linear by construction, equal to
/// γ where γ is finite, at least 2^t elsewhere.
fn figure_14(
    page: &mut Page<'_>,
    name: &str,
    t: &str,
    pair: [&str; 2],
    value: &str,
    printed: [u64; 5],
) -> anyhow::Result<()> {
    let solved = Solved::new(name)?;
    let game = Annihilation::of(&solved.board.graph)?;
    page.equal(format!("{name}: t"), "Figure 14", t, || Ok(game.t()))?;
    page.equal(
        format!("{name}: value of {}", pair.join(", ")),
        "Section 4",
        value,
        || solved.annihilated(&game, &pair),
    )?;
    page.equal(
        format!("{name}: the printed sigma {printed:?} fits all positions"),
        "Figure 14",
        "32 of 32",
        || {
            let fits = |bits: &u32| {
                let position: Vec<u32> = (0..5).filter(|v| bits >> v & 1 == 1).collect();
                let sigma = position.iter().fold(0, |sum, &v| sum ^ printed[v as usize]);
                match game.value(&position).finite() {
                    Some(value) => sigma == value,
                    None => sigma >= 1 << game.t(),
                }
            };
            Ok(format!("{} of 32", (0..32).filter(fits).count()))
        },
    )
}

fn anne(page: &mut Page<'_>) -> anyhow::Result<()> {
    let anne = Solved::new("anne")?;
    let game = Annihilation::of(&anne.board.graph)?;
    let mut position = anne.vertices(anne.tokens)?;
    position.sort_unstable();
    let twice = [("z", "0 P"), ("y", "inf{} D")];
    for (kind, expected) in twice {
        let names = ["0a", "2a", "0b", "2b"].map(|place| format!("{kind}{place}"));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let claim = format!("{kind}0, {kind}2 on two components");
        page.equal(claim, "Section 4", expected, || {
            anne.annihilated(&game, &names)
        })?;
    }
    page.equal(
        "Anne with twelve tokens (one choice that has the printed values)",
        "Figure 15",
        "inf{0,1} N",
        || anne.annihilated(&game, anne.tokens),
    )?;
    page.equal(
        "Anne: the unique winning move",
        "Section 4",
        "y0a -> y2a",
        || Ok(anne.named(&game.winning_moves(&position))),
    )?;
    page.equal(
        "Anne: all positions by outcome (counted by values of components)",
        "Figure 11 (the totals are not printed there)",
        "P 65536, N 458752, D 33030144",
        totals,
    )?;
    page.equal(
        "Anne: the win is brought home against every first reply",
        "Section 4",
        "all won",
        || {
            let chosen = game.winning_moves(&position)[0];
            let start = game.after(&position, chosen);
            let lost = game
                .moves(&start)
                .into_iter()
                .filter(|&attack| !wins(&game, &start, attack));
            Ok(match lost.count() {
                0 => "all won".to_owned(),
                count => format!("{count} not won"),
            })
        },
    )
}

/// Plays the winner's strategy against an opponent who begins with `attack` and then takes turns among
/// his moves.
fn wins(game: &Annihilation<'_>, start: &[u32], attack: crate::graph::gamma::TokenMove) -> bool {
    let Some(mut winner) = Winner::new(game, start) else {
        return false;
    };
    let mut attack = attack;
    for turn in 1.. {
        if winner.reply(attack).is_none() {
            return false;
        }
        let moves = game.moves(winner.position());
        if moves.is_empty() {
            break;
        }
        attack = moves[turn % moves.len()];
    }
    true
}

/// All 2²⁵ positions of the five components by outcome: values add, so counts of values convolve.
fn totals() -> anyhow::Result<String> {
    let mut counts =
        BTreeMap::from([(key(&LoopyNimber::Finite(0)), (LoopyNimber::Finite(0), 1u64))]);
    for name in ["fig14a", "fig14a", "fig14a", "fig14b", "fig14b"] {
        let solved = Solved::new(name)?;
        let game = Annihilation::of(&solved.board.graph)?;
        let mut next = BTreeMap::new();
        for bits in 0..32u32 {
            let position: Vec<u32> = (0..5).filter(|v| bits >> v & 1 == 1).collect();
            let value = game.value(&position);
            for (other, count) in counts.values() {
                let sum = value.clone() + other.clone();
                next.entry(key(&sum)).or_insert((sum, 0)).1 += count;
            }
        }
        counts = next;
    }
    let total = |label: Label| -> u64 {
        let of = counts
            .values()
            .filter(|(value, _)| value.outcome() == label);
        of.map(|(_, count)| count).sum()
    };
    Ok(format!(
        "P {}, N {}, D {}",
        total(Label::P),
        total(Label::N),
        total(Label::D)
    ))
}

fn key(value: &LoopyNimber) -> String {
    value.to_string()
}
