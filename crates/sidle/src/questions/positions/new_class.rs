//! A starting file for a ruleset of one's own.

use crate::questions::prelude::*;

/// Asks for a commented class of a ruleset on strips, to be changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewClassQuestion {
    /// The name of the class.
    pub name: String,
}

/// A file of CGScript.
#[derive(Clone, Debug, Serialize)]
pub struct NewClassAnswer {
    /// The name that the file must have.
    pub file: String,
    /// Its text.
    pub source: String,
}

const TEMPLATE: &str = include_str!("ruleset.cgs");

impl Ask for NewClassQuestion {
    fn ask(&self, _: &Workspace, _: &Job) -> Result<NewClassAnswer, Error> {
        let name = &self.name;
        let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name {
            let message = format!("`{name}` is not a name for a class");
            return Err(Error::new(ErrorKind::Notation, message)
                .at("name", 0..name.len())
                .with_help("begin with a capital letter and use letters, digits and `_`"));
        }
        Ok(NewClassAnswer {
            file: format!("{name}.cgs"),
            source: TEMPLATE.replace("NAME", name),
        })
    }
}

impl Report for NewClassAnswer {
    fn text(&self, _: Style) -> String {
        self.source.clone()
    }
}
