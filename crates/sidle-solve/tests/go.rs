//! Kos: the published values, both ways to a value, and laws on small boards.

mod kos;

use sidle_core::{Dyadic, Meter, Player};
use sidle_rules::go::{Diagram, Suicide};
use sidle_solve::go::{
    GoRegion, KoGame, KoRules, Kos, TripleKo, TriplePosition, sidle_ko, value_of_ko,
};
use sidle_values::{
    Game, Store,
    loopy::{LoopyValue, SideForm},
};

const GAMES: [KoGame; 3] = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];

fn ko_value(
    store: &Store,
    points: &[i64],
    state: &str,
    last: Option<usize>,
    game: KoGame,
) -> LoopyValue {
    let kos = Kos::new(points.to_vec());
    let start = kos.position(state, last).expect("a position");
    let answer = value_of_ko(&kos, &start, game, store, &Meter::unlimited());
    answer.expect("a value").value
}

fn switch(store: &Store, left: i64, right: i64) -> Game {
    store.game(&[store.integer(left)], &[store.integer(right)])
}

fn short(form: SideForm) -> Option<Game> {
    form.stopper().and_then(|stopper| stopper.short())
}

/// A single k-point ko (Moews, Figure 4, and the same for the other two games).
#[test]
fn single_kos() {
    let store = Store::new();
    for k in [1, 3, 7, 20] {
        let number = |n: i64| store.integer(n);
        let table = [
            (KoGame::PhiLeft, "A", None, number(k + 1)),
            (KoGame::PhiLeft, "B", None, switch(&store, k + 1, 0)),
            (KoGame::PhiLeft, "A", Some(1), number(k + 1)),
            (KoGame::PhiLeft, "B", Some(1), switch(&store, k + 1, 0)),
            (KoGame::PhiRight, "A", None, switch(&store, k, -1)),
            (KoGame::PhiRight, "B", None, number(-1)),
            (KoGame::PhiRight, "A", Some(1), switch(&store, k, -1)),
            (KoGame::PhiRight, "B", Some(1), number(-1)),
            (KoGame::Phi, "A", None, switch(&store, k, -1)),
            (KoGame::Phi, "B", None, switch(&store, k + 1, 0)),
            (KoGame::Phi, "A", Some(1), number(k + 1)),
            (KoGame::Phi, "B", Some(1), number(-1)),
        ];
        for (game, state, last, expected) in table {
            let found = ko_value(&store, &[k], state, last, game).short();
            assert_eq!(found, Some(expected), "{game:?} {state} {last:?} {k}");
        }
    }
}

/// Moews, §5: the one-point and the seven-point ko, by both ways and with his Table 1.
#[test]
fn two_kos() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let number = |n: i64| store.integer(n);
    let expected = store.game(&[number(7)], &[switch(&store, 2, 0)]);
    let kos = Kos::new(vec![1, 7]);
    let start = kos.position("BB", Some(1)).expect("a position");
    let answer = value_of_ko(&kos, &start, KoGame::PhiLeft, &store, &meter).expect("a value");
    assert_eq!(answer.value.short(), Some(expected));
    let [onside, offside] =
        sidle_ko(&kos, &start, KoGame::PhiLeft, 100, &store, &meter).expect("approximations");
    for table in [&onside, &offside] {
        assert_eq!(table.value, Some(answer.value.onside()));
    }
    let row = onside.rows.iter().find(|row| row.place == [2, 1]);
    let row = row.expect("K_21");
    let column = |name: &str| {
        let at = onside.positions.iter().position(|p| p == name);
        row.values[at.expect("a column")]
    };
    let loopy = store.loopy();
    let on_or = |right: Game| SideForm::from(loopy.plain(&[loopy.on()], &[right.into()]));
    assert_eq!(column("BB[1]"), on_or(switch(&store, 2, 0)));
    assert_eq!(column("AB[1]"), on_or(number(2)));
    assert_eq!(short(column("AA[2]")), Some(number(10)));
}

/// Moews, Figure 12: `{{V|}|W}` and `{|W}`.
#[test]
fn triple_kos() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    for (v, w) in [(10, -10), (3, -5), (0, 0), (5, 2), (100, -1)] {
        let rules = TripleKo {
            left_wins: v,
            right_wins: w,
        };
        let number = |n: i64| store.integer(n);
        let onside = store.game(&[store.game(&[number(v)], &[])], &[number(w)]);
        let offside = store.game(&[], &[number(w)]);
        let start = TriplePosition::Abc;
        let answer = value_of_ko(&rules, &start, KoGame::Phi, &store, &meter).expect("a value");
        assert_eq!(short(answer.value.onside()), Some(onside), "{v}, {w}");
        assert_eq!(short(answer.value.offside()), Some(offside), "{v}, {w}");
    }
}

