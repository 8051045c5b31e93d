//! Whole boards: regions cut along unconditional life, their values, and play of the sum.

use std::sync::Arc;

use crate::{
    Error, Value,
    core::{Dyadic, Meter, Player, StopReason},
    questions::{GoEndgameAnswer, GoPlayed, GoRegionValue},
    rules::go::{BoardPoint, BoardRegion, MAX_POINTS, Sgf, Stones, Suicide},
    solve::go::{
        BoardPart, GoRegion, KoFailure, KoGame, KoRules, KoSum, KoSurvey, PartPosition, stop_for,
        value_of_ko_within,
    },
    values::{
        Store,
        loopy::{Effort, LoopyValue},
    },
};

/// A region of an endgame has at most this number of positions.
const MOST_STATES: usize = 60_000;
/// A whole board with kos is played exactly if it has at most this number of positions.
const MOST_WHOLE: usize = 4_000;
/// The length of best play.
const LONGEST_LINE: usize = 400;

/// Cuts a board along the stones that live unconditionally, values the regions, and plays their sum.
/// The ko ban binds both players; where the value of a region depends on ko threats, bounds are given (what it
/// is worth if Right, or Left, always has one), and the regions are played as one game if that is not too
/// large. Regions with very many positions are called too large.
pub(crate) fn endgame(
    record: Sgf,
    suicide: Suicide,
    meter: &Meter,
) -> Result<GoEndgameAnswer, Error> {
    let cut = record.board.endgame();
    let store = &Arc::new(Store::new());
    let shown = |value: LoopyValue| Value::new(store, value);
    let mut regions = Vec::new();
    let mut surveyed = Vec::new();
    for region in &cut.regions {
        let found = match Surveyed::new(region, suicide, store, meter) {
            Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
            found => found,
        };
        let names = region.points.iter().map(|&at| point(&record, at));
        regions.push(GoRegionValue {
            points: names.collect(),
            value: found.as_ref().ok().map(|found| shown(found.phi)),
            bounds: match &found {
                Ok(found) if found.low != found.high => Some([found.low, found.high].map(shown)),
                _ => None,
            },
            trouble: match (&found, region.diagram.is_some()) {
                (Ok(_), _) => None,
                (Err(error), true) => Some(error.to_string()),
                (Err(_), false) => Some(format!(
                    "{} points are too many: at most {MAX_POINTS}",
                    region.points.len()
                )),
            },
        });
        surveyed.push(found.ok());
    }
    let (mut play, mut bounds, mut trouble) = (None, None, None);
    if let Some(regions) = surveyed.into_iter().collect::<Option<Vec<_>>>() {
        let board = BoardSum {
            record: &record,
            store,
            meter,
            regions,
        };
        if board.depends_on_threats() {
            bounds = Some([board.sum(|of| of.low)?, board.sum(|of| of.high)?].map(shown));
            match board.play_whole()? {
                Ok(whole) => play = Some(whole),
                Err(reason) => trouble = Some(reason),
            }
        } else {
            play = Some(board.play_sum()?);
        }
    }
    let (total, score, line) = match play {
        Some(play) => (Some(shown(play.total)), play.score, play.line),
        None => (None, None, Vec::new()),
    };
    Ok(GoEndgameAnswer {
        immortal: cut.immortal.len(),
        regions,
        total,
        bounds,
        trouble,
        to_move: record.to_move,
        score,
        best: line.first().map(|played| played.point),
        line,
        areas: cut
            .regions
            .into_iter()
            .map(|region| region.points)
            .collect(),
        board: record.board,
    })
}

/// The point of a board with this number.
fn point(record: &Sgf, at: usize) -> BoardPoint {
    BoardPoint::numbered(at, record.board.width(), record.board.height())
}

/// A region with the values of all its positions.
struct Surveyed<'r> {
    rules: GoRegion<'r>,
    start: Stones,
    points: &'r [usize],
    survey: KoSurvey<Stones>,
    phi: LoopyValue,
    low: LoopyValue,
    high: LoopyValue,
}

