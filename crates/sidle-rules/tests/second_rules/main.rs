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

/// Fails unless both players have the same options in all positions, by the rules and by a second
/// implementation. Returns how many options the players have.
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

/// Compares a ruleset with the second implementation of a name in the catalogue.
fn compare_named<R: Ruleset>(name: &str, rules: &R) {
    compare_where(name, rules, |_| true);
}

/// The same on the positions that fit the words of a small type.
fn compare_small<R: Ruleset>(name: &str, rules: &R) {
    compare_where(name, rules, |text| rules.parse(text).is_ok());
}

fn compare_where<R: Ruleset>(name: &str, rules: &R, fits: impl Fn(&str) -> bool) {
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

fn coin_turning(code: &str) -> Turning {
    Turning::new(code.parse().expect("a code"))
}

/// Tests that compare rulesets with second implementations.
macro_rules! compared {
    ($compare:ident: $($test:ident: $name:literal, $rules:expr,)*) => {
        $(#[test] fn $test() { $compare($name, &$rules); })*
    };
}

compared! { compare_named:
    domineering: "game.grid.Domineering", Domineering::<16>,
    cram: "game.grid.Cram", Impartial(Domineering::<16>),
    clobber: "game.grid.Clobber", ClobberFamily::clobber(),
    anti_clobber: "game.grid.AntiClobber", ClobberFamily::anti_clobber(),
    hot_clobber: "game.grid.HotClobber", ClobberFamily::hot_clobber(),
    kings: "game.grid.Kings", ClobberFamily::kings(),
    knights: "game.grid.Knights", ClobberFamily::knights(),
    rooks: "game.grid.Rooks", ClobberFamily::rooks(),
    queens: "game.grid.Queens", ClobberFamily::queens(),
    amazons: "game.grid.Amazons", Amazons,
    fission: "game.grid.Fission", Fission,
    konane: "game.grid.Konane", Konane,
    nogo: "game.grid.NoGo", NoGo,
    nimstring: "game.grid.Nimstring", Nimstring,
    fox_and_geese: "game.grid.FoxAndGeese", FoxAndGeese::new(8, 1).expect("a board"),
    ceylonese_fox_and_geese: "game.grid.CeyloneseFoxAndGeese", FoxAndGeese::new(8, 2).expect("a board"),
    hare_and_hounds: "game.grid.HareAndHounds", HareAndHounds::new(5).expect("a board"),
    ski_jumps: "game.grid.SkiJumps", SkiJumps,
    toads_and_frogs: "game.strip.ToadsAndFrogs", ToadsAndFrogs::<16>::STANDARD,
    elephants_and_rhinos: "game.strip.ElephantsAndRhinos", ToadsAndFrogs::<16>::ELEPHANTS_AND_RHINOS,
    backsliding_toads_and_frogs: "game.strip.BackslidingToadsAndFrogs", ToadsAndFrogs::<16>::BACKSLIDING,
    toppling_dominoes: "game.strip.TopplingDominoes", TopplingDominoes,
    push: "game.strip.Push", PushAndShove::Push,
    shove: "game.strip.Shove", PushAndShove::Shove,
    end_nim: "game.strip.EndNim", EndNim,
    hackenbush: "game.graph.Hackenbush", Hackenbush::default(),
    childish_hackenbush: "game.graph.ChildishHackenbush", Hackenbush::childish(),
    col: "game.graph.Col", ColFamily::col(),
    snort: "game.graph.Snort", ColFamily::snort(),
    fjords: "game.graph.Fjords", ColFamily::fjords(),
    arc_kayles: "game.graph.ArcKayles", ArcKayles { weighted: false },
    weighted_arc_kayles: "game.graph.WeightedArcKayles", ArcKayles { weighted: true },
    partizan_arc_kayles: "game.graph.PartizanArcKayles", PartizanArcKayles,
    node_kayles: "game.graph.NodeKayles", NodeKayles,
    digraph_placement: "game.graph.DigraphPlacement", DigraphPlacement,
    nim: "game.heap.Nim", HeapGame::nim(),
    cutcake: "game.heap.Cutcake", Cutcake::standard(),
    maundy_cake: "game.heap.MaundyCake", Cutcake::maundy_cake(),
    eatcake: "game.heap.Eatcake", Cutcake::eatcake(),
    turn_and_eatcake: "game.heap.TurnAndEatcake", Cutcake::turn_and_eatcake(),
    partizan_euclid: "game.heap.PartizanEuclid", PartizanEuclid,
    wythoff: "game.heap.Wythoff", Wythoff::standard(),
    mem: "game.heap.Mem", Memory::mem(),
    chomp: "game.heap.Chomp", Chomp,
    turning_turtles: "game.strip.TurningTurtles", coin_turning("1-2"),
    mock_turtles: "game.strip.MockTurtles", coin_turning("1-3"),
    twins: "game.strip.Twins", coin_turning("2"),
    ruler: "game.strip.Ruler", coin_turning("1+C"),
    fibonacci_nim: "game.heap.FibonacciNim", Memory::fibonacci_nim(),
}

// Boards and strips of one word.
compared! { compare_small:
    small_domineering: "game.grid.Domineering", Domineering::<1>,
    small_clobber: "game.grid.Clobber", Clobber::<1>,
    small_toads_and_frogs: "game.strip.ToadsAndFrogs", ToadsAndFrogs::<1>::STANDARD,
    small_elephants_and_rhinos: "game.strip.ElephantsAndRhinos", ToadsAndFrogs::<1>::ELEPHANTS_AND_RHINOS,
    small_backsliding_toads_and_frogs: "game.strip.BackslidingToadsAndFrogs", ToadsAndFrogs::<1>::BACKSLIDING,
}
