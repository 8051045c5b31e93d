//! The quotient of a digraph by bisimulation.

use std::{
    fmt,
    io::{self, Write},
    sync::Arc,
};

use super::{Streamed, drawing, input, picture_form};
use crate::{
    draw::{Picture, Tone, TooLarge},
    graph::{
        Board, NamedGraph, Names, VertexId,
        bisimulation::{Quotient, try_bisimulation},
        io::{AnyGraph, write_text},
    },
    questions::prelude::*,
};

/// Asks for the quotient of a digraph by bisimulation: labels, distances and γ of bisimilar vertices are the same.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphQuotientQuestion {
    /// The graph.
    pub graph: Source,
}

/// The quotient, and the map onto it. A class is named by its first member.
#[derive(Clone, Debug, Serialize)]
pub struct GraphQuotientAnswer {
    /// The classes.
    pub vertices: Streamed<String>,
    /// The edges between classes.
    pub edges: Streamed<[String; 2]>,
    /// Each vertex of the graph with its class.
    pub map: Streamed<[String; 2]>,
    #[serde(skip)]
    classes: Arc<dyn Classes>,
}

/// The quotient and the map onto it, whatever the width of the ids.
trait Classes: fmt::Debug + Send + Sync {
    /// How many vertices and how many classes there are.
    fn sizes(&self) -> (usize, usize);
    fn class_name(&self, class: usize) -> String;
    /// The edges that leave a class.
    fn edges_of(&self, class: usize) -> Vec<[String; 2]>;
    /// A vertex and its class.
    fn pair(&self, vertex: usize) -> [String; 2];
    fn write_graph(&self, out: &mut dyn Write) -> io::Result<()>;
    /// The quotient with the sizes of the classes.
    fn picture(&self) -> Result<Picture, TooLarge>;
}

#[derive(Debug)]
struct Map<V: VertexId> {
    whole: Names,
    small: NamedGraph<V>,
    quotient: Quotient<V>,
}

impl Ask for GraphQuotientQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GraphQuotientAnswer, Error> {
        Ok(match input::graph(&self.graph, workspace, job)? {
            AnyGraph::Narrow(named) => GraphQuotientAnswer::of(Map::of(named, job)?),
            AnyGraph::Wide(named) => GraphQuotientAnswer::of(Map::of(named, job)?),
        })
    }
}

impl GraphQuotientAnswer {
    fn of(map: impl Classes + 'static) -> GraphQuotientAnswer {
        let classes: Arc<dyn Classes> = Arc::new(map);
        let [names, rows, pairs] = [classes.clone(), classes.clone(), classes.clone()];
        GraphQuotientAnswer {
            vertices: Streamed::new(move || {
                let names = names.clone();
                (0..names.sizes().1).map(move |class| names.class_name(class))
            }),
            edges: Streamed::new(move || {
                let rows = rows.clone();
                (0..rows.sizes().1).flat_map(move |class| rows.edges_of(class))
            }),
            map: Streamed::new(move || {
                let pairs = pairs.clone();
                (0..pairs.sizes().0).map(move |vertex| pairs.pair(vertex))
            }),
            classes,
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (vertices, classes) = self.classes.sizes();
        writeln!(out, "# {vertices} vertices in {classes} classes")?;
        for [name, class] in self.map.iter().filter(|[name, class]| name != class) {
            writeln!(out, "# {name} is in the class of {class}")?;
        }
        self.classes.write_graph(out)
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "vertex,class")?;
        for [name, class] in self.map.iter() {
            writeln!(out, "{},{}", Table::quoted(&name), Table::quoted(&class))?;
        }
        Ok(())
    }
}

impl<V: VertexId> Map<V> {
    fn of(named: NamedGraph<V>, job: &Job) -> Result<Map<V>, StopReason> {
        let board = Board::new(named, input::threads(job));
        let quotient = try_bisimulation(&board.graph, |_| V::default(), job.meter())?;
        let mut names = Names::new();
        for class in quotient.graph().vertices() {
            names.intern(&board.name(quotient.representative(class)));
        }
        let graph = quotient.graph().clone();
        Ok(Map {
            whole: board.names,
            small: NamedGraph { graph, names },
            quotient,
        })
    }
}

impl<V: VertexId> Classes for Map<V> {
    fn sizes(&self) -> (usize, usize) {
        (self.whole.len(), self.small.graph.vertex_count())
    }

    fn class_name(&self, class: usize) -> String {
        self.small.names.name(class).into_owned()
    }

    fn edges_of(&self, class: usize) -> Vec<[String; 2]> {
        let targets = self.small.graph.successors(V::from_index(class)).iter();
        targets
            .map(|to| [self.class_name(class), self.class_name(to.index())])
            .collect()
    }

    fn pair(&self, vertex: usize) -> [String; 2] {
        let class = self.quotient.classes()[vertex];
        [
            self.whole.name(vertex).into_owned(),
            self.class_name(class.index()),
        ]
    }

    fn write_graph(&self, out: &mut dyn Write) -> io::Result<()> {
        write_text(&self.small, out)
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        let mut picture = Picture::of(&self.small.graph, &self.small.names)?;
        let mut sizes = vec![0usize; self.small.graph.vertex_count()];
        for class in self.quotient.classes() {
            sizes[class.index()] += 1;
        }
        // There are fewer than 400, or there would be no picture.
        for (class, &size) in (0..).zip(&sizes) {
            if size > 1 {
                picture.mark(class, format!("{size} vertices"), Tone::Plain);
            }
        }
        Ok(picture)
    }
}

impl Report for GraphQuotientAnswer {
    fn text(&self, _: Style) -> String {
        let mut text = Vec::new();
        // A name that no text digraph can hold ends the text.
        let _ = self.write_text(&mut text);
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }

    fn table(&self) -> Option<Table> {
        let mut table = Table::new(["vertex", "class"]);
        self.map.iter().for_each(|pair| table.push(pair));
        Some(table)
    }

    fn picture(&self) -> Option<Drawing> {
        drawing(self.text(Style::Plain), &self.classes.picture().ok()?)
    }

    fn form(&self, name: &str) -> Option<Blob> {
        let answer = self.clone();
        Some(match name {
            "text" => Blob::new("text/plain", move |out| answer.write_text(out)),
            "csv" => Blob::new("text/csv", move |out| answer.write_csv(out)),
            "json" => Blob::json(answer),
            _ => return picture_form(name, move || answer.classes.picture()),
        })
    }
}
