//! What is printed reads back: rulesets and positions of the whole registry.

use std::path::Path;

use sidle_core::{Meter, Player};
use sidle_lang::{Format, Session};
use sidle_rules::card::{Family, Input, Visitor};
use sidle_solve::{
    Position, Variant,
    catalogue::{self, AnyRuleset},
};

#[derive(Default)]
struct Printed {
    positions: usize,
}

/// The value of an expression, as it is printed.
fn shown(session: &mut Session, source: &str) -> Result<String, String> {
    let meter = Meter::unlimited();
    let answers = session
        .evaluate(source, &meter)
        .map_err(|error| error.to_string())?;
    let answer = answers.last().ok_or("nothing is printed")?;
    let text = session.show(answer, Format::Plain, &meter);
    text.map_err(|error| error.to_string())
}

fn position(session: &mut Session, source: &str) -> Position {
    let position = session.position(source, &Meter::unlimited());
    position.unwrap_or_else(|error| panic!("{source}: {error}"))
}

impl Printed {
    fn judge(
        &mut self,
        session: &mut Session,
        name: &str,
        opened: &dyn AnyRuleset,
        texts: &[String],
    ) {
        let variants = [
            None,
            Some(Variant::Dicotic),
            Some(Variant::Impartial),
            Some(Variant::Twisted),
        ];
        for text in texts {
            for variant in variants {
                self.positions += 1;
                let (suffix, expected) = match variant {
                    None => ("", opened.parse(text)),
                    Some(variant) => (
                        match variant {
                            Variant::Dicotic => ".DicoticVariant",
                            Variant::Impartial => ".ImpartialVariant",
                            Variant::Twisted => ".TwistedVariant",
                        },
                        opened.variant(variant).parse(text),
                    ),
                };
                let expected = expected.unwrap_or_else(|error| panic!("{text} of {name}: {error}"));
                let source = format!("{name}{suffix}(\"{text}\")");
                let made = position(session, &source);
                assert_eq!(made, expected, "{source}");
                let shown = session
                    .show_position(&made, Format::Plain, &Meter::unlimited())
                    .unwrap_or_else(|error| panic!("{source}: {error}"));
                assert_eq!(position(session, &shown), expected, "{source} is {shown}");
            }
        }
    }
}

impl Visitor for Printed {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        // The calculator has a class of its own for heaps.
        if card.input == Input::Heaps {
            return;
        }
        let mut session = Session::new();
        let mut random = fastrand::Rng::with_seed(11);
        for (rules, game) in F::games().iter().zip(card.games) {
            let opened = catalogue::find(game.name).expect("an entry").ruleset();
            let mut texts: Vec<String> = (0..12)
                .map(|size| rules.sample(1 + size % 6, &mut |n| random.usize(..n)))
                .collect();
            texts.push(game.example.to_owned());
            // Positions after a move are written as well.
            for text in texts.clone() {
                let at = rules.parse(&text).expect("a sample");
                for player in Player::BOTH {
                    for option in rules.collect_options(&at, player).iter().take(2) {
                        let mut written = String::new();
                        rules.write(option, &mut written).expect("a text");
                        texts.push(written);
                    }
                }
            }
            self.judge(&mut session, game.name, &*opened, &texts);
            if !game.impartial_variant {
                assert_eq!(
                    catalogue::class_of(&rules.name()),
                    catalogue::class_of(game.name)
                );
            }
        }
        let family = catalogue::families()
            .iter()
            .find(|family| family.card.class == card.class);
        let Some(family) = family.filter(|_| !card.parameters.is_empty()) else {
            return;
        };
        for _ in 0..12 {
            let arguments: Vec<_> = card
                .parameters
                .iter()
                .map(|of| of.kind.sample(&mut |n| random.usize(..n)))
                .collect();
            let (Ok(rules), Ok(opened)) = (F::member(&arguments), family.member(&arguments)) else {
                continue;
            };
            let texts: Vec<String> = (0..4)
                .map(|size| rules.sample(2 + size, &mut |n| random.usize(..n)))
                .collect();
            // The name of a member is the call that makes it.
            self.judge(&mut session, &rules.name(), &*opened, &texts);
        }
    }
}

#[test]
fn rulesets_and_positions_read_back() {
    let mut printed = Printed::default();
    sidle_rules::families(&mut printed);
    assert!(printed.positions > 8_000, "{}", printed.positions);
}

/// What is printed for an input, read again: the same text, and the same value.
fn reads_back(session: &mut Session, source: &str) -> String {
    let text = shown(session, source).unwrap_or_else(|error| panic!("{source}: {error}"));
    let again = shown(session, &text);
    assert_eq!(again.as_ref(), Ok(&text), "{source}");
    let same = shown(session, &format!("({source}) === ({text})"));
    assert_eq!(same.as_deref(), Ok("true"), "{source} is printed as {text}");
    text
}

