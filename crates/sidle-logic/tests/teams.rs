//! Team games against the enumeration of all strategies, and against the checker of certificates.

use std::collections::BTreeMap;

use serde_json::Value;
use sidle_core::Meter;
use sidle_logic::{
    decide::{Answer, Game, Options, certificate, decide},
    graph::{Configuration, ConstraintGraph, Owner, TeamPlayer},
};

/// What a player goes by: his number, the directions of his edges at every turn, and his moves.
type Knowledge = (usize, Vec<Vec<bool>>, Vec<usize>);

struct Play {
    at: Configuration,
    turn: usize,
    passes: usize,
    past: Vec<Configuration>,
}

struct Naive<'g> {
    graph: &'g ConstraintGraph,
    players: Vec<TeamPlayer>,
    bounded: bool,
    horizon: usize,
}

impl Naive<'_> {
    fn start(&self) -> Play {
        Play {
            at: self.graph.start(),
            turn: 0,
            passes: 0,
            past: Vec::new(),
        }
    }

    fn moves(&self, play: &Play, player: usize) -> Vec<usize> {
        let own = self.players[player].reverses.iter().copied();
        own.filter(|&e| {
            let mut next = play.at.clone();
            next.reverse(e);
            // Each edge at most once: then a reversed edge has had its turn.
            self.graph.is_legal(&next) && !(self.bounded && play.at.is_reversed(e))
        })
        .collect()
    }

    fn knowledge(&self, play: &Play, player: usize, moves: &[usize]) -> Knowledge {
        let sees = &self.players[player].sees;
        let seen = play.past.iter().chain([&play.at]);
        let seen = seen.map(|at| sees.iter().map(|&e| at.is_reversed(e)).collect());
        (player, seen.collect(), moves.to_vec())
    }

    fn after(&self, play: &Play, edge: Option<usize>) -> Play {
        let mut at = play.at.clone();
        edge.iter().for_each(|&e| at.reverse(e));
        let mut past = play.past.clone();
        past.push(play.at.clone());
        Play {
            at,
            turn: play.turn + 1,
            passes: if edge.is_some() { 0 } else { play.passes + 1 },
            past,
        }
    }

    /// All knowledge that players of the team can ever have when they must choose, with their moves.
    fn situations(&self, team: Owner) -> BTreeMap<Knowledge, Vec<usize>> {
        let mut all = BTreeMap::new();
        let mut open = vec![self.start()];
        while let Some(play) = open.pop() {
            if play.turn >= self.horizon || play.passes >= self.players.len() {
                continue;
            }
            let player = play.turn % self.players.len();
            let moves = self.moves(&play, player);
            if self.players[player].team == team && !moves.is_empty() {
                all.insert(self.knowledge(&play, player, &moves), moves.clone());
            }
            if moves.is_empty() {
                open.push(self.after(&play, None));
            }
            for e in moves {
                if self.players[player].target != Some(e) {
                    open.push(self.after(&play, Some(e)));
                }
            }
        }
        all
    }

    /// Does the team win every play in which it follows the strategy?
    fn wins(&self, team: Owner, strategy: &BTreeMap<&Knowledge, usize>) -> bool {
        let mut open = vec![self.start()];
        while let Some(play) = open.pop() {
            if play.turn >= self.horizon || play.passes >= self.players.len() {
                return false;
            }
            let player = play.turn % self.players.len();
            let moves = self.moves(&play, player);
            let own = self.players[player].team == team;
            let chosen = match moves.as_slice() {
                [] => vec![None],
                _ if own => vec![Some(strategy[&self.knowledge(&play, player, &moves)])],
                all => all.iter().copied().map(Some).collect(),
            };
            for edge in chosen {
                if edge.is_some() && edge == self.players[player].target {
                    if own {
                        continue;
                    }
                    return false;
                }
                open.push(self.after(&play, edge));
            }
        }
        true
    }

    /// By trying every strategy; `None` if there are too many.
    fn forces(&self, team: Owner) -> Option<bool> {
        let situations: Vec<(Knowledge, Vec<usize>)> = self.situations(team).into_iter().collect();
        let count = situations
            .iter()
            .try_fold(1usize, |count, (_, moves)| count.checked_mul(moves.len()));
        let count = count.filter(|&count| count <= 5000)?;
        Some((0..count).any(|number| {
            let mut rest = number;
            let strategy = situations
                .iter()
                .map(|(knowledge, moves)| {
                    let choice = moves[rest % moves.len()];
                    rest /= moves.len();
                    (knowledge, choice)
                })
                .collect();
            self.wins(team, &strategy)
        }))
    }
}

