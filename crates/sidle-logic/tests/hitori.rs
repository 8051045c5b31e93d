//! Hitori: the solver against enumeration, generated boards, explanations.

use proptest::prelude::*;
use sidle_core::Meter;
use sidle_logic::hitori::{
    Board, Cell, Grade, NewBoard, Solutions, explain, generate, is_satisfiable, is_solution, solve,
};

fn board(rows: &[Vec<usize>]) -> Board {
    let labels = rows
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect());
    Board::from_labels(labels.collect()).expect("a rectangle")
}

/// All solutions by trying every painting.
fn enumerate(board: &Board) -> Vec<Vec<Cell>> {
    let (height, width) = (board.height(), board.width());
    let cells = height * width;
    // Only paintings without neighbours, by bits.
    let mut not_last = 0u32;
    for cell in 0..cells {
        if cell % width != width - 1 {
            not_last |= 1 << cell;
        }
    }
    (0u32..1 << cells)
        .filter(|mask| mask & mask >> width == 0 && mask & not_last & mask >> 1 == 0)
        .map(|mask| {
            (0..cells)
                .filter(|cell| mask >> cell & 1 == 1)
                .map(|cell| (cell / width, cell % width))
                .collect::<Vec<Cell>>()
        })
        .filter(|painted| is_solution(board, painted))
        .collect()
}

fn compare(board: &Board) {
    let all = enumerate(board);
    let outcome = solve(board, &Meter::unlimited()).expect("no limit");
    let expected = match all.len() {
        0 => Solutions::None,
        1 => Solutions::One,
        _ => Solutions::Many,
    };
    assert_eq!(outcome.solutions, expected, "{}", board.to_text());
    assert_eq!(
        outcome.painted(),
        (all.len() == 1).then(|| all[0].as_slice())
    );
    for example in &outcome.examples {
        assert!(all.contains(example), "{}", board.to_text());
    }
    if expected == Solutions::Many {
        assert_ne!(outcome.examples[0], outcome.examples[1]);
    }
    let one = is_satisfiable(board, &Meter::unlimited()).expect("no limit");
    assert_eq!(one.is_some(), !all.is_empty());
}

/// Up to renaming the labels in order of appearance, every board.
fn for_each_partition(cells: usize, f: &mut impl FnMut(&[usize])) {
    fn extend(labels: &mut Vec<usize>, cells: usize, f: &mut impl FnMut(&[usize])) {
        if labels.len() == cells {
            f(labels);
            return;
        }
        let next = labels.iter().max().map_or(0, |most| most + 1);
        for label in 0..=next {
            labels.push(label);
            extend(labels, cells, f);
            labels.pop();
        }
    }
    extend(&mut Vec::new(), cells, f);
}

#[test]
fn all_small_boards() {
    let mut count = 0;
    for (height, width) in [(1, 1), (1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3)] {
        for_each_partition(height * width, &mut |labels| {
            let rows: Vec<Vec<usize>> = labels.chunks(width).map(<[usize]>::to_vec).collect();
            compare(&board(&rows));
            count += 1;
        });
    }
    // The Bell numbers 1, 2, 52, 15, 203, 203 and 21147.
    assert_eq!(count, 21623);
}

#[test]
fn generated_boards_have_one_solution() {
    for seed in 0..12 {
        let size = 4 + seed as usize % 7;
        let wanted = NewBoard {
            height: size,
            width: size,
            seed,
            grade: None,
        };
        let board = generate(wanted, &Meter::unlimited()).expect("no limit");
        let outcome = solve(&board, &Meter::unlimited()).expect("no limit");
        assert_eq!(outcome.solutions, Solutions::One);
        let painted = outcome.painted().expect("one solution");
        assert!(is_solution(&board, painted));
        let why = explain(&board, &Meter::unlimited()).expect("no limit");
        assert!(why.complete && why.possible);
        for step in &why.steps {
            assert_eq!(step.painted, painted.contains(&step.cell), "{}", step.text);
        }
        assert_eq!(
            generate(wanted, &Meter::unlimited()).expect("no limit"),
            board
        );
    }
}

#[test]
fn boards_of_every_grade_can_be_had() {
    for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
        let wanted = NewBoard {
            height: 6,
            width: 6,
            seed: 5,
            grade: Some(grade),
        };
        let board = generate(wanted, &Meter::unlimited()).expect("no limit");
        assert_eq!(
            explain(&board, &Meter::unlimited())
                .expect("no limit")
                .grade,
            grade
        );
    }
}

#[test]
fn bad_boards_are_refused_with_their_cell() {
    let at = |text: &str| {
        let error = Board::parse(text).expect_err(text);
        (error.line(), error.column())
    };
    assert_eq!(at("1 2 3\n1 2\n"), (2, 4));
    assert_eq!(at("12\n123\n"), (2, 3));
    assert_eq!(at(""), (0, 0));
    assert_eq!(at("\n\n"), (0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn the_solver_equals_enumeration(height in 3usize..=4, width in 3usize..=4, labels in proptest::collection::vec(0usize..5, 16)) {
        let rows: Vec<Vec<usize>> = labels.chunks(width).take(height).map(<[usize]>::to_vec).collect();
        if rows.len() == height && rows.iter().all(|row| row.len() == width) {
            compare(&board(&rows));
        }
    }

    #[test]
    fn explanations_agree_with_enumeration(labels in proptest::collection::vec(0usize..6, 16)) {
        let rows: Vec<Vec<usize>> = labels.chunks(4).map(<[usize]>::to_vec).collect();
        let board = board(&rows);
        let all = enumerate(&board);
        let why = explain(&board, &Meter::unlimited()).expect("no limit");
        prop_assert_eq!(why.possible, !all.is_empty());
        if why.possible {
            for r in 0..4 {
                for c in 0..4 {
                    let painted = all.iter().filter(|painted| painted.contains(&(r, c))).count();
                    let forced = painted == 0 || painted == all.len();
                    let step = why.steps.iter().find(|step| step.cell == (r, c));
                    prop_assert_eq!(step.map(|step| step.painted), forced.then_some(painted > 0));
                }
            }
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a1 2\n\t,\\[\\]\"]{0,40}") {
        if let Ok(board) = Board::parse(&text) {
            let _ = solve(&board, &Meter::unlimited());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn the_solver_equals_enumeration_on_larger_boards(labels in proptest::collection::vec(0usize..6, 25)) {
        let rows: Vec<Vec<usize>> = labels.chunks(5).map(<[usize]>::to_vec).collect();
        compare(&board(&rows));
    }
}
