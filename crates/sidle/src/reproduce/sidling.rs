//! Sidling: the first figure, single kos, the two kos of Table 1, and the triple ko.

use crate::{
    core::{Meter, Player},
    graph::bigraph::{BigraphFile, read_bigraph},
    lang::Session,
    values::{
        loopy::{LoopyGraph, LoopyValue, MoveSet, SideForm, Sidling, Start},
        notation::Style,
    },
};
use anyhow::{anyhow, bail};

use super::Page;

const FIGURE_1: &str = r#"
a L "0"
a L b @M
b L "0"
b R a @M
"#;

/// The central component of Figure 6. The ko-banned moves are Left's only.
const TWO_KOS: &str = r#"
A
B
C
D
E
F
G
H
A L "{9|7}"
A L B @live
A R "8"
B L "9"
B R C @live
C L "{9|1}"
C L F @banned
C R "2"
C R D @live
D L A @live
D L G @banned
D R "{8|0}"
D R "{2|0}"
E L "{9|7}"
E L B @banned
E R "8"
E R H @live
F L "9"
F R E @live
G L "{9|1}"
G L F @live
G R "2"
H L G @live
H L A @banned
H R "{8|0}"
H R "{2|0}"
"#;

/// Table 1, the values at A to H.
const TABLE_1: [(&str, &str); 10] = [
    ("K_11", "{on|8} 10 1 {on||2|0} 7 10 {on|2} {on||2|0}"),
    ("K_12", "{10|8} {9|1} 1 {on|8||2|0} 7 {9|7} {10|2} 2"),
    ("K_13", "7 {9|1} 1 {10|8||2|0} {9|7||2} {9|7} {9|7||2} 2"),
    ("K_14", "7 {9|1} 1 {7||2|0} {9|7||2} {9|7} {9|7||2} 2"),
    ("K_15", "7 {9|1} 1 {7||2|0} {9|7||2} {9|7} {9|7||2} 2"),
    ("K_21", "{on|8} 10 {9|7||2} {on||2|0} 7 10 {on|2} {on||2|0}"),
    (
        "K_22",
        "{10|8} {9|7} {9|7||2} {on|8||2|0} 7 {9|7} {10|2} {7||2|0}",
    ),
    (
        "K_23",
        "7 {9|7} {9|7||2} {10|8||2|0} 7 {9|7} {9|7||2} {7||2|0}",
    ),
    (
        "K_24",
        "7 {9|7} {9|7||2} {7||2|0} 7 {9|7} {9|7||2} {7||2|0}",
    ),
    (
        "K_25",
        "7 {9|7} {9|7||2} {7||2|0} 7 {9|7} {9|7||2} {7||2|0}",
    ),
];

/// A game of a text, with the session that holds its exits.
struct Played {
    session: Session,
    file: BigraphFile,
    graph: LoopyGraph,
}

impl Played {
    fn new(text: &str) -> anyhow::Result<Played> {
        let file = read_bigraph(text.trim_start().as_bytes(), &Meter::unlimited())?;
        let mut session = Session::new();
        let mut graph = LoopyGraph::new(file.graph.clone());
        for (i, exit) in file.exits.iter().enumerate() {
            let value = session.game(&exit.text, &Meter::unlimited())?;
            graph = graph.with_exit((file.names.len() + i) as u32, value.into());
        }
        Ok(Played {
            session,
            file,
            graph,
        })
    }

    fn set(&self, name: &str, start: Start) -> anyhow::Result<MoveSet> {
        let Some(set) = self.file.sets.iter().find(|set| set.name == name) else {
            bail!("no set {name}");
        };
        let moves = set.edges.clone();
        Ok(MoveSet { moves, start })
    }

    /// Whether two rows of values in notation are equal, entry by entry, for the calculator.
    fn same_values(&mut self, one: &str, other: &str) -> anyhow::Result<bool> {
        let (one, other): (Vec<&str>, Vec<&str>) =
            (one.split(' ').collect(), other.split(' ').collect());
        let mut same = one.len() == other.len();
        for (a, b) in one.into_iter().zip(other) {
            let question = format!("({a}) == ({b})");
            let answers = self.session.evaluate(&question, &Meter::unlimited())?;
            same &= answers.last().and_then(|answer| answer.as_bool()) == Some(true);
        }
        Ok(same)
    }

    /// All approximations of the named vertices until a fixed point.
    fn trace(&self, sets: Vec<MoveSet>, meter: &Meter) -> anyhow::Result<Vec<String>> {
        let mut sidling = Sidling::new(self.session.store().loopy(), &self.graph, sets)?;
        let mut rows = Vec::new();
        while !sidling.is_finished() {
            let approximation = sidling.step(meter)?;
            rows.push(self.row(&approximation.values)?);
        }
        Ok(rows)
    }

    fn row(&self, values: &[SideForm]) -> anyhow::Result<String> {
        let named = values.iter().take(self.file.names.len());
        let texts: anyhow::Result<Vec<String>> = named.map(|&form| self.form(form)).collect();
        Ok(texts?.join(" "))
    }

