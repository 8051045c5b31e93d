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
pub(super) enum Game {
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

    /// The ko threats of Black and of White, in phi: each lets a player make one banned move
    #[arg(long, value_name = "BLACK,WHITE", value_parser = threats, conflicts_with_all = ["certify", "thermograph"])]
    threats: Option<[u32; 2]>,

    /// Write the graph of the first fight as a bigraph file, in which banned moves are marked `@banned` and other moves on
    /// cycles `@live`; `sidle loopy sidle` reads it
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    /// Draw the graph as SVG
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

/// Two numbers, such as `2,1`.
pub(super) fn threats(text: &str) -> Result<[u32; 2], String> {
    let numbers = text.split_once(',').and_then(|(black, white)| {
        let [black, white] = [black, white].map(|number| number.trim().parse().ok());
        Some([black?, white?])
    });
    numbers.ok_or_else(|| "write two numbers, as in 2,1".to_owned())
}

/// Two games with a comma between them that is in no braces, such as `10,{3|-5}`.
fn two_games(text: &str) -> Result<[String; 2], String> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                let [left, right] =
                    [&text[..at], &text[at + 1..]].map(|game| game.trim().to_owned());
                return Ok([left, right]);
            }
            _ => {}
        }
    }
    Err("write two games, as in 10,-10 or {5|3},-10".to_owned())
}

const VALUE_EXAMPLES: &str = "\
Examples:
  printf '#BW#\\nBO.W\\n#BW#\\n' | sidle go value - --game phi-left
  sidle go value corner.txt --game phi --trace
  sidle go value game.sgf --json
  printf '#BBBB\\nB...W\\n#BBBB\\n' | sidle go value - --moves
  sidle go value semeai.txt --settle b4,e2

A diagram has X and O for stones that can be captured, B and W for immortal ones, `.` for empty points of the
region and # for what lies outside; lines `to move X`, `ko c3` and `corner b4` (the lowest place on the left) may come first. Of an SGF record the main line
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
    #[arg(long, conflicts_with_all = ["game", "trace", "thermograph", "certify", "threats", "graph", "picture"])]
    superko: bool,

    /// End the play when a chain through one of these points is captured: then the capturer has the region, a point for each
    /// empty point and two for each stone of the opponent
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    settle: Vec<String>,

    #[command(flatten)]
    common: Common,
}

const KO_EXAMPLES: &str = "\
Examples:
  sidle go ko --points 1,7 --state BB --game phi-left --trace
  sidle go ko --points 3 --state A --last 1
  sidle go ko --triple 10,-10 --json
  sidle go ko --points 1 --state A --plus '{100|0||}'

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

    /// How each ko stands, a letter A or B for each (default: all B); of the triple ko, ABC (the default) or DEF
    #[arg(long, value_name = "LETTERS")]
    state: Option<String>,

    /// The ko that the last move captured, counted from 1
    #[arg(long, value_name = "KO", conflicts_with = "triple")]
    last: Option<usize>,

    /// The triple ko ABC = {DEF|W}, DEF = {V|ABC}, with scores or games V and W
    #[arg(
        long,
        value_name = "V,W",
        value_parser = two_games,
        allow_hyphen_values = true,
        conflicts_with = "points"
    )]
    triple: Option<[String; 2]>,

    /// Put a game beside the kos; braces are taken as they are written, and a move in them lifts the ban
    #[arg(
        long,
        value_name = "GAME",
        allow_hyphen_values = true,
        conflicts_with = "certify"
    )]
    plus: Option<String>,

    /// Name the columns of the approximations by letters, those of two kos as in Table 1 of Moews
    #[arg(long, requires = "trace", conflicts_with_all = ["triple", "plus", "threats"])]
    letters: bool,

    #[command(flatten)]
    common: Common,
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sidle go solve game.sgf
  sidle go solve game.sgf --json
  sidle go solve game.sgf --picture board.svg
  sidle go solve game.sgf --alive c3,q16 --territory --sgf solved.sgf
  sidle go solve game.sgf --threats 2,1

