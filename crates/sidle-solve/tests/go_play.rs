//! Values of kos and of regions of Go against play: φ, φ_L and φ_R are solved as Büchi and co-Büchi
//! games in sums with games that end, by code that shares nothing with the engine.

mod kos;

use std::collections::HashMap;

use sidle_check::naive::{Form, Forms, KoPlay, KoQuestion, Rows, go_play};
use sidle_core::{Meter, Player, Relation};
use sidle_rules::go::{Diagram, Suicide};
use sidle_solve::go::{GoRegion, KoFailure, KoGame, KoRules, value_of_ko};
use sidle_values::{
    Game, Store,
    loopy::{LoopyValue, Side, SideForm, Stopper},
};

const GAMES: [KoGame; 3] = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];
const MOST: usize = 2_000_000;

/// Store and forms side by side.
#[derive(Default)]
struct World {
    store: Store,
    forms: Forms,
    of: HashMap<Game, Form>,
}

impl World {
    fn form(&mut self, game: Game) -> Form {
        if let Some(&form) = self.of.get(&game) {
            return form;
        }
        let lists = Player::BOTH.map(|player| {
            let options: Vec<Game> = self.store.options(game, player).collect();
            let forms = options.into_iter().map(|option| self.form(option));
            forms.collect::<Vec<Form>>()
        });
        let form = self.forms.form(&lists[0], &lists[1]);
        self.of.insert(game, form);
        form
    }

    /// Games that end, for the comparison of sides that do not: integers, switches and small values.
    fn enders(&self) -> Vec<Game> {
        let store = &self.store;
        let n = |k: i64| store.integer(k);
        let mut all: Vec<Game> = (-4..=4).map(n).collect();
        for k in -3..=3 {
            all.push(store.game(&[n(k)], &[n(k)]));
            all.push(store.game(&[n(k + 1)], &[n(k - 1)]));
            all.push(store.game(&[n(k + 3)], &[n(k)]));
            all.push(store.game(&[n(k)], &[store.game(&[n(k)], &[n(k - 2)])]));
        }
        all
    }

    /// One side of a value against play.
    fn check(&mut self, play: &KoPlay, form: SideForm, question: KoQuestion, what: &str) {
        let Some(stopper) = form.stopper() else {
            panic!("{what}: not a stopper");
        };
        if let Some(game) = stopper.short() {
            let value = self.form(game);
            let found = play.compare(&mut self.forms, value, question, MOST);
            assert_eq!(found, Some((true, true)), "{what}: {question:?}");
            return;
        }
        for ender in self.enders() {
            let relation = self.store.loopy().compare(stopper, Stopper::Short(ender));
            let expected = match relation {
                Relation::Less => (false, true),
                Relation::Equal => (true, true),
                Relation::Greater => (true, false),
                Relation::Fuzzy => (false, false),
            };
            let value = self.form(ender);
            let found = play.compare(&mut self.forms, value, question, MOST);
            assert_eq!(found, Some(expected), "{what}: {question:?}, {ender:?}");
        }
    }

    fn check_value(&mut self, play: &KoPlay, value: LoopyValue, game: KoGame, what: &str) {
        for (side, draws_for_left) in [(Side::Onside, true), (Side::Offside, false)] {
            let question = KoQuestion {
                free: game.free_player(),
                draws_for_left,
            };
            self.check(play, value.side(side), question, what);
        }
    }
}

fn play_of<R: KoRules>(rules: &R, start: &R::Position) -> KoPlay {
    let moves = |at: &R::Position, player| {
        let moves = rules.moves(at, player).into_iter();
        moves.map(|m| (m.to, m.points, m.banned)).collect()
    };
    KoPlay::explore(start.clone(), MOST, moves).expect("a small game")
}

fn check_kos(points: &[i64]) {
    let mut world = World::default();
    kos::every_position(points, |kos, start, what| {
        let play = play_of(kos, start);
        for game in GAMES {
            let value = value_of_ko(kos, start, game, &world.store, &Meter::unlimited());
            let value = value.expect("a value").value;
            world.check_value(&play, value, game, &format!("{what} {game:?}"));
        }
    });
}

