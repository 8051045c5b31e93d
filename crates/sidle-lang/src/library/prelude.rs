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

macro_rules! prelude {
    ($package:literal, $name:literal) => {
        prelude!($package, $name, "")
    };
    ($package:literal, $name:literal, $folder:literal) => {
        (
            concat!($package, ".", $name),
            include_str!(concat!("prelude/", $folder, $name, ".cgs")),
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
    prelude!("sidle.heap", "TakeAndBreak", "heap/"),
    prelude!("sidle.heap", "Spawning", "heap/"),
    prelude!("sidle.heap", "Subtraction", "heap/"),
    prelude!("sidle.heap", "Splittles", "heap/"),
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
    prelude!("game", "Ruleset"),
    prelude!("game.variant", "DicoticVariantRuleset"),
    prelude!("game.variant", "ImpartialVariantRuleset"),
    prelude!("game.variant", "TwistedVariantRuleset"),
    prelude!("game.grid", "GridRuleset"),
    prelude!("game.strip", "StripRuleset"),
    prelude!("game.graph", "GraphRuleset"),
    prelude!("game.heap", "HeapRuleset"),
    prelude!("game.heap", "FunctionalHeapRuleset"),
    prelude!("game.heap", "AdaptedCoordinateRuleset"),
    prelude!("game.heap", "AdaptedHeapRuleset"),
    prelude!("examples", "Clobber", "examples/"),
    prelude!("examples", "Nim", "examples/"),
    prelude!("examples", "PartizanSubtraction", "examples/"),
    prelude!("examples", "TopplingDominoes", "examples/"),
    prelude!("game.heap", "CoordinateRuleset"),
    prelude!("game.heap", "FunctionalCoordinateRuleset"),
    prelude!("game.heap", "PartizanTakeAndBreak"),
    prelude!("game.heap", "PartizanHeapRuleset"),
    prelude!("game.heap", "PartizanCoordinateRuleset"),
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
                    .as_ref()
                    .and_then(|class| class.native.as_ref())
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
