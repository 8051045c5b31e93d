//! Scoring, Doug and Craig: sections 2 and 3 of the survey.

use crate::graph::{
    Digraph,
    classics::scoring,
    gamma::{Gamma, TokenSum},
    label::label_symmetric,
};

use super::{Page, boards::Solved};

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    scores(page)?;
    doug(page)?;
    figure_8(page)?;
    craig(page)
}

fn scores(page: &mut Page<'_>) -> anyhow::Result<()> {
    let graph = Digraph::<u32>::new(scoring(8, 3));
    let gamma = Gamma::of(&graph);
    page.equal(
        "g on Scoring with steps up to 3, scores 0 to 8",
        "Figure 5",
        "0 1 2 3 0 1 2 3 0",
        || {
            let values = graph.vertices().filter_map(|v| gamma.finite(v));
            Ok(values
                .map(|value| value.to_string())
                .collect::<Vec<_>>()
                .join(" "))
        },
    )?;
    page.equal(
        "scores 5, 6, 7 and 8: 1 + 2 + 3 + 0, every move loses",
        "Section 2",
        "0 P",
        || {
            let tokens = [5, 6, 7, 8].map(|score| (0, score));
            let sum = TokenSum::new([(graph.forward(), &gamma)], tokens);
            Ok(format!("{} {}", sum.value(), sum.outcome()))
        },
    )?;
    page.equal(
        "P-positions of Scoring up to 1,000 are the multiples of t + 1, for t = 1 to 9",
        "Section 2",
        "9 of 9",
        || {
            let holds = |t: &u32| {
                let gamma = Gamma::of(&Digraph::<u32>::new(scoring(1000, *t as usize)));
                (0..=1000).all(|score| gamma.finite(score) == Some(score % (t + 1)))
            };
            Ok(format!("{} of 9", (1..=9).filter(holds).count()))
        },
    )
}

fn doug(page: &mut Page<'_>) -> anyhow::Result<()> {
    let doug = Solved::new("doug")?;
    page.equal(
        "Doug: 2 + 3 + 3 + 4 (a digraph with the values of the figure)",
        "Figure 6",
        "6 N",
        || doug.judged(doug.tokens),
    )?;
    page.equal(
        "Doug: the unique winning move, from 4 to 2",
        "Section 2",
        "e -> c",
        || Ok(doug.named(&doug.sum(doug.tokens)?.winning_moves())),
    )
}

fn figure_8(page: &mut Page<'_>) -> anyhow::Result<()> {
    let board = Solved::new("fig8")?;
    page.equal(
        "labels",
        "Figure 8",
        "1:D 2:D 3:P 4:N 5:P 6:P 7:N 8:D 9:D 10:P 11:N 12:N",
        || {
            let labels = label_symmetric(&board.board.graph);
            let vertices = board.board.graph.vertices();
            let labels = vertices.map(|v| format!("{}:{}", board.board.name(v), labels.label(v)));
            Ok(labels.collect::<Vec<_>>().join(" "))
        },
    )?;
    page.equal(
        "γ",
        "Figure 8",
        "1:inf{} 2:inf{} 3:0 4:1 5:0 6:0 7:1 8:inf{1} 9:inf{} 10:0 11:inf{0} 12:inf{0}",
        || Ok(board.values()),
    )?;
    let sums: [(&[&str], &str); 7] = [
        (&["4", "8"], "inf{0} N"),
        (&["11"], "inf{0} N"),
        (&["12"], "inf{0} N"),
        (&["11", "12"], "inf{} D"),
        (&["8", "12"], "inf{} D"),
        (&["7", "12"], "inf{1} D"),
        (&["4", "7"], "0 P"),
    ];
    for (tokens, expected) in sums {
        let claim = format!("tokens on {}", tokens.join(" and "));
        page.equal(claim, "Section 3", expected, || board.judged(tokens))?;
    }
    page.equal(
        "tokens on 4 and 8: the winning move",
        "Section 3",
        "8 -> 7",
        || Ok(board.named(&board.sum(&["4", "8"])?.winning_moves())),
    )
}

fn craig(page: &mut Page<'_>) -> anyhow::Result<()> {
    let craig = Solved::new("craig")?;
    page.equal(
        "Craig: 0 + 1 + 2 + inf{2,3} (a digraph with the values of the figure)",
        "Figure 9",
        "inf{0,1} N",
        || craig.judged(craig.tokens),
    )?;
    page.equal(
        "Craig: the unique winning move, from inf{2,3} to 3",
        "Section 3",
        "0 -> 4",
        || Ok(craig.named(&craig.sum(craig.tokens)?.winning_moves())),
    )
}