    fn form(&self, form: SideForm) -> anyhow::Result<String> {
        Ok(self
            .session
            .store()
            .text(form, Style::Plain, Meter::none())?)
    }

    fn value(&self, vertex: &str) -> anyhow::Result<LoopyValue> {
        let v = self
            .file
            .vertex(vertex)
            .ok_or_else(|| anyhow!("no {vertex}"))?;
        Ok(self.session.store().loopy().graph_value(&self.graph, v))
    }
}

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    figure_1(page)?;
    single_kos(page)?;
    two_kos(page)?;
    triple_kos(page)
}

fn figure_1(page: &mut Page<'_>) -> anyhow::Result<()> {
    let game = Played::new(FIGURE_1)?;
    let meter = page.meter();
    for (start, claim, expected) in [
        (Start::On, "the game of Figure 1 from on", "on 1; 2 1; 2 1"),
        (
            Start::Off,
            "the game of Figure 1 from off",
            "1 {0|off}; 1 1/2; 1 1/2",
        ),
    ] {
        page.equal(claim, "Figure 2", expected, || {
            Ok(game.trace(vec![game.set("M", start)?], meter)?.join("; "))
        })?;
    }
    Ok(())
}

/// A single k-point ko: A is the position in which Left can fill, B that in which Right can; a state
/// that was reached from the other is ko-banned there for the player who would move back, unless
/// `free` may ignore the ban.
fn single_ko(k: u32, free: Option<Player>) -> String {
    let mut text = format!("A L \"{k}\"\nA R B'\nB L A'\nB R \"0\"\nA' L \"{k}\"\nB' R \"0\"\n");
    match free {
        Some(Player::Left) => text += "B' L A'\n",
        Some(Player::Right) => text += "A' R B'\n",
        None => {}
    }
    text
}

fn single_kos(page: &mut Page<'_>) -> anyhow::Result<()> {
    for k in [1, 7] {
        for (vertex, expected) in [
            ("A", format!("{}", k + 1)),
            ("B", format!("{{{}|0}}", k + 1)),
        ] {
            let claim = format!("φ_L of a {k}-point ko, started at {vertex}");
            page.by_command(format!(
                "sidle go ko --points {k} --state {vertex} --game phi-left"
            ));
            page.equal(claim, "Figures 4 and 6", expected, || {
                let game = Played::new(&single_ko(k, Some(Player::Left)))?;
                game.form(game.value(vertex)?.onside())
            })?;
        }
    }
    let claim = "φ of a one-point ko, started at A, where Right moving first wins";
    page.by_command("sidle go ko --points 1 --state A --game phi");
    page.equal(claim, "§4", "+-1", || {
        let game = Played::new(&single_ko(1, None))?;
        game.form(game.value("A")?.onside())
    })
}

fn two_kos(page: &mut Page<'_>) -> anyhow::Result<()> {
    let mut game = Played::new(TWO_KOS)?;
    let banned = game.set("banned", Start::Off)?;
    let from_on = vec![banned.clone(), game.set("live", Start::On)?];
    let from_off = vec![banned, game.set("live", Start::Off)?];
    let rows = game.trace(from_on, page.meter())?;
    // The third round of the table repeats the second.
    let again = TABLE_1[5..]
        .iter()
        .zip(["K_31", "K_32", "K_33", "K_34", "K_35"]);
    let table = TABLE_1
        .into_iter()
        .chain(again.map(|(&(_, row), name)| (name, row)));
    for (i, (name, expected)) in table.enumerate() {
        let claim = format!("a one-point and a seven-point ko, {name} at A to H");
        page.holds(claim, "Table 1", expected, || {
            let row = rows.get(i).cloned().unwrap_or_default();
            let same = game.same_values(&row, expected)?;
            Ok((row, same))
        })?;
    }
    let meter = page.meter();
    let claim = "the offsides of the two kos at A to H, sidled from off";
    let expected = TABLE_1[9].1;
    page.holds(claim, "§5", expected, || {
        let row = game.trace(from_off, meter)?.pop().unwrap_or_default();
        let same = game.same_values(&row, expected)?;
        Ok((row, same))
    })
}

fn triple_kos(page: &mut Page<'_>) -> anyhow::Result<()> {
    for (v, w, expected) in [
        (10, -10, "{11|-10} & -11"),
        (3, -5, "{4|-5} & -6"),
        (0, 0, "{1|0} & -1"),
    ] {
        page.by_command(format!("sidle go ko --triple={v},{w}"));
        page.equal(
            format!("the triple ko with V = {v}, W = {w}: {{{{V|}}|W}} & {{|W}}"),
            "§6",
            expected,
            || {
                let text = format!("ABC L DEF @M\nABC R \"{w}\"\nDEF L \"{v}\"\nDEF R ABC @M\n");
                let game = Played::new(&text)?;
                let mut sides = Vec::new();
                for start in [Start::On, Start::Off] {
                    let rows = game.trace(vec![game.set("M", start)?], &Meter::unlimited())?;
                    let last = rows.last().and_then(|row| row.split(' ').next());
                    sides.push(last.unwrap_or_default().to_owned());
                }
                Ok(sides.join(" & "))
            },
        )?;
    }
    Ok(())
}
