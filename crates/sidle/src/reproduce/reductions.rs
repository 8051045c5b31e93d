//! Reductions modulo infinitesimals.

use crate::{
    core::{Meter, Player, Relation, StopReason},
    values::{Game, Store},
};

use super::Page;

/// Expressions of the calculator with the values that the paper gives, in Sidle's notation.
const EXAMPLES: &[(&str, &str, &str, &str)] = &[
    (
        "G = {1|0} is its own reduced canonical form",
        "section 2",
        "{1|0}.ReducedCanonicalForm",
        "{1|0}",
    ),
    (
        "H = {2||1|0} is its own reduced canonical form",
        "section 2",
        "{2||1|0}.ReducedCanonicalForm",
        "{2||1|0}",
    ),
    (
        "the canonical form of G + H",
        "section 2",
        "{1|0} + {2||1|0}",
        "{2,{3|2}|1}",
    ),
    (
        "the reduced canonical form of G + H differs: no homomorphism",
        "section 2",
        "({1|0} + {2||1|0}).ReducedCanonicalForm",
        "{3|2||1}",
    ),
    (
        "Theorem 2.10 fails for numbers: {0|1}",
        "after Theorem 2.10",
        "{0|1}",
        "1/2",
    ),
    (
        "Theorem 2.10 fails for numbers: {*|1}",
        "after Theorem 2.10",
        "{*|1}",
        "0",
    ),
    (
        "{2|1} - 1 + ^ >= 0, so 1 is Inf-dominated in {1,{2|1}|0}",
        "section 4, example (i)",
        "{2|1} - 1 + ^ >= 0",
        "true",
    ),
    (
        "its reduced canonical form",
        "section 4, example (i)",
        "{1,{2|1}|0}.ReducedCanonicalForm",
        "{2|1||0}",
    ),
    (
        "H + ^ >= 0, so {2|0} is Inf-reversible in H = {1,{2|0}|0}",
        "section 4, example (ii)",
        "{1,{2|0}|0} + ^ >= 0",
        "true",
    ),
    (
        "its reduced canonical form",
        "section 4, example (ii)",
        "{1,{2|0}|0}.ReducedCanonicalForm",
        "{1|0}",
    ),
    (
        "miny-two is infinitesimal",
        "before Lemma 4.7",
        "{2|0||0}.ReducedCanonicalForm",
        "0",
    ),
    (
        "bypassing its Inf-reversible option would give -1",
        "before Lemma 4.7",
        "{|0}",
        "-1",
    ),
    (
        "+-1 reduced by tiny-two",
        "section 6, after Theorem 6.2",
        "(+-1).ReduceBy(Tiny(2)) == +-{{3|1||1}}",
        "true",
    ),
    (
        "the stops of {2||1|0} with their weights",
        "section 6",
        "{2||1|0}.WeightedStops",
        "[[0,-2],[1,0],[2,1]]",
    ),
    (
        "{2||1|0} reduced by up (printed with a single arrow)",
        "after Theorem 6.5",
        "{2||1|0}.ReduceBy(^)",
        "{2v||1|^^}",
    ),
];

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    page.answers(EXAMPLES)?;
    let store = Store::new();
    let day3 = store.try_born_by(3, meter)?;
    all_values(page, &store, &day3)?;
    incentives_of_tiny(page, &store)?;
    homomorphisms(page, &store, &day3)?;
    super::reduction_lemmas::rows(page, &store, &day3)
}

/// A property of every value born by day 3.
fn every(
    page: &mut Page<'_>,
    claim: &str,
    place: &str,
    games: &[Game],
    holds: impl Fn(Game, &Meter) -> Result<bool, StopReason>,
) -> anyhow::Result<()> {
    let (meter, all) = (page.meter(), games.len());
    page.equal(claim, place, format!("{all} of {all} values"), || {
        let mut good = 0;
        for &game in games {
            good += usize::from(holds(game, meter)?);
        }
        Ok(format!("{good} of {all} values"))
    })
}

fn up(store: &Store) -> Game {
    store.game(&[store.zero()], &[store.nimber(1)])
}

