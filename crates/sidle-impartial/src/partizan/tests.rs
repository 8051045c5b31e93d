use sidle_core::Meter;

use super::*;
use crate::walk::Known;

/// All games with options among these that belong to a universe, with at most so many options on each side.
fn born_from(
    trees: &mut Trees,
    games: &[Tree],
    universe: Universe,
    most: u32,
    meter: &Meter,
) -> Vec<Tree> {
    let subsets: Vec<Vec<Tree>> = (0_u32..1 << games.len())
        .filter(|set| set.count_ones() <= most)
        .map(|set| {
            let members = (0..games.len()).filter(|place| set >> place & 1 == 1);
            members.map(|place| games[place]).collect()
        })
        .collect();
    let mut born = Vec::new();
    for left in &subsets {
        for right in &subsets {
            let game = trees.game(left, right);
            if trees.belongs(game, universe, meter).unwrap() {
                born.push(game);
            }
        }
    }
    born.sort_unstable();
    born.dedup();
    born
}

/// Compares games with each other, and their sums with those of a small world.
fn agrees(universe: Universe, games: &[Tree], world: &[Tree], trees: &mut Trees) {
    let meter = Meter::unlimited();
    let rows: Vec<Vec<[bool; 2]>> = games
        .iter()
        .map(|&game| {
            let wins = world.iter().map(|&x| {
                let sum = trees.add(game, x, &meter).unwrap();
                trees.left_wins(sum, &meter).unwrap()
            });
            wins.collect()
        })
        .collect();
    let mut known = Known::default();
    for (&g, of_g) in games.iter().zip(&rows) {
        for (&h, of_h) in games.iter().zip(&rows) {
            let claimed = trees.is_at_least(g, h, universe, &mut known, &meter);
            let mut pairs = of_g.iter().zip(of_h);
            let seen = pairs.all(|(a, b)| (0..2).all(|side| a[side] || !b[side]));
            assert_eq!(claimed.unwrap(), seen, "{universe:?} {g:?} {h:?}");
        }
    }
}

#[test]
fn dicots_compare_as_their_sums_do() {
    let meter = Meter::unlimited();
    let mut trees = Trees::new();
    let mut games = vec![trees.zero()];
    for _ in 0..2 {
        games = born_from(&mut trees, &games, Universe::Dicot, 2, &meter);
    }
    assert_eq!(games.len(), 10);
    let world = born_from(&mut trees, &games, Universe::Dicot, 2, &meter);
    agrees(Universe::Dicot, &games, &world, &mut trees);
}

#[test]
fn dead_ending_games_compare_as_their_sums_do() {
    let meter = Meter::unlimited();
    let mut trees = Trees::new();
    let zero = [trees.zero()];
    let first = born_from(&mut trees, &zero, Universe::DeadEnding, 1, &meter);
    assert_eq!(first.len(), 4);
    let games = born_from(&mut trees, &first, Universe::DeadEnding, 1, &meter);
    let world = born_from(&mut trees, &games, Universe::DeadEnding, 1, &meter);
    agrees(Universe::DeadEnding, &games, &world, &mut trees);
}

#[test]
fn some_known_equalities() {
    let (mut trees, meter) = (Trees::new(), Meter::unlimited());
    let relation = |trees: &mut Trees, g: &str, h: &str, universe| {
        let games = [g, h].map(|text| parse_tree(trees, text, &meter).unwrap());
        compare(trees, games, universe, &meter).unwrap().relation
    };
    // * + * is 0 modulo dicots (Allen), but * is a P-position, and so not invertible modulo dead-ending games (Milley
    // and Renault).
    let found = relation(&mut trees, "*+*", "0", Universe::Dicot);
    assert_eq!(found, Some(Relation::Equal));
    let found = relation(&mut trees, "*+*", "0", Universe::DeadEnding);
    assert_ne!(found, Some(Relation::Equal));
    // Integers are invertible modulo dead-ending games only; they are not dicots.
    let found = relation(&mut trees, "1 + -1", "0", Universe::DeadEnding);
    assert_eq!(found, Some(Relation::Equal));
    assert_eq!(relation(&mut trees, "1 + -1", "0", Universe::Dicot), None);
    let found = relation(&mut trees, "*2+*2", "0", Universe::Dicot);
    assert_ne!(found, Some(Relation::Equal));
}

#[test]
fn bad_games_are_refused_where_they_are_wrong() {
    let (mut trees, meter) = (Trees::new(), Meter::unlimited());
    for (text, place) in [
        ("", 0),
        ("{0}", 2),
        ("{0|*", 4),
        ("{0||*}", 3),
        ("0 0", 2),
        ("*+", 2),
        ("{,|0}", 1),
        ("-", 0),
        ("99999999999", 0),
    ] {
        match parse_tree(&mut trees, text, &meter) {
            Err(TreeError::Expected { at, .. }) => assert_eq!(at, place, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}