impl<'r> Surveyed<'r> {
    fn new(
        region: &'r BoardRegion,
        suicide: Suicide,
        store: &Store,
        meter: &Meter,
    ) -> Result<Surveyed<'r>, KoFailure> {
        let Some(diagram) = &region.diagram else {
            return Err(KoFailure::TooLarge(MOST_STATES));
        };
        let rules = GoRegion {
            region: &diagram.region,
            suicide,
        };
        let start = diagram.stones;
        let survey = KoSurvey::with_passes(&rules, &start, KoGame::Phi, MOST_STATES, store, meter)?;
        let phi = survey.value(&start).expect("the start was surveyed");
        let of = |game| {
            value_of_ko_within(&rules, &start, game, MOST_STATES, store, meter)
                .map(|answer| answer.value)
        };
        let (low, high) = match survey.has_ban() {
            true => (of(KoGame::PhiRight)?, of(KoGame::PhiLeft)?),
            false => (phi, phi),
        };
        let points = &region.points;
        Ok(Surveyed {
            rules,
            start,
            points,
            survey,
            phi,
            low,
            high,
        })
    }
}

/// Best play from a position on.
struct BestPlay {
    total: LoopyValue,
    score: Option<Dyadic>,
    line: Vec<GoPlayed>,
}

/// The regions of a board.
struct BoardSum<'a> {
    record: &'a Sgf,
    store: &'a Store,
    meter: &'a Meter,
    regions: Vec<Surveyed<'a>>,
}