The main line of the record is played, the board is cut along the stones that live unconditionally (Benson) or by
assumption, each region is valued under the ko ban, and the sum is played: the score for Black, all best moves, and best
play until only numbers are left. The hottest region comes first. Every move elsewhere on the board lifts a ban; with
--threats a number of ko threats takes the place of such moves. Regions that are too large are named and left out.";

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

    /// Stones whose chains are assumed to live
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    alive: Vec<String>,

    /// Count regions that are too large as territory where only one player's living stones lie beside them
    #[arg(long)]
    territory: bool,

    /// The ko threats of Black and of White; without it every move elsewhere lifts a ban
    #[arg(long, value_name = "BLACK,WHITE", value_parser = threats)]
    threats: Option<[u32; 2]>,

    /// Draw the board with its regions, their values and the moves of best play as SVG; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Write the record with best play and comments as SGF; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    #[command(flatten)]
    common: CommonOptions<FileOutput>,
}

impl Solve {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let outputs = [self.picture.as_deref(), self.sgf.as_deref()];
        let job = self.common.begin_job([self.file.as_path()], outputs)?;
        let question = GoEndgameQuestion {
            record: door::stream(&self.file, &job),
            suicide: self.suicide,
            alive: self.alive.clone(),
            territory: self.territory,
            threats: self.threats,
        };
        let answer = door::ask(&question, &job, "valuing regions", &[])?;
        if let Some(path) = &self.picture {
            door::write_picture(&answer, path)?;
        }
        if let Some(path) = &self.sgf {
            door::write_form(&answer, "sgf", path)?;
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
            settle: self.settle.clone(),
            threats: self.common.threats,
            graph: self.common.wants_graph(),
        };
        let answer = door::ask(&question, &job, "valuing", &[])?;
        self.common.write(&answer)
    }
}

impl Ko {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let job = self.common.begin(None)?;
        let fight = match &self.triple {
            Some(ends) => self.triple(ends),
            None if self.points.is_empty() => {
                bail!("give the points of the kos, as in --points 1,7, or --triple V,W")
            }
            None => KoFight::Kos {
                points: self.points.clone(),
                state: self.state.clone(),
                last: self.last,
            },
        };
        let question = GoKosQuestion {
            fight,
            game: self.common.game.into(),
            plus: self.plus.clone(),
            threats: self.common.threats,
            trace: self.common.trace,
            letters: self.letters,
            thermograph: self.common.thermograph,
            certify: self.common.certify.is_some(),
            graph: self.common.wants_graph(),
        };
        let answer = door::ask(&question, &job, "valuing", &[])?;
        self.common.write(&answer)
    }

    fn triple(&self, ends: &[String; 2]) -> KoFight {
        let [left, right] = ends.clone();
        let state = self.state.clone();
        match (left.parse(), right.parse()) {
            (Ok(left), Ok(right)) => KoFight::Triple { left, right, state },
            _ => KoFight::TripleGames { left, right, state },
        }
    }
}

impl Common {
    /// The job of a verb that reads this file.
    fn begin(&self, file: Option<&Path>) -> anyhow::Result<Job> {
        let files = [&self.certify, &self.graph, &self.picture];
        let outputs = files.map(Option::as_deref);
        self.common.begin_job(file, outputs)
    }

    fn wants_graph(&self) -> bool {
        self.graph.is_some() || self.picture.is_some()
    }

    fn write(&self, answer: &GoValueAnswer) -> anyhow::Result<ExitCode> {
        write_files(answer, &self.certify, &self.graph, &self.picture)?;
        let style = match self.latex {
            true => Style::Latex,
            false => Style::Plain,
        };
        self.common.form.write_in(style, answer)?;
        Ok(answer.stopped.map_or(ExitCode::SUCCESS, door::stopped))
    }
}

/// Writes the certificate, the graph and its picture, if the value was found.
pub(super) fn write_files(
    answer: &GoValueAnswer,
    certify: &Option<PathBuf>,
    graph: &Option<PathBuf>,
    picture: &Option<PathBuf>,
) -> anyhow::Result<()> {
    if answer.value.is_none() {
        return Ok(());
    }
    if let Some(path) = certify {
        door::write_certificate(answer, path)?;
    }
    if let Some(path) = graph {
        door::write_form(answer, "graph", path)?;
    }
    if let Some(path) = picture {
        door::write_picture(answer, path)?;
    }
    Ok(())
}
