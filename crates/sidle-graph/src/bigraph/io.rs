//! Bigraph files: the text bigraph and its JSON twin (specified in `docs/formats.md`).

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    io::BufRead,
};

use serde::Deserialize;
use sidle_core::Player;

use super::{Bigraph, BigraphBuilder};
use crate::{csr::Names, io::is_name};

/// A bigraph with the names of its vertices, its start, and exits to values that are still text.
#[derive(Clone, Debug)]
pub struct BigraphFile {
    /// The named vertices come first, then one vertex without options for each different exit.
    pub graph: Bigraph,
    /// The names of the first vertices, in the order of their first appearance.
    pub names: Vec<String>,
    /// Where the game starts.
    pub start: u32,
    /// The exits: what the file says, and where. Exit `i` is vertex `names.len() + i`.
    pub exits: Vec<ExitText>,
    /// Named sets of edges between named vertices.
    pub sets: Vec<EdgeSet>,
}

/// A set of edges that a file gives a name (`u L v @name`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeSet {
    /// The name, without the `@`.
    pub name: String,
    /// The edges, each once.
    pub edges: Vec<(u32, Player, u32)>,
}

/// An exit as it is written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitText {
    /// The value as it was written, without the quotes.
    pub text: String,
    /// The line of its first appearance; 0 in JSON files.
    pub line: usize,
}

impl BigraphFile {
    /// The vertex of that name.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|n| n == name).map(|v| v as u32)
    }
}

/// What is wrong with a bigraph file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BigraphFileError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] std::io::Error),
    /// A line of a text file.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there and what to write instead.
        problem: LineProblem,
    },
    /// There is no vertex at all.
    #[error("the file names no vertex; write at least one edge `u L v` or one name")]
    Empty,
    /// JSON that does not have the form of a bigraph.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// JSON that names something wrong.
    #[error("{place}: {problem}")]
    Entry {
        /// Where: `edges[3]`, `start`, `vertices[1]`.
        place: String,
        /// What is wrong there.
        problem: LineProblem,
    },
}

/// What can be wrong with one line or entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// Two tokens that are not `start u`, or more than three.
    #[error("expected `u L v`, `u R v`, `u` or `start u`, found {0} tokens")]
    TokenCount(usize),
    /// The colour of an edge.
    #[error("the colour of an edge is `L` or `R`, not `{0}`")]
    Colour(String),
    /// A quoted value somewhere else than as the target of an edge.
    #[error("a value in quotes can only be the target of an edge")]
    MisplacedValue,
    /// No closing quote.
    #[error("the quotes are not closed")]
    OpenQuote,
    /// Something after the closing quote.
    #[error("unexpected `{0}` after the value in quotes")]
    AfterQuote(String),
    /// Nothing between the quotes.
    #[error("there is no value between the quotes")]
    EmptyValue,
    /// The start was given before.
    #[error("the start was given before, on line {0}")]
    SecondStart(usize),
    /// A start that is no vertex.
    #[error("`{0}` is not a vertex of the graph")]
    UnknownVertex(String),
    /// A vertex that is listed twice (JSON).
    #[error("the vertex `{0}` is listed twice")]
    Duplicate(String),
    /// A name with white space or control characters, or an empty one.
    #[error("`{0}` is no name: names have no white space and are not empty")]
    BadName(String),
    /// A set names an edge that the graph does not have (JSON).
    #[error("the graph has no edge `{0}`")]
    NoEdge(String),
    /// The line is not UTF-8.
    #[error("this is not UTF-8 text")]
    NotUtf8,
    /// A line that is longer than any sensible one.
    #[error("this line is longer than 1 MiB")]
    TooLong,
    /// More vertices than can be numbered.
    #[error("there are too many vertices")]
    TooMany,
}

pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Reads a bigraph: JSON if the first character behind white space is `{`, text otherwise.
pub fn read_bigraph(mut input: impl BufRead) -> Result<BigraphFile, BigraphFileError> {
    // JSON behind a byte order mark; a text is told from it by what comes next, and keeps the mark.
    if input.fill_buf()?.starts_with(b"\xEF\xBB\xBF{") {
        input.consume(3);
    }
    // Blank lines count: errors speak of lines of the file.
    let mut lines = 0;
    loop {
        let Some(&first) = input.fill_buf()?.first() else {
            return Err(BigraphFileError::Empty);
        };
        if first == b'{' {
            return read_bigraph_json(input);
        }
        if !first.is_ascii_whitespace() {
            return TextReader::starting_at(lines).read(input);
        }
        lines += usize::from(first == b'\n');
        input.consume(1);
    }
}

/// Reads a text bigraph. Cost: linear.
pub fn read_bigraph_text(input: impl BufRead) -> Result<BigraphFile, BigraphFileError> {
    TextReader::starting_at(0).read(input)
}

/// Vertices and exits by name while a file is read.
#[derive(Default)]
struct Collector {
    names: Names,
    exits: Vec<ExitText>,
    exit_number: HashMap<String, u32>,
    edges: Vec<(u32, Player, Target)>,
    sets: Vec<EdgeSet>,
    set_number: HashMap<String, usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Vertex(u32),
    Exit(u32),
}

impl Collector {
    fn vertex(&mut self, name: &str) -> Result<u32, LineProblem> {
        let v = self.names.intern(name);
        if v as u64 >= u64::from(u32::MAX / 4) {
            return Err(LineProblem::TooMany);
        }
        Ok(v as u32)
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name).map(|v| v as u32)
    }

    fn exit(&mut self, text: &str, line: usize) -> Result<Target, LineProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(LineProblem::EmptyValue);
        }
        if let Some(&at) = self.exit_number.get(text) {
            return Ok(Target::Exit(at));
        }
        let at = self.exits.len() as u32;
        if at >= u32::MAX / 4 {
            return Err(LineProblem::TooMany);
        }
        self.exits.push(ExitText {
            text: text.to_owned(),
            line,
        });
        self.exit_number.insert(text.to_owned(), at);
        Ok(Target::Exit(at))
    }

    /// Puts an edge into the set of that name.
    fn mark(&mut self, name: &str, edge: (u32, Player, u32)) {
        let at = match self.set_number.get(name) {
            Some(&at) => at,
            None => {
                self.set_number.insert(name.to_owned(), self.sets.len());
                self.sets.push(EdgeSet {
                    name: name.to_owned(),
                    edges: Vec::new(),
                });
                self.sets.len() - 1
            }
        };
        self.sets[at].edges.push(edge);
    }

    fn finish(mut self, start: u32) -> Result<BigraphFile, BigraphFileError> {
        if self.names.is_empty() {
            return Err(BigraphFileError::Empty);
        }
        let named = self.names.len() as u32;
        let mut builder = BigraphBuilder::new(self.names.len() + self.exits.len());
        for (from, player, to) in self.edges {
            let to = match to {
                Target::Vertex(v) => v,
                Target::Exit(at) => named + at,
            };
            builder.edge(from, player, to);
        }
        for set in &mut self.sets {
            set.edges
                .sort_by_key(|&(v, player, w)| (v, player.index(), w));
            set.edges.dedup();
        }
        Ok(BigraphFile {
            graph: builder.build(),
            names: self.names.iter().map(Cow::into_owned).collect(),
            start,
            exits: self.exits,
            sets: self.sets,
        })
    }
}

struct TextReader {
    line: usize,
    collector: Collector,
    /// The name after `start` and its line.
    start: Option<(String, usize)>,
}

impl TextReader {
    fn starting_at(line: usize) -> TextReader {
        TextReader {
            line,
            collector: Collector::default(),
            start: None,
        }
    }

