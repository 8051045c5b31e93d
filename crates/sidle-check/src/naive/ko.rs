//! Play with a ko ban in a sum with a game that ends, solved as an infinite game on its positions.
//!
//! The definitions are those of D. Moews, "Loopy games and Go" (*Games of No Chance*, 1996), §4: infinite
//! play is drawn, except that a play with infinitely many banned moves is lost for the player who alone
//! may make them. On the onside a draw counts for Left, on the offside for Right. Who succeeds is then a
//! Büchi or a co-Büchi game, and its solution is a nested fixed point, which is computed as it is written.

use std::{collections::HashMap, hash::Hash};

use sidle_core::Player;

use super::{Form, Forms};

/// A move of a game with a ko ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KoStep {
    /// The position that it leads to.
    pub to: usize,
    /// Points for Left that it makes: an integer that lies beside the game from now on.
    pub points: i64,
    /// Does the ban forbid it?
    pub banned: bool,
}

/// All positions of a game with a ko ban, the bans included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KoPlay {
    /// Left's and Right's moves from each position, the banned ones among them.
    pub moves: Vec<[Vec<KoStep>; 2]>,
}

/// Which player may make banned moves (`None`: nobody), and whether a draw counts for Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoQuestion {
    /// φ_L or φ_R; `None` is φ.
    pub free: Option<Player>,
    /// The onside.
    pub draws_for_left: bool,
}

/// A position of the sum: the position of the fight, the integer beside it, the other game, the mover.
type State = (usize, i64, Form, Player);

impl KoPlay {
    /// All positions that `start` leads to, by a function that lists the moves of a player: the new
    /// position, the points, and whether the move is banned. `None` if there are more than `most`.
    pub fn explore<P: Clone + Eq + Hash>(
        start: P,
        most: usize,
        moves: impl Fn(&P, Player) -> Vec<(P, i64, bool)>,
    ) -> Option<KoPlay> {
        let mut positions = vec![start.clone()];
        let mut number: HashMap<P, usize> = HashMap::from([(start, 0)]);
        let mut play = KoPlay::default();
        while let Some(at) = positions.get(play.moves.len()).cloned() {
            let lists = Player::BOTH.map(|player| {
                let steps = moves(&at, player).into_iter().map(|(to, points, banned)| {
                    let to = *number.entry(to).or_insert_with_key(|to| {
                        positions.push(to.clone());
                        positions.len() - 1
                    });
                    KoStep { to, points, banned }
                });
                steps.collect()
            });
            play.moves.push(lists);
            if positions.len() > most {
                return None;
            }
        }
        Some(play)
    }

    /// Does Left succeed in the sum of the first position and `other` when `mover` starts: does Right run
    /// out of moves, or is the play infinite and counts for Left? `None` if more than `most` positions of
    /// the sum are found, as in fights whose cycles change the score.
    pub fn left_succeeds(
        &self,
        forms: &Forms,
        other: Form,
        mover: Player,
        question: KoQuestion,
        most: usize,
    ) -> Option<bool> {
        let sum = Sum::explore(self, forms, (0, 0, other, mover), question.free, most)?;
        // A play with infinitely many banned moves counts for the other player.
        let outer = match question.free {
            None => question.draws_for_left,
            Some(free) => free == Player::Right,
        };
        Some(sum.solve(outer, question.draws_for_left))
    }

    /// Do the first position, in the game and on the side that are asked about, and `value` compare as
    /// `position >= value` and as `position <= value`?
    pub fn compare(
        &self,
        forms: &mut Forms,
        value: Form,
        question: KoQuestion,
        most: usize,
    ) -> Option<(bool, bool)> {
        let negative = forms.negative(value);
        let left = |mover| self.left_succeeds(forms, negative, mover, question, most);
        // Left survives moving second; Right wins moving second.
        Some((left(Player::Right)?, !left(Player::Left)?))
    }
}

