//! Whole boards: regions cut along stones that live, their values, and play of the sum.

use std::{cmp::Ordering, sync::Arc};

use crate::{
    Error, ErrorKind, Value,
    core::{Dyadic, Meter, Player, StopReason},
    numbers::Rational,
    questions::{GoEndgameAnswer, GoEndgameQuestion, GoPlayed, GoRegionValue, GoTerritory},
    rules::go::{
        BoardPoint, BoardRegion, Colour, MAX_POINTS, Sgf, Stones, Suicide, enclosed_value,
    },
    solve::go::{
        BoardMove, BoardPart, BoardState, GoRegion, KoFailure, KoGame, KoSurvey, ScoreBounds,
        ScoreTable, WholeBoard, value_of_ko_within, walls_of_ko,
    },
    values::{
        Store,
        loopy::{Effort, LoopyValue},
    },
};

/// A region of an endgame has at most this number of positions, and so have all fights together.
const MOST_STATES: usize = 60_000;
/// A whole board with kos has a value in φ if it has at most this number of positions.
const MOST_WHOLE: usize = 4_000;
/// The score is played out over at most this number of positions.
const MOST_SCORED: usize = 200_000;
/// The temperature of a fight is found if it has at most this number of positions.
const MOST_WALLS: usize = 400;
/// The length of best play.
const LONGEST_LINE: usize = 400;

/// Cuts a board along the stones that live, values the regions, and plays their sum. The ko ban binds both players; where the
/// value of a region depends on ko threats, bounds are given (what it is worth if Right, or Left, always has one). Regions
/// that are too large are named and left out.
pub(crate) fn endgame(
    question: &GoEndgameQuestion,
    record: Sgf,
    suicide: Suicide,
    meter: &Meter,
) -> Result<GoEndgameAnswer, Error> {
    let alive = assumed(question, &record)?;
    let cut = record.board.endgame_assuming(&alive);
    let store = &Arc::new(Store::new());
    let mut found = Vec::new();
    for region in &cut.regions {
        found.push(Found::new(region, question, suicide, store, meter)?);
    }
    let mut play = Play::new(&record, &found, question.threats, store, meter)?;
    let outcome = play.outcome()?;
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|&a, &b| found[a].hotter(&found[b]));
    let missing = found.iter().filter(|found| found.value.is_none()).count();
    Ok(GoEndgameAnswer {
        immortal: cut.immortal.len(),
        alive: alive.iter().map(|&at| point(&record, at)).collect(),
        regions: order
            .iter()
            .map(|&number| found[number].answer(&record, store))
            .collect(),
        missing,
        total: outcome.total.map(|value| Value::new(store, value)),
        bounds: outcome
            .bounds
            .map(|both| both.map(|value| Value::new(store, value))),
        trouble: outcome.trouble,
        to_move: record.to_move,
        threats: question.threats,
        score: outcome.scores.score().cloned(),
        score_bounds: match outcome.scores.score() {
            None => [outcome.scores.low, outcome.scores.high],
            Some(_) => [None, None],
        },
        best: outcome.best,
        line: outcome.line,
        areas: order
            .iter()
            .map(|&number| cut.regions[number].points.clone())
            .collect(),
        record,
    })
}

/// The points of the chains that are assumed to live.
fn assumed(question: &GoEndgameQuestion, record: &Sgf) -> Result<Vec<usize>, Error> {
    let board = &record.board;
    let stone = |name: &String| {
        let wrong = |message: String| Error::new(ErrorKind::Notation, message);
        let BoardPoint { column, row } = name.parse().map_err(wrong)?;
        let inside = column < board.width() && row < board.height();
        let at = inside.then(|| (board.height() - 1 - row) * board.width() + column);
        let at = at.filter(|&at| board.at(at) != Colour::Empty);
        at.ok_or_else(|| wrong(format!("there is no stone on {name}")))
    };
    question.alive.iter().map(stone).collect()
}

/// The point of a board with this number.
fn point(record: &Sgf, at: usize) -> BoardPoint {
    BoardPoint::numbered(at, record.board.width(), record.board.height())
}

/// A region with the values of all its positions.
#[derive(Clone)]
struct Surveyed<'r> {
    rules: GoRegion<'r>,
    start: Stones,
    survey: KoSurvey<Stones>,
}

