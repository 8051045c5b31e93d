//! Attractors and Büchi games against their definitions, and every strategy checked as a proof.

mod common;

use common::{large_digraphs, random_digraph, small_digraph};
use sidle_core::{
    Meter,
    Player::{self, Left, Right},
};
use sidle_graph::{
    Digraph, Threads,
    arena::{Arena, Solution, attractor, buechi, co_buechi, try_attractor, try_buechi},
};

fn owners(n: usize, bits: usize) -> Vec<Player> {
    (0..n)
        .map(|v| if bits >> v & 1 == 1 { Left } else { Right })
        .collect()
}

fn members(n: usize, bits: usize) -> Vec<u32> {
    (0..n as u32).filter(|v| bits >> v & 1 == 1).collect()
}

/// The attractor by rounds: after round k it holds what can be forced within k moves.
fn naive_ranks(arena: &Arena<'_>, player: Player, target: &[u32]) -> Vec<Option<u64>> {
    let graph = arena.graph();
    let mut ranks: Vec<Option<u64>> = graph
        .vertices()
        .map(|v| target.contains(&v).then_some(0))
        .collect();
    for round in 1..=graph.vertex_count() as u64 {
        let before = ranks.clone();
        for v in graph.vertices().filter(|&v| before[v as usize].is_none()) {
            let mut options = graph.successors(v).iter();
            let inside = |w: &u32| before[*w as usize].is_some();
            let joins = match arena.owner(v) == player {
                true => options.any(inside),
                false => options.len() > 0 && options.all(inside),
            };
            if joins {
                ranks[v as usize] = Some(round);
            }
        }
    }
    ranks
}

fn check_attractor(arena: &Arena<'_>, player: Player, target: &[u32]) {
    let found = attractor(arena, player, target);
    let naive = naive_ranks(arena, player, target);
    for v in arena.graph().vertices() {
        assert_eq!(
            found.rank(v),
            naive[v as usize],
            "{v} of {arena:?} for {player} to {target:?}"
        );
        let moved = found.best_move(arena, v);
        match (found.rank(v), arena.owner(v) == player) {
            (Some(rank @ 1..), true) => {
                let to = moved.expect("a move towards the target");
                assert!(arena.graph().forward().has_edge(v, to));
                assert_eq!(found.rank(to), Some(rank - 1));
            }
            (None, false) => {
                let stuck = arena.graph().successors(v).is_empty();
                assert_eq!(moved.is_none(), stuck);
                assert!(moved.is_none_or(|to| !found.contains(to)));
            }
            _ => assert_eq!(moved, None),
        }
    }
}

/// What is reachable from `v` along `options`.
fn reachable(n: usize, v: u32, options: impl Fn(u32) -> Vec<u32>) -> Vec<bool> {
    let mut seen = vec![false; n];
    let mut stack = options(v);
    while let Some(v) = stack.pop() {
        if !std::mem::replace(&mut seen[v as usize], true) {
            stack.extend(options(v));
        }
    }
    seen
}

/// Does the opponent have a counterplay from `v` against the player's `moves`? That is a way to a
/// dead end of the player, or to a cycle outside the accepting set.
fn refuted(
    arena: &Arena<'_>,
    player: Player,
    accepting: &[u32],
    moves: &[Option<u32>],
    v: u32,
) -> bool {
    let graph = arena.graph();
    let n = graph.vertex_count();
    let options = |v: u32| match arena.owner(v) == player {
        true => moves[v as usize].into_iter().collect(),
        false => graph.successors(v).to_vec(),
    };
    let mut met = reachable(n, v, options);
    met[v as usize] = true;
    graph.vertices().filter(|&u| met[u as usize]).any(|u| {
        let stuck = arena.owner(u) == player && options(u).is_empty();
        let plain = |w: u32| {
            let mut all = if accepting.contains(&w) {
                Vec::new()
            } else {
                options(w)
            };
            all.retain(|x| !accepting.contains(x));
            all
        };
        stuck || reachable(n, u, plain)[u as usize]
    })
}

