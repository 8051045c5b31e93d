//! Misère outcomes: who wins when the last move loses.
//!
//! They do not add, so a sum is played as it is. Only who wins is asked, one player at a time, so a search that stops
//! at the first winning move sees far fewer positions than a walk over all of them.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, Outcome, Player, Ticker};

use crate::{
    Growth, SolveError,
    moves::Moves,
    outcome::from_wins,
    table::{State, Table},
    walk::Answer,
};

/// What is known of a position: for each player whether it is known who wins when that player moves first, and
/// whether that player does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verdict(u32);

impl Verdict {
    fn of(state: Option<State>) -> Verdict {
        match state {
            Some(State::Done(Answer::Numbered(bits))) => Verdict(bits),
            _ => Verdict::default(),
        }
    }

    fn wins(self, player: Player) -> Option<bool> {
        let bits = self.0 >> (2 * player.index());
        (bits & 1 != 0).then_some(bits & 2 != 0)
    }

    fn with(self, player: Player, wins: bool) -> Verdict {
        Verdict(self.0 | (1 | u32::from(wins) << 1) << (2 * player.index()))
    }
}

/// A position on the path, with the options that have not been looked at, the next one last.
struct Frame<P> {
    position: P,
    player: Player,
    options: Vec<P>,
    /// How many positions had been looked at before.
    begun: u64,
    /// What it adds to the growth of the line.
    cost: usize,
}

/// The search, with its table.
pub(crate) struct MisereSearch<'a, M: Moves> {
    moves: M,
    table: &'a mut Table<M::Position>,
    meter: &'a Meter,
    ticker: Ticker<'a>,
    path: Vec<Frame<M::Position>>,
    on_path: FxHashSet<(M::Position, Player)>,
    visited: u64,
    growth: Growth,
}

impl<'a, M: Moves> MisereSearch<'a, M> {
    pub(crate) fn new(
        moves: M,
        table: &'a mut Table<M::Position>,
        meter: &'a Meter,
    ) -> MisereSearch<'a, M> {
        MisereSearch {
            moves,
            table,
            meter,
            ticker: meter.ticker(),
            path: Vec::new(),
            on_path: FxHashSet::default(),
            visited: 0,
            growth: Growth::with_most_moves(M::MOST_MOVES),
        }
    }

    /// Who wins from a position.
    pub(crate) fn outcome(mut self, of: &M::Position) -> Result<Outcome, SolveError> {
        let wins = [
            self.wins(of.clone(), Player::Left)?,
            self.wins(of.clone(), Player::Right)?,
        ];
        Ok(from_wins(wins))
    }

    /// Does the player who moves first win? Depth first; every answer rests on lines of play that end.
    fn wins(&mut self, of: M::Position, player: Player) -> Result<bool, SolveError> {
        let mut last = self.look(of, player)?;
        while let Some(frame) = self.path.last_mut() {
            self.ticker.step()?;
            let player = frame.player;
            // The answer for the option that was looked at last: who loses there has lost to this player.
            last = match last {
                Some(false) => Some(self.leave(true)),
                _ => match frame.options.pop() {
                    Some(option) => self.look(option, -player)?,
                    None => Some(self.leave(false)),
                },
            };
        }
        Ok(last.unwrap_or_default())
    }

    /// Does the player win, moving first? `None` if that is not known: then the position is the end of the path.
    fn look(&mut self, at: M::Position, player: Player) -> Result<Option<bool>, SolveError> {
        let part = self.moves.whole(at)?;
        let player = if part.times < 0 { -player } else { player };
        let at = part.position;
        if let Some(wins) = Verdict::of(self.table.get(&at)).wins(player) {
            return Ok(Some(wins));
        }
        let mut options = Vec::new();
        self.moves.options(&at, player, &mut options)?;
        if options.is_empty() {
            return Ok(Some(true));
        }
        options.reverse();
        self.ticker.node(Table::<M::Position>::ENTRY_BYTES)?;
        self.table.has_room(self.meter)?;
        let parts = self.moves.part_count(&at);
        let cost = self.growth.enter(parts, options.len())?;
        if !self.on_path.insert((at.clone(), player)) {
            return Err(SolveError::Loopy {
                asked: "misère outcome",
            });
        }
        self.visited += 1;
        self.path.push(Frame {
            position: at,
            player,
            options,
            begun: self.visited,
            cost,
        });
        self.meter.at_depth(self.path.len());
        Ok(None)
    }

    /// The end of the path is decided.
    fn leave(&mut self, wins: bool) -> bool {
        if let Some(frame) = self.path.pop() {
            let (at, player) = (frame.position, frame.player);
            let known = Verdict::of(self.table.get_or_open(&at, 0)).with(player, wins);
            let state = State::Done(Answer::Numbered(known.0));
            self.table.set(&at, state, self.visited - frame.begun + 1);
            self.on_path.remove(&(at, player));
            self.growth.leave(frame.cost);
        }
        wins
    }
}