    fn read(mut self, mut input: impl BufRead) -> Result<BigraphFile, BigraphFileError> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut limited = std::io::Read::take(&mut input, LONGEST_LINE as u64 + 2);
            if limited.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            self.line += 1;
            let line = self.line;
            self.bytes(&bytes)
                .map_err(|problem| BigraphFileError::Line { line, problem })?;
        }
        let start = match self.start {
            None => 0,
            Some((name, line)) => match self.collector.find(&name) {
                Some(v) => v,
                None => {
                    let problem = LineProblem::UnknownVertex(name);
                    return Err(BigraphFileError::Line { line, problem });
                }
            },
        };
        self.collector.finish(start)
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<(), LineProblem> {
        if bytes.len() > LONGEST_LINE {
            return Err(LineProblem::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| LineProblem::NotUtf8)?;
        let marked = text.strip_prefix('\u{feff}').filter(|_| self.line == 1);
        self.text(marked.unwrap_or(text))
    }

    fn text(&mut self, text: &str) -> Result<(), LineProblem> {
        let mut tokens = Vec::new();
        let mut rest = text.trim();
        let mut value = None;
        while !rest.is_empty() && !rest.starts_with('#') {
            if let Some(quoted) = rest.strip_prefix('"') {
                if tokens.len() != 2 {
                    return Err(LineProblem::MisplacedValue);
                }
                let (inner, after) = quoted.split_once('"').ok_or(LineProblem::OpenQuote)?;
                let after = after.trim();
                if !after.is_empty() && !after.starts_with('#') {
                    return Err(LineProblem::AfterQuote(after.to_owned()));
                }
                value = Some(inner);
                break;
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            if let Some(control) = rest[..end].chars().find(|c| c.is_control()) {
                return Err(LineProblem::BadName(control.escape_default().to_string()));
            }
            tokens.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        self.tokens(&tokens, value)
    }

    fn tokens(&mut self, tokens: &[&str], value: Option<&str>) -> Result<(), LineProblem> {
        match (tokens, value) {
            ([], _) => Ok(()),
            ([name], None) => self.collector.vertex(name).map(|_| ()),
            (["start", name], None) => match &self.start {
                Some((_, line)) => Err(LineProblem::SecondStart(*line)),
                None => {
                    self.start = Some(((*name).to_owned(), self.line));
                    Ok(())
                }
            },
            ([from, colour, to, marks @ ..], None) if marks.iter().all(|m| is_mark(m)) => {
                let player = player(colour)?;
                let from = self.collector.vertex(from)?;
                let to = self.collector.vertex(to)?;
                self.collector
                    .edges
                    .push((from, player, Target::Vertex(to)));
                for mark in marks {
                    self.collector.mark(&mark[1..], (from, player, to));
                }
                Ok(())
            }
            ([from, colour], Some(value)) => {
                let player = player(colour)?;
                let from = self.collector.vertex(from)?;
                let to = self.collector.exit(value, self.line)?;
                self.collector.edges.push((from, player, to));
                Ok(())
            }
            (tokens, _) => Err(LineProblem::TokenCount(tokens.len())),
        }
    }
}

/// `@name` behind an edge puts it into a set.
fn is_mark(token: &str) -> bool {
    token.len() > 1 && token.starts_with('@')
}

fn player(colour: &str) -> Result<Player, LineProblem> {
    match colour {
        "L" => Ok(Player::Left),
        "R" => Ok(Player::Right),
        other => Err(LineProblem::Colour(other.to_owned())),
    }
}

#[derive(Deserialize)]
struct JsonGraph {
    vertices: Option<Vec<String>>,
    edges: Vec<(String, String, JsonTarget)>,
    start: Option<String>,
    #[serde(default)]
    sets: BTreeMap<String, Vec<(String, String, String)>>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a target is the name of a vertex, or {\"value\": \"…\"} with a value in notation"
)]
enum JsonTarget {
    Vertex(String),
    Exit { value: String },
}

/// Reads a JSON bigraph: `{"vertices": ["u"], "edges": [["u", "L", "v"], ["u", "R", {"value": "1/2"}]],
/// "start": "u", "sets": {"name": [["u", "L", "v"]]}}`. When `vertices` is there, every name must be in
/// it.
pub fn read_bigraph_json(input: impl BufRead) -> Result<BigraphFile, BigraphFileError> {
    let json: JsonGraph = serde_json::from_reader(input)?;
    let mut collector = Collector::default();
    let entry = |place: String| move |problem| BigraphFileError::Entry { place, problem };
    let closed = json.vertices.is_some();
    for (i, name) in json.vertices.iter().flatten().enumerate() {
        let place = || format!("vertices[{i}]");
        check_name(name).map_err(entry(place()))?;
        if collector.find(name).is_some() {
            return Err(entry(place())(LineProblem::Duplicate(name.clone())));
        }
        collector.vertex(name).map_err(entry(place()))?;
    }
    for (i, (from, colour, to)) in json.edges.iter().enumerate() {
        json_edge(&mut collector, closed, from, colour, to)
            .map_err(entry(format!("edges[{i}]")))?;
    }
    json_sets(&mut collector, &json.sets)?;
    let start = match &json.start {
        None => 0,
        Some(name) => collector
            .find(name)
            .ok_or_else(|| entry("start".to_owned())(LineProblem::UnknownVertex(name.clone())))?,
    };
    collector.finish(start)
}

fn json_sets(
    collector: &mut Collector,
    sets: &BTreeMap<String, Vec<(String, String, String)>>,
) -> Result<(), BigraphFileError> {
    let known: HashSet<(u32, usize, u32)> = collector
        .edges
        .iter()
        .filter_map(|&(from, player, to)| match to {
            Target::Vertex(to) => Some((from, player.index(), to)),
            Target::Exit(_) => None,
        })
        .collect();
    for (name, edges) in sets {
        for (i, (from, colour, to)) in edges.iter().enumerate() {
            let edge = || {
                let player = player(colour)?;
                let vertex = |name: &String| collector.find(name);
                let ends = vertex(from).zip(vertex(to));
                ends.map(|(from, to)| (from, player, to))
                    .filter(|&(from, player, to)| known.contains(&(from, player.index(), to)))
                    .ok_or_else(|| LineProblem::NoEdge(format!("{from} {colour} {to}")))
            };
            let edge = edge().map_err(|problem| BigraphFileError::Entry {
                place: format!("sets.{name}[{i}]"),
                problem,
            })?;
            collector.mark(name, edge);
        }
    }
    Ok(())
}

fn json_edge(
    collector: &mut Collector,
    closed: bool,
    from: &str,
    colour: &str,
    to: &JsonTarget,
) -> Result<(), LineProblem> {
    let mut vertex = |name: &str| {
        check_name(name)?;
        if closed && collector.find(name).is_none() {
            return Err(LineProblem::UnknownVertex(name.to_owned()));
        }
        collector.vertex(name)
    };
    let player = player(colour)?;
    let from = vertex(from)?;
    let to = match to {
        JsonTarget::Vertex(name) => Target::Vertex(vertex(name)?),
        JsonTarget::Exit { value } => collector.exit(value, 0)?,
    };
    collector.edges.push((from, player, to));
    Ok(())
}

fn check_name(name: &str) -> Result<(), LineProblem> {
    if !is_name(name) {
        return Err(LineProblem::BadName(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BigraphFile, BigraphFileError> {
        read_bigraph(text.as_bytes())
    }

    #[test]
    fn text_with_everything() {
        let file = read(
            "# over and a threat\n\nb L \"0\" # exit\nb R b\nc\nstart c\nc L b\nc R \"{1 | -1}\"\nd R \"0\"\n",
        )
        .expect("good");
        assert_eq!(file.names, ["b", "c", "d"]);
        assert_eq!(file.start, 1);
        let texts: Vec<_> = file.exits.iter().map(|e| (&e.text[..], e.line)).collect();
        assert_eq!(texts, [("0", 3), ("{1 | -1}", 8)]);
        assert_eq!(file.graph.options(0, Player::Left), [3]);
        assert_eq!(file.graph.options(1, Player::Right), [4]);
        assert_eq!(file.graph.options(2, Player::Right), [3]);
        assert_eq!(file.vertex("d"), Some(2));
    }

    #[test]
    fn json_with_everything() {
        let file = read(
            r#" {"vertices": ["u", "v"], "edges": [["u","L","v"],["v","R",{"value":"1/2"}]], "start": "v"}"#,
        )
        .expect("good");
        assert_eq!((file.names.len(), file.start), (2, 1));
        assert_eq!(file.graph.options(1, Player::Right), [2]);
        assert_eq!(file.exits[0].text, "1/2");
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, message) in [
            ("", "no vertex"),
            ("\n\n  \n", "no vertex"),
            ("# nothing\n", "no vertex"),
            ("a L b\na X b\n", "line 2: the colour"),
            ("a L b\n\na b\n", "line 3: expected"),
            ("a L b c\n", "line 1: expected"),
            ("a L \"1\n", "line 1: the quotes"),
            ("a L \"\"\n", "line 1: there is no value"),
            ("a L \"1\" b\n", "line 1: unexpected `b`"),
            ("\"1\" L a\n", "line 1: a value in quotes"),
            (
                "start a\nstart a\na L a",
                "line 2: the start was given before, on line 1",
            ),
            ("a L a\nstart x\n", "line 2: `x` is not a vertex"),
            ("a\u{1} L a\n", "is no name"),
            ("{\"edges\": [[\"a\", \"L\"]]}", "line 1"),
            (
                "{\"edges\": [[\"a\", \"Q\", \"a\"]]}",
                "edges[0]: the colour",
            ),
            (
                "{\"vertices\": [\"a\", \"a\"], \"edges\": []}",
                "vertices[1]: the vertex `a` is listed twice",
            ),
            (
                "{\"vertices\": [\"a\"], \"edges\": [[\"a\",\"L\",\"b\"]]}",
                "edges[0]: `b` is not a vertex",
            ),
            (
                "{\"edges\": [[\"a\",\"L\",\"b\"]], \"start\": \"c\"}",
                "start: `c` is not",
            ),
            (
                "{\"edges\": [[\"a b\",\"L\",\"b\"]]}",
                "edges[0]: `a b` is no name",
            ),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text:?} gave {error}");
        }
        let bad = read_bigraph_text(&b"a L b\n\xff L b\n"[..]).expect_err("not text");
        assert_eq!(bad.to_string(), "line 2: this is not UTF-8 text");
        let long = format!("a L b\n{}\n", "x".repeat(2 << 20));
        assert!(
            read(&long)
                .expect_err("long")
                .to_string()
                .contains("line 2")
        );
    }

    #[test]
    fn edges_can_be_put_into_sets() {
        let text = read("a L b @ko @x\nb R a @ko # back\na L b @ko\nb L @b\n").expect("good");
        let json = read(
            r#"{"edges": [["a","L","b"],["b","R","a"]],
                "sets": {"ko": [["a","L","b"],["b","R","a"]], "x": [["a","L","b"]]}}"#,
        )
        .expect("good");
        for file in [&text, &json] {
            let sets: Vec<_> = file
                .sets
                .iter()
                .map(|set| (&set.name[..], &set.edges[..]))
                .collect();
            let there = (0, Player::Left, 1);
            let back = (1, Player::Right, 0);
            assert_eq!(sets, [("ko", &[there, back][..]), ("x", &[there])]);
        }
        assert_eq!(text.names, ["a", "b", "@b"]);
        for (bad, message) in [
            ("a L b @\n", "line 1: expected"),
            ("a L b ko\n", "line 1: expected"),
            (
                "{\"edges\": [[\"a\",\"L\",\"b\"]], \"sets\": {\"s\": [[\"a\",\"R\",\"b\"]]}}",
                "sets.s[0]: the graph has no edge `a R b`",
            ),
        ] {
            let error = read(bad).expect_err(bad).to_string();
            assert!(error.contains(message), "{bad:?} gave {error}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_at_the_beginning_only() {
        let file = read("\u{feff}a L b\n\u{feff}a R b\n").expect("good");
        assert_eq!(file.names, ["a", "b", "\u{feff}a"]);
    }

    #[test]
    fn odd_names_are_names() {
        let file = read("NaN L -inf\nstart L R\nL R 1e9\n").expect("good");
        assert_eq!(file.names, ["NaN", "-inf", "start", "R", "L", "1e9"]);
    }
}
