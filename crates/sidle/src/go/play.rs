//! A region that two players play out.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    Error, Value,
    core::{Dyadic, Meter, Player},
    rules::go::{BoardPoint, Diagram, Stones, Suicide},
    solve::go::{GoRegion, KoGame, KoSurvey, SurveyedMove, stop_for},
    values::Store,
};

/// A region has at most this number of positions.
const MOST_STATES: usize = 200_000;

/// The values of all positions of a region. The ko ban binds both players; a pass lifts it.
#[derive(Debug)]
pub(crate) struct RegionValues {
    start: Diagram,
    suicide: Suicide,
    store: Arc<Store>,
    survey: KoSurvey<Stones>,
}

/// The values of the region that was played last: each move of a game is a question by itself.
#[derive(Debug, Default)]
pub(crate) struct LastRegion(Mutex<Option<Arc<RegionValues>>>);

impl LastRegion {
    /// The values of a region.
    fn values(
        &self,
        start: &Diagram,
        suicide: Suicide,
        meter: &Meter,
    ) -> Result<Arc<RegionValues>, Error> {
        let last = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |of: &&Arc<RegionValues>| of.start == *start && of.suicide == suicide;
        if let Some(known) = last().as_ref().filter(is_same) {
            return Ok(known.clone());
        }
        let store = Arc::new(Store::new());
        let rules = GoRegion {
            region: &start.region,
            suicide,
        };
        // A pass lifts the ban, so the positions without bans belong to it.
        let (at, game) = (&start.stones, KoGame::Phi);
        let survey = KoSurvey::with_passes(&rules, at, game, MOST_STATES, &store, meter)?;
        let found = Arc::new(RegionValues {
            start: start.clone(),
            suicide,
            store,
            survey,
        });
        *last() = Some(found.clone());
        Ok(found)
    }
}

/// A region in play.
#[derive(Debug)]
pub(crate) struct RegionPlay<'m> {
    of: Arc<RegionValues>,
    /// The region as it stands.
    pub(crate) diagram: Diagram,
    /// Prisoners of Black minus prisoners of White since the beginning.
    pub(crate) prisoners: i64,
    meter: &'m Meter,
}

impl<'m> RegionPlay<'m> {
    /// A region before the first move.
    pub(crate) fn new(
        last: &LastRegion,
        start: Diagram,
        suicide: Suicide,
        meter: &'m Meter,
    ) -> Result<RegionPlay<'m>, Error> {
        Ok(RegionPlay {
            of: last.values(&start, suicide, meter)?,
            diagram: start,
            prisoners: 0,
            meter,
        })
    }

    fn rules(&self) -> GoRegion<'_> {
        GoRegion {
            region: &self.diagram.region,
            suicide: self.of.suicide,
        }
    }

    /// The value of the region as it stands, without the prisoners.
    pub(crate) fn value(&self) -> Option<Value> {
        let value = self.of.survey.value(&self.diagram.stones)?;
        Some(Value::new(&self.of.store, value))
    }

    /// The score, if nothing is left to play for: the region is an integer.
    pub(crate) fn score(&self) -> Option<Dyadic> {
        let value = self.of.survey.value(&self.diagram.stones)?.short()?;
        let store = &self.of.store;
        store.as_number(store.add(value, store.integer(self.prisoners)))
    }

    /// The legal moves of a player.
    pub(crate) fn moves(
        &self,
        player: Player,
    ) -> Result<Vec<(BoardPoint, SurveyedMove<Stones>)>, Error> {
        let rules = self.rules();
        let (at, of) = (&self.diagram.stones, &*self.of);
        let points = rules.move_points(at, player);
        let moves = of.survey.moves(&rules, at, player, &of.store, self.meter)?;
        let named = moves.into_iter();
        let named = named.map(|chosen| (self.diagram.point_at(points[chosen.number]), chosen));
        Ok(named.collect())
    }

    /// A best move of a player and the score that it leads to, if there is a move.
    pub(crate) fn best(
        &self,
        player: Player,
    ) -> Result<Option<(BoardPoint, Option<Dyadic>)>, Error> {
        let rules = self.rules();
        let (at, of) = (&self.diagram.stones, &*self.of);
        let Some(best) = of.survey.best(&rules, at, player, &of.store, self.meter)? else {
            return Ok(None);
        };
        let point = rules.move_points(at, player)[best.number];
        let stop = stop_for(best.value, player, -player, &of.store);
        let score = stop.as_ref().and_then(|stop| stop.number());
        let score = score.map(|number| number.clone() + self.prisoners.into());
        Ok(Some((self.diagram.point_at(point), score)))
    }

    /// Makes a move; `false` if it is not legal.
    pub(crate) fn make(&mut self, player: Player, point: BoardPoint) -> Result<bool, Error> {
        let mut moves = self.moves(player)?.into_iter();
        let Some((_, chosen)) = moves.find(|(at, _)| *at == point) else {
            return Ok(false);
        };
        self.diagram.stones = chosen.to;
        self.prisoners += chosen.points;
        Ok(true)
    }

    /// A player passes: the ban is lifted.
    pub(crate) fn pass(&mut self) {
        self.diagram.stones.ban = None;
    }
}
