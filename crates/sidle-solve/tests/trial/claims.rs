//! What a ruleset claims of a position, tried one by one.

use super::*;

/// A player whose hands are tied is never better off: the pieces bound the board from below or from above.
pub(super) fn ties_hold<F: Family>(rules: &F, boards: impl Iterator<Item = String>) {
    let store = Store::new();
    let (kept, meter) = (
        Restricted {
            rules,
            keep: Keep::Decompose,
        },
        Meter::unlimited(),
    );
    let mut solver = Solver::new(&store, &kept);
    let mut value = |at: &F::Position| {
        let value = solver.value_of(at, &meter).expect("no limit");
        value.short().expect("a short game")
    };
    let mut ways = 0;
    for text in boards {
        let at = rules.parse(&text).expect("a sample");
        let whole = value(&at);
        for tied in Player::BOTH {
            for way in 0.. {
                let mut sum = store.zero();
                let shortcuts = rules.shortcuts();
                if !shortcuts.tie(&at, tied, way, &mut |part| {
                    sum = store.add(sum, value(&part));
                }) {
                    break;
                }
                ways += 1;
                let (less, more) = match tied {
                    Player::Left => (sum, whole),
                    Player::Right => (whole, sum),
                };
                assert!(
                    store.le(less, more),
                    "{text} of {}, {tied:?} tied",
                    rules.name()
                );
            }
        }
    }
    assert!(ways > 20, "{}: {ways} ways to tie", rules.name());
}

/// Does the ruleset say that the position has no value? Then it and its variants are refused, and so are questions about
/// misère play where it says that these have no answer.
pub(super) fn is_refused<F: Family>(
    rules: &F,
    at: &F::Position,
    opened: &dyn AnyRuleset,
    text: &str,
    store: &Store,
) -> bool {
    let exchanged = TwistedPosition {
        position: at.clone(),
        exchanged: true,
    };
    let twisted = Twisted(rules);
    let meter = Meter::new().with_max_nodes(MOST_NODES);
    for misere in [false, true] {
        if rules.shortcuts().no_value(at, misere).is_none() {
            continue;
        }
        let mut positions = vec![opened.parse(text)];
        for variant in [Variant::Dicotic, Variant::Impartial, Variant::Twisted] {
            positions.push(opened.variant(variant).parse(text));
        }
        let asking = &mut Asking {
            store,
            host: &mut NoHost,
            meter: &meter,
        };
        let mut any = AnySolver::default();
        let mut answers: Vec<Option<SolveError>> = positions
            .iter()
            .map(|at| match (misere, at.as_ref().expect("a position")) {
                (false, at) => any.value(at, asking).err(),
                (true, at) => any.misere_outcome(at, asking).err(),
            })
            .collect();
        answers.extend(match misere {
            false => [
                Solver::new(store, &rules).value_of(at, &meter).err(),
                Solver::new(store, &twisted)
                    .value_of(&exchanged, &meter)
                    .err(),
            ],
            true => [
                Solver::new(store, &rules).misere_outcome(at, &meter).err(),
                Solver::new(store, &twisted)
                    .misere_outcome(&exchanged, &meter)
                    .err(),
            ],
        });
        for answer in answers {
            let refused = matches!(answer, Some(SolveError::NoValue(_)));
            assert!(
                refused,
                "{text} of {}, misere {misere}: {answer:?}",
                rules.name()
            );
        }
    }
    rules.shortcuts().no_value(at, false).is_some()
}

/// So many followers of a position are looked at to see that play ends and is impartial.
const MOST_FOLLOWERS: usize = 400;

