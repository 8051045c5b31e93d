//! Families of rulesets with random parameters, and variants.

use std::sync::Arc;

use fastrand::Rng;
use sidle_core::{Dyadic, Player, Rules};
use sidle_rules::{
    Domineering, Ruleset, ToadsAndFrogs,
    card::{Family, Visitor},
    graph::{ColFamily, Hackenbush},
    grid::{Amazons, ClobberFamily, FoxAndGeese, HareAndHounds},
    heap::{Cutcake, HeapGame, HeapRule, Memory, MemoryRule, Numbers, Wythoff},
    strip::{Turning, TurningCode},
    variant::{Dicotic, Impartial, Twisted, TwistedPosition},
};

use crate::{
    SEED, compare,
    rules::{
        Options, amazons,
        boards::{Cell, boards, compass, random_board, strips},
        clobber, col, domineering, fox_and_geese, hackenbush, hare_and_hounds,
        heaps::{self, Cakes, Heaps, partitions},
        pairs, toads_and_frogs, turning,
    },
};

/// The families whose random members are compared below, by their classes.
const COMPARED: &[&str] = &[
    "game.graph.GenCol",
    "game.graph.GenHackenbush",
    "game.grid.GenClobber",
    "game.grid.GenFoxAndGeese",
    "game.grid.GenHareAndHounds",
    "game.strip.GenToadsAndFrogs",
    "game.strip.Turning",
];

/// Families all of whose members have names, which are compared one by one.
const NAMED: &[&str] = &["game.graph.GenArcKayles"];

struct WithParameters(Vec<&'static str>);

impl Visitor for WithParameters {
    fn family<F: Family>(&mut self) {
        if !F::CARD.parameters.is_empty() {
            self.0.push(F::CARD.class);
        }
    }
}

/// A family with parameters that is added to the registry needs a test of random members here.
#[test]
fn every_family_with_parameters_is_compared() {
    let mut found = WithParameters(Vec::new());
    sidle_rules::families(&mut found);
    found.0.sort_unstable();
    let mut known = [COMPARED, NAMED].concat();
    known.sort_unstable();
    assert_eq!(found.0, known);
}

fn some<T: Copy>(rng: &mut Rng, of: &[T]) -> Vec<T> {
    let mut some: Vec<T> = of.iter().copied().filter(|_| rng.bool()).collect();
    if some.is_empty() {
        some.push(of[rng.usize(..of.len())]);
    }
    some
}

/// A set of letters, and as bits.
fn set(rng: &mut Rng, letters: &str) -> (String, u8) {
    let places: Vec<usize> = (0..letters.len()).collect();
    let places = some(rng, &places);
    let word = places
        .iter()
        .map(|&place| &letters[place..=place])
        .collect();
    (word, places.iter().map(|place| 1 << place).sum())
}

#[test]
fn clobber() {
    let mut rng = Rng::with_seed(SEED);
    let knights = clobber::Family::knights().directions;
    let steps: Vec<Cell> = [compass(), knights, vec![(2, 0), (0, -3), (2, 2)]].concat();
    for _ in 0..60 {
        let [left, right] = [set(&mut rng, ".xo"), set(&mut rng, ".xo")];
        let behind = [rng.u8(0..3), rng.u8(0..3)];
        let most = [None, Some(1), Some(2), Some(3)][rng.usize(..4)];
        let second = clobber::Family {
            directions: some(&mut rng, &steps),
            clobbered: [left.0, right.0],
            left_behind: behind.map(|value| ['.', 'x', 'o'][usize::from(value)]),
            most: most.map(|most| most as i32),
        };
        let game = ClobberFamily::new(second.directions.clone(), [left.1, right.1], behind, most);
        let positions: Vec<String> = (0..100)
            .map(|_| random_board(&mut rng, "..xo", (7, 7)))
            .collect();
        compare(&game, &positions, str::to_owned, |text, player| {
            second.options(text, player)
        });
    }
}

#[test]
fn toads_and_frogs() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..120 {
        let game = ToadsAndFrogs::<1> {
            min_slide: rng.i32(-3..=3),
            max_slide: rng.i32(-1..=4),
            max_jump: rng.u32(0..=4),
            allow_friendly_jump: rng.bool(),
        };
        let second = toads_and_frogs::Family {
            slides: (game.min_slide, game.max_slide),
            most_jumped: game.max_jump,
            over_friends: game.allow_friendly_jump,
        };
        let mut positions = strips(&mut rng, ".tf", 4, 40, 60);
        compare_strips(&game, &positions, second);
        positions.push(random_board(&mut rng, ".ttff", (1, 150)));
        compare_strips(&game.resized::<3>(), &positions, second);
    }
}

fn compare_strips<const N: usize>(
    game: &ToadsAndFrogs<N>,
    positions: &[String],
    second: toads_and_frogs::Family,
) {
    compare(game, positions, str::to_owned, |text, player| {
        second.options(text, player)
    });
}

