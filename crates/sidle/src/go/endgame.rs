//! Whole boards: regions cut along unconditional life, their values, and play of the sum.

use serde::Serialize;

use super::GoError;
use crate::{
    core::{Dyadic, Meter, Player, StopReason},
    rules::go::{Board, BoardRegion, Sgf, Stones, Suicide},
    solve::go::{
        BoardPart, GoRegion, KoFailure, KoGame, KoRules, KoSum, KoSurvey, PartPosition, stop_for,
        value_of_ko_within,
    },
    values::{
        Store,
        loopy::{Effort, LoopyValue},
        notation::Style,
    },
};

/// One region of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionReport {
    /// Its points, as in `c3`: columns from a without i, rows from 1 at the bottom.
    pub points: Vec<String>,
    /// Its value in φ; `null` if it has none that was found.
    pub value: Option<String>,
    /// Its values in φ_R and φ_L, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[String; 2]>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// An endgame: the regions of a board and how to play their sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndgameReport {
    /// The points of the stones that live unconditionally.
    pub immortal: usize,
    /// The regions between them.
    pub regions: Vec<RegionReport>,
    /// The value of the whole board: the sum of all regions or, where that depends on ko threats, φ of all
    /// regions together; `null` if it was not found.
    pub total: Option<String>,
    /// The sums of all φ_R and of all φ_L, between which the board lies, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[String; 2]>,
    /// Why the whole board has no value although its regions have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// `B` or `W`.
    pub to_move: char,
    /// The score for Black with the best play of both, territory and prisoners of the record counted;
    /// `null` unless it is known.
    pub score: Option<String>,
    /// A best move; `null` if there is none to be found.
    pub best: Option<String>,
    /// Best play of both from here until nothing is left but numbers.
    pub line: Vec<String>,
}

/// A region of an endgame may have so many positions; larger ones are called too large.
const MOST_STATES: usize = 60_000;
/// A whole board with kos is played exactly if it has at most so many positions.
const MOST_WHOLE: usize = 4_000;
/// Best play is shown for so many moves.
const LONGEST_LINE: usize = 400;

/// Cuts a board along the stones that live unconditionally, values the regions, and plays their sum.
/// The ko ban binds both players; where the value of a region depends on ko threats, bounds are given (what it
/// is worth if Right, or Left, always has one), and the regions are played as one game if that is not too
/// large. Regions with very many positions are called too large.
pub fn endgame(record: &Sgf, suicide: Suicide, meter: &Meter) -> Result<EndgameReport, GoError> {
    let cut = record.board.endgame();
    let mut report = EndgameReport {
        immortal: cut.immortal.len(),
        regions: Vec::new(),
        total: None,
        bounds: None,
        trouble: None,
        to_move: letter(record.to_move),
        score: None,
        best: None,
        line: Vec::new(),
    };
    let store = &Store::new();
    let show = |value: LoopyValue| store.text(value, Style::Plain, meter);
    let mut surveyed = Vec::new();
    for region in &cut.regions {
        let found = match Surveyed::new(region, suicide, store, meter) {
            Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
            found => found,
        };
        report.regions.push(RegionReport {
            points: names(&record.board, &region.points),
            value: match &found {
                Ok(found) => Some(show(found.phi)?),
                Err(_) => None,
            },
            bounds: match &found {
                Ok(found) if found.low != found.high => Some([show(found.low)?, show(found.high)?]),
                _ => None,
            },
            trouble: match (&found, region.diagram.is_some()) {
                (Ok(_), _) => None,
                (Err(error), true) => Some(error.to_string()),
                (Err(_), false) => Some(format!(
                    "{} points are too many: at most {}",
                    region.points.len(),
                    crate::rules::go::MAX_POINTS
                )),
            },
        });
        surveyed.push(found.ok());
    }
    let surveyed: Option<Vec<Surveyed<'_>>> = surveyed.into_iter().collect();
    let Some(surveyed) = surveyed else {
        return Ok(report);
    };
    let table = Table {
        record,
        store,
        meter,
        regions: surveyed,
    };
    if table.depends_on_threats() {
        let (low, high) = (table.sum(|of| of.low)?, table.sum(|of| of.high)?);
        report.bounds = Some([show(low)?, show(high)?]);
        match table.play_whole()? {
            Ok(play) => play.tell(&mut report, store, meter)?,
            Err(trouble) => report.trouble = Some(trouble),
        }
    } else {
        let play = table.play_sum()?;
        play.tell(&mut report, store, meter)?;
    }
    Ok(report)
}

fn letter(player: Player) -> char {
    match player {
        Player::Left => 'B',
        Player::Right => 'W',
    }
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
    line: Vec<String>,
}

impl BestPlay {
    fn tell(self, report: &mut EndgameReport, store: &Store, meter: &Meter) -> Result<(), GoError> {
        report.total = Some(store.text(self.total, Style::Plain, meter)?);
        report.score = self.score.map(|score| score.to_string());
        report.best = self.line.first().and_then(|word| {
            let point = word.split_whitespace().nth(1)?;
            Some(point.to_owned())
        });
        report.line = self.line;
        Ok(())
    }
}

/// The regions of a board.
struct Table<'a> {
    record: &'a Sgf,
    store: &'a Store,
    meter: &'a Meter,
    regions: Vec<Surveyed<'a>>,
}

impl Table<'_> {
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

    fn word(&self, player: Player, region: usize, point: u8) -> String {
        let at = self.regions[region].points[point as usize];
        format!("{} {}", letter(player), name(&self.record.board, at))
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
            play.line.push(self.word(player, part, point));
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
    fn play_whole(&self) -> Result<Result<BestPlay, String>, GoError> {
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
            line.push(self.word(player, number, point));
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

fn names(board: &Board, points: &[usize]) -> Vec<String> {
    points.iter().map(|&at| name(board, at)).collect()
}

/// The name of a point of a board.
fn name(board: &Board, at: usize) -> String {
    let column = (b'a'..=b'z').filter(|&c| c != b'i').nth(at % board.width());
    let column = column.map_or('?', char::from);
    format!("{column}{}", board.height() - at / board.width())
}
