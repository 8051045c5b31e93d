//! Values by the definition, with plain code.

use std::collections::{HashMap, HashSet};

use sidle_check::naive::{Form, Forms};
use sidle_core::{Player, Rules};
use sidle_solve::Variant;
use sidle_values::{Game, Store};

/// A position, and whether the players have changed sides.
type Place<P> = (P, bool);

/// The options by the definition of the variant.
fn options<R: Rules>(
    rules: &R,
    (at, exchanged): &Place<R::Position>,
    player: Player,
    variant: Option<Variant>,
) -> Vec<Place<R::Position>> {
    let of = |player| rules.collect_options(at, player);
    let found = match variant {
        None => of(player),
        Some(Variant::Dicotic) if of(-player).is_empty() => Vec::new(),
        Some(Variant::Dicotic) => of(player),
        Some(Variant::Impartial) => [of(Player::Left), of(Player::Right)].concat(),
        Some(Variant::Twisted) => of(if *exchanged { -player } else { player }),
    };
    let exchanged = (variant == Some(Variant::Twisted)) != *exchanged;
    found.into_iter().map(|at| (at, exchanged)).collect()
}

/// The value of a position; `None` if it has too many followers, or a cycle.
pub(crate) fn value<R: Rules>(
    rules: &R,
    at: &R::Position,
    variant: Option<Variant>,
    store: &Store,
) -> Option<Game> {
    const MOST: usize = 40;
    let start = (at.clone(), false);
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    let mut open = HashSet::new();
    let mut stack = vec![(start.clone(), false)];
    while let Some((place, left)) = stack.pop() {
        if left {
            open.remove(&place);
            order.push(place);
            continue;
        }
        if open.contains(&place) || seen.len() > MOST {
            return None;
        }
        if !seen.insert(place.clone()) {
            continue;
        }
        open.insert(place.clone());
        stack.push((place.clone(), true));
        for player in Player::BOTH {
            let next = options(rules, &place, player, variant);
            if next.iter().any(|option| open.contains(option)) {
                return None;
            }
            stack.extend(next.into_iter().map(|option| (option, false)));
        }
    }
    let mut forms = Forms::new();
    let mut known: HashMap<Place<R::Position>, Form> = HashMap::new();
    for place in order {
        let [left, right] = Player::BOTH.map(|player| -> Vec<Form> {
            let all = options(rules, &place, player, variant);
            all.iter().map(|option| known[option]).collect()
        });
        let form = forms.form(&left, &right);
        known.insert(place, forms.canonical(form));
    }
    let canonical = known[&start];
    let mut bridge: HashMap<Form, Game> = HashMap::new();
    for follower in forms.followers(canonical) {
        let [left, right] = Player::BOTH.map(|player| -> Vec<Game> {
            let all = forms.options(follower, player).iter();
            all.map(|option| bridge[option]).collect()
        });
        bridge.insert(follower, store.game(&left, &right));
    }
    Some(bridge[&canonical])
}
