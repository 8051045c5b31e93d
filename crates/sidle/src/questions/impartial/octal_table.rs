//! The periods of all octal games with few digits.

use std::{
    fs,
    io::{BufReader, Write},
    path::PathBuf,
};

use crate::{
    impartial::{
        code::Code,
        nim::{PeriodRow, all_octal_codes, period_table, read_table_state},
    },
    questions::prelude::*,
    saved::SavedFile,
};

/// Asks for the periods of all octal games with at most so many digits. Rows are reported as they are found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OctalTableQuestion {
    /// The number of digits: 1 to 5.
    pub digits: u32,
    /// The search for a period stops after so many heaps: 10,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// Save finished rows in this file, and resume from it if it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<PathBuf>,
}

/// The periods of a family of games.
#[derive(Clone, Debug, Serialize)]
pub struct OctalTableAnswer {
    /// The rows that were found, in the order of the codes.
    pub rows: Vec<PeriodRow>,
    /// How many games there are.
    pub games: usize,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

/// The octal games with at most so many digits.
pub(super) fn octal_codes(digits: u32) -> Result<Vec<Code>, Error> {
    match digits {
        1..=5 => Ok(all_octal_codes(digits).collect()),
        _ => {
            let message = "a table has octal games with 1 to 5 digits";
            Err(Error::new(ErrorKind::Request, message))
        }
    }
}

impl Ask for OctalTableQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<OctalTableAnswer, Error> {
        let codes = octal_codes(self.digits)?;
        let limit = self.limit.unwrap_or(10_000);
        let saved = SavedFile::lock(self.state.as_deref(), workspace)?;
        let mut known = Vec::new();
        let mut state = None;
        if let Some(saved) = &saved {
            if saved.exists() {
                known = read_state(saved)?;
                // What was searched less far than now is searched again.
                known.retain(|row| row.answer.is_proved() || row.answer.searched >= limit);
            }
            let file = fs::File::options()
                .create(true)
                .append(true)
                .open(saved.path());
            state = Some(file.map_err(|error| saved.error(error))?);
        }
        let table = period_table(
            &codes,
            limit,
            &known,
            job.threads().get(),
            state.as_mut().map(|file| file as &mut (dyn Write + Send)),
            &mut |row| job.row(row),
            job.meter(),
        );
        let table = table.map_err(|error| match &saved {
            Some(saved) => saved.error(error),
            None => Error::new(ErrorKind::NotDetermined, error.to_string()),
        })?;
        Ok(OctalTableAnswer {
            rows: table.rows,
            games: codes.len(),
            stopped: table.stopped,
        })
    }
}

/// The rows of a state file, whose last line is removed if it was cut off in the middle.
fn read_state(saved: &SavedFile) -> Result<Vec<PeriodRow>, Error> {
    let file = fs::File::open(saved.path()).map_err(|error| saved.error(error))?;
    let read = read_table_state(BufReader::new(&file));
    let (rows, bytes) = read.map_err(|error| saved.error(error))?;
    let cut = file.metadata().and_then(|about| match about.len() > bytes {
        true => fs::File::options()
            .write(true)
            .open(saved.path())?
            .set_len(bytes),
        false => Ok(()),
    });
    cut.map_err(|error| saved.error(error))?;
    Ok(rows)
}

/// A number, or `?` for one that is not known.
pub(super) fn or_unknown(number: Option<usize>) -> String {
    number.map_or("?".to_owned(), |number| number.to_string())
}

impl Report for OctalTableAnswer {
    /// A Markdown table.
    fn text(&self, _: Style) -> String {
        self.table().unwrap_or_default().markdown()
    }

    fn table(&self) -> Option<Table> {
        let mut table = Table::new(["code", "period", "preperiod", "searched"]);
        for PeriodRow { code, answer } in &self.rows {
            table.push([
                code.clone(),
                or_unknown(answer.period),
                or_unknown(answer.preperiod),
                answer.searched.to_string(),
            ]);
        }
        Some(table)
    }
}
