//! The walk over the positions below a position: depth first, each position once, components of
//! cycles found on the way (Tarjan), every question answered by the same walk.
//!
//! What is computed is a matter of the [`Algebra`]: canonical values, nim values. A
//! position that lies on no cycle is worked out from the answers for its options as soon as they are
//! there, so no graph is ever built of a game that ends. The positions of a component with cycles are
//! handed to the algebra together, with everything below them already answered.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, Player, StopReason, Ticker};
use sidle_values::Game;

use crate::{
    SolveError,
    moves::{Known, Moves, Part},
    recent::Recent,
    shared::Shared,
    table::{State, Table},
};

/// An answer in few bytes. All algebras have answers of this one type, so that the walk is compiled once for
/// each type of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Answer {
    /// A canonical short value.
    Short(Game),
    /// Something that the algebra numbers.
    Numbered(u32),
}

/// A sum that leads back to one of its parts is taken for one that grows for ever when it has more parts. (The
/// sums on the way to this many take some megabytes, and their number grows with the third power.)
const MOST_PARTS: usize = 100;

/// Answers, and how they are put together.
pub(crate) trait Algebra {
    /// The players whose options count; for impartial games one is enough.
    fn players(&self) -> &'static [Player];

    /// An answer that is known without looking at options.
    fn known(&mut self, known: &Known) -> Result<Option<Answer>, SolveError>;

    /// The answer for 0.
    fn zero(&mut self) -> Answer;

    /// The answer for a sum.
    fn add(&mut self, a: Answer, b: Answer) -> Result<Answer, SolveError>;

    /// The answer for a multiple; -1 times is the negative.
    fn times(&mut self, value: Answer, times: i64) -> Result<Answer, SolveError>;

    /// The answer for `{left|right}`.
    fn game(&mut self, sides: &[Vec<Answer>; 2]) -> Result<Answer, SolveError>;

    /// The answers for positions that lead to each other.
    fn component(&mut self, members: &[[Vec<Edge>; 2]]) -> Result<Vec<Answer>, SolveError>;
}

/// An option of a position in a component.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    /// Out of the component.
    Exit(Answer),
    /// To a member, or to its negative.
    Member { number: u32, negated: bool },
}

/// Where a part of an option stands.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Not looked at.
    New,
    Value(Answer),
    /// On the path or in a component that is not complete; the number counts open positions.
    Open {
        number: u32,
        negated: bool,
    },
}

/// The options of one position can take milliseconds, so the meter is looked at after so many positions.
const POSITIONS_AT_ONCE: u64 = 16;

/// A position on the path.
struct Frame<P> {
    position: P,
    number: u32,
    low: u32,
    options: Vec<P>,
    /// Whose options come first, and how many these are; the others are those of the opponent.
    first: (Player, usize),
    /// Which option is looked at.
    next: usize,
    /// The parts of the option that is looked at, and what is known of them.
    parts: Vec<(Part<P>, Slot)>,
    /// Is the option taken as a whole, because its parts lead back to it?
    whole: bool,
    part: usize,
    edges: [Vec<Edge>; 2],
    /// How many positions had been looked at when this one was begun.
    begun: u64,
    /// Does it lead to a cycle?
    tangled: bool,
}

impl<P> Frame<P> {
    /// The option that is looked at leads there; on to the next.
    fn add(&mut self, edge: Edge) {
        let (first, count) = self.first;
        let player = if self.next < count { first } else { -first };
        self.edges[player.index()].push(edge);
        self.next += 1;
    }
}

/// A position whose options are all looked at, in a component that is not complete.
struct Member {
    number: u32,
    edges: [Vec<Edge>; 2],
}

