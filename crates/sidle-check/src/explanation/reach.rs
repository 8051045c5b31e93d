//! Walks of moves that alternate.

use sidle_core::Player;

use super::Rows;

/// What alternating moves lead to.
pub(super) struct AlternatingWalks(Vec<[bool; 2]>);

impl AlternatingWalks {
    /// The walks from a vertex whose first move is made by `first`, of one move or more.
    pub(super) fn from(rows: &Rows, vertex: u32, first: Player) -> AlternatingWalks {
        let mut seen = vec![[false; 2]; rows.len()];
        let mut todo = vec![(vertex, first)];
        while let Some((v, mover)) = todo.pop() {
            for &w in &rows[v as usize][mover.index()] {
                let next = -mover;
                if !std::mem::replace(&mut seen[w as usize][next.index()], true) {
                    todo.push((w, next));
                }
            }
        }
        AlternatingWalks(seen)
    }

    /// Does a walk lead to the vertex with that player to move?
    pub(super) fn reaches(&self, vertex: u32, mover: Player) -> bool {
        self.0[vertex as usize][mover.index()]
    }
}

/// Is there no closed alternating walk? States that cannot move on are taken away until none is left.
pub(super) fn is_stopper(rows: &Rows) -> bool {
    let mut alive = vec![[true; 2]; rows.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (v, row) in rows.iter().enumerate() {
            for player in Player::BOTH {
                let lives = row[player.index()]
                    .iter()
                    .any(|&w| alive[w as usize][(-player).index()]);
                if alive[v][player.index()] && !lives {
                    alive[v][player.index()] = false;
                    changed = true;
                }
            }
        }
    }
    !alive.iter().flatten().any(|&alive| alive)
}
