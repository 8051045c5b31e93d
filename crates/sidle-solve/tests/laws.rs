//! Laws that every ruleset obeys: what it says about its positions (parts, symmetries, known values) is
//! true, the negative is the board with the players exchanged, the notation can be read again, and the
//! search agrees with the values.

use std::ops::ControlFlow;

use proptest::prelude::*;
use sidle_core::{Meter, Outcome, Player, Relation, Rules};
use sidle_rules::{
    Clobber, Domineering, Ruleset, ToadsAndFrogs,
    graph::{ArcKayles, ColFamily, Hackenbush, NodeKayles, PartizanArcKayles},
    grid::{Amazons, ClobberFamily, Fission, Konane, NoGo, SkiJumps},
    strip::{PushAndShove, TopplingDominoes},
};
use sidle_solve::{Solver, value_of};
use sidle_values::Store;

/// Rules that keep everything but their moves to themselves.
struct Bare<'r, R: ?Sized>(&'r R);

impl<R: Rules + ?Sized> Rules for Bare<'_, R> {
    type Position = R::Position;

    fn options(
        &self,
        at: &R::Position,
        player: Player,
        visit: &mut dyn FnMut(R::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.options(at, player, visit)
    }
}

/// The engine is compiled once for each type of positions.
type Game<'r, P> = &'r dyn Ruleset<Position = P>;

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
            let rules = ToadsAndFrogs { min_slide, max_slide, max_jump, allow_friendly_jump };
            obeys(&rules, &animals)?;
            obeys(&rules, &crowded)?;
        }
        obeys(&TopplingDominoes, &dominoes)?;
        obeys(&PushAndShove::Push, &pieces)?;
        obeys(&PushAndShove::Shove, &pieces)?;
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
    }
}
