//! Welter's game: the closed formula against search.

use crate::graph::classics::Welter;

use super::Page;

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    for (coins, squares) in [(1, 40), (2, 40), (3, 24), (4, 16), (5, 13)] {
        let welter = Welter::new(squares);
        let positions = welter.positions(coins).len();
        page.equal(
            format!("the Welter function is the Grundy value: {squares} squares, coins: {coins}"),
            "ch. 13",
            format!("{positions} of {positions} positions"),
            || {
                let searched = welter.search(coins);
                let agree = searched
                    .iter()
                    .filter(|(coins, value)| Welter::value(coins) == **value)
                    .count();
                Ok(format!("{agree} of {} positions", searched.len()))
            },
        )?;
    }
    Ok(())
}
