//! Several regions of a board, played as one.
//!
//! Regions with bans are one fight, K: a ban holds for the whole board. The others, H, have short values or sides by
//! themselves. φ of the board lies between φ_R(K) + H and φ_L(K) + H (Moews, §4), so the stops of these two bound the score
//! of every position. Where they differ, the moves are played out: a move elsewhere lifts the ban.

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_rules::go::Stones;
use sidle_values::{
    Store,
    loopy::{Effort, LoopyValue, Pseudonumber},
};

use super::{
    folded::{BoardPart, PartPosition},
    phi::{KoFailure, KoGame, KoRules},
    query::{Next, Open, Opened, Query, Signature},
    region::GoRegion,
    sum::KoSum,
    survey::{KoSurvey, stop_for},
    threats::Threatened,
};

/// The stones of all regions, and the ko threats that the players have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardState {
    /// The stones of each region.
    pub stones: Vec<Stones>,
    /// The threats of Left and of Right.
    pub threats: [u32; 2],
}

/// A move on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The number of the region.
    pub region: usize,
    /// The point of the region.
    pub point: u8,
    /// Where it leads.
    pub to: BoardState,
    /// Points for Left that it makes.
    pub points: i64,
    /// Does the player use up a threat?
    pub uses_threat: bool,
}

/// Bounds of a score; `None` if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The score is at least this.
    pub low: Option<Dyadic>,
    /// The score is at most this.
    pub high: Option<Dyadic>,
}

impl ScoreBounds {
    /// The score, if it is determined.
    #[must_use]
    pub fn score(&self) -> Option<&Dyadic> {
        self.low.as_ref().filter(|_| self.low == self.high)
    }
}

type FightPosition = (Vec<Stones>, [u32; 2]);
type FightRules<'r> = Threatened<KoSum<GoRegion<'r>>>;
/// The fight with its threats, and the forms of the other regions.
pub(super) type Key = (FightPosition, Vec<PartPosition>);

/// The regions of a board with their values.
#[derive(Debug)]
pub struct WholeBoard<'r> {
    regions: Vec<GoRegion<'r>>,
    /// The regions with bans.
    fights: Vec<usize>,
    /// The others: their forms and their values.
    calm: Vec<(usize, BoardPart<'r>, KoSurvey<Stones>)>,
    rules: FightRules<'r>,
    /// φ_R and φ_L of the fight; φ twice beside a number of threats.
    bounds: [KoSurvey<FightPosition>; 2],
    /// Are the only ko threats those that are counted?
    counted: bool,
    /// The values of all positions of the board as one game, if there are few.
    whole: Option<KoSurvey<Vec<PartPosition>>>,
    start: BoardState,
}

/// What was found out about positions: is their score at least a threshold?
#[derive(Debug, Default)]
pub struct ScoreTable {
    known: FxHashMap<Signature, Option<bool>>,
}

impl ScoreTable {
    /// How many questions were answered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Were none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

impl<'r> WholeBoard<'r> {
    /// The regions with their stones, each with its survey in φ. Without `threats` every move elsewhere lifts a ban; with
    /// them the threats that are counted are all there are. Each region, and all fights together, have at most `most`
    /// positions. If the whole board has no more than `most_whole`, all of them are valued.
    pub fn new(
        regions: Vec<(GoRegion<'r>, Stones, KoSurvey<Stones>)>,
        threats: Option<[u32; 2]>,
        (most, most_whole): (usize, usize),
        store: &Store,
        meter: &Meter,
    ) -> Result<WholeBoard<'r>, KoFailure> {
        let start = BoardState {
            stones: regions.iter().map(|(_, stones, _)| *stones).collect(),
            threats: threats.unwrap_or_default(),
        };
        let (mut rules, mut fights, mut calm) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (region, stones, survey)) in regions.into_iter().enumerate() {
            if survey.has_ban() {
                fights.push(number);
            } else {
                let part = BoardPart::new(region.clone(), &stones, most, meter)?;
                calm.push((number, part, survey));
            }
            rules.push(region);
        }
        let sum = KoSum::new(fights.iter().map(|&number| rules[number].clone()).collect());
        let together = Threatened::new(sum);
        let at = fights.iter().map(|&number| start.stones[number]).collect();
        let at: FightPosition = (at, start.threats);
        let games = match threats {
            None => [KoGame::PhiRight, KoGame::PhiLeft],
            Some(_) => [KoGame::Phi; 2],
        };
        let survey = |game| KoSurvey::with_passes(&together, &at, game, most, store, meter);
        let low = survey(games[0])?;
        let high = match games[0] == games[1] || fights.is_empty() {
            true => low.clone(),
            false => survey(games[1])?,
        };
        let whole = match threats.is_none() && !fights.is_empty() {
            true => whole(&rules, &start.stones, (most, most_whole), store, meter)?,
            false => None,
        };
        Ok(WholeBoard {
            whole,
            regions: rules,
            fights,
            calm,
            rules: together,
            bounds: [low, high],
            counted: threats.is_some(),
            start,
        })
    }

