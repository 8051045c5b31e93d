//! The rules of Go on regions and on boards, once more, over the letters of a diagram.

use std::collections::BTreeSet;

use fastrand::Rng;
use sidle_core::Player;
use sidle_rules::go::{
    Board, Colour, Diagram, Intersection, Region, Scoring, Stones, Suicide, score,
};

use crate::{
    SEED,
    rules::boards::{Cell, Grid, ORTHOGONAL, boards, folded, random_board, step},
};

/// The stones of a player that can be captured, and those that live.
fn stones(player: Player) -> &'static str {
    match player {
        Player::Left => "XB",
        Player::Right => "OW",
    }
}

/// Does a chain live, or have a liberty?
fn stays(grid: &Grid, chain: &BTreeSet<Cell>) -> bool {
    chain.iter().any(|&cell| {
        let mut beside = ORTHOGONAL.iter().map(|&side| step(cell, side, 1));
        grid.is(cell, "BW") || beside.any(|cell| grid.is(cell, "."))
    })
}

/// Takes stones of a player off that have no liberty; returns how many.
fn take(grid: &mut Grid, player: Player) -> u32 {
    let mortal = &stones(player)[..1];
    let dead = |cell: &Cell| !stays(grid, &grid.connected(*cell, stones(player)));
    let dead: Vec<Cell> = grid.find(mortal).into_iter().filter(dead).collect();
    for &cell in &dead {
        *grid = grid.with(&[(cell, '.')]);
    }
    dead.len() as u32
}

/// A stone is put down, enemies without a liberty are taken, then own stones without one: never a single
/// one, and more of them only where suicide is allowed. The board afterwards, the stones captured and the
/// stones lost.
fn play(grid: &Grid, player: Player, cell: Cell, suicide: Suicide) -> Option<(Grid, u32, u32)> {
    if !grid.is(cell, ".") {
        return None;
    }
    let letter = stones(player).chars().next()?;
    let mut next = grid.with(&[(cell, letter)]);
    let captured = take(&mut next, -player);
    let lost = take(&mut next, player);
    let legal = lost == 0 || lost > 1 && suicide == Suicide::Allowed;
    legal.then_some((next, captured, lost))
}

/// The diagram of a region with some stones.
fn drawn(region: &Region, stones: &Stones) -> String {
    let letter = |place: &Intersection| match place {
        Intersection::Outside => '#',
        Intersection::Immortal(Player::Left) => 'B',
        Intersection::Immortal(Player::Right) => 'W',
        Intersection::Point(point) if stones.of[0] >> point & 1 == 1 => 'X',
        Intersection::Point(point) if stones.of[1] >> point & 1 == 1 => 'O',
        Intersection::Point(_) => '.',
    };
    let letters: String = region.places().iter().map(letter).collect();
    folded(&letters, region.width())
}

/// Compares all moves of a player; `before` is the position before the last move. Returns the moves that
/// the ko ban allows.
fn compare_moves(
    region: &Region,
    at: &Stones,
    player: Player,
    before: Option<&str>,
    suicide: Suicide,
) -> Vec<Stones> {
    let text = drawn(region, at);
    let grid = Grid::read(&text);
    let cells = grid.cells();
    let place_of = |point: u8| {
        let mut places = region.places().iter();
        let place = places.position(|place| *place == Intersection::Point(point));
        place.expect("a point of the region")
    };
    let mut moves = Vec::new();
    for (place, &cell) in cells.iter().enumerate() {
        let Intersection::Point(point) = region.places()[place] else {
            continue;
        };
        let found = region.play(at, player, point, suicide);
        let expected = play(&grid, player, cell, suicide);
        let expected = expected.map(|(next, captured, lost)| {
            // The ban is on the cell where the opponent could restore the position.
            let restores = |cell: &Cell| {
                let back = play(&next, -player, *cell, suicide);
                back.is_some_and(|(board, ..)| board.text() == text)
            };
            let mut empty = next.find(".").into_iter().filter(|_| captured == 1);
            let ban = empty.find(restores);
            let next = next.text();
            let banned = before == Some(&*next);
            (next, captured, lost, banned, ban)
        });
        let shown = found.map(|played| {
            let next = drawn(region, &played.stones);
            let ban = played.stones.ban.map(|ban| cells[place_of(ban)]);
            (next, played.captured, played.lost, played.banned, ban)
        });
        assert_eq!(
            shown, expected,
            "{text}: {player:?} at {cell:?}, {suicide:?}"
        );
        moves.extend(
            found
                .filter(|played| !played.banned)
                .map(|played| played.stones),
        );
    }
    moves
}

