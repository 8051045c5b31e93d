//! Writing bigraph files.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Write},
};

use serde::Serialize;
use sidle_core::Player;

use super::BigraphFile;
use crate::io::{LONGEST_LINE, is_name};

/// Writes a text bigraph that [`read_bigraph`](super::read_bigraph) reads back as the same game: the
/// start, the vertices in order, one a line, then the edges with their sets.
///
/// # Errors
/// Those of the writer, and `InvalidInput` for what the text form has no place for: a name that is empty,
/// has white space or control characters or begins with `#` or `"`; a set whose name is not a name; a value
/// with quotes, line ends or control characters; a line longer than a mebibyte.
pub fn write_bigraph_text(file: &BigraphFile, mut writer: impl Write) -> io::Result<()> {
    let names = &file.names;
    for name in names {
        let starts_else = name.starts_with(['#', '"']);
        holds(
            is_name(name) && !starts_else,
            "the vertex name",
            name,
            "it is empty, has white space or control characters, or begins with `#` or a quote",
        )?;
    }
    for set in &file.sets {
        let rule = "it is empty or has white space or control characters";
        holds(is_name(&set.name), "the name of a set", &set.name, rule)?;
    }
    for exit in &file.exits {
        let odd = |c: char| c == '"' || c == '\n' || c.is_control() && !c.is_whitespace();
        let fits = !exit.text.is_empty() && !exit.text.contains(odd);
        let rule = "it is empty or has quotes, line ends or control characters";
        holds(fits, "the value", &exit.text, rule)?;
    }
    let marks = marks(file);
    let lines = [format!("start {}", names[file.start as usize])];
    let lines = lines.into_iter().chain(names.iter().cloned());
    let edges = file.graph.edges().map(|edge| {
        let (from, player, to) = edge;
        let target = match file.exits.get((to as usize).wrapping_sub(names.len())) {
            Some(exit) => format!("\"{}\"", exit.text),
            None => names[to as usize].clone(),
        };
        let marks: String = marks
            .get(&key(edge))
            .map(|sets| sets.iter().map(|name| format!(" @{name}")).collect())
            .unwrap_or_default();
        format!(
            "{} {} {target}{marks}",
            names[from as usize],
            colour(player)
        )
    });
    for line in lines.chain(edges) {
        let short = line.len() < LONGEST_LINE;
        holds(short, "the line", &line, "it is longer than a mebibyte")?;
        writeln!(writer, "{line}")?;
    }
    writer.flush()
}

fn holds(fits: bool, what: &str, text: &str, rule: &str) -> io::Result<()> {
    if fits {
        return Ok(());
    }
    let shown: String = text.chars().take(60).collect();
    let problem = format!("a text bigraph cannot hold {what} {shown:?}: {rule}");
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

type Edge = (u32, Player, u32);

/// An edge as something that can be looked up.
fn key((from, player, to): Edge) -> (u32, usize, u32) {
    (from, player.index(), to)
}

/// The names of the sets that each marked edge is in.
fn marks(file: &BigraphFile) -> HashMap<(u32, usize, u32), Vec<&str>> {
    let mut marks: HashMap<_, Vec<&str>> = HashMap::new();
    for set in &file.sets {
        for &edge in &set.edges {
            marks.entry(key(edge)).or_default().push(&set.name);
        }
    }
    marks
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::Left => "L",
        Player::Right => "R",
    }
}

#[derive(Serialize)]
struct JsonFile<'f> {
    vertices: &'f [String],
    edges: Vec<(&'f str, &'static str, JsonTarget<'f>)>,
    start: &'f str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    sets: BTreeMap<&'f str, Vec<(&'f str, &'static str, &'f str)>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonTarget<'f> {
    Vertex(&'f str),
    Exit { value: &'f str },
}

/// Writes a JSON bigraph that [`read_bigraph`](super::read_bigraph) reads back as the same game. What a
/// reader has read can always be written.
///
/// # Errors
/// Those of the writer.
pub fn write_bigraph_json(file: &BigraphFile, mut writer: impl Write) -> io::Result<()> {
    let name = |v: u32| file.names[v as usize].as_str();
    let target = |v: u32| match file.exits.get((v as usize).wrapping_sub(file.names.len())) {
        Some(exit) => JsonTarget::Exit { value: &exit.text },
        None => JsonTarget::Vertex(name(v)),
    };
    let sets = file.sets.iter().map(|set| {
        let edges = set.edges.iter();
        let edges = edges.map(|&(u, player, v)| (name(u), colour(player), name(v)));
        (set.name.as_str(), edges.collect())
    });
    let edges = file.graph.edges();
    let json = JsonFile {
        vertices: &file.names,
        edges: edges
            .map(|(u, player, v)| (name(u), colour(player), target(v)))
            .collect(),
        start: name(file.start),
        sets: sets.collect(),
    };
    serde_json::to_writer(&mut writer, &json)?;
    writeln!(writer)?;
    writer.flush()
}
