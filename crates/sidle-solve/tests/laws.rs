//! Laws that every ruleset obeys: what it says about its positions (parts, symmetries, known values) is
//! true, the negative is the board with the players exchanged, the notation can be read again, and the
//! search agrees with the values.

use std::{collections::HashMap, ops::ControlFlow};

use proptest::prelude::*;
use sidle_check::naive::{Form, Forms};
use sidle_core::{Flow, Meter, Outcome, Player, Relation, Rules, Visit};
use sidle_rules::{
    Clobber, Domineering, Ruleset, ToadsAndFrogs,
    graph::{ArcKayles, ColFamily, DigraphPlacement, Hackenbush, NodeKayles, PartizanArcKayles},
    grid::{Amazons, ClobberFamily, Fission, Konane, Nimstring, NoGo, SkiJumps},
    heap::{Chomp, Cutcake, HeapGame, Memory, PartizanEuclid, Wythoff},
    strip::{EndNim, PushAndShove, TopplingDominoes, Turning},
};
use sidle_solve::{Solver, value_of};
use sidle_values::{Game as Canonical, Store};

/// Rules that keep everything but their moves to themselves.
struct Bare<'r, R: ?Sized>(&'r R);

impl<R: Rules + ?Sized> Rules for Bare<'_, R> {
    type Position = R::Position;

    fn options(&self, at: &R::Position, player: Player, visit: Visit<'_, R::Position>) -> Flow {
        self.0.options(at, player, visit)
    }
}

/// The engine is compiled once for each type of positions.
type Game<'r, P> = &'r dyn Ruleset<Position = P>;

/// The value by the definition, with plain code; nothing if there are too many positions for it.
fn naive_value<P: Clone + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync>(
    rules: &dyn Rules<Position = P>,
    at: &P,
    store: &Store,
) -> Option<Canonical> {
    const MOST: usize = 300;
    let mut order = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut path = vec![(at.clone(), false)];
    let options = |at: &P, player: Player| {
        let mut all = Vec::new();
        let _ = rules.options(at, player, &mut |option| {
            all.push(option);
            ControlFlow::Continue(())
        });
        all
    };
    while let Some((position, left)) = path.pop() {
        if left {
            order.push(position);
            continue;
        }
        if !seen.insert(position.clone()) {
            continue;
        }
        if seen.len() > MOST {
            return None;
        }
        path.push((position.clone(), true));
        for player in Player::BOTH {
            path.extend(
                options(&position, player)
                    .into_iter()
                    .map(|option| (option, false)),
            );
        }
    }
    let mut forms = Forms::new();
    let mut known: HashMap<P, Form> = HashMap::new();
    for position in order {
        let [left, right] = Player::BOTH.map(|player| {
            let all = options(&position, player);
            all.iter().map(|option| known[option]).collect::<Vec<_>>()
        });
        let form = forms.form(&left, &right);
        known.insert(position, forms.canonical(form));
    }
    let canonical = known[at];
    let mut bridge: HashMap<Form, Canonical> = HashMap::new();
    for follower in forms.followers(canonical) {
        let [left, right] = Player::BOTH.map(|player| {
            let all = forms.options(follower, player).iter();
            all.map(|option| bridge[option]).collect::<Vec<_>>()
        });
        bridge.insert(follower, store.game(&left, &right));
    }
    Some(bridge[&canonical])
}

