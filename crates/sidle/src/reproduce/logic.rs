//! Constraint logic, Hitori and sliding blocks: section 7 of the survey.

use super::Page;
use crate::{
    core::Meter,
    logic::{
        blocks::{self, Metric, Puzzle, component},
        compile::{to_hitori, to_sliding_blocks},
        decide::{Game, Options, decide, legal_configurations},
        gadget::{Behaviour, GadgetFile},
        graph::ConstraintGraph,
        hitori::{self, Board},
    },
};

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    table_1(page)?;
    instances(page)?;
    basis_vertices(page)?;
    figures(page)?;
    assembly(page)?;
    classics(page)
}

/// `yes in 3`, `draw`, …
fn answer(text: &str, game: Game, meter: &Meter) -> anyhow::Result<String> {
    let graph = ConstraintGraph::parse(text)?;
    let solution = decide(&graph, game, Options::default(), meter)?;
    if let Some(stop) = solution.stop {
        return Err(stop.into());
    }
    Ok(match solution.length {
        Some(length) => format!("{} in {length}", solution.answer),
        None => solution.answer.to_string(),
    })
}

const N1: &str = "0 1 2\n0 1 2\n1 0 2\ntarget 2\n";
const N3: &str = "4 7 1\n0 7 1\n0 3 1\n3 1 1\n1 4 1\n2 3 2\n7 2 2\n6 1 2\n5 0 2\n5 6 2\n2 4 2\n6 5 2\ntarget 8\n";
const N4: &str = "6 0 1\n6 4 1\n5 4 1\n5 2 1\n2 0 1\n3 4 2\n3 7 2\n1 6 2\n1 5 2\n7 2 2\n0 1 2\n7 3 2\ntarget 9\n";
const TWO: &str = "0 2 1 W\n0 2 1 W\n3 1 2 B\n1 0 2 B\n3 2 2 B\n1 3 2 W\ntarget W 5\ntarget B 2\n";
const DRAWN: &str =
    "2 0 1 W\n2 0 1 B\n1 3 2 B\n3 1 2 W\n3 2 2 B\n1 0 2 B\ntarget W 3\ntarget B 5\n";
/// White clears the way for his target, and Black cannot move.
const TEAMS: &str = "0 1 2 W\n0 1 2 B\n1 0 2 W\ntarget W 2\ntarget B 1\n";
/// A signal that travels along a path of wires.
const SIGNAL: &str = "a b 2\nc b 2\nd c 2\nlast 0\ntarget 2\nmin a 0\nmin d 0\n";

fn table_1(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let rows = [
        (
            "bounded, no player: a signal runs along wires",
            SIGNAL,
            Game::BoundedDeterministic,
            "yes in 2",
        ),
        (
            "unbounded, no player: the same signal",
            SIGNAL,
            Game::Deterministic,
            "yes in 2",
        ),
        ("bounded, one player", N1, Game::BoundedNcl, "yes in 2"),
        ("unbounded, one player", N3, Game::Ncl, "yes in 9"),
        ("bounded, two players", TWO, Game::BoundedTwo, "black"),
        ("unbounded, two players", TWO, Game::Two, "white"),
        (
            "bounded, teams of one who see everything",
            TEAMS,
            Game::BoundedTeam,
            "white",
        ),
        (
            "unbounded, teams, to a horizon of 8 turns only (the cell is undecidable)",
            TEAMS,
            Game::Team,
            "white",
        ),
    ];
    for (name, text, game, expected) in rows {
        page.equal(name, "Table 1", expected, || {
            let found = answer(text, game, meter)?;
            // The winner is what the notes state; lengths are stated for one player only.
            Ok(match expected.split_once(" in ") {
                Some(_) => found,
                None => found.split(' ').next().unwrap_or_default().to_owned(),
            })
        })?;
    }
    Ok(())
}

