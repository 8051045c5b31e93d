//! Bigraph files: the text bigraph and its JSON twin (specified in `docs/formats.md`).

mod json;
mod text;
mod write;

use std::{borrow::Cow, collections::HashMap, io::BufRead};

use sidle_core::{Meter, Player};

pub use self::{
    json::read_bigraph_json,
    text::read_bigraph_text,
    write::{write_bigraph_json, write_bigraph_text},
};
use super::{Bigraph, BigraphBuilder};
use crate::{csr::Names, io::LoadError};

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

/// Reads a bigraph: JSON if the first character after white space is `{`, text otherwise.
///
/// Progress: advances the meter by the bytes read.
pub fn read_bigraph(mut input: impl BufRead, meter: &Meter) -> Result<BigraphFile, LoadError> {
    // JSON behind a byte order mark; a text is told from it by what comes next, and keeps the mark.
    if input.fill_buf()?.starts_with(b"\xEF\xBB\xBF{") {
        input.consume(3);
    }
    // Blank lines count: errors speak of lines of the file.
    let mut lines = 0;
    loop {
        let Some(&first) = input.fill_buf()?.first() else {
            return Err(LoadError::Empty);
        };
        if first == b'{' {
            return json::read_from_line(input, lines, meter);
        }
        if !first.is_ascii_whitespace() {
            return text::read_from_line(input, lines, meter);
        }
        lines += u64::from(first == b'\n');
        input.consume(1);
    }
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
    fn vertex(&mut self, name: &str) -> Result<u32, String> {
        let v = self.names.intern(name);
        if v as u64 >= u64::from(u32::MAX / 4) {
            return Err("there are too many vertices".to_owned());
        }
        Ok(v as u32)
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name).map(|v| v as u32)
    }

    fn exit(&mut self, text: &str, line: usize) -> Result<Target, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("there is no value between the quotes".to_owned());
        }
        if let Some(&at) = self.exit_number.get(text) {
            return Ok(Target::Exit(at));
        }
        let at = self.exits.len() as u32;
        if at >= u32::MAX / 4 {
            return Err("there are too many vertices".to_owned());
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

    /// Brings the edges that were read before the list of vertices over to the collector of that list.
    fn replayed_on(self, listed: &mut Collector) -> Result<(), String> {
        for (number, (from, player, to)) in self.edges.into_iter().enumerate() {
            let find = |v: u32| {
                let name = self.names.name(v as usize);
                let found = listed.find(&name);
                found.ok_or_else(|| {
                    format!("edges[{number}]: `{name}` is not a vertex of the graph")
                })
            };
            let from = find(from)?;
            let to = match to {
                Target::Vertex(v) => Target::Vertex(find(v)?),
                exit @ Target::Exit(_) => exit,
            };
            listed.edges.push((from, player, to));
        }
        listed.exits = self.exits;
        listed.exit_number = self.exit_number;
        Ok(())
    }

    fn finish(mut self, start: u32) -> Result<BigraphFile, LoadError> {
        if self.names.is_empty() {
            return Err(LoadError::Empty);
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

/// The player whose colour this is.
fn player(colour: &str) -> Result<Player, String> {
    match colour {
        "L" => Ok(Player::Left),
        "R" => Ok(Player::Right),
        other => Err(format!(
            "the colour of an edge is `L` or `R`, not `{other}`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BigraphFile, LoadError> {
        read_bigraph(text.as_bytes(), &Meter::unlimited())
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
            ("a L b\na X b\n", "line 2, column 3: the colour"),
            ("a L b\n\na b\n", "line 3, column 1: expected"),
            ("a L b c\n", "line 1, column 1: expected"),
            ("a L \"1\n", "line 1, column 5: the quotes"),
            ("a L \"\"\n", "line 1, column 6: there is no value"),
            ("a L \"1\" b\n", "line 1, column 9: unexpected `b`"),
            ("\"1\" L a\n", "line 1, column 1: a value in quotes"),
            (
                "start a\nstart a\na L a",
                "line 2, column 1: the start was given before, on line 1",
            ),
            ("a L a\nstart x\n", "line 2, column 7: `x` is not a vertex"),
            ("a\u{1} L a\n", "line 1, column 2: control character 0x01"),
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
                "edges[0]: `a b` is not a name",
            ),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text:?} gave {error}");
        }
        let bad = read_bigraph_text(&b"a L b\n\xff L b\n"[..], &Meter::unlimited())
            .expect_err("not text");
        assert!(
            bad.to_string()
                .starts_with("line 2, column 1: this is not UTF-8 text")
        );
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
            ("a L b @\n", "line 1, column 1: expected"),
            ("a L b ko\n", "line 1, column 1: expected"),
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