fn obeys<P: Clone + Eq + Ord + std::hash::Hash + std::fmt::Debug + Send + Sync>(
    rules: Game<'_, P>,
    text: &str,
) -> Result<(), TestCaseError> {
    let store = Store::new();
    let meter = Meter::unlimited();
    let Ok(at) = rules.parse(text) else {
        return Err(TestCaseError::fail(format!("`{text}` is not read")));
    };
    let mut written = String::new();
    let _ = rules.write(&at, &mut written);
    let again = rules.parse(&written);
    prop_assert_eq!(
        again.as_ref().ok(),
        Some(&at),
        "`{}` becomes `{}`",
        text,
        written
    );

    let value = value_of(&store, &rules, &at, &meter).expect("no limits");
    let plain = value_of(&store, &Bare(rules), &at, &meter).expect("no limits");
    prop_assert_eq!(value, plain, "{} of {}", text, rules.name());
    let short = value.short().expect("these games end");
    if let Some(naive) = naive_value(&rules, &at, &store) {
        prop_assert_eq!(short, naive, "{} of {}", text, rules.name());
    }
    // Parts as they are handed out, before anything is made of them.
    let mut parts = Vec::new();
    if rules.decompose(&at, &mut |part| parts.push(part)) {
        let mut sum = store.zero();
        for part in parts {
            let part = value_of(&store, &Bare(rules), &part, &meter).expect("no limits");
            sum = store.add(sum, part.short().expect("these games end"));
        }
        prop_assert_eq!(sum, short, "the parts of {}", text);
    }

    if let Some(negative) = rules.negative(&at) {
        let turned = value_of(&store, &rules, &negative, &meter).expect("no limits");
        prop_assert_eq!(turned.short(), Some(store.negative(short)), "-({})", text);
    }
    let normal = rules.normalize(at.clone());
    let least = value_of(&store, &rules, &normal.position, &meter).expect("no limits");
    let least = least.short().expect("these games end");
    let sign = match normal.negated {
        true => store.negative(least),
        false => least,
    };
    prop_assert_eq!(sign, short, "the representative of {}", text);

    let outcome = match store.compare(short, store.zero()) {
        Relation::Equal => Outcome::Previous,
        Relation::Greater => Outcome::Left,
        Relation::Less => Outcome::Right,
        Relation::Fuzzy => Outcome::Next,
    };
    let mut solver = Solver::new(&store, &rules);
    let [left, right] =
        Player::BOTH.map(|player| solver.wins(&at, player, &meter).expect("these games end"));
    prop_assert_eq!(
        left,
        matches!(outcome, Outcome::Left | Outcome::Next),
        "{}",
        text
    );
    prop_assert_eq!(
        right,
        matches!(outcome, Outcome::Right | Outcome::Next),
        "{}",
        text
    );
    Ok(())
}

/// Random boards of at most so many cells, each letter as likely as it is often in `letters`.
fn board(cells: usize, letters: &'static str) -> impl Strategy<Value = String> {
    (1..=4usize, 1..=cells).prop_flat_map(move |(rows, columns)| {
        let columns = (columns % (cells / rows).max(1)) + 1;
        let row = prop::collection::vec(
            prop::sample::select(letters.chars().collect::<Vec<_>>()),
            columns,
        );
        prop::collection::vec(row, rows).prop_map(|rows| {
            let rows: Vec<String> = rows
                .into_iter()
                .map(|row| row.into_iter().collect())
                .collect();
            rows.join("|")
        })
    })
}

fn strip(cells: usize, letters: &'static str) -> impl Strategy<Value = String> {
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    prop::collection::vec(letter, 1..=cells).prop_map(|row| row.into_iter().collect())
}