#[test]
fn sums_collections_and_forms_of_positions() {
    let mut session = Session::new();
    let entries = catalogue::entries();
    for (place, entry) in entries.iter().enumerate() {
        if entry.card.input == Input::Heaps {
            continue;
        }
        let other = &entries[(place + 1) % 9];
        let [a, b] = [entry, other].map(|entry| {
            let position = entry.ruleset().parse(entry.example).expect("an example");
            session
                .show_position(&position, Format::Plain, &Meter::unlimited())
                .expect("a text")
        });
        for source in [
            format!("-{a}"),
            format!("{a} + {b}"),
            format!("{a} + ({b} : {a})"),
            format!("3 * {a}"),
            format!("'{{{a},1|{b}}}'"),
            format!("[{a},{{{b},{a}}}]"),
            format!("{{{a} => {b}}}"),
            format!("({a} + {b}).TwistedVariant"),
            format!("{a} ConjunctiveSum {b}"),
        ] {
            reads_back(&mut session, &source);
        }
    }
}

#[test]
fn heaps_and_rulesets_with_functions() {
    let mut session = Session::new();
    for (source, text) in [
        ("game.heap.Nim(3)", "Nim.Position(3)"),
        ("game.heap.TakeAndBreak(\"0.77\")(4)", "Kayles.Position(4)"),
        (
            "game.heap.Kayles.Join(game.heap.Nim)(4)",
            "Kayles.Join(Nim).Position(4)",
        ),
        (
            "game.heap.GenWythoff(k -> k+1)((3,4))",
            "GenWythoff(k -> k + 1).Position((3,4))",
        ),
        (
            "game.heap.TakeAway(k -> 2*k)((9,4))",
            "TakeAway(k -> 2 * k).Position((9,4))",
        ),
        (
            "game.grid.FoxAndGeese({(3,1),(3,3)}, (1,1))",
            "FoxAndGeese.Position({(3,1),(3,3)}, (1,1))",
        ),
        ("game.heap.Chomp(\"4,2,1\")", "Chomp.Position([4,2,1])"),
    ] {
        assert_eq!(reads_back(&mut session, source), text);
    }
    for source in [
        "game.heap.Spawning(\"1-2\")(3)",
        "game.heap.GenMem((memory, a) -> a != memory)((7,2)).Options",
        "game.heap.GenWythoff(k -> k + 1)((6,7)).Options",
        "game.heap.TakeAway(3/2)((13,6))",
        "game.heap.PartizanSubtraction({1,2}, {1})(3)",
        "game.heap.PartizanSplittles({1}, {2}, allbut => true)(5)",
        "game.heap.PartizanTakeAndBreak(\"0.3\", \"0.03\")(4)",
        "game.heap.PartizanHeapRuleset(game.heap.Kayles, game.heap.Nim)(4)",
        "game.heap.GenCutcake(game.heap.Kayles, game.heap.Nim)((3,4)).Options(Left)",
        "game.heap.PartizanCoordinateRuleset(game.heap.Wythoff, game.heap.Mem)((2,3))",
        "game.heap.HeapRuleset(n -> [[k] for k from 0 to n - 1])(4)",
        "game.heap.CoordinateRuleset((m, n) -> [(k, n) for k from 0 to m - 1])((2,1))",
        "game.heap.Kayles.TwistedVariant(5)",
        "game.heap.Cutcake.ImpartialVariant((3,4))",
    ] {
        reads_back(&mut session, source);
    }
    // A function of a variable cannot be written: its text is an error, not another game.
    for source in [
        "y := 3; game.heap.GenWythoff(k -> k + y)((3,4))",
        "y := 3; game.heap.HeapRuleset(n -> [[n - y]])(4)",
    ] {
        let text = shown(&mut session, source).expect("a position");
        assert!(text.contains("⟪"), "{text}");
        assert!(shown(&mut session, &text).is_err(), "{text}");
    }
}

/// A variable or class with the name of a ruleset: positions are printed with the package.
#[test]
fn names_that_mean_something_else() {
    let mut session = Session::new();
    for name in ["Clobber", "Nim"] {
        let source = match name {
            "Nim" => "game.heap.Nim(3)",
            _ => "game.grid.Clobber(\"xo\")",
        };
        assert!(reads_back(&mut session, source).starts_with(name));
        shown(&mut session, &format!("{name} := 3")).expect("a variable");
        assert!(reads_back(&mut session, source).starts_with("game."));
        let variant = source.replace('(', ".DicoticVariant(");
        if name == "Clobber" {
            assert!(reads_back(&mut session, &variant).contains("game.grid.Clobber"));
        }
    }
}