fn instances(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    page.equal(
        "legal configurations of three blue edges between two vertices",
        "Section 7.1",
        6,
        || Ok(legal_configurations(&ConstraintGraph::parse(N1)?).count()),
    )?;
    let rows = [
        (
            "an instance that needs an edge twice: bounded",
            N3,
            Game::BoundedNcl,
            "no",
        ),
        (
            "a shortest solution of 11 moves",
            N4,
            Game::Ncl,
            "yes in 11",
        ),
        (
            "two players who cannot win: unbounded",
            DRAWN,
            Game::Two,
            "draw",
        ),
    ];
    for (name, text, game, expected) in rows {
        page.equal(name, "Section 7.2", expected, || answer(text, game, meter))?;
    }
    page.equal(
        "the same two players, each edge once",
        "Section 7.3",
        "white",
        || {
            let found = answer(DRAWN, Game::BoundedTwo, meter)?;
            Ok(found.split(' ').next().unwrap_or_default().to_owned())
        },
    )
}

/// The basis vertices of the figures are recognised by their edges, weights, owners and initial directions.
fn basis_vertices(page: &mut Page<'_>) -> anyhow::Result<()> {
    let rows = [
        (
            "the basis vertices of bounded NCL",
            "Figure 26",
            "a v 1\nb v 1\nv c 2\n",
            "FANOUT",
        ),
        (
            "the basis vertices of bounded NCL",
            "Figure 26",
            "v a 1\nv b 1\nc v 2\n",
            "AND",
        ),
        (
            "the basis vertices of bounded NCL",
            "Figure 26",
            "v a 2\nv b 2\nc v 2\n",
            "OR",
        ),
        (
            "the basis vertices of bounded NCL",
            "Figure 26",
            "a v 1\nb v 1\nv c 1\n",
            "CHOICE",
        ),
        (
            "the vertex for both players of bounded 2CL",
            "Figure 32",
            "a v 1 W\nb v 1 B\nmin v 1\n",
            "VARIABLE",
        ),
        (
            "an OR vertex of one player of 2CL",
            "Figure 33",
            "v a 2 W\nv b 2 W\nc v 2 W\n",
            "OR",
        ),
        (
            "an AND vertex of both players of 2CL",
            "Figure 33",
            "v a 1 W\nv b 1 B\nc v 2 W\n",
            "AND",
        ),
    ];
    for (name, place, text, kind) in rows {
        page.equal(format!("{name}: {kind}"), place, kind, || {
            let graph = ConstraintGraph::parse(text)?;
            let vertex = graph
                .vertices()
                .iter()
                .position(|vertex| vertex.name == "v");
            Ok(vertex.map_or_else(String::new, |v| graph.kind(v).to_string()))
        })?;
    }
    Ok(())
}

/// Whole graphs put together of gadgets: the puzzles have the answers of the graphs.
fn assembly(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    // Two OR vertices; and two AND vertices whose blue edge is locked.
    let free = "0 1 2\n0 1 2\n1 0 2\ntarget 2\n";
    let locked = "0 1 2\n1 0 1\n1 0 1\ntarget 0\n";
    for (name, text) in [("two OR vertices", free), ("two AND vertices", locked)] {
        let graph = ConstraintGraph::parse(text)?;
        let expected = answer(text, Game::Ncl, meter)?.starts_with("yes");
        page.equal(
            format!("{name} as a sliding-block puzzle: solvable as the graph is"),
            "Figure 31",
            expected,
            || {
                let puzzle = Puzzle::parse(&to_sliding_blocks(&graph)?)?;
                let solution = blocks::solve(&puzzle, blocks::Options::default(), meter)?;
                if let Some(stop) = solution.stop {
                    return Err(stop.into());
                }
                Ok(solution.length.is_some())
            },
        )?;
        let expected = answer(text, Game::Satisfy, meter)?.starts_with("yes");
        page.equal(
            format!("{name} as a Hitori board: solvable as the graph is satisfiable"),
            "Section 7.2.1",
            expected,
            || {
                let board = Board::parse(&to_hitori(&graph)?)?;
                Ok(hitori::is_satisfiable(&board, meter)?.is_some())
            },
        )?;
    }
    Ok(())
}

