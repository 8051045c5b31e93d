//! The options of 2,899 positions as a second program lists them, against the rulesets of the library and
//! against their scripts in `examples/cgscript`.
//!
//! Two things are compared, to the letter, with positions named by the classes that declare them. The printed options must be the expected ones as sets; the
//! expected options, read back by the ruleset of the row, must be printed as they stand. So a graph has to
//! be written with its vertices in the order of the table, which is stricter than the notation, and no
//! reader can hide a difference.

mod support;
mod wanted;

use std::{collections::BTreeSet, path::Path};

use sidle_lang::Session;
use wanted::as_cgsuite;

/// Rows of the table.
const ROWS: usize = 2899;

/// A position of a ruleset, and a list of its options.
struct Row {
    /// The ruleset, an expression.
    ruleset: String,
    /// The position and the method, such as `("...").Options(Left)`.
    call: String,
    /// The options as they are printed.
    options: Vec<String>,
}

impl Row {
    fn read(line: &str) -> Option<Row> {
        let (input, options) = line.split_once('\t')?;
        let (ruleset, call) = input.split_at(call_of_options(input)?);
        Some(Row {
            ruleset: ruleset.to_owned(),
            call: call.to_owned(),
            options: elements(options)?,
        })
    }

    /// The options as a list of positions of a ruleset, to be evaluated:
    /// `-TwistedVariantGame(Domineering.Position(".."))` becomes `-R("..")`.
    fn read_back(&self, ruleset: &str) -> String {
        let position = |option: &String| {
            let sign = if option.starts_with('-') { "-" } else { "" };
            let text = option.split('"').nth(1).expect("a position is a text");
            format!("{sign}{ruleset}(\"{text}\")")
        };
        let positions: Vec<String> = self.options.iter().map(position).collect();
        format!("[{}]", positions.join(","))
    }
}

/// Where the parenthesis opens that closes before `.Options`. Texts of positions have as many opening as
/// closing ones.
fn call_of_options(input: &str) -> Option<usize> {
    let mut open = 0;
    let before = &input[..input.rfind(".Options")?];
    let signs = before.char_indices().rev();
    let mut levels = signs.map(|(at, sign)| {
        open += i32::from(sign == ')') - i32::from(sign == '(');
        (at, open)
    });
    levels.find(|(_, level)| *level == 0).map(|(at, _)| at)
}

/// The elements of a printed list of positions, each of which contains one text.
fn elements(list: &str) -> Option<Vec<String>> {
    let inner = list.strip_prefix('[')?.strip_suffix(']')?;
    let mut elements = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let closed = rest.match_indices('"').nth(1)?.0;
        let end = rest[closed..].find(',').map_or(rest.len(), |i| closed + i);
        elements.push(rest[..end].to_owned());
        rest = rest[end..].strip_prefix(',').unwrap_or("");
    }
    Some(elements)
}

fn rows() -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/options.tsv");
    let table = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let row = |line| Row::read(line).unwrap_or_else(|| panic!("not a row: {line}"));
    table.lines().skip(1).map(row).collect()
}

/// Fails unless the options of every row are those of the table, with `ruleset` of each ruleset in its place.
fn compare(session: &mut Session, ruleset: impl Fn(&str) -> String) {
    let rows = rows();
    let mut failures = Vec::new();
    for row in &rows {
        let ruleset = ruleset(&row.ruleset);
        let mut print = |input: &str| {
            let shown = support::evaluate(session, input);
            let shown = shown.unwrap_or_else(|error| panic!("{input}: {error}"));
            let shown = as_cgsuite(&shown);
            elements(&shown).unwrap_or_else(|| panic!("{input}: not a list: {shown}"))
        };
        let input = format!("{ruleset}{}", row.call);
        let found = print(&input);
        let set = |list: &[String]| list.iter().cloned().collect::<BTreeSet<_>>();
        if set(&found) != set(&row.options) {
            failures.push(format!(
                "{input}\n  wanted {:?}\n  got    {found:?}",
                row.options
            ));
        }
        let read_back = print(&row.read_back(&ruleset));
        assert_eq!(
            read_back, row.options,
            "{input}: the options, read and written"
        );
    }
    assert_eq!(rows.len(), ROWS);
    let count = failures.len();
    assert!(count == 0, "{count} rows differ:\n{}", failures.join("\n"));
}

#[test]
fn options_of_the_library_are_those_of_the_table() {
    compare(&mut Session::new(), str::to_owned);
}

#[test]
fn options_of_the_scripts_are_those_of_the_table() {
    let mut session = Session::new();
    session.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cgscript"));
    compare(&mut session, |ruleset| {
        let script = ruleset.strip_prefix("game.").expect("a ruleset");
        script.to_owned()
    });
}
