//! `:help`: the notation from the table of symbols, and what is known about one name.

use sidle::{
    Job,
    questions::HelpQuestion,
    values::notation::{SYMBOLS, Spelling, Symbol},
};

use super::commands;
use crate::door::workspace;

const EXAMPLES: [(&str, &str); 5] = [
    ("{1|0} + ^*", "games, and sums of them"),
    ("G := {2||1|0}", "a name for a value"),
    (
        "G.LeftOptions",
        "what is known about a value; Tab completes names",
    ),
    ("G >= 0", "comparisons: == != < > <= >= <| |> <>"),
    ("[n*^ for n from 1 to 5]", "lists"),
];

/// `:help`.
pub(super) fn overview() -> String {
    let mut text = String::from("Type an expression; for example\n");
    for (expression, about) in EXAMPLES {
        text.push_str(&format!("  {expression:<24}  {about}\n"));
    }
    text.push_str("\nSymbols (`:help ^` says more)\n");
    // The table begins with the symbols that stand for games.
    for line in SYMBOLS
        .iter()
        .take_while(|line| line.symbol != Symbol::Assign)
    {
        text.push_str(&row(line));
    }
    text.push_str("\nCommands\n");
    text.push_str(&commands::summary());
    text.push_str(
        "\nCtrl-C stops a computation and keeps the session. A line that fails changes nothing.\n",
    );
    text
}

/// `:help TOPIC`.
pub(super) fn about(topic: &str) -> String {
    let command = || commands::about(topic.trim_start_matches(':'));
    let question = HelpQuestion {
        topic: topic.to_owned(),
    };
    let page = workspace().ask(&question, &Job::unlimited());
    match (page, topic.starts_with(':')) {
        (Ok(help), false) => help.page,
        (Ok(help), true) => command().unwrap_or(help.page),
        (Err(error), _) => command().unwrap_or_else(|| error.to_string()),
    }
}

fn row(line: &Spelling) -> String {
    format!("  {:<12}  {}\n", line.input.join(" "), line.doc)
}
