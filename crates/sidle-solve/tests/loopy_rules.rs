//! Rules with cycles against plain code: the outcome of a position plus a short game, with either player to
//! start and draws counted for either, is that of its value plus the short game. The plain code knows nothing
//! of values: it looks at all positions of the sum and goes backwards.

use std::{ops::ControlFlow, sync::Arc};

use proptest::prelude::*;
use sidle_check::naive::{Form, Forms, KoPlay, KoQuestion};
use sidle_core::{Flow, Meter, Outcome, Player, Rules, Visit};
use sidle_rules::{
    Ruleset, ToadsAndFrogs,
    grid::{FoxAndGeese, HareAndHounds},
};
use sidle_solve::Solver;
use sidle_values::{
    Game, Store,
    loopy::{Effort, LoopyOutcome, LoopyValue},
};

/// Positions of the sum beyond this are too many for plain code.
const MOST: usize = 60_000;

/// Short games, as values and as forms.
fn short_games(store: &Store, forms: &mut Forms) -> Vec<(Game, Form)> {
    let zero = (store.zero(), forms.zero());
    let mut games = vec![zero];
    let make = |left: &[(Game, Form)], right: &[(Game, Form)], forms: &mut Forms| {
        let [lg, rg] = [left, right].map(|side| side.iter().map(|pair| pair.0).collect::<Vec<_>>());
        let [lf, rf] = [left, right].map(|side| side.iter().map(|pair| pair.1).collect::<Vec<_>>());
        (store.game(&lg, &rg), forms.form(&lf, &rf))
    };
    let star = make(&[zero], &[zero], forms);
    let one = make(&[zero], &[], forms);
    let minus_one = make(&[], &[zero], forms);
    let up = make(&[zero], &[star], forms);
    let down = make(&[star], &[zero], forms);
    let half = make(&[zero], &[one], forms);
    let two = make(&[one], &[], forms);
    let switch = make(&[one], &[minus_one], forms);
    let hot = make(&[two], &[star], forms);
    games.extend([star, one, minus_one, up, down, half, two, switch, hot]);
    games
}

fn outcome_of(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::Next,
        [true, false] => Outcome::Left,
        [false, true] => Outcome::Right,
        [false, false] => Outcome::Previous,
    }
}

/// Who wins a position plus a form, with draws counted for Left and for Right; nothing if there are too many
/// positions.
fn plain<P>(
    rules: &dyn Rules<Position = P>,
    at: &P,
    forms: &Forms,
    other: Form,
) -> Option<LoopyOutcome>
where
    P: Clone + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync,
{
    let moves = |at: &P, player: Player| {
        let mut all = Vec::new();
        let _ = rules.options(at, player, &mut |option| {
            all.push((option, 0, false));
            ControlFlow::Continue(())
        });
        all
    };
    let play = KoPlay::explore(at.clone(), MOST, moves)?;
    let of = |draws_for_left: bool| {
        let question = KoQuestion {
            free: None,
            draws_for_left,
        };
        let left = play.left_succeeds(forms, other, Player::Left, question, MOST)?;
        let right = !play.left_succeeds(forms, other, Player::Right, question, MOST)?;
        Some(outcome_of([left, right]))
    };
    Some(LoopyOutcome {
        onside: of(true)?,
        offside: of(false)?,
    })
}

/// The value of a position agrees with play, beside every short game of the list.
fn agrees<P>(rules: &dyn Rules<Position = P>, at: &P) -> Result<LoopyValue, TestCaseError>
where
    P: Clone + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync,
{
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut forms = Forms::new();
    let games = short_games(&store, &mut forms);
    let value = Solver::new(&store, &rules)
        .value_of(at, &meter)
        .expect("no limit");
    let loopy = store.loopy();
    for (game, form) in games {
        let expected = plain(rules, at, &forms, form);
        let expected = expected
            .ok_or_else(|| TestCaseError::fail(format!("{at:?} has too many positions")))?;
        let sum = loopy
            .try_add(value, game.into(), Effort::default(), &meter)
            .expect("no limit");
        prop_assert_eq!(
            loopy.outcome(sum),
            expected,
            "{:?} + {:?} of {}",
            at,
            game,
            rules.name()
        );
    }
    let outcome = Solver::new(&store, &rules)
        .outcome(at, &meter)
        .expect("no limit");
    prop_assert_eq!(
        outcome,
        loopy.outcome(value),
        "{:?} of {}",
        at,
        rules.name()
    );
    Ok(value)
}

