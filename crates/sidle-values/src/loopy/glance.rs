//! Comparisons that a look a few moves ahead decides.
//!
//! Most comparisons of small games are settled by what is known about the positions two or three moves on.
//! A glance finds those without asking for memory; where it does not see enough it says so, and a search
//! with tables takes over.

use sidle_core::Player;
use smallvec::SmallVec;

use super::region::{Positions, Ref};

/// So many moves ahead.
const DEPTH: usize = 8;
/// So many positions are looked at.
const BUDGET: u32 = 40;

/// What a play that comes back to an earlier position counts.
///
/// A game that is over as soon as a position comes back, judged by the moves of that first cycle, has the
/// same winner as the endless one (A. Ehrenfeucht and J. Mycielski, "Positional strategies for mean payoff
/// games", 1979, whose argument holds for survival and for Büchi conditions on moves as well).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endless {
    /// Left survives, as in a comparison of stoppers.
    Survived,
    /// Left survives if there are moves in `h`, as in a comparison of onsides.
    SurvivedByMovesInH,
}

/// What can be known about a state without playing on.
pub(super) trait Sight {
    /// What costs next to nothing to find out.
    fn at_once(&self, g: Ref, h: Ref, mover: Player) -> Option<bool>;
    /// What has been found out before.
    fn by_tables(&self, g: Ref, h: Ref, mover: Player) -> Option<bool>;
}

/// A state on the way, and whether the move that leaves it is made in `h`.
type Step = (Ref, Ref, Player, bool);

struct Glance<'a, K> {
    positions: &'a Positions<'a>,
    known: &'a K,
    endless: Endless,
    budget: u32,
    path: SmallVec<[Step; DEPTH]>,
}

/// Whether Left survives `h - g` with `mover` to move, if a look a few moves ahead tells. The state is one about
/// which nothing is known.
pub(super) fn glance<K: Sight>(
    positions: &Positions<'_>,
    known: &K,
    endless: Endless,
    (g, h): (Ref, Ref),
    mover: Player,
) -> Option<bool> {
    if g == h && mover == Player::Right {
        return Some(true);
    }
    let mut glance = Glance {
        positions,
        known,
        endless,
        budget: BUDGET,
        path: SmallVec::new(),
    };
    glance.ahead(g, h, mover)
}

impl<K: Sight> Glance<'_, K> {
    fn at_once(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        if g == h && mover == Player::Right {
            return Some(true);
        }
        let is_here = |&(a, b, player, _): &Step| player == mover && a == g && b == h;
        if let Some(at) = self.path.iter().position(is_here) {
            return Some(match self.endless {
                Endless::Survived => true,
                Endless::SurvivedByMovesInH => self.path[at..].iter().any(|step| step.3),
            });
        }
        self.known.at_once(g, h, mover)
    }

    /// A state about which nothing is known: what is known about its options first, then what lies behind them.
    fn ahead(&mut self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        if self.path.len() == DEPTH {
            return None;
        }
        let wanted = mover == Player::Left;
        let mut open: SmallVec<[(Ref, Ref, bool); 8]> = SmallVec::new();
        self.path.push((g, h, mover, true));
        let last = self.path.len() - 1;
        for in_h in [true, false] {
            let (at, player) = if in_h { (h, mover) } else { (g, -mover) };
            self.path[last].3 = in_h;
            for option in self.positions.list(at, player) {
                let (g, h) = if in_h { (g, option) } else { (option, h) };
                if self.budget == 0 {
                    self.path.pop();
                    return None;
                }
                self.budget -= 1;
                match self.at_once(g, h, -mover) {
                    None => open.push((g, h, in_h)),
                    Some(answer) if answer == wanted => {
                        self.path.pop();
                        return Some(wanted);
                    }
                    Some(_) => {}
                }
            }
        }
        let mut unseen: SmallVec<[(Ref, Ref, bool); 8]> = SmallVec::new();
        for (g, h, in_h) in open {
            match self.known.by_tables(g, h, -mover) {
                None => unseen.push((g, h, in_h)),
                Some(answer) if answer == wanted => {
                    self.path.pop();
                    return Some(wanted);
                }
                Some(_) => {}
            }
        }
        let mut in_doubt = false;
        for (g, h, in_h) in unseen {
            self.path[last].3 = in_h;
            match self.ahead(g, h, -mover) {
                None => in_doubt = true,
                Some(answer) if answer == wanted => {
                    self.path.pop();
                    return Some(wanted);
                }
                Some(_) => {}
            }
        }
        self.path.pop();
        (!in_doubt).then_some(!wanted)
    }
}
