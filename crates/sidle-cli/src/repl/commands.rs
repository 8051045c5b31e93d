//! The commands of the calculator: lines that begin with a colon.

use std::{path::Path, time::Instant};

use clap::Parser;
use sidle::{
    Report,
    lang::nearest_names,
    questions::{ForgetQuestion, ThermographQuestion},
};

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
            found => {
                let near = match found.is_empty() || name.is_empty() {
                    true => similar(name),
                    false => found.iter().map(|command| command.name).collect(),
                };
                let near: Vec<String> = near.iter().map(|name| format!("`:{name}`")).collect();
                let help = match near.is_empty() {
                    true => "`:help` lists them".to_owned(),
                    false => format!("did you mean {}?", near.join(" or ")),
                };
                output::line(&format!("error: there is no command `:{name}`; {help}"))?;
                Ok(Next::Continue)
            }
        }
    }
}

/// What other calculators call our commands.
const OTHER_NAMES: [(&str, &str); 9] = [
    ("exit", "quit"),
    ("bye", "quit"),
    ("clear", "reset"),
    ("forget", "reset"),
    ("draw", "plot"),
    ("svg", "plot"),
    ("run", "load"),
    ("open", "load"),
    ("vars", "names"),
];

/// The commands that a name resembles, or that are called so elsewhere.
fn similar(name: &str) -> Vec<&'static str> {
    let lower = name.to_lowercase();
    if let Some((_, ours)) = OTHER_NAMES.iter().find(|(theirs, _)| *theirs == lower) {
        return vec![ours];
    }
    nearest_names(name, &COMMANDS.map(|command| command.name))
}

/// The line of help about a command.
pub(super) fn about(name: &str) -> Option<String> {
    let command = COMMANDS.iter().find(|command| command.name == name)?;
    let head = format!(":{} {}", command.name, command.argument);
    Some(format!("{}: {}", head.trim_end(), command.about))
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
        text.push_str(&format!("  {head:<22}  {}\n", command.about));
    }
    text
}

fn show_help(_: &mut Repl, topic: &str) -> anyhow::Result<Next> {
    let text = if topic.is_empty() {
        help::overview()
    } else {
        help::about(topic)
    };
    tell(text.trim_end())?;
    Ok(Next::Continue)
}

fn show_names(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let names = repl.names()?;
    tell(&match names.names.is_empty() {
        true => "nothing yet; `x := 1` defines x".to_owned(),
        false => names.text(repl.evaluator.style.notation()),
    })?;
    Ok(Next::Continue)
}

fn load(repl: &mut Repl, path: &str) -> anyhow::Result<Next> {
    if path.is_empty() {
        output::line("error: say which file, as in `:load sums.sidle`")?;
        return Ok(Next::Continue);
    }
    let meter = repl.evaluator.limits.meter();
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
    repl.evaluator.style = Style::default();
    Ok(Next::Continue)
}

fn unicode(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let unicode = true;
    repl.evaluator.style = Style {
        unicode,
        ..Style::default()
    };
    Ok(Next::Continue)
}

fn latex(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let latex = true;
    repl.evaluator.style = Style {
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
        repl.evaluator.limits = Limits::default();
    } else if !options.is_empty() {
        match LimitOptions::try_parse_from(options.split_whitespace()) {
            Ok(parsed) => repl.evaluator.limits = parsed.limits,
            Err(error) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or("error: these are not limits");
                output::line(first)?;
                return Ok(Next::Continue);
            }
        }
    }
    output::line(&repl.evaluator.limits.to_string())?;
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
    if !path.is_empty()
        && let Err(wrong) = is_svg(Path::new(path))
    {
        output::line(&format!("error: {wrong}"))?;
        return Ok(Next::Continue);
    }
    if path.is_empty() || game.is_empty() {
        output::line("error: say where to and of what, as in `:plot walls.svg {3||1|-2}`")?;
        return Ok(Next::Continue);
    }
    if let Err(error) = files::apart([], [Some(Path::new(path))]) {
        output::line(&format!("error: {error}"))?;
        return Ok(Next::Continue);
    }
    let question = ThermographQuestion::of("", game.as_str());
    let drawn = repl.evaluator.ask(&question, "drawing", Instant::now());
    interrupt::end();
    match drawn.map(|answer| answer.picture()) {
        Err(error) => output::line(&error.render(Some(&game)))?,
        Ok(picture) => {
            let svg = picture.map_or_else(String::new, |picture| picture.svg);
            let written =
                files::write_whole(Path::new(path), |out| Ok(out.write_all(svg.as_bytes())?));
            if let Err(error) = written {
                output::line(&format!("error: {error:#}"))?;
            }
        }
    }
    Ok(Next::Continue)
}

/// Whether a picture is wanted in the form that it has; files that are none, `/dev/stdout` say, have no ending.
fn is_svg(path: &Path) -> Result<(), String> {
    let shown = path.display();
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(()),
        Some(_) => Err(format!(
            "`:plot` writes SVG: give `{shown}` the ending `.svg`"
        )),
        None if path.starts_with("/dev") => Ok(()),
        None => Err(format!("write `{shown}.svg`: `:plot` writes SVG")),
    }
}

fn reset(repl: &mut Repl, _: &str) -> anyhow::Result<Next> {
    let forgotten = repl
        .evaluator
        .ask(&ForgetQuestion::default(), "forgetting", Instant::now());
    interrupt::end();
    if let Err(error) = forgotten {
        output::line(&error.render(None))?;
    }
    repl.evaluator.start();
    Ok(Next::Continue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_commands_lead_to_ours() {
        for (typed, ours) in [
            ("helpp", "help"),
            ("quite", "quit"),
            ("lod", "load"),
            ("plto", "plot"),
            ("exit", "quit"),
            ("clear", "reset"),
        ] {
            assert_eq!(similar(typed), [ours], "{typed}");
        }
        assert!(similar("frobnicate").is_empty());
    }

    #[test]
    fn pictures_are_written_to_files_that_say_so() {
        for good in ["walls.svg", "a.b.SVG", "/dev/stdout"] {
            assert_eq!(is_svg(Path::new(good)), Ok(()), "{good}");
        }
        for bad in ["c.png", "g"] {
            let wrong = is_svg(Path::new(bad)).expect_err(bad);
            assert!(wrong.contains("SVG") && wrong.contains(".svg"), "{wrong}");
        }
    }
}
