//! Certificates of outcomes that are checked record by record, kind `strategy`.
//!
//! They prove what those of kind [`outcome`](crate::outcome) prove, in constant memory. Each record is a position with
//! what is claimed of it when Left is to move, and when Right is:
//!
//! * a *win* names the record of the position after a winning move; there the opponent, to move, must be claimed to lose;
//! * a *loss* names the records of all options; there the opponent, to move, must be claimed to win.
//!
//! All records that are named stand before the record that names them, so that the strategy ends: induction over the
//! records proves every claim. The position whose outcome is claimed is that of the last record.

use std::io::Cursor;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Player};

use crate::{
    Error, Failure, Kind, Verdict,
    container::{Container, from_json},
    outcome::{Letter, rules::Naive},
};

/// The line of the registry.
pub(crate) const KIND: Kind = Kind {
    name: "strategy",
    version: 1,
    check: |bytes, meter| {
        let mut container = Vec::new();
        from_json(|| Ok(bytes), &mut container, meter)?;
        stream(&mut Container::open(Cursor::new(container))?, meter)
    },
    stream: Some(stream),
};

/// The fields beside the records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always [`FORMAT`](crate::FORMAT).
    pub format: String,
    /// The version of this kind.
    pub version: u64,
    /// `strategy`.
    pub kind: String,
    /// A comment that proves nothing and is not checked.
    pub text: String,
    /// A ruleset whose moves [`Naive`] knows; for any other name the options in the records are those of the game only if
    /// the reader knows so.
    pub ruleset: String,
    /// Who wins the position of the last record.
    pub outcome: Letter,
}

impl Header {
    /// The header of a certificate about a ruleset.
    #[must_use]
    pub fn new(text: &str, ruleset: &str, outcome: Letter) -> Header {
        Header {
            format: crate::FORMAT.to_owned(),
            version: KIND.version,
            kind: KIND.name.to_owned(),
            text: text.to_owned(),
            ruleset: ruleset.to_owned(),
            outcome,
        }
    }
}

/// The name of the only section.
pub const RECORDS: &str = "records";

/// A position, and what is claimed when Left or when Right is to move; nothing is claimed where there is `null`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record(pub String, pub Option<Claim>, pub Option<Claim>);

/// What is claimed of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The player wins by moving to the position of this record.
    Win(u64),
    /// The player loses; these are the records of all options.
    Loss(Vec<u64>),
}

impl Record {
    fn claim(&self, player: Player) -> Option<&Claim> {
        match player {
            Player::Left => self.1.as_ref(),
            Player::Right => self.2.as_ref(),
        }
    }

    /// Is the player to move claimed to win?
    fn wins(&self, player: Player) -> Option<bool> {
        self.claim(player)
            .map(|claim| matches!(claim, Claim::Win(_)))
    }
}

fn stream(container: &mut Container<'_>, meter: &Meter) -> Result<Verdict, Error> {
    let header: Header = serde_json::from_slice(container.header()).map_err(Error::json)?;
    let rules = Naive::named(&header.ruleset);
    let given = match rules {
        Some(_) => "",
        None => ", if the moves listed in the certificate are those of the game",
    };
    let verdict = |position: &str, result| {
        let claim = format!("{} {position}: {:?}{given}", header.ruleset, header.outcome);
        Verdict::new(KIND.name, claim, result)
    };
    let refused = |reason: &str| Failure::new("the lists", "a strategy", reason);
    let sections: Vec<&str> = container.sections().collect();
    if sections != [RECORDS] {
        return Ok(verdict("?", Err(refused("there is one list, `records`"))));
    }
    let count = container.count(0)?;
    let Some(last) = count.checked_sub(1) else {
        return Ok(verdict("?", Err(refused("there is no position"))));
    };
    let claimed = read(container, last)?;
    let mut ticker = meter.ticker();
    for number in 0..count {
        let record = read(container, number)?;
        for player in Player::BOTH {
            ticker.step()?;
            let checked = check(container, number, &record, player, rules)?;
            if let Err(reason) = checked {
                let letter = ["Left", "Right"][player.index()];
                let claim = format!("{letter} to move in `{}`", record.0);
                let failure = Failure::new(format!("record {number}"), claim, reason);
                return Ok(verdict(&claimed.0, Err(failure)));
            }
        }
    }
    let wins = match header.outcome {
        Letter::L => [true, false],
        Letter::R => [false, true],
        Letter::N => [true, true],
        Letter::P => [false, false],
    };
    let shown = Player::BOTH.map(|player| claimed.wins(player)) == wins.map(Some);
    let result = match shown {
        true => Ok(usize::try_from(count).unwrap_or(usize::MAX)),
        false => Err(Failure::new(
            format!("record {last}"),
            "the outcome",
            "the last record does not claim it",
        )),
    };
    Ok(verdict(&claimed.0, result))
}

fn read(container: &mut Container<'_>, number: u64) -> Result<Record, Error> {
    serde_json::from_slice(container.record(0, number)?).map_err(Error::json)
}

/// Checks what a record claims of a player.
fn check(
    container: &mut Container<'_>,
    number: u64,
    record: &Record,
    player: Player,
    rules: Option<Naive>,
) -> Result<Result<(), String>, Error> {
    let Some(claim) = record.claim(player) else {
        return Ok(Ok(()));
    };
    let (named, opponent_wins) = match claim {
        Claim::Win(to) => (std::slice::from_ref(to), false),
        Claim::Loss(options) => (options.as_slice(), true),
    };
    let mut texts = Vec::new();
    for &to in named {
        if to >= number {
            return Ok(Err(format!("record {to} does not stand before this one")));
        }
        let after = read(container, to)?;
        if after.wins(-player) != Some(opponent_wins) {
            let verb = if opponent_wins { "win" } else { "lose" };
            let reason = format!("record {to} does not claim that the opponent {verb}s");
            return Ok(Err(reason));
        }
        texts.push(after.0);
    }
    let Some(rules) = rules else {
        return Ok(Ok(()));
    };
    let options = match rules.options(&record.0, player) {
        Ok(options) => options,
        Err(reason) => return Ok(Err(reason)),
    };
    let missing = match claim {
        Claim::Win(_) => texts.iter().find(|text| !options.contains(text)),
        Claim::Loss(_) => options.iter().find(|option| !texts.contains(option)),
    };
    Ok(match (missing, claim) {
        (None, _) => Ok(()),
        (Some(text), Claim::Win(_)) => Err(format!("`{text}` is not an option")),
        (Some(text), Claim::Loss(_)) => Err(format!("the option `{text}` is not listed")),
    })
}
