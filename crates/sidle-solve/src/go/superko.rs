//! Values under situational superko.
//!
//! No move may bring back a situation that has been there: a position and the player who is to move in it. In
//! one component of a sum the players need not alternate; a situation is there when a player makes a move from a
//! position (then he was to move), and when one has made a move to it (then the other is). The game always
//! ends, and its value is a short game; it depends on the history. What matters of that is only the part that
//! can still come back, so the history is forgotten whenever play leaves a strongly connected component of the
//! positions.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player};
use sidle_values::{Game, Store};

use super::phi::{KoFailure, KoGame, KoGraph, KoRules};

/// What can come back: positions of the component and who was to move there, sorted.
type History = Vec<(usize, Player)>;
type Key = (usize, History);

/// The value under situational superko, and how many positions with their histories there were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuperkoAnswer {
    /// The value.
    pub value: Game,
    /// What the moves of Left and of Right lead to, in the order of [`KoRules::moves`], their points included.
    pub moves: [Vec<Game>; 2],
    /// Positions, each with as much of its history as matters.
    pub states: usize,
}

/// One step of the depth-first walk.
struct Open {
    key: Key,
    moves: [Vec<(Key, i64)>; 2],
}

/// The value of a position without a history under situational superko, unless there are more than `most`
/// positions with their histories.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_solve::go::{Kos, value_under_superko};
/// use sidle_values::Store;
/// let (kos, store) = (Kos::new(vec![1]), Store::new());
/// let start = kos.position("A", None)?;
/// // Left fills, for a point; Right takes, and Left may not take back: {1|-1}.
/// let answer = value_under_superko(&kos, &start, 1_000, &store, &Meter::unlimited())?;
/// assert_eq!(answer.value, store.game(&[store.integer(1)], &[store.integer(-1)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value_under_superko<R: KoRules>(
    rules: &R,
    start: &R::Position,
    most: usize,
    store: &Store,
    meter: &Meter,
) -> Result<SuperkoAnswer, KoFailure> {
    // Bans are not part of this rule: all positions without one, and all moves.
    let rules = Unbanned(rules);
    let graph = KoGraph::explore_within(&rules, &rules.0.lifted(start), KoGame::Phi, most, meter)?;
    let mut component = vec![0; graph.positions.len()];
    for (number, members) in graph.components().iter().enumerate() {
        for &at in members {
            component[at] = number;
        }
    }
    let next = |(at, history): &Key, player: Player| -> Vec<(Key, i64)> {
        let mut moves = Vec::new();
        for (to, points) in graph.moves(*at, player) {
            if component[to] != component[*at] {
                moves.push(((to, History::new()), points));
                continue;
            }
            if history.binary_search(&(to, -player)).is_ok() {
                continue;
            }
            let mut longer = history.clone();
            for situation in [(*at, player), (to, -player)] {
                if let Err(place) = longer.binary_search(&situation) {
                    longer.insert(place, situation);
                }
            }
            moves.push(((to, longer), points));
        }
        moves
    };
    let mut found: FxHashMap<Key, Game> = FxHashMap::default();
    let open = |key: Key| {
        let moves = Player::BOTH.map(|player| next(&key, player));
        Open { key, moves }
    };
    let first: Key = (0, History::new());
    let mut path = vec![open(first.clone())];
    let mut last = [Vec::new(), Vec::new()];
    let mut ticker = meter.ticker();
    while let Some(top) = path.last() {
        ticker.step()?;
        let waiting = top.moves.iter().flatten().map(|(key, _)| key);
        if let Some(key) = waiting.into_iter().find(|key| !found.contains_key(*key)) {
            let bytes = size_of::<Key>() + key.1.len() * size_of::<(usize, Player)>();
            ticker.node(2 * bytes + 128)?;
            if found.len() + path.len() > most {
                return Err(KoFailure::TooLarge(most));
            }
            let key = key.clone();
            path.push(open(key));
            continue;
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, moves) in sides.iter_mut().zip(&top.moves) {
            for (key, points) in moves {
                side.push(store.try_add(found[key], store.integer(*points), meter)?);
            }
        }
        let value = store.try_game(&sides[0], &sides[1], meter)?;
        last = sides;
        if let Some(done) = path.pop() {
            found.insert(done.key, value);
        }
    }
    Ok(SuperkoAnswer {
        value: found[&first],
        moves: last,
        states: found.len(),
    })
}

/// The rules without their bans.
struct Unbanned<'r, R>(&'r R);

impl<R: KoRules> KoRules for Unbanned<'_, R> {
    type Position = R::Position;

    fn moves(&self, at: &R::Position, player: Player) -> Vec<super::phi::KoMove<R::Position>> {
        let moves = self.0.moves(at, player).into_iter();
        let lifted = moves.map(|chosen| super::phi::KoMove {
            to: self.0.lifted(&chosen.to),
            points: chosen.points,
            banned: false,
        });
        lifted.collect()
    }

    fn lifted(&self, at: &R::Position) -> R::Position {
        self.0.lifted(at)
    }

    fn name(&self, at: &R::Position) -> String {
        self.0.name(at)
    }
}
