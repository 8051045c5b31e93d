//! Walls by play beside a stack of coupons: thermographs of games with cycles and kos.
//!
//! Beside the game lies a stack of coupons T, T - δ, T - 2δ, …, -1, -1, … The player to move plays in the
//! game or takes the top coupon, which also lifts a ko ban. The wall of a player at T is the limit, as δ goes
//! to 0, of the score when that player starts, minus what the stack alone is worth to him. With
//! L(T), R(T) for the two walls of a position, and L', R' for those of the same position without its ban,
//!
//! ```text
//! L(T) = max( R'(T - δ), max over Left's moves of R(T) - T )
//! R(T) = min( L'(T - δ), min over Right's moves of L(T) + T )
//! ```
//!
//! For a game without cycles and bans this is the thermograph: the walls are the stops of the cooled game, and
//! a wall that would cross the other one stays where it met it, since then both players take coupons (E.
//! Berlekamp, "The economist's view of combinatorial games", in *Games of No Chance*, 1996; coupon stacks
//! ibid. and in *Winning Ways*, ch. 6). With a ko the equations go round a cycle; they are solved as they
//! stand, from T = -1 upwards: the slopes just above a temperature are found by letting the equations run for
//! small steps of equal size until they repeat, and hold until another move becomes as good as the best.

use sidle_core::{Meter, Player, StopReason};
use sidle_graph::bigraph::Side;
use sidle_numbers::{NumberError, Rational};
use thiserror::Error;

use super::coupon_walls::{CouponWall, CouponWalls};

/// How many rounds of the equations are tried before they count as unsettled.
const ROUNDS: i64 = 20_000;
/// Slopes may come round with such periods.
const LONGEST_PERIOD: usize = 4;

/// Why there are no walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CouponError {
    /// The meter stopped the computation.
    #[error("{0}")]
    Stopped(#[from] StopReason),
    /// The equations do not come to rest.
    #[error("play beside the coupons did not settle within {ROUNDS} rounds")]
    Unsettled,
    /// A number is too large.
    #[error("the numbers in the walls are too large")]
    TooLarge,
}

impl From<NumberError> for CouponError {
    fn from(_: NumberError) -> CouponError {
        CouponError::TooLarge
    }
}

/// A move: where it leads, and the points for Left that it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CouponMove {
    to: usize,
    points: i64,
}

#[derive(Clone, Debug)]
struct Vertex {
    score: Option<Rational>,
    moves: [Vec<CouponMove>; 2],
    /// The same position without its ban.
    lifted: usize,
}

/// The positions of a game that is played beside coupons.
///
/// ```
/// use sidle_core::{Meter, Player::{Left, Right}};
/// use sidle_values::{CouponGame, loopy::Side};
/// // A ko about six points: a player who has captured has to wait until the ban is lifted.
/// let mut game = CouponGame::new();
/// let (a, b) = (game.vertex(), game.vertex());
/// let (banned_a, banned_b) = (game.banned(a), game.banned(b));
/// let (six, zero) = (game.over(6), game.over(0));
/// for a in [a, banned_a] {
///     game.add_move(a, Left, six, 0);
/// }
/// game.add_move(a, Right, banned_b, 0);
/// game.add_move(b, Left, banned_a, 0);
/// for b in [b, banned_b] {
///     game.add_move(b, Right, zero, 0);
/// }
/// let walls = game.try_walls(&[a, b], Side::Onside, &Meter::unlimited())?;
/// let temperatures = walls.iter().map(|w| w.temperature().map(|t| t.to_string()));
/// assert!(temperatures.eq([Some("2".to_owned()), Some("2".to_owned())]));
/// assert_eq!(walls[0].mast().map(|m| m.to_string()), Some("4".to_owned()));
/// assert_eq!(walls[1].mast().map(|m| m.to_string()), Some("2".to_owned()));
/// # Ok::<(), sidle_values::CouponError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CouponGame {
    vertices: Vec<Vertex>,
}

impl CouponGame {
    /// No positions yet.
    #[must_use]
    pub fn new() -> CouponGame {
        CouponGame::default()
    }

    /// A new position, without moves so far.
    pub fn vertex(&mut self) -> usize {
        let lifted = self.vertices.len();
        self.vertices.push(Vertex {
            score: None,
            moves: Default::default(),
            lifted,
        });
        lifted
    }

