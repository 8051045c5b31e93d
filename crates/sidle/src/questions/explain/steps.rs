//! The steps from a game to its simplest form, in words, with a certificate that has been checked.

use std::sync::Arc;

use crate::{
    check::explanation::{Certificate, Reading, Rows, Step as Shown},
    core::{Meter, Player},
    draw::{Picture, Stroke},
    graph::bigraph::{Bigraph, Keeps, Side, Simplified, Step, simplify},
    questions::{graphs::picture_form, prelude::*},
};

/// Which value the steps of an explanation keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExplanationReading {
    /// The value of a game without alternating cycles.
    Stopper,
    /// The onside: infinite play is won by Left.
    Onside,
    /// The offside: infinite play is won by Right.
    Offside,
    /// The value up to infinitesimals.
    Infinitesimal,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExplanationStepKind {
    /// An option is deleted, because the player has another one that is at least as good.
    Dominated,
    /// Options are replaced by those after a reply of the opponent that is at least as good for the opponent as the game.
    Reversible,
    /// A game gives way to an equal one.
    Fused,
}

/// One step: what, where, why.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationStep {
    /// The kind of the step.
    pub step: ExplanationStepKind,
    /// The game whose options change.
    pub at: String,
    /// The player whose options change.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::optional_text"
    )]
    pub player: Option<Player>,
    /// The options that disappear.
    pub options: Vec<String>,
    /// What justifies it, for each of the options: the better option, the reply, the equal game.
    pub witnesses: Vec<String>,
    /// The options that take the place of reversible ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub replaced_by: Vec<String>,
    /// The step in a sentence.
    pub text: String,
    /// That game with its options after the step; after a fusion the game that is explained.
    pub form: String,
}

/// The way from a game to its simplest form. Every step has been verified by the checker of certificates.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// Which value the steps keep.
    pub reading: ExplanationReading,
    /// The game with its options before the first step.
    pub form: String,
    /// The steps.
    pub steps: Vec<ExplanationStep>,
    /// The game with its options after the last step.
    pub result: String,
    /// Has the game that is left no alternating cycle?
    pub is_stopper: bool,
    /// The graph before the first step and after each step, as SVG.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Blob>,
    #[serde(skip)]
    pub(super) certificate: Arc<Certificate>,
    #[serde(skip)]
    pub(super) simplified: Arc<Simplified>,
}

/// A graph with the names of its vertices.
pub(super) struct NamedGame<'n> {
    pub(super) graph: &'n Bigraph,
    pub(super) start: u32,
    /// What each vertex is called in sentences.
    pub(super) names: &'n [String],
    /// The value of each vertex, where it is known and not its name.
    pub(super) values: &'n [Option<String>],
    /// The vertices that are numbers in canonical form.
    pub(super) numbers: &'n [u32],
}

/// A game that is explained has at most so many vertices.
pub(super) const MOST_VERTICES: usize = 600;

impl NamedGame<'_> {
    pub(super) fn explained(
        &self,
        keeps: Keeps,
        with_pictures: bool,
        meter: &Meter,
    ) -> Result<Explanation, Error> {
        let count = self.graph.vertex_count();
        if count > MOST_VERTICES {
            let message =
                format!("the game has {count} positions, and explanations end at {MOST_VERTICES}");
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let simple = simplify(self.graph, self.start, keeps, self.numbers, meter)?;
        let certificate = self.certificate(keeps, &simple);
        checked(&certificate, meter)?;
        let mut told = Telling {
            game: self,
            rows: certificate.graph.clone(),
            start: self.start,
        };
        let form = told.form(self.start);
        let mut pictures = Vec::new();
        if with_pictures {
            pictures.push(told.picture()?);
        }
        let mut steps = Vec::new();
        for step in &simple.steps {
            let sentence = told.step(step, keeps);
            if with_pictures {
                pictures.push(told.picture()?);
            }
            steps.push(sentence);
        }
        Ok(Explanation {
            reading: reading_of(keeps),
            form,
            steps,
            result: told.form(simple.start),
            is_stopper: simple.is_stopper,
            pictures,
            certificate: Arc::new(certificate),
            simplified: Arc::new(simple),
        })
    }

    fn certificate(&self, keeps: Keeps, simple: &Simplified) -> Certificate {
        let reading = match keeps {
            Keeps::Stopper => Reading::Stopper,
            Keeps::Side(Side::Onside) => Reading::Onside,
            Keeps::Side(Side::Offside) => Reading::Offside,
            Keeps::Infinitesimal => Reading::Infinitesimal,
        };
        let row = |v| Player::BOTH.map(|player| self.graph.options(v, player).to_vec());
        Certificate::new(
            &self.names[self.start as usize],
            self.names.iter().cloned().map(Some).collect(),
            self.graph.vertices().map(row).collect(),
            self.start,
            reading,
            simple.steps.iter().map(shown).collect(),
            simple.start,
            simple.rows.clone(),
        )
    }
}

