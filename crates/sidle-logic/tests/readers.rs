//! Files that are almost right, and bytes at random: every reader answers or says what is wrong. The same functions stand behind the fuzz targets.

use sidle_core::Meter;
use sidle_logic::{
    blocks::{self, Puzzle, replay},
    decide::{Game, Options, decide},
    gadget::{Behaviour, Chamber, GadgetFile, find},
    graph::{ConstraintGraph, planar::embedding},
    hitori::{self, Board, is_solution},
};

const SEEDS: [&str; 7] = [
    "0 1 2 W\n0 1 2 B one\n1 0 2 W # last\nmin 0 1\ntarget 2\ntarget W 2\ntarget B one\nlast 0 1\n",
    r#"{"edges":[{"from":"a","to":"b","weight":2,"owner":"W"},{"from":"b","to":"a","weight":1,"owner":"B"}],"minimums":[["a",0],["b",1]],"target":0,"white_target":0,"black_target":1,"last":[1],"players":[{"name":"p","team":"W","reverses":[0],"sees":[1],"target":0},{"name":"q","team":"B","reverses":[1]}]}"#,
    "1 1 2\n2 1 1\n3 2 2\n",
    "[[1,1],[\"a\",2]]",
    "a**b\na**b\ncdde\n%f.e\ngoal\n....\n....\n.**.\n.**.\n",
    "BCDDE.BCF.EGB.FAAGHHHI.G..JIKKLLJMM.\n",
    "blocks\n%%T%%\n%%T%%\n%H?%%\n%..%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n",
];

/// What is put in.
const LETTERS: &[u8] = b" .%?\n0129abWB#{}[]\":,x*";

fn mangled(random: &mut fastrand::Rng) -> String {
    let seed = SEEDS[random.usize(..SEEDS.len())];
    let mut bytes: Vec<u8> = if random.u8(..10) == 0 {
        (0..random.usize(..80)).map(|_| random.u8(..)).collect()
    } else {
        seed.into()
    };
    for _ in 0..random.usize(..6) {
        let at = random.usize(..=bytes.len());
        match random.u8(..5) {
            0 if at < bytes.len() => {
                bytes.remove(at);
            }
            1 if at < bytes.len() => bytes[at] = LETTERS[random.usize(..LETTERS.len())],
            2 => bytes.insert(at, LETTERS[random.usize(..LETTERS.len())]),
            3 => bytes.truncate(at),
            _ => {
                let from = random.usize(..=at);
                let part = bytes[from..at].to_vec();
                bytes.splice(at..at, part);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read_everything(text: &str) {
    let meter = || Meter::new().with_max_nodes(3000);
    if let Ok(graph) = ConstraintGraph::parse(text) {
        let json = ConstraintGraph::parse(&graph.to_json()).expect("what was written");
        assert_eq!(json.to_json(), graph.to_json());
        let _ = embedding(&graph);
        for game in Game::all() {
            let _ = decide(&graph, game, Options::default(), &meter());
        }
    }
    if let Ok(board) = Board::parse(text)
        && let Ok(outcome) = hitori::solve(&board, &meter())
    {
        assert!(
            outcome
                .examples
                .iter()
                .all(|painted| is_solution(&board, painted))
        );
    }
    if let Ok(puzzle) = Puzzle::parse(text)
        && let Ok(solution) = blocks::solve(&puzzle, blocks::Options::default(), &meter())
    {
        let frames = replay(&puzzle, &solution.moves).expect("legal moves");
        let solved = frames
            .last()
            .is_some_and(|frame| puzzle.is_solved(frame, false));
        assert_eq!(solved, solution.length.is_some());
    }
    if let Ok(gadget) = GadgetFile::parse(text) {
        let _ = gadget.check(&Behaviour::named("and").expect("a name"), &meter());
    }
    if let Ok(chamber) = Chamber::parse(text, &[(1, 1), (1, 2)]) {
        let _ = find(
            &chamber,
            &Behaviour::named("and").expect("a name"),
            None,
            &meter(),
        );
    }
}

#[test]
fn readers_do_not_panic() {
    SEEDS.iter().for_each(|seed| read_everything(seed));
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..4000 {
        read_everything(&mangled(&mut random));
    }
}
