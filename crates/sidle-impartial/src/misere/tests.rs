use sidle_core::Meter;

use super::*;
use crate::{code::Code, quotient::HeapGame};

fn form(forms: &mut Forms, text: &str) -> Form {
    parse_form(forms, text, &Meter::unlimited()).unwrap()
}

fn shown(text: &str) -> String {
    let mut forms = Forms::new();
    let game = form(&mut forms, text);
    forms.text(game, &Meter::unlimited()).unwrap()
}

#[test]
#[ignore = "takes a gigabyte"]
fn number_of_games_by_day_five() {
    let games = Forms::new().born_by(5, usize::MAX, usize::MAX, &Meter::unlimited());
    assert_eq!(games.unwrap().len(), 4_171_780);
}

#[test]
fn numbers_of_games_by_day() {
    let mut forms = Forms::new();
    for (day, count) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
        let games = forms.born_by(day, 1000, 1000, &Meter::unlimited()).unwrap();
        assert_eq!(games.len(), count, "day {day}");
    }
}

#[test]
fn golden_rows_of_single_games() {
    let meter = Meter::unlimited();
    let rows = include_str!("../../../../data/golden/cgsuite.tsv").lines();
    let runs = include_str!("../../../../data/golden/cgsuite_runs.tsv").lines();
    let (mut seen, mut wrong) = (0, Vec::new());
    for row in rows.chain(runs).filter(|row| row.starts_with("misere.")) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (input, expected) = (fields[1], fields[2]);
        if !input.starts_with("(*[") || expected.starts_with("!!") {
            continue;
        }
        let Some((game, property)) = input.rsplit_once(").") else {
            continue;
        };
        let mut forms = Forms::new();
        let game = form(&mut forms, &game[1..]);
        let species = forms.species(game, &meter).unwrap();
        let star =
            |forms: &mut Forms, game: Form| format!("*[{}]", forms.text(game, &meter).unwrap());
        let found = match property {
            "Birthday" => forms.birthday(game).to_string(),
            "Genus" => forms.genus(game, &meter).unwrap().to_string(),
            "IsEven" => forms.is_even(game).to_string(),
            "IsTame" => (species <= Species::Tame).to_string(),
            "IsGenerallyTame" => species.is_generally_tame().to_string(),
            "IsTameable" => (species <= Species::Tameable).to_string(),
            "IsRestive" => (species == Species::Restive).to_string(),
            "IsGenerallyRestive" => species.is_generally_restive().to_string(),
            "IsRestless" => (species == Species::Restless).to_string(),
            "IsHalfTame" => forms.is_half_tame(game, &meter).unwrap().to_string(),
            "IsNimHeap" => forms.as_nim_heap(game).is_some().to_string(),
            "NimValue" => forms.nim_value(game).to_string(),
            "MisereNimValue" => forms.misere_nim_value(game).to_string(),
            "MisereOutcomeClass" => if forms.is_p(game) { "P" } else { "N" }.to_owned(),
            "Mate" => {
                let mate = forms.mate(game, &meter).unwrap();
                star(&mut forms, mate)
            }
            "Options" => {
                let options = forms.options(game).to_vec();
                let options: Vec<String> = options.iter().map(|&o| star(&mut forms, o)).collect();
                format!("[{}]", options.join(","))
            }
            _ => continue,
        };
        seen += 1;
        if found != expected {
            wrong.push(format!("{input}: {found}, expected {expected}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {seen}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(seen > 150, "{seen}");
}

#[test]
fn golden_rows_of_values_and_sums() {
    let rows = include_str!("../../../../data/golden/cgsuite.tsv").lines();
    let runs = include_str!("../../../../data/golden/cgsuite_runs.tsv").lines();
    let (mut seen, mut wrong) = (0, Vec::new());
    for row in rows
        .chain(runs)
        .filter(|row| row.starts_with("misere.value") || row.starts_with("misere.sum"))
    {
        let fields: Vec<&str> = row.split('\t').collect();
        if fields[2].starts_with("!!") {
            continue;
        }
        let input = fields[1]
            .strip_prefix('(')
            .and_then(|input| input.strip_suffix(')'))
            .unwrap_or(fields[1]);
        let found = format!("*[{}]", shown(input));
        seen += 1;
        if found != fields[2] {
            wrong.push(format!("{}: {found}, expected {}", fields[1], fields[2]));
        }
    }
    assert!(seen >= 22, "{seen}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn heaps_of_games() {
    let meter = Meter::unlimited();
    let mut kayles = HeapForms::new(HeapGame::Code("0.77".parse::<Code>().unwrap()));
    let genus: Vec<String> = (0..=20)
        .map(|n| kayles.genus(n, &meter).unwrap().to_string())
        .collect();
    assert_eq!(
        genus.join(","),
        "0,1,2,3,1,4^146,3,2^2,1^1,4^046,2^2,6^46,4^046,1^1,2^2,7^57,1^13,4^64,3^31,2^20,1^031"
    );
    let mut game = HeapForms::new(HeapGame::Code("0.75".parse::<Code>().unwrap()));
    let form = game.heap(7, &meter).unwrap();
    let text = game.forms_mut().text(form, &meter).unwrap();
    assert_eq!(text, "((2[2]320)2[2]30)(2[2]320)[1]2[2]30");
}

#[test]
fn large_heaps_are_single_signs() {
    for (input, text) in [
        ("*9", "9"),
        ("*12", "&12;"),
        ("*[[12]]", "&12;#"),
        ("*[12,3]", "&12;3"),
        ("*10 + *2", "&10;[2]"),
        ("*[[12,11],16]", "&16;(&12;&11;)"),
        ("*&12;", "&12;"),
        ("*[&12;, &3;]", "&12;3"),
    ] {
        assert_eq!(shown(input), text, "{input}");
    }
}

#[test]
fn bad_games_are_refused() {
    let mut forms = Forms::new();
    for (text, start) in [
        ("", 0),
        ("[2", 0),
        ("*[2]]", 4),
        ("x", 0),
        ("*[2,]", 4),
        ("*99999", 1),
        ("*2 *3", 3),
        ("*[&]", 3),
        ("*[&12]", 5),
    ] {
        let error = parse_form(&mut forms, text, &Meter::unlimited()).unwrap_err();
        assert_eq!(error.span().start, start, "{text}: {error}");
    }
}

#[test]
fn nim_heaps_are_canonical() {
    let (meter, mut forms, mut plain) = (Meter::unlimited(), Forms::new(), Forms::new());
    let mut heaps = Vec::new();
    for n in 0..24 {
        let heap = plain.game(&heaps, &meter).unwrap();
        heaps.push(heap);
        let quick = forms.nim_heap(n, &meter).unwrap();
        assert_eq!(forms.options(quick).len(), n as usize);
        assert_eq!(plain.import(&forms, quick, &meter), Ok(heap), "*{n}");
    }
    let high = forms.nim_heap(700, &meter).unwrap();
    assert_eq!(forms.birthday(high), 700);
}