/// The positions of a sum with their moves; a move is banned or not.
struct Sum {
    movers: Vec<Player>,
    moves: Vec<Vec<(usize, bool)>>,
}

impl Sum {
    fn explore(
        play: &KoPlay,
        forms: &Forms,
        start: State,
        free: Option<Player>,
        most: usize,
    ) -> Option<Sum> {
        let mut states = vec![start];
        let mut number: HashMap<State, usize> = HashMap::from([(start, 0)]);
        let mut sum = Sum {
            movers: Vec::new(),
            moves: Vec::new(),
        };
        while let Some(&(at, integer, other, mover)) = states.get(sum.moves.len()) {
            let mut next: Vec<(State, bool)> = Vec::new();
            for step in &play.moves[at][mover.index()] {
                if !step.banned || free == Some(mover) {
                    let to = (step.to, integer + step.points, other, -mover);
                    next.push((to, step.banned));
                }
            }
            for &option in forms.options(other, mover) {
                next.push(((at, integer, option, -mover), false));
            }
            match mover {
                Player::Left if integer > 0 => {
                    next.push(((at, integer - 1, other, -mover), false));
                }
                Player::Right if integer < 0 => {
                    next.push(((at, integer + 1, other, -mover), false));
                }
                _ => {}
            }
            let numbered = next.into_iter().map(|(state, banned)| {
                let to = *number.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                });
                (to, banned)
            });
            sum.moves.push(numbered.collect());
            sum.movers.push(mover);
            if states.len() > most {
                return None;
            }
        }
        Some(sum)
    }

    /// The nested fixed point: what banned moves lead to is approximated from `outer`, what others lead
    /// to from `inner`.
    fn solve(&self, outer: bool, inner: bool) -> bool {
        let mut after_banned = vec![outer; self.moves.len()];
        loop {
            let mut now = vec![inner; self.moves.len()];
            loop {
                let step: Vec<bool> = (0..now.len())
                    .map(|at| {
                        let mut ends = self.moves[at].iter().map(|&(to, banned)| match banned {
                            true => after_banned[to],
                            false => now[to],
                        });
                        match self.movers[at] {
                            Player::Left => ends.any(|good| good),
                            Player::Right => ends.all(|good| good),
                        }
                    })
                    .collect();
                if step == now {
                    break;
                }
                now = step;
            }
            if now == after_banned {
                return now[0];
            }
            after_banned = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The one-point ko of Moews's Figure 3: `A` is position 0 without a ban.
    fn ko(start: char) -> KoPlay {
        let moves = |&(at, ban): &(char, bool), player| match (at, player) {
            ('A', Player::Left) => vec![(('-', false), 1, false)],
            ('A', Player::Right) => vec![(('B', true), 0, ban)],
            ('B', Player::Left) => vec![(('A', true), 0, ban)],
            ('B', Player::Right) => vec![(('-', false), 0, false)],
            _ => vec![],
        };
        KoPlay::explore((start, false), 100, moves).expect("a small game")
    }

    #[test]
    fn the_ko_of_figure_3() {
        let mut forms = Forms::new();
        let zero = forms.zero();
        let one = forms.form(&[zero], &[]);
        let two = forms.form(&[one], &[]);
        let minus_one = forms.form(&[], &[zero]);
        let cases = [
            ('A', Some(Player::Left), two),
            ('B', Some(Player::Left), forms.form(&[two], &[zero])),
            ('A', Some(Player::Right), forms.form(&[one], &[minus_one])),
            ('B', Some(Player::Right), minus_one),
            ('A', None, forms.form(&[one], &[minus_one])),
            ('B', None, forms.form(&[two], &[zero])),
        ];
        for (start, free, value) in cases {
            for draws_for_left in [true, false] {
                let question = KoQuestion {
                    free,
                    draws_for_left,
                };
                let found = ko(start).compare(&mut forms, value, question, 1000);
                assert_eq!(found, Some((true, true)), "{start} {free:?}");
            }
        }
    }
}
