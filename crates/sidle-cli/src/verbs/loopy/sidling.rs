//! `sidle loopy sidle FILE`: approximations of a loopy game, step by step.

use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use sidle::{
    core::{Meter, Player},
    graph::bigraph::{BigraphFile, Side},
    values::loopy::{Approximation, Move, MoveSet, SideForm, Sidling, Start},
};

use super::input::Loaded;
use crate::{
    progress::run_with_progress,
    verbs::{
        limits::Limits,
        output::{self, Output},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle loopy sidle game.txt --trace
  sidle loopy sidle game.txt --moves 'a L b, b R a' --from off
  sidle loopy sidle two-kos.txt --moves @banned --from off --moves @live --from on --trace

A set of moves is `all`, `left`, `right`, `@NAME` (the edges that the file marks with @NAME), or a list of
edges `u L v, u R w`. Infinite play with infinitely many moves of the set is won by Left (`--from on`) or by
Right (`--from off`). Several sets are nested, the outermost first; infinite play without moves of any set
is judged as the last one says. Exit code 3: no fixed point within the limits; the values printed are then upper
bounds (from on) or lower bounds (from off).";

/// Approximate a loopy game from on or off until a fixed point
///
/// Each step is the game with every move of a set led to the value that its target had in the step before;
/// the first step leads them to on or to off. If a step changes nothing, its values are the values of the game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct SidleArguments {
    /// The graph file
    file: String,

    /// The moves that are led to the approximation before (default: all)
    #[arg(long, value_name = "SET")]
    moves: Vec<String>,

    /// Where each set starts, once for all or once for each (default: on)
    #[arg(long, value_name = "END")]
    from: Vec<End>,

    /// Print every approximation
    #[arg(long)]
    trace: bool,

    /// Show this vertex only
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// Give up after this many steps
    #[arg(long, value_name = "COUNT", default_value_t = 200)]
    steps: usize,

    #[command(flatten)]
    output: Output,

    #[command(flatten)]
    limits: Limits,
}

/// Where sidling starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum End {
    /// Infinite play is won by Left
    On,
    /// Infinite play is won by Right
    Off,
}

pub(super) fn sidle(arguments: &SidleArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let sets = sets(arguments, &loaded.file)?;
    let show = Show::new(arguments, &loaded, &meter)?;
    let mut sidling = Sidling::new(loaded.loopy(), &loaded.graph, sets)?;
    let mut count = 0;
    while !sidling.is_finished() && count < arguments.steps {
        let approximation = run_with_progress(&meter, "sidling", || sidling.step(&meter))?;
        count += 1;
        if arguments.trace {
            show.step(&approximation)?;
        }
    }
    show.end(&sidling, count)
}

fn sets(arguments: &SidleArguments, file: &BigraphFile) -> anyhow::Result<Vec<MoveSet>> {
    let all = ["all".to_owned()];
    let names = match arguments.moves.as_slice() {
        [] => &all[..],
        names => names,
    };
    let ends = match arguments.from.as_slice() {
        [] => vec![End::On; names.len()],
        [end] => vec![*end; names.len()],
        ends if ends.len() == names.len() => ends.to_vec(),
        ends => bail!(
            "{} sets of moves but {} ends: give --from once, or once for each --moves",
            names.len(),
            ends.len()
        ),
    };
    let set = |(name, end): (&String, End)| {
        let start = match end {
            End::On => Start::On,
            End::Off => Start::Off,
        };
        let moves = moves(name.trim(), file)?;
        anyhow::Ok(MoveSet { moves, start })
    };
    names.iter().zip(ends).map(set).collect()
}

fn moves(name: &str, file: &BigraphFile) -> anyhow::Result<Vec<Move>> {
    let of = |colour: Player| file.graph.edges().filter(move |edge| edge.1 == colour);
    match name {
        "all" => Ok(file.graph.edges().collect()),
        "left" => Ok(of(Player::Left).collect()),
        "right" => Ok(of(Player::Right).collect()),
        _ => match name.strip_prefix('@') {
            Some(label) => marked(label, file),
            None => name.split(',').map(|edge| listed(edge, file)).collect(),
        },
    }
}

fn marked(label: &str, file: &BigraphFile) -> anyhow::Result<Vec<Move>> {
    if let Some(set) = file.sets.iter().find(|set| set.name == label) {
        return Ok(set.edges.clone());
    }
    let known: Vec<String> = file
        .sets
        .iter()
        .map(|set| format!("@{}", set.name))
        .collect();
    match known.as_slice() {
        [] => bail!("the file marks no edges; write `u L v @{label}` there"),
        known => bail!(
            "the file marks no edges with @{label}; its marks are {}",
            known.join(", ")
        ),
    }
}