    /// A new position that becomes `lifted` when a coupon is taken.
    pub fn banned(&mut self, lifted: usize) -> usize {
        let new = self.vertex();
        self.lift_to(new, lifted);
        new
    }

    /// Taking a coupon leads from `at` to `lifted`, the same position without a ban.
    ///
    /// # Panics
    /// If one of the positions does not exist.
    pub fn lift_to(&mut self, at: usize, lifted: usize) {
        assert!(lifted < self.vertices.len(), "coupons lead to a position");
        self.vertices[at].lifted = lifted;
    }

    /// A new position in which the game is over, with this score.
    pub fn over(&mut self, score: impl Into<Rational>) -> usize {
        let new = self.vertex();
        self.vertices[new].score = Some(score.into());
        new
    }

    /// Adds a move that makes `points` for Left.
    ///
    /// # Panics
    /// If one of the positions does not exist.
    pub fn add_move(&mut self, from: usize, player: Player, to: usize, points: i64) {
        assert!(to < self.vertices.len(), "a move leads to a position");
        self.vertices[from].moves[player.index()].push(CouponMove { to, points });
    }

    /// The walls of some positions. Play that never comes to an end counts for Left on the onside and for
    /// Right on the offside; where the two agree, the walls are determined.
    ///
    /// Cost: for each piece of a wall some rounds through the positions and moves.
    pub fn try_walls(
        &self,
        at: &[usize],
        side: Side,
        meter: &Meter,
    ) -> Result<Vec<CouponWalls>, CouponError> {
        Climb::new(self, side)?.run(at, meter)
    }
}

/// A choice of a player: a coupon (values just below T) or a move (values at T).
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The state that it leads to.
    to: usize,
    points: i64,
    coupon: bool,
}

/// The way up from temperature -1. State `2v + player` is position `v` with that player to move.
struct Climb {
    side: Side,
    fixed: Vec<Option<Rational>>,
    choices: Vec<Vec<Choice>>,
    t: Rational,
    values: Vec<Rational>,
}

impl Climb {
    fn new(game: &CouponGame, side: Side) -> Result<Climb, CouponError> {
        let mut climb = Climb {
            side,
            fixed: Vec::new(),
            choices: Vec::new(),
            t: Rational::from(-1),
            values: Vec::new(),
        };
        for vertex in &game.vertices {
            for player in Player::BOTH {
                let other = (-player).index();
                let mut choices = vec![Choice {
                    to: 2 * vertex.lifted + other,
                    points: 0,
                    coupon: true,
                }];
                for made in &vertex.moves[player.index()] {
                    choices.push(Choice {
                        to: 2 * made.to + other,
                        points: made.points,
                        coupon: false,
                    });
                }
                climb.fixed.push(vertex.score.clone());
                climb.choices.push(choices);
            }
        }
        Ok(climb)
    }

    fn is_left(state: usize) -> bool {
        state.is_multiple_of(2)
    }

    fn is_infinite(&self, state: usize) -> bool {
        !self.values[state].is_finite()
    }

    /// No finite score is as large as this.
    fn bound(&self) -> Result<Rational, CouponError> {
        let mut bound = Rational::from(self.choices.len() as i64 + 2);
        for score in self.fixed.iter().flatten().filter(|s| s.is_finite()) {
            bound = bound.max(
                score
                    .abs()
                    .add(&Rational::from(self.choices.len() as i64 + 2))?,
            );
        }
        for choice in self.choices.iter().flatten().filter(|c| c.points != 0) {
            bound = bound.add(&Rational::from(choice.points).abs())?;
        }
        Ok(bound)
    }

    /// The value of a choice at the temperature `t`, when coupons lead to `before` and moves to `now`.
    fn worth(
        state: usize,
        choice: &Choice,
        t: &Rational,
        before: &[Rational],
        now: &[Rational],
    ) -> Result<Rational, CouponError> {
        if choice.coupon {
            return Ok(before[choice.to].clone());
        }
        let value = now[choice.to].add(&Rational::from(choice.points))?;
        Ok(match Climb::is_left(state) {
            true => value.sub(t)?,
            false => value.add(t)?,
        })
    }

