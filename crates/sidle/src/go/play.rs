//! A region that two play out.

use super::GoError;
use crate::{
    core::{Meter, Player},
    rules::go::{Diagram, Stones, Suicide},
    solve::go::{GoRegion, KoGame, KoSurvey, stop_for},
    values::{Store, notation::Style},
};

/// So many positions are valued for a game.
const MOST_STATES: usize = 200_000;

/// A region in play: the values of all its positions are known. The ko ban binds both players; whoever wants
/// to may pass, which lifts the ban.
///
/// ```
/// use sidle::{core::{Meter, Player}, go::RegionPlay, rules::go::{Diagram, Suicide}};
/// let corridor = Diagram::parse("#BBBB\nB...W\n#BBBB\n")?;
/// let mut play = RegionPlay::new(corridor, Suicide::Forbidden, &Meter::unlimited())?;
/// let (point, _) = play.best(Player::Right)?.expect("a move");
/// assert_eq!(point, "d2");
/// play.make(Player::Right, &point)?;
/// assert!(play.board().contains("OW"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RegionPlay {
    diagram: Diagram,
    suicide: Suicide,
    store: Store,
    survey: KoSurvey<Stones>,
    points: i64,
    meter: Meter,
}

impl RegionPlay {
    /// Values a region.
    pub fn new(diagram: Diagram, suicide: Suicide, meter: &Meter) -> Result<RegionPlay, GoError> {
        let store = Store::new();
        // A pass lifts the ban, so the positions without bans belong to it.
        let survey = {
            let rules = GoRegion {
                region: &diagram.region,
                suicide,
            };
            let start = &diagram.stones;
            KoSurvey::with_passes(&rules, start, KoGame::Phi, MOST_STATES, &store, meter)?
        };
        Ok(RegionPlay {
            diagram,
            suicide,
            store,
            survey,
            points: 0,
            meter: Meter::unlimited(),
        })
    }

    fn rules(&self) -> GoRegion<'_> {
        GoRegion {
            region: &self.diagram.region,
            suicide: self.suicide,
        }
    }

    /// The board as a diagram.
    #[must_use]
    pub fn board(&self) -> String {
        self.diagram.to_string()
    }

    /// Prisoners of Black minus prisoners of White since the beginning.
    #[must_use]
    pub fn prisoners(&self) -> i64 {
        self.points
    }

    /// The value of the region as it stands, without the prisoners.
    pub fn value(&self) -> Result<String, GoError> {
        match self.survey.value(&self.diagram.stones) {
            Some(value) => Ok(self.store.text(value, Style::Plain, &self.meter)?),
            None => Ok("?".to_owned()),
        }
    }

    /// The score, if nothing is left to play for: the region is an integer.
    #[must_use]
    pub fn score(&self) -> Option<String> {
        let value = self.survey.value(&self.diagram.stones)?.short()?;
        let store = &self.store;
        let number = store.as_number(store.add(value, store.integer(self.points)))?;
        Some(number.to_string())
    }

    /// The legal moves of a player: points.
    pub fn moves(&self, player: Player) -> Result<Vec<String>, GoError> {
        let named = self.named(player)?;
        Ok(named.into_iter().map(|(name, _)| name).collect())
    }

    fn named(
        &self,
        player: Player,
    ) -> Result<Vec<(String, crate::solve::go::SurveyedMove<Stones>)>, GoError> {
        let rules = self.rules();
        let at = &self.diagram.stones;
        let points = rules.move_points(at, player);
        let moves = self
            .survey
            .moves(&rules, at, player, &self.store, &self.meter)?;
        let place = |number: usize| {
            let at = self.diagram.place_of(points[number]);
            self.diagram.place_name(at)
        };
        let named = moves
            .into_iter()
            .map(|chosen| (place(chosen.number), chosen));
        Ok(named.collect())
    }

    /// A best move of a player and the score that it leads to, if there is a move.
    pub fn best(&self, player: Player) -> Result<Option<(String, Option<String>)>, GoError> {
        let rules = self.rules();
        let store = &self.store;
        let at = &self.diagram.stones;
        let Some(best) = self.survey.best(&rules, at, player, store, &self.meter)? else {
            return Ok(None);
        };
        let points = rules.move_points(at, player);
        let name = self
            .diagram
            .place_name(self.diagram.place_of(points[best.number]));
        let stop = stop_for(best.value, player, -player, store);
        let score = stop.as_ref().and_then(|stop| stop.number()).map(|number| {
            let sum = number.clone() + self.points.into();
            sum.to_string()
        });
        Ok(Some((name, score)))
    }

    /// Makes a move; `false` if it is not one.
    pub fn make(&mut self, player: Player, point: &str) -> Result<bool, GoError> {
        let found = self.named(player)?;
        let Some((_, chosen)) = found.into_iter().find(|(name, _)| name == point) else {
            return Ok(false);
        };
        self.diagram.stones = chosen.to;
        self.points += chosen.points;
        Ok(true)
    }

    /// A player passes: the ban is lifted.
    pub fn pass(&mut self) {
        self.diagram.stones.ban = None;
    }
}