/// Trees with a few branches, as graphs are written.
fn tree(edges: &'static str) -> impl Strategy<Value = String> {
    let letter = move || prop::sample::select(edges.chars().collect::<Vec<_>>());
    let path = move || prop::collection::vec(letter(), 0..=3);
    (path(), path(), path()).prop_map(|(stem, one, two)| {
        let text = |path: Vec<char>| path.into_iter().collect::<String>();
        let (stem, one, two) = (text(stem), text(one), text(two));
        match (one.is_empty(), two.is_empty()) {
            (true, true) if stem.is_empty() => ".".to_owned(),
            (true, true) => stem,
            (false, true) => format!("{stem}{one}"),
            (true, false) => format!("{stem}{two}"),
            (false, false) => format!("{stem}({one};{two})"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn boards(
        free in board(11, "...#"),
        stones in board(9, ".xxoo"),
        walls in board(7, "..xo#"),
        fissile in board(9, "...x#"),
        skiers in board(6, "...LRlr"),
    ) {
        obeys(&Domineering::<1>, &free)?;
        obeys(&Clobber::<1>, &stones)?;
        for rules in [
            ClobberFamily::clobber(),
            ClobberFamily::kings(),
            ClobberFamily::knights(),
            ClobberFamily::rooks(),
            ClobberFamily::queens(),
            ClobberFamily::hot_clobber(),
            ClobberFamily::anti_clobber(),
        ] {
            obeys(&rules, &stones)?;
        }
        obeys(&Amazons, &walls)?;
        obeys(&Konane, &walls)?;
        obeys(&NoGo, &walls)?;
        obeys(&Fission, &fissile)?;
        obeys(&SkiJumps, &skiers)?;
    }

    #[test]
    fn strips(
        animals in strip(10, "..ttff"),
        crowded in strip(12, ".tttfff"),
        dominoes in strip(6, "llrre"),
        pieces in strip(7, "..lr"),
    ) {
        let families = [(1, 1, 1, false), (1, 1, 0, false), (1, 2, 2, false), (1, 2, 1, true), (2, 3, 1, false), (1, 0, 1, false)];
        for (min_slide, max_slide, max_jump, allow_friendly_jump) in families {
            let rules = ToadsAndFrogs::<1> { min_slide, max_slide, max_jump, allow_friendly_jump };
            obeys(&rules, &animals)?;
            obeys(&rules, &crowded)?;
        }
        obeys(&TopplingDominoes, &dominoes)?;
        obeys(&PushAndShove::Push, &pieces)?;
        obeys(&PushAndShove::Shove, &pieces)?;
    }

    #[test]
    fn coins_and_lines(coins in strip(7, "hht"), heaps in prop::collection::vec(0..4u32, 1..=3), lines in prop::collection::vec(any::<bool>(), 17)) {
        for code in ["1-2", "1-3", "2", "1+C"] {
            let rules = Turning::new(code.parse().expect("a code"));
            obeys(&rules, &coins)?;
        }
        let numbers: Vec<String> = heaps.iter().map(u32::to_string).collect();
        obeys(&HeapGame::nim(), &numbers.join(","))?;
        let row: String = heaps.iter().map(|n| (n + 1).to_string()).collect();
        obeys(&EndNim, &row)?;
        let line = |range: std::ops::Range<usize>| lines[range].iter().map(|&drawn| if drawn { 'x' } else { '.' }).collect::<String>();
        let board = format!("{}|{}|{}|{}|{}", line(0..2), line(2..5), line(5..7), line(7..10), line(10..12));
        obeys(&Nimstring, &board)?;
        obeys(&Nimstring, &format!("{}|{}|{}", line(0..3), line(3..7), line(7..10)))?;
    }

    #[test]
    fn pairs(a in 1..6u32, b in 1..6u32) {
        let pair = format!("{a},{b}");
        // The plain search does not know that cakes are independent.
        let cake = format!("{},{}", a.min(3), b.min(3));
        for rules in [Cutcake::standard(), Cutcake::maundy_cake(), Cutcake::eatcake(), Cutcake::turn_and_eatcake()] {
            obeys(&rules, &cake)?;
        }
        obeys(&PartizanEuclid, &pair)?;
        obeys(&Wythoff::standard(), &pair)?;
        obeys(&Memory::mem(), &pair)?;
        obeys(&Memory::fibonacci_nim(), &pair)?;
        obeys(&Chomp, &format!("{},{}", a.max(b), a.min(b)))?;
    }

    #[test]
    fn graphs(bush in tree("lre"), red_blue in tree("lr"), plain in tree("-")) {
        obeys(&Hackenbush::default(), &bush)?;
        obeys(&Hackenbush::default(), &red_blue)?;
        obeys(&Hackenbush::childish(), &bush)?;
        obeys(&PartizanArcKayles, &bush)?;
        for rules in [ColFamily::col(), ColFamily::snort(), ColFamily::fjords()] {
            obeys(&rules, &plain)?;
        }
        obeys(&ArcKayles { weighted: false }, &plain)?;
        obeys(&NodeKayles, &plain)?;
        for text in ["L>R-L", "L-R", "R<L>R", "L>L>R", "L-L-R"] {
            obeys(&DigraphPlacement, text)?;
        }
    }
}

/// All strips of up to nine cells: what the rules say about walls, numbers and death leaps is true.
#[test]
fn all_short_strips_of_toads_and_frogs() {
    let usual = ToadsAndFrogs::<1>::STANDARD;
    let games = [
        (usual.clone(), 9),
        (ToadsAndFrogs::<1>::ELEPHANTS_AND_RHINOS, 7),
        (
            ToadsAndFrogs::<1> {
                max_jump: 2,
                ..usual.clone()
            },
            8,
        ),
        (
            ToadsAndFrogs::<1> {
                max_slide: 2,
                ..usual
            },
            7,
        ),
    ];
    let meter = Meter::unlimited();
    for (rules, longest) in games {
        let store = Store::new();
        let bare = Bare(&rules);
        let mut plain = Solver::new(&store, &bare);
        let mut solver = Solver::new(&store, &rules);
        for length in 1..=longest {
            for number in 0..3usize.pow(length) {
                let cell = |i: u32| ["f", ".", "t"][number / 3usize.pow(i) % 3];
                let text: String = (0..length).map(cell).collect();
                let at = ToadsAndFrogs::<1>::parse(&text).expect(&text);
                let expected = plain.value_of(&at, &meter).expect("no limit");
                let value = solver.value_of(&at, &meter).expect("no limit");
                assert_eq!(value, expected, "{text} of {}", rules.name());
            }
        }
    }
}
