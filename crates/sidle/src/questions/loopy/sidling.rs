//! Approximations of a loopy game, step by step.

use serde::Serializer;

use super::{SideName, file::GameFile};
use crate::{
    SideValue,
    core::{Meter, Player},
    graph::bigraph::{Bigraph, BigraphFile, Side, side_matrix},
    questions::prelude::*,
    values::loopy::{Approximation, Effort, Move, MoveSet, SideForm, Sidling, Start},
};

/// Asks for approximations of a loopy game from `on` or from `off`, until a fixed point.
///
/// Each step is the game with every move of a set led to the value that its target had in the step before; the first
/// step leads them to `on` or to `off`. If a step changes nothing, its values are those of the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidlingQuestion {
    /// The graph file.
    pub graph: Source,
    /// The sets of moves, the outermost first; all moves from `on` if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<SidlingSet>,
    /// Show this vertex only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// The most steps; 200 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    /// Report every approximation, as a row and in the answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
    /// Compare the fixed point with the side of the game found without sidling. All sets start from the same end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

/// A set of moves that are led to the approximation before.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidlingSet {
    /// `all`, `left`, `right`, `@NAME` (the edges that the file marks with it), or a list `u L v, u R w`.
    pub moves: String,
    /// Where it starts.
    #[serde(default)]
    pub from: SidlingStart,
}

/// Where sidling starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SidlingStart {
    /// Infinite play with infinitely many moves of the set is won by Left: upper bounds, which go down.
    #[default]
    On,
    /// It is won by Right: lower bounds, which go up.
    Off,
}

/// The fixed point, or the bounds that were reached.
#[derive(Clone, Debug, Serialize)]
pub struct SidlingAnswer {
    /// Are the values those of the game?
    pub fixed: bool,
    /// How many steps were taken.
    pub steps: usize,
    /// The side that infinite play without moves of the sets is judged by.
    pub side: SideName,
    /// Where the game starts.
    pub start: String,
    /// The values of the vertices; without a fixed point bounds from above (from `on`) or from below (from `off`).
    pub values: VertexValues,
    /// Whether the fixed point equals the side of the game, if that was verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
    /// The values found without sidling of the vertices that differ.
    #[serde(skip_serializing_if = "VertexValues::is_empty")]
    pub otherwise: VertexValues,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
    /// The approximations, if they were asked for; on the wire they are rows.
    #[serde(skip)]
    pub trace: Vec<SidlingStep>,
    /// The end that the outermost set starts from.
    #[serde(skip)]
    from: SidlingStart,
}

/// One approximation.
#[derive(Clone, Debug, Serialize)]
pub struct SidlingStep {
    /// Its number; for nested sets one number for each, the outermost first.
    pub step: Vec<usize>,
    /// The values of the vertices.
    pub values: VertexValues,
    /// How many of the innermost sets have reached a fixed point with it.
    pub fixed: usize,
}

/// Values of vertices by name, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct VertexValues(Vec<(String, SideValue)>);

impl VertexValues {
    fn of(game: &GameFile, values: impl IntoIterator<Item = (usize, SideForm)>) -> VertexValues {
        let named = |(v, form)| (game.name(v as u32).to_owned(), game.held_side(form));
        VertexValues(values.into_iter().map(named).collect())
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The vertices with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &SideValue)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}

