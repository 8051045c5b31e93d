use super::*;

/// 0.2048 from the heap after the ruler's zero on.
fn right() -> Certificate {
    let digits = vec![0, 2, 0, 4, 8];
    let values = nim_period::plain_values(&digits, 64, &Meter::unlimited()).expect("no limit");
    let first = 16;
    let residues = (first..first + 13).map(|heap| match heap {
        28 => Residue::Ruler {
            zero: 15,
            power: 5,
            other: 2,
        },
        heap => Residue::Steady(i64::from(values[heap])),
    });
    Certificate::new(
        "0.2048",
        digits,
        first as u64,
        4,
        residues.collect(),
        Vec::new(),
    )
}

/// 0.8 has period 3 and saltus 1 from heap 1 on; here by a machine of two states, h = x and h = x + 1.
fn by_machine() -> Certificate {
    let state = |next, rest| State { next, rest };
    let same = state([[Some(0), None], [None, Some(0)]], Some(0));
    let more = state([[None, Some(0)], [Some(1), None]], None);
    let start = |value: u32| Residue::State(value);
    let digits = vec![0, 8];
    let values = nim_period::plain_values(&digits, 5, &Meter::unlimited()).expect("no limit");
    let residues = values[2..5].iter().map(|&value| start(value)).collect();
    Certificate::new("0.8", digits, 2, 1, residues, vec![same, more])
}

#[test]
fn the_ruler_regularity_and_a_machine() {
    for certificate in [right(), by_machine()] {
        let verdict = check(&certificate);
        assert!(verdict.is_valid(), "{verdict}");
    }
}

#[test]
fn forged_claims_are_refused() {
    let refuse = |forged: &Certificate| {
        let verdict = check(forged);
        assert!(!verdict.is_valid(), "{verdict}");
    };
    let forgeries: [fn(&mut Certificate); 18] = [
        |c| c.residues[12] = Residue::Steady(i64::MAX),
        |c| c.saltus = 2,
        |c| c.saltus = 3,
        |c| c.saltus = 0,
        |c| c.saltus = 8,
        |c| c.first = 15,
        |c| c.first = 0,
        |c| c.first = u64::MAX,
        |c| c.residues.clear(),
        |c| c.residues.truncate(12),
        |c| c.residues[12] = Residue::Steady(9),
        |c| c.residues[3] = Residue::State(0),
        |c| {
            c.residues[12] = Residue::Ruler {
                zero: 15,
                power: 5,
                other: 6,
            }
        },
        |c| {
            c.residues[12] = Residue::Ruler {
                zero: 15,
                power: 1,
                other: 2,
            }
        },
        |c| {
            c.residues[12] = Residue::Ruler {
                zero: 2,
                power: 5,
                other: 2,
            }
        },
        |c| {
            c.residues[12] = Residue::Ruler {
                zero: 28,
                power: 5,
                other: 2,
            }
        },
        |c| c.digits = vec![0, 2, 0, 4],
        |c| c.digits = vec![0, 2, 0, 5, 12],
    ];
    for forge in forgeries {
        let mut forged = right();
        forge(&mut forged);
        refuse(&forged);
    }
    for residue in 0..12 {
        for off in [-1, 4] {
            let mut forged = right();
            if let Residue::Steady(value) = &mut forged.residues[residue] {
                *value += off;
            }
            refuse(&forged);
        }
    }
    let forgeries: [fn(&mut Certificate); 8] = [
        |c| c.states[0].rest = None,
        |c| c.states[0].rest = Some(1),
        |c| c.states[1].rest = Some(0),
        |c| c.states[0].next[1][1] = None,
        |c| c.states[1].next[0][1] = Some(7),
        |c| c.states[1].next[1][0] = Some(0),
        |c| c.states.clear(),
        |c| c.residues[0] = Residue::State(1),
    ];
    for forge in forgeries {
        let mut forged = by_machine();
        forge(&mut forged);
        refuse(&forged);
    }
}
