//! `sidle go`: regions of Go and kos.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    check::ko_value::Certificate,
    core::{Meter, columns},
    draw::{ShadedRegion, go_board_svg, go_board_text, scaled_thermograph_text},
    go::{self, EndgameReport, GoError, Incentives, Report, Trace, Wishes},
    rules::go::{Diagram, Sgf, Suicide},
    solve::go::KoGame,
};

use super::{
    limits::Terms,
    output_file::{self, ReportFormat},
};
use crate::{files, progress::run_with_progress};

const GROUP_EXAMPLES: &str = "\
Examples:
  printf '#BW#\\nBO.W\\n#BW#\\n' | sidle go value - --game phi-left
  sidle go ko --points 3 --state A --last 1";

/// Go: values of regions under the ko ban, kos without a board, endgames (value, ko, solve)
#[derive(Debug, Subcommand)]
#[command(after_help = GROUP_EXAMPLES)]
pub(crate) enum Member {
    Value(Value),
    Ko(Ko),
    Solve(Solve),
}

/// Which game is made of a position with a ko ban.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    /// The ban binds both players
    Phi,
    /// Left may make the banned moves
    PhiLeft,
    /// Right may make the banned moves
    PhiRight,
}

impl From<Game> for KoGame {
    fn from(game: Game) -> KoGame {
        match game {
            Game::Phi => KoGame::Phi,
            Game::PhiLeft => KoGame::PhiLeft,
            Game::PhiRight => KoGame::PhiRight,
        }
    }
}

#[derive(Args, Debug)]
struct Common {
    /// The game that is made of the position
    #[arg(long, value_enum, default_value = "phi", value_name = "GAME")]
    game: Game,

    /// Value it a second time by sidling, compare, and show every approximation
    #[arg(long)]
    trace: bool,

    /// Draw the thermograph of phi, played beside a stack of coupons
    #[arg(long)]
    thermograph: bool,

    /// Print the value in LaTeX
    #[arg(long, conflicts_with = "json")]
    latex: bool,

    /// Write a certificate of the value, which `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms<ReportFormat>,
}

const VALUE_EXAMPLES: &str = "\
Examples:
  printf '#BW#\\nBO.W\\n#BW#\\n' | sidle go value - --game phi-left
  sidle go value corner.txt --game phi --trace
  sidle go value game.sgf --json
  printf '#BBBB\\nB...W\\n#BBBB\\n' | sidle go value - --moves

A diagram has X and O for stones that can be captured, B and W for immortal ones, `.` for empty points of the
region and # for what lies outside; lines `to move X` and `ko c3` may come first. Of an SGF record the main line
is played, and the points marked with TR or SQ (or not dimmed by DD) are the region; stones beside it are immortal.
In phi nobody may take back a ko at once and infinite play is drawn; in phi-left Left may, but loses a play in
which she does so for ever; phi-right likewise for Right.";

/// The value of a region of a board under the ko ban
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
pub(crate) struct Value {
    /// A text diagram or an SGF record; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Allow the suicide of two stones or more
    #[arg(long, conflicts_with = "certify")]
    suicide: bool,

    /// Show the chilled value and what each move gains
    #[arg(long)]
    moves: bool,

    /// Situational superko instead of the ko ban: no position comes back with the same player to move
    #[arg(long, conflicts_with_all = ["game", "trace", "thermograph", "certify", "moves"])]
    superko: bool,

    #[command(flatten)]
    common: Common,
}

const KO_EXAMPLES: &str = "\
Examples:
  sidle go ko --points 1,7 --state BB --game phi-left --trace
  sidle go ko --points 3 --state A --last 1
  sidle go ko --triple 10,-10 --json

One letter a ko. A: Left may fill it, for its points, and Right may capture, which leads to B. B: Left may capture,
which leads to A, and Right may finish it, for nothing. --last K: the last move captured ko K, which may not be
taken back at once.";

/// The value of several kos without a board
#[derive(Args, Debug)]
#[command(after_help = KO_EXAMPLES)]
pub(crate) struct Ko {
    /// The points of each ko
    #[arg(
        long,
        value_name = "POINTS",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    points: Vec<i64>,

    /// How each ko stands, a letter A or B for each (default: all B)
    #[arg(long, value_name = "LETTERS", conflicts_with = "triple")]
    state: Option<String>,

    /// The ko that the last move captured, counted from 1
    #[arg(long, value_name = "KO", conflicts_with = "triple")]
    last: Option<usize>,

    /// The triple ko ABC = {DEF|W}, DEF = {V|ABC}
    #[arg(
        long,
        value_name = "V,W",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "points"
    )]
    triple: Vec<i64>,

    #[command(flatten)]
    common: Common,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sidle go solve game.sgf
  sidle go solve game.sgf --json
  sidle go solve game.sgf --picture board.svg

