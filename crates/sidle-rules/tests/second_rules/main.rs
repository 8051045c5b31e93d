//! The rules of the crate against second implementations.

mod families;
mod go;
mod rules;

use fastrand::Rng;
use sidle_core::Player;
use sidle_rules::{
    Clobber, Domineering, Ruleset, ToadsAndFrogs,
    graph::{ArcKayles, ColFamily, DigraphPlacement, Hackenbush, NodeKayles, PartizanArcKayles},
    grid::{
        Amazons, ClobberFamily, Fission, FoxAndGeese, HareAndHounds, Konane, Nimstring, NoGo,
        SkiJumps,
    },
    heap::{Chomp, Cutcake, HeapGame, Memory, PartizanEuclid, Wythoff},
    strip::{EndNim, PushAndShove, TopplingDominoes, Turning},
    variant::Impartial,
};

use rules::Options;

const SEED: u64 = 20_260_101;

/// Fails unless both players have the same options in all positions, by the rules and by a second implementation.
/// Returns how many options the players have.
fn compare<R: Ruleset>(
    rules: &R,
    positions: &[String],
    normal: impl Fn(&str) -> String,
    second: impl Fn(&str, Player) -> Options,
) -> [usize; 2] {
    let name = rules.name();
    let written = |at: &R::Position| {
        let mut text = String::new();
        rules.write(at, &mut text).expect("a text");
        normal(&text)
    };
    let mut moves = [0; 2];
    for text in positions {
        let at = rules
            .parse(text)
            .unwrap_or_else(|error| panic!("{name} {text}: {error:?}"));
        assert_eq!(
            written(&at),
            normal(text),
            "{name} {text}: read and written"
        );
        for player in Player::BOTH {
            let options = rules.collect_options(&at, player);
            let options: Options = options.iter().map(written).collect();
            assert_eq!(
                options,
                second(text, player),
                "{name} {text}: options of {player:?}"
            );
            moves[player.index()] += options.len();
        }
    }
    moves
}

/// Compares a ruleset with the second implementation of its name.
fn compare_named<R: Ruleset>(rules: &R) {
    compare_as(&rules.name(), rules, |_| true);
}

/// The same on the positions that fit the words of a small type.
fn compare_small<R: Ruleset>(rules: &R) {
    compare_as(&rules.name(), rules, |text| rules.parse(text).is_ok());
}

/// Compares a ruleset with the second implementation of a name in the catalogue.
fn compare_as<R: Ruleset>(name: &str, rules: &R, fits: impl Fn(&str) -> bool) {
    let second = rules::NAMED.iter().find(|second| second.name == name);
    let second = second.unwrap_or_else(|| panic!("{name} has no second implementation"));
    let mut positions = (second.positions)(&mut Rng::with_seed(SEED));
    let all = positions.len();
    positions.retain(|text| fits(text));
    assert!(
        positions.len() * 10 > all * 9,
        "{} of {all} positions of {name}",
        positions.len()
    );
    let moves = compare(rules, &positions, second.normal, second.options);
    assert!(moves[0] > 0 && moves[1] > 0, "{name}: {moves:?} options");
}

#[test]
fn placing_and_splitting() {
    compare_small(&Domineering::<1>);
    compare_named(&Domineering::<16>);
    compare_named(&Impartial(Domineering::<16>));
    compare_named(&Fission);
    compare_named(&NoGo);
    compare_named(&Amazons);
}

#[test]
fn moving_onto_pieces() {
    compare_small(&Clobber::<1>);
    for family in [
        ClobberFamily::clobber(),
        ClobberFamily::anti_clobber(),
        ClobberFamily::hot_clobber(),
        ClobberFamily::kings(),
        ClobberFamily::knights(),
        ClobberFamily::rooks(),
        ClobberFamily::queens(),
    ] {
        compare_named(&family);
    }
}

#[test]
fn jumping_and_chasing() {
    compare_named(&Konane);
    compare_named(&SkiJumps);
    compare_named(&HareAndHounds::new(5).expect("a board"));
    for range in [1, 2] {
        compare_named(&FoxAndGeese::new(8, range).expect("a board"));
    }
}

#[test]
fn strings_and_coins() {
    compare_named(&Nimstring);
    for (name, code) in [
        ("TurningTurtles", "1-2"),
        ("MockTurtles", "1-3"),
        ("Twins", "2"),
        ("Ruler", "1+C"),
    ] {
        let game = Turning::new(code.parse().expect("a code"));
        compare_as(&format!("game.strip.{name}"), &game, |_| true);
    }
}

#[test]
fn strips() {
    for game in [
        ToadsAndFrogs::<1>::STANDARD,
        ToadsAndFrogs::ELEPHANTS_AND_RHINOS,
        ToadsAndFrogs::BACKSLIDING,
    ] {
        compare_small(&game);
        compare_named(&game.resized::<16>());
    }
    compare_named(&TopplingDominoes);
    compare_named(&PushAndShove::Push);
    compare_named(&PushAndShove::Shove);
    compare_named(&EndNim);
}

#[test]
fn graphs() {
    compare_named(&Hackenbush::default());
    compare_named(&Hackenbush::childish());
    compare_named(&ColFamily::col());
    compare_named(&ColFamily::snort());
    compare_named(&ColFamily::fjords());
    for weighted in [false, true] {
        compare_named(&ArcKayles { weighted });
    }
    compare_named(&PartizanArcKayles);
    compare_named(&NodeKayles);
    compare_named(&DigraphPlacement);
}

#[test]
fn heaps() {
    compare_named(&HeapGame::nim());
    for game in [
        Cutcake::standard(),
        Cutcake::maundy_cake(),
        Cutcake::eatcake(),
        Cutcake::turn_and_eatcake(),
    ] {
        compare_named(&game);
    }
    compare_named(&PartizanEuclid);
    compare_named(&Wythoff::standard());
    compare_named(&Memory::mem());
    compare_as("game.heap.FibonacciNim", &Memory::fibonacci_nim(), |_| true);
    compare_named(&Chomp);
}