/// The region of a diagram in rows of up to 64 points, if all its stones can stand there.
fn read(text: &str) -> Option<Diagram> {
    let lines = text.replace('|', "\n");
    let grid = Grid::read(text);
    let mut living = grid.clone();
    let dead = take(&mut living, Player::Left) + take(&mut grid.clone(), Player::Right);
    let diagram = Diagram::parse(&lines);
    assert_eq!(diagram.is_ok(), dead == 0, "{text}: {diagram:?}");
    diagram.ok()
}

#[test]
fn moves_in_regions() {
    let mut rng = Rng::with_seed(SEED);
    let mut positions = boards(&mut rng, ".XO", 6, (4, 4), 300);
    positions.extend((0..1000).map(|_| random_board(&mut rng, "....XOBW#", (6, 6))));
    positions.retain(|text| text.contains(['.', 'X', 'O']));
    let mut banned = 0;
    for (number, text) in positions.iter().enumerate() {
        let Some(Diagram { region, stones, .. }) = read(text) else {
            continue;
        };
        let suicide = [Suicide::Forbidden, Suicide::Allowed][number % 2];
        for player in Player::BOTH {
            compare_moves(&region, &stones, player, None, suicide);
        }
        // Play on, each player in turn: bans come up.
        let (mut at, mut player, mut before) = (stones, Player::Left, None);
        for _ in 0..if number % 9 == 0 { 40 } else { 0 } {
            let moves = compare_moves(&region, &at, player, before.as_deref(), suicide);
            banned += usize::from(at.ban.is_some());
            before = Some(drawn(&region, &at));
            if moves.is_empty() {
                break;
            }
            at = moves[rng.usize(..moves.len())];
            player = -player;
        }
    }
    assert!(banned > 50, "{banned} bans");
}

#[test]
fn moves_on_boards() {
    let mut rng = Rng::with_seed(SEED);
    let mut bans = 0;
    for _ in 0..300 {
        let (width, height) = (rng.usize(1..=5), rng.usize(1..=5));
        let mut board = Board::new(width, height);
        let drawn = |board: &Board| {
            let letter = |point| match board.at(point) {
                Colour::Empty => '.',
                Colour::Black => 'X',
                Colour::White => 'O',
            };
            folded(&(0..width * height).map(letter).collect::<String>(), width)
        };
        let mut before = String::new();
        for number in 0..60 {
            let player = Player::BOTH[number % 2];
            let text = drawn(&board);
            let grid = Grid::read(&text);
            let mut moves = Vec::new();
            for (point, cell) in grid.cells().into_iter().enumerate() {
                let mut next = board.clone();
                let captured = next.play(point, player);
                let expected = play(&grid, player, cell, Suicide::Forbidden);
                let found = captured.map(|stones| (drawn(&next), stones as u32));
                let expected = expected.map(|(next, captured, _)| (next.text(), captured));
                assert_eq!(found, expected, "{text}: {player:?} at {cell:?}");
                let restores = expected.is_some_and(|(next, _)| next == before);
                assert_eq!(
                    board.ko() == Some(point),
                    restores,
                    "{text}: {player:?} at {cell:?}"
                );
                bans += usize::from(restores);
                if captured.is_some() && !restores {
                    moves.push(next);
                }
            }
            before = text;
            if moves.is_empty() {
                break;
            }
            board = moves.swap_remove(rng.usize(..moves.len()));
        }
    }
    assert!(bans > 50, "{bans} bans");
}

#[test]
fn scores() {
    let mut rng = Rng::with_seed(SEED);
    let mut positions = boards(&mut rng, ".XO", 5, (4, 4), 300);
    positions.extend((0..500).map(|_| random_board(&mut rng, "....XOBW#", (6, 6))));
    for text in positions {
        let Some(diagram) = read(&text) else {
            continue;
        };
        let grid = Grid::read(&text);
        let touches = |area: &BTreeSet<Cell>, player: Player| {
            let mut beside = area
                .iter()
                .flat_map(|&cell| ORTHOGONAL.map(|side| step(cell, side, 1)));
            beside.any(|cell| grid.is(cell, stones(player)))
        };
        let mut territory = 0;
        for cell in grid.find(".") {
            let area = grid.connected(cell, ".");
            let [left, right] = Player::BOTH.map(|player| touches(&area, player));
            territory += i64::from(left && !right) - i64::from(right && !left);
        }
        let on_board = grid.find("X").len() as i64 - grid.find("O").len() as i64;
        let count = |scoring| score(&diagram.region, &diagram.stones, scoring);
        assert_eq!(count(Scoring::Territory), territory, "{text}");
        assert_eq!(count(Scoring::Area), territory + on_board, "{text}");
    }
}
