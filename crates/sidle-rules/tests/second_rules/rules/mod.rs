//! Second implementations of the rules, from the text of a position to the texts of its options.
//!
//! They are written from the published rules, plainly and apart from the crate: nothing here may use
//! `sidle_rules`. A ruleset of the catalogue needs an entry in [`NAMED`] before it can be added.

#![allow(dead_code, reason = "every test file uses its own part of this")]

pub(crate) mod amazons;
pub(crate) mod arc_kayles;
pub(crate) mod boards;
pub(crate) mod clobber;
pub(crate) mod col;
pub(crate) mod domineering;
pub(crate) mod dominoes;
pub(crate) mod end_nim;
pub(crate) mod fission;
pub(crate) mod fox_and_geese;
pub(crate) mod graphs;
pub(crate) mod hackenbush;
pub(crate) mod hare_and_hounds;
pub(crate) mod heaps;
pub(crate) mod konane;
pub(crate) mod nimstring;
pub(crate) mod nogo;
pub(crate) mod pairs;
pub(crate) mod push_and_shove;
pub(crate) mod ski_jumps;
pub(crate) mod toads_and_frogs;
pub(crate) mod turning;
pub(crate) mod vertices;

use std::collections::BTreeSet;

use fastrand::Rng;
use sidle_core::Player;

use boards::{boards, random_board, strips};
use clobber::Family;
use toads_and_frogs::{BACKSLIDING, USUAL, WITHOUT_JUMPS};

/// The options of a position.
pub(crate) type Options = BTreeSet<String>;

/// A ruleset of the catalogue.
pub(crate) struct Second {
    /// The name, with its package.
    pub(crate) name: &'static str,
    /// The options of a position, in the normal form.
    pub(crate) options: fn(&str, Player) -> Options,
    /// A text that all texts of a position share.
    pub(crate) normal: fn(&str) -> String,
    /// The positions to compare: all small ones, and random larger ones.
    pub(crate) positions: fn(&mut Rng) -> Vec<String>,
}

const fn second(
    name: &'static str,
    options: fn(&str, Player) -> Options,
    normal: fn(&str) -> String,
    positions: fn(&mut Rng) -> Vec<String>,
) -> Second {
    Second {
        name,
        options,
        normal,
        positions,
    }
}

/// Boards and strips have one text each.
fn as_written(text: &str) -> String {
    text.to_owned()
}

fn stones(rng: &mut Rng) -> Vec<String> {
    boards(rng, ".xxoo", 6, (6, 7), 1000)
}

fn walls(rng: &mut Rng) -> Vec<String> {
    boards(rng, "..xo#", 5, (5, 6), 1500)
}

fn fields(rng: &mut Rng) -> Vec<String> {
    boards(rng, "..#", 10, (7, 8), 1000)
}

fn animals(rng: &mut Rng) -> Vec<String> {
    let mut all = strips(rng, "..ttff", 7, 20, 2000);
    all.extend((0..20).map(|_| random_board(rng, "..ttff", (1, 150))));
    all
}

fn pieces(rng: &mut Rng) -> Vec<String> {
    strips(rng, "..lr", 7, 20, 1500)
}

fn coins(rng: &mut Rng) -> Vec<String> {
    strips(rng, "hht", 8, 10, 100)
}