/// What is known about a region.
struct Found<'r> {
    region: &'r BoardRegion,
    value: Option<LoopyValue>,
    bounds: Option<[LoopyValue; 2]>,
    territory: Option<GoTerritory>,
    temperature: Option<Rational>,
    trouble: Option<String>,
    survey: Option<Surveyed<'r>>,
}

impl<'r> Found<'r> {
    fn new(
        region: &'r BoardRegion,
        question: &GoEndgameQuestion,
        suicide: Suicide,
        store: &Store,
        meter: &Meter,
    ) -> Result<Found<'r>, Error> {
        let mut found = Found {
            region,
            value: None,
            bounds: None,
            territory: None,
            temperature: None,
            trouble: None,
            survey: None,
        };
        let enclosed = region.diagram.as_ref();
        let enclosed =
            enclosed.and_then(|diagram| enclosed_value(&diagram.region, &diagram.stones));
        if let Some(points) = enclosed {
            found.value = Some(store.integer(points).into());
            found.territory = Some(GoTerritory::Proved);
            return Ok(found);
        }
        match found.survey(suicide, store, meter) {
            Ok(()) => return Ok(found),
            Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
            Err(error) => {
                found.trouble = Some(match region.diagram {
                    Some(_) => error.to_string(),
                    None => format!(
                        "{} points are too many: at most {MAX_POINTS}",
                        region.points.len()
                    ),
                });
            }
        }
        if let Some(points) = region.territory.filter(|_| question.territory) {
            found.value = Some(store.integer(points).into());
            found.territory = Some(GoTerritory::Assumed);
            found.trouble = None;
        }
        Ok(found)
    }

    /// Values all positions of the region.
    fn survey(&mut self, suicide: Suicide, store: &Store, meter: &Meter) -> Result<(), KoFailure> {
        let Some(diagram) = &self.region.diagram else {
            return Err(KoFailure::TooLarge(MOST_STATES));
        };
        let rules = GoRegion {
            region: &diagram.region,
            suicide,
        };
        let start = diagram.stones;
        let survey = KoSurvey::with_passes(&rules, &start, KoGame::Phi, MOST_STATES, store, meter)?;
        let phi = survey.value(&start).expect("the start was surveyed");
        let mut temperature = None;
        if survey.has_ban() {
            let of = |game| {
                value_of_ko_within(&rules, &start, game, MOST_STATES, store, meter)
                    .map(|answer| answer.value)
            };
            let (low, high) = (of(KoGame::PhiRight)?, of(KoGame::PhiLeft)?);
            self.bounds = (low != high).then_some([low, high]);
            if survey.states() <= MOST_WALLS {
                let walls = walls_of_ko(&rules, &start, store, meter).ok();
                let walls = walls.as_ref().and_then(|walls| walls.determined());
                temperature = walls.and_then(|walls| walls.temperature());
            }
        } else if let Some(game) = phi.short() {
            temperature = Some(Rational::from(&store.try_temperature(game, meter)?));
        }
        meter.check()?;
        self.value = Some(phi);
        self.temperature = temperature;
        self.survey = Some(Surveyed {
            rules,
            start,
            survey,
        });
        Ok(())
    }

    /// The order of answers: hottest first, then those without a temperature, then those without a value.
    fn hotter(&self, other: &Found<'_>) -> Ordering {
        let has_value = other.value.is_some().cmp(&self.value.is_some());
        has_value.then_with(|| other.temperature.cmp(&self.temperature))
    }

    fn answer(&self, record: &Sgf, store: &Arc<Store>) -> GoRegionValue {
        let shown = |value: LoopyValue| Value::new(store, value);
        let names = self.region.points.iter().map(|&at| point(record, at));
        GoRegionValue {
            points: names.collect(),
            value: self.value.map(shown),
            bounds: self.bounds.map(|both| both.map(shown)),
            temperature: self.temperature.clone(),
            territory: self.territory,
            trouble: self.trouble.clone(),
        }
    }
}

