//! Go: legal moves a second against a plain array, the largest regions that are valued within a time, and
//! states a second of the sidling.
//!
//! A number on the command line is the time for each kind of region in seconds (5 if there is none).
#![allow(missing_docs, clippy::print_stdout)]

use std::time::Duration;

use cpu_time::ProcessTime;
use sidle_core::{Meter, Player};
use sidle_rules::go::{Diagram, Stones, Suicide};
use sidle_solve::go::{GoRegion, KoGame, Kos, sidle_ko, value_of_ko};
use sidle_values::Store;

const SIDE: usize = 7;

/// Positions of random play on a square.
fn positions(diagram: &Diagram, count: usize) -> Vec<Stones> {
    let mut random = fastrand::Rng::with_seed(14);
    let mut all = Vec::new();
    let mut at = Stones::default();
    let mut player = Player::Left;
    while all.len() < count {
        all.push(at);
        let point = random.usize(..SIDE * SIDE) as u8;
        let played = diagram.region.play(&at, player, point, Suicide::Forbidden);
        at = match played {
            Some(played) if !played.banned => played.stones,
            _ if random.usize(..60) == 0 => Stones::default(),
            _ => at,
        };
        player = -player;
    }
    all
}

/// The same rules on an array of bytes with an edge: 0 empty, 1 and 2 stones, 3 the edge.
mod plain {
    use super::SIDE;

    pub(super) const WIDTH: usize = SIDE + 2;
    pub(super) type Board = [u8; WIDTH * WIDTH];
    const NEAR: [usize; 4] = [WIDTH, 1, WIDTH * WIDTH - WIDTH, WIDTH * WIDTH - 1];

    fn near(at: usize) -> impl Iterator<Item = usize> {
        NEAR.into_iter()
            .map(move |step| (at + step) % (WIDTH * WIDTH))
    }

    fn has_liberty(board: &Board, start: usize) -> bool {
        let colour = board[start];
        let mut seen = [false; WIDTH * WIDTH];
        let mut todo = vec![start];
        seen[start] = true;
        while let Some(at) = todo.pop() {
            for next in near(at) {
                if board[next] == 0 {
                    return true;
                }
                if board[next] == colour && !seen[next] {
                    seen[next] = true;
                    todo.push(next);
                }
            }
        }
        false
    }

    pub(super) fn is_legal(board: &Board, at: usize, colour: u8) -> bool {
        if board[at] != 0 {
            return false;
        }
        let mut after = *board;
        after[at] = colour;
        let captures = near(at).any(|next| after[next] == 3 - colour && !has_liberty(&after, next));
        captures || has_liberty(&after, at)
    }
}

fn array_of(stones: &Stones) -> plain::Board {
    let mut board = [3; plain::WIDTH * plain::WIDTH];
    for point in 0..SIDE * SIDE {
        let bit = |player: usize| stones.of[player] >> point & 1;
        let at = (point / SIDE + 1) * plain::WIDTH + point % SIDE + 1;
        board[at] = if bit(0) == 1 { 1 } else { 2 * bit(1) as u8 };
    }
    board
}

fn generation() {
    let rows: Vec<String> = (0..SIDE).map(|_| ".".repeat(SIDE)).collect();
    let diagram = Diagram::parse(&(rows.join("\n") + "\n")).expect("an empty square");
    let all = positions(&diagram, 40_000);
    let begin = ProcessTime::now();
    let mut moves = 0;
    for stones in &all {
        for player in Player::BOTH {
            for point in 0..(SIDE * SIDE) as u8 {
                let played = diagram
                    .region
                    .play(stones, player, point, Suicide::Forbidden);
                moves += usize::from(played.is_some());
            }
        }
    }
    let words = begin.elapsed();
    let boards: Vec<plain::Board> = all.iter().map(array_of).collect();
    let begin = ProcessTime::now();
    let mut again = 0;
    for board in &boards {
        for colour in [1, 2] {
            for at in 0..board.len() {
                again += usize::from(plain::is_legal(board, at, colour));
            }
        }
    }
    let array = begin.elapsed();
    assert_eq!(moves, again, "the two implementations agree");
    let rate = |time: Duration| all.len() as f64 / time.as_secs_f64();
    println!(
        "| legal moves of both players, {SIDE}×{SIDE} | {} positions, {moves} moves | {:.0} ms | {:.0} positions/s | plain array: {:.0} ms, {:.0} positions/s |",
        all.len(),
        words.as_secs_f64() * 1e3,
        rate(words),
        array.as_secs_f64() * 1e3,
        rate(array),
    );
}

