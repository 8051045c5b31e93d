//! Explanations of values, positions, sums and comparisons.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    draft::{Depth, Draft, DraftGraph},
    steps::{Explanation, ExplanationReading, NamedGame},
    strategy::{Strategy, strategy},
};
use crate::{
    PositionSource, Value,
    core::{Meter, Player},
    graph::bigraph::{BigraphBuilder, Keeps, Side},
    lang::Format,
    questions::prelude::*,
    session::from_diagnostic,
    solve,
    values::{
        Store,
        certify::Symbol,
        loopy::{Effort, LoopyGraph, LoopyValue},
    },
};

/// Asks how the value of a game comes about, or why two games compare as they do.
///
/// A game in braces is simplified as it is typed. A position or a sum is the game of its options, and these have their canonical
/// values. A comparison, and a sum as well, has a strategy that answers the moves of the reader.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainQuestion {
    /// What is explained: a position of a ruleset, or a line such as `{1,*|0}`, `^ + *` or `{1|*} >= 0`.
    pub of: PositionSource,
    /// Explain the reduced canonical form, up to infinitesimals.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// The moves of the reader against the strategies, each a place in the list of replies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<usize>,
    /// Draw the game before the first step and after each step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pictures: bool,
}

/// How a value comes about.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainAnswer {
    /// What is explained.
    pub of: String,
    /// The value of a game, or its reduced canonical form; none for a comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Does the comparison hold? None for a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The steps to the simplest form: one list, or one for each side.
    pub explanations: Vec<Explanation>,
    /// The strategies of a comparison, or those of a sum against 0.
    pub strategies: Vec<Strategy>,
}

/// What the question is about, as the store of its values knows it.
struct Subject {
    store: Arc<Store>,
    of: String,
    symbol: Option<Symbol>,
    /// The value of a game or a sum.
    value: LoopyValue,
    draft: Draft,
    names: Vec<String>,
    /// The same with sums taken apart, for a strategy.
    played: Option<(Draft, Vec<String>)>,
}

impl Ask for ExplainQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ExplainAnswer, Error> {
        let subject = match &self.of {
            PositionSource::Expressed(expression) => {
                expressed(workspace, &expression.line, &expression.session, job)?
            }
            of => board(workspace, of, job)?,
        };
        let meter = job.meter();
        let strategies = match self.strategies(&subject, meter) {
            // The value of a large sum can be explained although its play cannot.
            Err(error) if subject.symbol.is_none() && error.kind == ErrorKind::NotApplicable => {
                Vec::new()
            }
            found => found?,
        };
        let Subject { store, of, .. } = &subject;
        if subject.symbol.is_some() {
            return Ok(ExplainAnswer {
                of: of.clone(),
                value: None,
                holds: Some(holds(&subject, meter)?),
                explanations: Vec::new(),
                strategies,
            });
        }
        let (value, explanations) = match self.reduced {
            true => self.reduced(&subject, meter)?,
            false => (subject.value, self.simplified(&subject, meter)?),
        };
        Ok(ExplainAnswer {
            of: of.clone(),
            value: Some(Value::new(store, value)),
            holds: None,
            explanations,
            strategies,
        })
    }
}