/// The winning region by trying every memoryless strategy of the player.
fn brute_force(arena: &Arena<'_>, player: Player, accepting: &[u32]) -> Vec<Player> {
    let graph = arena.graph();
    let n = graph.vertex_count();
    let mut winners = vec![-player; n];
    let choices = |v: u32| {
        if arena.owner(v) == player {
            graph.successors(v).len().max(1)
        } else {
            1
        }
    };
    let all: usize = graph.vertices().map(choices).product();
    for number in 0..all {
        let mut rest = number;
        let mut moves = vec![None; n];
        for v in graph.vertices().filter(|&v| arena.owner(v) == player) {
            moves[v as usize] = graph.successors(v).get(rest % choices(v)).copied();
            rest /= choices(v);
        }
        for v in graph.vertices() {
            if !refuted(arena, player, accepting, &moves, v) {
                winners[v as usize] = player;
            }
        }
    }
    winners
}

/// Strongly connected components that contain a cycle, by two searches with explicit stacks.
fn cyclic_components(n: usize, options: &dyn Fn(u32) -> Vec<u32>) -> Vec<Vec<u32>> {
    let mut order = Vec::new();
    let mut seen = vec![false; n];
    for root in 0..n as u32 {
        let mut stack = vec![(root, false)];
        while let Some((v, done)) = stack.pop() {
            if done {
                order.push(v);
            } else if !std::mem::replace(&mut seen[v as usize], true) {
                stack.push((v, true));
                stack.extend(options(v).into_iter().map(|w| (w, false)));
            }
        }
    }
    let mut back = vec![Vec::new(); n];
    for v in 0..n as u32 {
        for w in options(v) {
            back[w as usize].push(v);
        }
    }
    let mut component = vec![usize::MAX; n];
    let mut all: Vec<Vec<u32>> = Vec::new();
    for &root in order.iter().rev() {
        let mut stack = vec![root];
        let mut group = Vec::new();
        while let Some(v) = stack.pop() {
            if component[v as usize] == usize::MAX {
                component[v as usize] = all.len();
                group.push(v);
                stack.extend(&back[v as usize]);
            }
        }
        all.push(group);
    }
    all.retain(|group| group.len() > 1 || group.iter().any(|&v| options(v).contains(&v)));
    all
}

/// Both strategies are proofs: nobody leaves the winner's region against it, nobody gets stuck on the
/// winner's side, and every cycle that the strategy allows is good for the winner.
fn check_proof(arena: &Arena<'_>, player: Player, accepting: &[u32], solved: &Solution) {
    let graph = arena.graph();
    let n = graph.vertex_count();
    let mut is_accepting = vec![false; n];
    accepting
        .iter()
        .for_each(|&v| is_accepting[v as usize] = true);
    for winner in [player, -player] {
        let here = |v: u32| solved.winner(v) == winner;
        for v in graph.vertices().filter(|&v| here(v)) {
            if arena.owner(v) == winner {
                let to = solved.winning_move(arena, v).expect("the winner can move");
                assert!(graph.forward().has_edge(v, to) && here(to));
            } else {
                assert_eq!(solved.winning_move(arena, v), None);
                assert!(graph.successors(v).iter().all(|&w| here(w)));
            }
        }
        let bad = |v: u32| winner == player && is_accepting[v as usize];
        let options = |v: u32| -> Vec<u32> {
            let all = match arena.owner(v) == winner {
                true => solved.winning_move(arena, v).into_iter().collect(),
                false => graph.successors(v).to_vec(),
            };
            // For the player, a cycle must not avoid the accepting set; for the opponent no cycle
            // may meet it.
            if here(v) && !bad(v) {
                all.into_iter().filter(|&w| !bad(w)).collect()
            } else {
                Vec::new()
            }
        };
        let cycles = cyclic_components(n, &options);
        match winner == player {
            true => assert!(cycles.is_empty(), "a cycle outside the accepting set"),
            false => assert!(cycles.iter().flatten().all(|&v| !is_accepting[v as usize])),
        }
    }
}

fn check_buechi(arena: &Arena<'_>, player: Player, accepting: &[u32]) {
    let solved = buechi(arena, player, accepting);
    let brute = brute_force(arena, player, accepting);
    assert_eq!(
        solved.winners(),
        brute,
        "{arena:?} for {player} with {accepting:?}"
    );
    check_proof(arena, player, accepting, &solved);
    assert_eq!(co_buechi(arena, -player, accepting), solved);
}

