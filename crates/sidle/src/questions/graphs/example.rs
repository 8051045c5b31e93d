//! Digraphs of the literature.

use crate::{
    graph::{
        NamedGraph,
        classics::{EXAMPLES, nim, scoring},
        io::write_text,
    },
    questions::prelude::*,
};

/// Asks for an example of a digraph, or for the list of all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphExampleQuestion {
    /// The name of the example; none for the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The largest heap of `nim`, the largest score of `scoring`; 8 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The most that a move of `scoring` subtracts; 3 if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
}

/// Examples, and the graph of the one that was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct GraphExampleAnswer {
    /// The examples of the list, or the one that was asked for.
    pub examples: Vec<GraphExample>,
    /// A text digraph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Blob>,
}

/// An example of a digraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GraphExample {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The vertices of the tokens in the literature.
    pub tokens: &'static [&'static str],
}

/// The examples that are made for a size.
const MADE: [GraphExample; 2] = [
    GraphExample {
        name: "nim",
        title: "Heaps of Nim up to --size; a token is a heap",
        tokens: &[],
    },
    GraphExample {
        name: "scoring",
        title: "Scores up to --size, moves subtract up to --step; a token is a score",
        tokens: &[],
    },
];

/// The most vertices and edges: a larger file is a mistake in the question.
const MOST_EDGES: usize = 100_000_000;

impl Ask for GraphExampleQuestion {
    fn ask(&self, _: &Workspace, _: &Job) -> Result<GraphExampleAnswer, Error> {
        let given = EXAMPLES.iter().map(|example| GraphExample {
            name: example.name,
            title: example.title,
            tokens: example.tokens,
        });
        let mut examples: Vec<GraphExample> = given.chain(MADE).collect();
        let Some(name) = &self.name else {
            let graph = None;
            return Ok(GraphExampleAnswer { examples, graph });
        };
        if !examples.iter().any(|example| example.name == name) {
            let names: Vec<&str> = examples.iter().map(|example| example.name).collect();
            let message = format!("there is no board `{name}`");
            let help = format!("the boards are {}", names.join(", "));
            return Err(Error::new(ErrorKind::UnknownName, message).with_help(help));
        }
        examples.retain(|example| example.name == name);
        let text = EXAMPLES.iter().find(|example| example.name == name);
        let graph = match text {
            Some(example) => Blob::new("text/plain", |out| out.write_all(example.text.as_bytes())),
            None => self.made(name == "nim")?,
        };
        Ok(GraphExampleAnswer {
            examples,
            graph: Some(graph),
        })
    }
}

impl GraphExampleQuestion {
    fn made(&self, is_nim: bool) -> Result<Blob, Error> {
        let size = self.size.unwrap_or(8);
        let step = if is_nim { size } else { self.step.unwrap_or(3) };
        if size.saturating_add(1).saturating_mul(step.min(size).max(1)) > MOST_EDGES {
            let message = format!(
                "a board of {size} with steps up to {step} has too many edges (at most {MOST_EDGES})"
            );
            return Err(Error::new(ErrorKind::Request, message));
        }
        Ok(Blob::new("text/plain", move |out| {
            let graph = if step == size {
                nim(size)
            } else {
                scoring(size, step)
            };
            write_text(&NamedGraph::<u32>::unnamed(graph), out)
        }))
    }
}

impl Report for GraphExampleAnswer {
    fn text(&self, _: Style) -> String {
        if let Some(graph) = &self.graph {
            let text = graph.to_bytes().unwrap_or_default();
            return String::from_utf8_lossy(&text).trim_end().to_owned();
        }
        let lines = self.examples.iter().map(|example| {
            let GraphExample {
                name,
                title,
                tokens,
            } = example;
            match tokens {
                [] => format!("{name:<8} {title}"),
                tokens => format!("{name:<8} {title}; tokens {}", tokens.join(",")),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}
