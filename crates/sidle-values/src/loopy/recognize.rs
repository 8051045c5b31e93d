//! Vertices whose onside is seen at once.
//!
//! Whether the onside of a vertex is `on`, `off` or a given short game is a question about who can keep
//! moving: an attractor, linear in the region, where the order of arbitrary onsides is a Büchi game on
//! pairs of vertices. A vertex that is recognized becomes an exit, and what is left of its component falls
//! apart. In Fox and Geese and in Backsliding Toads and Frogs most vertices go that way.
//!
//! With infinite play won by Left, as on the onside, and v⁺ compared with a short game c:
//!
//! * v⁺ >= c iff Right, to move, cannot force the end of v − c;
//! * v⁺ <= c iff Right can force it when Left is to move;
//! * v⁺ = on iff Left can go on for ever in v while Right may pass (v⁺ − on is survived);
//! * v⁺ = off iff Right can go on for ever in v while Left may pass, and Left passes infinitely often.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason, Ticker};

use super::{
    Kind, Loopy,
    region::{Ref, Region},
    tables::Node,
};
use crate::Game;

/// Short games with more followers than this are not guessed.
const FOLLOWERS: usize = 48;
/// So many short games, followers included, are tried in a region at most.
const TRIED: usize = 300;
/// So many rounds are made to find `off` at most; two or three are usual.
const ROUNDS: usize = 40;

/// The moves of one player inside a region: those of vertex `v` are `to[from[v]..from[v + 1]]`.
struct Arrows {
    from: Vec<u32>,
    to: Vec<u32>,
}

impl Arrows {
    fn of(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.to[self.from[v] as usize..self.from[v + 1] as usize]
    }

    fn count(&self, v: u32) -> u32 {
        self.from[v as usize + 1] - self.from[v as usize]
    }

    fn of_region(region: &Region, player: Player) -> Arrows {
        let mut arrows = Arrows {
            from: vec![0],
            to: Vec::new(),
        };
        for v in region.vertices() {
            arrows.to.extend(locals(region, v, player));
            arrows.from.push(arrows.to.len() as u32);
        }
        arrows
    }

    fn reversed(&self) -> Arrows {
        let count = self.from.len() - 1;
        let mut from = vec![0u32; count + 1];
        for &to in &self.to {
            from[to as usize + 1] += 1;
        }
        for v in 0..count {
            from[v + 1] += from[v];
        }
        let mut next = from.clone();
        let mut to = vec![0; self.to.len()];
        for v in 0..count as u32 {
            for &w in self.of(v) {
                to[next[w as usize] as usize] = v;
                next[w as usize] += 1;
            }
        }
        Arrows { from, to }
    }
}

fn locals(region: &Region, v: u32, player: Player) -> impl Iterator<Item = u32> {
    let options = region.options(v, player).iter();
    options.filter_map(|option| match *option {
        Ref::Local(w) => Some(w),
        Ref::Node(_) => None,
    })
}

/// A set of vertices for each player to move.
type States = [Vec<bool>; 2];

/// Where Right can force the end of play, with what is known from outside the region.
struct Seeds {
    /// Right, to move, has a move out of the region (or in another component) that wins.
    wins: Vec<bool>,
    /// Left, to move, has a move out of the region (or in another component) that saves the play.
    saved: Vec<bool>,
}

/// A region as its arrows and its exits.
struct Arena<'r> {
    region: &'r Region,
    moves: [Arrows; 2],
    back: [Arrows; 2],
    exits: Vec<Node>,
    /// The exits of each vertex for each player, by their places.
    leaves: [Arrows; 2],
}