/// The positions among the answers of rows in a file, with their classes in a folder.
fn rows_read_back(folder: &Path, rows: &[String]) -> usize {
    let (mut count, mut wrong) = (0, Vec::new());
    for input in rows {
        let mut session = Session::new();
        session.add_folder(folder);
        let Ok(text) = shown(&mut session, input) else {
            continue;
        };
        // The texts of outputs and of the elements of enums are those of CGSuite.
        let is_text = ["ToOutput", "CompoundType"]
            .iter()
            .any(|word| input.contains(word));
        if !text.contains("Position(") || text.contains('⟪') || is_text {
            continue;
        }
        count += 1;
        let again = shown(&mut session, &text);
        if again.as_ref() != Ok(&text) {
            wrong.push(format!("{input}: {text}: {again:?}"));
            continue;
        }
        // Texts of graphs do not say in which order a script has made the vertices.
        if input.starts_with("nets.") || input.starts_with("graph.") {
            continue;
        }
        let same = shown(&mut session, &format!("({input}) === ({text})"));
        if same.as_deref().is_ok_and(|same| same != "true") {
            wrong.push(format!("{input}: {text} is another value"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    count
}

#[test]
fn positions_of_users_classes() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).expect("a table");
    let scripts = here.join("tests/scripts");
    let mut rows = Vec::new();
    for name in ["rows.txt", "studies.txt", "agreement.txt", "library.txt"] {
        let text = read(&scripts.join(name));
        let inputs = text.lines().filter_map(|row| row.split_once(" ==> "));
        rows.extend(inputs.map(|(input, _)| input.to_owned()));
    }
    let count = rows_read_back(&scripts, &rows);
    assert!(count > 40, "{count} positions");
    let golden = here.join("../../data/golden");
    let inputs = read(&golden.join("cgscript/classes.tsv"));
    let inputs = inputs
        .lines()
        .skip(1)
        .filter_map(|row| row.split('\t').nth(1));
    let inputs: Vec<String> = inputs.map(str::to_owned).collect();
    let count = rows_read_back(&golden.join("cgscript/lib"), &inputs);
    assert!(count > 5, "{count} positions");
    let options = read(&golden.join("options.tsv"));
    let inputs = options.lines().skip(1).step_by(9).filter_map(|row| {
        let input = row.split('\t').next()?;
        Some(input.strip_prefix("game.")?.to_owned())
    });
    let inputs: Vec<String> = inputs.collect();
    let count = rows_read_back(&here.join("../../examples/cgscript"), &inputs);
    assert!(count > 200, "{count} positions");
}

/// A value of some kind as an expression.
fn expression(random: &mut fastrand::Rng, depth: u32) -> String {
    let kinds = if depth == 0 { 13 } else { 18 };
    let n = random.i32(-9..10);
    let k = random.u32(0..9);
    let mut inner = || expression(random, depth - 1);
    match (n * 31 + k as i32 * 7).rem_euclid(kinds) {
        0 => format!("{n}/{}", 1 << (k % 4)),
        1 => format!("{n}/{}", k + 1),
        2 => format!("*{k}"),
        3 => format!("{n} + ^{k} + *"),
        4 => format!("{{{n}|{}}}", n - k as i32),
        5 => format!("a{{0|{n}||a|{k}}}"),
        6 => format!("omega^{k} * 3 + {}", k + 2),
        7 => format!("({n},{k})"),
        8 => format!("\"text {n}\""),
        9 => [
            "true", "false", "Nothing", "Left", "Right", "on", "over", "upon", "dud",
        ][k as usize]
            .to_owned(),
        10 => format!("*[[{k},0],[[2],{}]]", k / 2),
        11 => format!("(*[{}] + *[[2]] + *[{}]).MisereCanonicalForm", k % 5, k % 3),
        12 => format!("{k} & -{k}"),
        13 => format!("[{},{}]", inner(), inner()),
        14 => format!("{{{},{}}}", inner(), inner()),
        15 => format!("{{{} => {}}}", inner(), inner()),
        16 => format!("[{}]", inner()),
        _ => format!("{{{}}}", inner()),
    }
}

#[test]
fn values_of_all_kinds() {
    let mut session = Session::new();
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..600 {
        let source = expression(&mut random, 3);
        let text = shown(&mut session, &source).unwrap_or_else(|error| panic!("{source}: {error}"));
        assert_eq!(shown(&mut session, &text).as_ref(), Ok(&text), "{source}");
        let same = shown(&mut session, &format!("({source}) === ({text})"));
        assert_eq!(same.as_deref(), Ok("true"), "{source} is printed as {text}");
    }
}
