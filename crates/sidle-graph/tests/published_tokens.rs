//! The values printed in section 3 and 4 of Fraenkel, Hearn and Siegel, *Theory of combinatorial
//! games*, on its figures as rebuilt from the text.

use sidle_graph::{
    Digraph, NamedGraph,
    annihilation::{Annihilation, Winner},
    classics::EXAMPLES,
    gamma::{Gamma, TokenSum},
    label::{Label, label_symmetric},
};

struct Board {
    named: NamedGraph,
    graph: Digraph,
    gamma: Gamma,
    tokens: &'static [&'static str],
}

fn board(name: &str) -> Board {
    let example = EXAMPLES.iter().find(|example| example.name == name);
    let example = example.expect("an example of that name");
    let named = example.board();
    let graph = Digraph::new(named.graph.clone());
    let gamma = Gamma::of(&graph);
    Board {
        named,
        graph,
        gamma,
        tokens: example.tokens,
    }
}

impl Board {
    fn vertex(&self, name: &str) -> u32 {
        self.named.find(name).expect("a vertex of that name")
    }

    fn vertices(&self, names: &[&str]) -> Vec<u32> {
        let mut vertices: Vec<u32> = names.iter().map(|name| self.vertex(name)).collect();
        vertices.sort_unstable();
        vertices
    }

    fn sum(&self, names: &[&str]) -> TokenSum<'_> {
        let tokens = names.iter().map(|name| (0, self.vertex(name)));
        TokenSum::new([(self.graph.forward(), &self.gamma)], tokens)
    }

    fn winning(&self, names: &[&str]) -> Vec<(String, String)> {
        let name = |v| self.named.name(v).into_owned();
        let moves = self.sum(names).winning_moves();
        moves.iter().map(|m| (name(m.from), name(m.to))).collect()
    }
}

