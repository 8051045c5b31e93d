//! The errors that tables want.

use sidle_lang::{Diagnostic, DiagnosticKind};

/// How tables name an error of syntax: our own, and those that tell what CGSuite says.
const SYNTAX: [&str; 3] = ["!!syntax", "!!Syntax error", "!!Unexpected `"];

/// Whether an answer is what a row wants: the text `expected`, or after `!!` an error of the right sort with a place in the input or
/// in the file of a class. `!!` alone, and with any other message of CGSuite, is an error of evaluation. A limit is neither.
pub(crate) fn is_wanted(got: &Result<String, Diagnostic>, input: &str, expected: &str) -> bool {
    let error = match got {
        Ok(text) => return text == expected || as_cgsuite(text) == expected,
        Err(error) => error,
    };
    let is_right_sort = match error.kind {
        DiagnosticKind::Syntax | DiagnosticKind::Incomplete => {
            SYNTAX.iter().any(|words| expected.starts_with(words))
        }
        DiagnosticKind::Evaluation => {
            expected.starts_with("!!") && !SYNTAX.iter().any(|words| expected.starts_with(words))
        }
        _ => false,
    };
    let source = error.file.as_ref().map_or(input, |(_, text)| text);
    let place = source.get(error.span.start..error.span.end);
    is_right_sort && place.is_some() && !error.message.is_empty()
}

#[test]
fn errors_of_another_sort_and_limits_are_not_wanted() {
    use sidle_core::{Meter, StopReason};
    let error = |input: &str| -> Result<String, Diagnostic> {
        let mut session = sidle_lang::Session::new();
        Err(session
            .evaluate(input, &Meter::unlimited())
            .expect_err(input))
    };
    let stopped = Err(Diagnostic::stopped(StopReason::Time));
    for (got, input, wanted) in [
        (error("1/0-1/0"), "1/0-1/0", "!!/ by zero"),
        (error("1 = 1"), "1 = 1", "!!syntax"),
        (error("[1,2"), "[1,2", "!!Syntax error."),
    ] {
        assert!(is_wanted(&got, input, wanted), "{got:?}");
        for other in ["!!", "!!/ by zero", "!!syntax", "!!Syntax error.", "1"] {
            let is_syntax = |text: &str| text.to_lowercase().contains("syntax");
            let is_same = other.starts_with("!!") && is_syntax(other) == is_syntax(wanted);
            assert_eq!(is_wanted(&got, input, other), is_same, "{got:?}, {other}");
            assert!(!is_wanted(&stopped, input, other), "{other}");
        }
        // A place that is not in the input.
        assert!(!is_wanted(&got, "", wanted), "{got:?}");
    }
}