impl<'r> Arena<'r> {
    fn new(region: &'r Region) -> Arena<'r> {
        let moves = Player::BOTH.map(|player| Arrows::of_region(region, player));
        let back = moves.each_ref().map(Arrows::reversed);
        let mut exits: Vec<Node> = Vec::new();
        let mut place: FxHashMap<Node, u32> = FxHashMap::default();
        let leaves = Player::BOTH.map(|player| {
            let mut leaves = Arrows {
                from: Vec::with_capacity(region.len() + 1),
                to: Vec::new(),
            };
            leaves.from.push(0);
            for v in region.vertices() {
                for option in region.options(v, player) {
                    let Ref::Node(node) = *option else { continue };
                    leaves.to.push(*place.entry(node).or_insert_with(|| {
                        exits.push(node);
                        exits.len() as u32 - 1
                    }));
                }
                leaves.from.push(leaves.to.len() as u32);
            }
            leaves
        });
        Arena {
            region,
            moves,
            back,
            exits,
            leaves,
        }
    }

    fn len(&self) -> usize {
        self.region.len()
    }

    fn has_leaf(&self, v: usize, player: Player, wanted: &[bool]) -> bool {
        let leaves = self.leaves[player.index()].of(v as u32);
        leaves.iter().any(|&exit| wanted[exit as usize])
    }

    /// The states from which Right wins: Right has a move to one, or Left has no other. With `passes`,
    /// Right may also leave the move to Left.
    fn right_wins(
        &self,
        seeds: &Seeds,
        passes: bool,
        ticker: &mut Ticker<'_>,
    ) -> Result<States, StopReason> {
        let (left, right) = (Player::Left.index(), Player::Right.index());
        let mut won: States = [vec![false; self.len()], seeds.wins.clone()];
        let mut open: Vec<u32> = self
            .region
            .vertices()
            .map(|v| self.moves[left].count(v))
            .collect();
        let mut todo: Vec<(u32, Player)> = Vec::new();
        for v in self.region.vertices() {
            let at = v as usize;
            if seeds.wins[at] {
                todo.push((v, Player::Right));
            }
            if !seeds.saved[at] && open[at] == 0 {
                won[left][at] = true;
                todo.push((v, Player::Left));
            }
        }
        while let Some((v, mover)) = todo.pop() {
            ticker.step()?;
            match mover {
                // Left's moves lead here.
                Player::Right => {
                    for &u in self.back[left].of(v) {
                        let at = u as usize;
                        open[at] -= 1;
                        if open[at] == 0 && !seeds.saved[at] && !won[left][at] {
                            won[left][at] = true;
                            todo.push((u, Player::Left));
                        }
                    }
                }
                Player::Left => {
                    let own = [v];
                    let pass = if passes { &own[..] } else { &[] };
                    for &u in self.back[right].of(v).iter().chain(pass) {
                        let at = u as usize;
                        if !std::mem::replace(&mut won[right][at], true) {
                            todo.push((u, Player::Right));
                        }
                    }
                }
            }
        }
        Ok(won)
    }
}

impl<'s> Loopy<'s> {
    /// The onsides, where they are seen at once, of the vertices of a region whose exits are stoppers.
    /// `guess` says whether short games are tried too.
    pub(super) fn recognized(
        self,
        region: &Region,
        guess: bool,
        meter: &Meter,
    ) -> Result<Vec<Option<Node>>, StopReason> {
        let arena = Arena::new(region);
        let mut ticker = meter.ticker();
        ticker.steps(region.len())?;
        let mut known = vec![None; region.len()];
        self.find_on(&arena, &mut known, &mut ticker)?;
        self.find_off(&arena, &mut known, &mut ticker)?;
        if guess && known.iter().all(Option::is_none) {
            self.find_short(&arena, &mut known, meter)?;
        }
        Ok(known)
    }

    /// Left goes on for ever, whatever Right does, if Right may pass.
    fn find_on(
        self,
        arena: &Arena<'_>,
        known: &mut [Option<Node>],
        ticker: &mut Ticker<'_>,
    ) -> Result<(), StopReason> {
        let on = self.node(self.on());
        let is_on: Vec<bool> = arena.exits.iter().map(|&exit| exit == on).collect();
        let stops: Vec<bool> = arena
            .exits
            .iter()
            .map(|&exit| !self.node_options(exit, Player::Left).contains(&on))
            .collect();
        let vertices = || 0..arena.len();
        let seeds = Seeds {
            wins: vertices()
                .map(|v| arena.has_leaf(v, Player::Right, &stops))
                .collect(),
            saved: vertices()
                .map(|v| arena.has_leaf(v, Player::Left, &is_on))
                .collect(),
        };
        let lost = arena.right_wins(&seeds, true, ticker)?;
        for v in vertices() {
            if !lost[Player::Right.index()][v] {
                known[v] = Some(on);
            }
        }
        Ok(())
    }

