//! The values of all positions that a start leads to, and what each move changes.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use sidle_values::{
    Game, Store,
    loopy::{Effort, LoopyValue, Pseudonumber, Stopper},
};

use super::{
    bounds::values_of_all,
    phi::{KoFailure, KoGame, KoGraph, KoMove, KoRules},
};

/// All positions of a game with a ko ban and their values.
///
/// ```
/// use sidle_core::{Meter, Player};
/// use sidle_solve::go::{KoGame, KoSurvey, Kos};
/// use sidle_values::Store;
/// let (kos, store, meter) = (Kos::new(vec![3]), Store::new(), Meter::unlimited());
/// let start = kos.position("A", None)?;
/// let survey = KoSurvey::new(&kos, &start, KoGame::Phi, 1_000, &store, &meter)?;
/// // Left fills: {3|-1} becomes 3.
/// let moves = survey.moves(&kos, &start, Player::Left, &store, &meter)?;
/// assert_eq!(moves[0].value.short(), Some(store.integer(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct KoSurvey<P> {
    values: FxHashMap<P, LoopyValue>,
    game: KoGame,
    has_ban: bool,
}

/// A move with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurveyedMove<P> {
    /// The number of the move in the list of the rules.
    pub number: usize,
    /// Where it leads.
    pub to: P,
    /// Points for Left that it makes.
    pub points: i64,
    /// The value afterwards, the points included.
    pub value: LoopyValue,
    /// What the mover gains: `G^L - G` or `G - G^R`, if both are short games.
    pub incentive: Option<Game>,
}

impl<P: Clone + Eq + std::hash::Hash + std::fmt::Debug> KoSurvey<P> {
    /// Values a position and everything that it leads to, unless that is more than `most` positions.
    pub fn new<R: KoRules<Position = P>>(
        rules: &R,
        start: &P,
        game: KoGame,
        most: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<KoSurvey<P>, KoFailure> {
        let graph = KoGraph::explore_within(rules, start, game, most, meter)?;
        KoSurvey::of_graph(graph, game, store, meter)
    }

    /// The same, and the positions in which somebody has passed and so lifted the ban.
    pub fn with_passes<R: KoRules<Position = P>>(
        rules: &R,
        start: &P,
        game: KoGame,
        most: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<KoSurvey<P>, KoFailure> {
        let graph = KoGraph::explore_with(rules, start, game, true, most, meter)?;
        KoSurvey::of_graph(graph, game, store, meter)
    }

    fn of_graph(
        graph: KoGraph<P>,
        game: KoGame,
        store: &Store,
        meter: &Meter,
    ) -> Result<KoSurvey<P>, KoFailure> {
        let values = values_of_all(&graph, game, store, meter)?;
        Ok(KoSurvey {
            has_ban: graph.has_ban,
            values: graph.positions.into_iter().zip(values).collect(),
            game,
        })
    }

    /// Does the ban ever forbid a move?
    #[must_use]
    pub fn has_ban(&self) -> bool {
        self.has_ban
    }

    /// How many positions there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// The value of a position, if it is one of those that the start leads to.
    #[must_use]
    pub fn value(&self, at: &P) -> Option<LoopyValue> {
        self.values.get(at).copied()
    }

    /// The moves that a player may make in a position, with their values.
    pub fn moves<R: KoRules<Position = P>>(
        &self,
        rules: &R,
        at: &P,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<SurveyedMove<P>>, StopReason> {
        let here = self.value(at).and_then(LoopyValue::short);
        let mut moves = Vec::new();
        for (number, chosen) in rules.moves(at, player).into_iter().enumerate() {
            let KoMove { to, points, banned } = chosen;
            if banned && self.game.free_player() != Some(player) {
                continue;
            }
            let Some(after) = self.value(&to) else {
                continue;
            };
            let points_beside = store.integer(points).into();
            let loopy = store.loopy();
            let value = loopy.try_add(after, points_beside, Effort::default(), meter)?;
            let incentive = match (here, value.short()) {
                (Some(before), Some(after)) => Some(match player {
                    Player::Left => store.try_sub(after, before, meter)?,
                    Player::Right => store.try_sub(before, after, meter)?,
                }),
                _ => None,
            };
            moves.push(SurveyedMove {
                number,
                to,
                points,
                value,
                incentive,
            });
        }
        Ok(moves)
    }

    /// A best move for a player in alternating play: the one after which the stop is best for him, and the
    /// largest incentive among those.
    pub fn best<R: KoRules<Position = P>>(
        &self,
        rules: &R,
        at: &P,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Option<SurveyedMove<P>>, StopReason> {
        let mut best: Option<(Pseudonumber, SurveyedMove<P>)> = None;
        for chosen in self.moves(rules, at, player, store, meter)? {
            let Some(stop) = stop_for(chosen.value, player, -player, store) else {
                continue;
            };
            let better = match &best {
                None => true,
                Some((known, other)) => match (stop.cmp(known), player) {
                    (std::cmp::Ordering::Greater, Player::Left)
                    | (std::cmp::Ordering::Less, Player::Right) => true,
                    (std::cmp::Ordering::Equal, _) => match (chosen.incentive, other.incentive) {
                        (Some(new), Some(old)) => {
                            store.try_le(old, new, meter)? && !store.try_le(new, old, meter)?
                        }
                        _ => false,
                    },
                    _ => false,
                },
            };
            if better {
                best = Some((stop, chosen));
            }
        }
        Ok(best.map(|(_, chosen)| chosen))
    }
}

/// The stop of a value with `mover` to move, endless play counted against `player`; `None` if that side is
/// not known to be a stopper.
#[must_use]
pub fn stop_for(
    value: LoopyValue,
    player: Player,
    mover: Player,
    store: &Store,
) -> Option<Pseudonumber> {
    let side = match player {
        Player::Left => value.offside(),
        Player::Right => value.onside(),
    };
    let stopper = side.stopper()?;
    Some(match stopper {
        Stopper::Short(game) => Pseudonumber::Number(store.stop(game, mover)),
        stopper => store.loopy().stop(stopper, mover),
    })
}
