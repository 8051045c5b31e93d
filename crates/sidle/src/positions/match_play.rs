//! A match: a person against perfect play.

use super::board_text;
use crate::{
    core::{Meter, Outcome, Player},
    lang::{Diagnostic, Format, Session},
    questions::wins_after,
    solve::Position,
    values::loopy::LoopyOutcome,
};

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The player to move wins with perfect play.
    MoverWins,
    /// The player to move loses against perfect play.
    MoverLoses,
    /// Nobody can force the end.
    Draw,
}

/// A position with its history, whose turn it is, and the session that solves it.
///
/// ```
/// use sidle::{core::{Meter, Player}, lang::Session, positions::{Match, Standing}};
/// let (mut session, meter) = (Session::new(), Meter::unlimited());
/// let start = session.position(r#"game.grid.Clobber("xoxo")"#, &meter)?;
/// let mut game = Match::new(start, Player::Left);
/// assert_eq!(game.standing(&mut session, &meter)?, Standing::MoverWins);
/// let best = game.best(&mut session, &meter)?.expect("there are moves");
/// game.play(best);
/// assert_eq!(game.standing(&mut session, &meter)?, Standing::MoverLoses);
/// assert!(game.undo());
/// assert_eq!(game.text(), "xoxo");
/// # Ok::<(), sidle::lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    /// The positions so far; the last is the present one.
    positions: Vec<Position>,
    first: Player,
}

impl Match {
    /// A match that begins here.
    #[must_use]
    pub fn new(start: Position, first: Player) -> Match {
        Match {
            positions: vec![start],
            first,
        }
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        match self.positions.last() {
            Some(last) => last,
            None => unreachable!("a match has a first position"),
        }
    }

    /// The present position as its ruleset writes it.
    #[must_use]
    pub fn text(&self) -> String {
        board_text(self.position())
    }

    /// Whose turn it is.
    #[must_use]
    pub fn mover(&self) -> Player {
        match self.positions.len() % 2 {
            1 => self.first,
            _ => -self.first,
        }
    }

    /// The positions the mover can go to, each once.
    ///
    /// # Errors
    /// When a limit stops the work.
    pub fn options(
        &self,
        session: &mut Session,
        meter: &Meter,
    ) -> Result<Vec<Position>, Diagnostic> {
        let (at, mover) = (self.position(), self.mover());
        let all = session.solve(meter, |_, asking| asking.options(at, mover))?;
        let mut options: Vec<Position> = Vec::new();
        for option in all {
            if !options.contains(&option) {
                session.show_position(&option, Format::Plain, meter)?;
                options.push(option);
            }
        }
        Ok(options)
    }

    /// Who is going to win.
    ///
    /// # Errors
    /// When a limit stops the work.
    pub fn standing(&self, session: &mut Session, meter: &Meter) -> Result<Standing, Diagnostic> {
        let at = self.position();
        let outcome = session.solve(meter, |solver, asking| solver.outcome(at, asking))?;
        Ok(standing(self.mover(), outcome))
    }

    /// A move for the mover: one that wins; else one that draws; else the one after which the opponent
    /// has the fewest winning replies. Nothing if there are no moves.
    ///
    /// # Errors
    /// When a limit stops the work.
    pub fn best(
        &self,
        session: &mut Session,
        meter: &Meter,
    ) -> Result<Option<Position>, Diagnostic> {
        let mover = self.mover();
        let mut best: Option<(usize, Position)> = None;
        for option in self.options(session, meter)? {
            let after = session.solve(meter, |solver, asking| solver.outcome(&option, asking))?;
            if wins_after(mover, after) {
                return Ok(Some(option));
            }
            let rank = match standing(-mover, after) {
                Standing::Draw => 0,
                _ => {
                    let replies = session.solve(meter, |solver, asking| {
                        solver.winning_moves(&option, -mover, asking)
                    })?;
                    replies.len().max(1)
                }
            };
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }

    /// Goes to an option.
    pub fn play(&mut self, option: Position) {
        self.positions.push(option);
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let can = self.positions.len() > 1;
        if can {
            self.positions.pop();
        }
        can
    }

    /// How many moves have been made.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.positions.len() - 1
    }
}

fn standing(mover: Player, outcome: LoopyOutcome) -> Standing {
    let wins = |outcome: Outcome| match mover {
        Player::Left => matches!(outcome, Outcome::Left | Outcome::Next),
        Player::Right => matches!(outcome, Outcome::Right | Outcome::Next),
    };
    // The side on which endless play counts against the mover, and the one on which it counts for them.
    let (hard, kind) = match mover {
        Player::Left => (outcome.offside, outcome.onside),
        Player::Right => (outcome.onside, outcome.offside),
    };
    match (wins(hard), wins(kind)) {
        (true, _) => Standing::MoverWins,
        (false, true) => Standing::Draw,
        (false, false) => Standing::MoverLoses,
    }
}