fn listed(edge: &str, file: &BigraphFile) -> anyhow::Result<Move> {
    let tokens: Vec<&str> = edge.split_whitespace().collect();
    let &[from, colour, to] = tokens.as_slice() else {
        bail!("`{edge}` is no move; write `u L v`, `all`, `left`, `right` or `@name`");
    };
    let player = match colour {
        "L" => Player::Left,
        "R" => Player::Right,
        other => bail!("`{other}` in `{edge}` is no colour; write L or R"),
    };
    let vertex = |name: &str| {
        file.vertex(name)
            .ok_or_else(|| anyhow!("`{name}` in `{edge}` is not a vertex of the game"))
    };
    let (from, to) = (vertex(from)?, vertex(to)?);
    if !file.graph.has_edge(from, player, to) {
        bail!("the game has no move `{}`", edge.trim());
    }
    Ok((from, player, to))
}

/// How values are printed.
struct Show<'a> {
    arguments: &'a SidleArguments,
    loaded: &'a Loaded,
    meter: &'a Meter,
    /// The vertices shown.
    vertices: Vec<usize>,
}

impl<'a> Show<'a> {
    fn new(
        arguments: &'a SidleArguments,
        loaded: &'a Loaded,
        meter: &'a Meter,
    ) -> anyhow::Result<Show<'a>> {
        let vertices = match arguments.at.as_deref() {
            None => (0..loaded.file.names.len()).collect(),
            name => vec![loaded.vertex(name)? as usize],
        };
        Ok(Show {
            arguments,
            loaded,
            meter,
            vertices,
        })
    }

    fn name(&self, v: usize) -> &str {
        &self.loaded.file.names[v]
    }

    /// Names and values of the shown vertices.
    fn values(&self, values: &[SideForm]) -> anyhow::Result<Vec<(&str, String)>> {
        let one = |&v: &usize| Ok((self.name(v), self.loaded.side_text(values[v], self.meter)?));
        self.vertices.iter().map(one).collect()
    }

    fn object(&self, values: &[(&str, String)]) -> Value {
        let entries = values
            .iter()
            .map(|(name, text)| ((*name).to_owned(), json!(text)));
        Value::Object(entries.collect::<Map<_, _>>())
    }

    fn step(&self, approximation: &Approximation) -> anyhow::Result<()> {
        let values = self.values(&approximation.values)?;
        let place: Vec<String> = approximation.place.iter().map(usize::to_string).collect();
        let list: Vec<String> = values
            .iter()
            .map(|(v, text)| format!("{v} = {text}"))
            .collect();
        let object = json!({
            "step": approximation.place,
            "values": self.object(&values),
            "fixed": approximation.fixed,
        });
        let text = format!("K_{}: {}", place.join(","), list.join(", "));
        self.arguments.output.answer(&text, &object)
    }

    fn end(&self, sidling: &Sidling<'_, '_>, steps: usize) -> anyhow::Result<ExitCode> {
        let values = self.values(sidling.bounds())?;
        let fixed = sidling.is_finished();
        let side = match sidling.side() {
            Side::Onside => "onside",
            Side::Offside => "offside",
        };
        if self.arguments.output.json {
            output::json_line(&json!({
                "fixed": fixed, "steps": steps, "side": side,
                "start": self.name(self.loaded.file.start as usize),
                "values": self.object(&values),
            }))?;
        } else {
            let sign = match self.arguments.from.first() {
                _ if fixed => "=",
                Some(End::Off) => ">=",
                _ => "<=",
            };
            for (name, text) in &values {
                output::line(&format!("{name} {sign} {text}"))?;
            }
            let word = if fixed {
                "fixed after"
            } else {
                "no fixed point within"
            };
            output::line(&format!("{word} {steps} steps ({side})"))?;
        }
        Ok(ExitCode::from(if fixed { 0 } else { 3 }))
    }
}

#[cfg(test)]
mod tests {
    use sidle::graph::bigraph::read_bigraph;

    use super::*;

    fn file() -> BigraphFile {
        read_bigraph("a L b @ko\nb R a @ko\nb L \"0\"\n".as_bytes()).expect("a game")
    }

    #[test]
    fn sets_of_moves_by_name_and_by_list() {
        let file = file();
        let there = (0, Player::Left, 1);
        let back = (1, Player::Right, 0);
        let read = |name: &str| moves(name, &file).expect(name);
        assert_eq!(read("all").len(), 3);
        assert_eq!(read("right"), [back]);
        assert_eq!(read("@ko"), [there, back]);
        assert_eq!(read("a L b,b R a"), [there, back]);
        for bad in ["", "a L", "a X b", "a R b", "a L c", "@none", "@"] {
            assert!(moves(bad, &file).is_err(), "{bad:?}");
        }
    }
}
