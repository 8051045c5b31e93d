//! What the help says about the bases of rulesets, which are written in the language.

use super::help::Documentation;

/// A class or member of the prelude.
struct Base {
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
}

macro_rules! bases {
    ($($(#[doc = $doc:literal])+ $signature:literal, $example:literal;)*) => {
        &[$(Base {
            signature: $signature,
            doc: str::trim_ascii(concat!($($doc),+)),
            example: $example,
        }),*]
    };
}

const BASES: &[Base] = bases! {
    /// The base of all rulesets: a nested class `Position`, and `Eval`, by which `R(x)` makes a position.
    "game.Ruleset", "game.grid.Domineering is Ruleset";
    /// The base of games on grids: override `CharMap` and the nested class `Position(grid as Grid) extends GridGame`.
    "game.grid.GridRuleset", "game.grid.Domineering is game.grid.GridRuleset";
    /// The base of games on strips: override `CharMap` and the nested class `Position(strip as Strip) extends
    /// StripGame`.
    "game.strip.StripRuleset", "game.strip.ToadsAndFrogs is game.strip.StripRuleset";
    /// The base of games on graphs: override `VertexLabels`, `EdgeLabels` and the nested class `Position(graph as
    /// Graph) extends GraphGame`.
    "game.graph.GraphRuleset", "game.graph.Col is game.graph.GraphRuleset";
    /// What a position on a grid extends: it has `grid` and `GridString`.
    "GridRuleset.GridGame", "game.grid.Domineering(\"..|..\").GridString";
    /// What a position on a strip extends: it has `strip`.
    "StripRuleset.StripGame", "game.strip.ToadsAndFrogs(\"t.f\").strip";
    /// What a position on a graph extends: it has `graph`.
    "GraphRuleset.GraphGame", "game.graph.Col(\"--\").graph";
    /// The characters of a grid or strip, in the order of the values of cells.
    "GridRuleset.CharMap", "game.grid.Domineering.CharMap";
    /// The pictures of the cells, in the order of their values.
    "GridRuleset.Icons", "game.grid.Domineering.Icons";
    /// How the labels of vertices are written: a map from texts to labels.
    "GraphRuleset.VertexLabels", "game.graph.Col.VertexLabels";
    /// How the labels of edges are written: a map from texts to labels.
    "GraphRuleset.EdgeLabels", "game.graph.Hackenbush.EdgeLabels";
    /// The texts of the labels of vertices: `VertexLabels` reversed.
    "GraphRuleset.VertexToString", "game.graph.Col.VertexToString";
    /// The texts of the labels of edges: `EdgeLabels` reversed.
    "GraphRuleset.EdgeToString", "game.graph.Hackenbush.EdgeToString";
    /// The base of impartial games on heaps: override `HeapOptions`, or give a function that lists them.
    "game.heap.HeapRuleset(fn)", "game.heap.HeapRuleset(n -> [[k] for k from 0 to n - 1]).NimValueSequence(4)";
    /// An impartial game on heaps whose options a function lists.
    "game.heap.FunctionalHeapRuleset(fn)",
        "game.heap.FunctionalHeapRuleset(n -> [[k] for k from 0 to n - 1]).NimValueSequence(4)";
    /// The base of impartial games on pairs: override `CoordinateOptions`, or give a function of two numbers that
    /// lists them.
    "game.heap.CoordinateRuleset(fn)",
        "game.heap.CoordinateRuleset((m, n) -> [(k, n) for k from 0 to m - 1]).NimValueTable(2, 2)";
    /// An impartial game on pairs whose options a function lists.
    "game.heap.FunctionalCoordinateRuleset(fn)",
        "game.heap.FunctionalCoordinateRuleset((m, n) -> [(k, n) for k from 0 to m - 1])((2,1)).NimValue";
    /// Left moves on a heap by one ruleset, Right by another.
    "game.heap.PartizanHeapRuleset(leftRuleset, rightRuleset)",
        "game.heap.PartizanHeapRuleset(game.heap.Kayles, game.heap.Nim).GameValueSequence(4)";
    /// Left moves on a pair by one ruleset, Right by another.
    "game.heap.PartizanCoordinateRuleset(left, right)",
        "game.heap.PartizanCoordinateRuleset(game.heap.Wythoff, game.heap.Mem)((2,3)).CanonicalForm";
    /// Left takes from a heap by one code, Right by another.
    "game.heap.PartizanTakeAndBreak(leftCode, rightCode)",
        "game.heap.PartizanTakeAndBreak(\"0.3\", \"0.03\").GameValueSequence(4)";
};

/// Help on the bases of that name, short or in full.
pub(super) fn documentation(name: &str) -> impl Iterator<Item = Documentation> {
    let named = move |base: &&Base| {
        let full = base.signature.split('(').next().unwrap_or_default();
        full == name || full.rsplit('.').next() == Some(name)
    };
    BASES.iter().filter(named).map(|base| Documentation {
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
