//! Situational superko against a search that remembers everything, sums of fights, and folded regions.

use std::collections::BTreeSet;

use sidle_core::{Meter, Player};
use sidle_rules::go::{Diagram, Stones, Suicide};
use sidle_solve::go::{
    BoardPart, GoRegion, KoGame, KoRules, KoSum, KoSurvey, Kos, value_of_ko, value_under_superko,
};
use sidle_values::{Game, Store};

/// The value by the definition: the whole history is carried along.
fn naive<R: KoRules>(
    rules: &R,
    at: &R::Position,
    history: &BTreeSet<(String, Player)>,
    store: &Store,
) -> Game {
    let sides = Player::BOTH.map(|player| {
        let mut options = Vec::new();
        for chosen in rules.moves(at, player) {
            let to = rules.lifted(&chosen.to);
            let situation = (rules.name(&to), -player);
            if history.contains(&situation) {
                continue;
            }
            let mut longer = history.clone();
            longer.insert((rules.name(at), player));
            longer.insert(situation);
            let value = naive(rules, &to, &longer, store);
            options.push(store.add(value, store.integer(chosen.points)));
        }
        options
    });
    store.game(&sides[0], &sides[1])
}

fn compare<R: KoRules>(rules: &R, start: &R::Position) {
    let store = Store::new();
    let meter = Meter::unlimited();
    let found = value_under_superko(rules, start, 1_000_000, &store, &meter).expect("no limit");
    let start = rules.lifted(start);
    let expected = naive(rules, &start, &BTreeSet::new(), &store);
    assert_eq!(found.value, expected, "{}", rules.name(&start));
}

#[test]
fn superko_by_its_definition() {
    for points in [vec![1], vec![3], vec![1, 2], vec![0, 4], vec![-1, 2]] {
        let kos = Kos::new(points.clone());
        for state in ["A", "B", "AA", "AB", "BA", "BB"] {
            if state.len() == points.len() {
                let start = kos.position(state, None).expect("a letter for each ko");
                compare(&kos, &start);
            }
        }
    }
    let boards = [
        "#BW#\nBO.W\n#BW#\n",
        "B...W\n",
        "#BB#\nB..W\n#WW#\n",
        "B.O.W\n",
    ];
    for board in boards {
        let diagram = Diagram::parse(board).expect("a diagram");
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            let region = &diagram.region;
            if suicide == Suicide::Allowed && region.points() > 3 {
                continue;
            }
            compare(&GoRegion { region, suicide }, &diagram.stones);
        }
    }
}

/// The sum of two regions with one ban, folded or not.
#[test]
fn folded_sums_equal_plain_ones() {
    let texts = [
        "#BW#\nBO.W\n#BW#\n",
        "#BB#\nB..W\n#BB#\n",
        "#WW#\nW..B\n#WW#\n",
        "#BB#\nB.OB\n#WW#\n",
    ];
    let diagrams = texts.map(|text| Diagram::parse(text).expect("a diagram"));
    let meter = Meter::unlimited();
    for other in &diagrams[1..] {
        for game in [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight] {
            let store = Store::new();
            let parts: Vec<GoRegion<'_>> = [&diagrams[0], other]
                .map(|diagram| GoRegion {
                    region: &diagram.region,
                    suicide: Suicide::Forbidden,
                })
                .to_vec();
            let start: Vec<Stones> = [&diagrams[0], other].map(|diagram| diagram.stones).to_vec();
            let plain = value_of_ko(&KoSum::new(parts.clone()), &start, game, &store, &meter);
            let plain = plain.expect("no limit");
            let folded: Vec<BoardPart<'_>> = parts
                .into_iter()
                .zip(&start)
                .map(|(part, stones)| BoardPart::new(part, stones, 10_000, &meter).expect("small"))
                .collect();
            let at = folded.iter().zip(&start);
            let at: Option<Vec<_>> = at.map(|(part, stones)| part.position(stones)).collect();
            let at = at.expect("the start can arise");
            let folded = value_of_ko(&KoSum::new(folded), &at, game, &store, &meter);
            let folded = folded.expect("no limit");
            assert_eq!(plain.value, folded.value, "{game:?}");
            assert!(folded.states <= plain.states);
        }
    }
}

/// φ_L and φ_R of a sum with a region without kos are the sums (Moews, §4); φ need not be.
#[test]
fn regions_without_kos_can_be_added() {
    let texts = ["#BW#\nBO.W\n#BW#\n", "#BB#\nB..W\n#BB#\n"];
    let diagrams = texts.map(|text| Diagram::parse(text).expect("a diagram"));
    let (store, meter) = (Store::new(), Meter::unlimited());
    let parts = diagrams.each_ref().map(|diagram| GoRegion {
        region: &diagram.region,
        suicide: Suicide::Forbidden,
    });
    let start = diagrams.each_ref().map(|diagram| diagram.stones);
    for game in [KoGame::PhiLeft, KoGame::PhiRight] {
        let sum = KoSum::new(parts.to_vec());
        let whole = value_of_ko(&sum, &start.to_vec(), game, &store, &meter).expect("no limit");
        let values = [0, 1].map(|i| {
            value_of_ko(&parts[i], &start[i], game, &store, &meter)
                .expect("no limit")
                .value
        });
        assert_eq!(whole.value, store.loopy().add(values[0], values[1]));
    }
}

/// The value of a position is that of its moves.
#[test]
fn a_survey_agrees_with_itself() {
    let diagram = Diagram::parse("#BBB#\nB...W\n#BBB#\n").expect("a corridor");
    let rules = GoRegion {
        region: &diagram.region,
        suicide: Suicide::Forbidden,
    };
    let (store, meter) = (Store::new(), Meter::unlimited());
    let start = &diagram.stones;
    let survey = KoSurvey::new(&rules, start, KoGame::Phi, 10_000, &store, &meter).expect("small");
    let options = Player::BOTH.map(|player| {
        let moves = survey.moves(&rules, start, player, &store, &meter);
        let moves = moves.expect("no limit").into_iter();
        let values = moves.map(|chosen| chosen.value.short().expect("no kos"));
        values.collect::<Vec<Game>>()
    });
    let value = survey.value(start).and_then(|value| value.short());
    assert_eq!(value, Some(store.game(&options[0], &options[1])));
    let best = survey.best(&rules, start, Player::Right, &store, &meter);
    assert!(best.expect("no limit").is_some());
}
