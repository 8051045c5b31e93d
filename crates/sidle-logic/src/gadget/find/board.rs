//! Boards of masks, on which everything is played quickly.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, StopReason};

use super::{Cell, Chamber, Filling, PortState};
use crate::search::Key;

/// Cells of the board with a border of walls around it.
type Mask = u128;
/// The places of the pieces, eight bits each.
type Places = [u64; 4];

/// A board of masks: the walls, and for each piece its cells when its corner is cell 0 and where the corner is at the start.
pub(super) struct Board {
    width: usize,
    walls: Mask,
    pieces: Vec<(Mask, usize)>,
    /// The first so many pieces belong to the ports: where they may stand away from home.
    away: Vec<usize>,
}

impl Board {
    pub(super) fn new(chamber: &Chamber, filling: &Filling, free: bool) -> Board {
        let width = chamber.rows[0].len() + 2;
        let height = chamber.rows.len() + 2;
        let place = |(r, c): Cell| (r + 1) * width + c + 1;
        let mut walls: Mask = 0;
        for r in 0..height {
            for c in 0..width {
                let inside = (1..height - 1).contains(&r) && (1..width - 1).contains(&c);
                if !inside || chamber.rows[r - 1][c - 1] == '%' {
                    walls |= 1 << (r * width + c);
                }
            }
        }
        // Open cells that have become walls, or that nothing has been decided about.
        let mut solid: Mask = chamber.open.iter().map(|&cell| 1 << place(cell)).sum();
        for &cell in &filling.empty {
            solid &= !(1 << place(cell));
        }
        if free {
            for &cell in &filling.left {
                solid &= !(1 << place(cell));
            }
        }
        let mut named: Vec<(char, Mask)> = Vec::new();
        for (r, row) in chamber.rows.iter().enumerate() {
            for (c, &name) in row.iter().enumerate() {
                if matches!(name, '.' | '%' | '?') {
                    continue;
                }
                match named.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, mask)) => *mask |= 1 << place((r, c)),
                    None => named.push((name, 1 << place((r, c)))),
                }
            }
        }
        let mut pieces = Vec::new();
        let mut away = Vec::new();
        // Two ports may share a piece; it is listed once, with the first.
        for &(_, name, direction) in &chamber.ports {
            if let Some(at) = named.iter().position(|(known, _)| *known == name) {
                let (_, mask) = named.remove(at);
                let corner = mask.trailing_zeros() as usize;
                pieces.push((mask >> corner, corner));
                away.push(match direction {
                    'U' => corner - width,
                    'D' => corner + width,
                    'L' => corner - 1,
                    _ => corner + 1,
                });
            }
        }
        let blocks = filling.corners.iter().zip(&filling.shapes);
        let inner = named.into_iter().map(|(_, mask)| mask);
        let inner = inner.chain(blocks.map(|(&(r, c), &(height, width))| {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (r + y, c + x)));
            cells.map(|cell| 1 << place(cell)).sum()
        }));
        let first = pieces.len();
        for mask in inner {
            solid &= !mask;
            let corner = mask.trailing_zeros() as usize;
            pieces.push((mask >> corner, corner));
        }
        // Equal inner pieces stand side by side in the list.
        pieces[first..].sort_unstable();
        Board {
            width,
            walls: walls | solid,
            pieces,
            away,
        }
    }

    /// Plays everything; ends early when `enough` says so of a port state. How many states, and was it enough?
    pub(super) fn explore(
        &self,
        mut enough: impl FnMut(PortState) -> bool,
        meter: &Meter,
    ) -> Result<(usize, bool), StopReason> {
        let place = |places: Places, piece: usize| places.field(8 * piece as u32, 8) as usize;
        let mut start = Places::ZERO;
        for (piece, &(_, corner)) in self.pieces.iter().enumerate() {
            start = start.with_field(8 * piece as u32, 8, corner as u32);
        }
        let mut ticker = meter.ticker();
        let mut seen: FxHashSet<Places> = FxHashSet::from_iter([start]);
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            ticker.node(64)?;
            let ports = self.away.len();
            let away = (0..ports).filter(|&port| place(at, port) != self.pieces[port].1);
            if enough(away.map(|port| 1 << port).sum()) {
                return Ok((seen.len(), true));
            }
            let mask = |piece: usize| self.pieces[piece].0 << place(at, piece);
            let all = (0..self.pieces.len()).fold(self.walls, |all, piece| all | mask(piece));
            for piece in 0..self.pieces.len() {
                let here = place(at, piece);
                let rest = all & !mask(piece);
                for to in [here - self.width, here + self.width, here - 1, here + 1] {
                    let (shape, home) = self.pieces[piece];
                    if shape << to & rest != 0
                        || piece < ports && to != home && to != self.away[piece]
                    {
                        continue;
                    }
                    let next = self.sorted(at.with_field(8 * piece as u32, 8, to as u32), piece);
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        Ok((seen.len(), false))
    }

    /// The places of equal inner pieces in order again after one of them has moved.
    fn sorted(&self, mut places: Places, moved: usize) -> Places {
        if moved < self.away.len() {
            return places;
        }
        let shape = self.pieces[moved].0;
        let same = |piece: usize| {
            piece >= self.away.len() && self.pieces.get(piece).is_some_and(|p| p.0 == shape)
        };
        let field = |places: Places, piece: usize| places.field(8 * piece as u32, 8);
        let mut swap = |one: usize, other: usize| {
            let (a, b) = (field(places, one), field(places, other));
            if a > b {
                places = places.with_field(8 * one as u32, 8, b);
                places = places.with_field(8 * other as u32, 8, a);
            }
            a > b
        };
        let mut at = moved;
        while at > 0 && same(at - 1) && swap(at - 1, at) {
            at -= 1;
        }
        while same(at + 1) && swap(at, at + 1) {
            at += 1;
        }
        places
    }
}
