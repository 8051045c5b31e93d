//! `sidle man`: the manual pages.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, bail};
use clap::{Args, Command};
use sidle::{
    core::columns::wrapped,
    lang::{Session, nearest_names},
};

use super::output;
use crate::{files, help_pages, markdown, process::interrupt, terminal};

const EXAMPLES: &str = "\
Examples:
  sidle man | man -l -
  sidle man eval > sidle-eval.1
  sidle man graph label | man -l -
  sidle man formats | less
  sidle man --all /usr/local/share/man/man1";

/// The pages that are no page of a command.
const TEXTS: [(&str, &str); 2] = [
    ("formats", include_str!("../../../../docs/formats.md")),
    ("calculator", include_str!("../../../../docs/calculator.md")),
];

/// The page that lists all methods and functions.
const METHODS: &str = "methods";

/// Print a manual page: of the binary, of a verb, or on formats, the calculator or methods
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The verb whose page is wanted, or `formats`, `calculator` or `methods`; without it the
    /// page of the binary
    topic: Vec<String>,

    /// Write one page for each verb to this directory, which is made if it is not there
    #[arg(long, value_name = "DIR", conflicts_with = "topic", value_parser = files::lasting())]
    all: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    // A page that is not whole when a signal comes is removed.
    let _ = interrupt::begin();
    let mut command = help_pages::command();
    command.build();
    if let Some(directory) = &arguments.all {
        write_all(&command, "sidle", directory)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let [topic] = arguments.topic.as_slice()
        && let Some((_, text)) = TEXTS.iter().find(|(name, _)| name == topic)
    {
        output::bytes(markdown::set(text, terminal::width()).as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.topic == [METHODS] {
        let text = Session::help(METHODS).unwrap_or_default();
        output::line(&wrapped(text.trim_end(), terminal::width()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = &command;
    for verb in &arguments.topic {
        page = match page.find_subcommand(verb) {
            Some(found) => found,
            None => bail!("there is no verb `{verb}`; {}", instead(verb, page)),
        };
    }
    output::bytes(&rendered(page)?)?;
    Ok(ExitCode::SUCCESS)
}

/// What to ask for instead of a page that is not there.
fn instead(verb: &str, page: &Command) -> String {
    let texts = TEXTS.map(|(name, _)| name).into_iter().chain([METHODS]);
    let verbs = page.get_subcommands().map(Command::get_name);
    let all: Vec<&str> = verbs.chain(texts.clone()).collect();
    match nearest_names(verb, &all).as_slice() {
        [] => format!(
            "`sidle --help` lists them, and there are pages on {}",
            texts.collect::<Vec<&str>>().join(", ")
        ),
        near => format!("did you mean `{}`?", near.join("` or `")),
    }
}

fn rendered(page: &Command) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    Ok(with_examples(&String::from_utf8_lossy(&text)).into_bytes())
}

/// The section behind the options has examples, each a line of its own, and paragraphs.
fn with_examples(page: &str) -> String {
    let Some((before, extra)) = page.split_once(".SH EXTRA\n") else {
        return page.to_owned();
    };
    let mut text = format!("{before}.SH NOTES\n");
    let mut lines = extra.lines().peekable();
    while let Some(line) = lines.next() {
        let is_example = line.starts_with(' ');
        if is_example {
            text.push_str(".nf\n");
        }
        text.push_str(line);
        text.push('\n');
        while is_example && lines.peek().is_some_and(|line| line.starts_with(' ')) {
            text.push_str(lines.next().unwrap_or_default());
            text.push('\n');
        }
        if is_example {
            text.push_str(".fi\n");
        }
    }
    text
}

/// A page for a command and for each of its verbs, two levels deep as the verbs are.
fn write_all(command: &Command, name: &str, directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    let mut waiting = vec![(name.to_owned(), command)];
    while let Some((name, command)) = waiting.pop() {
        let page = rendered(command)?;
        let path = directory.join(format!("{name}.1"));
        files::write_whole(&path, |out| Ok(out.write_all(&page)?))?;
        let verbs = command.get_subcommands();
        for verb in verbs.filter(|verb| verb.get_name() != "help" && !verb.is_hide_set()) {
            waiting.push((format!("{name}-{}", verb.get_name()), verb));
        }
    }
    Ok(())
}