/// A printed text as CGSuite prints it: positions by the class that declares them, without packages and parameters of the
/// rulesets around them. `GenHareAndHounds(7).Position("…")` becomes `GenHareAndHounds.Position("…")`,
/// `Clobber.Position("xo")` becomes `GenClobber.Position("xo")`.
pub(crate) fn as_cgsuite(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length = match sign {
            '"' => string_length(rest),
            _ if sign.is_alphabetic() => {
                let (chain, length) = chain(rest);
                out.push_str(&spelled(&chain));
                rest = &rest[length..];
                continue;
            }
            _ => sign.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    // A value that is Nothing is left out of a map, and lists of Nim heaps have no commas.
    let mut out = out.replace("\" => Nothing", "\" => ");
    while let Some(at) = list_of_heaps(&out) {
        out.remove(at);
    }
    out
}

/// Where the first comma stands in a misère game `*[2,0]`.
fn list_of_heaps(text: &str) -> Option<usize> {
    text.match_indices("*[").find_map(|(at, open)| {
        let inside = &text[at + open.len()..];
        let inside = &inside[..inside.find(']')?];
        let heaps = inside
            .bytes()
            .all(|sign| sign.is_ascii_digit() || sign == b',');
        heaps.then(|| inside.find(',').map(|comma| at + open.len() + comma))?
    })
}

fn string_length(text: &str) -> usize {
    text[1..].find('"').map_or(text.len(), |end| end + 2)
}

/// Names with points between them, each with the arguments behind it, and the length of all.
fn chain(text: &str) -> (Vec<(&str, Option<&str>)>, usize) {
    let (mut all, mut at) = (Vec::new(), 0);
    loop {
        let rest = &text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let name = &rest[..end.unwrap_or(rest.len())];
        at += name.len();
        let arguments = text[at..]
            .starts_with('(')
            .then(|| &text[at + 1..at + closing(&text[at..])]);
        at += arguments.map_or(0, |inside| inside.len() + 2);
        all.push((name, arguments));
        let next = text[at..].strip_prefix('.');
        match next.is_some_and(|next| next.starts_with(char::is_alphabetic)) {
            true => at += 1,
            false => return (all, at.min(text.len())),
        }
    }
}

/// Where the parenthesis closes that opens the text.
fn closing(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while let Some(sign) = text[at..].chars().next() {
        match sign {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
        at += if sign == '"' {
            string_length(&text[at..])
        } else {
            sign.len_utf8()
        };
    }
    text.len()
}

fn spelled(chain: &[(&str, Option<&str>)]) -> String {
    let is_package = |(name, arguments): &&(&str, Option<&str>)| {
        arguments.is_none() && name.starts_with(char::is_lowercase)
    };
    let package = chain
        .iter()
        .take_while(is_package)
        .count()
        .min(chain.len() - 1);
    let of_users = package > 0 && chain[0].0 != "game";
    let classes = &chain[package..];
    let is_class = classes
        .iter()
        .all(|(name, _)| name.starts_with(char::is_uppercase));
    let (last, arguments) = classes[classes.len() - 1];
    let inside = |arguments: Option<&str>| {
        arguments.map_or(String::new(), |inside| format!("({})", as_cgsuite(inside)))
    };
    // An element of an enum.
    if let [(_, None), (element, None)] = classes
        && is_class
    {
        return (*element).to_owned();
    }
    if !is_class || arguments.is_none() {
        let parts = chain
            .iter()
            .map(|(name, arguments)| format!("{name}{}", inside(*arguments)));
        return parts.collect::<Vec<_>>().join(".");
    }
    let mut names: Vec<&str> = classes.iter().map(|(name, _)| *name).collect();
    if last == "Position" && names.contains(&"Join") {
        names = vec!["FunctionalHeapRuleset", "Position"];
    } else if last == "Position" {
        let qualified = match package {
            0 => names[0].to_owned(),
            _ => format!("{}.{}", chain[0].0, names[0]),
        };
        names[0] = declaring_class(names[0], &qualified, of_users);
    }
    format!("{}{}", names.join("."), inside(arguments))
}

/// The rulesets of the tests' folders whose positions another class declares.
const INHERITED: [(&str, &str); 7] = [
    ("walks.Hop", "GenClobber"),
    ("StepTwo", "StepBase"),
    ("TileVariant", "TileBase"),
    ("KnightClob", "ClobBase"),
    ("SelfClob", "ClobBase"),
    ("HackX", "GenHackenbush"),
    ("ToadX", "GenToadsAndFrogs"),
];

/// The class that declares the positions of a ruleset.
fn declaring_class<'a>(ruleset: &'a str, qualified: &str, of_users: bool) -> &'a str {
    if let Some((_, class)) = INHERITED.iter().find(|(own, _)| *own == qualified) {
        return class;
    }
    if of_users {
        return ruleset;
    }
    if ["Nim", "Kayles", "DawsonsKayles", "GrundysGame"].contains(&ruleset) {
        return "TakeAndBreak";
    }
    let mut entries = sidle_solve::catalogue::entries().iter();
    let entry = entries.find(|entry| entry.name.rsplit('.').next() == Some(ruleset));
    entry.map_or(ruleset, |entry| {
        sidle_solve::catalogue::class_of(entry.name)
    })
}