/// Values larger and larger regions until one takes longer than allowed.
fn largest(name: &str, limit: Duration, region: impl Fn(usize) -> Option<String>) {
    let mut best = None;
    for size in 1.. {
        let Some(text) = region(size) else { break };
        let diagram = Diagram::parse(&text).expect("a region");
        let rules = GoRegion {
            region: &diagram.region,
            suicide: Suicide::Forbidden,
        };
        let store = Store::new();
        let begin = ProcessTime::now();
        let clock = move || begin.elapsed();
        let meter = Meter::new().with_deadline(clock, limit);
        let found = value_of_ko(&rules, &diagram.stones, KoGame::PhiLeft, &store, &meter);
        let time = begin.elapsed();
        match found {
            Ok(answer) => best = Some((diagram.region.points(), answer.states, time)),
            Err(_) => break,
        }
        if time * 4 > limit * 3 {
            break;
        }
    }
    match best {
        Some((points, states, time)) => println!(
            "| largest {name} within {} s, phi-left | {points} points, {states} positions | {:.2} s | {:.0} positions/s | |",
            limit.as_secs(),
            time.as_secs_f64(),
            states as f64 / time.as_secs_f64()
        ),
        None => println!(
            "| largest {name} within {} s | none | | | |",
            limit.as_secs()
        ),
    }
}

/// A corridor of black walls that is open for White at one end.
fn corridor(length: usize) -> Option<String> {
    if length > 60 {
        return None;
    }
    let wall = format!("#{}#", "B".repeat(length));
    Some(format!("{wall}\nB{}W\n{wall}\n", ".".repeat(length)))
}

/// A room of black walls with two rows and a white gate.
fn room(length: usize) -> Option<String> {
    if length > 30 {
        return None;
    }
    let wall = format!("#{}#", "B".repeat(length));
    let (upper, lower) = (
        format!("B{}W", ".".repeat(length)),
        format!("B{}B", ".".repeat(length)),
    );
    Some(format!("{wall}\n{upper}\n{lower}\n{wall}\n"))
}

/// A corridor with a ko at its end.
fn ko_corridor(length: usize) -> Option<String> {
    if length > 60 {
        return None;
    }
    let middle = ".".repeat(length);
    let wall = "B".repeat(length);
    Some(format!("#BW{wall}#\nBO.{middle}W\n#BW{wall}#\n"))
}

fn sidling() {
    let points = [1, 2, 3, 4];
    let kos = Kos::new(points.to_vec());
    let start = kos.position("BBBB", None).expect("four kos");
    let store = Store::new();
    let meter = Meter::unlimited();
    let begin = ProcessTime::now();
    let states = value_of_ko(&kos, &start, KoGame::PhiLeft, &store, &meter)
        .expect("no limit")
        .states;
    let engine = begin.elapsed();
    let store = Store::new();
    let begin = ProcessTime::now();
    let tables = sidle_ko(&kos, &start, KoGame::PhiLeft, 10_000, &store, &meter).expect("no limit");
    let time = begin.elapsed();
    assert!(tables.iter().all(|table| table.value.is_some()));
    println!(
        "| four kos, phi-left, both sides by sidling | {states} states | {:.2} s | {:.0} states/s | engine: {:.2} s, {:.0} states/s |",
        time.as_secs_f64(),
        states as f64 / time.as_secs_f64(),
        engine.as_secs_f64(),
        states as f64 / engine.as_secs_f64()
    );
}

fn main() {
    let seconds = std::env::args().find_map(|word| word.parse().ok());
    let limit = Duration::from_secs(seconds.unwrap_or(5));
    println!("| workload | size | time | rate | notes |");
    println!("|---|---|---|---|---|");
    generation();
    largest("corridor", limit, corridor);
    largest("room of two rows", limit, room);
    largest("corridor with a ko", limit, ko_corridor);
    sidling();
}