/// Does the checker verify the steps from vertex 0 of a graph?
pub(crate) fn steps_are_verified(
    graph: &Bigraph,
    keeps: Keeps,
    simple: &Simplified,
    meter: &Meter,
) -> Result<bool, Error> {
    let names = vec![String::new(); graph.vertex_count()];
    let game = NamedGame {
        graph,
        start: 0,
        names: &names,
        values: &[],
        numbers: &[],
    };
    let certificate = Certificate {
        names: Vec::new(),
        ..game.certificate(keeps, simple)
    };
    match checked(&certificate, meter) {
        Ok(()) => Ok(true),
        Err(error) if error.kind == ErrorKind::Internal => Ok(false),
        Err(error) => Err(error),
    }
}

fn reading_of(keeps: Keeps) -> ExplanationReading {
    match keeps {
        Keeps::Stopper => ExplanationReading::Stopper,
        Keeps::Side(Side::Onside) => ExplanationReading::Onside,
        Keeps::Side(Side::Offside) => ExplanationReading::Offside,
        Keeps::Infinitesimal => ExplanationReading::Infinitesimal,
    }
}

fn shown(step: &Step) -> Shown {
    match step {
        Step::Dominated {
            vertex,
            player,
            option,
            by,
        } => Shown::Dominated {
            vertex: *vertex,
            player: player.index() as u8,
            option: *option,
            by: *by,
        },
        Step::Reversible {
            vertex,
            player,
            through,
        } => Shown::Reversible {
            vertex: *vertex,
            player: player.index() as u8,
            through: through.clone(),
        },
        Step::Fused { vertex, into } => Shown::Fused {
            vertex: *vertex,
            into: *into,
        },
    }
}

/// Checks a certificate as `sidle check` does. One that does not hold is a mistake of the engine.
pub(super) fn checked(certificate: &impl Serialize, meter: &Meter) -> Result<(), Error> {
    let bytes = serde_json::to_vec(certificate)
        .map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))?;
    let verdict = crate::check::try_check_bytes(&bytes, meter);
    let verdict = match verdict {
        Ok(verdict) => verdict,
        Err(error) => {
            return Err(match error.kind() {
                crate::check::ErrorKind::Stopped(reason) => (*reason).into(),
                _ => Error::new(ErrorKind::Internal, error.to_string()),
            });
        }
    };
    if verdict.is_valid() {
        return Ok(());
    }
    let message = format!("an explanation that does not hold: {verdict}");
    Err(Error::new(ErrorKind::Internal, message))
}

/// The graph while its steps are told.
struct Telling<'g> {
    game: &'g NamedGame<'g>,
    rows: Rows,
    /// The vertex that stands for the start now.
    start: u32,
}

