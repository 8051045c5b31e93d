//! Graphs as one line of text.
//!
//! ```text
//! graph  = component { ";" component }      component = nothing | vertex chain
//! chain  = nothing | edge vertex chain | "(" chain { ";" chain } ")"
//! edge   = "-" | ">" | "<" | label [ ">" | "<" ]
//! vertex = [ label | "." ] [ ":" name ]
//! ```
//!
//! A token is one character, or several between braces; blanks are dropped. Branches in parentheses
//! all start at the vertex before them. Equal names denote the same vertex. `>` and `<` make an arc
//! of a directed graph, along the reading direction or against it.

use std::{collections::HashMap, ops::Range};

use crate::notation::NotationError;

/// A vertex as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextVertex {
    /// Its label, empty for none.
    pub label: String,
    /// Where it was first written.
    pub span: Range<usize>,
}

/// An edge as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdge {
    /// The vertex before it (for `<`, the one after it).
    pub from: usize,
    /// The vertex after it (for `<`, the one before it).
    pub to: usize,
    /// Its label, empty for none.
    pub label: String,
    /// Whether it is an arc.
    pub directed: bool,
    /// Where it was written.
    pub span: Range<usize>,
}

/// A graph as it was written: vertices numbered by first appearance.
///
/// ```
/// use sidle_rules::graph::GraphText;
/// let triangle = GraphText::parse(":Q---:Q", |_| false, |_| false).unwrap();
/// assert_eq!((triangle.vertices.len(), triangle.edges.len()), (3, 3));
/// let star = GraphText::parse("(-;-;-)", |_| false, |_| false).unwrap();
/// assert!(star.edges.iter().all(|e| e.from == 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GraphText {
    /// The vertices.
    pub vertices: Vec<TextVertex>,
    /// The edges.
    pub edges: Vec<TextEdge>,
}

/// The most vertices a graph may have: a limit of the notation.
const MAX_VERTICES: usize = 1 << 20;

struct Token {
    text: String,
    braced: bool,
    span: Range<usize>,
}

impl Token {
    fn is(&self, mark: &str) -> bool {
        !self.braced && self.text == mark
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, NotationError> {
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        let braced = c == '{';
        let inner = match braced {
            false => &text[start..at],
            true => {
                let Some(length) = text[at..].find('}') else {
                    return Err(NotationError::new("`{` without `}`", start..text.len()));
                };
                let inner = &text[at..at + length];
                at += length + 1;
                inner
            }
        };
        all.push(Token {
            text: inner.to_owned(),
            braced,
            span: start..at,
        });
    }
    Ok(all)
}

impl GraphText {
    /// Reads a graph. `is_vertex_label` and `is_edge_label` say which tokens are labels of vertices
    /// and of edges; a token between two vertices that is not an edge is an error.
    ///
    /// # Errors
    /// For a text that does not follow the grammar, with the place of the fault.
    pub fn parse(
        text: &str,
        is_vertex_label: impl Fn(&str) -> bool,
        is_edge_label: impl Fn(&str) -> bool,
    ) -> Result<GraphText, NotationError> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            next: 0,
            end: text.len(),
            graph: GraphText::default(),
            names: HashMap::new(),
            is_vertex_label: &is_vertex_label,
            is_edge_label: &is_edge_label,
        };
        reader.graph()?;
        Ok(reader.graph)
    }
}

