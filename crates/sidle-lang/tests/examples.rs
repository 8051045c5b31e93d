//! The rulesets of `examples/cgscript` against those in Rust, on random positions.

mod support;

use std::path::Path;

use sidle_lang::Session;

/// Random numbers from a fixed seed.
struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }

    fn pick(&mut self, signs: &str) -> char {
        let signs: Vec<char> = signs.chars().collect();
        signs[self.below(signs.len())]
    }

    fn strip(&mut self, signs: &str, most: usize) -> String {
        let length = 1 + self.below(most);
        (0..length).map(|_| self.pick(signs)).collect()
    }

    fn grid(&mut self, signs: &str, rows: usize, columns: usize) -> String {
        let (rows, columns) = (1 + self.below(rows), 1 + self.below(columns));
        let rows: Vec<String> = (0..rows)
            .map(|_| (0..columns).map(|_| self.pick(signs)).collect())
            .collect();
        rows.join("|")
    }

    /// A tree as a text: edges from `edges`, vertices from `vertices` where `.` is one without a label.
    fn tree(&mut self, vertices: &str, edges: &str, most: usize) -> String {
        let mut text = String::new();
        let put = |random: &mut Random, text: &mut String| text.push(random.pick(vertices));
        put(self, &mut text);
        for _ in 0..self.below(most) {
            text.push(self.pick(edges));
            put(self, &mut text);
        }
        if self.below(2) == 0 {
            let mut branches = Vec::new();
            for _ in 0..2 {
                let (edge, vertex) = (self.pick(edges), self.pick(vertices));
                branches.push(format!("{edge}{vertex}"));
            }
            text.push_str(&format!("({})", branches.join(";")));
        }
        text
    }
}

fn session() -> Session {
    let mut session = Session::new();
    session.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cgscript"));
    session
}

fn evaluate(session: &mut Session, input: &str) -> String {
    support::evaluate(session, input).unwrap_or_else(|error| panic!("{input}: {error}"))
}

