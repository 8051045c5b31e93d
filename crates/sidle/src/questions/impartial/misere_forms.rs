//! Genus symbols and misère canonical forms.

use serde::Serializer;

use super::misere_game::MisereGame;
use crate::{
    core::Meter,
    impartial::{
        misere::{Form, Forms, Genus, HeapForms},
        quotient::HeapGame,
    },
    questions::prelude::*,
};

/// Asks for the genus symbols or the misère canonical forms of heaps or games.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereFormsQuestion {
    /// A code such as `0.77`, or games separated by commas.
    pub game: String,
    /// What is asked for.
    pub what: MisereFormKind,
    /// Heaps 0 to this one of a code: 20 if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u32>,
}

/// What is asked for about misère games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisereFormKind {
    /// Genus symbols.
    Genus,
    /// Canonical forms.
    Canonical,
}

/// Genus symbols or canonical forms.
#[derive(Clone, Debug, Serialize)]
pub struct MisereFormsAnswer {
    /// The code in its normal form, or the games as they were typed.
    pub code: String,
    /// Those of heaps 0, 1, …, or of the games.
    #[serde(flatten)]
    pub forms: MisereForms,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

/// The forms of several games, or of one.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisereForms {
    /// Genus symbols.
    Genus(Listed<Genus>),
    /// Canonical forms, such as `*[2#0]`.
    Canonical(Listed<String>),
}

/// The answers about a list of games. It serializes as a list of texts, and as a text where the question was about a
/// single game.
#[derive(Clone, Debug)]
pub struct Listed<T> {
    /// The answers.
    pub all: Vec<T>,
    /// True if the question was about a single game.
    pub single: bool,
}

impl<T: ToString> Listed<T> {
    fn texts(&self) -> Vec<String> {
        self.all.iter().map(T::to_string).collect()
    }
}

impl<T: ToString> Serialize for Listed<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match (self.single, self.all.first()) {
            (true, Some(one)) => to.serialize_str(&one.to_string()),
            _ => self.texts().serialize(to),
        }
    }
}

impl Ask for MisereFormsQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<MisereFormsAnswer, Error> {
        let meter = job.meter();
        let game = MisereGame::read(&self.game, meter)?;
        let code = match &game {
            MisereGame::Code(code) => code.to_string(),
            MisereGame::Games(..) => self.game.clone(),
        };
        let (forms, stopped) = match self.what {
            MisereFormKind::Genus => {
                let genus = |forms: &mut Forms, form: Form, meter: &Meter| forms.genus(form, meter);
                let (found, stopped) = self.of_each(game, genus, meter)?;
                (MisereForms::Genus(found), stopped)
            }
            MisereFormKind::Canonical => {
                let text = |forms: &mut Forms, form: Form, meter: &Meter| {
                    Ok(format!("*[{}]", forms.text(form, meter)?))
                };
                let (found, stopped) = self.of_each(game, text, meter)?;
                (MisereForms::Canonical(found), stopped)
            }
        };
        Ok(MisereFormsAnswer {
            code,
            forms,
            stopped,
        })
    }
}

impl MisereFormsQuestion {
    /// What is found for each heap, until a limit is reached; or for each game.
    fn of_each<T>(
        &self,
        game: MisereGame,
        find: impl Fn(&mut Forms, Form, &Meter) -> Result<T, StopReason>,
        meter: &Meter,
    ) -> Result<(Listed<T>, Option<StopReason>), StopReason> {
        match game {
            MisereGame::Code(code) => {
                let mut heaps = HeapForms::new(HeapGame::Code(code));
                let (mut all, mut stopped) = (Vec::new(), None);
                for heap in 0..=self.heaps.unwrap_or(20) {
                    let form = heaps.heap(heap, meter);
                    match form.and_then(|form| find(heaps.forms_mut(), form, meter)) {
                        Ok(found) => all.push(found),
                        Err(reason) => {
                            stopped = Some(reason);
                            break;
                        }
                    }
                }
                Ok((Listed { all, single: false }, stopped))
            }
            MisereGame::Games(mut forms, games) => {
                let all = games.iter().map(|&game| find(&mut forms, game, meter));
                let listed = Listed {
                    single: games.len() == 1,
                    all: all.collect::<Result<_, _>>()?,
                };
                Ok((listed, None))
            }
        }
    }
}

impl Report for MisereFormsAnswer {
    fn text(&self, _: Style) -> String {
        let texts = match &self.forms {
            MisereForms::Genus(listed) => listed.texts(),
            MisereForms::Canonical(listed) => listed.texts(),
        };
        texts.join(" ")
    }
}
