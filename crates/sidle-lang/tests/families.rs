//! Families of rulesets with random parameters, as they are called in the language, against the second
//! implementations of the rules.

mod support;

#[path = "../../sidle-rules/tests/second_rules/rules/mod.rs"]
mod rules;

use fastrand::Rng;
use sidle_core::Player;
use sidle_lang::Session;

use rules::{
    Options,
    boards::{Cell, random_board},
    clobber, col, fox_and_geese, hackenbush,
    heaps::{self, Cakes, Heaps, partitions},
    pairs, toads_and_frogs, turning,
};

const SEED: u64 = 20_260_102;

/// What is between the parentheses of each `Position(…)` in a printed list of options, for each option.
fn elements(list: &str) -> Vec<Vec<String>> {
    let inner = list
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'));
    let inner = inner.unwrap_or_else(|| panic!("{list} is not a list"));
    let (mut elements, mut positions, mut text) = (Vec::new(), Vec::new(), String::new());
    // Other parentheses hold the parameters of rulesets.
    let (mut quoted, mut depth, mut is_position) = (false, 0, false);
    let mut before = String::new();
    for sign in inner.chars() {
        match sign {
            '"' => quoted = !quoted,
            ',' if depth == 0 => elements.push(std::mem::take(&mut positions)),
            ')' if !quoted => {
                depth -= 1;
                if depth == 0 && is_position {
                    positions.push(std::mem::take(&mut text));
                }
            }
            '(' if !quoted => {
                if depth == 0 {
                    is_position = before.ends_with("Position");
                }
                depth += 1;
            }
            _ if depth > 0 && is_position => text.push(sign),
            _ => {}
        }
        before.push(sign);
    }
    if !inner.is_empty() {
        elements.push(positions);
    }
    elements
}

/// Evaluates the options of a position of a ruleset for both players; `join` stands between the parts of a
/// sum.
fn compare(
    ruleset: &str,
    position: &str,
    join: &str,
    normal: impl Fn(&str) -> String,
    second: impl Fn(Player) -> Options,
) {
    let mut session = Session::new();
    for player in Player::BOTH {
        let input = format!("{ruleset}({position}).Options({player:?})");
        let shown = support::evaluate(&mut session, &input);
        let shown = shown.unwrap_or_else(|error| panic!("{input}: {error}"));
        let options = elements(&shown);
        let found: Options = options
            .iter()
            .map(|parts| normal(&parts.join(join)))
            .collect();
        assert_eq!(found, second(player), "{input}");
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A set of some members, not empty.
fn some<T: Clone>(rng: &mut Rng, of: &[T]) -> Vec<T> {
    let mut some: Vec<T> = of.iter().filter(|_| rng.bool()).cloned().collect();
    if some.is_empty() {
        some.push(of[rng.usize(..of.len())].clone());
    }
    some
}

fn list<T: std::fmt::Debug>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("{item:?}")).collect();
    items.join(",").replace(['"', ' '], "")
}

#[test]
fn boards_and_strips() {
    let mut rng = Rng::with_seed(SEED);
    let steps: Vec<Cell> = vec![(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 2), (2, 0)];
    for round in 0..300 {
        let second = clobber::Family {
            directions: some(&mut rng, &steps),
            clobbered: [(); 2].map(|()| some(&mut rng, &[".", "x", "o"]).concat()),
            left_behind: [(); 2].map(|()| ['.', 'x', 'o'][rng.usize(..3)]),
            most: [None, Some(1), Some(2), Some(3)][rng.usize(..4)],
        };
        let value = |letter: char| ".xo".find(letter).expect("a letter").to_string();
        let values = |letters: &String| letters.chars().map(value).collect::<Vec<_>>().join(",");
        let [left, right] = second.clobbered.each_ref().map(values);
        let behind = second.left_behind.map(value);
        let most = second
            .most
            .map_or("inf".to_owned(), |most| most.to_string());
        let ruleset = format!(
            "game.grid.GenClobber([{}], {{Left => {{{left}}}, Right => {{{right}}}}}, {{Left => {}, Right => {}}}, {most})",
            list(&second.directions),
            behind[0],
            behind[1]
        );
        let board = random_board(&mut rng, "..xo", (5, 5));
        compare(&ruleset, &quoted(&board), "", str::to_owned, |player| {
            second.options(&board, player)
        });

        let second = toads_and_frogs::Family {
            slides: (rng.i32(-2..=2), rng.i32(0..=3)),
            most_jumped: rng.u32(0..=3),
            over_friends: rng.bool(),
        };
        let (least, most) = second.slides;
        let ruleset = format!(
            "game.strip.GenToadsAndFrogs({least}, {most}, {}, {})",
            second.most_jumped, second.over_friends
        );
        let strip = random_board(&mut rng, "..ttff", (1, 12));
        compare(&ruleset, &quoted(&strip), "", str::to_owned, |player| {
            second.options(&strip, player)
        });

        let code = ["1-3S", "2+E", "3C(5),1", "1F,2C", "4ES", "1-2,5+C"][round % 6];
        let coins = random_board(&mut rng, "hht", (1, 9));
        for ruleset in [
            format!("game.strip.Turning(\"{code}\")"),
            format!("game.strip.Turning(game.heap.Spawning(\"{code}\"))"),
        ] {
            compare(&ruleset, &quoted(&coins), "", str::to_owned, |_| {
                turning::turning(code, &coins)
            });
        }
    }
}

