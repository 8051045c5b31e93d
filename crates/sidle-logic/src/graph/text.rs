//! The text format of constraint graphs.
//!
//! ```text
//! # comment
//! u v w [W|B] [name]       an edge from u to v of weight w
//! min VERTEX K             the minimum inflow of a vertex, 2 unless given
//! target [W|B] EDGE        an edge by its number (from 0) or name
//! last EDGE …              just reversed, for deterministic logic
//! ```
//!
//! Vertices are any words but `min`, `target` and `last`. A fourth word `W` or `B` is the owner of the
//! edge, any other its name.

use std::{collections::HashMap, fmt::Write};

use super::{ConstraintGraph, Edge, EdgeId, Owner};
use crate::Error;

/// A word with its column, from 1.
type Word<'t> = (usize, &'t str);

struct Reader<'t> {
    graph: ConstraintGraph,
    vertices: HashMap<&'t str, usize>,
    names: HashMap<&'t str, EdgeId>,
    minimums: HashMap<&'t str, usize>,
}

impl ConstraintGraph {
    /// Reads the text format, or JSON if the text begins with `{`.
    pub fn parse(text: &str) -> Result<ConstraintGraph, Error> {
        if text.trim_start().starts_with('{') {
            return super::json::parse(text);
        }
        let lines = || {
            text.lines()
                .enumerate()
                .map(|(i, line)| (i + 1, words(line)))
        };
        let mut reader = Reader {
            graph: ConstraintGraph::new(),
            vertices: HashMap::new(),
            names: HashMap::new(),
            minimums: HashMap::new(),
        };
        // Edges first: the other lines may name edges and vertices that come later.
        for (line, words) in lines() {
            match words.first() {
                None | Some((_, "min" | "target" | "last")) => {}
                Some(_) => reader.edge(line, &words)?,
            }
        }
        for (line, words) in lines() {
            match words.first() {
                Some((_, "min")) => reader.minimum(line, &words)?,
                Some((_, "target")) => reader.target(line, &words)?,
                Some((_, "last")) => reader.last(line, &words)?,
                _ => {}
            }
        }
        if reader.graph.edges.is_empty() {
            return Err(Error::whole("there are no edges in this file")
                .help("an edge is a line `u v w`, such as `a b 2`"));
        }
        Ok(reader.graph)
    }

    /// Writes the text format; reading it again gives an equal graph. Players of team games have no place
    /// in it: they need JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for edge in &self.edges {
            let [tail, head] = [edge.tail, edge.head].map(|v| &self.vertices[v].name);
            let _ = write!(out, "{tail} {head} {}", edge.weight);
            if let Some(owner) = edge.owner {
                let _ = write!(out, " {}", owner.letter());
            }
            if let Some(name) = &edge.name {
                let _ = write!(out, " {name}");
            }
            out.push('\n');
        }
        for (v, vertex) in self.vertices.iter().enumerate() {
            if vertex.minimum != 2 || self.incident[v].is_empty() {
                let _ = writeln!(out, "min {} {}", vertex.name, vertex.minimum);
            }
        }
        if let Some(edge) = self.target {
            let _ = writeln!(out, "target {edge}");
        }
        for owner in [Owner::White, Owner::Black] {
            if let Some(edge) = self.target_of(owner) {
                let _ = writeln!(out, "target {} {edge}", owner.letter());
            }
        }
        if !self.last.is_empty() {
            out.push_str("last");
            for edge in &self.last {
                let _ = write!(out, " {edge}");
            }
            out.push('\n');
        }
        out
    }
}

fn words(line: &str) -> Vec<Word<'_>> {
    let content = line.split('#').next().unwrap_or("");
    let start = content.as_ptr() as usize;
    content
        .split_whitespace()
        .map(|word| {
            let bytes = word.as_ptr() as usize - start;
            (content[..bytes].chars().count() + 1, word)
        })
        .collect()
}

/// The longest numbers have nine digits, so that no sum of theirs overflows.
fn number(word: &str) -> Option<u32> {
    (word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit()))
        .then(|| word.parse().ok())
        .flatten()
}