/// The negative, the representative, and the notation.
fn is_lawful<P>(rules: &dyn Ruleset<Position = P>, at: &P) -> Result<(), TestCaseError>
where
    P: Clone + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync,
{
    let (store, meter) = (Store::new(), Meter::unlimited());
    let loopy = store.loopy();
    let mut solver = Solver::new(&store, &rules);
    let value = solver.value_of(at, &meter).expect("no limit");
    let negated = loopy.try_negative_value(value, &meter).expect("no limit");
    if let Some(negative) = rules.negative(at) {
        let turned = Solver::new(&store, &rules)
            .value_of(&negative, &meter)
            .expect("no limit");
        prop_assert_eq!(turned, negated, "-({:?})", at);
    }
    let normal = rules.shortcuts().normalize(at.clone());
    let least = Solver::new(&store, &rules)
        .value_of(&normal.position, &meter)
        .expect("no limit");
    prop_assert_eq!(
        least,
        if normal.negated { negated } else { value },
        "{:?}",
        at
    );
    let mut text = String::new();
    rules.write(at, &mut text).expect("a string");
    let again = rules.parse(&text).ok();
    prop_assert_eq!(again.as_ref(), Some(at), "{}", text);
    Ok(())
}

/// A token on a random graph with edges of two colours: the rules say nothing but the moves.
#[derive(Debug)]
struct Wander(Vec<[Vec<u8>; 2]>);

impl Rules for Wander {
    type Position = u8;

    fn options(&self, at: &u8, player: Player, visit: Visit<'_, u8>) -> Flow {
        self.0[usize::from(*at)][player.index()]
            .iter()
            .copied()
            .try_for_each(visit)
    }
}

fn wander(vertices: usize) -> impl Strategy<Value = Wander> {
    let side = move || prop::collection::vec(0..vertices as u8, 0..=2);
    prop::collection::vec((side(), side()), vertices).prop_map(|rows| {
        Wander(
            rows.into_iter()
                .map(|(left, right)| [left, right])
                .collect(),
        )
    })
}

fn strip() -> impl Strategy<Value = String> {
    let letter = prop::sample::select("..ttff".chars().collect::<Vec<_>>());
    prop::collection::vec(letter, 1..=7).prop_map(|row| row.into_iter().collect())
}

// At most as many boards may be no positions as are tested.
proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_global_rejects: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs(rules in wander(7)) {
        for at in 0..7 {
            agrees(&rules, &at)?;
        }
    }

    #[test]
    fn backsliding(text in strip()) {
        let at = ToadsAndFrogs::<1>::parse(&text).expect("a strip");
        agrees(&ToadsAndFrogs::<1>::BACKSLIDING, &at)?;
        is_lawful(&ToadsAndFrogs::<1>::BACKSLIDING, &at)?;
        let far = ToadsAndFrogs::<1> { min_slide: -2, max_slide: 2, max_jump: 2, allow_friendly_jump: true };
        agrees(&far, &at)?;
        is_lawful(&far, &at)?;
    }

    #[test]
    fn fox_and_geese(
        geese in prop::collection::btree_set((1..=4u32, 1..=4u32), 1..=3),
        fox in (1..=4u32, 1..=4u32),
        range in 1..=2u32,
    ) {
        let rules = FoxAndGeese::new(4, range).expect("a fox that moves");
        let dark = |&(row, col): &(u32, u32)| (row, col + u32::from((row + col) % 2 == 1 && col < 4) - u32::from((row + col) % 2 == 1 && col == 4));
        let mut geese: Vec<_> = geese.iter().map(dark).collect();
        geese.sort_unstable();
        geese.dedup();
        let at = rules.position(&geese, dark(&fox));
        prop_assume!(at.is_ok(), "not a position");
        let at = at.expect("a position");
        agrees(&rules, &at)?;
        is_lawful(&rules, &at)?;
    }

    #[test]
    fn hare_and_hounds(points in prop::sample::subsequence((0..11usize).collect::<Vec<_>>(), 2..=4), hare in 0..4usize) {
        let rules = HareAndHounds::new(5).expect("five columns");
        let places = [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)];
        let mut rows = ["#...#", ".....", "#...#"].map(|row| row.chars().collect::<Vec<_>>());
        let hare = hare % points.len();
        for (i, &point) in points.iter().enumerate() {
            let (row, col) = places[point];
            rows[row][col] = if i == hare { 'o' } else { 'x' };
        }
        let text = rows.map(|row| row.into_iter().collect::<String>()).join("|");
        let at = rules.parse(&text).expect("a position");
        agrees(&rules, &at)?;
        is_lawful(&rules, &at)?;
    }
}

/// All short strips, the long way round.
#[test]
fn all_short_backsliding_strips() {
    let rules = Arc::new(ToadsAndFrogs::<1>::BACKSLIDING);
    for length in 1..=4u32 {
        for number in 0..3usize.pow(length) {
            let cell = |i: u32| [".", "t", "f"][number / 3usize.pow(i) % 3];
            let text: String = (0..length).map(cell).collect();
            let at = ToadsAndFrogs::<1>::parse(&text).expect("a strip");
            agrees(&*rules, &at).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }
}