/// What play of the regions that have values comes to.
#[derive(Default)]
struct Outcome {
    total: Option<LoopyValue>,
    bounds: Option<[LoopyValue; 2]>,
    trouble: Option<String>,
    scores: ScoreBounds,
    best: Vec<BoardPoint>,
    line: Vec<GoPlayed>,
}

/// The regions of a board in play.
struct Play<'a> {
    record: &'a Sgf,
    store: &'a Store,
    meter: &'a Meter,
    /// The points of each region that is played in.
    areas: Vec<&'a [usize]>,
    regions: Vec<Surveyed<'a>>,
    /// The prisoners of the record, and the regions that are integers.
    beside: LoopyValue,
    points: Dyadic,
    threats: Option<[u32; 2]>,
    table: ScoreTable,
}

impl<'a> Play<'a> {
    fn new(
        record: &'a Sgf,
        found: &[Found<'a>],
        threats: Option<[u32; 2]>,
        store: &'a Store,
        meter: &'a Meter,
    ) -> Result<Play<'a>, Error> {
        let mut play = Play {
            record,
            store,
            meter,
            areas: Vec::new(),
            regions: Vec::new(),
            beside: store.integer(record.prisoners).into(),
            points: Dyadic::from(record.prisoners),
            threats,
            table: ScoreTable::default(),
        };
        for found in found {
            let Some(value) = found.value else { continue };
            // Integers lie beside the game, like prisoners: playing in them lifts no ban.
            let number = value.short().and_then(|game| store.as_number(game));
            let survey = match (&found.survey, number) {
                (None, Some(number)) => {
                    play.add_number(value, &number)?;
                    continue;
                }
                (Some(survey), Some(number)) if play.is_one_sided(survey)? => {
                    play.add_number(value, &number)?;
                    continue;
                }
                (Some(survey), _) => survey.clone(),
                (None, None) => unreachable!("territory is a number"),
            };
            play.areas.push(&found.region.points);
            play.regions.push(survey);
        }
        Ok(play)
    }

    fn add_number(&mut self, value: LoopyValue, number: &Dyadic) -> Result<(), StopReason> {
        self.beside = self.add(self.beside, value)?;
        self.points = &self.points + number;
        Ok(())
    }

    /// Has one of the players no move in the region, now and later?
    fn is_one_sided(&self, of: &Surveyed<'_>) -> Result<bool, StopReason> {
        if of.survey.has_ban() {
            return Ok(false);
        }
        let part = BoardPart::new(of.rules.clone(), &of.start, MOST_STATES, self.meter)?;
        Ok(matches!(part, BoardPart::Folded(folded) if folded.is_one_sided()))
    }

    fn add(&self, a: LoopyValue, b: LoopyValue) -> Result<LoopyValue, StopReason> {
        let loopy = self.store.loopy();
        loopy.try_add(a, b, Effort::default(), self.meter)
    }

    /// The value, the score and best play, as far as they are determined.
    fn outcome(&mut self) -> Result<Outcome, Error> {
        let regions = self.regions.iter().map(|of| {
            let Surveyed {
                rules,
                start,
                survey,
            } = of.clone();
            (rules, start, survey)
        });
        let (store, meter) = (self.store, self.meter);
        let made = WholeBoard::new(
            regions.collect(),
            self.threats,
            (MOST_STATES, MOST_WHOLE),
            store,
            meter,
        );
        let board = match made {
            Ok(board) => board,
            Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
            Err(error) => {
                return Ok(Outcome {
                    trouble: Some(format!("all kos together: {error}")),
                    ..Outcome::default()
                });
            }
        };
        let mut outcome = Outcome::default();
        let [low, high] = board.bounds(board.start(), store, meter)?;
        let [low, high] = [self.add(low, self.beside)?, self.add(high, self.beside)?];
        outcome.bounds = (low != high).then_some([low, high]);
        match board.value(board.start(), store, meter)? {
            Some(value) => outcome.total = Some(self.add(value, self.beside)?),
            None => {
                outcome.trouble = Some(format!(
                    "all regions together with their kos have more than {MOST_WHOLE} positions, or no value"
                ));
            }
        }
        let start = board.start().clone();
        let mover = self.record.to_move;
        let scores = board.score(&start, mover, &mut self.table, MOST_SCORED, store, meter)?;
        let beside = |bound: &Option<Dyadic>| bound.as_ref().map(|bound| bound + &self.points);
        outcome.scores = ScoreBounds {
            low: beside(&scores.low),
            high: beside(&scores.high),
        };
        let Some(score) = scores.score() else {
            return Ok(outcome);
        };
        outcome.trouble = None;
        outcome.best = self
            .best(&board, &start, mover, score)?
            .iter()
            .map(|chosen| self.place(chosen.region, chosen.point))
            .collect();
        outcome.best.dedup();
        outcome.line = self.line(&board, score)?;
        Ok(outcome)
    }