/// The walk, with its table.
pub(crate) struct Walk<'a, M: Moves> {
    pub(crate) moves: M,
    algebra: &'a mut dyn Algebra,
    pub(crate) table: &'a mut Table<M::Position>,
    ticker: Ticker<'a>,
    /// Boxed: frames go back and forth between the path and where they are worked on.
    path: Vec<Box<Frame<M::Position>>>,
    members: Vec<Member>,
    member_positions: Vec<M::Position>,
    spare: Vec<Box<Frame<M::Position>>>,
    visited: u64,
    open: u32,
    /// Emptied after each use.
    split: Vec<Part<M::Position>>,
    sides: [Vec<Answer>; 2],
    recent: Recent<M::Position>,
    others: Option<SharedWalk<'a, M::Position>>,
    /// The positions on cycles and those that lead there, also those of walks before this one.
    tangled: &'a mut FxHashSet<M::Position>,
    /// Does what has been asked for lead to a cycle?
    met_cycle: bool,
}

/// Other walks over the same positions.
struct SharedWalk<'a, P> {
    shared: &'a Shared<P>,
    /// Does this walk only help? Then it goes through options from the last to the first, so that it meets
    /// the others in the middle.
    helps: bool,
}

impl<'a, M: Moves> Walk<'a, M> {
    pub(crate) fn new(
        moves: M,
        algebra: &'a mut dyn Algebra,
        table: &'a mut Table<M::Position>,
        tangled: &'a mut FxHashSet<M::Position>,
        meter: &'a Meter,
    ) -> Walk<'a, M> {
        Walk {
            moves,
            algebra,
            table,
            ticker: meter.ticker(),
            path: Vec::new(),
            members: Vec::new(),
            member_positions: Vec::new(),
            spare: Vec::new(),
            visited: 0,
            open: 0,
            split: Vec::new(),
            sides: [Vec::new(), Vec::new()],
            recent: Recent::new(),
            others: None,
            tangled,
            met_cycle: false,
        }
    }

    /// The same walk beside others that share what they find.
    pub(crate) fn beside(mut self, shared: &'a Shared<M::Position>, helps: bool) -> Self {
        self.others = Some(SharedWalk { shared, helps });
        self
    }

    /// Does a position whose answer is in the table lead to a cycle?
    fn is_tangled(&self, at: &M::Position) -> bool {
        !self.tangled.is_empty() && self.tangled.contains(at)
    }

    /// What another walk has found.
    fn shared_answer(&self, at: &M::Position) -> Option<Answer> {
        let others = self.others.as_ref()?;
        others.shared.get(at).map(Answer::Short)
    }

    /// The answer for a position, and whether play can go on for ever from there.
    pub(crate) fn answer(mut self, of: M::Position) -> Result<(Answer, bool), SolveError> {
        let answer = self.try_answer(of);
        if answer.is_err() {
            self.table.forget_open();
        }
        Ok((answer?, self.met_cycle))
    }

    fn try_answer(&mut self, of: M::Position) -> Result<Answer, SolveError> {
        let mut parts = Vec::new();
        self.moves.parts(of, &mut parts)?;
        let mut sum = self.algebra.zero();
        for (i, part) in parts.into_iter().enumerate() {
            let value = self.solve(part.position)?;
            let value = self.scaled(value, part.times)?;
            sum = if i == 0 {
                value
            } else {
                self.algebra.add(sum, value)?
            };
        }
        Ok(sum)
    }

    fn scaled(&mut self, value: Answer, times: i64) -> Result<Answer, SolveError> {
        match times {
            1 => Ok(value),
            times => self.algebra.times(value, times),
        }
    }

    /// The answer for a representative.
    fn solve(&mut self, of: M::Position) -> Result<Answer, SolveError> {
        if let Some(value) = self.enter(&of)? {
            return Ok(value);
        }
        while !self.path.is_empty() {
            self.advance()?;
        }
        self.met_cycle |= self.is_tangled(&of);
        match self.table.get(&of) {
            Some(State::Done(value)) => Ok(value),
            // The table may have dropped it, but then it was solved when the last frame was left.
            _ => unreachable!("the root is solved last, and nothing is inserted after it"),
        }
    }

    /// The answer for a position if there is one; else it becomes the end of the path.
    fn enter(&mut self, at: &M::Position) -> Result<Option<Answer>, SolveError> {
        if let Some(State::Done(value)) = self.table.get(at) {
            self.met_cycle |= self.is_tangled(at);
            return Ok(Some(value));
        }
        if let Some(known) = self.moves.known(at)?
            && let Some(value) = self.algebra.known(&known)?
        {
            self.met_cycle |= self.moves.met_cycle();
            return Ok(Some(value));
        }
        self.push(at.clone())?;
        Ok(None)
    }

    fn push(&mut self, at: M::Position) -> Result<(), SolveError> {
        if self.path.len() >= M::MOST_MOVES {
            return Err(SolveError::Endless(M::MOST_MOVES));
        }
        let number = self.open;
        self.open += 1;
        self.visited += 1;
        if self.visited.is_multiple_of(POSITIONS_AT_ONCE) {
            self.ticker.meter().check()?;
        }
        self.ticker.node(Table::<M::Position>::ENTRY_BYTES)?;
        self.table.has_room(self.ticker.meter())?;
        self.table.get_or_open(&at, number);
        let mut frame = match self.spare.pop() {
            Some(mut frame) => {
                frame.position = at;
                frame.number = number;
                frame.low = number;
                frame.next = 0;
                frame.part = 0;
                frame.whole = false;
                frame.begun = self.visited;
                frame.tangled = false;
                frame
            }
            None => Box::new(Frame {
                position: at,
                number,
                low: number,
                options: Vec::new(),
                first: (Player::Left, 0),
                next: 0,
                parts: Vec::new(),
                whole: false,
                part: 0,
                edges: [Vec::new(), Vec::new()],
                begun: self.visited,
                tangled: false,
            }),
        };
        let players = self.algebra.players();
        for &player in players {
            let Frame {
                position, options, ..
            } = &mut *frame;
            self.moves.options(position, player, options)?;
            if player == players[0] {
                frame.first = (player, frame.options.len());
            }
        }
        if let Some(others) = &self.others
            && others.helps
        {
            frame.options.reverse();
            let (player, count) = frame.first;
            frame.first = (-player, frame.options.len() - count);
            if others.shared.is_finished() {
                return Err(StopReason::Cancelled.into());
            }
        }
        self.path.push(frame);
        self.ticker.meter().at_depth(self.path.len());
        Ok(())
    }

    /// Takes the last position of the path one step further.
    fn advance(&mut self) -> Result<(), SolveError> {
        let Some(mut frame) = self.path.pop() else {
            return Ok(());
        };
        loop {
            if frame.parts.is_empty() && !frame.whole {
                let Some(option) = frame.options.get(frame.next) else {
                    return self.leave(frame);
                };
                if let Some(value) = self.recent.get(option) {
                    frame.add(Edge::Exit(value));
                    continue;
                }
                let option = option.clone();
                // Positions with many options are large, and take long to split.
                self.ticker.steps(frame.options.len() / 8)?;
                if self.moves.splits_slowly(&option)
                    && let Some(State::Done(value)) = self.table.get(&option)
                {
                    frame.tangled |= self.is_tangled(&option);
                    frame.add(Edge::Exit(value));
                    continue;
                }
                self.split.clear();
                self.moves.parts(option, &mut self.split)?;
                let split = self.split.drain(..);
                frame.parts.extend(split.map(|part| (part, Slot::New)));
                frame.part = 0;
            }
            while let Some((part, slot)) = frame.parts.get(frame.part) {
                self.ticker.step()?;
                if let Slot::New = slot {
                    match self.look(part, &mut frame.tangled)? {
                        Slot::New => {
                            let position = part.position.clone();
                            self.path.push(frame);
                            return self.push(position);
                        }
                        found => frame.parts[frame.part].1 = found,
                    }
                }
                if let Slot::Open { number, .. } = frame.parts[frame.part].1 {
                    let scaled = frame.parts[frame.part].0.times.unsigned_abs() != 1;
                    if (frame.parts.len() > 1 || scaled) && !frame.whole {
                        // A sum with a part that leads back here: the sum itself is a position.
                        check_growth(&frame.parts, frame.part)?;
                        let option = frame.options[frame.next].clone();
                        let whole = self.moves.whole(option)?;
                        frame.parts.clear();
                        frame.parts.push((whole, Slot::New));
                        frame.whole = true;
                        frame.part = 0;
                        continue;
                    }
                    frame.low = frame.low.min(number);
                }
                frame.part += 1;
            }
            let edge = self.edge(&frame.parts)?;
            if let Edge::Exit(value) = edge
                && !frame.tangled
            {
                self.recent.put(&frame.options[frame.next], value);
            }
            frame.add(edge);
            frame.parts.clear();
            frame.whole = false;
        }
    }

    /// What is known of a part, and whether it leads to a cycle.
    fn look(&mut self, part: &Part<M::Position>, tangled: &mut bool) -> Result<Slot, SolveError> {
        match self.table.get(&part.position) {
            Some(State::Done(value)) => {
                *tangled |= self.is_tangled(&part.position);
                Ok(Slot::Value(self.scaled(value, part.times)?))
            }
            Some(State::Open(number)) => Ok(Slot::Open {
                number,
                negated: part.times < 0,
            }),
            None => {
                if let Some(value) = self.shared_answer(&part.position) {
                    return Ok(Slot::Value(self.scaled(value, part.times)?));
                }
                if let Some(known) = self.moves.known(&part.position)?
                    && let Some(value) = self.algebra.known(&known)?
                {
                    *tangled |= self.moves.met_cycle();
                    return Ok(Slot::Value(self.scaled(value, part.times)?));
                }
                Ok(Slot::New)
            }
        }
    }

    /// The option whose parts are all looked at.
    fn edge(&mut self, parts: &[(Part<M::Position>, Slot)]) -> Result<Edge, SolveError> {
        let mut sum: Option<Answer> = None;
        for (_, slot) in parts {
            match *slot {
                Slot::Value(value) => {
                    sum = Some(match sum {
                        None => value,
                        Some(sum) => self.algebra.add(sum, value)?,
                    });
                }
                Slot::Open { number, negated } => return Ok(Edge::Member { number, negated }),
                Slot::New => unreachable!("every part has been looked at"),
            }
        }
        Ok(Edge::Exit(match sum {
            Some(sum) => sum,
            None => self.algebra.zero(),
        }))
    }

    /// All options of a position are looked at.
    fn leave(&mut self, mut frame: Box<Frame<M::Position>>) -> Result<(), SolveError> {
        let outermost = self.members.last().map(|member| member.number);
        let alone = frame.low == frame.number
            && outermost.is_none_or(|number| number < frame.number)
            && only_exits(&frame.edges, &mut self.sides);
        if alone {
            let value = self.algebra.game(&self.sides)?;
            let effort = self.visited - frame.begun + 1;
            self.table.set(&frame.position, State::Done(value), effort);
            if frame.tangled {
                self.tangled.insert(frame.position.clone());
                if let Some(parent) = self.path.last_mut() {
                    parent.tangled = true;
                }
            } else if let Some(others) = &self.others
                && let Answer::Short(game) = value
            {
                others.shared.put(&frame.position, game);
            }
            self.open = frame.number;
            frame.options.clear();
            frame.edges.iter_mut().for_each(Vec::clear);
            self.spare.push(frame);
            self.deliver(Slot::Value(value))
        } else {
            let (low, number) = (frame.low, frame.number);
            let edges = std::mem::take(&mut frame.edges);
            self.members.push(Member { number, edges });
            self.member_positions.push(frame.position.clone());
            if low < number {
                frame.options.clear();
                self.spare.push(frame);
                let slot = Slot::Open {
                    number,
                    negated: false,
                };
                if let Some(parent) = self.path.last_mut() {
                    parent.low = parent.low.min(low);
                }
                return self.deliver(slot);
            }
            self.close_component(number, self.visited - frame.begun + 1)?;
            frame.options.clear();
            self.spare.push(frame);
            self.redeliver()
        }
    }

    /// Hands the answer for the last position to the one before it.
    fn deliver(&mut self, slot: Slot) -> Result<(), SolveError> {
        let Some(mut parent) = self.path.pop() else {
            return Ok(());
        };
        let times = parent.parts[parent.part].0.times;
        parent.parts[parent.part].1 = match slot {
            Slot::Value(value) => Slot::Value(self.scaled(value, times)?),
            Slot::Open { number, .. } => Slot::Open {
                number,
                negated: times < 0,
            },
            Slot::New => Slot::New,
        };
        self.path.push(parent);
        Ok(())
    }

    /// After a component: the part that led to it is looked up again.
    fn redeliver(&mut self) -> Result<(), SolveError> {
        if let Some(parent) = self.path.last_mut() {
            parent.parts[parent.part].1 = Slot::New;
        }
        Ok(())
    }

    /// Works out the component whose first member has this number.
    fn close_component(&mut self, first: u32, effort: u64) -> Result<(), SolveError> {
        let begin = self
            .members
            .iter()
            .rposition(|member| member.number < first)
            .map_or(0, |place| place + 1);
        let (places, rows) = component(&self.members[begin..]);
        self.members.truncate(begin);
        let values = self.algebra.component(&rows)?;
        for (position, place) in self.member_positions.drain(begin..).zip(places) {
            let value = State::Done(values[place as usize]);
            self.table.set(&position, value, effort);
            self.tangled.insert(position);
        }
        self.open = first;
        Ok(())
    }
}