struct Reader<'a> {
    tokens: Vec<Token>,
    next: usize,
    end: usize,
    graph: GraphText,
    names: HashMap<String, usize>,
    is_vertex_label: &'a dyn Fn(&str) -> bool,
    is_edge_label: &'a dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    fn sees(&self, mark: &str) -> bool {
        self.tokens.get(self.next).is_some_and(|t| t.is(mark))
    }

    fn take(&mut self, mark: &str) -> bool {
        let seen = self.sees(mark);
        self.next += usize::from(seen);
        seen
    }

    fn place(&self) -> Range<usize> {
        match self.tokens.get(self.next) {
            Some(token) => token.span.clone(),
            None => self.end..self.end,
        }
    }

    fn graph(&mut self) -> Result<(), NotationError> {
        while self.next < self.tokens.len() {
            let vertex = self.vertex()?;
            self.chain(vertex)?;
            if self.next < self.tokens.len() && !self.take(";") {
                return Err(NotationError::new("`)` without `(`", self.place()));
            }
        }
        Ok(())
    }

    /// Everything from a vertex to the next `;` outside parentheses.
    fn chain(&mut self, start: usize) -> Result<(), NotationError> {
        // The vertices at which open parentheses branch, with the place of the parenthesis.
        let mut open: Vec<(usize, Range<usize>)> = Vec::new();
        let mut vertex = start;
        let mut closed = false;
        loop {
            let place = self.place();
            if self.next == self.tokens.len() {
                return match open.pop() {
                    Some((_, span)) => Err(NotationError::new("`(` without `)`", span)),
                    None => Ok(()),
                };
            }
            if self.sees(";") {
                let Some((branch, _)) = open.last() else {
                    return Ok(());
                };
                vertex = *branch;
                closed = false;
                self.next += 1;
            } else if self.take(")") {
                if open.pop().is_none() {
                    return Err(NotationError::new("`)` without `(`", place));
                }
                closed = true;
            } else if closed {
                return Err(NotationError::new("only `;` or `)` can follow `)`", place)
                    .with_help("write what follows as another branch inside the parentheses"));
            } else if self.take("(") {
                open.push((vertex, place));
            } else {
                vertex = self.edge(vertex)?;
            }
        }
    }

    /// An edge and the vertex after it.
    fn edge(&mut self, from: usize) -> Result<usize, NotationError> {
        let place = self.place();
        let token = &self.tokens[self.next];
        let mark = !token.braced && matches!(token.text.as_str(), "-" | ">" | "<");
        let label = if mark {
            String::new()
        } else if (self.is_edge_label)(&token.text) {
            token.text.clone()
        } else {
            let shown = &token.text;
            return Err(
                NotationError::new(format!("`{shown}` is not an edge here"), place)
                    .with_help("an edge is `-` or one of the letters of this game"),
            );
        };
        // An arrow without a label is read below.
        self.next += usize::from(!(self.sees(">") || self.sees("<")));
        let forward = self.take(">");
        let backward = !forward && self.take("<");
        let span = place.start..self.tokens[self.next - 1].span.end;
        let to = self.vertex()?;
        let (from_end, to_end) = if backward { (to, from) } else { (from, to) };
        self.graph.edges.push(TextEdge {
            from: from_end,
            to: to_end,
            label,
            directed: forward || backward,
            span,
        });
        Ok(to)
    }

    /// A vertex, perhaps one that was named before.
    fn vertex(&mut self) -> Result<usize, NotationError> {
        let place = self.place();
        let mut label = String::new();
        let mut written = false;
        if let Some(token) = self.tokens.get(self.next) {
            if token.is(".") {
                written = true;
            } else if !is_mark(token) && (self.is_vertex_label)(&token.text) {
                label = token.text.clone();
                written = true;
            }
            self.next += usize::from(written);
        }
        let mut name = None;
        if self.take(":") {
            let Some(token) = self.tokens.get(self.next) else {
                return Err(NotationError::new(
                    "a name is missing after `:`",
                    self.place(),
                ));
            };
            name = Some(token.text.clone());
            self.next += 1;
        }
        let last = self.next.checked_sub(1).map(|i| self.tokens[i].span.end);
        let span = match written || name.is_some() {
            true => place.start..last.unwrap_or(place.end),
            false => place.start..place.start,
        };
        if let Some(name) = &name
            && let Some(&known) = self.names.get(name)
        {
            let before = &self.graph.vertices[known].label;
            if *before != label {
                let message = match before.as_str() {
                    "" => format!("vertex `{name}` has no label before"),
                    before => format!("vertex `{name}` is labelled `{before}` before"),
                };
                return Err(NotationError::new(message, span)
                    .with_help("write the label of a vertex wherever its name stands"));
            }
            return Ok(known);
        }
        let number = self.graph.vertices.len();
        if number >= MAX_VERTICES {
            let message = format!("a graph has at most {MAX_VERTICES} vertices");
            return Err(NotationError::new(message, span));
        }
        if let Some(name) = name {
            self.names.insert(name, number);
        }
        self.graph.vertices.push(TextVertex { label, span });
        Ok(number)
    }
}

fn is_mark(token: &Token) -> bool {
    !token.braced
        && matches!(
            token.text.as_str(),
            "-" | ">" | "<" | "(" | ")" | ";" | ":" | "."
        )
}

/// Writes a graph: depth first from the least vertex not yet written, edges in their order; vertices
/// that are met twice get names `A`, `B`, …, and their labels each time. Labels longer than one character are put in braces.
pub fn write_graph(
    vertex_labels: &[String],
    edges: &[(usize, usize, String)],
    directed: bool,
) -> String {
    Writer::new(vertex_labels, edges, directed).write()
}

struct Writer<'a> {
    labels: &'a [String],
    edges: &'a [(usize, usize, String)],
    directed: bool,
    /// The edges at each vertex, in order.
    around: Vec<Vec<usize>>,
    text: String,
}

enum Step {
    /// The branches of a vertex that are left; how many there were in all, and how many are done.
    Branches { vertex: usize, done: usize },
    /// Close a parenthesis.
    Close,
}

