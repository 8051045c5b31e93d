//! Comparison of partizan games under misère play, modulo a universe.

use crate::{
    impartial::partizan::{
        Outcome, Relation, Tree, TreeError, Trees, Universe, compare, parse_tree,
    },
    questions::prelude::*,
};

/// Asks how two games compare under misère play, modulo all games of a universe. Forms are taken as they are written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereCompareQuestion {
    /// A game: `0`, an integer, a nim heap such as `*2`, a form such as `{0,*|{|0}}`, or a sum of these.
    pub first: String,
    /// Another game.
    pub second: String,
    /// The universe.
    #[serde(default)]
    pub universe: Universe,
}

/// How two games compare.
#[derive(Clone, Debug, Serialize)]
pub struct MisereCompareAnswer {
    /// The games as they were written.
    pub games: [String; 2],
    /// The universe.
    pub universe: Universe,
    /// How they compare modulo it.
    pub relation: Relation,
    /// Their misère outcomes.
    pub outcomes: [Outcome; 2],
}

impl Ask for MisereCompareQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<MisereCompareAnswer, Error> {
        let mut trees = Trees::new();
        let mut read = |text: &str, field| -> Result<Tree, Error> {
            parse_tree(&mut trees, text, job.meter()).map_err(|error| match error {
                TreeError::Stopped(reason) => reason.into(),
                TreeError::Expected { at, .. } => {
                    Error::new(ErrorKind::Notation, error.to_string()).at(field, at..at)
                }
                _ => Error::new(ErrorKind::Notation, error.to_string()),
            })
        };
        let games = [read(&self.first, "first")?, read(&self.second, "second")?];
        let found = compare(&trees, games, self.universe, job.meter())?;
        let Some(relation) = found.relation else {
            let (game, field) = match found.belongs[0] {
                false => (&self.first, "first"),
                true => (&self.second, "second"),
            };
            let message = format!("`{game}` does not belong to the universe");
            let error = Error::new(ErrorKind::NotApplicable, message);
            return Err(error
                .at(field, 0..game.len())
                .with_help("name another universe"));
        };
        Ok(MisereCompareAnswer {
            games: [self.first.clone(), self.second.clone()],
            universe: self.universe,
            relation,
            outcomes: found.outcomes,
        })
    }
}

impl Report for MisereCompareAnswer {
    fn text(&self, _: Style) -> String {
        let [first, second] = &self.games;
        let relation = self.relation.symbol();
        let outcomes = self.outcomes;
        format!(
            "{first} {relation} {second}\nmisère outcomes: {:?} and {:?}",
            outcomes[0], outcomes[1]
        )
    }
}