fn all_values(page: &mut Page<'_>, store: &Store, day3: &[Game]) -> anyhow::Result<()> {
    let star = store.nimber(1);
    let reduced = |game, epsilon, meter: &Meter| {
        let reduced = store.try_reduce_by(game, epsilon, meter)?;
        Ok::<Game, StopReason>(reduced.unwrap_or(game))
    };
    every(
        page,
        "G reduced by * is even-tempered and infinitesimally close to G",
        "Lemma 3.5",
        day3,
        |game, meter| {
            let even = reduced(game, star, meter)?;
            Ok(store.is_even_tempered(even)
                && store.try_inf_compare(game, even, meter)? == Relation::Equal)
        },
    )?;
    every(
        page,
        "both constructions of the reduced canonical form agree",
        "Theorems 4.3 and 4.8",
        day3,
        |game, meter| {
            let form = store.try_reduced_canonical_form(game, meter)?;
            let other = store.try_reduced_canonical_form_by_elimination(game, meter)?;
            Ok(form == other && store.try_inf_compare(game, form, meter)? == Relation::Equal)
        },
    )?;
    for (name, epsilon) in [("*", star), ("^", up(store))] {
        let claim = format!("G reduced by {name} from the weights of the stops");
        every(page, &claim, "Theorem 6.5", day3, |game, meter| {
            let by_weights = store.try_reduce_by_weights(game, epsilon, meter)?;
            Ok(by_weights == Some(reduced(game, epsilon, meter)?))
        })?;
    }
    every(
        page,
        "a game that is not a number has incentives >= 0 up to infinitesimals",
        "Theorem 2.9",
        day3,
        |game, meter| {
            let mut good = true;
            for player in Player::BOTH {
                let mut found = store.is_number(game);
                for incentive in store.try_incentives(game, player, meter)? {
                    found |= store.try_inf_ge(incentive, store.zero(), meter)?;
                }
                good &= found;
            }
            Ok(good)
        },
    )
}

fn incentives_of_tiny(page: &mut Page<'_>, store: &Store) -> anyhow::Result<()> {
    let meter = page.meter();
    page.equal(
        "the Left incentive of +-1 reduced by tiny-two against the Right incentive of tiny-two",
        "after Theorem 6.2",
        Relation::Less,
        || {
            let [one, minus] = [1, -1].map(|n| store.integer(n));
            let tiny = store.try_tiny(store.integer(2), meter)?;
            let switch = store.try_game(&[one], &[minus], meter)?;
            let reduced = store.try_reduce_by(switch, tiny, meter)?.unwrap_or(switch);
            let left = store.try_incentives(reduced, Player::Left, meter)?;
            let right = store.try_incentives(tiny, Player::Right, meter)?;
            Ok(store.try_compare(left[0], right[0], meter)?)
        },
    )
}

/// Every 37th value with every 41st.
fn homomorphisms(page: &mut Page<'_>, store: &Store, day3: &[Game]) -> anyhow::Result<()> {
    let meter = page.meter();
    let pairs: Vec<(Game, Game)> = day3
        .iter()
        .step_by(37)
        .flat_map(|&g| day3.iter().step_by(41).map(move |&h| (g, h)))
        .collect();
    let (star, star2) = (store.nimber(1), store.nimber(2));
    let tiny = store.try_tiny(store.integer(2), meter)?;
    let sets: [(&str, &str, Vec<Game>); 4] = [
        ("*", "Theorem 3.7", vec![star]),
        ("^", "Theorem 5.9", vec![up(store)]),
        ("tiny-two", "Theorem 5.9", vec![tiny]),
        ("the set {*, *2}", "section 7", vec![star, star2]),
    ];
    for (name, place, epsilons) in sets {
        let all = pairs.len();
        let claim = format!("reduction by {name} is a homomorphism");
        page.equal(claim, place, format!("{all} of {all} pairs"), || {
            let reduce = |game| {
                let reduced = store.try_reduce_by_all(game, &epsilons, meter)?;
                Ok::<Game, StopReason>(reduced.unwrap_or(game))
            };
            let mut good = 0;
            for &(g, h) in &pairs {
                let of_sum = reduce(store.try_add(g, h, meter)?)?;
                good += usize::from(of_sum == store.try_add(reduce(g)?, reduce(h)?, meter)?);
            }
            Ok(format!("{good} of {all} pairs"))
        })?;
    }
    Ok(())
}