impl Telling<'_> {
    fn name(&self, v: u32) -> String {
        self.game.names[v as usize].clone()
    }

    /// The name of a vertex with its value.
    fn valued(&self, v: u32) -> String {
        let name = &self.game.names[v as usize];
        match &self.game.values[v as usize] {
            Some(value) if value != name => format!("{name} (= {value})"),
            _ => name.clone(),
        }
    }

    /// A vertex with the names of its options.
    fn form(&self, v: u32) -> String {
        let [left, right] = self.rows[v as usize].each_ref().map(|list| {
            let names: Vec<String> = list.iter().map(|&w| self.name(w)).collect();
            names.join(", ")
        });
        format!("{{{left} | {right}}}")
    }

    fn step(&mut self, step: &Step, keeps: Keeps) -> ExplanationStep {
        match step {
            Step::Dominated {
                vertex,
                player,
                option,
                by,
            } => self.dominated(*vertex, *player, *option, *by),
            Step::Reversible {
                vertex,
                player,
                through,
            } => self.reversible(*vertex, *player, through),
            Step::Fused { vertex, into } => self.fused(*vertex, *into, keeps),
        }
    }

    fn dominated(&mut self, v: u32, player: Player, x: u32, y: u32) -> ExplanationStep {
        let [option, by] = [self.valued(x), self.valued(y)];
        let sign = match player {
            Player::Left => "<=",
            Player::Right => ">=",
        };
        self.rows[v as usize][player.index()].retain(|&w| w != x);
        let at = self.name(v);
        ExplanationStep {
            step: ExplanationStepKind::Dominated,
            text: format!("{player}'s option {option} is dominated: {option} {sign} {by}"),
            at,
            player: Some(player),
            options: vec![option],
            witnesses: vec![by],
            replaced_by: Vec::new(),
            form: self.form(v),
        }
    }

    fn reversible(&mut self, v: u32, player: Player, through: &[[u32; 2]]) -> ExplanationStep {
        let sign = match player {
            Player::Left => "<=",
            Player::Right => ">=",
        };
        let at = self.name(v);
        let mut reasons = Vec::new();
        let mut new: Vec<u32> = Vec::new();
        for &[x, y] in through {
            let [option, reply] = [self.valued(x), self.valued(y)];
            reasons.push(format!("{option} through {reply} {sign} {at}"));
            new.extend(&self.rows[y as usize][player.index()]);
        }
        new.retain(|w| through.iter().all(|[gone, _]| gone != w));
        new.sort_unstable();
        new.dedup();
        let list = &mut self.rows[v as usize][player.index()];
        list.retain(|w| through.iter().all(|[gone, _]| gone != w));
        list.extend(&new);
        list.sort_unstable();
        list.dedup();
        let replaced_by: Vec<String> = new.iter().map(|&w| self.name(w)).collect();
        let result = match replaced_by.is_empty() {
            true => "nothing takes their place".to_owned(),
            false => format!("replaced by {}", replaced_by.join(", ")),
        };
        let result = match through.len() {
            1 => result.replace("their", "its"),
            _ => result,
        };
        let options = if through.len() == 1 {
            "option reverses"
        } else {
            "options reverse"
        };
        ExplanationStep {
            step: ExplanationStepKind::Reversible,
            text: format!("{player}'s {options}: {}; {result}", reasons.join(", ")),
            at,
            player: Some(player),
            options: through.iter().map(|&[x, _]| self.valued(x)).collect(),
            witnesses: through.iter().map(|&[_, y]| self.valued(y)).collect(),
            replaced_by,
            form: self.form(v),
        }
    }

    fn fused(&mut self, v: u32, into: u32, keeps: Keeps) -> ExplanationStep {
        let [old, new] = [self.valued(v), self.valued(into)];
        for list in self.rows.iter_mut().flatten() {
            for w in list.iter_mut().filter(|w| **w == v) {
                *w = into;
            }
            list.sort_unstable();
            list.dedup();
        }
        if self.start == v {
            self.start = into;
        }
        let text = match keeps {
            Keeps::Infinitesimal => format!("{old} differs from {new} by an infinitesimal"),
            _ => format!("{old} and {new} are equal and become one"),
        };
        ExplanationStep {
            step: ExplanationStepKind::Fused,
            at: self.name(v),
            player: None,
            options: vec![old],
            witnesses: vec![new],
            replaced_by: Vec::new(),
            text,
            form: self.form(self.start),
        }
    }

    /// What can be reached from the start, drawn.
    fn picture(&self) -> Result<Blob, Error> {
        let graph = Bigraph::from_rows(
            self.rows
                .iter()
                .map(|[left, right]| (&left[..], &right[..])),
        );
        let (part, old) = graph.trimmed(self.start);
        let mut picture = Picture::sized(part.vertex_count(), part.edge_count())?;
        for &v in &old {
            let value = self.game.values[v as usize].clone();
            let name = self.name(v);
            picture.add(
                name.clone(),
                value.filter(|value| *value != name).unwrap_or_default(),
            );
        }
        for (from, player, to) in part.edges() {
            picture.connect(from as usize, to as usize, Stroke::of(player));
        }
        picture.begin_at(0);
        let drawn = picture_form("svg", move || Ok(picture.clone()));
        Ok(drawn.expect("svg is a form of pictures"))
    }
}

impl Explanation {
    /// The explanation as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let reading = match self.reading {
            ExplanationReading::Stopper => "",
            ExplanationReading::Onside => "Onside: ",
            ExplanationReading::Offside => "Offside: ",
            ExplanationReading::Infinitesimal => "Up to infinitesimals: ",
        };
        lines.push(format!("{reading}{}", self.form));
        for (number, step) in (1..).zip(&self.steps) {
            lines.push(format!("{number:>3}. in {}: {}", step.at, step.text));
            lines.push(format!("     now {}", step.form));
        }
        if self.steps.is_empty() {
            lines.push("  No option is dominated or reversible.".to_owned());
        }
        lines
    }

    /// The certificate of the steps.
    pub(super) fn blob(&self) -> Blob {
        Blob::json(Certificate::clone(&self.certificate))
    }
}
