//! The tables of periods and of misère quotients.

use sidle_core::{Meter, StopReason};
use sidle_impartial::{
    code::Code,
    nim::{Pace, Sequence, until_periodic},
    quotient::{HeapGame, QuotientOptions, QuotientSearch},
};

/// Periods whose proofs need more heaps than this are left to long runs.
const MOST_HEAPS: usize = 40_000;

#[test]
#[ignore = "takes minutes"]
fn periods() {
    let (seen, open) = compare_periods(1, MOST_HEAPS);
    assert!(seen > 450 && open > 40, "{seen} rows, {open} open");
}

#[test]
fn periods_of_every_tenth_game() {
    let (seen, _) = compare_periods(10, 5000);
    assert!(seen > 35, "{seen} rows");
}

/// Compares every so many rows whose proofs need at most so many heaps; the rows seen, and those without a period.
fn compare_periods(every: usize, most: usize) -> (usize, usize) {
    let rows = include_str!("../../../data/golden/octal_periods.tsv");
    let (mut seen, mut open) = (0, 0);
    let rows = rows.lines().filter(|row| !row.starts_with('#'));
    for row in rows.step_by(every) {
        let fields: Vec<&str> = row.split('\t').collect();
        let code: Code = fields[0]
            .parse()
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        let known: Option<(usize, usize)> = fields[1].parse().ok().zip(fields[2].parse().ok());
        let limit = match known {
            Some((period, preperiod)) if 2 * (period + preperiod) + 10 > most => continue,
            Some((period, preperiod)) => 3 * (period + preperiod) + 200,
            None => 3000,
        };
        let mut sequence = Sequence::new(code).expect("no code of the table is endless");
        let keep = |_: &Sequence| Ok::<Pace, StopReason>(Pace::Longer);
        let answer =
            until_periodic(&mut sequence, limit, &Meter::unlimited(), keep).expect("no limits");
        assert_eq!(answer.period.zip(answer.preperiod), known, "{row}");
        seen += 1;
        open += usize::from(known.is_none());
    }
    (seen, open)
}

/// The growth as `heap:|Q|/|P|`, up to quotients of a size that takes little time.
fn growth(notes: &str, most: usize) -> Vec<(u32, usize, usize)> {
    let mut all: Vec<(u32, usize, usize)> = Vec::new();
    for word in notes.split([' ', ';']) {
        let Some((heap, sizes)) = word.split_once(':') else {
            continue;
        };
        let Some((order, p)) = sizes.split_once('/') else {
            continue;
        };
        let (Ok(heap), Ok(order), Ok(p)) = (heap.parse(), order.parse(), p.parse()) else {
            continue;
        };
        if order > most || all.last().is_some_and(|last| last.0 >= heap) {
            continue;
        }
        all.push((heap, order, p));
    }
    all
}

#[test]
#[ignore = "takes minutes"]
fn quotients() {
    let (complete, partial) = compare_quotients(1, 50);
    assert!(
        complete > 100 && partial > 50,
        "{complete} complete, {partial} partial"
    );
}

#[test]
fn quotients_of_every_eighth_game() {
    let (complete, partial) = compare_quotients(8, 20);
    assert!(
        complete > 10 && partial > 5,
        "{complete} complete, {partial} partial"
    );
}

/// Compares every so many rows, partial quotients up to an order; how many are whole and how many partial.
fn compare_quotients(every: usize, most: usize) -> (usize, usize) {
    let rows = include_str!("../../../data/golden/misere_quotients.tsv");
    let (mut complete, mut partial) = (0, 0);
    let rows = rows.lines().filter(|row| !row.starts_with('#'));
    for row in rows.step_by(every) {
        let fields: Vec<&str> = row.split('\t').collect();
        let code: Code = fields[0]
            .parse()
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        let number = |name: &str| {
            let rest = fields[2].split_once(name)?.1;
            rest.split(';').next()?.trim().parse::<usize>().ok()
        };
        let expected = fields[2]
            .split_once("growth")
            .map_or(Vec::new(), |rest| growth(rest.1, most));
        let finished: Option<usize> = fields[1].parse().ok();
        // Periods that begin late take long in a test.
        let whole = finished.is_some() && number("preperiod ").is_some_and(|heap| heap < 100);
        let heaps = if whole {
            None
        } else {
            expected.last().map(|last| last.0)
        };
        if !whole && heaps.is_none_or(|heap| heap > 30) {
            continue;
        }
        let options = QuotientOptions {
            heaps,
            ..QuotientOptions::default()
        };
        let mut search = QuotientSearch::new(HeapGame::Code(code), options);
        search
            .run(&Meter::unlimited())
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        let found: Vec<(u32, usize, usize)> =
            search.growth().iter().map(|g| (g.0, g.1, g.2)).collect();
        if whole {
            assert_eq!(Some(search.partial().quotient.order()), finished, "{row}");
            assert_eq!(
                search.period(),
                number("period ").zip(number("preperiod ")),
                "{row}"
            );
            assert!(search.partial().quotient.is_reduced(), "{row}");
            complete += 1;
        } else {
            assert_eq!(found, expected, "{row}");
            partial += 1;
        }
    }
    (complete, partial)
}