    /// All values at the temperature `t`, given those just below.
    fn solve(
        &self,
        t: &Rational,
        before: &[Rational],
        meter: &Meter,
    ) -> Result<Vec<Rational>, CouponError> {
        let never_ends = Rational::infinity(self.side == Side::Offside);
        let fixed = self.fixed.iter();
        let mut now: Vec<Rational> = fixed
            .map(|score| score.clone().unwrap_or_else(|| never_ends.clone()))
            .collect();
        let mut ticker = meter.ticker();
        for _ in 0..ROUNDS {
            let mut changed = false;
            for state in 0..now.len() {
                if self.fixed[state].is_some() {
                    continue;
                }
                let mut best: Option<Rational> = None;
                for choice in &self.choices[state] {
                    ticker.step()?;
                    let worth = Climb::worth(state, choice, t, before, &now)?;
                    let better = best
                        .as_ref()
                        .is_none_or(|best| match Climb::is_left(state) {
                            true => worth > *best,
                            false => worth < *best,
                        });
                    if better {
                        best = Some(worth);
                    }
                }
                let best = best.expect("a coupon can always be taken");
                if best != now[state] {
                    now[state] = best;
                    changed = true;
                }
            }
            if !changed {
                return Ok(now);
            }
        }
        Err(CouponError::Unsettled)
    }

    /// The values at temperature -1, where there are coupons without end.
    fn start(&mut self, meter: &Meter) -> Result<(), CouponError> {
        let bound = self.bound()?;
        let far = match self.side {
            Side::Onside => bound,
            Side::Offside => bound.negative(),
        };
        let fixed = self.fixed.iter();
        let mut values: Vec<Rational> = fixed
            .map(|score| score.clone().unwrap_or_else(|| far.clone()))
            .collect();
        for _ in 0..ROUNDS {
            let next = self.solve(&self.t, &values, meter)?;
            if next == values {
                self.values = values;
                return Ok(());
            }
            values = next;
        }
        Err(CouponError::Unsettled)
    }

    /// The choices that are as good as the best, here.
    fn best_choices(&self) -> Result<Vec<Vec<Choice>>, CouponError> {
        let mut all = Vec::with_capacity(self.choices.len());
        for (state, choices) in self.choices.iter().enumerate() {
            let mut best = Vec::new();
            if self.fixed[state].is_none() && !self.is_infinite(state) {
                for choice in choices {
                    let worth = Climb::worth(state, choice, &self.t, &self.values, &self.values)?;
                    if worth == self.values[state] {
                        best.push(*choice);
                    }
                }
            }
            all.push(best);
        }
        Ok(all)
    }

    /// The slopes of all values just above the temperature: the equations with the best choices only, for
    /// small equal steps, until they repeat for ever.
    fn slopes(&self, best: &[Vec<Choice>], meter: &Meter) -> Result<Vec<Rational>, CouponError> {
        let mut history: Vec<Vec<i64>> = vec![vec![0; best.len()]];
        for round in 1..=ROUNDS {
            let before = history.last().expect("there is a first round");
            let now = self.small_step(best, round, before, meter)?;
            history.push(now);
            for period in 1..=LONGEST_PERIOD {
                if let Some(gain) = repeats(best, &history, round, period) {
                    let period = Rational::from(period as i64);
                    let slopes = gain.iter().map(|&gain| Rational::from(gain).div(&period));
                    return Ok(slopes.collect::<Result<_, _>>()?);
                }
            }
            if history.len() > 3 * LONGEST_PERIOD {
                history.remove(0);
            }
        }
        Err(CouponError::Unsettled)
    }

    /// One small step: everything in units of the step, from where the walls are.
    fn small_step(
        &self,
        best: &[Vec<Choice>],
        round: i64,
        before: &[i64],
        meter: &Meter,
    ) -> Result<Vec<i64>, CouponError> {
        const FAR: i64 = i64::MAX / 4;
        let never_ends = match self.side {
            Side::Onside => FAR,
            Side::Offside => -FAR,
        };
        let mut now: Vec<i64> = best
            .iter()
            .map(|choices| if choices.is_empty() { 0 } else { never_ends })
            .collect();
        let mut ticker = meter.ticker();
        loop {
            let mut changed = false;
            for (state, choices) in best.iter().enumerate() {
                let left = Climb::is_left(state);
                let worth = choices.iter().map(|choice| match (choice.coupon, left) {
                    (true, _) => before[choice.to],
                    (false, _) if now[choice.to].abs() >= FAR => now[choice.to],
                    (false, true) => now[choice.to] - round,
                    (false, false) => now[choice.to] + round,
                });
                ticker.steps(choices.len())?;
                let value = match left {
                    true => worth.max(),
                    false => worth.min(),
                };
                if let Some(value) = value
                    && now[state] != value
                {
                    now[state] = value;
                    changed = true;
                }
            }
            if !changed {
                return Ok(now);
            }
        }
    }