    /// Right goes on for ever, whatever Left does, and Left is out of moves again and again: the greatest
    /// set `holds` of vertices from which Right, to move, comes back to it each time that Left passes.
    fn find_off(
        self,
        arena: &Arena<'_>,
        known: &mut [Option<Node>],
        ticker: &mut Ticker<'_>,
    ) -> Result<(), StopReason> {
        let off = self.node(self.off());
        let is_off: Vec<bool> = arena.exits.iter().map(|&exit| exit == off).collect();
        let stops: Vec<bool> = arena
            .exits
            .iter()
            .map(|&exit| !self.node_options(exit, Player::Right).contains(&off))
            .collect();
        let vertices = || 0..arena.len();
        let wins: Vec<bool> = vertices()
            .map(|v| arena.has_leaf(v, Player::Right, &is_off))
            .collect();
        let escapes: Vec<bool> = vertices()
            .map(|v| arena.has_leaf(v, Player::Left, &stops))
            .collect();
        let mut holds = vec![true; arena.len()];
        for _ in 0..ROUNDS {
            ticker.steps(arena.len())?;
            let seeds = Seeds {
                wins: wins.clone(),
                saved: vertices().map(|v| escapes[v] || !holds[v]).collect(),
            };
            let won = arena.right_wins(&seeds, false, ticker)?;
            let [for_left, for_right] = won;
            if for_right == holds {
                for v in vertices() {
                    if for_left[v] {
                        known[v] = Some(off);
                    }
                }
                return Ok(());
            }
            holds = for_right;
        }
        Ok(())
    }

    /// The short games 0, ∗ and the exits, with all their followers.
    fn find_short(
        self,
        arena: &Arena<'_>,
        known: &mut [Option<Node>],
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let mut guesses = vec![self.store.zero(), self.store.nimber(1)];
        for &exit in &arena.exits {
            if let Kind::Short(game) = self.kind(exit)
                && !guesses.contains(&game)
            {
                guesses.push(game);
            }
        }
        let mut solved: FxHashMap<Game, States> = FxHashMap::default();
        let mut ticker = meter.ticker();
        for guess in guesses {
            if known.iter().all(Option::is_some) || solved.len() > TRIED {
                break;
            }
            let Some(order) = self.unsolved(guess, &solved) else {
                continue;
            };
            for game in order {
                ticker.steps(arena.len())?;
                let states = self.against(arena, game, &solved, meter, &mut ticker)?;
                solved.insert(game, states);
            }
            let won = &solved[&guess];
            let node = self.tables().short(guess);
            for (v, known) in known.iter_mut().enumerate() {
                let equal = !won[Player::Right.index()][v] && won[Player::Left.index()][v];
                if equal && known.is_none() {
                    *known = Some(node);
                }
            }
        }
        Ok(())
    }

    /// The followers of a game that are not solved yet, options first; `None` if there are too many.
    fn unsolved(self, of: Game, solved: &FxHashMap<Game, States>) -> Option<Vec<Game>> {
        let mut order = Vec::new();
        let mut path = vec![(of, false)];
        while let Some((game, expanded)) = path.pop() {
            if solved.contains_key(&game) || order.contains(&game) {
                continue;
            }
            if expanded {
                order.push(game);
                continue;
            }
            let count: usize = Player::BOTH
                .into_iter()
                .map(|player| self.store.option_count(game, player))
                .sum();
            if order.len() + path.len() + count > FOLLOWERS {
                return None;
            }
            path.push((game, true));
            for player in Player::BOTH {
                path.extend(
                    self.store
                        .options(game, player)
                        .map(|option| (option, false)),
                );
            }
        }
        Some(order)
    }