impl BoardSum<'_> {
    fn depends_on_threats(&self) -> bool {
        self.regions.iter().any(|region| region.low != region.high)
    }

    fn add(&self, a: LoopyValue, b: LoopyValue) -> Result<LoopyValue, StopReason> {
        let loopy = self.store.loopy();
        loopy.try_add(a, b, Effort::default(), self.meter)
    }

    fn sum(&self, of: impl Fn(&Surveyed<'_>) -> LoopyValue) -> Result<LoopyValue, StopReason> {
        let mut total: LoopyValue = self.store.integer(self.record.prisoners).into();
        for region in &self.regions {
            total = self.add(total, of(region))?;
        }
        Ok(total)
    }

    fn played(&self, player: Player, region: usize, number: u8) -> GoPlayed {
        let at = self.regions[region].points[number as usize];
        GoPlayed {
            player,
            point: point(self.record, at),
        }
    }

    /// Plays regions whose values do not depend on ko threats: the sum of the values tells everything.
    fn play_sum(&self) -> Result<BestPlay, StopReason> {
        let total = self.sum(|region| region.phi)?;
        let mut play = BestPlay {
            total,
            score: None,
            line: Vec::new(),
        };
        let Some(game) = total.short() else {
            return Ok(play);
        };
        play.score = Some(self.store.stop(game, self.record.to_move));
        let mut at: Vec<Stones> = self.regions.iter().map(|region| region.start).collect();
        let (mut total, mut player) = (total, self.record.to_move);
        // Once there is a ban, what is best may depend on threats.
        while play.line.len() < LONGEST_LINE
            && !self.is_number(total)
            && at.iter().all(|stones| stones.ban.is_none())
        {
            let Some((part, point, to, after)) = self.best_of_sum(&at, total, player)? else {
                break;
            };
            play.line.push(self.played(player, part, point));
            for (stones, region) in at.iter_mut().zip(&self.regions) {
                *stones = region.rules.lifted(stones);
            }
            at[part] = to;
            (total, player) = (after, -player);
        }
        Ok(play)
    }

    fn is_number(&self, value: LoopyValue) -> bool {
        let short = value.short();
        short.is_none_or(|game| self.store.is_number(game))
    }

    /// The first move after which the opponent's stop is best for the mover, the largest value among those.
    fn best_of_sum(
        &self,
        at: &[Stones],
        total: LoopyValue,
        player: Player,
    ) -> Result<Option<(usize, u8, Stones, LoopyValue)>, StopReason> {
        let (store, meter) = (self.store, self.meter);
        let mut best: Option<(Dyadic, usize, u8, Stones, LoopyValue)> = None;
        for (part, region) in self.regions.iter().enumerate() {
            let here = &at[part];
            let Some(value) = region.survey.value(here) else {
                continue;
            };
            let loopy = store.loopy();
            let others = loopy.try_sub(total, value, Effort::default(), meter)?;
            let points = region.rules.move_points(here, player);
            for chosen in region
                .survey
                .moves(&region.rules, here, player, store, meter)?
            {
                let after = self.add(others, chosen.value)?;
                let Some(game) = after.short() else { continue };
                let stop = store.stop(game, -player);
                let better = match &best {
                    None => true,
                    Some((known, .., old)) => match (stop.cmp(known), player) {
                        (std::cmp::Ordering::Greater, Player::Left)
                        | (std::cmp::Ordering::Less, Player::Right) => true,
                        (std::cmp::Ordering::Equal, _) => {
                            let old = old.short().expect("only short games are kept");
                            let (low, high) = match player {
                                Player::Left => (old, game),
                                Player::Right => (game, old),
                            };
                            low != high && store.try_le(low, high, meter)?
                        }
                        _ => false,
                    },
                };
                if better {
                    best = Some((stop, part, points[chosen.number], chosen.to, after));
                }
            }
        }
        Ok(best.map(|(_, part, point, to, after)| (part, point, to, after)))
    }

    /// Plays all regions as one game with one ban: every move elsewhere is a ko threat. The error says that
    /// there are too many positions.
    fn play_whole(&self) -> Result<Result<BestPlay, String>, Error> {
        let (store, meter) = (self.store, self.meter);
        let mut parts = Vec::new();
        let mut numbers = Vec::new();
        let mut start: Vec<PartPosition> = Vec::new();
        // Integers lie beside the game, like prisoners: playing in them lifts no ban.
        let mut beside: LoopyValue = store.integer(self.record.prisoners).into();
        for (number, region) in self.regions.iter().enumerate() {
            let rules = region.rules.clone();
            let part = BoardPart::new(rules, &region.start, MOST_STATES, meter)?;
            if matches!(&part, BoardPart::Folded(folded) if folded.is_one_sided()) {
                beside = self.add(beside, region.phi)?;
                continue;
            }
            let at = part.position(&region.start);
            start.push(at.expect("the start of a region is one of its positions"));
            parts.push(part);
            numbers.push(number);
        }
        let sum = KoSum::new(parts);
        let survey = match KoSurvey::new(&sum, &start, KoGame::Phi, MOST_WHOLE, store, meter) {
            Ok(survey) => survey,
            Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
            Err(error) => {
                return Ok(Err(format!("all regions together with their kos: {error}")));
            }
        };
        let value = survey.value(&start).expect("the start was surveyed");
        let total = self.add(value, beside)?;
        let mut player = self.record.to_move;
        let stops = Player::BOTH.map(|loser| stop_for(total, loser, player, store));
        let score = match stops {
            [Some(low), Some(high)] if low == high => low.number().cloned(),
            _ => None,
        };
        let mut line = Vec::new();
        let mut at = start;
        let mut stones: Vec<Stones> = self.regions.iter().map(|region| region.start).collect();
        while line.len() < LONGEST_LINE && survey.value(&at).is_some_and(|v| !self.is_number(v)) {
            let Some(best) = survey.best(&sum, &at, player, store, meter)? else {
                break;
            };
            let (part, _) = sum.places(&at, player)[best.number];
            let number = numbers[part];
            let region = &self.regions[number];
            let points = region.rules.move_points(&stones[number], player);
            let moves = region.rules.moves(&stones[number], player);
            let raw = moves.into_iter().zip(points).find(|(chosen, _)| {
                chosen.points == best.points
                    && sum.part(part).position(&chosen.to) == Some(best.to[part])
            });
            let Some((chosen, point)) = raw else { break };
            line.push(self.played(player, number, point));
            for (stones, region) in stones.iter_mut().zip(&self.regions) {
                *stones = region.rules.lifted(stones);
            }
            stones[number] = chosen.to;
            at = best.to;
            player = -player;
        }
        Ok(Ok(BestPlay { total, score, line }))
    }
}
