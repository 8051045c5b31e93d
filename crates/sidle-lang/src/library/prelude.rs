//! Classes of the library that are written in the language itself: the bases of rulesets. The rulesets
//! themselves are native; `examples/cgscript` shows how they would be written in the language.

/// The qualified name and the text of each.
pub(crate) const CLASSES: &[(&str, &str)] = &[
    ("game.Ruleset", include_str!("prelude/Ruleset.cgs")),
    (
        "game.variant.DicoticVariantRuleset",
        include_str!("prelude/DicoticVariantRuleset.cgs"),
    ),
    (
        "game.variant.ImpartialVariantRuleset",
        include_str!("prelude/ImpartialVariantRuleset.cgs"),
    ),
    (
        "game.variant.TwistedVariantRuleset",
        include_str!("prelude/TwistedVariantRuleset.cgs"),
    ),
    (
        "game.grid.GridRuleset",
        include_str!("prelude/GridRuleset.cgs"),
    ),
    (
        "game.strip.StripRuleset",
        include_str!("prelude/StripRuleset.cgs"),
    ),
    (
        "game.graph.GraphRuleset",
        include_str!("prelude/GraphRuleset.cgs"),
    ),
    (
        "game.heap.HeapRuleset",
        include_str!("prelude/HeapRuleset.cgs"),
    ),
    (
        "game.heap.FunctionalHeapRuleset",
        include_str!("prelude/FunctionalHeapRuleset.cgs"),
    ),
    (
        "game.heap.CoordinateRuleset",
        include_str!("prelude/CoordinateRuleset.cgs"),
    ),
    (
        "game.heap.FunctionalCoordinateRuleset",
        include_str!("prelude/FunctionalCoordinateRuleset.cgs"),
    ),
    (
        "game.heap.PartizanHeapRuleset",
        include_str!("prelude/PartizanHeapRuleset.cgs"),
    ),
    (
        "game.heap.PartizanCoordinateRuleset",
        include_str!("prelude/PartizanCoordinateRuleset.cgs"),
    ),
];
