//! The misère quotient of a heap game or of some games.

use std::{path::PathBuf, sync::Arc};

use super::misere_game::MisereGame;
use crate::{
    certificates,
    impartial::quotient::{
        Counted, Growth, InfiniteOrder, QuotientAnswer, QuotientError, QuotientOptions,
        QuotientSearch, SavedError,
    },
    questions::prelude::*,
    saved::{Interval, SavedFile},
};

/// Asks for the misère quotient of a heap game or of some games, with its period.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MisereQuotientQuestion {
    /// A code such as `0.77`, or games separated by commas.
    pub game: String,
    /// The quotient of heaps 0 to this one; without it, until the period is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<u32>,
    /// The search stops at quotients with more elements: 20,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_order: Option<usize>,
    /// Refuse an answer without a certificate, and say why there is none.
    pub certify: bool,
    /// Save the partial quotient in this file, and resume from it if it exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
    /// How often the file is written, besides whenever the quotient has grown: 10,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<u64>,
}

/// A misère quotient.
#[derive(Clone, Debug, Serialize)]
pub struct MisereQuotientAnswer {
    /// The last verified quotient.
    #[serde(flatten)]
    pub quotient: QuotientAnswer,
    /// The proof that the next quotient is infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite: Option<InfiniteQuotient>,
    /// Why the search ended before a proof.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::optional_text"
    )]
    pub stopped: Option<QuotientError>,
    #[serde(skip)]
    search: Arc<QuotientSearch>,
}

/// What is known about a quotient that is infinite from one heap on.
#[derive(Clone, Debug, Serialize)]
pub struct InfiniteQuotient {
    /// The heap that makes it infinite.
    pub heap: usize,
    /// No two sums of copies of this heap are equal.
    pub infinite_order: Option<InfiniteOrder>,
    /// The heaps whose copies are counted.
    pub counters: Vec<u32>,
    /// Gaps between the numbers of counters that are at least so large count modulo the period.
    pub gap: u32,
    /// That period.
    pub period: u32,
    /// The order of the monoid of the other heaps.
    pub order: usize,
}

impl InfiniteQuotient {
    fn of(counted: &Counted) -> InfiniteQuotient {
        InfiniteQuotient {
            heap: counted.phi().len() - 1,
            infinite_order: counted.infinite_order(),
            counters: counted.counters().to_vec(),
            gap: counted.gap(),
            period: counted.period(),
            order: counted.monoid().order(),
        }
    }
}

impl Ask for MisereQuotientQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<MisereQuotientAnswer, Error> {
        let meter = job.meter();
        let saved = SavedFile::lock(self.checkpoint.as_deref(), workspace)?;
        let (game, name) = MisereGame::read(&self.game, meter)?.heaps(&self.game, meter)?;
        let options = options(self.heaps, self.max_order);
        let mut search = match saved.as_ref().filter(|saved| saved.exists()) {
            None => QuotientSearch::new(game, options),
            Some(saved) => {
                let resumed = QuotientSearch::resume(saved.path(), &name, game, options, meter);
                resumed.map_err(|error| match error {
                    SavedError::Stopped(reason) => reason.into(),
                    error => saved.error(error),
                })?
            }
        };
        let ended = self.run(&mut search, saved.as_ref(), &name, job);
        if let Some(saved) = &saved {
            save(&search, saved, &name)?;
        }
        let stopped = match ended {
            Ok(()) => None,
            Err(Ended::Search(QuotientError::Infinite(..))) if search.counted().is_some() => None,
            Err(Ended::Search(error)) => Some(error),
            Err(Ended::File(error)) => return Err(error),
        };
        if self.certify {
            certificates::misere_quotient(&search, &name)?;
        }
        Ok(MisereQuotientAnswer {
            quotient: search.answer(&name),
            infinite: search.counted().map(InfiniteQuotient::of),
            stopped,
            search: Arc::new(search),
        })
    }
}