    /// Where Right wins v − c, when the same is known for the options of c.
    fn against(
        self,
        arena: &Arena<'_>,
        game: Game,
        solved: &FxHashMap<Game, States>,
        meter: &Meter,
        ticker: &mut Ticker<'_>,
    ) -> Result<States, StopReason> {
        let node = self.tables().short(game);
        let mut below = Vec::with_capacity(arena.exits.len());
        let mut above = Vec::with_capacity(arena.exits.len());
        for &exit in &arena.exits {
            below.push(self.node_le(exit, node, meter)?);
            above.push(self.node_le(node, exit, meter)?);
        }
        let (left, right) = (Player::Left.index(), Player::Right.index());
        let vertices = || 0..arena.len();
        let mut seeds = Seeds {
            wins: vertices()
                .map(|v| arena.has_leaf(v, Player::Right, &below))
                .collect(),
            saved: vertices()
                .map(|v| arena.has_leaf(v, Player::Left, &above))
                .collect(),
        };
        // A move of Right in −c is a Left option of c.
        for option in self.store.options(game, Player::Left) {
            for (wins, &won) in seeds.wins.iter_mut().zip(&solved[&option][left]) {
                *wins |= won;
            }
        }
        for option in self.store.options(game, Player::Right) {
            for (saved, &won) in seeds.saved.iter_mut().zip(&solved[&option][right]) {
                *saved |= !won;
            }
        }
        arena.right_wins(&seeds, false, ticker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Store,
        loopy::{
            onside::OnsideOrder,
            region::{Positions, Row},
        },
        test_worlds::Random,
    };

    /// What is recognized is equal, by the order of arbitrary onsides; and no vertex that is equal to `on`,
    /// `off`, 0 or ∗ is overlooked.
    #[test]
    fn recognized_onsides_are_right() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let loopy = store.loopy();
        let shorts = [
            store.zero(),
            store.nimber(1),
            store.integer(1),
            store.integer(-1),
            store.game(&[store.integer(1)], &[store.integer(-1)]),
            store.game(&[store.zero()], &[store.nimber(1)]),
        ];
        let mut exits: Vec<Node> = shorts
            .iter()
            .map(|&game| loopy.tables().short(game))
            .collect();
        for stopper in [loopy.on(), loopy.off(), loopy.over(), loopy.upon()] {
            exits.push(loopy.node(stopper));
        }
        let mut random = Random(5);
        let mut found: FxHashMap<Node, u32> = FxHashMap::default();
        for _ in 0..3_000 {
            let count = 2 + random.below(7);
            let mut rows = vec![Row::default(); count];
            for _ in 0..count + random.below(2 * count) {
                let (v, w) = (random.below(count), random.below(count) as u32);
                let to = match random.below(4) {
                    0 => Ref::Node(exits[random.below(exits.len())]),
                    _ => Ref::Local(w),
                };
                rows[v][random.below(2)].push(to);
            }
            let mut region = Region::new(rows);
            region.tidy();
            let known = loopy.recognized(&region, true, &meter).expect("no limit");
            let none = vec![None; region.len()];
            let mut short = none.clone();
            loopy
                .find_short(&Arena::new(&region), &mut short, &meter)
                .expect("no limit");
            let positions = Positions {
                loopy,
                region: &region,
            };
            let mut order = OnsideOrder::new(&positions, &meter);
            let mut equal = |v: u32, node: Node| {
                let (a, b) = (Ref::Local(v), Ref::Node(node));
                order.le(a, b).expect("no limit") && order.le(b, a).expect("no limit")
            };
            for v in region.vertices() {
                for node in [known[v as usize], short[v as usize]].into_iter().flatten() {
                    assert!(equal(v, node), "{region:?} at {v}");
                    *found.entry(node).or_default() += 1;
                }
                let [on, off] = [loopy.on(), loopy.off()].map(|of| loopy.node(of));
                for node in [on, off] {
                    assert_eq!(
                        known[v as usize] == Some(node),
                        equal(v, node),
                        "{region:?} at {v}"
                    );
                }
                for &node in &exits[..2] {
                    assert_eq!(
                        short[v as usize] == Some(node),
                        equal(v, node),
                        "{region:?} at {v}"
                    );
                }
            }
        }
        assert!(
            found.len() >= 6 && found.values().filter(|&&n| n > 20).count() >= 5,
            "{found:?}"
        );
    }
}
