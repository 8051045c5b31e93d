//! The command line of Sidle.
//!
//! One file a verb in `verbs/`; each holds its arguments and a `run`. Without a verb `sidle` is
//! the calculator (`repl/`), or on a pipe `run -`.
#![deny(unsafe_code)]

mod door;
mod evaluator;
mod failure;
mod files;
mod folders;
mod help_pages;
mod lines;
mod markdown;
mod process;
mod progress;
mod repl;
mod script;
mod standard_input;
mod terminal;
mod verbs;

use std::{
    env,
    ffi::OsString,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

use clap::{FromArgMatches, Parser};
use evaluator::EvaluatorOptions;
use sidle::core::StopReason;
use verbs::output;

const EXAMPLES: &str = "\
Examples:
  sidle                        # the calculator
  sidle '{1|0} + ^*'           # one answer, as by sidle eval
  sidle run sums.sidle         # a script
  echo '2 + ^' | sidle         # a script from a pipe

Exit codes: 0 done, 1 the answer is no (verbs that check something), 2 bad input,
3 stopped by a limit.";

/// Exact combinatorial game theory: values of games, with and without cycles.
///
/// Without a verb sidle is a calculator; on a pipe it evaluates what it reads. An expression in the place of
/// the verb is evaluated.
#[derive(Debug, Parser)]
#[command(
    name = "sidle",
    version,
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    max_term_width = 80
)]
struct Arguments {
    #[command(subcommand)]
    verb: Option<verbs::Verb>,

    /// Be the calculator even on a pipe, and print a transcript
    #[arg(short, long)]
    interactive: bool,

    #[command(flatten)]
    options: EvaluatorOptions,
}

fn main() -> ExitCode {
    let arguments = guard_negatives(supply_verb(env::args_os().collect()));
    let arguments = guard_positions(arguments);
    let outcome = match read(folders::take(arguments)) {
        Ok(Arguments {
            verb: Some(verb), ..
        }) => verb.run(),
        Ok(arguments) => calculate(&arguments),
        Err(page) => show(&page),
    };
    outcome.unwrap_or_else(|error| report(&error))
}

/// Reads the arguments. Help, the version and mistakes are pages to show; pages are formatted only where help is wanted.
fn read(arguments: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let asks = |argument: &OsString| ["-h", "--help", "help"].iter().any(|word| argument == word);
    if !arguments.iter().any(asks) {
        return Arguments::try_parse_from(arguments);
    }
    let matches = help_pages::command().try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// Prints help and the version to the standard output, mistakes to the standard error.
fn show(page: &clap::Error) -> anyhow::Result<ExitCode> {
    let printed = page.print().and_then(|()| io::stdout().flush());
    if !page.use_stderr() {
        printed?;
    }
    Ok(ExitCode::from(u8::try_from(page.exit_code()).unwrap_or(2)))
}

fn calculate(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if io::stdin().is_terminal() {
        return repl::on_terminal(|| arguments.options.evaluator());
    }
    let evaluator = arguments.options.evaluator()?;
    if arguments.interactive {
        repl::on_pipe(evaluator)
    } else {
        script::run(&evaluator, &mut io::stdin().lock(), "standard input")
    }
}

/// Lets `sidle '{1|0} + ^*'` mean `sidle eval '{1|0} + ^*'`, and `sidle sums.sidle` run that file: a first argument
/// that cannot be the name of a verb.
fn supply_verb(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let Some(first) = arguments.get(1).and_then(|first| first.to_str()) else {
        return arguments;
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_option = first.starts_with('-') && !is_negative(first.as_bytes());
    let is_verb = !first.starts_with('-') && first.chars().all(is_word);
    if is_option || is_verb {
        return arguments;
    }
    let verb = if Path::new(first).is_file() {
        "run"
    } else {
        "eval"
    };
    arguments.insert(1, verb.into());
    arguments
}

/// Can this be no option? No option has a blank or begins with a digit or a sign.
fn is_negative(argument: &[u8]) -> bool {
    match argument {
        [b'-', b'-', ..] => false,
        [b'-', next, ..] => !next.is_ascii_alphabetic() || argument.contains(&b' '),
        _ => false,
    }
}

/// Lets `sidle eval '-{1|0}'` be an expression: an argument of `eval` that begins with a minus
/// before neither a letter nor another minus can be no option, and a space in front of it tells
/// the parser of arguments so.
fn guard_negatives(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let verb = arguments
        .iter()
        .take(8)
        .position(|argument| argument == "eval");
    if let Some(verb) = verb {
        for argument in arguments.iter_mut().skip(verb + 1) {
            if is_negative(argument.as_encoded_bytes()) {
                let mut guarded = OsString::from(" ");
                guarded.push(&*argument);
                *argument = guarded;
            }
        }
    }
    arguments
}

/// Lets `sidle value ArcKayles '---'` be a position: an argument of dashes and then no letter or digit can be no option.
/// It goes to the end, behind `--`.
fn guard_positions(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let verbs = ["value", "outcome", "moves", "draw"];
    let Some(verb) = (arguments.iter().take(8)).position(|word| verbs.iter().any(|v| word == v))
    else {
        return arguments;
    };
    if arguments.iter().any(|argument| argument == "--") {
        return arguments;
    }
    let found = arguments.iter().skip(verb).position(is_dashed);
    if let Some(place) = found {
        let position = arguments.remove(verb + place);
        arguments.extend(["--".into(), position]);
    }
    arguments
}

/// Is this a position that begins with a dash? `-` is the standard input.
fn is_dashed(argument: &OsString) -> bool {
    let bytes = argument.as_encoded_bytes();
    let behind = bytes.iter().find(|byte| **byte != b'-');
    let is_word = behind.is_some_and(u8::is_ascii_alphanumeric);
    bytes.len() > 1 && bytes[0] == b'-' && !is_word
}

/// Prints what went wrong and picks the exit code: 3 for a limit, 2 for everything else, and
/// silence when nobody reads the output any more.
fn report(error: &anyhow::Error) -> ExitCode {
    let mut causes = error.chain();
    if causes.any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }) {
        return ExitCode::SUCCESS;
    }
    // An error of the engine is rendered with its place where it is passed on, and has nothing to add below.
    let told = match error.downcast_ref::<door::Failed>() {
        Some(failed) => failed.to_string(),
        None => told_once(error.chain()),
    };
    let reason = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<StopReason>());
    let Some(reason) = reason else {
        output::note(format_args!("error: {told}"));
        return ExitCode::from(2);
    };
    let how_far = match told.contains("it had come to") {
        true => String::new(),
        false => process::ending::how_far(*reason),
    };
    output::note(format_args!("error: {told}{how_far}"));
    ExitCode::from(process::ending::STOPPED)
}

