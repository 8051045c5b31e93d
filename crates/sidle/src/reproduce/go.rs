//! Go: corridors without kos, and the temperatures of kos.

use anyhow::anyhow;

use super::Page;
use crate::{
    core::Dyadic,
    numbers::Rational,
    rules::go::{Diagram, Suicide},
    solve::go::{GoRegion, KoGame, Kos, StagedKo, value_of_ko, walls_of_ko},
    values::Store,
};

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    corridors(page)?;
    direct_kos(page)?;
    staged_kos(page)
}

/// A corridor of `length` points in Black's territory, open to White at one end.
fn corridor(length: usize) -> String {
    let wall = "B".repeat(length);
    let points = ".".repeat(length);
    format!("#{wall}#\nB{points}W\n#{wall}#\n")
}

/// Chilled (cooled by 1), a blocked corridor of n points is worth the number n - 2 + 2^(1-n).
fn corridors(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    for length in 1..=8i64 {
        let exponent = length as u32 - 1;
        let expected = &Dyadic::from(length - 2) + &Dyadic::new(1, exponent);
        let claim = format!("a blocked corridor of {length} points, chilled");
        page.equal(
            claim,
            "Mathematical Go, blocked corridors",
            expected.to_string(),
            || {
                let diagram = Diagram::parse(&corridor(length as usize));
                let diagram = diagram.map_err(|error| anyhow!(error.message))?;
                let rules = GoRegion {
                    region: &diagram.region,
                    suicide: Suicide::Forbidden,
                };
                let store = Store::new();
                let value = value_of_ko(&rules, &diagram.stones, KoGame::Phi, &store, meter)?;
                let game = value
                    .value
                    .short()
                    .ok_or_else(|| anyhow!("a loopy corridor"))?;
                let chilled = store.try_cool(game, &Dyadic::from(1), meter)?;
                let number = chilled.and_then(|chilled| store.as_number(chilled));
                Ok(number.map_or_else(|| "not a number".to_owned(), |number| number.to_string()))
            },
        )?;
    }
    Ok(())
}

fn third(n: i64) -> anyhow::Result<Rational> {
    Ok(Rational::from(n).div(&Rational::from(3))?)
}

/// A direct ko about s points has temperature s/3; the masts of its positions are 2s/3 and s/3.
fn direct_kos(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    for points in [1, 2, 7, 10] {
        for (state, share) in [("A", 2), ("B", 1)] {
            let expected = format!(
                "mast {}, temperature {}",
                third(share * points)?,
                third(points)?
            );
            let claim = format!("a direct ko about {points} points at {state}");
            page.equal(claim, "The economist's view, kos", expected, || {
                let kos = Kos::new(vec![points]);
                let start = kos.position(state, None)?;
                let walls = walls_of_ko(&kos, &start, &Store::new(), meter)?;
                told(walls.determined())
            })?;
        }
    }
    Ok(())
}

/// A ko of n stages about s points: with T for a coupon, Right has to spend n + 1 moves more than Left where
/// Left can win at once, s - T = (n + 1) T.
fn staged_kos(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    for (stages, points) in [(1, 6), (2, 12), (3, 10)] {
        let count = stages as i64 + 2;
        let part = |n: i64| Rational::from(n * points).div(&Rational::from(count));
        for at in 0..=stages {
            let mast = part(at as i64 + 1)?;
            let expected = format!("mast {mast}, temperature {}", part(1)?);
            let claim = format!("a ko of {stages} stages about {points} points, at stage {at}");
            page.equal(claim, "by counting moves", expected, || {
                let ko = StagedKo { stages, points };
                let walls = walls_of_ko(&ko, &(Some(at), None), &Store::new(), meter)?;
                told(walls.determined())
            })?;
        }
    }
    Ok(())
}

fn told(walls: Option<&crate::values::CouponWalls>) -> anyhow::Result<String> {
    let walls = walls.ok_or_else(|| anyhow!("the walls are not determined"))?;
    match (walls.mast(), walls.temperature()) {
        (Some(mast), Some(temperature)) => Ok(format!("mast {mast}, temperature {temperature}")),
        _ => Ok("no mast".to_owned()),
    }
}
