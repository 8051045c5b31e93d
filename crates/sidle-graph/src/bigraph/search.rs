//! One comparison of two stoppers, explored from the top and stopped as soon as it is decided.
//!
//! The positions may come from any [`Rules`]; the product is never built, only the states that the
//! search meets are kept, and their answers stay for the next question. What the caller knows already
//! comes in through a [`KnownOrder`].

use std::{collections::VecDeque, fmt, ops::ControlFlow};

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, Rules, StopReason, Ticker};

/// What is known before a search starts.
pub trait KnownOrder<P> {
    /// Does Left survive `h - g` when `mover` is to move? `None` if that has to be found out.
    fn survives(&self, g: &P, h: &P, mover: Player) -> Option<bool>;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingKnown;

impl<P> KnownOrder<P> for NothingKnown {
    fn survives(&self, _: &P, _: &P, _: Player) -> Option<bool> {
        None
    }
}

/// Positions by number, with their options looked up once.
pub(super) struct Universe<'g, G: Rules> {
    graph: &'g G,
    pub(super) positions: Vec<G::Position>,
    number: FxHashMap<G::Position, u32>,
    /// Where the options of a position lie in `lists`; `NONE` before they are looked up.
    ranges: Vec<[(u32, u32); 2]>,
    lists: Vec<u32>,
    found: Vec<u32>,
}

#[derive(Debug)]
struct UniverseMemory<P> {
    positions: Vec<P>,
    number: FxHashMap<P, u32>,
    ranges: Vec<[(u32, u32); 2]>,
    lists: Vec<u32>,
    found: Vec<u32>,
}