#[test]
fn everything_on_up_to_three_vertices() {
    for n in 0..=3 {
        for edges in 0..1u64 << (n * n) {
            let graph = small_digraph(n, edges);
            for bits in 0..1 << n {
                let owners = owners(n, bits);
                let arena = Arena::new(&graph, &owners);
                for set in (0..1 << n).map(|bits| members(n, bits)) {
                    check_attractor(&arena, Left, &set);
                    check_buechi(&arena, Left, &set);
                }
            }
        }
    }
}

#[test]
fn all_digraphs_on_four_vertices_with_random_owners() {
    let mut random = fastrand::Rng::with_seed(4);
    for edges in 0..1u64 << 16 {
        let graph = small_digraph(4, edges);
        let owners = owners(4, random.usize(..16));
        let arena = Arena::new(&graph, &owners);
        let set = members(4, random.usize(..16));
        let player = if random.usize(..2) == 0 { Left } else { Right };
        check_attractor(&arena, player, &set);
        check_buechi(&arena, player, &set);
    }
}

#[test]
fn random_arenas() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..10_000 {
        let graph = random_digraph(&mut random, 7);
        let n = graph.vertex_count();
        let owners = owners(n, random.usize(..1 << n));
        let arena = Arena::new(&graph, &owners);
        let set = members(n, random.usize(..1 << n) & random.usize(..1 << n));
        check_attractor(&arena, Right, &set);
        check_buechi(&arena, Right, &set);
    }
}

#[test]
fn large_arenas_with_strategies_as_proofs() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut shrunk = 0;
    for (name, graph) in large_digraphs(30_000) {
        let n = graph.vertex_count();
        let owners: Vec<Player> = (0..n).map(|_| [Left, Right][random.usize(..2)]).collect();
        let arena = Arena::new(&graph, &owners);
        for share in [3, 20, 200] {
            let accepting: Vec<u32> = graph
                .vertices()
                .filter(|_| random.usize(..share) == 0)
                .collect();
            for player in [Left, Right] {
                let solved = buechi(&arena, player, &accepting);
                check_proof(&arena, player, &accepting, &solved);
                shrunk += solved
                    .winners()
                    .iter()
                    .filter(|&&winner| winner == Left)
                    .count();
                let one = attractor(&arena, player, &accepting);
                for threads in [2, 5].map(Threads::new) {
                    let meter = Meter::unlimited();
                    let many = try_attractor(&arena, player, &accepting, threads, &meter);
                    assert_eq!(many.as_ref(), Ok(&one), "{name}");
                    let many = try_buechi(&arena, player, &accepting, threads, &meter);
                    assert_eq!(many.as_ref(), Ok(&solved), "{name}");
                }
            }
        }
    }
    assert!(shrunk > 0, "somebody wins something");
}

/// A chain in which every iteration of the classical algorithm removes one link only: the worst
/// case for starting afresh each time, linear when the attractor is repaired.
#[test]
fn a_chain_of_removals() {
    let links = 50_000u32;
    let mut edges = Vec::new();
    let mut owners = Vec::new();
    let mut accepting = Vec::new();
    // Link k: an accepting vertex 2k of Right that must go to 2k+1 of Left, which can wait there or
    // go on to the next accepting vertex. The last one has nothing but its loop.
    for k in 0..links {
        let (gate, room) = (2 * k, 2 * k + 1);
        edges.push((gate, room));
        edges.push((room, room));
        if k + 1 < links {
            edges.push((room, gate + 2));
        }
        owners.extend([Right, Left]);
        accepting.push(gate);
    }
    let graph = Digraph::from_edges(2 * links as usize, &edges).expect("good edges");
    let arena = Arena::new(&graph, &owners);
    let solved = buechi(&arena, Left, &accepting);
    assert!(solved.winners().iter().all(|&winner| winner == Right));
    // With a way back from the end everything turns.
    edges.push((2 * links - 1, 0));
    let graph = Digraph::from_edges(2 * links as usize, &edges).expect("good edges");
    let arena = Arena::new(&graph, &owners);
    let solved = buechi(&arena, Left, &accepting);
    assert!(solved.winners().iter().all(|&winner| winner == Left));
}