/// One entry for each ruleset of the catalogue.
pub(crate) const NAMED: &[Second] = &[
    second(
        "game.grid.Domineering",
        domineering::domineering,
        as_written,
        fields,
    ),
    second("game.grid.Cram", domineering::cram, as_written, fields),
    second(
        "game.grid.Clobber",
        |t, p| Family::clobber().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.AntiClobber",
        |t, p| Family::anti_clobber().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.HotClobber",
        |t, p| Family::hot_clobber().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.Kings",
        |t, p| Family::kings().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.Knights",
        |t, p| Family::knights().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.Rooks",
        |t, p| Family::rooks().options(t, p),
        as_written,
        stones,
    ),
    second(
        "game.grid.Queens",
        |t, p| Family::queens().options(t, p),
        as_written,
        stones,
    ),
    second("game.grid.Amazons", amazons::amazons, as_written, |rng| {
        boards(rng, "...xo##", 5, (4, 5), 600)
    }),
    second("game.grid.Fission", fission::fission, as_written, |rng| {
        boards(rng, "...x#", 7, (6, 7), 1500)
    }),
    second("game.grid.Konane", konane::konane, as_written, walls),
    second("game.grid.NoGo", nogo::nogo, as_written, walls),
    second(
        "game.grid.Nimstring",
        nimstring::nimstring,
        as_written,
        nimstring::positions,
    ),
    second(
        "game.grid.FoxAndGeese",
        |t, p| fox_and_geese::fox_and_geese(1, t, p),
        fox_and_geese::judged,
        |rng| fox_and_geese::positions(rng, 8, 1500),
    ),
    second(
        "game.grid.CeyloneseFoxAndGeese",
        |t, p| fox_and_geese::fox_and_geese(2, t, p),
        fox_and_geese::judged,
        |rng| fox_and_geese::positions(rng, 8, 1500),
    ),
    second(
        "game.grid.HareAndHounds",
        hare_and_hounds::hare_and_hounds,
        hare_and_hounds::judged,
        |rng| hare_and_hounds::positions(rng, 5, 0),
    ),
    second(
        "game.grid.SkiJumps",
        ski_jumps::ski_jumps,
        as_written,
        |rng| boards(rng, "...LRlr", 4, (5, 5), 2000),
    ),
    second(
        "game.strip.ToadsAndFrogs",
        |t, p| USUAL.options(t, p),
        as_written,
        animals,
    ),
    second(
        "game.strip.ElephantsAndRhinos",
        |t, p| WITHOUT_JUMPS.options(t, p),
        as_written,
        animals,
    ),
    second(
        "game.strip.BackslidingToadsAndFrogs",
        |t, p| BACKSLIDING.options(t, p),
        as_written,
        animals,
    ),
    second(
        "game.strip.TopplingDominoes",
        dominoes::toppling_dominoes,
        as_written,
        |rng| strips(rng, ".llrre", 6, 16, 1000),
    ),
    second("game.strip.Push", push_and_shove::push, as_written, pieces),
    second(
        "game.strip.Shove",
        push_and_shove::shove,
        as_written,
        pieces,
    ),
    second(
        "game.strip.EndNim",
        end_nim::end_nim,
        end_nim::normal,
        end_nim::positions,
    ),
    second(
        "game.strip.TurningTurtles",
        turning::turning_turtles,
        as_written,
        coins,
    ),
    second(
        "game.strip.MockTurtles",
        turning::mock_turtles,
        as_written,
        coins,
    ),
    second("game.strip.Twins", turning::twins, as_written, coins),
    second("game.strip.Ruler", turning::ruler, as_written, coins),
    second(
        "game.graph.Hackenbush",
        hackenbush::hackenbush,
        hackenbush::normal,
        hackenbush::positions,
    ),
    second(
        "game.graph.ChildishHackenbush",
        hackenbush::childish_hackenbush,
        hackenbush::normal,
        hackenbush::positions,
    ),
    second("game.graph.Col", col::col, col::normal, col::positions),
    second("game.graph.Snort", col::snort, col::normal, col::positions),
    second(
        "game.graph.Fjords",
        col::fjords,
        col::normal,
        col::positions,
    ),
    second(
        "game.graph.ArcKayles",
        arc_kayles::arc_kayles,
        arc_kayles::normal,
        arc_kayles::positions,
    ),
    second(
        "game.graph.WeightedArcKayles",
        arc_kayles::weighted_arc_kayles,
        arc_kayles::weighted_normal,
        arc_kayles::weighted_positions,
    ),
    second(
        "game.graph.PartizanArcKayles",
        arc_kayles::partizan_arc_kayles,
        arc_kayles::normal,
        arc_kayles::partizan_positions,
    ),
    second(
        "game.graph.NodeKayles",
        vertices::node_kayles,
        vertices::node_kayles_normal,
        vertices::node_kayles_positions,
    ),
    second(
        "game.graph.DigraphPlacement",
        vertices::digraph_placement,
        vertices::placement_normal,
        vertices::placement_positions,
    ),
    second("game.heap.Nim", heaps::nim, heaps::normal, heaps::positions),
    second(
        "game.heap.Cutcake",
        |t, p| heaps::CUTCAKE.options(t, p),
        |t| heaps::CUTCAKE.normal(t),
        heaps::cakes,
    ),
    second(
        "game.heap.MaundyCake",
        |t, p| heaps::MAUNDY_CAKE.options(t, p),
        |t| heaps::MAUNDY_CAKE.normal(t),
        heaps::cakes,
    ),
    second(
        "game.heap.Eatcake",
        |t, p| heaps::EATCAKE.options(t, p),
        |t| heaps::EATCAKE.normal(t),
        heaps::cakes,
    ),
    second(
        "game.heap.TurnAndEatcake",
        |t, p| heaps::TURN_AND_EATCAKE.options(t, p),
        |t| heaps::TURN_AND_EATCAKE.normal(t),
        heaps::cakes,
    ),
    second(
        "game.heap.PartizanEuclid",
        pairs::partizan_euclid,
        as_written,
        |rng| heaps::pairs(rng, 25, 300),
    ),
    second("game.heap.Wythoff", pairs::wythoff, as_written, |rng| {
        heaps::pairs(rng, 12, 50)
    }),
    second("game.heap.Mem", pairs::mem, as_written, |rng| {
        heaps::pairs(rng, 15, 200)
    }),
    second(
        "game.heap.FibonacciNim",
        pairs::fibonacci_nim,
        as_written,
        |rng| heaps::pairs(rng, 15, 200),
    ),
    second(
        "game.heap.Chomp",
        pairs::chomp,
        pairs::chomp_normal,
        pairs::bars,
    ),
];