The main line of the record is played, the board is cut along the stones that live unconditionally (Benson), each
region is valued under the ko ban, and the sum is played: the score for Black, a best move, and best play until only
numbers are left. Where ko threats matter, the regions are played as one game if they are small enough. Regions that are
too large are named.";

/// Cut an endgame into regions, value them and find the best move
#[derive(Args, Debug)]
#[command(after_help = SOLVE_EXAMPLES)]
pub(crate) struct Solve {
    /// An SGF record; `-` is the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Allow the suicide of two stones or more
    #[arg(long)]
    suicide: bool,

    /// Draw the board with its regions and their values as SVG; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms<ReportFormat>,
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self
            .terms
            .begin([self.file.as_path()], [self.picture.as_deref()])?;
        let text = output_file::read(&self.file)?;
        let record = Sgf::parse(&text).with_context(|| self.file.display().to_string())?;
        let report = run_with_progress(&meter, "valuing regions", || {
            go::endgame(&record, suicide(self.suicide), &meter)
        })
        .map_err(plain)?;
        let regions = shaded(&record, &report);
        if let Some(path) = &self.picture {
            let svg = go_board_svg(&record.board, &regions);
            files::write_whole(path, |out| Ok(out.write_all(svg.as_bytes())?))?;
        }
        let mut lines = vec![
            go_board_text(&record.board, &regions),
            format!("{} stones live unconditionally", report.immortal),
        ];
        for region in &report.regions {
            let value = region.value.as_ref().or(region.trouble.as_ref());
            let value = value.map_or("", String::as_str);
            let bounds = region.bounds.as_ref();
            let bounds = bounds.map(|[low, high]| format!(" (with ko threats: {low} to {high})"));
            let bounds = bounds.unwrap_or_default();
            lines.push(format!("{}: {value}{bounds}", region.points.join(" ")));
        }
        if let Some([low, high]) = &report.bounds {
            lines.push(format!("sum: at least {low}, at most {high}"));
        }
        lines.extend(report.trouble.clone());
        let total = report.total.as_ref();
        lines.extend(total.map(|total| match report.bounds {
            None => format!("sum: {total}"),
            Some(_) => format!("the whole board in phi: {total}"),
        }));
        if let Some(score) = &report.score {
            lines.push(format!("{} to move: score {score}", report.to_move));
        }
        lines.extend(
            report
                .best
                .as_ref()
                .map(|best| format!("best move: {best}")),
        );
        if report.line.len() > 1 {
            lines.push(format!("best play: {}", report.line.join(", ")));
        }
        self.terms.form.answer(&lines.join("\n"), &report)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The regions of an endgame with their values, for drawing.
fn shaded(record: &Sgf, report: &EndgameReport) -> Vec<ShadedRegion> {
    let regions = record.board.endgame().regions;
    let regions = regions.into_iter().zip(&report.regions);
    let shaded = regions.map(|(region, told)| ShadedRegion {
        points: region.points,
        label: told.value.clone().unwrap_or_else(|| "?".to_owned()),
    });
    shaded.collect()
}

fn suicide(allowed: bool) -> Suicide {
    match allowed {
        true => Suicide::Allowed,
        false => Suicide::Forbidden,
    }
}

pub(crate) fn run(member: &Member) -> anyhow::Result<ExitCode> {
    match member {
        Member::Value(value) => value.run(),
        Member::Ko(ko) => ko.run(),
        Member::Solve(solve) => solve.run(),
    }
}

impl Value {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.common.begin(Some(&self.file))?;
        let text = output_file::read(&self.file)?;
        let diagram = read_region(&text).with_context(|| self.file.display().to_string())?;
        let suicide = suicide(self.suicide);
        if self.superko {
            return self.common.report(&meter, |_, _| {
                go::region_under_superko(&diagram, suicide, &meter)
            });
        }
        self.common
            .certified(&meter, |game| go::certify_region(&diagram, game, &meter))?;
        self.common.report(&meter, |game, wishes| {
            let moves = self.moves;
            go::region(&diagram, suicide, game, Wishes { moves, ..wishes }, &meter)
        })
    }
}

/// A diagram, or the marked region of a record.
pub(super) fn read_region(text: &str) -> anyhow::Result<Diagram> {
    if !text.trim_start().starts_with('(') {
        return Diagram::parse(text).map_err(|error| {
            let line = text[..error.span.start.min(text.len())]
                .matches('\n')
                .count()
                + 1;
            let help = error.help.map(|help| format!(" ({help})"));
            anyhow!("line {line}: {}{}", error.message, help.unwrap_or_default())
        });
    }
    let sgf = Sgf::parse(text)?;
    if sgf.marked.is_empty() {
        bail!("the record marks no region: mark its points with TR or SQ");
    }
    sgf.board.marked_region(&sgf.marked).ok_or_else(|| {
        let most = sidle::rules::go::MAX_POINTS;
        anyhow!(
            "a region has at most {most} points, the record marks {}",
            sgf.marked.len()
        )
    })
}