fn pair(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

#[test]
fn figure_8() {
    let board = board("fig8");
    let labels = label_symmetric(&board.graph);
    let expected = [
        ("1", Label::D, None, "inf{}"),
        ("2", Label::D, None, "inf{}"),
        ("3", Label::P, Some(0), "0"),
        ("4", Label::N, Some(1), "1"),
        ("5", Label::P, Some(2), "0"),
        ("6", Label::P, Some(0), "0"),
        ("7", Label::N, Some(1), "1"),
        ("8", Label::D, None, "inf{1}"),
        ("9", Label::D, None, "inf{}"),
        ("10", Label::P, Some(0), "0"),
        ("11", Label::N, Some(1), "inf{0}"),
        ("12", Label::N, Some(1), "inf{0}"),
    ];
    for (name, label, distance, value) in expected {
        let v = board.vertex(name);
        assert_eq!(
            (labels.label(v), labels.distance(v)),
            (label, distance),
            "{name}"
        );
        assert_eq!(
            board.gamma.value(board.graph.forward(), v).to_string(),
            value,
            "{name}"
        );
    }
    let sums: [(&[&str], &str, Label); 7] = [
        (&["4", "8"], "inf{0}", Label::N),
        (&["11"], "inf{0}", Label::N),
        (&["12"], "inf{0}", Label::N),
        (&["11", "12"], "inf{}", Label::D),
        (&["8", "12"], "inf{}", Label::D),
        (&["7", "12"], "inf{1}", Label::D),
        (&["4", "7"], "0", Label::P),
    ];
    for (tokens, value, outcome) in sums {
        let sum = board.sum(tokens);
        assert_eq!(sum.value().to_string(), value, "{tokens:?}");
        assert_eq!(sum.outcome(), outcome, "{tokens:?}");
    }
    assert_eq!(board.winning(&["4", "8"]), [pair("8", "7")]);
}

#[test]
fn doug_and_craig_are_beaten() {
    let doug = board("doug");
    let values: Vec<_> = doug
        .tokens
        .iter()
        .map(|name| doug.gamma.finite(doug.vertex(name)))
        .collect();
    assert_eq!(values, [Some(2), Some(3), Some(3), Some(4)]);
    assert_eq!(doug.sum(doug.tokens).value().to_string(), "6");
    assert_eq!(doug.winning(doug.tokens), [pair("e", "c")]);

    let craig = board("craig");
    let expected = ["inf{2,3}", "1", "0", "2", "3", "inf{1,3}", "0"];
    for (v, value) in expected.iter().enumerate() {
        let v = craig.vertex(&v.to_string());
        assert_eq!(
            craig.gamma.value(craig.graph.forward(), v).to_string(),
            *value
        );
    }
    let sum = craig.sum(craig.tokens);
    assert_eq!(sum.value().to_string(), "inf{0,1}");
    assert_eq!(craig.winning(craig.tokens), [pair("0", "4")]);
    assert_eq!(sum.moves().len(), 6);
    assert_eq!(sum.drawing_moves().len(), 2);
}

#[test]
fn looped_vertices() {
    let value = |edges: &[(u32, u32)], n: usize, v: u32| {
        let graph = Digraph::from_edges(n, edges).expect("small");
        Gamma::of(&graph).value(graph.forward(), v).to_string()
    };
    assert_eq!(value(&[(0, 0)], 1, 0), "inf{}");
    assert_eq!(value(&[(0, 0), (0, 1)], 2, 0), "inf{0}");
    let edges = [(0, 1), (1, 0), (1, 2)];
    assert_eq!([0, 1, 2].map(|v| value(&edges, 3, v)), ["0", "1", "0"]);
}

#[test]
fn figure_12() {
    let four = board("fig12a");
    let game = Annihilation::of(&four.graph).expect("small");
    let opposite = four.vertices(&["z1", "z3"]);
    assert_eq!(game.outcome(&opposite), Label::P);
    assert_eq!(four.sum(&["z1", "z3"]).outcome(), Label::D);
    assert_eq!(game.value(&four.vertices(&["z1", "z2"])).to_string(), "1");
    assert_eq!(game.t(), 1);
    let sigma: Vec<_> = (0..4).map(|v| game.sigma(&[v]).to_string()).collect();
    assert_eq!(sigma, ["2", "3", "2", "3"]);

    let five = board("fig12b");
    let game = Annihilation::of(&five.graph).expect("small");
    assert_eq!(game.t(), 0);
    assert_eq!(
        game.value(&five.vertices(&["z1", "z2"])).to_string(),
        "inf{0}"
    );
    assert_eq!(
        game.value(&five.vertices(&["z1", "z3"])).to_string(),
        "inf{}"
    );
}

/// A σ is linear, has kernel V_0, and equals γ where γ is finite. Both ours and the printed one do.
fn check_sigma(board: &Board, printed: [u64; 5]) {
    let game = Annihilation::of(&board.graph).expect("small");
    for bits in 0..32u32 {
        let position: Vec<u32> = (0..5).filter(|&v| bits >> v & 1 == 1).collect();
        let sigma = position.iter().fold(0, |sum, &v| sum ^ printed[v as usize]);
        match game.value(&position).finite() {
            Some(value) => assert_eq!(sigma, value, "{position:?}"),
            None => assert!(sigma >= 1 << game.t(), "{position:?}"),
        }
    }
}

#[test]
fn figure_14() {
    let z = board("fig14a");
    let game = Annihilation::of(&z.graph).expect("small");
    assert_eq!(game.t(), 2);
    let pairs = [
        "01:3", "02:2", "03:3", "04:2", "12:1", "13:0", "14:1", "23:1", "24:0", "34:1",
    ];
    for text in pairs {
        let (vertices, value) = text.split_once(':').expect("pair:value");
        let names: Vec<String> = vertices.chars().map(|c| format!("z{c}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(game.value(&z.vertices(&names)).to_string(), value, "{text}");
    }
    check_sigma(&z, [5, 6, 7, 6, 7]);

    let y = board("fig14b");
    let game = Annihilation::of(&y.graph).expect("small");
    assert_eq!(game.t(), 1);
    for other in ["y1", "y2", "y3", "y4"] {
        let position = y.vertices(&["y0", other]);
        assert_eq!(game.value(&position).to_string(), "inf{0,1}", "{other}");
    }
    check_sigma(&y, [3, 5, 4, 5, 4]);
}

#[test]
fn anne_is_beaten() {
    let anne = board("anne");
    let game = Annihilation::of(&anne.graph).expect("small");
    let name = |v| anne.named.name(v).into_owned();
    let position = anne.vertices(anne.tokens);
    assert_eq!(position.len(), 12);
    assert_eq!(game.value(&position).to_string(), "inf{0,1}");
    let winning = game.winning_moves(&position);
    let winning: Vec<_> = winning.iter().map(|m| (name(m.from), name(m.to))).collect();
    assert_eq!(winning, [pair("y0a", "y2a")]);
    assert_eq!(game.drawing_moves(&position).len(), 6);
    let two = |names: &[&str]| game.outcome(&anne.vertices(names));
    assert_eq!(two(&["z0a", "z2a", "z0b", "z2b"]), Label::P);
    assert_eq!(two(&["y0a", "y2a", "y0b", "y2b"]), Label::D);
    // After the winning move the game can be brought home against an opponent who always makes his
    // last move.
    let chosen = game.winning_moves(&position)[0];
    let mut winner = Winner::new(&game, &game.after(&position, chosen)).expect("a P-position");
    while let Some(&attack) = game.moves(winner.position()).last() {
        assert!(winner.reply(attack).is_some());
    }
    assert!(game.moves(winner.position()).is_empty());
}
