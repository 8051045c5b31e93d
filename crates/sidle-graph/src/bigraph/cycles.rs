//! Cycles of bigraphs with the players who make their moves.

use sidle_core::{Meter, Player, StopReason};

use super::{Bigraph, Edge, State};

/// Cycles, and whether there are no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycles {
    /// The moves of each cycle in order.
    pub cycles: Vec<Vec<Edge>>,
    /// Are these all?
    pub is_complete: bool,
}

/// The cycles that meet each vertex once at most, up to a number of cycles. Two moves between the same vertices make two cycles.
///
/// Cost: a search of all paths; exponential where there are many and few of them are cycles.
pub fn simple_cycles(graph: &Bigraph, most: usize, meter: &Meter) -> Result<Cycles, StopReason> {
    let moves: Vec<Vec<(u32, Edge)>> = graph
        .vertices()
        .map(|v| {
            let of = |player: Player| graph.options(v, player).iter().map(move |&w| (player, w));
            let all = Player::BOTH.into_iter().flat_map(of);
            all.map(|(player, w)| (w, (v, player, w))).collect()
        })
        .collect();
    cycles(&moves, most, meter)
}

/// The closed walks of moves that alternate, each state of a vertex and a mover at most once. They may meet a vertex twice,
/// with either player to move.
pub fn alternating_cycles(
    graph: &Bigraph,
    most: usize,
    meter: &Meter,
) -> Result<Cycles, StopReason> {
    let index = |state: State| 2 * state.vertex + state.mover.index() as u32;
    let states = graph
        .vertices()
        .flat_map(|v| Player::BOTH.map(|mover| State::new(v, mover)));
    let moves: Vec<Vec<(u32, Edge)>> = states
        .map(|state| {
            let options = graph.options(state.vertex, state.mover).iter();
            let to = options.map(|&w| {
                let edge = (state.vertex, state.mover, w);
                (index(State::new(w, -state.mover)), edge)
            });
            to.collect()
        })
        .collect();
    cycles(&moves, most, meter)
}

/// Each cycle is found from its least place.
fn cycles(moves: &[Vec<(u32, Edge)>], most: usize, meter: &Meter) -> Result<Cycles, StopReason> {
    let mut found = Cycles {
        cycles: Vec::new(),
        is_complete: true,
    };
    let mut ticker = meter.ticker();
    for root in 0..moves.len() as u32 {
        let back = leads_back(moves, root);
        let mut on_path = vec![false; moves.len()];
        let mut path: Vec<(u32, usize)> = vec![(root, 0)];
        let mut edges: Vec<Edge> = Vec::new();
        on_path[root as usize] = true;
        while let Some((place, next)) = path.last_mut() {
            ticker.step()?;
            let place = *place;
            let Some(&(to, edge)) = moves[place as usize].get(*next) else {
                on_path[place as usize] = false;
                path.pop();
                edges.pop();
                continue;
            };
            *next += 1;
            if to == root {
                if found.cycles.len() == most {
                    found.is_complete = false;
                    return Ok(found);
                }
                let mut cycle = edges.clone();
                cycle.push(edge);
                found.cycles.push(cycle);
            } else if to > root && back[to as usize] && !on_path[to as usize] {
                on_path[to as usize] = true;
                path.push((to, 0));
                edges.push(edge);
            }
        }
    }
    Ok(found)
}

/// The places that are not less than the root and lead to it.
fn leads_back(moves: &[Vec<(u32, Edge)>], root: u32) -> Vec<bool> {
    let mut before = vec![Vec::new(); moves.len()];
    for (place, row) in (0..).zip(moves) {
        for &(to, _) in row {
            if place >= root && to >= root {
                before[to as usize].push(place);
            }
        }
    }
    let mut seen = vec![false; moves.len()];
    let mut todo = vec![root];
    while let Some(place) = todo.pop() {
        for &earlier in &before[place as usize] {
            if !std::mem::replace(&mut seen[earlier as usize], true) {
                todo.push(earlier);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(found: &Cycles) -> Vec<String> {
        let letter = |&(_, player, _): &Edge| match player {
            Player::Left => 'L',
            Player::Right => 'R',
        };
        let pattern = |cycle: &Vec<Edge>| cycle.iter().map(letter).collect();
        found.cycles.iter().map(pattern).collect()
    }

    #[test]
    fn loops_and_circles() {
        // dud has two loops, which alternate as one closed walk.
        let dud = Bigraph::from_rows([(&[0u32][..], &[0u32][..])]);
        let meter = Meter::unlimited();
        let simple = simple_cycles(&dud, 10, &meter).expect("no limit");
        assert_eq!(patterns(&simple), ["L", "R"]);
        let alternating = alternating_cycles(&dud, 10, &meter).expect("no limit");
        assert_eq!(patterns(&alternating), ["LR"]);
        // A circle LLRR does not alternate.
        let rows: [(&[u32], &[u32]); 4] = [(&[1], &[]), (&[2], &[]), (&[], &[3]), (&[], &[0])];
        let circle = Bigraph::from_rows(rows);
        let simple = simple_cycles(&circle, 10, &meter).expect("no limit");
        assert_eq!(patterns(&simple), ["LLRR"]);
        assert!(
            alternating_cycles(&circle, 10, &meter)
                .expect("no limit")
                .cycles
                .is_empty()
        );
        let cut = simple_cycles(&dud, 1, &meter).expect("no limit");
        assert!(!cut.is_complete && cut.cycles.len() == 1);
    }

    /// A graph has an alternating cycle iff it is not a graph of stoppers.
    #[test]
    fn alternating_cycles_are_what_stoppers_lack() {
        for code in 0..1u32 << 8 {
            let list = |bits: u32| {
                (0..2u32)
                    .filter(|w| bits >> w & 1 != 0)
                    .collect::<Vec<u32>>()
            };
            let lists: Vec<Vec<u32>> = (0..4).map(|place| list(code >> (2 * place) & 3)).collect();
            let graph = Bigraph::from_rows([
                (&lists[0][..], &lists[1][..]),
                (&lists[2][..], &lists[3][..]),
            ]);
            let found = alternating_cycles(&graph, 1, &Meter::unlimited()).expect("no limit");
            assert_eq!(found.cycles.is_empty(), graph.is_stopper_graph());
        }
    }
}