/// If play ends, no sequence of moves of either player comes back; if the game is impartial, both players have the
/// same options everywhere.
pub(super) fn flags_hold<F: Family>(rules: &F, at: &F::Position, about: &dyn Fn() -> String) {
    let Shortcuts {
        impartial, ends, ..
    } = rules.shortcuts();
    if !impartial && !ends {
        return;
    }
    let (mut seen, mut open) = (BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![(at.clone(), false)];
    while let Some((at, left)) = stack.pop() {
        if left {
            open.remove(&at);
            continue;
        }
        if seen.len() >= MOST_FOLLOWERS || !seen.insert(at.clone()) {
            continue;
        }
        let [of_left, of_right] = Player::BOTH.map(|player| -> BTreeSet<F::Position> {
            rules.collect_options(&at, player).into_iter().collect()
        });
        assert!(
            !impartial || of_left == of_right,
            "{}: not impartial",
            about()
        );
        open.insert(at.clone());
        let next: Vec<_> = of_left.union(&of_right).cloned().collect();
        let comes_back = next.iter().any(|option| open.contains(option));
        assert!(!ends || !comes_back, "{}: play does not end", about());
        stack.push((at, true));
        stack.extend(next.into_iter().map(|option| (option, false)));
    }
}

/// What is written is read again, here and after a move. Boards of one shape have different numbers.
pub(super) fn reads_back<F: Family>(
    rules: &F,
    at: &F::Position,
    opened: &dyn AnyRuleset,
    text: &str,
) {
    let about = || format!("`{text}` of {}", rules.name());
    let read = same(rules, at, &about);
    let mut numbered = BTreeMap::new();
    let mut number = |at: &F::Position| {
        if let Some((rank, count)) = rules.rank(at) {
            assert!(rank < count, "{}: {rank} of {count}", about());
            let shape = written(rules, at).rfind('|').map_or(0, |row| row + 1);
            let other = numbered.insert((shape, count, rank), at.clone());
            assert!(
                other.is_none_or(|other| other == *at),
                "{}: {rank}",
                about()
            );
        }
    };
    number(at);
    for player in Player::BOTH {
        for option in rules.collect_options(at, player) {
            same(rules, &option, &about);
            number(&option);
        }
    }
    for text in [text, &written(rules, &read)] {
        assert!(opened.parse(text).is_ok(), "{}", about());
    }
    assert_eq!(opened.name(), rules.name());
}

pub(super) fn written<R: Rules>(rules: &R, at: &R::Position) -> String {
    let mut text = String::new();
    rules.write(at, &mut text).expect("text");
    text
}

/// The bytes are read as that very position, by variants as well, and one byte fewer or more as another or none.
pub(super) fn packs<R: Ruleset>(rules: &R, at: &R::Position, about: &dyn Fn() -> String) {
    let bytes = rules.pack(at);
    let read = |bytes: &[u8]| rules.unpack(bytes);
    assert_eq!(read(&bytes).as_ref(), Some(at), "{}", about());
    let longer = [&bytes[..], &[0]].concat();
    let shorter = &bytes[..bytes.len().saturating_sub(1)];
    for other in [&longer[..], shorter] {
        assert!(
            other == bytes || read(other).is_none_or(|other| other != *at),
            "{}",
            about()
        );
    }
}

/// The position that is read from what is written: the same, but that the vertices and edges of a graph may have other
/// numbers.
pub(super) fn same<F: Family>(
    rules: &F,
    at: &F::Position,
    about: &dyn Fn() -> String,
) -> F::Position {
    let written = written(rules, at);
    let read = rules.parse(&written);
    let read = read.unwrap_or_else(|error| panic!("{}: `{written}`: {error}", about()));
    packs(rules, at, about);
    packs(&Impartial(rules.clone()), at, about);
    packs(&Dicotic(rules.clone()), at, about);
    let twisted = Twisted(rules.clone());
    let sides = [false, true].map(|exchanged| TwistedPosition {
        position: at.clone(),
        exchanged,
    });
    for at in &sides {
        packs(&twisted, at, about);
    }
    assert_ne!(twisted.pack(&sides[0]), twisted.pack(&sides[1]));
    if read != *at {
        assert_eq!(F::CARD.package(), "graph", "{}: `{written}`", about());
        let store = Store::new();
        let meter = Meter::new().with_max_nodes(MOST_NODES);
        let mut solver = Solver::new(&store, rules);
        let [one, other] = [&read, at].map(|at| answer(solver.value_of(at, &meter)));
        assert_eq!(one, other, "{}: `{written}`", about());
    }
    read
}
