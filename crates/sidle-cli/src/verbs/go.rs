//! `sidle go`: regions of Go and kos.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    Job, Style,
    questions::{GoEndgameQuestion, GoKosQuestion, GoValueAnswer, GoValueQuestion, KoFight},
    solve::go::KoGame,
};

use super::{limits::CommonOptions, output_file::FileOutput};
use crate::door;

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
    common: CommonOptions<FileOutput>,
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
    common: CommonOptions<FileOutput>,
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.picture.as_deref()];
        let job = self.common.begin_job([self.file.as_path()], outputs)?;
        let question = GoEndgameQuestion {
            record: door::stream(&self.file, &job),
            suicide: self.suicide,
        };
        let answer = door::ask(&question, &job, "valuing regions", &[])?;
        if let Some(path) = &self.picture {
            door::write_picture(&answer, path)?;
        }
        self.common.form.write(&answer)?;
        Ok(ExitCode::SUCCESS)
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
        let job = self.common.begin(Some(&self.file))?;
        let question = GoValueQuestion {
            region: door::stream(&self.file, &job),
            game: self.common.game.into(),
            suicide: self.suicide,
            superko: self.superko,
            moves: self.moves,
            trace: self.common.trace,
            thermograph: self.common.thermograph,
            certify: self.common.certify.is_some(),
        };
        let answer = door::ask(&question, &job, "valuing", &[])?;
        self.common.write(&answer)
    }
}

impl Ko {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin(None)?;
        let fight = match self.triple.as_slice() {
            &[left, right] => KoFight::Triple { left, right },
            [] if self.points.is_empty() => {
                bail!("give the points of the kos, as in --points 1,7, or --triple V,W")
            }
            [] => KoFight::Kos {
                points: self.points.clone(),
                state: self.state.clone(),
                last: self.last,
            },
            _ => bail!("--triple needs two scores, as in --triple 10,-10"),
        };
        let question = GoKosQuestion {
            fight,
            game: self.common.game.into(),
            trace: self.common.trace,
            thermograph: self.common.thermograph,
            certify: self.common.certify.is_some(),
        };
        let answer = door::ask(&question, &job, "valuing", &[])?;
        self.common.write(&answer)
    }
}

impl Common {
    /// The job of a verb that reads this file.
    fn begin(&self, file: Option<&Path>) -> anyhow::Result<Job> {
        self.common.begin_job(file, [self.certify.as_deref()])
    }

    fn write(&self, answer: &GoValueAnswer) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.certify {
            door::write_certificate(answer, path)?;
        }
        let style = match self.latex {
            true => Style::Latex,
            false => Style::Plain,
        };
        self.common.form.write_in(style, answer)?;
        Ok(ExitCode::SUCCESS)
    }
}