impl<P> Default for UniverseMemory<P> {
    fn default() -> UniverseMemory<P> {
        UniverseMemory {
            positions: Vec::new(),
            number: FxHashMap::default(),
            ranges: Vec::new(),
            lists: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<'g, G: Rules> Universe<'g, G> {
    pub(super) fn new(graph: &'g G) -> Universe<'g, G> {
        Universe::with_memory(graph, UniverseMemory::default())
    }

    fn with_memory(graph: &'g G, memory: UniverseMemory<G::Position>) -> Universe<'g, G> {
        Universe {
            graph,
            positions: memory.positions,
            number: memory.number,
            ranges: memory.ranges,
            lists: memory.lists,
            found: memory.found,
        }
    }

    fn take_memory(&mut self) -> UniverseMemory<G::Position> {
        use std::mem::take;
        let mut memory = UniverseMemory {
            positions: take(&mut self.positions),
            number: take(&mut self.number),
            ranges: take(&mut self.ranges),
            lists: take(&mut self.lists),
            found: take(&mut self.found),
        };
        memory.positions.clear();
        memory.number.clear();
        memory.ranges.clear();
        memory.lists.clear();
        memory
    }

    pub(super) fn known(&self, position: &G::Position) -> Option<u32> {
        self.number.get(position).copied()
    }

    pub(super) fn number(&mut self, position: &G::Position) -> u32 {
        if let Some(&known) = self.number.get(position) {
            return known;
        }
        let new = self.positions.len() as u32;
        self.positions.push(position.clone());
        self.number.insert(position.clone(), new);
        self.ranges.push([(NONE, NONE); 2]);
        new
    }

    pub(super) fn look_up(&mut self, at: u32, player: Player) {
        if self.ranges[at as usize][player.index()].0 != NONE {
            return;
        }
        let position = self.positions[at as usize].clone();
        let graph = self.graph;
        let mut found = std::mem::take(&mut self.found);
        let _ = graph.options(&position, player, &mut |option| {
            found.push(self.number(&option));
            ControlFlow::Continue(())
        });
        let start = self.lists.len();
        self.lists.append(&mut found);
        self.found = found;
        let end = u32::try_from(self.lists.len()).expect("fewer than 2^32 moves in a search");
        self.ranges[at as usize][player.index()] = (start as u32, end);
    }

    /// The options that [`look_up`](Self::look_up) has found.
    pub(super) fn options(&self, at: u32, player: Player) -> &[u32] {
        match self.ranges[at as usize][player.index()] {
            (NONE, _) => &[],
            (start, end) => &self.lists[start as usize..end as usize],
        }
    }
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Survived,
    Lost,
}

/// `(g, h, mover)` and what is known of it.
#[derive(Clone, Debug)]
struct Node {
    g: u32,
    h: u32,
    mover: Player,
    fate: Fate,
    /// Was the fate known when the state was met?
    given: bool,
    /// Moves looked at so far: the mover's moves in `h`, then those in `-g`.
    scanned: u32,
    /// Moves scanned that do not yet have the fate that is bad for the mover.
    hopes: u32,
    /// Have all moves been scanned?
    complete: bool,
    /// Where on the path, or `NONE`.
    on_path: u32,
    /// Newest entry of the list of states that lead here.
    callers: u32,
}

/// A search for `g <= h` among stoppers, by the refined comparison of Siegel (Algorithm 2): top-down,
/// each state scanned once at most, wins and losses handed back at once, and the search leaves a branch
/// as soon as its root is decided.
///
/// The answers are about survival: for positions that are not stoppers, [`le`](Self::le) says
/// `g⁻ <= h⁺`.
///
/// Cost: linear in the explored part of the product.
///
/// ```
/// use sidle_core::{Meter, Player::{Left, Right}};
/// use sidle_graph::bigraph::{Bigraph, SurvivalSearch};
/// // 0 = zero, 1 = over = {0|1}
/// let graph = Bigraph::from_rows([(&[][..], &[][..]), (&[0], &[1])]);
/// let mut search = SurvivalSearch::new(&graph);
/// assert!(search.le(&0, &1, &Meter::unlimited())?);
/// assert!(!search.le(&1, &0, &Meter::unlimited())?);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
pub struct SurvivalSearch<'g, G: Rules, K = NothingKnown> {
    universe: Universe<'g, G>,
    known: K,
    nodes: Vec<Node>,
    index: FxHashMap<(u32, u32, bool), u32>,
    /// Lists of callers: state and next entry.
    callers: Vec<(u32, u32)>,
    path: Vec<u32>,
    news: VecDeque<u32>,
}

impl<'g, G: Rules> SurvivalSearch<'g, G> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(graph: &'g G) -> SurvivalSearch<'g, G> {
        SurvivalSearch::with_known(graph, NothingKnown)
    }
}

/// The memory of a search that is over, for the next one: small searches spend most of their time on
/// asking for memory otherwise.
#[derive(Debug)]
pub struct SearchMemory<P> {
    universe: UniverseMemory<P>,
    nodes: Vec<Node>,
    index: FxHashMap<(u32, u32, bool), u32>,
    callers: Vec<(u32, u32)>,
    path: Vec<u32>,
    news: VecDeque<u32>,
}

impl<P> Default for SearchMemory<P> {
    fn default() -> SearchMemory<P> {
        SearchMemory {
            universe: UniverseMemory::default(),
            nodes: Vec::new(),
            index: FxHashMap::default(),
            callers: Vec::new(),
            path: Vec::new(),
            news: VecDeque::new(),
        }
    }
}

impl<P> SearchMemory<P> {
    /// How many states the memory has room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.index.capacity()
    }
}

impl<'g, G: Rules, K: KnownOrder<G::Position>> SurvivalSearch<'g, G, K> {
    /// A search that asks `known` first.
    #[must_use]
    pub fn with_known(graph: &'g G, known: K) -> SurvivalSearch<'g, G, K> {
        SurvivalSearch::with_memory(graph, known, SearchMemory::default())
    }

    /// A search that asks `known` first and works in the memory of an earlier one.
    #[must_use]
    pub fn with_memory(
        graph: &'g G,
        known: K,
        memory: SearchMemory<G::Position>,
    ) -> SurvivalSearch<'g, G, K> {
        SurvivalSearch {
            universe: Universe::with_memory(graph, memory.universe),
            known,
            nodes: memory.nodes,
            index: memory.index,
            callers: memory.callers,
            path: memory.path,
            news: memory.news,
        }
    }

    /// Forgets everything and hands the memory out.
    pub fn take_memory(&mut self) -> SearchMemory<G::Position> {
        use std::mem::take;
        let mut memory = SearchMemory {
            universe: self.universe.take_memory(),
            nodes: take(&mut self.nodes),
            index: take(&mut self.index),
            callers: take(&mut self.callers),
            path: take(&mut self.path),
            news: take(&mut self.news),
        };
        memory.nodes.clear();
        memory.index.clear();
        memory.callers.clear();
        memory.path.clear();
        memory.news.clear();
        memory
    }

    /// Is `g <= h`: does Left survive `h - g` when Right starts?
    pub fn le(
        &mut self,
        g: &G::Position,
        h: &G::Position,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        self.survives(g, h, Player::Right, meter)
    }

    /// Does Left survive `h - g` when `mover` starts?
    pub fn survives(
        &mut self,
        g: &G::Position,
        h: &G::Position,
        mover: Player,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let (g, h) = (self.universe.number(g), self.universe.number(h));
        let mut ticker = meter.ticker();
        let start = self.state(g, h, mover, &mut ticker)?;
        let answer = self.decide(start, &mut ticker);
        // A stop leaves a path behind; its states are resumed where they stand.
        for &state in &self.path {
            self.nodes[state as usize].on_path = NONE;
        }
        self.path.clear();
        answer
    }

    /// Has nothing been asked yet?
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What the search has found about a state so far.
    #[must_use]
    pub fn settled(&self, g: &G::Position, h: &G::Position, mover: Player) -> Option<bool> {
        if self.is_new() {
            return None;
        }
        let (g, h) = (self.universe.known(g)?, self.universe.known(h)?);
        let state = *self.index.get(&(g, h, mover == Player::Right))?;
        match self.nodes[state as usize].fate {
            Fate::Open => None,
            Fate::Survived => Some(true),
            Fate::Lost => Some(false),
        }
    }

    /// Everything that was found out so far and not known before, as `(g, h, mover, survived)`.
    pub fn decided(&self) -> impl Iterator<Item = (&G::Position, &G::Position, Player, bool)> + '_ {
        self.nodes
            .iter()
            .filter(|node| !node.given)
            .filter_map(|node| {
                let survived = match node.fate {
                    Fate::Open => return None,
                    Fate::Survived => true,
                    Fate::Lost => false,
                };
                let at = |i: u32| &self.universe.positions[i as usize];
                Some((at(node.g), at(node.h), node.mover, survived))
            })
    }

    fn decide(&mut self, start: u32, ticker: &mut Ticker<'_>) -> Result<bool, StopReason> {
        self.push(start);
        loop {
            while let Some(&top) = self.path.last() {
                if self.nodes[start as usize].fate != Fate::Open {
                    break;
                }
                ticker.step()?;
                self.advance(top, ticker)?;
            }
            if self.nodes[start as usize].fate != Fate::Open {
                return Ok(self.nodes[start as usize].fate == Fate::Survived);
            }
            if !self.push_unfinished(start, ticker)? {
                return Ok(true);
            }
        }
    }

    fn push(&mut self, state: u32) {
        self.nodes[state as usize].on_path = self.path.len() as u32;
        self.path.push(state);
    }

    /// The nothing-is-open check at the end: all open states that `start` leads to are complete, so
    /// nobody can force anything among them and Left survives; or one is not, and the search goes on
    /// there (its branch was left early when a state before it had been decided).
    fn push_unfinished(&mut self, start: u32, ticker: &mut Ticker<'_>) -> Result<bool, StopReason> {
        let mut seen = vec![start];
        let mut met: rustc_hash::FxHashSet<u32> = seen.iter().copied().collect();
        let mut next = 0;
        while let Some(&state) = seen.get(next) {
            next += 1;
            ticker.step()?;
            if !self.is_complete(state) {
                self.push(state);
                return Ok(true);
            }
            let node = self.nodes[state as usize].clone();
            for at in 0..node.scanned {
                let (g, h, mover) = self.target(&node, at);
                let option = self.index[&(g, h, mover == Player::Right)];
                if self.nodes[option as usize].fate == Fate::Open && met.insert(option) {
                    seen.push(option);
                }
            }
        }
        for state in seen {
            self.nodes[state as usize].fate = Fate::Survived;
        }
        Ok(false)
    }

    fn move_count(&self, node: &Node) -> u32 {
        let in_h = self.universe.options(node.h, node.mover).len();
        let in_g = self.universe.options(node.g, -node.mover).len();
        (in_h + in_g) as u32
    }

    fn is_complete(&self, state: u32) -> bool {
        self.nodes[state as usize].complete
    }

    fn target(&self, node: &Node, at: u32) -> (u32, u32, Player) {
        let in_h = self.universe.options(node.h, node.mover);
        let at = at as usize;
        if at < in_h.len() {
            (node.g, in_h[at], -node.mover)
        } else {
            let in_g = self.universe.options(node.g, -node.mover);
            (in_g[at - in_h.len()], node.h, -node.mover)
        }
    }

    /// The number of a state; a new one is looked up in what is known.
    fn state(
        &mut self,
        g: u32,
        h: u32,
        mover: Player,
        ticker: &mut Ticker<'_>,
    ) -> Result<u32, StopReason> {
        let key = (g, h, mover == Player::Right);
        if let Some(&state) = self.index.get(&key) {
            return Ok(state);
        }
        ticker.node(size_of::<Node>())?;
        let at = |i: u32| &self.universe.positions[i as usize];
        let fate = if g == h && mover == Player::Right {
            Fate::Survived
        } else {
            match self.known.survives(at(g), at(h), mover) {
                None => Fate::Open,
                Some(true) => Fate::Survived,
                Some(false) => Fate::Lost,
            }
        };
        let state = u32::try_from(self.nodes.len()).map_err(|_| StopReason::StoreFull)?;
        self.nodes.push(Node {
            g,
            h,
            mover,
            fate,
            given: fate != Fate::Open,
            scanned: 0,
            hopes: 0,
            complete: false,
            on_path: NONE,
            callers: NONE,
        });
        self.index.insert(key, state);
        Ok(state)
    }

    /// Looks at one more move of the state on top of the path.
    fn advance(&mut self, top: u32, ticker: &mut Ticker<'_>) -> Result<(), StopReason> {
        let node = self.nodes[top as usize].clone();
        self.universe.look_up(node.h, node.mover);
        self.universe.look_up(node.g, -node.mover);
        if node.scanned == self.move_count(&node) {
            self.nodes[top as usize].complete = true;
            if node.hopes == 0 {
                self.settle(top, bad_for(node.mover));
            } else {
                self.leave_from(self.path.len() - 1);
            }
            return Ok(());
        }
        let (g, h, mover) = self.target(&node, node.scanned);
        let option = self.state(g, h, mover, ticker)?;
        self.nodes[top as usize].scanned += 1;
        let fate = self.nodes[option as usize].fate;
        if fate == Fate::Open {
            self.nodes[top as usize].hopes += 1;
            let entry = self.callers.len() as u32;
            self.callers
                .push((top, self.nodes[option as usize].callers));
            self.nodes[option as usize].callers = entry;
            if self.nodes[option as usize].on_path == NONE && !self.is_complete(option) {
                self.push(option);
            }
        } else if fate == good_for(node.mover) {
            self.settle(top, fate);
        }
        Ok(())
    }

    /// Leaves the path above and at `depth`.
    fn leave_from(&mut self, depth: usize) {
        for &state in &self.path[depth..] {
            self.nodes[state as usize].on_path = NONE;
        }
        self.path.truncate(depth);
    }

    /// Decides a state and everything that follows from it.
    fn settle(&mut self, state: u32, fate: Fate) {
        self.news.clear();
        self.mark(state, fate);
        while let Some(state) = self.news.pop_front() {
            let fate = self.nodes[state as usize].fate;
            let mut entry = self.nodes[state as usize].callers;
            while entry != NONE {
                let (caller, next) = self.callers[entry as usize];
                entry = next;
                self.hear(caller, fate);
            }
        }
    }

    fn mark(&mut self, state: u32, fate: Fate) {
        let node = &mut self.nodes[state as usize];
        node.fate = fate;
        let depth = node.on_path;
        self.news.push_back(state);
        if depth != NONE {
            self.leave_from(depth as usize);
        }
    }

    fn hear(&mut self, caller: u32, fate: Fate) {
        let node = &mut self.nodes[caller as usize];
        if node.fate != Fate::Open {
            return;
        }
        let mover = node.mover;
        if fate == good_for(mover) {
            self.mark(caller, fate);
            return;
        }
        node.hopes -= 1;
        if node.hopes == 0 && self.is_complete(caller) {
            self.mark(caller, fate);
        }
    }
}

/// What the mover wants: Left to survive, Right to beat him.
fn good_for(mover: Player) -> Fate {
    match mover {
        Player::Left => Fate::Survived,
        Player::Right => Fate::Lost,
    }
}

fn bad_for(mover: Player) -> Fate {
    good_for(-mover)
}

impl<G: Rules, K> fmt::Debug for SurvivalSearch<'_, G, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurvivalSearch")
            .field("positions", &self.universe.positions.len())
            .field("states", &self.nodes.len())
            .finish_non_exhaustive()
    }
}
