//! A workspace that lives long keeps within its budget. A process of its own, since its size is measured.

use std::{env, fs, ops::ControlFlow, sync::Arc};

use sidle::{
    Job, Position, Value, Workspace,
    core::{Dyadic, Flow, KnownValue, KnownValues, Meter, Player, Rules, Shortcuts, Visit},
    questions::ValueQuestion,
};

/// Switches `{a|b}` between integers, each another value.
struct Switches;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum At {
    Switch(i32, i32),
    Integer(i32),
}

impl Rules for Switches {
    type Position = At;

    fn options(&self, at: &At, player: Player, visit: Visit<'_, At>) -> Flow {
        match (at, player) {
            (At::Switch(left, _), Player::Left) => visit(At::Integer(*left)),
            (At::Switch(_, right), Player::Right) => visit(At::Integer(*right)),
            (At::Integer(_), _) => ControlFlow::Continue(()),
        }
    }

    fn shortcuts(&self) -> Shortcuts<'_, At> {
        Shortcuts {
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }
}

impl KnownValues<At> for Switches {
    fn known_value(&self, at: &At) -> Option<KnownValue> {
        match at {
            At::Integer(n) => Some(KnownValue::Number(Dyadic::from(i64::from(*n)))),
            At::Switch(..) => None,
        }
    }
}

const ROW: u32 = 3200;

fn value(workspace: &Workspace, rules: &Arc<Switches>, number: u32) -> Value {
    let at = At::Switch((number % ROW) as i32, -1 - (number / ROW) as i32);
    let question = ValueQuestion::new(Position::of(rules, at));
    let answer = workspace.ask(&question, &Job::unlimited());
    answer.expect("an answer").value.expect("no limits")
}

/// Megabytes of the process; `None` where the system does not say.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1000)
}

/// Asks for so many temporary games and holds a few of their values; the largest growth in megabytes.
fn temporary(games: u32, budget: u64) -> u64 {
    let rules = Arc::new(Switches);
    let before = resident().unwrap_or(0);
    let workspace = Workspace::new().with_budget(budget);
    let mut most = 0;
    let mut held: Vec<(u32, Value)> = Vec::new();
    for number in 0..games {
        let value = value(&workspace, &rules, number);
        if number % (games / 3) == 7 {
            held.push((number, value));
        }
        if number % 4096 == 0 {
            most = most.max(resident().unwrap_or(0).saturating_sub(before));
        }
    }
    let stores = |one: &Value, other: &Value| Arc::ptr_eq(one.store(), other.store());
    for (number, old) in &held {
        let again = value(&workspace, &rules, *number);
        assert_eq!(*old, again);
        assert!(!stores(old, &held[2].1) || *number == held[2].0);
        let text = format!("{{{}|{}}}", number % ROW, -1 - (number / ROW) as i64);
        assert_eq!(old.to_string(), text);
        assert_eq!(old.mean(Meter::none()), again.mean(Meter::none()));
    }
    most
}

#[test]
fn temporary_games_stay_within_a_budget() {
    // Not less than what one store takes before it holds anything.
    assert!(temporary(300_000, 8 << 20) < 40, "megabytes");
    if env::var_os("SIDLE_EXHAUSTIVE").is_some() {
        let most = temporary(10_000_000, 200_000_000);
        assert!(most < 300, "{most} MB");
    }
}
