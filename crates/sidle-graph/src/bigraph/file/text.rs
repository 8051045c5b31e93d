//! The text bigraph.

use std::io::BufRead;

use sidle_core::Meter;

use super::{BigraphFile, Collector, Target, player};
use crate::io::{Line, Lines, LoadError, VertexCount};

/// Reads a text bigraph. Cost: linear.
pub fn read_bigraph_text(input: impl BufRead, meter: &Meter) -> Result<BigraphFile, LoadError> {
    read_from_line(input, 0, meter)
}

/// The same when some lines have been passed over.
pub(super) fn read_from_line(
    input: impl BufRead,
    passed: u64,
    meter: &Meter,
) -> Result<BigraphFile, LoadError> {
    let form = "a text bigraph has one edge `u L v` or `u R v` a line";
    let mut lines = Lines::new(input, passed, form, meter);
    let mut reader = TextReader::default();
    let mut count = VertexCount::new(meter);
    while let Some(line) = lines.next()? {
        reader.line(line)?;
        count.up_to(reader.collector.names.len())?;
    }
    let start = match reader.start {
        None => 0,
        Some(Start { name, line, column }) => {
            let found = reader.collector.find(&name);
            found.ok_or_else(|| LoadError::Place {
                line,
                column,
                problem: format!("`{name}` is not a vertex of the graph"),
            })?
        }
    };
    reader.collector.finish(start)
}

#[derive(Default)]
struct TextReader {
    collector: Collector,
    start: Option<Start>,
}

/// The name after `start` and its place.
struct Start {
    name: String,
    line: u64,
    column: usize,
}

impl TextReader {
    fn line(&mut self, line: Line<'_>) -> Result<(), LoadError> {
        let mut tokens = Vec::new();
        let mut rest = line.text.trim();
        let mut value = None;
        while !rest.is_empty() && !rest.starts_with('#') {
            if let Some(quoted) = rest.strip_prefix('"') {
                if tokens.len() != 2 {
                    let problem = "a value in quotes can only be the target of an edge";
                    return Err(line.wrong(rest, problem));
                }
                let Some((inner, after)) = quoted.split_once('"') else {
                    return Err(line.wrong(rest, "the quotes are not closed"));
                };
                let after = after.trim();
                if !after.is_empty() && !after.starts_with('#') {
                    let problem = format!("unexpected `{after}` after the value in quotes");
                    return Err(line.wrong(after, problem));
                }
                value = Some(inner);
                break;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            tokens.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        self.tokens(line, &tokens, value)
    }

    fn tokens(
        &mut self,
        line: Line<'_>,
        tokens: &[&str],
        value: Option<&str>,
    ) -> Result<(), LoadError> {
        let collector = &mut self.collector;
        let at = |part| move |problem: String| line.wrong(part, problem);
        match (tokens, value) {
            ([], _) => {}
            ([name], None) => {
                collector.vertex(name).map_err(at(name))?;
            }
            ([word @ "start", name], None) => {
                if let Some(first) = &self.start {
                    let problem = format!("the start was given before, on line {}", first.line);
                    return Err(line.wrong(word, problem));
                }
                // Where the name is, should it turn out to be none of the vertices.
                let LoadError::Place { line, column, .. } = line.wrong(name, "") else {
                    unreachable!("places in a line are places");
                };
                let name = (*name).to_owned();
                self.start = Some(Start { name, line, column });
            }
            ([from, colour, to, marks @ ..], None) if marks.iter().all(|m| is_mark(m)) => {
                let player = player(colour).map_err(at(colour))?;
                let from = collector.vertex(from).map_err(at(from))?;
                let to = collector.vertex(to).map_err(at(to))?;
                collector.edges.push((from, player, Target::Vertex(to)));
                for mark in marks {
                    collector.mark(&mark[1..], (from, player, to));
                }
            }
            ([from, colour], Some(value)) => {
                let player = player(colour).map_err(at(colour))?;
                let from = collector.vertex(from).map_err(at(from))?;
                let exit = collector.exit(value, line.number as usize);
                collector
                    .edges
                    .push((from, player, exit.map_err(at(value))?));
            }
            (tokens, _) => {
                let problem = format!(
                    "expected `u L v`, `u R v`, `u` or `start u`, found {} words",
                    tokens.len()
                );
                return Err(line.wrong(tokens[0], problem));
            }
        }
        Ok(())
    }
}

/// `@name` after an edge puts it into a set.
fn is_mark(token: &str) -> bool {
    token.len() > 1 && token.starts_with('@')
}
