//! The misère quotients of all octal games with few digits.

use super::{
    misere_quotient::{growth_text, options},
    octal_table::{octal_codes, or_unknown},
};
use crate::{
    impartial::quotient::{QuotientRow, quotient_table},
    questions::prelude::*,
};

/// Asks for the misère quotients of all octal games with at most so many digits. Rows are reported as they are found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MisereTableQuestion {
    /// The number of digits: 1 to 5.
    pub digits: u32,
    /// The search for one quotient stops after so many nodes: 50,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<u64>,
    /// The quotients of heaps 0 to this one; without it, until the period is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u32>,
    /// The search stops at quotients with more elements: 20,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_order: Option<usize>,
}

/// The misère quotients of a family of games.
#[derive(Clone, Debug, Serialize)]
pub struct MisereTableAnswer {
    /// The rows that were found, in the order of the codes.
    pub rows: Vec<QuotientRow>,
    /// How many games there are.
    pub games: usize,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for MisereTableQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<MisereTableAnswer, Error> {
        let codes = octal_codes(self.digits)?;
        let table = quotient_table(
            &codes,
            options(self.heaps, self.max_order),
            self.each.unwrap_or(50_000),
            job.threads().get(),
            &mut |row| job.row(row),
            job.meter(),
        );
        Ok(MisereTableAnswer {
            rows: table.rows,
            games: codes.len(),
            stopped: table.stopped,
        })
    }
}

impl Report for MisereTableAnswer {
    /// A Markdown table.
    fn text(&self, _: Style) -> String {
        self.table().unwrap_or_default().markdown()
    }

    fn table(&self) -> Option<Table> {
        let header = [
            "code",
            "order",
            "P",
            "period",
            "preperiod",
            "heaps",
            "growth",
        ];
        let mut table = Table::new(header);
        for row in &self.rows {
            let more = if row.complete { "" } else { "≥ " };
            table.push([
                row.code.clone(),
                format!("{more}{}", row.order),
                row.p_order.to_string(),
                or_unknown(row.period),
                or_unknown(row.preperiod),
                row.heaps.to_string(),
                growth_text(&row.growth),
            ]);
        }
        Some(table)
    }
}