fn figures(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let and = "graph\na v 1\nb v 1\nv c 2\nmin a 0\nmin b 0\nmin c 0\nport a 0 a\nport b 1 b\nport c 2 c\n";
    let or = and.replace(" 1\n", " 2\n");
    let rows = [
        ("an AND vertex", "Figure 25", and.to_owned(), "and"),
        ("an OR vertex", "Figure 25", or, "or"),
        ("a wire of Hitori", "Figure 28", "hitori\n1 2 3 4 5 6\na a b b c c\n7 8 9 10 11 12\nport l 1 0\nport r 1 5\n".to_owned(), "wire"),
        (
            "a turn of Hitori",
            "Figure 28",
            "hitori\n1 2 3 4 5 6 7 8\n9 b b c c d d 10\n11 a 12 13 14 15 16 17\n18 a 19 20 21 22 23 24\n25 26 27 28 29 30 31 32\nport a 3 1\nport d 1 6\n".to_owned(),
            "turn",
        ),
        (
            "an AND of Hitori",
            "Figure 28",
            "hitori\n1 2 3 4 5\n6 7 c 8 9\n10 a c b 11\n12 a 13 b 14\n15 16 17 18 19\nport a 3 1\nport b 3 3\nport c 1 2\n".to_owned(),
            "and",
        ),
        (
            "an OR of Hitori",
            "Figure 28",
            "hitori\n1 2 c 3 4\n5 6 c 7 8\na a e b b\n9 10 d 11 12\n13 14 d 15 16\n17 18 d 19 20\nport a 2 0\nport b 2 4\nport c 0 2\n"
                .to_owned(),
            "or",
        ),
        (
            "an AND of sliding blocks, of our own design",
            "Figure 30",
            "blocks\n%%T%%\n%%T%%\n%HH%%\n%..%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n".to_owned(),
            "and",
        ),
        (
            "an OR of sliding blocks, of our own design",
            "Figure 30",
            "blocks\n%A%C%%\n%A%C%%\n%.u.%%\n%%vBB%\nport A A D\nport B B L\nport C C D\n".to_owned(),
            "or",
        ),
    ];
    for (name, place, text, behaviour) in rows {
        page.equal(name, place, "yes", || {
            let report = GadgetFile::parse(&text)?.check(&Behaviour::named(behaviour)?, meter)?;
            Ok(report.discrepancy.unwrap_or_else(|| "yes".to_owned()))
        })?;
    }
    page.equal(
        "three equal labels in a corner: a Hitori board without a solution",
        "Section 7.2.1",
        0,
        || {
            let outcome = hitori::solve(&Board::parse("111\n111\n111\n")?, meter)?;
            Ok(outcome.examples.len())
        },
    )
}

fn classics(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let dad = "AABB\nAACC\nde..\nFGHH\nFGII\ngoal\n....\n....\n....\nAA..\nAA..\n";
    let length = |text: &str, metric: Metric| -> anyhow::Result<u64> {
        let options = blocks::Options {
            metric,
            ..blocks::Options::default()
        };
        let solution = blocks::solve(&Puzzle::parse(text)?, options, meter)?;
        if let Some(stop) = solution.stop {
            return Err(stop.into());
        }
        Ok(solution.length.unwrap_or(0))
    };
    page.equal(
        "Dad's Puzzle: the large square to the bottom left",
        "Figure 29",
        59,
        || length(dad, Metric::Finger),
    )?;
    page.equal(
        "states of Dad's Puzzle, equal pieces merged",
        "Figure 29",
        1398,
        || Ok(component(&Puzzle::parse(dad)?, blocks::Options::default(), meter)?.states),
    )?;
    page.equal(
        "Rush Hour: the hardest 6×6 board, in moves",
        "Section 7.2.2",
        51,
        || length("BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.", Metric::Straight),
    )
}
