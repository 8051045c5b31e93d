//! Loopy games: definitions, sums, order, simplification, and the games that resist it.

use crate::{
    core::{Meter, Relation},
    lang::Session,
    values::{loopy::LoopyValue, notation::Style},
};

use super::{Page, page::failure};

/// Place in the source, a game, and the value it has.
const VALUES: &[(&str, &str, &str)] = &[
    // Figures of the paper.
    ("Figure 1", "t{u{t|}|}", "on"),
    ("Figure 2", "s{0||0|{0|s}}", "over"),
    ("Figure 4, gamma", "{1|d{y{0|d}|}||}", "2 & 0"),
    ("Figure 4, delta", "d{y{0|d}|}", "2 & 0"),
    ("Figure 4, fused", "d{x{1|d}|}", "3 & 0"),
    // Sums with on and dud.
    ("the largest game", "on + off", "dud"),
    ("the largest game", "on + over", "on"),
    ("the largest game", "on + under", "on"),
    ("the largest game", "on + upon", "on"),
    ("the largest game", "on + *", "on"),
    ("the largest game", "on + {0||0|off}", "on"),
    ("the largest game", "on + a{0||||0|||a|*||*}", "on"),
    ("the largest game", "on + {0|off}", "on & {on|off}"),
    ("the deathless universal draw", "dud + upon", "dud"),
    ("the deathless universal draw", "dud + 1", "dud"),
    // tis and tisn.
    ("tis", "tis", "1 & 0"),
    ("tis", "tisn", "0 & -1"),
    ("tis", "tis + tis", "2 & 0"),
    ("tis", "tis - tis", "1 & -1"),
    // over.
    ("over", "over + over", "over"),
    ("over", "over - over", "over & under"),
    ("over", "over + *", "over"),
    ("over", "over + ^", "over"),
    ("over", "over + upon", "over"),
    ("over", "over - upon", "over"),
    ("over", "over + a{0||||0|||a|*||*}", "over"),
    ("over", "over + {0||0|off}", "over"),
    ("over", "over + 1", "{1|pass}"),
    ("over", "over + {1|-1}", "{{1|pass}|{-1|pass}}"),
    ("over", "{0|over}", "over"),
    ("over", "{over|over}", "over"),
    // upon.
    ("upon", "upon + *", "{0,pass|0}"),
    ("upon", "upon + upon", "{0|{0,pass|0}}"),
    ("upon", "upon + {0,pass|0}", "{0|upon}"),
    ("upon", "upon - upon", "{0||0|0,pass} & {0,pass|0||0}"),
    ("upon", "{0,pass|0} - upon", "{0,*|-upon} & {upon|0,*}"),
    ("upon", "upon + ^", "{pass|^*}"),
    ("upon", "upon + {0||0|off}", "upon"),
    ("upon", "upon + {0||0|0,pass}", "{0|{0,*|-upon}} & upon"),
    ("uponth", "{0||0|0,pass} + {0||0|0,pass}", "{0||0|0,pass}"),
    ("uponth", "{0||0|0,pass} - upon", "-upon"),
    ("tiny-on", "{0||0|off} + {0||0|off}", "{0||0|off}"),
    // tau, the stopper with an irreducible 4-cycle (Figure 5).
    (
        "Figure 5",
        "upon + a{0||||0|||a|*||*}",
        "{0|{0|{0|{0,pass|0}}}}",
    ),
    (
        "Figure 5",
        "a{0||||0|||a|*||*} + a{0||||0|||a|*||*}",
        "{0|{0|{0|a{0|{0|{0,{a|0}|0}}}}}}",
    ),
    ("Figure 5", "a{0||||0|||a|*||*} + *", "a{0|{0|{0,{a|0}|0}}}"),
    // Games that are not stoppers.
    ("sides", "{0|{dud|},*}", "^ & v*"),
    ("sides", "{pass|pass,*}", "upon & off"),
    ("sides", "a{1||a|0}", "2 & +-1"),
    ("sides", "{2&-2|1&-2}", "{2|1} & -2*"),
];

/// From the least to the greatest.
const ORDER: &[&str] = &[
    "off",
    "under",
    "-upon",
    "v",
    "0",
    "{0||0|off}",
    "{0||0|0,pass}",
    "^",
    "upon",
    "a{0||||0|||a|*||*}",
    "over",
    "1/2",
    "1",
    "on",
];