/// Geese and fox are given and printed by rows and columns, both counted from 1 at the bottom left.
#[test]
fn geese() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..40 {
        let (width, range) = (rng.usize(1..=9), rng.i32(1..=4));
        let ruleset = format!("game.grid.GenFoxAndGeese({width}, {range})");
        let squares = |text: &str| {
            let rows: Vec<&str> = text.split('|').collect();
            let find = |piece: char| {
                let mut squares = Vec::new();
                for (row, letters) in rows.iter().enumerate() {
                    let found = letters.match_indices(piece);
                    squares.extend(found.map(|(column, _)| (rows.len() - row, column + 1)));
                }
                squares.sort();
                squares
            };
            match text {
                "free" => text.to_owned(),
                _ => format!("{{{}}},{}", list(&find('x')), list(&find('o'))),
            }
        };
        for board in fox_and_geese::positions(&mut rng, width, 10) {
            let listed = |player: Player| -> Options {
                let options = fox_and_geese::fox_and_geese(range, &board, player);
                options
                    .iter()
                    .map(|text| squares(text).replace(['(', ')'], ""))
                    .collect()
            };
            let position = squares(&board);
            compare(
                &ruleset,
                &position,
                "",
                |text| text.replace(' ', ""),
                listed,
            );
        }
    }
}

#[test]
fn graphs() {
    let mut rng = Rng::with_seed(SEED);
    let colours = [("l", "Blue"), ("r", "Red"), ("e", "Green")];
    for bush in hackenbush::positions(&mut rng).iter().step_by(40) {
        let childish = some(&mut rng, &colours);
        let named: Vec<String> = childish
            .iter()
            .map(|(_, name)| format!("game.graph.Color.{name}"))
            .collect();
        let letters: String = childish.iter().map(|(letter, _)| *letter).collect();
        let ruleset = format!("game.graph.GenHackenbush([{}])", named.join(","));
        compare(&ruleset, &quoted(bush), "", hackenbush::normal, |player| {
            hackenbush::options(&letters, bush, player)
        });
    }
    let labels = [(".", "Nothing"), ("L", "Left"), ("R", "Right")];
    for graph in col::positions(&mut rng).iter().step_by(10) {
        let permitted = [(); 2].map(|()| some(&mut rng, &labels));
        let named = permitted
            .each_ref()
            .map(|set| list(&set.iter().map(|(_, name)| name).collect::<Vec<_>>()));
        let letters = permitted
            .each_ref()
            .map(|set| set.iter().map(|(letter, _)| *letter).collect::<String>());
        let ruleset = format!("game.graph.GenCol([{}],[{}])", named[0], named[1]);
        compare(&ruleset, &quoted(graph), "", col::normal, |player| {
            col::options([&letters[0], &letters[1]], graph, player)
        });
    }
}

/// A digit of a code: the numbers of heaps that may be left.
fn allowed(mask: usize, rest: u32) -> impl Iterator<Item = Vec<u32>> {
    let all = partitions(rest, rest).into_iter();
    all.filter(move |heaps| mask >> heaps.len() & 1 == 1)
}