/// `φ_L >= φ >= φ_R`, and sidling agrees with the engine.
fn assert_order_and_sidling<R: KoRules>(
    rules: &R,
    start: &R::Position,
    store: &Store,
    what: &str,
) -> [LoopyValue; 3] {
    let meter = Meter::unlimited();
    let values = GAMES.map(|game| {
        let answer = value_of_ko(rules, start, game, store, &meter);
        answer
            .unwrap_or_else(|error| panic!("{what}: {error}"))
            .value
    });
    let [phi, left, right] = values;
    let le = |a, b| store.loopy().try_le_values(a, b, &meter);
    assert_eq!(
        (le(right, phi), le(phi, left)),
        (Ok(true), Ok(true)),
        "{what}"
    );
    for (value, game) in values.into_iter().zip(GAMES) {
        let tables = sidle_ko(rules, start, game, 100, store, &meter).expect("approximations");
        for (table, engine) in tables.iter().zip([value.onside(), value.offside()]) {
            assert_eq!(
                table.value,
                Some(engine),
                "{what}, {game:?}, {:?}",
                table.side
            );
        }
    }
    values
}

#[test]
fn laws_of_two_and_three_kos() {
    let store = Store::new();
    for points in [&[1, 2][..], &[3, 1], &[2, 2], &[1, 2, 3]] {
        kos::every_position(points, |kos, start, what| {
            assert_order_and_sidling(kos, start, &store, what);
        });
    }
}

/// All positions of regions of one to three points in a row, in several surroundings: the laws above,
/// and the exchange of colours negates.
#[test]
fn all_small_corridors() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let (mut checked, mut unread) = (0, 0);
    for length in 1..=3u32 {
        for cells in 0..3usize.pow(length) {
            let letter = |i: u32| ['.', 'X', 'O'][cells / 3usize.pow(i) % 3];
            let middle: String = (0..length).map(letter).collect();
            for frame in ["BBBW", "BWBW", "#WBW", "BWBB", "#W#B"] {
                let f: Vec<char> = frame.chars().collect();
                let wall = |c: char| c.to_string().repeat(length as usize);
                let rows = format!(
                    "#{}#\n{}{middle}{}\n#{}#\n",
                    wall(f[0]),
                    f[2],
                    f[3],
                    wall(f[1])
                );
                let Ok(diagram) = Diagram::parse(&rows) else {
                    unread += 1;
                    continue;
                };
                let suicide = Suicide::Forbidden;
                let region = &diagram.region;
                let rules = GoRegion { region, suicide };
                checked += 1;
                let values = assert_order_and_sidling(&rules, &diagram.stones, &store, &rows);
                let swapped = &diagram.region.swapped();
                let mirror = GoRegion {
                    region: swapped,
                    suicide,
                };
                let stones = diagram.stones.swapped();
                let games = [KoGame::Phi, KoGame::PhiRight, KoGame::PhiLeft];
                for (value, game) in values.into_iter().zip(games) {
                    let other = value_of_ko(&mirror, &stones, game, &store, &meter);
                    let negative = store.loopy().negative_value(value);
                    assert_eq!(negative, other.expect("a value").value, "{rows} {game:?}");
                }
            }
        }
    }
    // Stones without liberties are not a position.
    assert_eq!((checked, unread), (177, 18));
}

/// Territory is worth its points and a dead stone two, by play alone.
#[test]
fn territory_counts_itself() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    for (rows, points) in [
        ("BBB\nB.B\nBBB\n", 1),
        ("BBBB\nB..B\nBBBB\n", 2),
        ("BBBBB\nB...B\nBBBBB\n", 3),
        ("BBBB\nBO.B\nBBBB\n", 3),
        ("WWWW\nW..W\nWWWW\n", -2),
    ] {
        let diagram = Diagram::parse(rows).expect("a diagram");
        let rules = GoRegion {
            region: &diagram.region,
            suicide: Suicide::Forbidden,
        };
        for game in GAMES {
            let answer = value_of_ko(&rules, &diagram.stones, game, &store, &meter);
            let value = answer.expect("a value").value;
            assert_eq!(value.short(), Some(store.integer(points)), "{rows}");
        }
    }
}