/// The options of a search.
pub(super) fn options(heaps: Option<u32>, max_order: Option<usize>) -> QuotientOptions {
    let usual = QuotientOptions::default();
    QuotientOptions {
        heaps,
        most: max_order.unwrap_or(usual.most),
    }
}

/// Why a search that is saved ended.
enum Ended {
    Search(QuotientError),
    File(Error),
}

impl From<QuotientError> for Ended {
    fn from(error: QuotientError) -> Ended {
        Ended::Search(error)
    }
}

fn save(search: &QuotientSearch, saved: &SavedFile, name: &str) -> Result<(), Error> {
    let written = search.save(saved.path(), name);
    written.map_err(|error| saved.error(format!("cannot write the checkpoint: {error}")))
}

impl MisereQuotientQuestion {
    /// Searches, and saves what is found.
    fn run(
        &self,
        search: &mut QuotientSearch,
        saved: Option<&SavedFile>,
        name: &str,
        job: &Job,
    ) -> Result<(), Ended> {
        let mut interval = Interval::new(job, self.interval_ms);
        let mut order = search.partial().quotient.order();
        search.run_keeping(job.meter(), |search| {
            let now = search.partial().quotient.order();
            match saved {
                Some(saved) if interval.is_over() || now != order => {
                    order = now;
                    save(search, saved, name).map_err(Ended::File)
                }
                _ => Ok(()),
            }
        })
    }
}

/// Heap, |Q| and |P| at each growth.
pub(super) fn growth_text(growth: &[Growth]) -> String {
    let growth = growth.iter().map(|g| format!("{}:{}/{}", g.0, g.1, g.2));
    growth.collect::<Vec<_>>().join(" ")
}

impl Report for MisereQuotientAnswer {
    fn text(&self, _: Style) -> String {
        let answer = &self.quotient;
        let (code, order, p_order) = (&answer.code, answer.order, answer.p_order);
        let mut text = format!("{code}: |Q| = {order}, |P| = {p_order}");
        match (answer.period, answer.preperiod) {
            (Some(period), Some(preperiod)) => text.push_str(&format!(
                ", period {period} from heap {preperiod} on (proved)"
            )),
            _ if answer.complete => {}
            _ => text.push_str(&format!(", heaps up to {}", answer.heaps)),
        }
        if !answer.growth.is_empty() {
            text.push_str(&format!("\ngrowth: {}", growth_text(&answer.growth)));
        }
        text.push_str(&format!(
            "\nQ = <{} | {}>\nP = {{{}}}\nphi = {}",
            answer.generators.join(","),
            answer.relations.join(", "),
            answer.p_portion.join(", "),
            answer.phi.join(" ")
        ));
        if let Some(infinite) = &self.infinite {
            let counters: Vec<String> = infinite.counters.iter().map(u32::to_string).collect();
            let order = infinite
                .infinite_order
                .as_ref()
                .map_or(0, |order| order.heap);
            text.push_str(&format!(
                "\ninfinite at heap {} (proved): no two sums of heaps {order} are equal\noutcomes: by the numbers of heaps {}, and for the other heaps a monoid of order {}",
                infinite.heap,
                counters.join(", "),
                infinite.order
            ));
        }
        text
    }

    /// The Cayley graph.
    fn picture(&self) -> Option<Drawing> {
        Some(Drawing {
            text: format!("Q = <{}>", self.quotient.generators.join(",")),
            svg: self.search.svg(),
        })
    }

    fn certificate(&self) -> Option<Blob> {
        certificates::misere_quotient(&self.search, &self.quotient.code).ok()
    }

    /// `latex`: the presentation; `csv`: the multiplication table.
    fn form(&self, name: &str) -> Option<Blob> {
        let (media_type, export) = match name {
            "latex" => (
                "application/x-latex",
                QuotientSearch::latex as fn(&QuotientSearch) -> String,
            ),
            "csv" => ("text/csv", QuotientSearch::csv as _),
            _ => return None,
        };
        let search = self.search.clone();
        Some(Blob::new(media_type, move |out| {
            out.write_all(export(&search).as_bytes())
        }))
    }
}
