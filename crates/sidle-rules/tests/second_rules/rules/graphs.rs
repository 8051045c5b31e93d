//! Labelled graphs: the notation read once more, and a text that isomorphic graphs share.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

/// Vertices with labels, the first of which is the ground where there is one; edges with ends and labels.
/// The label of an arc ends in `>`.
#[derive(Clone, Default)]
pub(crate) struct Graph {
    pub(crate) labels: Vec<String>,
    pub(crate) edges: Vec<(usize, usize, String)>,
}

/// A reader of one line: components separated by `;`, branches in parentheses, `{…}` as one sign, names
/// after `:`.
struct Reader<'t> {
    signs: std::iter::Peekable<std::vec::IntoIter<String>>,
    graph: Graph,
    names: BTreeMap<String, usize>,
    vertex_labels: &'t str,
}

impl Reader<'_> {
    fn chain(&mut self, mut at: usize) {
        loop {
            match self.signs.peek().map(String::as_str) {
                None | Some(";" | ")") => return,
                Some("(") => {
                    while self.signs.next().is_some_and(|sign| sign != ")") {
                        self.chain(at);
                        if self.signs.peek().is_some_and(|sign| sign == ")") {
                            self.signs.next();
                            break;
                        }
                    }
                    return;
                }
                Some(_) => at = self.edge(at),
            }
        }
    }

    /// An edge and the vertex behind it.
    fn edge(&mut self, from: usize) -> usize {
        let mut label = self.signs.next().expect("an edge");
        if label != ">"
            && label != "<"
            && self
                .signs
                .peek()
                .is_some_and(|sign| sign == ">" || sign == "<")
        {
            label += &self.signs.next().expect("a direction");
        }
        let to = self.vertex();
        let edge = match label.strip_suffix('<') {
            Some(plain) => (to, from, format!("{plain}>")),
            None => (from, to, label),
        };
        self.graph.edges.push(edge);
        to
    }

    fn vertex(&mut self) -> usize {
        let is_label =
            |sign: &String| sign == "." || self.vertex_labels.contains(&**sign) || sign.len() > 1;
        let label = self.signs.next_if(is_label).unwrap_or(".".to_owned());
        let next = self.graph.labels.len();
        let vertex = match self.signs.next_if(|sign| sign == ":") {
            Some(_) => *self
                .names
                .entry(self.signs.next().expect("a name"))
                .or_insert(next),
            None => next,
        };
        if vertex == next {
            self.graph.labels.push(label);
        }
        vertex
    }
}

/// Signs of one letter, or of several in braces.
fn signs(text: &str) -> Vec<String> {
    let mut signs = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        signs.push(match letter {
            '{' => letters.by_ref().take_while(|c| *c != '}').collect(),
            _ => letter.to_string(),
        });
    }
    signs
}

impl Graph {
    pub(crate) fn read(text: &str, vertex_labels: &str) -> Graph {
        let mut reader = Reader {
            signs: signs(text).into_iter().peekable(),
            graph: Graph::default(),
            names: BTreeMap::new(),
            vertex_labels,
        };
        while reader.signs.peek().is_some() {
            let at = reader.vertex();
            reader.chain(at);
            reader.signs.next_if(|sign| sign == ";");
        }
        reader.graph
    }

    /// The edges one by one as components, every vertex with a name.
    pub(crate) fn text(&self) -> String {
        let vertex = |v: &usize| format!("{}:{{v{v}}}", self.labels[*v]);
        let vertices = (0..self.labels.len()).map(|v| vertex(&v));
        let edges = self
            .edges
            .iter()
            .map(|(from, to, label)| format!("{}{label}{}", vertex(from), vertex(to)));
        vertices.chain(edges).collect::<Vec<_>>().join(";")
    }

    /// The directed graph without loops and parallel arcs in which an edge is an arc either way.
    pub(crate) fn arcs(&self) -> Graph {
        let arcs = self.edges.iter().flat_map(|(a, b, label)| {
            let back = (label == "-").then_some((*b, *a));
            [Some((*a, *b)), back]
        });
        let arcs: BTreeSet<(usize, usize)> = arcs.flatten().filter(|(a, b)| a != b).collect();
        Graph {
            labels: self.labels.clone(),
            edges: arcs
                .into_iter()
                .map(|(a, b)| (a, b, ">".to_owned()))
                .collect(),
        }
    }

    /// The graph on some of the vertices.
    pub(crate) fn keep(&self, keep: impl Fn(usize) -> bool) -> Graph {
        let kept: Vec<usize> = (0..self.labels.len()).filter(|v| keep(*v)).collect();
        let place = |v: &usize| kept.iter().position(|k| k == v);
        let edges = self.edges.iter();
        Graph {
            labels: kept.iter().map(|v| self.labels[*v].clone()).collect(),
            edges: edges
                .filter_map(|(a, b, label)| Some((place(a)?, place(b)?, label.clone())))
                .collect(),
        }
    }

    /// The ends of the edges at a vertex, arcs that come in left out.
    pub(crate) fn neighbours(&self, vertex: usize) -> Vec<usize> {
        let ends = self.edges.iter().flat_map(|(a, b, label)| {
            let back = if label.ends_with('>') {
                None
            } else {
                Some((*b, *a))
            };
            [Some((*a, *b)), back]
        });
        ends.flatten()
            .filter(|(from, _)| *from == vertex)
            .map(|(_, to)| to)
            .collect()
    }