/// The games of a line of a session.
fn expressed(
    workspace: &Workspace,
    line: &str,
    session: &str,
    job: &Job,
) -> Result<Subject, Error> {
    let meter = job.meter();
    let diagnosed = |error| from_diagnostic(error, "line");
    workspace.sessions().run(session, job, |running, _| {
        let written = running.written(line, meter).map_err(diagnosed)?;
        let store = running.store().clone();
        let whole = match written.symbol {
            Some(_) => None,
            None => solve::Position::sum(&written.games),
        };
        let is_sum = written.symbol.is_none() && written.games.len() > 1;
        let games = match &whole {
            Some(whole) => vec![whole.clone()],
            None => written.games.clone(),
        };
        let depth = match written.symbol {
            Some(_) => Depth::Sums,
            None => Depth::Top,
        };
        let (value, draft, played) = running
            .solve(meter, |solver, asking| {
                let draft = Draft::of(&games, depth, solver, asking)?;
                let played = match is_sum {
                    true => {
                        let mut both = games.clone();
                        both.push(solve::Position::value(asking.store.zero()));
                        match Draft::of(&both, Depth::Sums, solver, asking) {
                            Err(solve::SolveError::NoValue(_)) => None,
                            found => Some(found?),
                        }
                    }
                    false => None,
                };
                Ok((solver.value(&games[0], asking)?, draft, played))
            })
            .map_err(diagnosed)?;
        let mut name = |position: &solve::Position| {
            let text = running.show_position(position, Format::Plain, meter);
            text.map_err(diagnosed)
        };
        let names = draft.names(&store, &mut name, meter)?;
        let played = match played {
            Some(played) => {
                let names = played.names(&store, &mut name, meter)?;
                Some((played, names))
            }
            None => None,
        };
        Ok(Subject {
            of: line.trim().to_owned(),
            symbol: written.symbol,
            value,
            draft,
            names,
            played,
            store,
        })
    })?
}

/// A position of a ruleset.
fn board(workspace: &Workspace, of: &PositionSource, job: &Job) -> Result<Subject, Error> {
    let meter = job.meter();
    let position = workspace.resolve(of, job)?;
    let at = [position.engine().clone()];
    let (store, (value, draft)) = workspace.solve(&position, job, |solver, asking| {
        let draft = Draft::of(&at, Depth::Top, solver, asking)?;
        Ok((solver.value(&at[0], asking)?, draft))
    })?;
    let mut name = |of: &solve::Position| {
        let found = workspace.followers(&position, vec![of.clone()], job)?;
        Ok(found.first().map(ToString::to_string).unwrap_or_default())
    };
    let names = draft.names(&store, &mut name, meter)?;
    Ok(Subject {
        of: position.to_string(),
        symbol: None,
        value,
        draft,
        names,
        played: None,
        store,
    })
}

/// Does the comparison hold? On both sides, where the sides differ.
fn holds(subject: &Subject, meter: &Meter) -> Result<bool, Error> {
    let loopy = subject.store.loopy();
    let [g, h] = [0, 1].map(|place| subject.draft.values[subject.draft.roots[place]]);
    let mut both = [true; 2];
    for side in Side::BOTH {
        let relation = loopy.compare_sides(g.side(side), h.side(side), side, meter)?;
        both[0] &= relation.is_le();
        both[1] &= relation.is_ge();
    }
    let [le, ge] = both;
    Ok(match subject.symbol {
        Some(Symbol::LessOrEqual) => le,
        Some(Symbol::GreaterOrEqual) => ge,
        Some(Symbol::Equal) => le && ge,
        Some(Symbol::NotEqual) => !(le && ge),
        Some(Symbol::Less) => le && !ge,
        Some(Symbol::Greater) => ge && !le,
        Some(Symbol::Fuzzy) => !le && !ge,
        Some(Symbol::LessOrFuzzy) => !ge,
        Some(Symbol::GreaterOrFuzzy) => !le,
        None => false,
    })
}

impl ExplainQuestion {
    /// The steps from the game as it is written to its canonical form.
    fn simplified(&self, subject: &Subject, meter: &Meter) -> Result<Vec<Explanation>, Error> {
        let mut explanations = Vec::new();
        let is_plain = subject
            .draft
            .values
            .iter()
            .all(|value| value.stopper().is_some());
        for side in Side::BOTH {
            let graph =
                DraftGraph::new(&subject.draft, &subject.names, &subject.store, side, meter)?;
            let start = graph.place[subject.draft.roots[0]];
            let is_stopper = is_plain && graph.graph.is_stopper_graph();
            let keeps = match is_stopper {
                true => Keeps::Stopper,
                false => Keeps::Side(side),
            };
            let explanation = graph.explained(start, keeps, self.pictures, meter)?;
            let found = value_after(&subject.store, &explanation, meter)?;
            // A form that is not known to be a stopper may be simplified in another order.
            let value = subject.value.side(side);
            agree(value.stopper().is_none() || value == found.side(side))?;
            explanations.push(explanation);
            if is_stopper {
                break;
            }
        }
        Ok(explanations)
    }