impl Serialize for VertexValues {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl Ask for SidlingQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<SidlingAnswer, Error> {
        let (game, meter) = (GameFile::read(&self.graph, workspace, job)?, job.meter());
        let sets = self.move_sets(&game.file)?;
        let vertices = match self.vertex.as_deref() {
            None => (0..game.file.names.len()).collect(),
            name => vec![game.vertex(name)? as usize],
        };
        let shown =
            |values: &[SideForm]| VertexValues::of(&game, vertices.iter().map(|&v| (v, values[v])));
        let sidling = Sidling::new(game.loopy(), &game.graph, sets);
        let mut sidling =
            sidling.map_err(|error| Error::new(ErrorKind::Request, error.to_string()))?;
        let (mut steps, mut trace, mut stopped) = (0, Vec::new(), None);
        while !sidling.is_finished() && steps < self.steps.unwrap_or(200) {
            let Approximation {
                place,
                values,
                fixed,
            } = match meter.check().and_then(|()| sidling.step(meter)) {
                Ok(approximation) => approximation,
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            };
            steps += 1;
            if self.trace {
                let step = SidlingStep {
                    step: place,
                    values: shown(&values),
                    fixed,
                };
                job.row(&step);
                trace.push(step);
            }
        }
        let (values, side) = (sidling.bounds(), sidling.side());
        let otherwise = match self.verify && sidling.is_finished() {
            true => Some(differences(&game, values, &vertices, side, meter)?),
            false => None,
        };
        Ok(SidlingAnswer {
            fixed: sidling.is_finished(),
            steps,
            side: side.into(),
            start: game.name(game.file.start).to_owned(),
            values: shown(values),
            verified: otherwise.as_ref().map(Vec::is_empty),
            otherwise: VertexValues::of(&game, otherwise.unwrap_or_default()),
            stopped,
            trace,
            from: self.sets.first().map(|set| set.from).unwrap_or_default(),
        })
    }
}

impl SidlingQuestion {
    fn move_sets(&self, file: &BigraphFile) -> Result<Vec<MoveSet>, Error> {
        let all = [SidlingSet {
            moves: "all".to_owned(),
            from: SidlingStart::On,
        }];
        let sets = match &self.sets[..] {
            [] => &all,
            sets => sets,
        };
        if self.verify && sets.iter().any(|set| set.from != sets[0].from) {
            let message = "sets that start from different ends sidle to no side of the game; there is nothing to \
                           verify the values against";
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let set = |set: &SidlingSet| {
            let start = match set.from {
                SidlingStart::On => Start::On,
                SidlingStart::Off => Start::Off,
            };
            let moves = moves(set.moves.trim(), file)?;
            Ok(MoveSet { moves, start })
        };
        sets.iter().map(set).collect()
    }
}

/// The moves of a set as it is written.
fn moves(name: &str, file: &BigraphFile) -> Result<Vec<Move>, Error> {
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

fn marked(label: &str, file: &BigraphFile) -> Result<Vec<Move>, Error> {
    if let Some(set) = file.sets.iter().find(|set| set.name == label) {
        return Ok(set.edges.clone());
    }
    let known = file.sets.iter().map(|set| format!("@{}", set.name));
    let known: Vec<String> = known.collect();
    let help = match &known[..] {
        [] => format!("write `u L v @{label}` there"),
        known => format!("its marks are {}", known.join(", ")),
    };
    let message = format!("the file marks no edges with @{label}");
    Err(Error::new(ErrorKind::UnknownName, message).with_help(help))
}

fn listed(edge: &str, file: &BigraphFile) -> Result<Move, Error> {
    let wrong = |message: String| Error::new(ErrorKind::Notation, message);
    let tokens: Vec<&str> = edge.split_whitespace().collect();
    let &[from, colour, to] = tokens.as_slice() else {
        return Err(wrong(format!("`{edge}` is not a move"))
            .with_help("write `u L v`, `all`, `left`, `right` or `@name`"));
    };
    let player = match colour {
        "L" => Player::Left,
        "R" => Player::Right,
        other => {
            return Err(
                wrong(format!("`{other}` in `{edge}` is not a colour")).with_help("write L or R")
            );
        }
    };
    let vertex = |name: &str| {
        let found = file.vertex(name);
        found.ok_or_else(|| wrong(format!("`{name}` in `{edge}` is not a vertex of the game")))
    };
    let (from, to) = (vertex(from)?, vertex(to)?);
    if !file.graph.has_edge(from, player, to) {
        return Err(wrong(format!("the game has no move `{}`", edge.trim())));
    }
    Ok((from, player, to))
}

/// The vertices at which the values differ from the side of the game, with its values. It is found in two ways that
/// do not sidle: as the form that simplification gives, and as the game itself, both written out as plain graphs and
/// compared by the all-pairs algorithm.
fn differences(
    game: &GameFile,
    values: &[SideForm],
    vertices: &[usize],
    side: Side,
    meter: &Meter,
) -> Result<Vec<(usize, SideForm)>, Error> {
    let loopy = game.loopy();
    let known = game.values(Effort::default(), meter)?;
    let whole = game.expanded(side);
    let mut differences = Vec::new();
    for &vertex in vertices {
        let other = known[vertex].side(side);
        let sidled = loopy.expanded(values[vertex]);
        let form = loopy.expanded(other);
        let (part, _) = whole.trimmed(vertex as u32);
        let equal = equal(&sidled, &form, side, meter)? && equal(&sidled, &(part, 0), side, meter)?;
        if !equal {
            differences.push((vertex, other));
        }
    }
    Ok(differences)
}

/// Are two games, each a graph and its start, equal on a side?
fn equal(
    (g, u): &(Bigraph, u32),
    (h, v): &(Bigraph, u32),
    side: Side,
    meter: &Meter,
) -> Result<bool, StopReason> {
    let le = side_matrix(g, h, side, meter)?.le(*u, *v);
    Ok(le && side_matrix(h, g, side, meter)?.le(*v, *u))
}

impl Report for SidlingAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = Vec::new();
        lines.extend(self.table().map(|table| table.text()));
        let sign = match self.from {
            _ if self.fixed => "=",
            SidlingStart::On => "<=",
            SidlingStart::Off => ">=",
        };
        for (name, value) in self.values.iter() {
            lines.push(format!("{name} {sign} {value}"));
        }
        let side = self.side.name();
        for (name, value) in self.otherwise.iter() {
            lines.push(format!("{name}: without sidling the {side} is {value}"));
        }
        let end = match self.fixed {
            true => "fixed after",
            false => "no fixed point within",
        };
        let verified = match self.verified {
            Some(true) => ", verified",
            Some(false) => ", DIFFERS FROM THE GAME",
            None => "",
        };
        lines.push(format!("{end} {} steps ({side}){verified}", self.steps));
        lines.join("\n")
    }

