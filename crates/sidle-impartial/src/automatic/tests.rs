use sidle_core::Meter;

use super::*;
use crate::nim::{ExceptionTable, PeriodAnswer, RegularityKind, Sequence};

/// Values by the definition.
fn naive(code: &str, heaps: usize) -> Vec<u32> {
    let code: Code = code.parse().unwrap();
    let mut values = vec![0];
    for heap in 1..heaps {
        let reached: std::collections::HashSet<u32> = code
            .options(heap as u32)
            .map(|option| {
                option
                    .iter()
                    .fold(0, |sum, &heap| sum ^ values[heap as usize])
            })
            .collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

/// Values that are computed, all of them.
fn computed(code: &str, heaps: usize) -> Vec<u32> {
    let sequence = Sequence::new(code.parse().unwrap()).unwrap();
    let mut sequence = sequence.without_shortcut();
    sequence.extend(heaps, &Meter::unlimited()).unwrap();
    sequence.values().iter().collect()
}

fn found(code: &str, heaps: usize) -> Automatic {
    let code: Code = code.parse().unwrap();
    prove(
        &code,
        &computed(&code.to_string(), heaps),
        Effort::Much,
        Meter::none(),
    )
    .unwrap()
    .expect("it is found")
}

#[test]
fn the_ruler_family() {
    for (code, period) in [("0.2048", 13), ("0.200048", 19), ("0.20000048", 25)] {
        let heaps = 50 * period;
        let automatic = found(code, heaps);
        assert_eq!((automatic.period, automatic.saltus), (period, 4), "{code}");
        let rulers: Vec<&Ruler> = automatic.rulers().collect();
        let zero = period + 2;
        let known = Ruler {
            zero,
            from: zero + period,
            power: 5,
            other: 2,
        };
        assert_eq!(rulers, [&known], "{code}");
        assert_eq!(automatic.periodicity(), None);
        // Machine and formulas say what is computed, far beyond what they were made from.
        let values = computed(code, 3000);
        assert_eq!(values[..300], naive(code, 300));
        for (heap, &value) in values.iter().enumerate().skip(automatic.first) {
            assert_eq!(automatic.value(heap), Some(value), "{code}: heap {heap}");
            assert_eq!(automatic.read(heap), Some(value), "{code}: heap {heap}");
        }
        let far = 1_000_003 * period + 2;
        assert_eq!(automatic.read(far), automatic.value(far), "{code}");
    }
}

/// Where every second round is exceptional in the same way, two rounds are taken together.
#[test]
fn rulers_of_two_rounds() {
    for code in ["0.83C", "0.87F"] {
        let automatic = found(code, 700);
        assert_eq!((automatic.period, automatic.saltus), (14, 8), "{code}");
        assert_eq!(automatic.rulers().count(), 2, "{code}");
        let values = computed(code, 2500);
        for (heap, &value) in values.iter().enumerate().skip(automatic.first) {
            assert_eq!(automatic.value(heap), Some(value), "{code}: heap {heap}");
            assert_eq!(automatic.read(heap), Some(value), "{code}: heap {heap}");
        }
    }
}

#[test]
fn what_is_not_so_is_not_proved() {
    let code: Code = "0.2048".parse().unwrap();
    let rules = moves::rules(&code).unwrap();
    let right = found("0.2048", 700);
    let values = computed("0.2048", 100);
    let holds = |machine: &Machine, rules: &[moves::Rule]| {
        let claim = Claim {
            first: right.first,
            saltus: right.rise,
            small: &values[..right.first],
            machine,
        };
        proof::holds(&claim, rules, 1 << 20, Meter::none()).unwrap()
    };
    assert!(holds(&right.machine, &rules));
    // Every other rest, every arrow that is missing, every arrow to another state, and every other start.
    let mut forged = 0;
    let mut refuse = |machine: Machine| {
        assert!(!holds(&machine, &rules), "{machine:?}");
        forged += 1;
    };
    let count = right.machine.states.len();
    for state in 0..count {
        for rest in [None, Some(0), Some(1), Some(2), Some(3), Some(4)] {
            let mut machine = right.machine.clone();
            // Without a rest, a state that is left when a zero follows says the same one step later.
            let stays = machine.states[state].next[0][0] == Some(state as u32);
            if machine.states[state].rest != rest && (rest.is_some() || stays) {
                machine.states[state].rest = rest;
                refuse(machine);
            }
        }
        for (x, h) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut machine = right.machine.clone();
            if machine.states[state].next[x][h].is_some() {
                machine.states[state].next[x][h] = None;
                refuse(machine);
            }
        }
    }
    for residue in 0..right.period {
        for start in 0..count as u32 {
            let mut machine = right.machine.clone();
            if machine.starts[residue] != start {
                machine.starts[residue] = start;
                refuse(machine);
            }
        }
    }
    assert!(forged > 200, "{forged}");
    // Other moves.
    for other in [
        "0.2049", "0.204A", "0.2448", "0.3048", "0.2148", "0.2044", "0.20488",
    ] {
        let other: Code = other.parse().unwrap();
        let others = computed(&other.to_string(), 400);
        let same = (1..400).all(|heap| right.value(heap) == Some(others[heap]));
        if let Some(rules) = moves::rules(&other) {
            assert_eq!(holds(&right.machine, &rules), same, "{other}");
        }
    }
}

/// A sequence that repeats is automatic, too, but a period says more.
#[test]
fn ordinary_periods_are_not_looked_at() {
    for code in ["0.A32", "0.B1A", "0.20048"] {
        let parsed: Code = code.parse().unwrap();
        let values = computed(code, 400);
        let found = prove(&parsed, &values, Effort::Much, Meter::none()).unwrap();
        assert_eq!(found, None, "{code}");
    }
}

/// Every machine that is proved agrees with values that were not looked at.
#[test]
fn proved_machines_go_on_as_the_values_do() {
    let mut proved = 0;
    for number in (0..4096).step_by(29) {
        let code = format!("0.{number:03X}");
        let values = computed(&code, 700);
        let parsed: Code = code.parse().unwrap();
        let Some(automatic) = prove(&parsed, &values[..400], Effort::Much, Meter::none()).unwrap()
        else {
            continue;
        };
        proved += 1;
        for (heap, &value) in values.iter().enumerate().skip(automatic.first) {
            assert_eq!(automatic.read(heap), Some(value), "{code}: heap {heap}");
            assert_eq!(automatic.value(heap), Some(value), "{code}: heap {heap}");
        }
        // An arithmetic period is a special case, and the same by the other proof.
        let mut sequence = Sequence::new(parsed).unwrap();
        sequence.extend(400, &Meter::unlimited()).unwrap();
        if let (Some(one), Some(other)) = (sequence.periodicity(), automatic.periodicity()) {
            let part = |found: &Periodicity| (found.period, found.preperiod, found.saltus);
            assert_eq!(part(one), part(&other), "{code}");
        }
    }
    assert!(proved > 3, "{proved}");
}

#[test]
fn answers_about_rulers() {
    let mut sequence = Sequence::new("0.2048".parse().unwrap()).unwrap();
    sequence.extend(5000, &Meter::unlimited()).unwrap();
    let answer = PeriodAnswer::of(&sequence);
    assert_eq!(
        (answer.period, answer.preperiod, answer.saltus),
        (None, None, None)
    );
    let regularity = answer.regularity.expect("a regularity");
    assert_eq!(regularity.kind, RegularityKind::Ruler);
    assert!(answer.searched < 2000, "{}", answer.searched);
    let values: Vec<u32> = sequence.values().iter().collect();
    assert_eq!(values, computed("0.2048", 5000));
    let table = ExceptionTable::of(&sequence).expect("a table");
    assert_eq!(table.values.len(), 13);
    let from = regularity.from.expect("formulas for all");
    for (heap, &value) in values.iter().enumerate() {
        let exception = table.exceptions.iter().find(|(other, _)| *other == heap);
        let ruler = &regularity.rulers[0];
        let mut expected = table.values[heap % 13] + 4 * (heap / 13) as i64;
        if heap % 13 == ruler.zero % 13 {
            expected = ruler.value(heap, 13, 4).unwrap_or(expected);
        }
        match exception {
            None => assert_eq!(i64::from(value), expected, "heap {heap}"),
            Some(&(_, own)) => assert!(own == value && i64::from(value) != expected && heap < from),
        }
    }
}