#[test]
fn fox_and_geese() {
    let mut rng = Rng::with_seed(SEED);
    for width in 1..=11 {
        for range in 1..=4 {
            let game = FoxAndGeese::new(width, range).expect("a board");
            let positions = fox_and_geese::positions(&mut rng, width as usize, 150);
            compare(&game, &positions, fox_and_geese::judged, |text, player| {
                fox_and_geese::fox_and_geese(range as i32, text, player)
            });
        }
    }
}

#[test]
fn hare_and_hounds() {
    let mut rng = Rng::with_seed(SEED);
    for columns in [3, 5, 7, 9, 11, 41] {
        let game = HareAndHounds::new(columns).expect("a board");
        let positions = hare_and_hounds::positions(&mut rng, columns.into(), 400);
        compare(
            &game,
            &positions,
            hare_and_hounds::judged,
            hare_and_hounds::hare_and_hounds,
        );
    }
}

#[test]
fn turning() {
    let mut rng = Rng::with_seed(SEED);
    for number in 0..80 {
        // Codes of neighbours alone are listed by other code.
        let rows = number % 4 == 0;
        // So are codes of equal steps alone.
        let steps = number % 4 == 1;
        let element = |rng: &mut Rng| {
            let least = rng.u32(1..=4);
            let numbers = match rng.u32(0..3) {
                0 => least.to_string(),
                1 => format!("{least}-{}", least + rng.u32(0..=3)),
                _ => format!("{least}+"),
            };
            let within = format!("C({})", rng.u32(1..=6));
            let modifiers = ["", "", "C", "E", "S", "F", &within, "ES", "SF"];
            let row = format!("C{within}");
            let modifiers = match (rows, steps) {
                (true, _) => &["C", "CF", &row][..],
                (_, true) => &["E", "EF", "ES"],
                _ => &modifiers,
            };
            format!("{numbers}{}", modifiers[rng.usize(..modifiers.len())])
        };
        let elements: Vec<String> = (0..rng.usize(1..=3)).map(|_| element(&mut rng)).collect();
        // A code that never turns one coin has moves from two coins on only.
        let first = match (rows, steps) {
            (true, _) => "1CF",
            (_, true) => "1EF",
            _ => "1F",
        };
        let code = format!("{},{first}", elements.join(","));
        let game = Turning::new(
            code.parse::<TurningCode>()
                .unwrap_or_else(|e| panic!("{code}: {e}")),
        );
        let positions = strips(&mut rng, "hht", 4, 9, 25);
        compare(&game, &positions, str::to_owned, |text, _| {
            turning::turning(&code, text)
        });
    }
}

#[test]
fn hackenbush() {
    let mut rng = Rng::with_seed(SEED);
    let bushes = hackenbush::positions(&mut rng);
    for childish in 0..8u8 {
        let colours: String = (0..3)
            .filter(|i| childish >> i & 1 == 1)
            .map(|i| ["l", "r", "e"][i])
            .collect();
        let few: Vec<String> = bushes
            .iter()
            .skip(childish.into())
            .step_by(8)
            .cloned()
            .collect();
        compare(
            &Hackenbush::new(childish << 1),
            &few,
            hackenbush::normal,
            |text, player| hackenbush::options(&colours, text, player),
        );
    }
}

#[test]
fn col() {
    let mut rng = Rng::with_seed(SEED);
    let graphs = col::positions(&mut rng);
    for number in 0..30 {
        let [left, right] = [set(&mut rng, ".LR"), set(&mut rng, ".LR")];
        let few: Vec<String> = graphs.iter().skip(number % 9).step_by(9).cloned().collect();
        compare(
            &ColFamily::new([left.1, right.1]),
            &few,
            col::normal,
            |text, player| col::options([&left.0, &right.0], text, player),
        );
    }
}

/// A rule for a heap, and the same once more.
fn rule(rng: &mut Rng) -> (HeapRule, Box<dyn Fn(u32) -> Heaps>) {
    let mut listed: Vec<u32> = (0..rng.usize(1..=4)).map(|_| rng.u32(0..=6)).collect();
    let all_but = rng.bool();
    let numbers = Numbers::new(listed.clone(), all_but);
    if all_but {
        // Everything else that is positive.
        listed.push(0);
    }
    let taken = move |heap: u32, most: usize| -> Heaps {
        let sizes = (0..=heap).filter(|n| heap > 0 && listed.contains(n) != all_but);
        let left = sizes.flat_map(|n| partitions(heap - n, heap - n));
        left.filter(|heaps| heaps.len() <= most).collect()
    };
    match rng.u32(0..7) {
        0 => (HeapRule::Any, Box::new(heaps::take_any)),
        1 => (HeapRule::SplitInTwo, Box::new(heaps::split_in_two)),
        2 => (HeapRule::SplitEqually, Box::new(heaps::split_equally)),
        3 => (HeapRule::eatcake(), Box::new(heaps::eat)),
        4 => (
            HeapRule::Take(numbers),
            Box::new(move |heap| taken(heap, 1)),
        ),
        5 => (
            HeapRule::TakeAndSplit(numbers),
            Box::new(move |heap| taken(heap, 2)),
        ),
        _ => {
            let list = |heap: u32| taken(heap, 3).into_iter().map(Into::into).collect();
            let options = (0..=20).map(list).collect();
            let name = "a list".into();
            let rule = HeapRule::Listed { name, options };
            (
                rule,
                Box::new(move |heap| {
                    if heap <= 20 {
                        taken(heap, 3)
                    } else {
                        Heaps::new()
                    }
                }),
            )
        }
    }
}