    /// The approximations.
    fn table(&self) -> Option<Table> {
        let first = self.trace.first()?;
        let names = first.values.iter().map(|(name, _)| name);
        let mut table = Table::new(["step"].into_iter().chain(names));
        for SidlingStep { step, values, .. } in &self.trace {
            let place: Vec<String> = step.iter().map(usize::to_string).collect();
            let values = values.iter().map(|(_, value)| value.to_string());
            table.push([format!("K_{}", place.join(","))].into_iter().chain(values));
        }
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::Dyadic, graph::bigraph::read_bigraph, values::loopy::Stopper};

    /// The first figure of Moews's paper: onside 2 and 1, offside 1 and 1/2.
    #[test]
    fn a_wrong_fixed_point_is_seen() {
        let (workspace, job) = (Workspace::new(), Job::unlimited());
        let source = Source::from("a L \"0\"\na L b\nb L \"0\"\nb R a\n");
        let game = GameFile::read(&source, &workspace, &job).expect("a game");
        let store = game.loopy().store();
        let number = |halves| SideForm::from(Stopper::Short(store.number(&Dyadic::new(halves, 1))));
        for (side, right) in [(Side::Onside, [4, 2]), (Side::Offside, [2, 1])] {
            for wrong in [None, Some(0), Some(1)] {
                let mut values = right.map(number);
                if let Some(v) = wrong {
                    values[v] = number(7);
                }
                let found = differences(&game, &values, &[0, 1], side, job.meter());
                let found = found.expect("no limit");
                let places: Vec<usize> = found.iter().map(|found| found.0).collect();
                assert_eq!(places, wrong.into_iter().collect::<Vec<_>>());
                assert!(found.iter().all(|&(v, other)| other == number(right[v])));
            }
        }
    }

    #[test]
    fn sets_of_moves_by_name_and_by_list() {
        let text = "a L b @ko\nb R a @ko\nb L \"0\"\n";
        let file = read_bigraph(text.as_bytes(), Meter::none()).expect("a game");
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