/// A plain implementation of the rules on an array of letters.
fn naive_play(rows: &[Vec<char>], at: (usize, usize), player: Player) -> Option<Vec<Vec<char>>> {
    let (mine, home, yours, away) = match player {
        Player::Left => ('X', 'B', 'O', 'W'),
        Player::Right => ('O', 'W', 'X', 'B'),
    };
    if rows[at.0][at.1] != '.' {
        return None;
    }
    let mut board = rows.to_vec();
    board[at.0][at.1] = mine;
    let near = |(r, c): (usize, usize)| {
        [
            (r.wrapping_sub(1), c),
            (r + 1, c),
            (r, c.wrapping_sub(1)),
            (r, c + 1),
        ]
        .into_iter()
        .filter(|&(r, c)| r < rows.len() && c < rows[0].len())
    };
    // The group around a stone, if it has no liberty.
    let dead = |board: &[Vec<char>], start: (usize, usize), colour: char, home: char| {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&place) = group.get(next) {
            next += 1;
            for (r, c) in near(place) {
                if board[r][c] == '.' || board[r][c] == home {
                    return None;
                }
                if board[r][c] == colour && !group.contains(&(r, c)) {
                    group.push((r, c));
                }
            }
        }
        Some(group)
    };
    for place in near(at) {
        if board[place.0][place.1] == yours
            && let Some(group) = dead(&board, place, yours, away)
        {
            group.iter().for_each(|&(r, c)| board[r][c] = '.');
        }
    }
    dead(&board, at, mine, home).is_none().then_some(board)
}

/// Every move of every position of a small region, against the plain implementation.
#[test]
fn moves_equal_a_plain_implementation() {
    let (mut checked, mut unread) = (0, 0);
    for frame in ["BWB\nW??\n??W\n#BW\n", "##W#\nB??W\nB??#\n#BB#\n"] {
        for cells in 0..3usize.pow(4) {
            let mut rest = cells;
            let mut fill = |c: char| match c {
                '?' => {
                    let letter = ['.', 'X', 'O'][rest % 3];
                    rest /= 3;
                    letter
                }
                c => c,
            };
            let text: String = frame.chars().map(&mut fill).collect();
            let Ok(diagram) = Diagram::parse(&text) else {
                unread += 1;
                continue;
            };
            checked += 1;
            let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
            let width = diagram.region.width();
            for point in 0..diagram.region.points() as u8 {
                let place = diagram.place_of(point);
                for player in Player::BOTH {
                    let suicide = Suicide::Forbidden;
                    let played = diagram.region.play(&diagram.stones, player, point, suicide);
                    let found = played.map(|played| {
                        let stones = played.stones.without_ban();
                        let after = Diagram {
                            stones,
                            ..diagram.clone()
                        };
                        after.to_string()
                    });
                    let expected = naive_play(&rows, (place / width, place % width), player);
                    let expected = expected.map(|board| {
                        let row = |row: &Vec<char>| row.iter().chain(&['\n']).collect::<String>();
                        board.iter().map(row).collect::<String>()
                    });
                    assert_eq!(found, expected, "{text} {point} {player:?}");
                }
            }
        }
    }
    assert_eq!((checked, unread), (139, 23));
}

/// Chilled, a corridor of n points that is open at one end is worth n - 2 + 2^(1-n) (Berlekamp and Wolfe).
#[test]
fn blocked_corridors_are_numbers_when_chilled() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    for length in 1..=8i64 {
        let wall = "B".repeat(length as usize);
        let points = ".".repeat(length as usize);
        let rows = format!("#{wall}#\nB{points}W\n#{wall}#\n");
        let diagram = Diagram::parse(&rows).expect("a diagram");
        let rules = GoRegion {
            region: &diagram.region,
            suicide: Suicide::Forbidden,
        };
        let answer = value_of_ko(&rules, &diagram.stones, KoGame::Phi, &store, &meter);
        let game = answer
            .expect("a value")
            .value
            .short()
            .expect("a short game");
        let chilled = store.cool(game, &Dyadic::from(1)).expect("cooling by 1");
        let expected = &Dyadic::from(length - 2) + &Dyadic::new(1, length as u32 - 1);
        assert_eq!(store.as_number(chilled), Some(expected), "{length}");
    }
}