/// A position that leads back to itself with other parts beside it does so again and again. Only where the whole
/// is a board with room for a few parts does that come to an end.
fn check_growth<P>(parts: &[(Part<P>, Slot)], open: usize) -> Result<(), SolveError> {
    let copies = usize::try_from(parts[open].0.times.unsigned_abs()).unwrap_or(usize::MAX);
    let count = copies.saturating_add(parts.len() - 1);
    match count > MOST_PARTS {
        true => Err(SolveError::Growing(count)),
        false => Ok(()),
    }
}

/// Are all moves moves out of the component? Then these are the values they lead to.
fn only_exits(edges: &[Vec<Edge>; 2], sides: &mut [Vec<Answer>; 2]) -> bool {
    for (side, edges) in sides.iter_mut().zip(edges) {
        side.clear();
        for edge in edges {
            match edge {
                Edge::Exit(value) => side.push(*value),
                Edge::Member { .. } => return false,
            }
        }
    }
    true
}

/// The members of a component in the order of their numbers: the place of each, and the moves.
fn component(members: &[Member]) -> (Vec<u32>, Vec<[Vec<Edge>; 2]>) {
    // Members are numbered by their places among the open positions; those numbers have gaps.
    let mut order: Vec<(u32, usize)> = members
        .iter()
        .enumerate()
        .map(|(i, member)| (member.number, i))
        .collect();
    order.sort_unstable();
    let place = |number: u32| match order.binary_search_by_key(&number, |&(number, _)| number) {
        Ok(place) => place as u32,
        Err(_) => unreachable!("an edge to an open position stays in the component"),
    };
    let rows = order.iter().map(|&(_, i)| {
        members[i].edges.each_ref().map(|edges| {
            let edges = edges.iter().map(|edge| match *edge {
                Edge::Exit(value) => Edge::Exit(value),
                Edge::Member { number, negated } => Edge::Member {
                    number: place(number),
                    negated,
                },
            });
            edges.collect()
        })
    });
    let rows = rows.collect();
    let places = members.iter().map(|member| place(member.number)).collect();
    (places, rows)
}