impl<'t> Reader<'t> {
    fn edge(&mut self, line: usize, words: &[Word<'t>]) -> Result<(), Error> {
        let &[
            (_, tail),
            (head_column, head),
            (weight_column, weight),
            ref rest @ ..,
        ] = words
        else {
            return Err(
                Error::at(line, words[0].0, "an edge needs two vertices and a weight")
                    .help("write `u v w`, such as `a b 2`"),
            );
        };
        if matches!(head, "min" | "target" | "last") {
            return Err(
                Error::at(line, head_column, format!("`{head}` cannot be a vertex"))
                    .help("the words `min`, `target` and `last` begin lines of their own"),
            );
        }
        let weight = number(weight)
            .filter(|w| (1..=2).contains(w))
            .ok_or_else(|| {
                Error::at(
                    line,
                    weight_column,
                    format!("`{weight}` is not the weight of an edge"),
                )
                .help("write 1 (red) or 2 (blue)")
            })?;
        let (owner, rest) = match rest {
            [(_, word), rest @ ..] if Owner::read(word).is_some() => (Owner::read(word), rest),
            rest => (None, rest),
        };
        let name = match *rest {
            [] => None,
            [(column, name)] => {
                if let Some(earlier) = self.names.insert(name, self.graph.edges.len()) {
                    return Err(Error::at(
                        line,
                        column,
                        format!("edge {earlier} has the name `{name}` already"),
                    ));
                }
                Some(name.to_owned())
            }
            [_, (column, word), ..] => {
                return Err(Error::at(line, column, format!("`{word}` is too much"))
                    .help("an edge is `u v w [W|B] [name]`"));
            }
        };
        let [tail, head] = [tail, head].map(|vertex| self.vertex(line, vertex));
        self.graph.add_edge(Edge {
            tail,
            head,
            weight,
            owner,
            name,
        });
        Ok(())
    }

    fn vertex(&mut self, line: usize, name: &'t str) -> usize {
        if let Some(&vertex) = self.vertices.get(name) {
            return vertex;
        }
        let vertex = self.graph.add_vertex(name, 2);
        self.graph.lines[vertex] = line;
        self.vertices.insert(name, vertex);
        vertex
    }

    fn minimum(&mut self, line: usize, words: &[Word<'t>]) -> Result<(), Error> {
        let &[_, (column, name), (number_column, least)] = words else {
            return Err(Error::at(
                line,
                words[0].0,
                "a line `min` names one vertex and one number",
            )
            .help("write `min VERTEX K`"));
        };
        let least = number(least).ok_or_else(|| {
            Error::at(
                line,
                number_column,
                format!("`{least}` is not a minimum inflow"),
            )
            .help("write a whole number from 0 on")
        })?;
        if matches!(name, "min" | "target" | "last") {
            return Err(Error::at(
                line,
                column,
                format!("`{name}` cannot be a vertex"),
            ));
        }
        if let Some(earlier) = self.minimums.insert(name, line) {
            return Err(Error::at(
                line,
                column,
                format!("line {earlier} gives the minimum of {name} already"),
            ));
        }
        // A vertex without edges is allowed: its inflow is 0.
        let vertex = self.vertex(line, name);
        self.graph.vertices[vertex].minimum = least;
        self.graph.lines[vertex] = line;
        Ok(())
    }

    fn target(&mut self, line: usize, words: &[Word<'t>]) -> Result<(), Error> {
        let (owner, word) = match *words {
            [_, word] => (None, word),
            [_, (_, owner), word] if Owner::read(owner).is_some() => (Owner::read(owner), word),
            _ => {
                return Err(
                    Error::at(line, words[0].0, "a line `target` names one edge")
                        .help("write `target EDGE`, `target W EDGE` or `target B EDGE`"),
                );
            }
        };
        let edge = self.named(line, word)?;
        let place = match owner {
            None => &mut self.graph.target,
            Some(owner) => &mut self.graph.targets[owner.index()],
        };
        if place.is_some() {
            return Err(Error::at(
                line,
                words[0].0,
                "there is such a target already",
            ));
        }
        *place = Some(edge);
        if owner.is_some() && self.graph.edges[edge].owner != owner {
            return Err(Error::at(
                line,
                word.0,
                format!("edge {} does not belong to this player", word.1),
            )
            .help("a player can only reverse edges of his own"));
        }
        Ok(())
    }

    fn last(&mut self, line: usize, words: &[Word<'t>]) -> Result<(), Error> {
        let mut last = std::mem::take(&mut self.graph.last);
        for &word in &words[1..] {
            last.push(self.named(line, word)?);
        }
        self.graph.set_last(last);
        Ok(())
    }

    fn named(&self, line: usize, (column, word): Word<'t>) -> Result<EdgeId, Error> {
        let numbered = number(word)
            .map(|n| n as usize)
            .filter(|&n| n < self.graph.edges.len());
        match (numbered, self.names.get(word).copied()) {
            (Some(one), Some(other)) if one != other => Err(Error::at(
                line,
                column,
                format!("`{word}` is the number of one edge and the name of edge {other}"),
            )
            .help("give that edge another name")),
            (Some(edge), _) | (None, Some(edge)) => Ok(edge),
            (None, None) => Err(
                Error::at(line, column, format!("there is no edge `{word}`")).help(format!(
                    "edges have the numbers 0 to {}",
                    self.graph.edges.len().saturating_sub(1)
                )),
            ),
        }
    }
}
