//! Classes of the library that are written in the language itself: the bases of rulesets. The rulesets
//! themselves are native; `examples/cgscript` has them as scripts, too.

/// The package under which the scripts of native rulesets are known: `sidle.grid.GenClobber` is the script
/// of `game.grid.GenClobber`.
pub(crate) const SCRIPTS_PACKAGE: &str = "sidle.";

macro_rules! script {
    ($package:literal, $name:literal) => {
        (
            concat!("sidle.", $package, ".", $name),
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../examples/cgscript/",
                $package,
                "/",
                $name,
                ".cgs"
            )),
        )
    };
}

/// What native rulesets would be in the language: they are asked for members that the native ones lack, and
/// classes that extend a native ruleset extend its script. The texts are a part of the program, which may run without a
/// file system, so that each has to be named; a test compares the list with the folder. Engines do not read it.
pub(crate) const SCRIPTS: &[(&str, &str)] = &[
    script!("graph", "DigraphPlacement"),
    script!("graph", "GenArcKayles"),
    script!("graph", "GenCol"),
    script!("graph", "GenHackenbush"),
    script!("graph", "NodeKayles"),
    script!("graph", "PartizanArcKayles"),
    script!("graph", "constants"),
    script!("grid", "Amazons"),
    script!("grid", "Domineering"),
    script!("grid", "Fission"),
    script!("grid", "GenClobber"),
    script!("grid", "GenFoxAndGeese"),
    script!("grid", "HareAndHounds"),
    script!("grid", "Konane"),
    script!("grid", "NoGo"),
    script!("grid", "SkiJumps"),
    script!("grid", "constants"),
    script!("heap", "Chomp"),
    script!("heap", "GenCutcake"),
    script!("heap", "GenMem"),
    script!("heap", "GenWythoff"),
    script!("heap", "PartizanEuclid"),
    script!("heap", "TakeAway"),
    script!("heap", "constants"),
    (
        "sidle.heap.TakeAndBreak",
        include_str!("prelude/heap/TakeAndBreak.cgs"),
    ),
    (
        "sidle.heap.Spawning",
        include_str!("prelude/heap/Spawning.cgs"),
    ),
    (
        "sidle.heap.Subtraction",
        include_str!("prelude/heap/Subtraction.cgs"),
    ),
    (
        "sidle.heap.Splittles",
        include_str!("prelude/heap/Splittles.cgs"),
    ),
    script!("strip", "EndNim"),
    script!("strip", "GenToadsAndFrogs"),
    script!("strip", "Push"),
    script!("strip", "Shove"),
    script!("strip", "TopplingDominoes"),
    script!("strip", "Turning"),
    script!("strip", "constants"),
];

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
        "game.heap.AdaptedCoordinateRuleset",
        include_str!("prelude/AdaptedCoordinateRuleset.cgs"),
    ),
    (
        "game.heap.AdaptedHeapRuleset",
        include_str!("prelude/AdaptedHeapRuleset.cgs"),
    ),
    (
        "examples.Clobber",
        include_str!("prelude/examples/Clobber.cgs"),
    ),
    ("examples.Nim", include_str!("prelude/examples/Nim.cgs")),
    (
        "examples.PartizanSubtraction",
        include_str!("prelude/examples/PartizanSubtraction.cgs"),
    ),
    (
        "examples.TopplingDominoes",
        include_str!("prelude/examples/TopplingDominoes.cgs"),
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
        "game.heap.PartizanTakeAndBreak",
        include_str!("prelude/PartizanTakeAndBreak.cgs"),
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::library;

    /// Every script of a ruleset is in the list. Single heap games and colours are native classes without a script.
    #[test]
    fn the_list_holds_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cgscript");
        let mut count = 0;
        for package in ["graph", "grid", "heap", "strip"] {
            for file in std::fs::read_dir(folder.join(package)).expect("a folder") {
                let path = file.expect("a file").path();
                let name = path
                    .file_stem()
                    .and_then(|name| name.to_str())
                    .expect("a name");
                let native = library::native(&format!("game.{package}.{name}"));
                let rules = native
                    .and_then(|class| class.native)
                    .map(|line| line.supers);
                if rules.is_some_and(|supers| {
                    supers.contains(&"game.heap.TakeAndBreak") || name == "Color"
                }) {
                    continue;
                }
                let listed = format!("{SCRIPTS_PACKAGE}{package}.{name}");
                assert!(SCRIPTS.iter().any(|(own, _)| *own == listed), "{listed}");
                count += 1;
            }
        }
        assert!(count > 25, "{count} scripts");
    }
}
