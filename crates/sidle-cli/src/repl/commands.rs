//! The commands of the calculator: lines that begin with a colon.

use std::path::Path;

use clap::Parser;

use super::{Repl, help, tell};
use crate::{
    files,
    process::interrupt,
    verbs::{limits::Limits, output, style::Style},
};

/// Whether the session goes on.
pub(super) enum Next {
    Continue,
    Leave,
}

struct Command {
    name: &'static str,
    argument: &'static str,
    about: &'static str,
    run: fn(&mut Repl, &str) -> anyhow::Result<Next>,
}

const COMMANDS: [Command; 11] = [
    Command {
        name: "help",
        argument: "[NAME]",
        about: "the notation, a name or symbol, `methods`, `outcomes`",
        run: show_help,
    },
    Command {
        name: "names",
        argument: "",
        about: "what you have defined",
        run: show_names,
    },
    Command {
        name: "load",
        argument: "FILE",
        about: "evaluate a file in this session",
        run: load,
    },
    Command {
        name: "plain",
        argument: "",
        about: "answers as plain text",
        run: plain,
    },
    Command {
        name: "unicode",
        argument: "",
        about: "answers with arrows and other signs",
        run: unicode,
    },
    Command {
        name: "latex",
        argument: "",
        about: "answers as LaTeX",
        run: latex,
    },
    Command {
        name: "time",
        argument: "",
        about: "show how long each line takes, or stop showing it",
        run: time,
    },
    Command {
        name: "limits",
        argument: "[OPTION…]",
        about: "show or set limits: `:limits --timeout 10 --max-nodes 5M`, `:limits none`",
        run: limits,
    },
    Command {
        name: "plot",
        argument: "FILE.svg [GAME]",
        about: "draw the thermograph of a game, or of the last answer, to a file",
        run: plot,
    },
    Command {
        name: "reset",
        argument: "",
        about: "forget everything defined in this session",
        run: reset,
    },
    Command {
        name: "quit",
        argument: "",
        about: "leave (as Ctrl-D does)",
        run: |_, _| Ok(Next::Leave),
    },
];

impl Repl {
    /// Runs the text after the colon.
    pub(super) fn command(&mut self, text: &str) -> anyhow::Result<Next> {
        let (name, argument) = text
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((text.trim(), ""));
        let found: Vec<&Command> = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => vec![command],
            None => COMMANDS
                .iter()
                .filter(|command| command.name.starts_with(name))
                .collect(),
        };
        match found.as_slice() {
            [command] => (command.run)(self, argument.trim()),
            _ => {
                output::line(&format!(
                    "error: there is no command `:{name}`; `:help` lists them"
                ))?;
                Ok(Next::Continue)
            }
        }
    }
}

/// Completion of `:he…`.
pub(super) fn starting_with(typed: &str) -> Vec<String> {
    COMMANDS
        .iter()
        .map(|command| format!(":{}", command.name))
        .filter(|name| name.starts_with(typed))
        .collect()
}

/// The lines of `:help` about the commands.
pub(super) fn summary() -> String {
    let mut text = String::new();
    for command in &COMMANDS {
        let head = format!(":{} {}", command.name, command.argument);
        text.push_str(&format!("  {head:<20} {}\n", command.about));
    }
    text
}

fn show_help(repl: &mut Repl, topic: &str) -> anyhow::Result<Next> {
    let text = if topic.is_empty() {
        help::overview()
    } else {
        help::about(topic, &repl.calculator.session)
    };
    tell(text.trim_end())?;
    Ok(Next::Continue)
}

fn show_names(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let text = repl.calculator.definitions();
    tell(if text.is_empty() {
        "nothing yet; `x := 1` defines x"
    } else {
        text.trim_end()
    })?;
    Ok(Next::Continue)
}

fn load(repl: &mut Repl, path: &str) -> anyhow::Result<Next> {
    if path.is_empty() {
        output::line("error: say which file, as in `:load sums.sidle`")?;
        return Ok(Next::Continue);
    }
    let meter = repl.calculator.limits.meter();
    let text = files::read_text(Path::new(path), &meter);
    interrupt::end();
    match text {
        Err(error) => output::line(&format!("error: {error:#}"))?,
        Ok(text) => {
            repl.sentence(&text, true)?;
        }
    }
    Ok(Next::Continue)
}

fn plain(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    repl.calculator.style = Style::default();
    Ok(Next::Continue)
}

fn unicode(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let unicode = true;
    repl.calculator.style = Style {
        unicode,
        ..Style::default()
    };
    Ok(Next::Continue)
}

fn latex(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let latex = true;
    repl.calculator.style = Style {
        latex,
        ..Style::default()
    };
    Ok(Next::Continue)
}

fn time(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    repl.timing = !repl.timing;
    output::line(if repl.timing {
        "times are shown"
    } else {
        "times are not shown"
    })?;
    Ok(Next::Continue)
}

/// The options of the command line, read from a line of the calculator.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct LimitOptions {
    #[command(flatten)]
    limits: Limits,
}

fn limits(repl: &mut Repl, options: &str) -> anyhow::Result<Next> {
    if options == "none" {
        repl.calculator.limits = Limits::default();
    } else if !options.is_empty() {
        match LimitOptions::try_parse_from(options.split_whitespace()) {
            Ok(parsed) => repl.calculator.limits = parsed.limits,
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or("error: these are not limits");
                output::line(first)?;
                return Ok(Next::Continue);
            }
        }
    }
    output::line(&repl.calculator.limits.to_string())?;
    Ok(Next::Continue)
}

fn plot(repl: &mut Repl, argument: &str) -> anyhow::Result<Next> {
    let (path, game) = argument
        .split_once(char::is_whitespace)
        .unwrap_or((argument, ""));
    let game = match (game.trim(), &repl.last) {
        ("", Some(last)) => last.strip_suffix(".Plot").unwrap_or(last).to_owned(),
        (game, _) => game.to_owned(),
    };
    if path.is_empty() || game.is_empty() {
        output::line("error: say where to and of what, as in `:plot walls.svg {3||1|-2}`")?;
        return Ok(Next::Continue);
    }
    if let Err(error) = files::apart([], [Some(Path::new(path))]) {
        output::line(&format!("error: {error}"))?;
        return Ok(Next::Continue);
    }
    match repl.calculator.plot(&game) {
        Err(error) => output::line(&error.render(&game))?,
        Ok(svg) => {
            let written =
                files::write_whole(Path::new(path), |out| Ok(out.write_all(svg.as_bytes())?));
            if let Err(error) = written {
                output::line(&format!("error: {error:#}"))?;
            }
        }
    }
    Ok(Next::Continue)
}

fn reset(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    repl.calculator.reset();
    Ok(Next::Continue)
}