    /// The steps from the canonical form to the reduced canonical form.
    fn reduced(
        &self,
        subject: &Subject,
        meter: &Meter,
    ) -> Result<(LoopyValue, Vec<Explanation>), Error> {
        let (store, loopy) = (&subject.store, subject.store.loopy());
        let Some(stopper) = subject.value.stopper() else {
            let message = "only stoppers have reduced canonical forms";
            return Err(Error::new(ErrorKind::NotApplicable, message));
        };
        let text = store.text(subject.value, Style::Plain, meter)?;
        let (graph, start) = reduction_graph(subject.value, &text, store, meter)?;
        let explanation = graph.explained(start, Keeps::Infinitesimal, self.pictures, meter)?;
        let found = value_after(store, &explanation, meter)?;
        let reduced = LoopyValue::from(loopy.try_reduced(stopper, meter)?);
        agree(found == reduced)?;
        Ok((reduced, vec![explanation]))
    }

    fn strategies(&self, subject: &Subject, meter: &Meter) -> Result<Vec<Strategy>, Error> {
        let (draft, names) = match (&subject.played, subject.symbol) {
            (Some((draft, names)), _) => (draft, names),
            (None, Some(_)) => (&subject.draft, &subject.names),
            (None, None) => return Ok(Vec::new()),
        };
        let is_plain = draft.values.iter().all(|value| value.stopper().is_some());
        let mut strategies = Vec::new();
        for side in Side::BOTH {
            let graph = DraftGraph::new(draft, names, &subject.store, side, meter)?;
            let is_stopper = is_plain && graph.graph.is_stopper_graph();
            let played = (!is_stopper).then_some(side);
            let [g, h] = [0, 1].map(|root| graph.place[draft.roots[root]]);
            for pair in pairs(subject.symbol, (g, h)) {
                let found = strategy(&graph.graph, pair, played, &graph.names, &self.after, meter)?;
                strategies.push(found);
            }
            if is_stopper {
                break;
            }
        }
        Ok(strategies)
    }
}

/// The comparisons that decide a symbol, each as the pair of `g <= h`.
fn pairs(symbol: Option<Symbol>, (g, h): (u32, u32)) -> Vec<(u32, u32)> {
    match symbol {
        Some(Symbol::LessOrEqual | Symbol::GreaterOrFuzzy) => vec![(g, h)],
        Some(Symbol::GreaterOrEqual | Symbol::LessOrFuzzy) => vec![(h, g)],
        _ => vec![(g, h), (h, g)],
    }
}

/// A canonical form with the numbers that are needed to reduce it: the graph and its start.
fn reduction_graph(
    value: LoopyValue,
    text: &str,
    store: &Arc<Store>,
    meter: &Meter,
) -> Result<(DraftGraph, u32), Error> {
    let loopy = store.loopy();
    let one = LoopyGraph::new(BigraphBuilder::new(1).build()).with_exit(0, value);
    let whole = LoopyGraph::new(loopy.expanded_graph(&one, Side::Onside));
    let mut numbers = Vec::new();
    let mut names = vec![text.to_owned()];
    let mut seen = BTreeSet::new();
    for value in loopy.try_graph_values(&whole, Effort::default(), meter)? {
        let Some(stopper) = value.stopper() else {
            continue;
        };
        let reduced = loopy.try_reduced(stopper, meter)?;
        let Some(number) = reduced
            .short()
            .filter(|&game| store.as_number(game).is_some())
        else {
            continue;
        };
        let text = store.text(LoopyValue::from(number), Style::Plain, meter)?;
        if seen.insert(text.clone()) {
            numbers.push(number);
            names.push(text);
        }
    }
    let mut graph = LoopyGraph::new(BigraphBuilder::new(1 + numbers.len()).build());
    graph = graph.with_exit(0, value);
    for (v, number) in (1..).zip(numbers) {
        graph = graph.with_exit(v, number.into());
    }
    let graph = DraftGraph::of_graph(&graph, &names, store, Side::Onside, meter)?;
    let start = graph.place[0];
    Ok((graph, start))
}