/// Compares a ruleset of the folder with the native one of the same name on random positions.
fn compare(
    rounds: usize,
    ruleset: &str,
    method: &str,
    mut position: impl FnMut(&mut Random) -> String,
) {
    let mut session = session();
    let mut random = Random::new(20_250_101);
    for _ in 0..rounds {
        let position = position(&mut random);
        let ours = format!("{ruleset}({position}).{method}");
        let native = format!("game.{ours}");
        assert_eq!(
            evaluate(&mut session, &ours),
            evaluate(&mut session, &native),
            "{ours}"
        );
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

#[test]
fn rulesets_on_grids() {
    for ruleset in [
        "Clobber",
        "Kings",
        "Knights",
        "Rooks",
        "Queens",
        "HotClobber",
    ] {
        compare(25, &format!("grid.{ruleset}"), "CanonicalForm", |random| {
            quoted(&random.grid(".xo", 2, 4))
        });
    }
    // Several regions of Anti-Clobber are not a sum, see docs/errata.md: one row without gaps.
    for (rounds, ruleset, method, signs, rows, columns) in [
        (40, "Domineering", "CanonicalForm", "...#", 4, 4),
        (40, "Fission", "CanonicalForm", "..x#", 4, 4),
        (20, "Amazons", "CanonicalForm", "..xo##", 2, 4),
        (20, "Cram", "NimValue", "...#", 4, 4),
        (30, "Konane", "CanonicalForm", "..xxoo#", 3, 4),
        (20, "NoGo", "CanonicalForm", "...xo#", 2, 4),
        (25, "SkiJumps", "CanonicalForm", "..LRlr", 3, 3),
        (20, "AntiClobber", "CanonicalForm", "xo", 1, 5),
    ] {
        compare(rounds, &format!("grid.{ruleset}"), method, |random| {
            quoted(&random.grid(signs, rows, columns))
        });
    }
    for ruleset in ["FoxAndGeese", "CeyloneseFoxAndGeese"] {
        compare(4, &format!("grid.{ruleset}"), "GameValue", |random| {
            let column = 1 + 2 * random.below(4);
            format!("{{(3,1),(3,3),(3,5),(3,7)}}, (1,{column})")
        });
    }
    let places = [
        "#x..#|x...o|#x..#",
        "#.x.#|..x.o|#.x.#",
        "#..x#|..xo.|#.x.#",
    ];
    compare(3, "grid.HareAndHounds", "GameValue", |random| {
        quoted(places[random.below(places.len())])
    });
}

#[test]
fn rulesets_on_strips() {
    for ruleset in ["ToadsAndFrogs", "ElephantsAndRhinos"] {
        compare(40, &format!("strip.{ruleset}"), "CanonicalForm", |random| {
            quoted(&random.strip("..tf", 8))
        });
    }
    compare(
        25,
        "strip.BackslidingToadsAndFrogs",
        "GameValue",
        |random| quoted(&random.strip(".tf", 6)),
    );
    compare(40, "strip.TopplingDominoes", "CanonicalForm", |random| {
        quoted(&random.strip("lre", 6))
    });
    for ruleset in ["Push", "Shove"] {
        compare(40, &format!("strip.{ruleset}"), "CanonicalForm", |random| {
            quoted(&random.strip(".lr", 7))
        });
    }
    compare(25, "strip.EndNim", "CanonicalForm", |random| {
        quoted(&random.strip("0123", 5))
    });
    for ruleset in ["TurningTurtles", "MockTurtles", "Twins", "Ruler"] {
        for value in ["NimValue", "CanonicalForm"] {
            compare(12, &format!("strip.{ruleset}"), value, |random| {
                quoted(&random.strip("th", 7))
            });
        }
    }
}

#[test]
fn rulesets_on_graphs() {
    for ruleset in ["Col", "Snort", "Fjords"] {
        compare(25, &format!("graph.{ruleset}"), "CanonicalForm", |random| {
            quoted(&random.tree("..LR", "-", 4))
        });
    }
    for ruleset in ["Hackenbush", "ChildishHackenbush"] {
        compare(25, &format!("graph.{ruleset}"), "CanonicalForm", |random| {
            quoted(&random.tree(".", "lr", 4))
        });
    }
    compare(25, "graph.ArcKayles", "NimValue", |random| {
        quoted(&random.tree(".", "-", 6))
    });
    compare(25, "graph.WeightedArcKayles", "NimValue", |random| {
        let graph = ["Path", "Cycle", "Star", "Clique"][random.below(4)];
        let weights: Vec<String> = (1..=4)
            .map(|vertex| format!("{vertex} => {}", random.below(4)))
            .collect();
        format!(
            "Graph.{graph}(4).UpdatedVertexLabels({{{}}})",
            weights.join(", ")
        )
    });
    compare(25, "graph.NodeKayles", "NimValue", |random| {
        quoted(&random.tree(".", "-", 6))
    });
    compare(25, "graph.DigraphPlacement", "CanonicalForm", |random| {
        quoted(&random.tree("LR", "><-", 4))
    });
    compare(25, "graph.PartizanArcKayles", "CanonicalForm", |random| {
        quoted(&random.tree(".", "lre", 5))
    });
}

#[test]
fn rulesets_on_heaps() {
    for ruleset in ["Nim", "Kayles", "DawsonsKayles", "GrundysGame"] {
        compare(12, &format!("heap.{ruleset}"), "NimValue", |random| {
            random.below(20).to_string()
        });
    }
    for ruleset in ["Wythoff", "Mem", "FibonacciNim"] {
        compare(12, &format!("heap.{ruleset}"), "NimValue", |random| {
            format!("({},{})", random.below(8), 1 + random.below(8))
        });
    }
    compare(20, "heap.Chomp", "NimValue", |random| {
        let mut rows: Vec<usize> = (0..=random.below(3)).map(|_| 1 + random.below(4)).collect();
        rows.sort_by(|a, b| b.cmp(a));
        format!("{rows:?}")
    });
    for ruleset in [
        "Cutcake",
        "MaundyCake",
        "Eatcake",
        "TurnAndEatcake",
        "PartizanEuclid",
    ] {
        compare(12, &format!("heap.{ruleset}"), "CanonicalForm", |random| {
            format!("({},{})", 1 + random.below(6), 1 + random.below(6))
        });
    }
}