    /// The vertices that are connected with one, arcs followed both ways.
    pub(crate) fn connected(&self, vertex: usize) -> Vec<usize> {
        let mut found = vec![vertex];
        let mut next = 0;
        while next < found.len() {
            for (a, b, _) in &self.edges {
                for (from, to) in [(a, b), (b, a)] {
                    if *from == found[next] && !found.contains(to) {
                        found.push(*to);
                    }
                }
            }
            next += 1;
        }
        found
    }

    /// A text that isomorphic graphs share, and others do not.
    pub(crate) fn canonical(&self) -> String {
        let mut parts = Vec::new();
        let mut seen = Vec::new();
        for vertex in 0..self.labels.len() {
            if !seen.contains(&vertex) {
                let component = self.connected(vertex);
                let part = self.keep(|v| component.contains(&v));
                parts.push(part.least(part.labels.clone()));
                seen.extend(component);
            }
        }
        parts.sort();
        parts.join(";")
    }

    /// The same, of a graph with a ground, to which everything is connected.
    pub(crate) fn canonical_with_ground(&self) -> String {
        let mut graph = self.clone();
        graph.labels[0] = "ground".to_owned();
        graph.least(graph.labels.clone())
    }

    /// The least text over the orders of the vertices that agree with their colours, which are refined
    /// until neighbours do not tell vertices of one colour apart; then each of the first colour that
    /// several share goes first once.
    fn least(&self, mut colours: Vec<String>) -> String {
        loop {
            let finer: Vec<String> = (0..colours.len())
                .map(|v| self.surroundings(v, &colours))
                .collect();
            let count = |colours: &[String]| colours.iter().collect::<BTreeSet<_>>().len();
            let mut ranks: Vec<&String> = finer.iter().collect();
            ranks.sort();
            ranks.dedup();
            let rank = |colour| ranks.binary_search(&colour).expect("a colour");
            let named: Vec<String> = finer
                .iter()
                .map(|colour| format!("{:03}", rank(colour)))
                .collect();
            let done = count(&named) == count(&colours);
            colours = named;
            if done {
                break;
            }
        }
        let mut order: Vec<usize> = (0..colours.len()).collect();
        order.sort_by_key(|v| &colours[*v]);
        let Some(twin) = order
            .windows(2)
            .find(|pair| colours[pair[0]] == colours[pair[1]])
        else {
            let place = |v: &usize| order.iter().position(|o| o == v).expect("a vertex");
            let mut edges: Vec<String> = Vec::new();
            for (a, b, label) in &self.edges {
                let (a, b) = (place(a), place(b));
                let (a, b) = if label.ends_with('>') {
                    (a, b)
                } else {
                    (a.min(b), a.max(b))
                };
                edges.push(format!("{a}{label}{b}"));
            }
            edges.sort();
            let labels: Vec<&str> = order.iter().map(|v| &*self.labels[*v]).collect();
            return format!("{}|{}", labels.join(","), edges.join(","));
        };
        let alike = |v: &&usize| colours[**v] == colours[twin[0]];
        let first = |v: &usize| {
            let mut colours = colours.clone();
            colours[*v].push('-');
            self.least(colours)
        };
        order
            .iter()
            .filter(alike)
            .map(first)
            .min()
            .expect("two vertices alike")
    }

    /// The label and colour of a vertex, with its edges and the colours behind them.
    fn surroundings(&self, vertex: usize, colours: &[String]) -> String {
        let mut edges = Vec::new();
        for (a, b, label) in &self.edges {
            let back = if label.ends_with('>') { "<" } else { label };
            if *a == vertex {
                edges.push(format!("{label}{}", colours[*b]));
            }
            if *b == vertex {
                edges.push(format!("{back}{}", colours[*a]));
            }
        }
        edges.sort();
        format!(
            "{} {} {}",
            colours[vertex],
            self.labels[vertex],
            edges.join(" ")
        )
    }
}

/// All graphs of up to `vertices` vertices in which each pair is joined by one of the edges, or not; then
/// `count` random ones of up to seven vertices, with loops and parallel edges. Texts of edges: `-`, `>`, a
/// letter.
pub(crate) fn graphs(
    rng: &mut Rng,
    labels: &[&str],
    edges: &[&str],
    vertices: usize,
    count: usize,
) -> Vec<String> {
    let mut all = Vec::new();
    for size in 1..=vertices {
        let pairs: Vec<(usize, usize)> = (0..size)
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .collect();
        let kinds = edges.len() + 1;
        for number in 0..labels.len().pow(size as u32) * kinds.pow(pairs.len() as u32) {
            let mut rest = number;
            let mut digit = |base: usize| {
                let digit = rest % base;
                rest /= base;
                digit
            };
            let labels = (0..size)
                .map(|_| labels[digit(labels.len())].to_owned())
                .collect();
            let mut joined = Vec::new();
            for &(a, b) in &pairs {
                match digit(kinds) {
                    0 => {}
                    n if edges[n - 1] == "<" => joined.push((b, a, ">".to_owned())),
                    n => joined.push((a, b, edges[n - 1].to_owned())),
                }
            }
            all.push(Graph {
                labels,
                edges: joined,
            });
        }
    }
    for _ in 0..count {
        let size = rng.usize(1..=7);
        let labels = (0..size)
            .map(|_| labels[rng.usize(..labels.len())].to_owned())
            .collect();
        let mut joined = Vec::new();
        for _ in 0..rng.usize(0..=9) {
            let (a, b) = (rng.usize(..size), rng.usize(..size));
            joined.push(match edges[rng.usize(..edges.len())] {
                "<" => (b, a, ">".to_owned()),
                label => (a, b, label.to_owned()),
            });
        }
        all.push(Graph {
            labels,
            edges: joined,
        });
    }
    all.iter().map(Graph::text).collect()
}