    /// The next temperature at which a choice that is not among the best becomes as good.
    fn next_event(&self, slopes: &[Rational]) -> Result<Option<Rational>, CouponError> {
        let mut next: Option<Rational> = None;
        for (state, choices) in self.choices.iter().enumerate() {
            if self.fixed[state].is_some() || self.is_infinite(state) {
                continue;
            }
            for choice in choices {
                let worth = Climb::worth(state, choice, &self.t, &self.values, &self.values)?;
                if !worth.is_finite() || worth == self.values[state] {
                    continue;
                }
                let tax = match (choice.coupon, Climb::is_left(state)) {
                    (true, _) => Rational::from(0),
                    (false, true) => Rational::from(-1),
                    (false, false) => Rational::from(1),
                };
                let slope = slopes[choice.to].add(&tax)?;
                let gap = self.values[state].sub(&worth)?;
                let closing = slope.sub(&slopes[state])?;
                if gap.signum() * closing.signum() <= 0 {
                    continue;
                }
                let at = self.t.add(&gap.div(&closing)?)?;
                if next.as_ref().is_none_or(|next| at < *next) {
                    next = Some(at);
                }
            }
        }
        Ok(next)
    }

    fn run(mut self, at: &[usize], meter: &Meter) -> Result<Vec<CouponWalls>, CouponError> {
        self.start(meter)?;
        let mut corners: Vec<Vec<(Rational, Rational)>> = vec![Vec::new(); 2 * at.len()];
        let state = |i: usize| 2 * at[i / 2] + i % 2;
        loop {
            let best = self.best_choices()?;
            let slopes = self.slopes(&best, meter)?;
            for (i, corners) in corners.iter_mut().enumerate() {
                corners.push((self.t.clone(), self.values[state(i)].clone()));
            }
            let Some(next) = self.next_event(&slopes)? else {
                let wall = |i: usize| CouponWall::new(&corners[i], slopes[state(i)].clone());
                let both = |i: usize| {
                    Ok(CouponWalls {
                        walls: [wall(2 * i)?, wall(2 * i + 1)?],
                    })
                };
                return (0..at.len()).map(both).collect();
            };
            let rise = next.sub(&self.t)?;
            for state in 0..self.values.len() {
                if self.values[state].is_finite() {
                    let change = slopes[state].mul(&rise)?;
                    self.values[state] = self.values[state].add(&change)?;
                }
            }
            self.t = next;
        }
    }
}

/// If the last rounds repeat with this period and will do so for ever: what every state gains in a period.
///
/// That is so if no choice gains more in a period than its state, and in each of the last rounds some choice
/// that gains as much is among the best: then the next period is this one with the gains added.
fn repeats(
    best: &[Vec<Choice>],
    history: &[Vec<i64>],
    round: i64,
    period: usize,
) -> Option<Vec<i64>> {
    let last = history.len() - 1;
    if last < 2 * period {
        return None;
    }
    let gain = |at: usize, state: usize| history[at][state] - history[at - period][state];
    let gains: Vec<i64> = (0..best.len()).map(|state| gain(last, state)).collect();
    for (state, choices) in best.iter().enumerate() {
        let sign = if Climb::is_left(state) { -1 } else { 1 };
        let of = |choice: &Choice| match choice.coupon {
            true => gains[choice.to],
            false => gains[choice.to] + sign * period as i64,
        };
        let overtakes = |choice: &Choice| match Climb::is_left(state) {
            true => of(choice) > gains[state],
            false => of(choice) < gains[state],
        };
        if choices.iter().any(overtakes) {
            return None;
        }
        for at in last + 1 - period..=last {
            let number = round - (last - at) as i64;
            let carries = |choice: &Choice| {
                let worth = match choice.coupon {
                    true => history[at - 1][choice.to],
                    false => history[at][choice.to] + sign * number,
                };
                worth == history[at][state] && of(choice) == gains[state]
            };
            let steady = gain(at, state) == gains[state];
            if !steady || !(choices.is_empty() || choices.iter().any(carries)) {
                return None;
            }
        }
    }
    Some(gains)
}