impl<'a> Writer<'a> {
    fn new(
        labels: &'a [String],
        edges: &'a [(usize, usize, String)],
        directed: bool,
    ) -> Writer<'a> {
        let mut around = vec![Vec::new(); labels.len()];
        for (i, (from, to, _)) in edges.iter().enumerate() {
            around[*from].push(i);
            if from != to {
                around[*to].push(i);
            }
        }
        Writer {
            labels,
            edges,
            directed,
            around,
            text: String::new(),
        }
    }

    fn write(mut self) -> String {
        // First the order of the walk and which vertices are met again, then the text.
        let (branches, again) = self.walk();
        let mut names = vec![None; self.labels.len()];
        let mut seen = vec![false; self.labels.len()];
        let mut count = 0;
        let mut first = true;
        for root in 0..self.labels.len() {
            if seen[root] {
                continue;
            }
            if !first {
                self.text.push(';');
            }
            first = false;
            let start = self.text.len();
            self.vertex(root, &again, &mut names, &mut count);
            seen[root] = true;
            let mut stack = vec![Step::Branches {
                vertex: root,
                done: 0,
            }];
            while let Some(step) = stack.pop() {
                let Step::Branches { vertex, done } = step else {
                    self.text.push(')');
                    continue;
                };
                let all = &branches[vertex];
                if done == all.len() {
                    continue;
                }
                if done == 0 && all.len() > 1 {
                    self.text.push('(');
                    stack.push(Step::Close);
                } else if done > 0 {
                    self.text.push(';');
                }
                let (edge, to) = all[done];
                stack.push(Step::Branches {
                    vertex,
                    done: done + 1,
                });
                self.edge(edge, vertex);
                self.vertex(to, &again, &mut names, &mut count);
                if !seen[to] {
                    seen[to] = true;
                    stack.push(Step::Branches {
                        vertex: to,
                        done: 0,
                    });
                }
            }
            if self.text.len() == start {
                self.text.push('.');
            }
        }
        self.text
    }

    /// For each vertex the edges that the walk takes from it with their other ends, and for each
    /// vertex whether it is met more than once.
    fn walk(&self) -> (Vec<Vec<(usize, usize)>>, Vec<bool>) {
        let n = self.labels.len();
        let mut branches = vec![Vec::new(); n];
        let (mut seen, mut again) = (vec![false; n], vec![false; n]);
        let mut used = vec![false; self.edges.len()];
        for root in 0..n {
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((vertex, next)) = stack.pop() {
                let Some(&edge) = self.around[vertex].get(next) else {
                    continue;
                };
                stack.push((vertex, next + 1));
                if std::mem::replace(&mut used[edge], true) {
                    continue;
                }
                let (from, to, _) = &self.edges[edge];
                let other = if *from == vertex { *to } else { *from };
                branches[vertex].push((edge, other));
                if std::mem::replace(&mut seen[other], true) {
                    again[other] = true;
                } else {
                    stack.push((other, 0));
                }
            }
        }
        (branches, again)
    }

    fn edge(&mut self, edge: usize, vertex: usize) {
        let (from, _, label) = &self.edges[edge];
        match (label.as_str(), self.directed) {
            ("", false) => self.text.push('-'),
            ("", true) => {}
            (label, _) => self.label(label),
        }
        if self.directed {
            self.text.push(if *from == vertex { '>' } else { '<' });
        }
    }

    fn vertex(
        &mut self,
        vertex: usize,
        again: &[bool],
        names: &mut [Option<usize>],
        count: &mut usize,
    ) {
        let label = &self.labels[vertex];
        if !label.is_empty() {
            self.label(label);
        }
        if again[vertex] {
            let number = *names[vertex].get_or_insert_with(|| {
                *count += 1;
                *count - 1
            });
            self.text.push(':');
            let name = vertex_name(number);
            self.label(&name);
        }
    }

    fn label(&mut self, label: &str) {
        if label.chars().count() == 1 {
            self.text.push_str(label);
        } else {
            self.text.push('{');
            self.text.push_str(label);
            self.text.push('}');
        }
    }
}

/// `A`, …, `Z`, `A1`, …
fn vertex_name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        let graph = GraphText::parse(
            text,
            |t| matches!(t, "L" | "R"),
            |t| matches!(t, "l" | "r" | "e"),
        );
        let graph = graph.unwrap();
        let labels: Vec<String> = graph.vertices.iter().map(|v| v.label.clone()).collect();
        let edges: Vec<_> = graph
            .edges
            .iter()
            .map(|e| (e.from, e.to, e.label.clone()))
            .collect();
        write_graph(&labels, &edges, false)
    }

    #[test]
    fn texts_are_written_as_they_were_read() {
        for text in [
            "---",
            "-(-;--)",
            "(-;-;-)",
            ".;.;-",
            "L-(-R;-)",
            "l:A(r;eee:A)",
            "",
        ] {
            assert_eq!(round_trip(text), text);
        }
        assert_eq!(round_trip(":Q---:Q"), ":A---:A");
        assert_eq!(round_trip("L-.-R"), "L--R");
        assert_eq!(round_trip("-;"), "-");
        assert_eq!(round_trip(";-"), ".;-");
    }

    #[test]
    fn faults_are_placed() {
        let error = |text| GraphText::parse(text, |_| false, |t| t == "e").unwrap_err();
        assert_eq!(error("e(e;e").span, 1..2);
        assert_eq!(error("e)e").span, 1..2);
        assert_eq!(error("eex").span, 2..3);
        assert_eq!(error("(e;e)e").span, 5..6);
        assert_eq!(error("e{ab").span, 1..4);
        assert_eq!(error("e:").span, 2..2);
    }
}