    fn place(&self, region: usize, number: u8) -> BoardPoint {
        point(self.record, self.areas[region][number as usize])
    }

    /// Is nothing left but numbers?
    fn is_over(&self, board: &WholeBoard<'_>, at: &BoardState) -> Result<bool, StopReason> {
        let [low, high] = board.closest(at, self.store, self.meter)?;
        let number = |game| self.store.is_number(game);
        Ok(low == high && low.short().is_some_and(number))
    }

    /// All moves that keep the score of a position; none if nothing but numbers is left.
    fn best(
        &mut self,
        board: &WholeBoard<'_>,
        at: &BoardState,
        player: Player,
        score: &Dyadic,
    ) -> Result<Vec<BoardMove>, StopReason> {
        if self.is_over(board, at)? {
            return Ok(Vec::new());
        }
        let (store, meter) = (self.store, self.meter);
        board.best_moves(
            at,
            player,
            score,
            &mut self.table,
            MOST_SCORED,
            store,
            meter,
        )
    }

    /// Best play until nothing is left but numbers: of the best moves one with the largest value.
    fn line(
        &mut self,
        board: &WholeBoard<'_>,
        score: &Dyadic,
    ) -> Result<Vec<GoPlayed>, StopReason> {
        let mut at = board.start().clone();
        let mut player = self.record.to_move;
        let mut score = score.clone();
        let mut line = Vec::new();
        while line.len() < LONGEST_LINE {
            let mut chosen: Option<BoardMove> = None;
            for next in self.best(board, &at, player, &score)? {
                let better = match &chosen {
                    None => true,
                    Some(known) => self.is_larger(board, known, &next, player)?,
                };
                if better {
                    chosen = Some(next);
                }
            }
            let Some(chosen) = chosen else { break };
            line.push(GoPlayed {
                player,
                point: self.place(chosen.region, chosen.point),
                uses_threat: chosen.uses_threat,
                comment: self.comment(&chosen, &at)?,
            });
            score = &score - &Dyadic::from(chosen.points);
            (at, player) = (chosen.to, -player);
        }
        Ok(line)
    }

    /// Is the position after one move better for the player than that after another?
    fn is_larger(
        &self,
        board: &WholeBoard<'_>,
        than: &BoardMove,
        of: &BoardMove,
        player: Player,
    ) -> Result<bool, StopReason> {
        let value = |chosen: &BoardMove| {
            let bounds = board.closest(&chosen.to, self.store, self.meter)?;
            let points = self.store.integer(chosen.points).into();
            let value = self.add(bounds[player.index()], points)?;
            Ok::<_, StopReason>(value.short())
        };
        let (Some(old), Some(new)) = (value(than)?, value(of)?) else {
            return Ok(false);
        };
        let (low, high) = match player {
            Player::Left => (old, new),
            Player::Right => (new, old),
        };
        Ok(low != high && self.store.try_le(low, high, self.meter)?)
    }

    /// What a move makes of its region.
    fn comment(&self, chosen: &BoardMove, at: &BoardState) -> Result<String, StopReason> {
        let survey = &self.regions[chosen.region].survey;
        let before = survey.value(&at.stones[chosen.region]);
        let after = survey.value(&chosen.to.stones[chosen.region]);
        let (Some(before), Some(after)) = (before, after) else {
            return Ok(String::new());
        };
        let after = self.add(after, self.store.integer(chosen.points).into())?;
        let text = |value: LoopyValue| self.store.display(value).to_string();
        let threat = if chosen.uses_threat {
            ", with a ko threat"
        } else {
            ""
        };
        Ok(format!("{} becomes {}{threat}", text(before), text(after)))
    }
}