impl Ko {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let meter = self.common.begin(None)?;
        match self.triple.as_slice() {
            [] => {}
            &[left, right] => {
                self.common
                    .certified(&meter, |game| go::certify_triple(left, right, game, &meter))?;
                return self.common.report(&meter, |game, wishes| {
                    go::triple_ko(left, right, game, wishes, &meter)
                });
            }
            _ => bail!("--triple needs two scores, as in --triple 10,-10"),
        }
        if self.points.is_empty() {
            bail!("give the points of the kos, as in --points 1,7, or --triple V,W");
        }
        let all_b = "B".repeat(self.points.len());
        let state = self.state.as_deref().unwrap_or(&all_b);
        self.common.certified(&meter, |game| {
            go::certify_kos(&self.points, state, self.last, game, &meter)
        })?;
        self.common.report(&meter, |game, wishes| {
            go::kos(&self.points, state, self.last, game, wishes, &meter)
        })
    }
}

impl Common {
    /// The meter of a verb that reads this file.
    fn begin(&self, file: Option<&Path>) -> anyhow::Result<Arc<Meter>> {
        self.terms.begin(file, [self.certify.as_deref()])
    }

    /// Writes a certificate if one is asked for.
    fn certified(
        &self,
        meter: &Meter,
        compute: impl FnOnce(KoGame) -> Result<Certificate, GoError> + Send,
    ) -> anyhow::Result<()> {
        let Some(path) = &self.certify else {
            return Ok(());
        };
        let game = self.game.into();
        let certificate =
            run_with_progress(meter, "certifying", || compute(game)).map_err(plain)?;
        let mut line = serde_json::to_string(&certificate)?;
        line.push('\n');
        output_file::write_text(path, &line)
    }

    fn report(
        &self,
        meter: &Meter,
        compute: impl FnOnce(KoGame, Wishes) -> Result<Report, GoError> + Send,
    ) -> anyhow::Result<ExitCode> {
        let game = self.game.into();
        let wishes = Wishes {
            trace: self.trace,
            thermograph: self.thermograph,
            moves: false,
        };
        let report =
            run_with_progress(meter, "valuing", || compute(game, wishes)).map_err(plain)?;
        let text = match self.latex {
            true => report.latex.clone(),
            false => told(&report),
        };
        self.terms.form.answer(&text, &report)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A stop by a limit is a stop, wherever it was met.
pub(super) fn plain(error: GoError) -> anyhow::Error {
    match error {
        GoError::Stopped(reason) => reason.into(),
        GoError::Ko(sidle::solve::go::KoFailure::Stopped(reason)) => reason.into(),
        other => other.into(),
    }
}

fn told(report: &Report) -> String {
    let answer = &report.answer;
    let mut lines = vec![answer.value.clone()];
    if answer.onside != answer.offside {
        lines.push(format!("onside:  {}", answer.onside));
        lines.push(format!("offside: {}", answer.offside));
    }
    lines.push(format!("states: {}", answer.states));
    lines.extend(report.incentives.iter().flat_map(moves));
    lines.extend(report.trace.iter().map(table));
    lines.extend(report.walls.as_ref().map(|walls| {
        let drawing = scaled_thermograph_text(&walls.thermograph, walls.unit);
        format!("\nphi beside coupons\n{drawing}")
    }));
    lines.join("\n")
}

/// The chilled value and the moves, a line each.
fn moves(incentives: &Incentives) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(incentives.chilled.as_ref().map(|cold| {
        let back = match incentives.warmed {
            Some("G") => " (warming gives the value back)",
            Some(_) => " (warming gives the value back, but for a star)",
            None => "",
        };
        format!("chilled: {cold}{back}")
    }));
    for chosen in &incentives.moves {
        let gain = |name: &str, gain: &Option<String>| match gain {
            Some(gain) => format!(", {name} {gain}"),
            None => String::new(),
        };
        lines.push(format!(
            "{} {}: {}{}{}",
            chosen.player,
            chosen.point,
            chosen.value,
            gain("incentive", &chosen.incentive),
            gain("chilled", &chosen.chilled)
        ));
    }
    lines
}

/// The approximations in columns.
fn table(trace: &Trace) -> String {
    let mut rows = vec![[vec![String::new()], trace.positions.clone()].concat()];
    for row in &trace.rows {
        rows.push([vec![row.name.clone()], row.values.clone()].concat());
    }
    let widths = columns::widths(&rows);
    let mut lines = vec![match &trace.value {
        Some(value) => format!("\n{} by sidling: {value}", trace.side),
        None => format!("\n{} by sidling: did not settle", trace.side),
    }];
    for row in rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<String> = cells
            .map(|(cell, &width)| columns::flush_left(cell, width))
            .collect();
        lines.push(line.join("  ").trim_end().to_owned());
    }
    lines.join("\n")
}