    /// The position at the beginning.
    #[must_use]
    pub fn start(&self) -> &BoardState {
        &self.start
    }

    fn fight(&self, at: &BoardState) -> FightPosition {
        let stones = self.fights.iter().map(|&number| at.stones[number]);
        (stones.collect(), at.threats)
    }

    fn key(&self, at: &BoardState) -> Key {
        let forms = self.calm.iter().map(|(number, part, _)| {
            let stones = &at.stones[*number];
            part.position(stones)
                .unwrap_or(PartPosition::Plain(*stones))
        });
        (self.fight(at), forms.collect())
    }

    /// The moves of a player that the ban allows.
    #[must_use]
    pub fn moves(&self, at: &BoardState, player: Player) -> Vec<BoardMove> {
        let mut moves = self.fight_moves(at, player);
        for (region, ..) in &self.calm {
            let rules = &self.regions[*region];
            let here = &at.stones[*region];
            let points = rules.move_points(here, player);
            for (chosen, point) in rules.moves(here, player).into_iter().zip(points) {
                let mut to = at.clone();
                if !self.counted {
                    for &fight in &self.fights {
                        to.stones[fight].ban = None;
                    }
                }
                to.stones[*region] = chosen.to;
                moves.push(BoardMove {
                    region: *region,
                    point,
                    to,
                    points: chosen.points,
                    uses_threat: false,
                });
            }
        }
        moves.sort_by_key(|chosen| (chosen.region, chosen.point));
        moves
    }

    fn fight_moves(&self, at: &BoardState, player: Player) -> Vec<BoardMove> {
        let fight = self.fight(at);
        let places = self.rules.rules().places(&fight.0, player);
        let mut moves = Vec::new();
        for (chosen, (part, number)) in self.rules.moves(&fight, player).into_iter().zip(places) {
            if chosen.banned {
                continue;
            }
            let region = self.fights[part];
            let points = self.regions[region].move_points(&at.stones[region], player);
            let mut to = at.clone();
            for (&fight, stones) in self.fights.iter().zip(&chosen.to.0) {
                to.stones[fight] = *stones;
            }
            to.threats = chosen.to.1;
            moves.push(BoardMove {
                region,
                point: points[number],
                uses_threat: to.threats != at.threats,
                to,
                points: chosen.points,
            });
        }
        moves
    }

    /// Values between which the board lies: φ_R and φ_L of the fight with the values of the other regions.
    pub fn bounds(
        &self,
        at: &BoardState,
        store: &Store,
        meter: &Meter,
    ) -> Result<[LoopyValue; 2], StopReason> {
        let loopy = store.loopy();
        let mut calm: LoopyValue = store.zero().into();
        for (number, _, survey) in &self.calm {
            let value = survey.value(&at.stones[*number]);
            let value = value.expect("positions of a region are surveyed");
            calm = loopy.try_add(calm, value, Effort::default(), meter)?;
        }
        let fight = self.fight(at);
        let value = |survey: &KoSurvey<FightPosition>| {
            let value = survey.value(&fight);
            let value = value.expect("positions of the fight are surveyed");
            loopy.try_add(calm, value, Effort::default(), meter)
        };
        let low = value(&self.bounds[0])?;
        let high = match self.fights.is_empty() || self.counted {
            true => low,
            false => value(&self.bounds[1])?,
        };
        Ok([low, high])
    }

    /// The value of the board: without fights, beside a number of threats, and of boards with few positions.
    pub fn value(
        &self,
        at: &BoardState,
        store: &Store,
        meter: &Meter,
    ) -> Result<Option<LoopyValue>, StopReason> {
        let [low, high] = self.closest(at, store, meter)?;
        Ok((low == high).then_some(low))
    }