/// Pairs and how they compare.
const RELATIONS: &[(&str, &str, Relation)] = &[
    ("*", "^", Relation::Fuzzy),
    ("*", "upon", Relation::Fuzzy),
    ("*", "{0||0|0,pass}", Relation::Fuzzy),
    ("*", "{0||0|off}", Relation::Fuzzy),
    ("upon", "{0,pass|0}", Relation::Fuzzy),
    ("*2", "*", Relation::Fuzzy),
    ("*2", "{0||0|off}", Relation::Fuzzy),
    ("*2", "{0||0|0,pass}", Relation::Fuzzy),
    ("*", "{0,pass|0}", Relation::Less),
    ("*2", "^", Relation::Less),
    ("*2", "upon", Relation::Less),
    ("*2", "{0,pass|0}", Relation::Less),
    ("*2", "a{0||||0|||a|*||*}", Relation::Less),
    ("a{0||||0|||a|*||*}", "*", Relation::Greater),
];

const CAROUSEL: &str = "a{0,{1|1,{*,{1*|1*,a}|*}}|0}";

fn value(session: &mut Session, text: &str, meter: &Meter) -> anyhow::Result<LoopyValue> {
    session
        .loopy(text, meter)
        .map_err(|error| failure(&error, text))
}

fn show(session: &Session, value: LoopyValue, meter: &Meter) -> anyhow::Result<String> {
    Ok(session.store().text(value, Style::Plain, meter)?)
}

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    let mut session = Session::new();
    let meter = page.meter();
    for &(place, game, expected) in VALUES {
        let wanted = value(&mut session, expected, meter)?;
        let expected = show(&session, wanted, meter)?;
        page.by_expression(game);
        page.holds(game, place, expected, || {
            let computed = value(&mut session, game, meter)?;
            Ok((show(&session, computed, meter)?, computed == wanted))
        })?;
    }
    order(page, &mut session)?;
    carousel(page, &mut session)?;
    super::simplest_forms::rows(page)
}

fn order(page: &mut Page<'_>, session: &mut Session) -> anyhow::Result<()> {
    let meter = page.meter();
    let values = ORDER
        .iter()
        .map(|text| value(session, text, meter))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let loopy = session.store().loopy();
    for (i, &greater) in values.iter().enumerate().skip(1) {
        page.by_expression(&format!("{} < {}", ORDER[i - 1], ORDER[i]));
        page.equal(
            format!("{} < {}", ORDER[i - 1], ORDER[i]),
            "the order of the standard values",
            true,
            || {
                let relation = loopy.try_compare_values(values[i - 1], greater, meter)?;
                Ok(relation == Relation::Less)
            },
        )?;
    }
    for &(g, h, expected) in RELATIONS {
        let (a, b) = (value(session, g, meter)?, value(session, h, meter)?);
        let loopy = session.store().loopy();
        page.equal(
            format!("{g} {expected} {h}"),
            "the order of the standard values",
            expected,
            || Ok(loopy.try_compare_values(a, b, meter)?),
        )?;
    }
    Ok(())
}

/// Not stopper-sided as far as anybody knows; the simplified sides are known.
fn carousel(page: &mut Page<'_>, session: &mut Session) -> anyhow::Result<()> {
    let meter = page.meter();
    let game = value(session, CAROUSEL, meter)?;
    page.by_expression(&format!("({CAROUSEL}).IsStopperSided"));
    page.equal(
        "Bach's Carousel is known to be stopper-sided",
        "§5, after Definition 14",
        false,
        || Ok(game.stopper_sides().is_some()),
    )?;
    let onside = value(session, "a{{1|1,{{1*|a}|*}}|0}", meter)?.onside();
    let offside = value(session, "a{0,{1|{{1*|a}|*}}|0}", meter)?.offside();
    page.by_expression(CAROUSEL);
    page.holds(
        "Bach's Carousel: simplified onside and offside",
        "§5, after Definition 14",
        "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}",
        || {
            let agrees = game.onside() == onside && game.offside() == offside;
            Ok((show(session, game, meter)?, agrees))
        },
    )
}
