//! `sidle loopy sidle FILE`: approximations of a loopy game, step by step.

use std::{
    cell::RefCell,
    iter,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use sidle::{
    core::{Meter, Player, columns},
    game_file::{Difference, GameFile},
    graph::bigraph::BigraphFile,
    values::loopy::{Approximation, Move, MoveSet, SideForm, Sidling, Start},
};

use super::input::read;
use crate::{
    progress::run_with_progress,
    verbs::{
        limits::Terms,
        output::{self, Output},
    },
};

const EXAMPLES: &str = "\
Examples:
  sidle loopy sidle game.txt --trace
  sidle loopy sidle game.txt --moves 'a L b, b R a' --from off
  sidle loopy sidle game.txt --from off --verify
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
pub(crate) struct SidleArguments {
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

    /// Compare the fixed point with the side of the game found without sidling; exit code 1 if they
    /// differ. All sets must start from the same end
    #[arg(long)]
    verify: bool,

    #[command(flatten)]
    terms: Terms<Output>,
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
    let meter = arguments.terms.meter();
    let loaded = read(&arguments.file, &meter)?;
    let sets = sets(arguments, loaded.file())?;
    if arguments.verify && sets.iter().any(|set| set.start != sets[0].start) {
        bail!(
            "--verify: sets that start from different ends sidle to no side of the game; nothing to compare with"
        );
    }
    let show = Show::new(arguments, &loaded, &meter)?;
    let mut sidling = Sidling::new(loaded.loopy(), loaded.graph(), sets)?;
    let mut count = 0;
    while !sidling.is_finished() && count < arguments.steps {
        let step = run_with_progress(&meter, "sidling", || sidling.step(&meter));
        let approximation = match step {
            Ok(approximation) => approximation,
            Err(stopped) => {
                show.print_held()?;
                return Err(stopped.into());
            }
        };
        count += 1;
        if arguments.trace {
            show.step(&approximation)?;
        }
    }
    let checked = if arguments.verify && sidling.is_finished() {
        let (values, vertices) = (sidling.bounds(), &show.vertices);
        Some(run_with_progress(&meter, "verifying", || {
            loaded.differences(values, vertices, sidling.side(), &meter)
        })?)
    } else {
        None
    };
    show.end(&sidling, count, checked.as_deref())
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
        bail!("`{edge}` is not a move; write `u L v`, `all`, `left`, `right` or `@name`");
    };
    let player = match colour {
        "L" => Player::Left,
        "R" => Player::Right,
        other => bail!("`{other}` in `{edge}` is not a colour; write L or R"),
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
    loaded: &'a GameFile,
    meter: &'a Meter,
    /// The vertices shown.
    vertices: Vec<usize>,
    trace: RefCell<TraceTable>,
}

/// The rows of the trace. Those that come soon are held back, so that their columns have one width; after them
/// columns grow with what they hold.
struct TraceTable {
    begun: Instant,
    /// The head and the first rows, until they are printed.
    held: Option<Vec<Vec<String>>>,
    /// The widths of the columns, the step first.
    widths: Vec<usize>,
}

impl TraceTable {
    /// Held rows that are printed even though more of them may come.
    const ROWS: usize = 200;
    /// The first rows are held so long.
    const PATIENCE: Duration = Duration::from_millis(500);

    fn add(&mut self, cells: Vec<String>) -> anyhow::Result<()> {
        let Some(held) = &mut self.held else {
            return self.print(&cells);
        };
        held.push(cells);
        if held.len() > TraceTable::ROWS || self.begun.elapsed() > TraceTable::PATIENCE {
            self.print_held()?;
        }
        Ok(())
    }

    fn print_held(&mut self) -> anyhow::Result<()> {
        let held = self.held.take().unwrap_or_default();
        if held.len() > 1 {
            self.widths = columns::widths(&held);
            held.iter().try_for_each(|cells| self.print(cells))?;
        }
        Ok(())
    }

    fn print(&mut self, cells: &[String]) -> anyhow::Result<()> {
        let mut row = String::new();
        for (cell, width) in cells.iter().zip(&mut self.widths) {
            *width = (*width).max(columns::width_of(cell));
            row.push_str(&columns::flush_left(cell, *width));
            row.push_str("  ");
        }
        output::line(row.trim_end())
    }
}

impl<'a> Show<'a> {
    fn new(
        arguments: &'a SidleArguments,
        loaded: &'a GameFile,
        meter: &'a Meter,
    ) -> anyhow::Result<Show<'a>> {
        let vertices = match arguments.at.as_deref() {
            None => (0..loaded.file().names.len()).collect(),
            name => vec![loaded.vertex(name)? as usize],
        };
        let names = vertices.iter().map(|&v| loaded.file().names[v].clone());
        let head = iter::once("step".to_owned()).chain(names).collect();
        Ok(Show {
            arguments,
            loaded,
            meter,
            vertices,
            trace: RefCell::new(TraceTable {
                begun: Instant::now(),
                held: Some(vec![head]),
                widths: Vec::new(),
            }),
        })
    }

    fn name(&self, v: usize) -> &str {
        &self.loaded.file().names[v]
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
        let object = json!({
            "step": approximation.place,
            "values": self.object(&values),
            "fixed": approximation.fixed,
        });
        if self.arguments.terms.form.json {
            return output::json_line(&object);
        }
        let step = format!("K_{}", place.join(","));
        let texts = values.into_iter().map(|(_, text)| text);
        let cells = iter::once(step).chain(texts).collect();
        self.trace.borrow_mut().add(cells)
    }

    /// Prints the rows of the trace that were held back.
    fn print_held(&self) -> anyhow::Result<()> {
        self.trace.borrow_mut().print_held()
    }

    /// `checked` is what the verification found, if there was one.
    fn end(
        &self,
        sidling: &Sidling<'_, '_>,
        steps: usize,
        checked: Option<&[Difference]>,
    ) -> anyhow::Result<ExitCode> {
        self.print_held()?;
        let values = self.values(sidling.bounds())?;
        let fixed = sidling.is_finished();
        let side = sidling.side().name();
        let differing = self.differing(checked.unwrap_or_default())?;
        if self.arguments.terms.form.json {
            let mut object = json!({
                "fixed": fixed, "steps": steps, "side": side,
                "start": self.name(self.loaded.file().start as usize),
                "values": self.object(&values),
            });
            if checked.is_some() {
                object["verified"] = json!(differing.is_empty());
            }
            if !differing.is_empty() {
                object["otherwise"] = self.object(&differing);
            }
            output::json_line(&object)?;
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
            for (name, text) in &differing {
                output::line(&format!("{name}: without sidling the {side} is {text}"))?;
            }
            let verified = match checked {
                Some([]) => ", verified",
                Some(_) => ", DIFFERS FROM THE GAME",
                None => "",
            };
            output::line(&format!("{word} {steps} steps ({side}){verified}"))?;
        }
        Ok(ExitCode::from(code(fixed, checked)))
    }

    /// Names of the vertices that differ, with their values found without sidling.
    fn differing(&self, differences: &[Difference]) -> anyhow::Result<Vec<(&str, String)>> {
        let one = |found: &Difference| {
            let text = self.loaded.side_text(found.other, self.meter)?;
            Ok((self.name(found.vertex), text))
        };
        differences.iter().map(one).collect()
    }
}