    /// The value twice, or else its bounds.
    pub fn closest(
        &self,
        at: &BoardState,
        store: &Store,
        meter: &Meter,
    ) -> Result<[LoopyValue; 2], StopReason> {
        if let Some(whole) = &self.whole {
            let parts = self.key(at).1;
            let mut calm = parts.into_iter();
            let position =
                (0..self.regions.len()).map(|number| match self.fights.contains(&number) {
                    true => PartPosition::Plain(at.stones[number]),
                    false => calm.next().expect("each calm region has a form"),
                });
            if let Some(value) = whole.value(&position.collect()) {
                return Ok([value; 2]);
            }
        }
        self.bounds(at, store, meter)
    }

    /// Bounds of the score by the stops of the bounds of the value.
    fn stops(
        &self,
        at: &BoardState,
        mover: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<ScoreBounds, StopReason> {
        let [low, high] = self.closest(at, store, meter)?;
        let number = |stop: Option<Pseudonumber>| match stop {
            Some(Pseudonumber::Number(number)) => Some(number),
            _ => None,
        };
        Ok(ScoreBounds {
            low: number(stop_for(low, Player::Left, mover, store)),
            high: number(stop_for(high, Player::Right, mover, store)),
        })
    }

    /// Bounds of the score of a position with a player to move: equal where the score is determined. The search for each
    /// score looks at no more than `most` positions.
    pub fn score(
        &self,
        at: &BoardState,
        mover: Player,
        table: &mut ScoreTable,
        most: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<ScoreBounds, StopReason> {
        let mut bounds = self.stops(at, mover, store, meter)?;
        let (Some(low), Some(high)) = (bounds.low.clone(), bounds.high.clone()) else {
            return Ok(bounds);
        };
        let one = Dyadic::from(1);
        let mut score = low;
        while score < high {
            let next = &score + &one;
            let next = if next > high { high.clone() } else { next };
            let limit = table.known.len() + most;
            let question = Query {
                at: at.clone(),
                mover,
                threshold: next.clone(),
            };
            match self.at_least(question, table, limit, store, meter)? {
                Some(true) => score = next,
                Some(false) => {
                    bounds.high = Some(next);
                    break;
                }
                None => break,
            }
        }
        bounds.low = Some(score.clone());
        if bounds.high.as_ref() == Some(&score) {
            return Ok(bounds);
        }
        // The score is not smaller, and smaller than the next integer: is it anything between?
        let limit = table.known.len() + most;
        let question = Query {
            at: at.clone(),
            mover,
            threshold: &score + &little(),
        };
        if self.at_least(question, table, limit, store, meter)? == Some(false) {
            bounds.high = Some(score);
        }
        Ok(bounds)
    }

    /// The moves of a player that keep a score which is known to be that of the position.
    #[allow(clippy::too_many_arguments, reason = "a search with its limits")]
    pub fn best_moves(
        &self,
        at: &BoardState,
        mover: Player,
        score: &Dyadic,
        table: &mut ScoreTable,
        most: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<BoardMove>, StopReason> {
        let mut best = Vec::new();
        for chosen in self.moves(at, mover) {
            let rest = score - &Dyadic::from(chosen.points);
            let (threshold, wanted) = match mover {
                Player::Left => (rest, true),
                Player::Right => (&rest + &little(), false),
            };
            let question = Query {
                at: chosen.to.clone(),
                mover: -mover,
                threshold,
            };
            let limit = table.known.len() + most;
            if self.at_least(question, table, limit, store, meter)? == Some(wanted) {
                best.push(chosen);
            }
        }
        Ok(best)
    }

    /// Is the score of a position at least a threshold? `None` if that was not found out.
    ///
    /// A player who has a move to a score on his side of the threshold has one in the position: if the position is a number, no
    /// option of his is larger. If he has none, and his opponent has one, the score is on the other side. If neither
    /// has one, the position is a number, and nothing is said.
    fn at_least(
        &self,
        question: Query,
        table: &mut ScoreTable,
        limit: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<Option<bool>, StopReason> {
        let first = self.signature(&question);
        if let Some(&known) = table.known.get(&first) {
            return Ok(known);
        }
        let mut path = Vec::new();
        match self.open(question, store, meter)? {
            Opened::Known(answer) => return Ok(Some(answer)),
            Opened::Search(open) => path.push(open),
        }
        let mut on_path: FxHashSet<Signature> = FxHashSet::from_iter([first.clone()]);
        let mut ticker = meter.ticker();
        // What the last question that was answered came to.
        let mut last: Option<Option<bool>> = None;
        while let Some(top) = path.last_mut() {
            ticker.step()?;
            if let Some(answer) = last.take() {
                top.take(answer);
            }
            let next = match top.next() {
                Next::Answer(answer) => {
                    let done = path.pop().expect("the path has a top");
                    let signature = self.signature(&done.question);
                    on_path.remove(&signature);
                    table.known.insert(signature, answer);
                    last = Some(answer);
                    continue;
                }
                Next::Ask(question) => question,
            };
            let signature = self.signature(&next);
            if let Some(&known) = table.known.get(&signature) {
                last = Some(known);
            } else if on_path.contains(&signature) || table.known.len() + path.len() >= limit {
                last = Some(None);
            } else {
                ticker.node(1024)?;
                match self.open(next, store, meter)? {
                    Opened::Known(answer) => last = Some(Some(answer)),
                    Opened::Search(open) => {
                        on_path.insert(signature);
                        path.push(open);
                    }
                }
            }
        }
        Ok(table.known[&first])
    }

    fn signature(&self, question: &Query) -> Signature {
        (
            self.key(&question.at),
            question.mover,
            question.threshold.clone(),
        )
    }

    fn open(&self, question: Query, store: &Store, meter: &Meter) -> Result<Opened, StopReason> {
        let Query {
            at,
            mover,
            threshold,
        } = &question;
        let stops = self.stops(at, *mover, store, meter)?;
        if stops.low.as_ref().is_some_and(|low| low >= threshold) {
            return Ok(Opened::Known(true));
        }
        if stops.high.as_ref().is_some_and(|high| high < threshold) {
            return Ok(Opened::Known(false));
        }
        let mut asked = Vec::new();
        // The moves of the opponent are looked at last.
        for player in [-*mover, *mover] {
            let mut seen = FxHashSet::default();
            let mut moves = Vec::new();
            for chosen in self.moves(at, player) {
                if !seen.insert((self.key(&chosen.to), chosen.points)) {
                    continue;
                }
                let points = Dyadic::from(chosen.points);
                let stops = self.stops(&chosen.to, -player, store, meter)?;
                let hope = [stops.low, stops.high].map(|stop| stop.map(|stop| &stop + &points));
                let question = Query {
                    at: chosen.to,
                    mover: -player,
                    threshold: threshold - &points,
                };
                moves.push((hope, question));
            }
            // The most promising move comes last, and is taken first.
            moves.sort_by(|(a, _), (b, _)| match player {
                Player::Left => a.cmp(b),
                Player::Right => b.cmp(a),
            });
            asked.push(moves.into_iter().map(|(_, question)| question).collect());
        }
        let own = asked.pop().unwrap_or_default();
        let others = asked.pop().unwrap_or_default();
        Ok(Opened::Search(Open {
            question,
            own,
            others,
            asked_own: true,
            answer: None,
            is_unclear: false,
        }))
    }
}

/// The values of all positions of the board, with one ban for all regions; `None` if there are too many.
fn whole<'r>(
    regions: &[GoRegion<'r>],
    stones: &[Stones],
    (most, most_whole): (usize, usize),
    store: &Store,
    meter: &Meter,
) -> Result<Option<KoSurvey<Vec<PartPosition>>>, KoFailure> {
    let (mut parts, mut start) = (Vec::new(), Vec::new());
    for (region, stones) in regions.iter().zip(stones) {
        let part = BoardPart::new(region.clone(), stones, most, meter)?;
        let at = part.position(stones);
        start.push(at.expect("the start of a region is one of its positions"));
        parts.push(part);
    }
    let sum = KoSum::new(parts);
    match KoSurvey::with_passes(&sum, &start, KoGame::Phi, most_whole, store, meter) {
        Ok(survey) => Ok(Some(survey)),
        Err(KoFailure::Stopped(reason)) => Err(reason.into()),
        Err(_) => Ok(None),
    }
}

/// Less than any difference of scores.
fn little() -> Dyadic {
    Dyadic::new(1, 40)
}
