//! The rulesets that are built in.

use crate::{
    questions::prelude::*,
    solve::catalogue::{self, Entry},
};

/// Asks for the rulesets that are built in.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesetsQuestion {}

/// The rulesets, in the order of the registry.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetsAnswer {
    /// Each with its rules and its notation.
    pub rulesets: Vec<RulesetLine>,
}

/// A ruleset in a few lines.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetLine {
    /// The name, with its package.
    pub name: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// What positions look like.
    pub notation: &'static str,
    /// A position.
    pub example: &'static str,
}

impl From<&Entry> for RulesetLine {
    fn from(entry: &Entry) -> RulesetLine {
        RulesetLine {
            name: entry.name,
            rules: entry.rules,
            notation: entry.notation,
            example: entry.example,
        }
    }
}

impl RulesetLine {
    fn text(&self) -> String {
        let RulesetLine {
            name,
            rules,
            notation,
            example,
        } = self;
        format!("{name}\n    {rules}\n    {notation}: {example}")
    }
}

impl Ask for RulesetsQuestion {
    fn ask(&self, _: &Workspace, _: &Job) -> Result<RulesetsAnswer, Error> {
        Ok(RulesetsAnswer {
            rulesets: catalogue::entries().iter().map(RulesetLine::from).collect(),
        })
    }
}

impl Report for RulesetsAnswer {
    fn text(&self, _: Style) -> String {
        let lines: Vec<String> = self.rulesets.iter().map(RulesetLine::text).collect();
        lines.join("\n")
    }
}

/// Asks for the card of a ruleset that is built in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesetQuestion {
    /// The name.
    pub rules: String,
}

/// The card of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetAnswer {
    /// Name, rules, notation and example.
    #[serde(flatten)]
    pub line: RulesetLine,
    /// The class of its family: `game.strip.GenToadsAndFrogs`.
    pub family: &'static str,
    /// The parameters of the family.
    pub parameters: Vec<RulesetParameter>,
    /// The picture of the example as SVG, if it has one.
    pub svg: Option<String>,
    #[serde(skip)]
    picture: Option<Drawing>,
}

/// A parameter of a family of rulesets.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetParameter {
    /// The name.
    pub name: &'static str,
    /// Can it be left out?
    pub optional: bool,
}

impl Ask for RulesetQuestion {
    fn ask(&self, workspace: &Workspace, _: &Job) -> Result<RulesetAnswer, Error> {
        let Some(entry) = catalogue::find(&self.rules) else {
            return Err(crate::rulesets::named(&self.rules)
                .err()
                .unwrap_or_else(|| {
                    let message = "parameters and variants have no card of their own";
                    Error::new(crate::ErrorKind::NotApplicable, message)
                        .with_help("ask for the game without them")
                }));
        };
        let example = workspace.position(entry.name, entry.example)?;
        #[cfg(feature = "draw")]
        let picture = example.drawing();
        #[cfg(not(feature = "draw"))]
        let picture = None::<Drawing>.filter(|_| example.picture().is_some());
        let parameters = entry.card.parameters.iter();
        Ok(RulesetAnswer {
            line: entry.into(),
            family: entry.card.class,
            parameters: parameters
                .map(|parameter| RulesetParameter {
                    name: parameter.name,
                    optional: parameter.default.is_some(),
                })
                .collect(),
            svg: picture.as_ref().map(|picture| picture.svg.clone()),
            picture,
        })
    }
}

impl Report for RulesetAnswer {
    fn text(&self, _: Style) -> String {
        let mut text = self.line.text();
        if !self.parameters.is_empty() {
            let names: Vec<&str> = self.parameters.iter().map(|one| one.name).collect();
            text.push_str(&format!(
                "\n    a game of {}({})",
                self.family,
                names.join(", ")
            ));
        }
        if let Some(picture) = &self.picture {
            text.push_str(&format!("\n{}", picture.text));
        }
        text
    }

    fn picture(&self) -> Option<Drawing> {
        self.picture.clone()
    }
}
