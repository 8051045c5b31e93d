//! Gadgets of sliding blocks: a port is a piece that is away when it has moved inwards.

use super::{Gadget, PortState};
use crate::{
    Error,
    blocks::{Cell, Frame, Puzzle},
};

/// A board with ports.
#[derive(Clone, Debug)]
pub struct SlidingGadget {
    puzzle: Puzzle,
    /// The name, the piece and the direction inwards of each port.
    ports: Vec<(String, usize, char)>,
}

impl SlidingGadget {
    /// A board and its ports: a name, a piece, and the direction (U, D, L or R) in which it moves to be away.
    pub fn new(puzzle: Puzzle, ports: Vec<(String, char, char)>) -> Result<SlidingGadget, Error> {
        let mut found = Vec::new();
        for (name, piece, direction) in ports {
            let Some(number) = puzzle.pieces().iter().position(|p| p.name == piece) else {
                return Err(Error::whole(format!(
                    "port {name}: there is no piece {piece}"
                )));
            };
            if !matches!(direction, 'U' | 'D' | 'L' | 'R') {
                return Err(Error::whole(format!(
                    "port {name}: `{direction}` is not U, D, L or R"
                )));
            }
            found.push((name, number, direction));
        }
        Ok(SlidingGadget {
            puzzle,
            ports: found,
        })
    }
}

impl Gadget for SlidingGadget {
    type State = Vec<Cell>;

    fn ports(&self) -> Vec<String> {
        self.ports.iter().map(|(name, _, _)| name.clone()).collect()
    }

    fn start(&self) -> Vec<Cell> {
        Frame::start(&self.puzzle).corners
    }

    fn moves(&self, state: &Vec<Cell>) -> Vec<(String, Vec<Cell>)> {
        let frame = Frame::at(&self.puzzle, state.clone());
        let mut all = Vec::new();
        for (number, piece) in self.puzzle.pieces().iter().enumerate() {
            for letter in ['U', 'D', 'L', 'R'] {
                let Ok(next) = self.puzzle.moved(&frame, piece.name, &letter.to_string()) else {
                    continue;
                };
                // Pieces of ports stay on their line and move one cell: the rest of the puzzle holds them.
                let port = self.ports.iter().find(|(_, p, _)| *p == number);
                if let Some(&(_, p, inwards)) = port {
                    let home = self.puzzle.pieces()[p].corner();
                    let at = next.corners[number];
                    let inside = step(home, inwards);
                    if at != home && Some(at) != inside {
                        continue;
                    }
                }
                all.push((format!("{} {letter}", piece.name), next.corners));
            }
        }
        all
    }

    fn port_state(&self, state: &Vec<Cell>) -> PortState {
        let away = |&(_, number, _): &(String, usize, char)| {
            state[number] != self.puzzle.pieces()[number].corner()
        };
        let bits = self.ports.iter().enumerate().filter(|(_, port)| away(port));
        bits.map(|(place, _)| 1 << place).sum()
    }
}

fn step((r, c): Cell, direction: char) -> Option<Cell> {
    match direction {
        'U' => Some((r.checked_sub(1)?, c)),
        'D' => Some((r + 1, c)),
        'L' => Some((r, c.checked_sub(1)?)),
        _ => Some((r, c + 1)),
    }
}
