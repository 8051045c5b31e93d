//! Temperatures of kos: walls by play beside a stack of coupons.
//!
//! φ is played beside the coupons T, T - δ, …; taking one lifts the ban. What lies below the fights is a
//! short game and comes in with its canonical form, since the cooled stops of a short game depend on its
//! value only.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, Components, Side};
use sidle_values::{CouponError, CouponGame, CouponWalls, Game, Store};

use super::phi::{Edge, KoMove, KoRules};

/// The walls of a position of φ when play that never ends counts for Left, and when it counts for Right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoWalls {
    /// Endless play counts for Left.
    pub onside: CouponWalls,
    /// Endless play counts for Right.
    pub offside: CouponWalls,
}

impl KoWalls {
    /// The walls, if it does not matter what endless play counts.
    #[must_use]
    pub fn determined(&self) -> Option<&CouponWalls> {
        (self.onside == self.offside).then_some(&self.onside)
    }
}

/// The walls of a position with a ko ban beside a stack of coupons.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_solve::go::{Kos, walls_of_ko};
/// use sidle_values::Store;
/// let kos = Kos::new(vec![7]);
/// let walls = walls_of_ko(&kos, &kos.position("A", None)?, &Store::new(), &Meter::unlimited())?;
/// let walls = walls.determined().expect("nothing goes on for ever");
/// assert_eq!(walls.temperature().map(|t| t.to_string()), Some("7/3".into()));
/// assert_eq!(walls.mast().map(|m| m.to_string()), Some("14/3".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walls_of_ko<R: KoRules>(
    rules: &R,
    start: &R::Position,
    store: &Store,
    meter: &Meter,
) -> Result<KoWalls, CouponError> {
    let fights = Fights::explore(rules, start, meter)?;
    let calm = fights.calm_values(store, meter)?;
    let mut builder = Builder {
        game: CouponGame::new(),
        store,
        forms: FxHashMap::default(),
    };
    let at = builder.add_fights(&fights, &calm, meter)?;
    let walls = |side| {
        let mut walls = builder.game.try_walls(&[at], side, meter)?;
        Ok::<_, CouponError>(walls.remove(0))
    };
    Ok(KoWalls {
        onside: walls(Side::Onside)?,
        offside: walls(Side::Offside)?,
    })
}

/// All positions, the banned moves among their moves, and each position without its ban.
struct Fights {
    edges: Vec<Vec<Edge>>,
    lifted: Vec<usize>,
}

impl Fights {
    fn explore<R: KoRules>(
        rules: &R,
        start: &R::Position,
        meter: &Meter,
    ) -> Result<Fights, StopReason> {
        let mut positions = Numbered::default();
        positions.number(start.clone());
        let mut fights = Fights {
            edges: Vec::new(),
            lifted: Vec::new(),
        };
        let mut ticker = meter.ticker();
        while let Some(at) = positions.list.get(fights.edges.len()).cloned() {
            ticker.node(size_of::<R::Position>() * 2 + 96)?;
            fights.lifted.push(positions.number(rules.lifted(&at)));
            let mut edges = Vec::new();
            for player in Player::BOTH {
                for KoMove { to, points, banned } in rules.moves(&at, player) {
                    ticker.step()?;
                    edges.push(Edge {
                        player,
                        to: positions.number(to),
                        points,
                        banned,
                    });
                }
            }
            fights.edges.push(edges);
        }
        Ok(fights)
    }

    /// The values of the positions below which there is neither a ban nor a cycle.
    fn calm_values(&self, store: &Store, meter: &Meter) -> Result<Vec<Option<Game>>, StopReason> {
        let mut builder = BigraphBuilder::new(self.edges.len());
        for (from, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                builder.edge(from as u32, edge.player, edge.to as u32);
            }
        }
        let components = Components::new(&builder.build());
        let mut values: Vec<Option<Game>> = vec![None; self.edges.len()];
        for component in 0..components.count() as u32 {
            let &[at] = components.members(component) else {
                continue;
            };
            let at = at as usize;
            if self.lifted[at] != at {
                continue;
            }
            let mut options = [Vec::new(), Vec::new()];
            let mut calm = true;
            for edge in &self.edges[at] {
                match values[edge.to] {
                    Some(value) if !edge.banned && edge.to != at => {
                        let points = store.integer(edge.points);
                        options[edge.player.index()].push(store.try_add(value, points, meter)?);
                    }
                    _ => calm = false,
                }
            }
            if calm {
                values[at] = Some(store.try_game(&options[0], &options[1], meter)?);
            }
        }
        Ok(values)
    }
}

/// Positions by number.
struct Numbered<P> {
    list: Vec<P>,
    number: FxHashMap<P, usize>,
}

impl<P> Default for Numbered<P> {
    fn default() -> Numbered<P> {
        Numbered {
            list: Vec::new(),
            number: FxHashMap::default(),
        }
    }
}

impl<P: Clone + Eq + Hash> Numbered<P> {
    fn number(&mut self, position: P) -> usize {
        if let Some(&known) = self.number.get(&position) {
            return known;
        }
        self.list.push(position.clone());
        self.number.insert(position, self.list.len() - 1);
        self.list.len() - 1
    }
}

struct Builder<'s> {
    game: CouponGame,
    store: &'s Store,
    /// Where the canonical forms of short games are.
    forms: FxHashMap<Game, usize>,
}

impl Builder<'_> {
    /// Adds a short game with its followers; integers are over.
    fn short(&mut self, game: Game, meter: &Meter) -> Result<usize, StopReason> {
        let mut todo = vec![game];
        let mut members = Vec::new();
        let mut ticker = meter.ticker();
        while let Some(next) = todo.pop() {
            if self.forms.contains_key(&next) {
                continue;
            }
            ticker.node(128)?;
            let number = self.store.as_number(next);
            if let Some(integer) = number.as_ref().filter(|number| number.is_integer()) {
                let at = self.game.over(integer);
                self.forms.insert(next, at);
                continue;
            }
            let at = self.game.vertex();
            self.forms.insert(next, at);
            members.push(next);
            for player in Player::BOTH {
                todo.extend(self.store.options(next, player));
            }
        }
        for member in members {
            for player in Player::BOTH {
                for option in self.store.options(member, player) {
                    let (from, to) = (self.forms[&member], self.forms[&option]);
                    self.game.add_move(from, player, to, 0);
                }
            }
        }
        Ok(self.forms[&game])
    }

    /// Adds the positions that are not calm; the answer is the place of the first.
    fn add_fights(
        &mut self,
        fights: &Fights,
        calm: &[Option<Game>],
        meter: &Meter,
    ) -> Result<usize, StopReason> {
        let mut place = Vec::with_capacity(calm.len());
        for value in calm {
            place.push(match value {
                Some(_) => None,
                None => Some(self.game.vertex()),
            });
        }
        let at = |builder: &mut Self, v: usize| match (place[v], calm[v]) {
            (Some(at), _) => Ok(at),
            (None, Some(value)) => builder.short(value, meter),
            (None, None) => unreachable!("a position is calm or has a place"),
        };
        for (v, edges) in fights.edges.iter().enumerate() {
            let Some(from) = place[v] else { continue };
            let lifted = at(self, fights.lifted[v])?;
            self.game.lift_to(from, lifted);
            for edge in edges.iter().filter(|edge| !edge.banned) {
                let to = at(self, edge.to)?;
                self.game.add_move(from, edge.player, to, edge.points);
            }
        }
        at(self, 0)
    }
}