#[test]
fn heap_games() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..40 {
        let [(left, second_left), (right, second_right)] = [rule(&mut rng), rule(&mut rng)];
        let game = HeapGame::new(left, right, "a heap game");
        let positions = heaps::positions(&mut rng);
        compare(&game, &positions[..200], heaps::normal, |text, player| {
            heaps::heap_game([&second_left, &second_right], text, player)
        });
    }
}

#[test]
fn cakes() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..40 {
        let [(left, second_left), (right, second_right)] = [rule(&mut rng), rule(&mut rng)];
        let turned = rng.bool();
        let cakes = Cakes {
            rules: [&second_left, &second_right],
            turned,
        };
        let game = Cutcake::new(left, right, turned);
        let positions: Vec<String> = (0..40)
            .map(|_| format!("{},{}", rng.u32(0..=9), rng.u32(0..=9)))
            .collect();
        compare(
            &game,
            &positions,
            |text| cakes.normal(text),
            |text, player| cakes.options(text, player),
        );
    }
}

#[test]
fn wythoff() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..30 {
        let positions = heaps::pairs(&mut rng, 8, 20);
        let c = rng.u32(0..=5);
        compare(&Wythoff::plus(c), &positions, str::to_owned, |text, _| {
            pairs::wythoff_with(|k| k + c, text)
        });
        let bounds: Vec<u32> = (0..rng.usize(0..=8)).map(|_| rng.u32(0..=20)).collect();
        let game = Wythoff::listed(bounds.clone(), "bounds");
        compare(&game, &positions, str::to_owned, |text, _| {
            pairs::wythoff_with(|k| bounds.get(k as usize - 1).copied().unwrap_or(0), text)
        });
    }
}

#[test]
fn memory() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..30 {
        let positions = heaps::pairs(&mut rng, 8, 20);
        let quarters = rng.i64(1..=12);
        let game = Memory::take_away(Dyadic::new(quarters, 2));
        compare(&game, &positions, str::to_owned, |text, _| {
            pairs::memory(
                |memory, a| i64::from(4 * a) <= i64::from(memory) * quarters,
                text,
            )
        });
        let table: Vec<Vec<bool>> = (0..=60)
            .map(|_| (0..60).map(|_| rng.bool()).collect())
            .collect();
        let rule = MemoryRule::Listed {
            start: (0, table[0].clone().into()),
            rest: Arc::from(&table[1..]),
        };
        compare(
            &Memory::new(rule, "a table"),
            &positions,
            str::to_owned,
            |text, _| pairs::memory(|memory, a| table[memory as usize][a as usize - 1], text),
        );
    }
}

/// The variants of a game, from its options: with the moves of both, with moves only where both have some,
/// and with sides that change.
#[test]
fn variants() {
    let mut rng = Rng::with_seed(SEED);
    let fields = boards(&mut rng, "...#", 6, (5, 5), 200);
    variants_of(&Domineering::<1>, &fields, domineering::domineering);
    let walls = boards(&mut rng, "..xo#", 3, (3, 4), 100);
    variants_of(&Amazons, &walls, amazons::amazons);
}

fn variants_of<R: Ruleset + Clone>(
    game: &R,
    positions: &[String],
    second: fn(&str, Player) -> Options,
) {
    let same = str::to_owned;
    compare(&Impartial(game.clone()), positions, same, |text, player| {
        &second(text, player) | &second(text, -player)
    });
    compare(
        &Dicotic(game.clone()),
        positions,
        same,
        |text, player| match second(text, -player).is_empty() {
            true => Options::new(),
            false => second(text, player),
        },
    );
    // `~` says that the players have exchanged their sides.
    let twisted = Twisted(game.clone());
    let written = |at: &TwistedPosition<R::Position>| {
        let mut text = String::new();
        twisted.write(at, &mut text).expect("a text");
        text
    };
    compare(&twisted, positions, same, |text, player| {
        let options = second(text, player);
        options.iter().map(|option| format!("~{option}")).collect()
    });
    for position in positions {
        let at = twisted.parse(position).expect("a position");
        for exchanged in twisted.collect_options(&at, Player::Left) {
            let text = written(&exchanged);
            for player in Player::BOTH {
                let options = twisted.collect_options(&exchanged, player);
                let options: Options = options.iter().map(written).collect();
                assert_eq!(options, second(&text[1..], -player), "{text}: {player:?}");
            }
        }
    }
}