/// The value of what the steps leave.
pub(super) fn value_after(
    store: &Arc<Store>,
    explanation: &Explanation,
    meter: &Meter,
) -> Result<LoopyValue, Error> {
    let simple = &explanation.simplified;
    let mut builder = BigraphBuilder::new(simple.rows.len());
    for (v, row) in (0..).zip(&simple.rows) {
        for player in Player::BOTH {
            for &w in &row[player.index()] {
                builder.edge(v, player, w);
            }
        }
    }
    let graph = LoopyGraph::new(builder.build());
    let loopy = store.loopy();
    Ok(loopy.try_graph_value(&graph, simple.start, Effort::default(), meter)?)
}

/// The steps lead to the value that the engine has found.
pub(super) fn agree(agrees: bool) -> Result<(), Error> {
    match agrees {
        true => Ok(()),
        false => Err(Error::new(
            ErrorKind::Internal,
            "the steps lead to another value than the engine",
        )),
    }
}

impl DraftGraph {
    pub(super) fn explained(
        &self,
        start: u32,
        keeps: Keeps,
        with_pictures: bool,
        meter: &Meter,
    ) -> Result<Explanation, Error> {
        let game = NamedGame {
            graph: &self.graph,
            start,
            names: &self.names,
            values: &self.values,
            numbers: &self.numbers,
        };
        game.explained(keeps, with_pictures, meter)
    }
}

impl Report for ExplainAnswer {
    fn text(&self, style: Style) -> String {
        let mut lines = Vec::new();
        if let Some(value) = &self.value {
            let value = value.text(style, Meter::none());
            let value = value.unwrap_or_else(|_| "…".to_owned());
            let is_reduced = self
                .explanations
                .iter()
                .any(|one| one.reading == ExplanationReading::Infinitesimal);
            lines.push(match is_reduced {
                true => format!("{} is {value} up to infinitesimals", self.of),
                false => format!("{} = {value}", self.of),
            });
        }
        match self.holds {
            Some(true) => lines.push(format!("{}: true", self.of)),
            Some(false) => lines.push(format!("{}: false", self.of)),
            None => {}
        }
        lines.extend(self.explanations.iter().flat_map(Explanation::lines));
        lines.extend(self.strategies.iter().flat_map(Strategy::lines));
        lines.join("\n")
    }

    /// All certificates, one a line: those of the steps and those of the strategies.
    fn certificate(&self) -> Option<Blob> {
        Some(one_a_line(self.certificates()))
    }
}

impl ExplainAnswer {
    /// A certificate of each explanation and of each strategy.
    #[must_use]
    pub fn certificates(&self) -> Vec<Blob> {
        let steps = self.explanations.iter().map(Explanation::blob);
        let strategies = self.strategies.iter().map(Strategy::blob);
        steps.chain(strategies).collect()
    }

    /// The drawings, in order.
    #[must_use]
    pub fn pictures(&self) -> Vec<Blob> {
        let explanations = self.explanations.iter();
        explanations.flat_map(|one| one.pictures.clone()).collect()
    }
}

/// Blobs of one line each as one blob.
pub(super) fn one_a_line(parts: Vec<Blob>) -> Blob {
    Blob::new("application/json", move |out| {
        parts.iter().try_for_each(|part| part.write(out))
    })
}