/// 3 without a fixed point, 1 if the verification found a difference.
fn code(fixed: bool, checked: Option<&[Difference]>) -> u8 {
    match checked {
        _ if !fixed => 3,
        Some([_, ..]) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use sidle::{
        core::Dyadic,
        graph::bigraph::{Side, read_bigraph},
        values::loopy::Stopper,
    };

    use super::*;

    fn file() -> BigraphFile {
        read_bigraph(
            "a L b @ko\nb R a @ko\nb L \"0\"\n".as_bytes(),
            &Meter::unlimited(),
        )
        .expect("a game")
    }

    /// The first figure of Moews's paper: onside 2 and 1, offside 1 and 1/2.
    #[test]
    fn a_wrong_fixed_point_is_seen() {
        let path = env::temp_dir().join(format!("sidle-agreement-{}", process::id()));
        fs::write(&path, "a L \"0\"\na L b\nb L \"0\"\nb R a\n").expect("a file");
        let meter = Meter::unlimited();
        let loaded = read(path.to_str().expect("UTF-8"), &meter).expect("a game");
        fs::remove_file(path).expect("removed");
        let store = loaded.session().store();
        let number = |halves| SideForm::from(Stopper::Short(store.number(&Dyadic::new(halves, 1))));
        for (side, right) in [(Side::Onside, [4, 2]), (Side::Offside, [2, 1])] {
            for wrong in [None, Some(0), Some(1)] {
                let mut values = right.map(number);
                if let Some(v) = wrong {
                    values[v] = number(7);
                }
                let found = loaded.differences(&values, &[0, 1], side, &meter);
                let found = found.expect("no limit");
                let places: Vec<usize> = found.iter().map(|found| found.vertex).collect();
                assert_eq!(places, wrong.into_iter().collect::<Vec<_>>());
                assert_eq!(code(true, Some(&found)), u8::from(wrong.is_some()));
                assert!(found.iter().all(|at| at.other == number(right[at.vertex])));
            }
        }
        assert_eq!([code(true, None), code(false, None)], [0, 3]);
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
