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

/// Tests that compare rulesets with the second implementations of their names.
macro_rules! compared {
    ($compare:ident: $($test:ident: $rules:expr,)*) => {
        $(#[test] fn $test() { $compare(&$rules); })*
    };
}

compared! { compare_named:
    domineering: Domineering::<16>,
    cram: Impartial(Domineering::<16>),
    clobber: ClobberFamily::clobber(),
    anti_clobber: ClobberFamily::anti_clobber(),
    hot_clobber: ClobberFamily::hot_clobber(),
    kings: ClobberFamily::kings(),
    knights: ClobberFamily::knights(),
    rooks: ClobberFamily::rooks(),
    queens: ClobberFamily::queens(),
    amazons: Amazons,
    fission: Fission,
    konane: Konane,
    nogo: NoGo,
    nimstring: Nimstring,
    fox_and_geese: FoxAndGeese::new(8, 1).expect("a board"),
    ceylonese_fox_and_geese: FoxAndGeese::new(8, 2).expect("a board"),
    hare_and_hounds: HareAndHounds::new(5).expect("a board"),
    ski_jumps: SkiJumps,
    toads_and_frogs: ToadsAndFrogs::<16>::STANDARD,
    elephants_and_rhinos: ToadsAndFrogs::<16>::ELEPHANTS_AND_RHINOS,
    backsliding_toads_and_frogs: ToadsAndFrogs::<16>::BACKSLIDING,
    toppling_dominoes: TopplingDominoes,
    push: PushAndShove::Push,
    shove: PushAndShove::Shove,
    end_nim: EndNim,
    hackenbush: Hackenbush::default(),
    childish_hackenbush: Hackenbush::childish(),
    col: ColFamily::col(),
    snort: ColFamily::snort(),
    fjords: ColFamily::fjords(),
    arc_kayles: ArcKayles { weighted: false },
    weighted_arc_kayles: ArcKayles { weighted: true },
    partizan_arc_kayles: PartizanArcKayles,
    node_kayles: NodeKayles,
    digraph_placement: DigraphPlacement,
    nim: HeapGame::nim(),
    cutcake: Cutcake::standard(),
    maundy_cake: Cutcake::maundy_cake(),
    eatcake: Cutcake::eatcake(),
    turn_and_eatcake: Cutcake::turn_and_eatcake(),
    partizan_euclid: PartizanEuclid,
    wythoff: Wythoff::standard(),
    mem: Memory::mem(),
    chomp: Chomp,
}

// Boards and strips of one word.
compared! { compare_small:
    small_domineering: Domineering::<1>,
    small_clobber: Clobber::<1>,
    small_toads_and_frogs: ToadsAndFrogs::<1>::STANDARD,
    small_elephants_and_rhinos: ToadsAndFrogs::<1>::ELEPHANTS_AND_RHINOS,
    small_backsliding_toads_and_frogs: ToadsAndFrogs::<1>::BACKSLIDING,
}

#[test]
fn coin_turning() {
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
fn fibonacci_nim() {
    compare_as("game.heap.FibonacciNim", &Memory::fibonacci_nim(), |_| true);
}