#[test]
fn kos_equal_play() {
    for points in [
        &[0][..],
        &[1],
        &[5],
        &[-2],
        &[1, 7],
        &[2, 2],
        &[3, 1],
        &[0, 4],
        &[-1, 2],
    ] {
        check_kos(points);
    }
}

#[test]
fn three_kos_equal_play() {
    for points in [[1, 1, 1], [1, 2, 4]] {
        check_kos(&points);
    }
}

/// All four values of a region with these rows, if it is a position and its fights do not change the
/// score for ever.
fn check_region(world: &mut World, text: &str) -> bool {
    let Ok(diagram) = Diagram::parse(text) else {
        return false;
    };
    let rules = GoRegion {
        region: &diagram.region,
        suicide: Suicide::Forbidden,
    };
    let rows: Rows = text.lines().map(|line| line.chars().collect()).collect();
    let mut values = Vec::new();
    for game in GAMES {
        match value_of_ko(
            &rules,
            &diagram.stones,
            game,
            &world.store,
            &Meter::unlimited(),
        ) {
            // The naive play below has no bound for prisoners.
            Ok(answer) if answer.cut > 0 => {}
            Ok(answer) => values.push((game, answer.value)),
            Err(KoFailure::Between { low, high, .. }) => {
                assert!(
                    world
                        .store
                        .loopy()
                        .try_le_values(low, high, &Meter::unlimited())
                        .expect("no limits")
                );
            }
            Err(other) => panic!("{text}: {other}"),
        }
    }
    if values.is_empty() {
        return false;
    }
    let play = go_play(&rows, MOST).expect("a small region");
    for &(game, value) in &values {
        world.check_value(&play, value, game, &format!("{text}{game:?}"));
    }
    true
}

/// Fills the question marks of a frame with the digits of `cells` to the base 3.
fn filled(frame: &str, mut cells: usize) -> String {
    let fill = |c: char| match c {
        '?' => {
            let letter = ['.', 'X', 'O'][cells % 3];
            cells /= 3;
            letter
        }
        c => c,
    };
    frame.chars().map(fill).collect()
}

fn check_frames(frames: &[&str], step: usize) -> usize {
    let mut checked = 0;
    for frame in frames {
        let mut world = World::default();
        let count = 3usize.pow(frame.matches('?').count() as u32);
        for cells in (0..count).step_by(step) {
            checked += usize::from(check_region(&mut world, &filled(frame, cells)));
        }
    }
    checked
}

#[test]
fn regions_up_to_two_by_two_equal_play() {
    let frames = [
        "#B#\nW?B\n#W#\n",
        "#BW#\nB??W\n#BW#\n",
        "#BB#\nB??W\n#WW#\n",
        "#WWW#\nB???W\n#BWB#\n",
        "#BBB#\nB???W\n#BBB#\n",
        "#B####\nB????W\n#WBWB#\n",
        "#BW#\nB??W\nW??B\n#WB#\n",
        "#BB#\nB??W\nB??W\n#WW#\n",
        "#WW#\nW??W\nB??#\n#BB#\n",
    ];
    let checked = check_frames(&frames, 1);
    assert!(checked > 200, "{checked}");
}

/// A sample of larger regions.
#[test]
fn a_sample_of_larger_regions_equals_play() {
    let frames = [
        "#BWB#\nB???W\nW???B\n#WBW#\n",
        "#BBB#\nB???W\nB???W\n#WWW#\n",
        "#BWBW#\nB????W\n#WWBB#\n",
    ];
    assert!(check_frames(&frames, 37) > 20);
}

/// Every position of regions of two by three in several surroundings, longer corridors, and a sample of
/// three by three: minutes.
#[test]
#[ignore = "takes minutes"]
fn all_regions_of_two_by_three_equal_play() {
    let frames = [
        "#BWB#\nB???W\nW???B\n#WBW#\n",
        "#BBB#\nB???W\nB???W\n#WWW#\n",
        "#BBB#\nB???B\nB???B\n#BBB#\n",
    ];
    assert!(check_frames(&frames, 1) > 500);
    check_frames(&["#BWBWB#\nB?????W\n#WWBBW#\n"], 11);
    check_frames(&["#BWB#\nB???W\nW???B\nB???W\n#WBW#\n"], 701);
}
