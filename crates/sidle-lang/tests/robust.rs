//! Whatever is typed, the answer is a value, an error or a stop, never a crash, and a failed line
//! leaves no trace.

use std::{path::Path, time::Duration};

use proptest::prelude::*;
use sidle_core::{Meter, StopReason};
use sidle_lang::{DiagnosticKind, Format, Session};

fn small_meter() -> Meter {
    let start = std::time::Instant::now();
    Meter::new()
        .with_max_nodes(20_000)
        .with_deadline(move || start.elapsed(), Duration::from_millis(200))
}

/// Evaluates and prints in every format; returns the plain text or the error.
fn run(session: &mut Session, source: &str) -> Result<String, String> {
    let meter = small_meter();
    let answers = session.evaluate(source, &meter).map_err(|error| {
        let _ = error.render(source);
        assert!(error.span.start <= error.span.end, "{source}");
        assert!(error.span.end <= source.len(), "{source}: {:?}", error.span);
        error.to_string()
    })?;
    let mut text = String::new();
    for answer in &answers {
        for format in [Format::Latex, Format::Json, Format::Unicode, Format::Plain] {
            text = session
                .show(answer, format, &small_meter())
                .map_err(|error| error.to_string())?;
        }
    }
    Ok(text)
}

/// Runs what cannot be carried out, for the reason that its message gives.
#[track_caller]
fn is_refused(session: &mut Session, source: &str, reason: &str) {
    let message = run(session, source).expect_err(source);
    assert!(
        message.contains(reason),
        "{source}: {message}, not {reason}"
    );
}

