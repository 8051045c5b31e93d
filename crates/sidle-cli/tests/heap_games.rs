//! `sidle octal` and `sidle misere`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

fn sidle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary runs")
}

fn answer(arguments: &[&str]) -> Value {
    let output = sidle(arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!(
            "{arguments:?}: {error}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn scratch(name: &str) -> PathBuf {
    let path = env::temp_dir().join(format!("sidle-heap-games-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

/// Starts the binary and kills it without warning, after what `wait` waits for.
fn killed(arguments: &[&str], wait: impl FnOnce()) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary runs");
    wait();
    let _ = child.kill();
    let _ = child.wait();
}

/// The file is changed, and the binary refuses to read it.
fn refused(arguments: &[&str], path: &Path, damage: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).expect("it was written");
    damage(&mut bytes);
    fs::write(path, &bytes).expect("it can be written");
    assert_eq!(sidle(arguments).status.code(), Some(2));
}

#[test]
fn values_and_periods() {
    let none = answer(&["octal", "0.77", "--values", "0", "--json"]);
    assert_eq!(none, json!({"code": "0.77", "values": []}));
    let values = answer(&["octal", "0.77", "--values", "8", "--json"]);
    assert_eq!(
        values,
        json!({"code": "0.77", "values": [0, 1, 2, 3, 1, 4, 3, 2]})
    );
    let period = answer(&["octal", ".77", "--until-periodic", "--json"]);
    assert_eq!(period["code"], "0.77");
    assert_eq!(
        (&period["period"], &period["preperiod"], &period["saltus"]),
        (&json!(12), &json!(71), &json!(0))
    );
    assert!(
        period["proof"]
            .as_str()
            .is_some_and(|proof| proof.starts_with("Guy-Smith"))
    );
    let open = answer(&[
        "octal",
        "0.6",
        "--until-periodic",
        "--limit",
        "2000",
        "--json",
    ]);
    assert_eq!(
        (&open["period"], &open["searched"]),
        (&Value::Null, &json!(2000))
    );
    let nim = answer(&["octal", "0.[3]", "--until-periodic", "--json"]);
    assert_eq!(
        (&nim["period"], &nim["preperiod"], &nim["saltus"]),
        (&json!(1), &json!(0), &json!(1))
    );
}

#[test]
fn bad_codes_point_at_the_character() {
    let output = sidle(&["octal", "0.7x7", "--values", "3"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("`x` cannot begin a digit") && text.contains("\n1 | 0.7x7\n  |    ^"),
        "{text}"
    );
    let output = sidle(&["octal", "2.0"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn names_stand_for_codes() {
    for name in ["grundy", "Grundy's game", "GRUNDYS-GAME", "4!.0"] {
        assert_eq!(
            answer(&["octal", name, "--values", "8", "--json"]),
            json!({"code": "4!.0", "values": [0, 0, 0, 1, 0, 2, 1, 0]})
        );
    }
    let kayles = answer(&["misere", "quotient", "Kayles", "--heaps", "5", "--json"]);
    assert_eq!(
        (&kayles["code"], &kayles["order"]),
        (&json!("0.77"), &json!(12))
    );
    let unknown = sidle(&["octal", "grunty"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("Grundy's game"));
}

#[test]
fn certificates_are_accepted_and_forged_ones_are_not() {
    let path = scratch("period.json");
    let name = path.to_str().expect("a path");
    assert_eq!(
        sidle(&["octal", "0.45", "--until-periodic", "--certify", name])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(sidle(&["check", name]).status.code(), Some(0));
    let text = fs::read_to_string(&path).expect("it was written");
    fs::write(&path, text.replace("\"period\":20", "\"period\":40")).expect("it can be written");
    assert_eq!(sidle(&["check", name]).status.code(), Some(1));
    // Three heaps and a saltus.
    for code in ["0.8", "0.89", "0.C8"] {
        let output = sidle(&["octal", code, "--until-periodic", "--certify", name]);
        assert_eq!(output.status.code(), Some(0), "{code}");
        assert_eq!(sidle(&["check", name]).status.code(), Some(0), "{code}");
        let text = fs::read_to_string(&path).expect("it was written");
        let mut forged: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(forged["kind"], json!("arithmetic-period"), "{code}");
        forged["saltus"] = json!(2 * forged["saltus"].as_u64().expect("a number"));
        fs::write(&path, forged.to_string()).expect("it can be written");
        assert_eq!(sidle(&["check", name]).status.code(), Some(1), "{code}");
    }
    let output = sidle(&["misere", "quotient", "0.77", "--certify", name, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(sidle(&["check", name]).status.code(), Some(0));
    let text = fs::read_to_string(&path).expect("it was written");
    let mut forged: Value = serde_json::from_str(&text).expect("it is JSON");
    forged["phi"][30] = json!(1);
    fs::write(&path, forged.to_string()).expect("it can be written");
    assert_eq!(sidle(&["check", name]).status.code(), Some(1));
    // P has nine elements; one of them twice does not make ten.
    let mut forged: Value = serde_json::from_str(&text).expect("it is JSON");
    let elements = forged["p_portion"].as_array_mut().expect("a list");
    elements.push(elements[8].clone());
    fs::write(&path, forged.to_string()).expect("it can be written");
    assert_eq!(sidle(&["check", name]).status.code(), Some(1));
    let _ = fs::remove_file(&path);
}

#[test]
fn a_killed_run_goes_on_and_damaged_checkpoints_are_refused() {
    let path = scratch("run.bin");
    let name = path.to_str().expect("a path");
    let arguments = [
        "octal",
        "0.6",
        "--values",
        "40000",
        "--checkpoint",
        name,
        "--interval",
        "1ms",
        "--json",
    ];
    killed(&arguments, || {
        let mut looks = 0;
        while !path.exists() && looks < 400 {
            looks += 1;
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(path.exists(), "there is a checkpoint");
    let resumed = answer(&arguments);
    let whole = answer(&["octal", "0.6", "--values", "40000", "--json"]);
    assert_eq!(resumed, whole);
    refused(&arguments, &path, |bytes| {
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
    });
    refused(&arguments, &path, |bytes| bytes.truncate(bytes.len() - 6));
    let _ = fs::remove_file(&path);
}

#[test]
fn tables_are_resumed() {
    let path = scratch("table.jsonl");
    let name = path.to_str().expect("a path");
    let arguments = [
        "octal",
        "--all-digits",
        "2",
        "--table",
        "--limit",
        "2000",
        "--state",
        name,
        "--json",
    ];
    let first = sidle(&arguments);
    assert_eq!(first.status.code(), Some(0));
    let text = fs::read_to_string(&path).expect("it was written");
    // A line for the envelope of each row, and one for the row.
    assert_eq!(text.lines().count(), 2 * 63);
    // Half of it, cut in the middle of a row.
    fs::write(&path, &text[..text.len() / 2]).expect("it can be written");
    assert_eq!(sidle(&arguments).stdout, first.stdout);
    refused(&arguments, &path, |bytes| {
        let text = String::from_utf8_lossy(bytes).replacen("\"searched\":2", "\"searched\":3", 1);
        *bytes = text.into_bytes();
    });
    let _ = fs::remove_file(&path);
}

/// Rows that were found are printed and kept when a limit ends the table.
#[test]
fn a_table_that_is_stopped_has_its_first_rows() {
    let path = scratch("stopped.jsonl");
    let name = path.to_str().expect("a path");
    let limits = ["--limit", "100000", "--max-nodes", "20000", "--state", name];
    let output = sidle(
        &[
            &["octal", "--all-digits", "2", "--table", "--json"],
            &limits[..],
        ]
        .concat(),
    );
    assert_eq!(output.status.code(), Some(3));
    let rows = String::from_utf8_lossy(&output.stdout).lines().count();
    assert!((1..63).contains(&rows), "{rows}");
    let kept = fs::read_to_string(&path).expect("it was written");
    assert_eq!(kept.lines().count(), 2 * rows);
    let _ = fs::remove_file(&path);
}

/// A game whose heaps cost much is kept at its intervals, too.
#[test]
fn slow_games_have_checkpoints_in_time() {
    let path = scratch("slow.bin");
    let name = path.to_str().expect("a path");
    let run = ["octal", "0.*7", "--values", "100000", "--interval", "50ms"];
    let mut looks = 0;
    killed(&[&run[..], &["--checkpoint", name]].concat(), || {
        while !path.exists() && looks < 400 {
            looks += 1;
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(path.exists(), "there is no checkpoint after eight seconds");
    let _ = fs::remove_file(&path);
    // A process that is killed cannot remove it.
    let _ = fs::remove_file(path.with_extension("bin.sidle-lock"));
}

#[test]
fn codes_of_coin_turning_games() {
    let values = answer(&["octal", "1+C", "--values", "9", "--json"]);
    assert_eq!(
        values,
        json!({"code": "1+C", "values": [0, 1, 2, 1, 4, 1, 2, 1, 8]})
    );
    let refused = sidle(&["octal", "1+C", "--until-periodic"]);
    assert_eq!(refused.status.code(), Some(2));
    let endless = sidle(&["octal", "2.3"]);
    assert_eq!(endless.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&endless.stderr).contains("\n1 | 2.3\n  | ^"));
}

#[test]
fn heaps_are_nodes() {
    let stopped = sidle(&[
        "octal",
        "0.007",
        "--values",
        "1000000",
        "--max-nodes",
        "5000",
        "--json",
    ]);
    assert_eq!(stopped.status.code(), Some(3));
    let told: Value = serde_json::from_slice(&stopped.stdout).expect("it is JSON");
    let searched = told["searched"].as_u64().expect("a number");
    assert!((64..=5000).contains(&searched), "{searched}");
}

#[test]
fn misere_answers() {
    let genus = answer(&["misere", "genus", "0.77", "--heaps", "5", "--json"]);
    assert_eq!(
        genus,
        json!({"code": "0.77", "genus": ["0", "1", "2", "3", "1", "4^146"]})
    );
    let one = answer(&["misere", "canonical", "*[[2],0]", "--json"]);
    assert_eq!(one["canonical"], "*[2#0]");
    let quotient = answer(&["misere", "quotient", "*2", "--json"]);
    assert_eq!(
        (
            &quotient["order"],
            &quotient["p_order"],
            &quotient["complete"]
        ),
        (&json!(6), &json!(2), &json!(true))
    );
    assert_eq!(quotient["relations"], json!(["a^2=1", "b^3=b"]));
    assert_eq!(quotient["p_portion"], json!(["a", "b^2"]));
    let kayles = answer(&["misere", "quotient", "0.77", "--json"]);
    assert_eq!(
        (&kayles["order"], &kayles["period"], &kayles["preperiod"]),
        (&json!(40), &json!(12), &json!(71))
    );
    let play = answer(&["misere", "play", "0.77", "--at", "1,1,1", "--json"]);
    assert_eq!(
        (&play["outcome"], &play["winning_moves"]),
        (&json!("P"), &json!([]))
    );
    let stopped = sidle(&[
        "misere",
        "quotient",
        "0.354",
        "--max-order",
        "200",
        "--json",
    ]);
    assert_eq!(stopped.status.code(), Some(3));
    let partial: Value = serde_json::from_slice(&stopped.stdout).expect("JSON");
    assert_eq!(
        (&partial["order"], &partial["complete"]),
        (&json!(14), &json!(false))
    );
}

#[test]
fn a_killed_quotient_search_goes_on() {
    let whole = answer(&["misere", "quotient", "0.15", "--json"]);
    for wait in [0, 3, 17, 60, 200] {
        let path = scratch(&format!("quotient-{wait}.json"));
        let name = path.to_str().expect("a path");
        let arguments = [
            "misere",
            "quotient",
            "0.15",
            "--checkpoint",
            name,
            "--interval",
            "0",
            "--json",
        ];
        killed(&arguments, || {
            std::thread::sleep(Duration::from_millis(wait));
        });
        assert_eq!(answer(&arguments), whole, "killed after {wait} ms");
        // And once more from the finished file.
        assert_eq!(answer(&arguments), whole);
        refused(&arguments, &path, |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
        });
        let _ = fs::remove_file(&path);
    }
}

#[test]
fn tables_of_quotients() {
    let output = sidle(&["misere", "quotient", "--all-digits", "1", "--json"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect();
    assert_eq!(rows.len(), 7);
    assert_eq!(
        (&rows[2]["code"], &rows[2]["order"], &rows[2]["period"]),
        (&json!("0.3"), &json!(2), &json!(2))
    );
}

#[test]
fn exceptions_and_cousins() {
    let found = answer(&["octal", "0.77", "--exceptions", "--cousins", "--json"]);
    assert_eq!(
        found["exceptions"]["values"],
        json!([4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7])
    );
    assert_eq!(
        found["exceptions"]["exceptions"].as_array().map(Vec::len),
        Some(14)
    );
    assert_eq!(found["first_cousins"], json!([]));
    let found = answer(&["octal", "0.4", "--cousins", "--values", "3", "--json"]);
    assert_eq!(found["first_cousins"], json!(["0.07", "0.137"]));
}

#[test]
fn misere_heaps_are_played() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(["play", "misere", "0.77", "--at", "3,2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let lines = "moves\nhint\nx\n9 9\n3 -> 2\nquit\n";
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for part in ["Heaps 2+3", "You win. Try", "is not a move here", "I move "] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn partizan_games_are_compared() {
    let compared = answer(&["misere", "compare", "*+*", "0", "--json"]);
    assert_eq!(
        compared,
        json!({"games": ["*+*", "0"], "universe": "dicot", "relation": "=", "outcomes": ["N", "N"]})
    );
    let universe = ["--universe", "dead-ending"];
    let compared = answer(
        &[
            &["misere", "compare", "1 + -1", "0", "--json"][..],
            &universe,
        ]
        .concat(),
    );
    assert_eq!(compared["relation"], "=");
    let outside = sidle(&["misere", "compare", "1", "0"]);
    assert_eq!(outside.status.code(), Some(2));
    let arithmetic = answer(&["octal", "0.[3]", "--until-periodic", "--json"]);
    assert_eq!(arithmetic["saltus"], 1);
}

#[test]
fn the_ruler_regularity_is_proved_and_certified() {
    let path = scratch("ruler.json");
    let name = path.to_str().expect("a path");
    let ruler = ["octal", "0.2048", "--until-periodic", "--exceptions"];
    let found = answer(&[&ruler[..], &["--certify", name, "--json"]].concat());
    for field in ["period", "preperiod", "saltus"] {
        assert_eq!(found[field], Value::Null, "{field}");
    }
    let regularity = &found["regularity"];
    assert_eq!(regularity["kind"], json!("ruler"));
    assert_eq!(
        (&regularity["period"], &regularity["saltus"]),
        (&json!(13), &json!(4))
    );
    let known = json!([{"zero": 15, "from": 28, "power": 5, "other": 2}]);
    assert_eq!(regularity["rulers"], known);
    assert_eq!(
        found["exceptions"]["values"].as_array().map(Vec::len),
        Some(13)
    );
    let checked = sidle(&["check", name]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let text = fs::read_to_string(&path).expect("it was written");
    let forgeries = [
        ("\"other\":2", "\"other\":6"),
        ("\"zero\":15", "\"zero\":2"),
        ("\"saltus\":4", "\"saltus\":8"),
    ];
    for (right, wrong) in forgeries {
        assert!(text.contains(right), "{text}");
        fs::write(&path, text.replace(right, wrong)).expect("it can be written");
        assert_eq!(sidle(&["check", name]).status.code(), Some(1), "{wrong}");
    }
    let _ = fs::remove_file(&path);
    // Far heaps follow: 100,000 by the definition would take hours.
    let far = answer(&[
        "octal",
        "0.2048",
        "--values",
        "100k",
        "--json",
        "--timeout",
        "60",
    ]);
    let y = 7000_u64;
    // The largest power of two that divides 7,000 is 8.
    assert_eq!(far["values"][15 + 13 * 7000], json!(4 * (y - 16) + 2));
    // A ruler of two rounds.
    let two = answer(&["octal", "0.83C", "--until-periodic", "--json"]);
    assert_eq!(
        two["regularity"]["rulers"].as_array().map(Vec::len),
        Some(2)
    );
}

/// Files of one quotient have no meaning for a table of many.
#[test]
fn a_table_of_quotients_writes_no_files() {
    for option in ["--certify", "--latex", "--csv", "--svg", "--checkpoint"] {
        let path = scratch("table");
        let file = path.to_string_lossy();
        let output = sidle(&["misere", "quotient", "--all-digits", "1", option, &file]);
        assert_eq!(output.status.code(), Some(2), "{option}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("cannot be used with"), "{told}");
        assert!(!path.exists());
    }
}

/// Far heaps follow from the period, at once.
#[test]
fn far_heaps_follow_from_the_period() {
    let quotient = ["misere", "quotient", "0.77", "--heaps", "5M", "--json"];
    let found = answer(&[&quotient[..], &["--timeout", "20"]].concat());
    assert_eq!(found["heaps"], 1_000_000);
    let phi = found["phi"].as_array().expect("a list");
    assert_eq!(phi.len(), 1_000_001);
    assert_eq!(phi[1_000_000], phi[1_000_000 - 12 * 83_000]);
    let none = sidle(&["misere", "quotient", "0.77", "--heaps", "0"]);
    assert!(!String::from_utf8_lossy(&none.stdout).contains("growth"));
}

/// A checkpoint is computed again when it is read, unless its owner says that it is right; then the answer says so.
#[test]
fn checkpoints_are_verified_or_the_answer_tells() {
    let path = scratch("believed.bin");
    let name = path.to_str().expect("a path");
    let run = |more: &[&str]| {
        let usual = ["octal", "0.007", "--until-periodic", "--json"];
        answer(&[&usual[..], &["--checkpoint", name], more].concat())
    };
    run(&["--limit", "3000"]);
    assert_eq!(run(&["--limit", "3100"])["believed"], Value::Null);
    assert_eq!(run(&["--limit", "3200", "--trust"])["believed"], 3100);
    let _ = fs::remove_file(&path);
}

/// A table is solved again if that is asked for, and the answer is the same.
#[test]
fn tables_of_positions_are_verified() {
    let path = scratch("solved.table");
    let name = path.to_str().expect("a path");
    let run = ["outcome", "Clobber", "xoxo|oxox|xoxo", "--table", name];
    let first = sidle(&run);
    let again = sidle(&[&run[..], &["--verify-table"]].concat());
    assert_eq!(
        (first.status.code(), again.status.code()),
        (Some(0), Some(0))
    );
    assert_eq!(first.stdout, again.stdout);
    let _ = fs::remove_file(&path);
    // What could not be read again is not written.
    for _ in 0..2 {
        let refused = sidle(&["value", "TurningTurtles", "thht", "--table", name]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(!path.exists());
    }
}
