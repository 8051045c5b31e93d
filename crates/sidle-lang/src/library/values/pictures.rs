//! What a game looks like: drawings in characters, intervals and outcomes in words.

use sidle_core::{Outcome, Player, Relation};
use sidle_draw::{THERMOGRAPH_COLUMNS, thermograph_text_within, thermographs_svg};
use sidle_values::{
    Game,
    loopy::{LoopyOutcome, LoopyValue},
};

use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    library::{Member, members, plotted},
    thermographs,
    value::Value,
};

pub(super) const GAME: &[Member] = members! { m;
    /// The thermograph drawn in characters; `:plot FILE.svg` draws it to a file.
    get Plot(g: Game) "{3||2|1}.Plot" => thermograph_plot(m, g.into());
    /// The numbers that the game is confused with, as an interval; "empty" for a number.
    get ConfusionInterval(g: Game) "{3|1}.ConfusionInterval" => confusion_interval(m, g);
};

pub(super) const LOOPY: &[Member] = members! { m;
    /// The thermograph drawn in characters, for each side where they differ.
    get Plot(g: LoopyValue) "{4|over}.Plot" => thermograph_plot(m, g);
};

pub(super) const ANY: &[Member] = members! { m;
    /// An outcome class in words.
    get Meaning(x: &Value) "dud.OutcomeClass.Meaning" => match x {
        Value::Outcome(outcome) => Ok(meaning(*outcome).to_owned()),
        Value::LoopyOutcome(outcome) => Ok(loopy_meaning(*outcome)),
        other => Err(Failure::new(format!(
            "an outcome class has a meaning in words, this is {}",
            other.kind()
        ))
        .with_help("ask for `G.OutcomeClass.Meaning`")),
    };
};

/// The thermographs of a game, which print themselves in characters.
fn thermograph_plot(machine: &Machine<'_>, game: LoopyValue) -> Result<Value, Failure> {
    let panels = thermographs::panels(machine.store, game, machine.meter)?;
    let columns = machine.columns.unwrap_or(THERMOGRAPH_COLUMNS);
    let drawn = panels.iter().map(|panel| {
        let walls = thermograph_text_within(&panel.thermograph, panel.unit, columns);
        match panels.len() {
            1 => walls,
            _ => format!("{}\n{walls}", panel.label),
        }
    });
    let drawn: Vec<String> = drawn.collect();
    Ok(plotted(drawn.join("\n"), thermographs_svg(&panels)))
}

/// From the Right stop to the Left stop; an end belongs to it if the game is confused with it
/// (*Winning Ways*, ch. 6).
fn confusion_interval(machine: &Machine<'_>, game: Game) -> Result<String, Failure> {
    let (store, meter) = (machine.store, machine.meter);
    let [left, right] = [Player::Left, Player::Right].map(|player| store.stop(game, player));
    let confused = |number| -> Result<bool, Failure> {
        Ok(store.try_compare(game, store.number(number), meter)? == Relation::Fuzzy)
    };
    let (first, last) = (confused(&right)?, confused(&left)?);
    Ok(match (first, last) {
        (true, _) if left == right => format!("[{right},{left}]"),
        (false, _) if left == right => "empty".to_owned(),
        _ => format!(
            "{}{right},{left}{}",
            if first { '[' } else { '(' },
            if last { ']' } else { ')' }
        ),
    })
}

fn meaning(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "Left wins, whoever begins",
        Outcome::Right => "Right wins, whoever begins",
        Outcome::Next => "whoever begins wins",
        Outcome::Previous => "whoever begins loses",
    }
}

/// The nine outcomes of games that need not end, by the outcomes of both sides.
fn loopy_meaning(outcome: LoopyOutcome) -> String {
    use Outcome::{Left, Next, Previous, Right};
    match (outcome.onside, outcome.offside) {
        (on, off) if on == off => meaning(on),
        (Left, Next) => "Left wins if she begins; if Right begins, the game is a draw",
        (Left, Previous) => "Left wins if Right begins; if she begins, the game is a draw",
        (Left, Right) => "a draw, whoever begins",
        (Next, Right) => "Right wins if he begins; if Left begins, the game is a draw",
        (Previous, Right) => "Right wins if Left begins; if he begins, the game is a draw",
        _ => "no game has these two sides",
    }
    .to_owned()
}

/// A page about the outcome classes.
pub(crate) fn outcome_page() -> String {
    use Outcome::{Left, Next, Previous, Right};
    let mut text = String::from(
        "Outcome classes (`G.OutcomeClass`; `G.OutcomeClass.Meaning` says one in words)\n",
    );
    let all = [
        (Left, Left),
        (Right, Right),
        (Next, Next),
        (Previous, Previous),
        (Left, Next),
        (Left, Previous),
        (Left, Right),
        (Next, Right),
        (Previous, Right),
    ];
    for (onside, offside) in all {
        let outcome = LoopyOutcome { onside, offside };
        let name = outcome.to_string();
        text.push_str(&format!("  {name:<8} {}\n", loopy_meaning(outcome)));
    }
    text
}
