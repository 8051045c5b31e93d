use super::*;

fn shown(code: &str) -> String {
    code.parse::<Code>().unwrap().to_string()
}

fn traversal(code: &str, heap: u32) -> String {
    let code: Code = code.parse().unwrap();
    let show = |parts: Vec<u32>| match parts.as_slice() {
        [] => "-".to_owned(),
        parts => parts
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(","),
    };
    code.options(heap).map(show).collect::<Vec<_>>().join("  ")
}

/// The rows `tbcode.*` of data/golden/cgsuite.tsv.
#[test]
fn codes_are_normalised_and_traversed_as_published() {
    let rows = include_str!("../../../../data/golden/cgsuite.tsv");
    let mut seen = 0;
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        if !fields[0].starts_with("tbcode.") {
            continue;
        }
        let code = fields[1].split('"').nth(1).unwrap();
        match fields[0] {
            "tbcode.normalize" => assert_eq!(shown(code), fields[2], "{row}"),
            "tbcode.options" => {
                let heap = fields[1].rsplit('(').next().unwrap().trim_end_matches(')');
                let expected = fields.get(2).copied().unwrap_or("");
                assert_eq!(traversal(code, heap.parse().unwrap()), expected, "{row}");
            }
            _ => continue,
        }
        seen += 1;
    }
    assert_eq!(seen, 25);
}

#[test]
fn malformed_codes_are_refused_at_the_character() {
    for (code, start, end) in [
        ("", 0, 0),
        ("77", 2, 2),
        ("0.7x", 3, 4),
        ("0.7.7", 3, 4),
        ("!.7", 0, 1),
        ("0.7!!", 4, 5),
        ("0.{2!,3}!", 8, 9),
        ("0.{2", 2, 3),
        ("0.{64}", 3, 5),
        ("0.{2,2}", 5, 6),
        ("0.{2+,3}", 4, 5),
        ("0.{}", 3, 4),
        ("0.[3", 2, 3),
        ("0.[]", 3, 4),
        ("0.[3]7", 5, 6),
        ("[3].7", 0, 1),
        ("0.7]", 3, 4),
        ("0.&7", 2, 3),
        ("0.&;", 3, 4),
        ("0.&99999999999999999999;", 3, 23),
        ("0.7é", 3, 5),
        ("0.{2x}", 4, 5),
        (".", 1, 1),
        ("0.W", 2, 3),
    ] {
        let error = code.parse::<Code>().unwrap_err();
        assert_eq!(error.span(), start..end, "{code}: {error}");
    }
}

#[test]
fn printing_and_reading_agree() {
    for code in [
        "0.77",
        "4!.0",
        "0.[3]",
        "0.{2+}=",
        "0.*!3",
        "80.0",
        "0.{0,2,3!+}",
        "0.3F",
        "4.007",
        "0.{7}",
        "0.&128;",
    ] {
        let once = shown(code);
        assert_eq!(shown(&once), once, "{code}");
        let (a, b): (Code, Code) = (code.parse().unwrap(), once.parse().unwrap());
        assert_eq!(a, b, "{code}");
    }
}

#[test]
fn endless_codes_are_told() {
    for (code, place) in [
        ("2.0", Some(0)),
        ("3.7", Some(0)),
        ("40.0", Some(-1)),
        ("80.0", None),
        ("4.0", None),
        ("10.0", None),
        ("{4}00.0", None),
        ("800.0", Some(-2)),
    ] {
        assert_eq!(code.parse::<Code>().unwrap().endless(), place, "{code}");
    }
}

#[test]
fn first_cousins_are_shifted() {
    use crate::nim::Sequence;
    use sidle_core::Meter;
    let values = |code: &Code| -> Vec<u32> {
        let mut sequence = Sequence::new(code.clone()).unwrap();
        sequence.extend(200, &Meter::unlimited()).unwrap();
        sequence.values().iter().collect()
    };
    let mut seen = 0;
    for number in 1..512_u32 {
        let code: Code = format!("0.{number:03o}").parse().unwrap();
        let own = values(&code);
        for (cousin, shift) in code.first_cousins().iter().zip(1..) {
            assert_eq!(
                values(cousin)[..150],
                own[shift..150 + shift],
                "{code} {cousin}"
            );
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
    let dawson: Code = "0.4".parse().unwrap();
    let cousins: Vec<String> = dawson.first_cousins().iter().map(Code::to_string).collect();
    assert_eq!(cousins, ["0.07", "0.137"]);
}
