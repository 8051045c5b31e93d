//! What the help says about the bases of rulesets, which are written in the language.

use crate::builtins::Documentation;

/// A class or member of the prelude.
struct Base {
    signature: &'static str,
    name: &'static str,
    doc: &'static str,
    example: &'static str,
}

const BASES: &[Base] = &[
    Base {
        signature: "game.Ruleset",
        name: "Ruleset",
        doc: "The base of all rulesets: a nested class `Position`, and `Eval`, by which `R(x)` makes a position.",
        example: "game.grid.Domineering is Ruleset",
    },
    Base {
        signature: "game.grid.GridRuleset",
        name: "GridRuleset",
        doc: "The base of games on grids: override `CharMap` and the nested class `Position(grid as Grid) extends GridGame`.",
        example: "game.grid.Domineering is game.grid.GridRuleset",
    },
    Base {
        signature: "game.strip.StripRuleset",
        name: "StripRuleset",
        doc: "The base of games on strips: override `CharMap` and the nested class `Position(strip as Strip) extends StripGame`.",
        example: "game.strip.ToadsAndFrogs is game.strip.StripRuleset",
    },
    Base {
        signature: "game.graph.GraphRuleset",
        name: "GraphRuleset",
        doc: "The base of games on graphs: override `VertexLabels`, `EdgeLabels` and the nested class `Position(graph as Graph) extends GraphGame`.",
        example: "game.graph.Col is game.graph.GraphRuleset",
    },
    Base {
        signature: "GridRuleset.GridGame",
        name: "GridGame",
        doc: "What a position on a grid extends: it has `grid` and `GridString`.",
        example: "game.grid.Domineering(\"..|..\").GridString",
    },
    Base {
        signature: "StripRuleset.StripGame",
        name: "StripGame",
        doc: "What a position on a strip extends: it has `strip`.",
        example: "game.strip.ToadsAndFrogs(\"t.f\").strip",
    },
    Base {
        signature: "GraphRuleset.GraphGame",
        name: "GraphGame",
        doc: "What a position on a graph extends: it has `graph`.",
        example: "game.graph.Col(\"--\").graph",
    },
    Base {
        signature: "GridRuleset.CharMap",
        name: "CharMap",
        doc: "The characters of a grid or strip, in the order of the values of cells.",
        example: "game.grid.Domineering.CharMap",
    },
    Base {
        signature: "GridRuleset.Icons",
        name: "Icons",
        doc: "The pictures of the cells, in the order of their values.",
        example: "game.grid.Domineering.Icons",
    },
    Base {
        signature: "GraphRuleset.VertexLabels",
        name: "VertexLabels",
        doc: "How the labels of vertices are written: a map from texts to labels.",
        example: "game.graph.Col.VertexLabels",
    },
    Base {
        signature: "GraphRuleset.EdgeLabels",
        name: "EdgeLabels",
        doc: "How the labels of edges are written: a map from texts to labels.",
        example: "game.graph.Hackenbush.EdgeLabels",
    },
    Base {
        signature: "GraphRuleset.VertexToString",
        name: "VertexToString",
        doc: "The texts of the labels of vertices: `VertexLabels` reversed.",
        example: "game.graph.Col.VertexToString",
    },
    Base {
        signature: "GraphRuleset.EdgeToString",
        name: "EdgeToString",
        doc: "The texts of the labels of edges: `EdgeLabels` reversed.",
        example: "game.graph.Hackenbush.EdgeToString",
    },
    Base {
        signature: "game.heap.HeapRuleset(fn)",
        name: "HeapRuleset",
        doc: "The base of impartial games on heaps: override `HeapOptions`, or give a function that lists them.",
        example: "game.heap.HeapRuleset(n -> [[k] for k from 0 to n - 1]).NimValueSequence(4)",
    },
    Base {
        signature: "game.heap.FunctionalHeapRuleset(fn)",
        name: "FunctionalHeapRuleset",
        doc: "An impartial game on heaps whose options a function lists.",
        example: "game.heap.FunctionalHeapRuleset(n -> [[k] for k from 0 to n - 1]).NimValueSequence(4)",
    },
    Base {
        signature: "game.heap.CoordinateRuleset(fn)",
        name: "CoordinateRuleset",
        doc: "The base of impartial games on pairs: override `CoordinateOptions`, or give a function of two numbers that lists them.",
        example: "game.heap.CoordinateRuleset((m, n) -> [(k, n) for k from 0 to m - 1]).NimValueTable(2, 2)",
    },
    Base {
        signature: "game.heap.FunctionalCoordinateRuleset(fn)",
        name: "FunctionalCoordinateRuleset",
        doc: "An impartial game on pairs whose options a function lists.",
        example: "game.heap.FunctionalCoordinateRuleset((m, n) -> [(k, n) for k from 0 to m - 1])((2,1)).NimValue",
    },
    Base {
        signature: "game.heap.PartizanHeapRuleset(leftRuleset, rightRuleset)",
        name: "PartizanHeapRuleset",
        doc: "Left moves on a heap by one ruleset, Right by another.",
        example: "game.heap.PartizanHeapRuleset(game.heap.Kayles, game.heap.Nim).GameValueSequence(4)",
    },
    Base {
        signature: "game.heap.PartizanCoordinateRuleset(left, right)",
        name: "PartizanCoordinateRuleset",
        doc: "Left moves on a pair by one ruleset, Right by another.",
        example: "game.heap.PartizanCoordinateRuleset(game.heap.Wythoff, game.heap.Mem)((2,3)).CanonicalForm",
    },
    Base {
        signature: "game.heap.PartizanTakeAndBreak(leftCode, rightCode)",
        name: "PartizanTakeAndBreak",
        doc: "Left takes from a heap by one code, Right by another.",
        example: "game.heap.PartizanTakeAndBreak(\"0.3\", \"0.03\").GameValueSequence(4)",
    },
];

/// Help on the bases of that name, short or in full.
pub(super) fn documentation(name: &str) -> impl Iterator<Item = Documentation> {
    let full = |base: &&Base| base.signature.split('(').next() == Some(name);
    BASES
        .iter()
        .filter(move |base| base.name == name || full(base))
        .map(|base| Documentation {
            signature: base.signature.to_owned(),
            doc: base.doc,
            example: base.example,
        })
}

/// The examples of all bases.
#[cfg(test)]
pub(super) fn examples() -> impl Iterator<Item = (String, &'static str)> {
    BASES
        .iter()
        .map(|base| (base.signature.to_owned(), base.example))
}