/// A random heap game: an expression, and what moves make of a heap.
fn heap_game(rng: &mut Rng) -> (String, Box<dyn Fn(u32) -> Heaps>) {
    let numbers: Vec<u32> = some(rng, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let all_but = rng.bool();
    let set = list(&numbers);
    let taken = move |heap: u32, mask: usize| -> Heaps {
        let sizes = (1..=heap).filter(|n| numbers.contains(n) != all_but);
        sizes.flat_map(|n| allowed(mask, heap - n)).collect()
    };
    match rng.u32(0..5) {
        0 => ("game.heap.Nim".to_owned(), Box::new(heaps::take_any)),
        1 => (
            "game.heap.Kayles".to_owned(),
            Box::new(|heap| {
                (1..=heap.min(2))
                    .flat_map(|n| allowed(7, heap - n))
                    .collect()
            }),
        ),
        2 => (
            format!("game.heap.Subtraction({{{set}}}, {all_but})"),
            Box::new(move |heap| taken(heap, 3)),
        ),
        3 => (
            format!("game.heap.Splittles({{{set}}}, {all_but})"),
            Box::new(move |heap| taken(heap, 7)),
        ),
        _ => {
            // Tokens may be taken, or a heap be split without.
            let split = [0, 4, 8, 12][rng.usize(..4)];
            let digits: Vec<usize> = (0..rng.usize(1..=4)).map(|_| rng.usize(..16)).collect();
            let shown: String = digits.iter().map(|digit| format!("{digit:x}")).collect();
            let code = format!("game.heap.TakeAndBreak(\"{split:x}.{shown}\")");
            let moves = move |heap: u32| -> Heaps {
                let places = (0..=heap).zip([split].into_iter().chain(digits.iter().copied()));
                places
                    .flat_map(|(n, mask)| allowed(mask, heap - n))
                    .collect()
            };
            (code, Box::new(moves))
        }
    }
}

#[test]
fn heaps_and_cakes() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..150 {
        let [(left, second_left), (right, second_right)] =
            [heap_game(&mut rng), heap_game(&mut rng)];
        let heap = rng.u32(0..=11).to_string();
        compare(&left, &heap, ",", heaps::normal, |player| {
            heaps::heap_game([&second_left, &second_left], &heap, player)
        });
        compare(
            &format!("game.heap.PartizanHeapRuleset({left}, {right})"),
            &heap,
            ",",
            heaps::normal,
            |player| heaps::heap_game([&second_left, &second_right], &heap, player),
        );
        let turned = rng.bool();
        let cakes = Cakes {
            rules: [&second_left, &second_right],
            turned,
        };
        let ruleset = format!("game.heap.GenCutcake({left}, {right}, {turned})");
        let cake = format!("{},{}", rng.u32(0..=7), rng.u32(0..=7));
        compare(
            &ruleset,
            &format!("({cake})"),
            ";",
            |text| cakes.normal(text),
            |player| cakes.options(&cake, player),
        );
        // Numbers taken from sets, by each player.
        let [left, right] = [(); 2].map(|()| some(&mut rng, &[1, 2, 3, 4, 6]));
        let all_but = rng.bool();
        for (name, mask) in [("Subtraction", 3), ("Splittles", 7)] {
            let taken = |set: &[u32], heap: u32| -> Heaps {
                let sizes = (1..=heap).filter(|n| set.contains(n) != all_but);
                sizes.flat_map(|n| allowed(mask, heap - n)).collect()
            };
            let ruleset = format!(
                "game.heap.Partizan{name}({{{}}}, {{{}}}, {all_but})",
                list(&left),
                list(&right)
            );
            compare(&ruleset, &heap, ",", heaps::normal, |player| {
                heaps::heap_game([&|n| taken(&left, n), &|n| taken(&right, n)], &heap, player)
            });
        }
    }
}

#[test]
fn pairs_of_numbers() {
    let mut rng = Rng::with_seed(SEED);
    for _ in 0..150 {
        let (a, b) = (rng.u32(0..=3), rng.u32(0..=4));
        let pair = format!("{},{}", rng.u32(0..=9), rng.u32(0..=9));
        let position = format!("({pair})");
        let same = str::to_owned;
        compare(
            &format!("game.heap.GenWythoff(k -> {a}*k+{b})"),
            &position,
            "",
            same,
            |_| pairs::wythoff_with(|k| a * k + b, &pair),
        );
        let predicate = format!("game.heap.GenMem((memory, n) -> ({a}*memory + n) % 3 != {b})");
        compare(&predicate, &position, "", same, |_| {
            pairs::memory(|memory, n| (a * memory + n) % 3 != b, &pair)
        });
        compare(
            &format!("game.heap.TakeAway(n -> {a}*n+{b})"),
            &position,
            "",
            same,
            |_| pairs::memory(|memory, n| n <= a * memory + b, &pair),
        );
        let quarters = rng.u32(1..=14);
        compare(
            &format!("game.heap.TakeAway({quarters}/4)"),
            &position,
            "",
            same,
            |_| pairs::memory(|memory, n| 4 * n <= quarters * memory, &pair),
        );
    }
}
