//! Unicycles: the figures, the claims about short patterns, and the open problem.

use crate::{
    certificates, check,
    core::Meter,
    values::{
        Store,
        notation::Style,
        unicycle::{Exits, Finder, Pattern, test},
    },
};
use anyhow::Context;

use super::Page;

/// The search over one set of exits.
struct World<'s> {
    store: &'s Store,
    exits: Exits,
    finder: Finder,
}

impl<'s> World<'s> {
    fn new(store: &'s Store, exits: Exits, meter: &Meter) -> anyhow::Result<World<'s>> {
        let finder = Finder::new(exits.table().clone(), meter)?;
        Ok(World {
            store,
            exits,
            finder,
        })
    }

    /// Exits as digits: the numbers of nimbers.
    fn is_unicycle(&self, pattern: &str, digits: &str) -> anyhow::Result<bool> {
        let exits: Option<Vec<u32>> = digits.chars().map(|c| c.to_digit(10)).collect();
        let exits = exits.context("digits")?;
        Ok(test(self.exits.table(), &pattern.parse()?, &exits).is_ok())
    }

    /// Exits in notation.
    fn names(&self, exits: &[u32]) -> anyhow::Result<String> {
        let name = |&exit: &u32| {
            let game = self.exits.game(exit);
            Ok(self.store.text(game, Style::Plain, Meter::none())?)
        };
        let names: anyhow::Result<Vec<String>> = exits.iter().map(name).collect();
        Ok(names?.join(", "))
    }

    fn first(&self, pattern: &Pattern, meter: &Meter) -> anyhow::Result<Option<Vec<u32>>> {
        Ok(self.finder.first(pattern, meter)?)
    }
}

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    let store = Store::new();
    let meter = page.meter();
    let nimbers = World::new(&store, Exits::nimbers(&store, 4, meter)?, meter)?;
    counts(page)?;
    figures(page, &nimbers)?;
    short_patterns(page, &nimbers)?;
    three_nimbers(page, &store)?;
    open_problem(page, &store)
}

fn counts(page: &mut Page<'_>) -> anyhow::Result<()> {
    let place = "Open Problem (A000031)";
    page.equal(
        "numbers of directed binary necklaces of lengths 4 to 10",
        place,
        "6 8 14 20 36 60 108",
        || Ok(join((4..=10).map(|n| Pattern::necklaces(n).count()))),
    )
}

fn join(counts: impl Iterator<Item = usize>) -> String {
    let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
    counts.join(" ")
}

fn figures(page: &mut Page<'_>, nimbers: &World<'_>) -> anyhow::Result<()> {
    let verdict = |ok: bool| if ok { "a unicycle" } else { "no unicycle" };
    page.equal(
        "τ: LLRR with exits 0, 0, *, *",
        "Figure 5",
        "a unicycle",
        || Ok(verdict(nimbers.is_unicycle("LLRR", "0011")?)),
    )?;
    let claim = "L^p R^q with all exits 0 for p, q from 2 to 6: those with p, q of at least 3";
    page.equal(claim, "Figure 6", "16 of 16, and 0 of 9 others", || {
        let (mut large, mut small) = (0, 0);
        for p in 2..=6 {
            for q in 2..=6 {
                let pattern = "L".repeat(p) + &"R".repeat(q);
                let ok = nimbers.is_unicycle(&pattern, &"0".repeat(p + q))?;
                *(if p.min(q) >= 3 {
                    &mut large
                } else {
                    &mut small
                }) += usize::from(ok);
            }
        }
        Ok(format!("{large} of 16, and {small} of 9 others"))
    })?;
    for k in 1..=5 {
        let pattern = "LLR".to_owned() + &"LR".repeat(2 * k - 1);
        let digits = "1".to_owned() + &"1000".repeat(k);
        let claim = format!("{pattern} with exits *, then {k} times *, 0, 0, 0");
        page.equal(claim, "Figure 7", "a unicycle", || {
            Ok(verdict(nimbers.is_unicycle(&pattern, &digits)?))
        })?;
    }
    let claim = "LLRLLRLLR with exits *, *, 0, *2, *2, 0, *3, *3, 0";
    page.equal(claim, "Figure 8", "a unicycle", || {
        Ok(verdict(nimbers.is_unicycle("LLRLLRLLR", "110220330")?))
    })
}

fn short_patterns(page: &mut Page<'_>, nimbers: &World<'_>) -> anyhow::Result<()> {
    let place = "after Figure 8";
    let meter = page.meter();
    for length in 4..=10 {
        let patterns: Vec<Pattern> = Pattern::admissible(length).collect();
        let expected = match length {
            10 => "all but LLLRLRRRLR".to_owned(),
            _ => "all".to_owned(),
        };
        let claim = format!(
            "patterns of length {length} with two edges of each colour that do not alternate ({}) \
             with exits 0, *, *2, *3",
            patterns.len()
        );
        page.equal(claim, place, expected, || {
            let mut none = Vec::new();
            for pattern in &patterns {
                if nimbers.first(pattern, meter)?.is_none() {
                    none.push(pattern.to_string());
                }
            }
            Ok(match none.as_slice() {
                [] => "all".to_owned(),
                none => format!("all but {}", none.join(" ")),
            })
        })?;
    }
    Ok(())
}

fn three_nimbers(page: &mut Page<'_>, store: &Store) -> anyhow::Result<()> {
    let meter = page.meter();
    let claim = "LLRLLRLLR with exits from any three nimbers below *8 (56 choices)";
    page.equal(claim, "after Figure 8", "none", || {
        let pattern: Pattern = "LLRLLRLLR".parse()?;
        for code in (0u32..256).filter(|code| code.count_ones() == 3) {
            let chosen = (0..8u64).filter(|bit| code >> bit & 1 != 0);
            let games: Vec<_> = chosen.map(|star| store.nimber(star)).collect();
            let world = World::new(store, Exits::new(store, &games, meter)?, meter)?;
            if let Some(found) = world.first(&pattern, meter)? {
                return world.names(&found);
            }
        }
        Ok("none".to_owned())
    })
}

/// The paper leaves it open whether there is one; no published value is compared with here, but the
/// search must find one and the independent checker must accept it.
fn open_problem(page: &mut Page<'_>, store: &Store) -> anyhow::Result<()> {
    let meter = page.meter();
    let pattern: Pattern = "LLLRLRRRLR".parse()?;
    let claim = "LLLRLRRRLR with exits from the nimbers below *7";
    page.equal(claim, "after Figure 8", "none", || {
        let world = World::new(store, Exits::nimbers(store, 7, meter)?, meter)?;
        match world.first(&pattern, meter)? {
            Some(exits) => world.names(&exits),
            None => Ok("none".to_owned()),
        }
    })?;
    let claim = "is there an LLLRLRRRLR-unicycle? (open in the paper)";
    page.holds(
        claim,
        "Open Problem",
        "an answer that the checker accepts",
        || {
            let world = World::new(store, Exits::born_by(store, 1, meter)?, meter)?;
            let Some(found) = world.first(&pattern, meter)? else {
                return Ok(("none with exits born by day 1".to_owned(), false));
            };
            let exits = world.names(&found)?;
            let verdict =
                check::unicycle::check(&certificates::unicycle(&pattern, &world.exits, &found));
            Ok((format!("yes: exits {exits}"), verdict.is_valid()))
        },
    )
}