fn plain(session: &mut Session, source: &str) -> String {
    let meter = Meter::unlimited();
    let answers = session
        .evaluate(source, &meter)
        .unwrap_or_else(|error| panic!("{}", error.render(source)));
    session
        .show(&answers[answers.len() - 1], Format::Plain, &meter)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn deep_games_are_read_evaluated_printed_and_dropped() {
    let depth = 100_000;
    let mut session = Session::new();
    let nested = |right: &str| {
        format!(
            "{}0{}",
            "{".repeat(depth),
            format!("|{right}}}").repeat(depth)
        )
    };
    // {{0|0}|0} = down-star and so on: every game of the chain has a short name.
    assert!(plain(&mut session, &nested("0")).len() < 100);
    assert_eq!(plain(&mut session, &nested("*")), format!("^[{depth}]"));
    let sum = format!("{}1", "1+".repeat(depth));
    assert_eq!(plain(&mut session, &sum), (depth + 1).to_string());
    let parentheses = format!("{}*{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(plain(&mut session, &parentheses), "*");
    let minuses = format!("{}1{}", "-(".repeat(depth), ")".repeat(depth));
    assert_eq!(plain(&mut session, &minuses), "1");
    let blocks = format!("{}1{}", "begin ".repeat(depth), " end".repeat(depth));
    assert_eq!(plain(&mut session, &blocks), "1");
    for opening in ["x -> ", "def f(x) := "] {
        let functions = format!("{}1", opening.repeat(depth));
        let error = session.evaluate(&functions, &Meter::unlimited());
        let message = error.expect_err("too deep").message;
        assert!(
            message.contains("nested more than 250 levels deep"),
            "{message}"
        );
    }
}

#[test]
fn large_inputs_give_an_answer_or_a_stop() {
    let mut session = Session::new();
    assert_eq!(plain(&mut session, "*100000"), "*100000");
    assert!(plain(&mut session, "10^30/2^200 + ^").ends_with('^'));
    let options: Vec<String> = (0..20_000).map(|n| format!("*{n}")).collect();
    let options = options.join(",");
    let game = format!("{{{options}|{options}}}");
    assert_eq!(plain(&mut session, &game), "*20000");
    for (source, reason) in [
        ("2^(2^100)", "overflow"),
        ("10^(10^9)", "overflow"),
        ("*(-8)", "is negative"),
        ("^99999999999", "fits 32 bits"),
        ("*99999999999", "below *4294967296"),
        ("[n for n from 1]", "stopped: "),
        ("while true do 1 end", "stopped: "),
        ("(2^60).Followers", "stopped: "),
        ("(*(2^31)).LeftOptions", "stopped: "),
        ("(*(2^31)).Options", "stopped: "),
    ] {
        is_refused(&mut session, source, reason);
    }
}

#[test]
fn lists_do_not_nest_without_end() {
    let mut session = Session::new();
    let deep = "nested more than 500 levels deep";
    let lists = "x := []; for n from 1 to 501 do x := [x] end";
    is_refused(&mut session, lists, deep);
    is_refused(&mut session, &"[".repeat(100_000), "the text ends");
    let brackets = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    is_refused(&mut session, &brackets, deep);
    // Functions that hold functions: an answer or an error, and no overflow when they are dropped.
    let chain =
        "def wrap(g) := x -> g(x); f := x -> x; for n from 1 to 20000 do f := wrap(f) end; f := 1";
    let _ = run(&mut session, chain);
    assert!(run(&mut session, "f := 1").is_ok());
}

/// A collection that changes may be as deep as others, and no deeper.
#[test]
fn collections_that_change_nest_as_deeply_as_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut session = Session::new();
    session.add_folder(&folder);
    for wrap in ["[x]", "{x}", "{1 => x}", "calls.Earlier(x, 1)"] {
        for (start, put) in [
            ("MutableList()", "c.Add(x)"),
            ("MutableList([1])", "c.Update(1, x)"),
            ("MutableList()", "c.AddAll([x])"),
            ("MutableSet()", "c.Add(x)"),
            ("MutableMap()", "c.Put(1, x)"),
            ("MutableMap()", "c.Put(x, 1)"),
        ] {
            for (levels, good) in [(499, true), (500, false)] {
                let program = format!(
                    "begin var x := 1; for n from 1 to {levels} do x := {wrap} end; var c := {start}; {put}; 1 end"
                );
                let made = run(&mut session, &program);
                assert_eq!(made.is_ok(), good, "{program}: {made:?}");
            }
        }
    }
    for (levels, good) in [(499, true), (500, false)] {
        let program = format!(
            "begin var m := MutableList([1]); for n from 1 to {levels} do var c := MutableList(); c.Add(m); m := c end; 1 end"
        );
        assert_eq!(run(&mut session, &program).is_ok(), good, "{program}");
    }
}

/// Whatever is nested as deeply as it may be is printed, compared, hashed, sorted and dropped on the stack of an
/// ordinary thread, also where functions call each other back.
#[test]
fn nesting_at_its_limit_needs_little_stack() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let work = move || {
        let mut session = Session::new();
        session.add_folder(&folder);
        let meter = Meter::unlimited();
        let callbacks =
            "def down(n, f) := if n == 0 then f() else [1].Apply(k -> down(n - k, f))[1] end";
        session.evaluate(callbacks, &meter).expect("a function");
        for wrap in [
            "[x]",
            "{x}",
            "{1 => x}",
            "{x => 1}",
            "calls.Earlier(x, 1)",
            "MutableList([x])",
        ] {
            let build = format!("begin var x := []; for n from 1 to 490 do x := {wrap} end; x end");
            let made = session.evaluate(&format!("a := {build}; b := {build};"), &meter);
            made.unwrap_or_else(|error| panic!("{wrap}: {error}"));
            for ask in [
                "a",
                "a == b",
                "{a,b}.Size",
                "[a,b].Sorted.Size",
                "a.ToString.Length",
                "down(90, () -> a == b)",
                "down(90, () -> [a,b].Sorted.Size)",
                "down(90, () -> a.ToString.Length)",
            ] {
                let answers = session.evaluate(ask, &meter);
                let answers = answers.unwrap_or_else(|error| panic!("{wrap}, {ask}: {error}"));
                for format in [Format::Latex, Format::Json, Format::Unicode, Format::Plain] {
                    let shown = session.show(&answers[0], format, &meter);
                    shown.unwrap_or_else(|error| panic!("{wrap}, {ask}: {error}"));
                }
            }
            let more = format!("x := a; for n from 1 to 20 do x := {wrap} end");
            let error = session.evaluate(&more, &meter).expect_err("too deep");
            assert!(
                error.message.contains("nested more than 500 levels"),
                "{wrap}: {error}"
            );
            session.evaluate("a := 1; b := 1", &meter).expect("dropped");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    thread
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn recursion_ends_in_an_error_not_in_a_crash() {
    let mut session = Session::new();
    let meter = Meter::unlimited();
    assert!(session.evaluate("def f(n) := f(n + 1)", &meter).is_ok());
    for (source, reason) in [
        ("f(0)", "more than 100000 calls inside each other"),
        (
            "def g(n) := [1].Apply(x -> g(n + x)); g(0)",
            "too many levels deep",
        ),
    ] {
        let error = session.evaluate(source, &meter).expect_err(source);
        assert!(error.message.contains(reason), "{source}: {error}");
    }
    assert_eq!(
        plain(
            &mut session,
            "def h(n) := if n == 0 then 0 else 1 + h(n - 1) end; h(50000)"
        ),
        "50000"
    );
}

#[test]
fn a_failed_line_leaves_no_trace() {
    let mut session = Session::new();
    plain(&mut session, "x := 1; Integer.SetSeed(7)");
    let next = plain(
        &mut session,
        "begin y := Integer.Random(1000); Integer.SetSeed(7); y end",
    );
    for (source, reason) in [
        ("x := 2; z := 3; nonsense", "`nonsense` is not defined"),
        ("x := 2; 1/0 - 1/0", "has no value"),
        ("x := 5; Integer.Random(10); {1|", "the text ends"),
        ("for n from 1 to 3 do x := n end; error(\"no\")", "no"),
    ] {
        is_refused(&mut session, source, reason);
    }
    assert_eq!(plain(&mut session, "x"), "1");
    assert_eq!(plain(&mut session, "Integer.Random(1000)"), next);
    is_refused(&mut session, "z", "`z` is not defined");
}

#[test]
fn a_stop_says_which_limit() {
    let mut session = Session::new();
    let meter = Meter::new().with_max_nodes(100);
    let error = session
        .evaluate("x := [n^2 for n from 1 to 1000]", &meter)
        .expect_err("too many nodes");
    assert_eq!(error.kind, DiagnosticKind::Stopped(StopReason::Nodes));
    assert!(session.names().is_empty());
}

#[test]
fn texts_of_exponential_length_are_refused() {
    let mut session = Session::new();
    let source =
        "g := {1|0}; for n from 1 to 60 do g := {g + 2^n, {2^(n+2)|g} | g - 2^n, {g|-2^(n+2)}} end";
    let meter = Meter::new().with_max_nodes(200_000);
    if session.evaluate(source, &meter).is_ok() {
        let answers = session
            .evaluate("g", &meter)
            .unwrap_or_else(|error| panic!("{error}"));
        let shown = session.show(&answers[0], Format::Plain, &Meter::unlimited());
        assert!(shown.is_err_and(|error| error.help.is_some()));
    }
}

#[test]
fn errors_teach() {
    let mut session = Session::new();
    for (source, part) in [
        ("Tinny(2)", "Tiny"),
        ("(^).Tempature", "Temperature"),
        ("x = 3", ":="),
        ("1 | 2", "expected"),
        ("{1|2|3}", "longer run"),
        ("foo", ":="),
        ("{1|0}.Cool", "for example: {3"),
        ("[1,2][3]", "count from 1"),
        ("(1/3) + ^", "power of two"),
        ("(^) * (^)", "ConwayProduct"),
        ("{0|1+pass}", "stand alone"),
        ("\"abc\".Mean", "G.Mean"),
        ("Integer := 3", "class"),
    ] {
        let error = run(&mut session, source).expect_err(source);
        assert!(error.contains(part), "{source}: {error}");
    }
}

#[test]
fn help_and_completion_read_the_tables() {
    let session = Session::new();
    let complete = |text: &str| session.complete_at(text, text.len()).1;
    assert!(complete("LeftSt").contains(&"LeftStop".to_owned()));
    assert!(complete("up").contains(&"upon".to_owned()));
    assert!(Session::help("^").is_some_and(|text| text.contains("up")));
    assert!(Session::help("no such thing").is_none());
}

fn corpus() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/cgsuite.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let inputs = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(1));
    let mut inputs: Vec<String> = inputs
        .filter(|input| input.len() < 60)
        .map(str::to_owned)
        .collect();
    inputs.extend(
        [
            "def f(x) := x + 1; f(2)",
            "[x^2 for x from 1 to 9 where x.IsOdd]",
            "if 1 < 2 then 3 elseif 4 > 5 then 6 else 7 end",
            "{n => n^2 for n in [1,2]}",
            "a{0|{1|a}}",
            "(a, b) -> a + b",
        ]
        .map(str::to_owned),
    );
    inputs
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_characters(source in "[ -~\n↑↓±ω⧾]{0,40}") {
        let _ = run(&mut Session::new(), &source);
    }

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let _ = run(&mut Session::new(), &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_signs(source in "([0-9]|\\^|v|\\*|\\{|\\}|\\||,|\\+|-|/|\\(|\\)|\\[|\\]|'|:|&|pass|on|over|a|\\.|<|>| ){0,30}") {
        let _ = run(&mut Session::new(), &source);
    }

    #[test]
    fn mutated_inputs(first in any::<prop::sample::Index>(), second in any::<prop::sample::Index>(), cuts in any::<[prop::sample::Index; 4]>()) {
        let corpus = corpus();
        let piece = |input: &str, from: &prop::sample::Index, to: &prop::sample::Index| -> String {
            let characters: Vec<char> = input.chars().collect();
            let (a, b) = (from.index(characters.len() + 1), to.index(characters.len() + 1));
            characters[a.min(b)..a.max(b)].iter().collect()
        };
        let (first, second) = (first.get(&corpus), second.get(&corpus));
        let source = piece(first, &cuts[0], &cuts[1]) + &piece(second, &cuts[2], &cuts[3]);
        let _ = run(&mut Session::new(), &source);
    }
}

/// A list of a list twice, of that twice, and so on: as many entries as there are ways into it, and few parts.
#[test]
fn collections_that_share_their_parts() {
    const SHARED: &str = "x := [0]; for n from 1 to 400 do x := [x,x] end; y := [0]; for n from 1 to 400 do y := [y,y] end; \
        z := {0}; for n from 1 to 200 do z := {[z,z]} end; w := {0}; for n from 1 to 200 do w := {[w,w]} end;";
    let mut session = Session::new();
    session
        .evaluate(SHARED, &Meter::unlimited())
        .expect("lists are cheap");
    // These need every part once.
    for (source, expected) in [
        ("x == y", "true"),
        ("x != y", "false"),
        ("[x] == [[y]]", "false"),
        ("z == w", "true"),
        ("{x,y,1,2,3,4,5,6,7,8,9,10}.Size", "11"),
        (
            "{x => 1, y => 2, 3 => 4, 4 => 4, 5 => 4, 6 => 4, 7 => 4, 8 => 4, 9 => 4, 10 => 4}.Size",
            "9",
        ),
        ("[x,y,[x],y].Sorted.Size", "4"),
        ("[z,w].Sorted.Size", "2"),
        ("[x,y].Contains(y)", "true"),
        ("x.Flattened.Size", "4"),
    ] {
        assert_eq!(
            run(&mut session, source).as_deref(),
            Ok(expected),
            "{source}"
        );
    }
    // These need every entry.
    for source in ["x", "{x}", "x.ToString", "z"] {
        is_refused(&mut session, source, "stopped: ");
        assert_eq!(run(&mut session, "1+1").as_deref(), Ok("2"));
    }
}

/// Whether a game is an uptimal is seen by computing it, which takes long with a large nimber in it.
#[test]
fn the_order_of_options_is_found_within_limits() {
    let mut session = Session::new();
    for source in [
        "-^*4292:8",
        "{-^*4292:8, *}",
        "[-^*4292:8, {*|-^*4292:8}].Sorted",
        "a{0|-^*4292:8,a,*}",
    ] {
        let start = std::time::Instant::now();
        let _ = run(&mut session, source);
        assert!(start.elapsed() < Duration::from_secs(20), "{source}");
        assert_eq!(run(&mut session, "1+1").as_deref(), Ok("2"));
    }
    assert_eq!(
        run(&mut session, "-^*4:2").as_deref(),
        Ok("{*5,{*5,v*4|0}|0}")
    );
}