fn random_game(random: &mut fastrand::Rng) -> ConstraintGraph {
    let (vertices, edges) = (random.usize(2..4), random.usize(3..6));
    let ends = |random: &mut fastrand::Rng| {
        let tail = random.usize(..vertices);
        (tail, (tail + random.usize(1..vertices)) % vertices)
    };
    let edges: Vec<(usize, usize, u32)> = (0..edges)
        .map(|_| {
            let (tail, head) = ends(random);
            (tail, head, random.u32(1..=2))
        })
        .collect();
    let mut graph = ConstraintGraph::from_edges(edges.iter().copied());
    for v in 0..graph.vertices().len() {
        let inflow = graph.inflow(v, &graph.start()) as u32;
        graph.set_minimum(v, random.u32(..=2).min(inflow));
    }
    let teams: &[Owner] = match random.usize(..3) {
        0 => &[Owner::White, Owner::Black],
        1 => &[Owner::White, Owner::Black, Owner::White],
        _ => &[Owner::White, Owner::White, Owner::Black],
    };
    let mut own = vec![Vec::new(); teams.len()];
    for e in 0..edges.len() {
        own[random.usize(..teams.len())].push(e);
    }
    let players = teams
        .iter()
        .zip(own)
        .enumerate()
        .map(|(number, (&team, reverses))| {
            let mut sees: Vec<usize> = (0..edges.len())
                .filter(|e| reverses.contains(e) || random.u8(..4) == 0)
                .collect();
            sees.sort_unstable();
            TeamPlayer {
                name: number.to_string(),
                team,
                target: (!reverses.is_empty()).then(|| reverses[random.usize(..reverses.len())]),
                reverses,
                sees,
            }
        });
    graph.set_players(players.collect());
    graph
}

/// The certificate with one thing changed that makes it wrong.
fn forged(proof: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for answer in ["white", "black", "draw"] {
        if proof["answer"] != answer {
            let mut other = proof.clone();
            other["answer"] = answer.into();
            all.push(other);
        }
    }
    if proof["decisions"][0].is_object() {
        let mut other = proof.clone();
        other["decisions"][0]["choice"] = serde_json::json!([99]);
        all.push(other);
    }
    if proof["refutations"].is_array() {
        for team in 0..2 {
            // A tree without its last vertex, with its last vertex twice, and with a branch left out.
            let mut other = proof.clone();
            let tree = other["refutations"][team].as_array_mut().expect("a tree");
            let last = tree.pop().expect("not empty");
            all.push(other.clone());
            let tree = other["refutations"][team].as_array_mut().expect("a tree");
            tree.extend([last.clone(), last]);
            all.push(other);
            let mut other = proof.clone();
            let tree = other["refutations"][team].as_array_mut().expect("a tree");
            let vertex = tree
                .iter_mut()
                .rev()
                .find(|vertex| vertex["decide"].is_object());
            if let Some(choices) = vertex.and_then(|v| v["decide"]["choices"].as_array_mut()) {
                choices.pop();
                all.push(other);
            }
        }
    }
    all
}

#[test]
fn team_games_equal_the_enumeration_of_strategies() {
    let mut random = fastrand::Rng::with_seed(15);
    let mut answers: BTreeMap<(bool, String), usize> = BTreeMap::new();
    let mut done = 0;
    while done < 250 {
        let graph = random_game(&mut random);
        if graph.players().iter().all(|player| player.target.is_none()) {
            continue;
        }
        let bounded = random.bool();
        let options = Options {
            horizon: random.u64(2..6),
            ..Options::default()
        };
        let naive = Naive {
            graph: &graph,
            players: graph.players(),
            bounded,
            horizon: if bounded {
                usize::MAX
            } else {
                options.horizon as usize
            },
        };
        let (Some(white), Some(black)) = (naive.forces(Owner::White), naive.forces(Owner::Black))
        else {
            continue;
        };
        assert!(!(white && black));
        let expected = match (white, black) {
            (true, _) => Answer::White,
            (_, true) => Answer::Black,
            _ => Answer::Draw,
        };
        let game = if bounded {
            Game::BoundedTeam
        } else {
            Game::Team
        };
        let found = decide(&graph, game, options, &Meter::unlimited()).expect("a good graph");
        assert_eq!(
            found.answer,
            expected,
            "{game} {options:?}\n{}",
            graph.to_json()
        );
        assert_eq!(found.horizon, (!bounded).then_some(options.horizon));
        let (_, proof) = certificate(&graph, game, options, "", &Meter::unlimited())
            .unwrap_or_else(|reason| panic!("{reason}"));
        let is_valid = |proof: &Value| {
            let verdict = sidle_check::check_bytes(proof.to_string().as_bytes());
            verdict.expect("a certificate").is_valid()
        };
        let proof: Value = serde_json::from_str(&proof).expect("JSON");
        assert!(is_valid(&proof), "{proof}");
        for other in forged(&proof) {
            assert!(!is_valid(&other), "{other}");
        }
        *answers.entry((bounded, expected.to_string())).or_default() += 1;
        done += 1;
    }
    // All six kinds of answers occur.
    assert_eq!(answers.len(), 6, "{answers:?}");
}