/// The causes one after the other, without those whose text stands in the one before: many errors repeat
/// what their cause says.
fn told_once<'e>(causes: impl Iterator<Item = &'e (dyn std::error::Error + 'static)>) -> String {
    let mut told: Vec<String> = Vec::new();
    for cause in causes.map(ToString::to_string) {
        if !told.last().is_some_and(|before| before.contains(&cause)) {
            told.push(cause);
        }
    }
    told.join(": ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_of_the_arguments_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_page_of_help_has_examples() {
        let mut waiting = vec![("sidle".to_owned(), Arguments::command())];
        while let Some((name, mut page)) = waiting.pop() {
            let text = page.render_long_help().to_string();
            let examples = text.split("Examples:\n").nth(1).unwrap_or_default();
            assert!(examples.contains("sidle"), "`{name} --help` has no example");
            let members = page
                .get_subcommands()
                .filter(|member| member.get_name() != "help");
            waiting.extend(members.map(|member| {
                let name = format!("{name} {}", member.get_name());
                (name, member.clone())
            }));
        }
    }

    #[test]
    fn what_is_not_a_word_is_evaluated() {
        let supply = |words: &[&str]| supply_verb(words.iter().map(OsString::from).collect());
        assert_eq!(supply(&["sidle", "{1|0}"]), ["sidle", "eval", "{1|0}"]);
        assert_eq!(
            supply(&["sidle", "*2", "--json"]),
            ["sidle", "eval", "*2", "--json"]
        );
        for words in [
            &["sidle"][..],
            &["sidle", "valeu", "x"],
            &["sidle", "--version"],
        ] {
            assert_eq!(supply(words), words, "left to the parser of arguments");
        }
    }

    #[test]
    fn only_expressions_are_guarded() {
        let guard = |words: &[&str]| guard_negatives(words.iter().map(OsString::from).collect());
        assert_eq!(
            guard(&["sidle", "eval", "-1/2", "-{1|0}", "--json", "-h", "x"]),
            ["sidle", "eval", " -1/2", " -{1|0}", "--json", "-h", "x"]
        );
        assert_eq!(guard(&["sidle", "run", "-"]), ["sidle", "run", "-"]);
    }

    #[test]
    fn positions_may_begin_with_dashes() {
        let guard = |words: &[&str]| guard_positions(words.iter().map(OsString::from).collect());
        assert_eq!(
            guard(&["sidle", "value", "ArcKayles", "---", "--json"]),
            ["sidle", "value", "ArcKayles", "--json", "--", "---"]
        );
        for words in [
            &["sidle", "draw", "ArcKayles", "--", "---"][..],
            &["sidle", "draw", "Clobber", "xo", "-o", "-"],
            &["sidle", "value", "Clobber", "--jsn"],
            &["sidle", "eval", "---"],
        ] {
            assert_eq!(guard(words), words, "left to the parser of arguments");
        }
    }
}
