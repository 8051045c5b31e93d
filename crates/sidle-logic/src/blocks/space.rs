//! The packed states of a sliding-block puzzle.
//!
//! Pieces of the same shape that the goal does not tell apart form a class. A state is, for each class, the sorted list of
//! the placements of its pieces; a placement is a number among those that such a piece can ever reach past the walls. So
//! equal pieces are merged, and a field has as few bits as the walls leave.

use std::{collections::HashMap, ops, sync::Arc};

use super::{
    Metric, Puzzle,
    cover::{Cover, Mask, Masks, Scratch},
    puzzle::{Axis, Cell},
};
use crate::search::{Fields, Key, Space};

/// Up, down, left, right.
pub(super) const DIRECTIONS: [char; 4] = ['U', 'D', 'L', 'R'];
pub(super) const NOWHERE: u16 = u16::MAX;

/// Pieces that are not told apart.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The pieces of the puzzle, by number.
    pub(super) pieces: Vec<usize>,
    /// Where such a piece can stand: the corners of the boxes around it, sorted.
    pub(super) placements: Vec<Cell>,
    /// The placements that must be taken.
    pub(super) wanted: Vec<u32>,
    /// The places of its pieces among all fields.
    pub(super) range: ops::Range<usize>,
    /// Where the row of placements begins in the tables of masks and steps.
    pub(super) base: usize,
    width: u32,
}

/// Classes, placements, steps: everything about a puzzle but how its states are packed.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) classes: Vec<Class>,
    /// The number of cells that are no walls.
    pub(super) cells: usize,
    /// The bits of a state.
    pub(super) bits: u32,
    /// Can all wanted placements be reached past the walls at all?
    pub(super) possible: bool,
    /// For each placement of each class the cells it covers.
    pub(super) cover: Vec<Vec<usize>>,
    /// For each placement the ones a step up, down, left and right.
    pub(super) steps: Vec<[u16; 4]>,
    /// For each field its place in the key, its width and its class.
    pub(super) fields: Vec<(u32, u32, usize)>,
}

impl Layout {
    /// `None` if a class has too many placements to be numbered.
    pub(super) fn new(puzzle: &Puzzle, by_shape: bool) -> Option<Layout> {
        let mut numbers = HashMap::new();
        let mut cells = 0;
        for r in 0..puzzle.height() {
            for c in 0..puzzle.width() {
                if !puzzle.is_wall((r, c)) {
                    numbers.insert((r, c), cells);
                    cells += 1;
                }
            }
        }
        let mut layout = Layout {
            classes: Vec::new(),
            cells,
            bits: 0,
            possible: true,
            cover: Vec::new(),
            steps: Vec::new(),
            fields: Vec::new(),
        };
        type Kind = (Vec<Cell>, Axis, Option<usize>, Option<usize>);
        let mut kinds: Vec<(Kind, Vec<usize>)> = Vec::new();
        for (number, piece) in puzzle.pieces().iter().enumerate() {
            let named = puzzle.goals().iter().any(|&(goal, _)| goal == number);
            let own = (named && !by_shape).then_some(number);
            // A car stays on its line.
            let line = match piece.axis {
                Axis::Any => None,
                Axis::Row => Some(piece.corner().0),
                Axis::Column => Some(piece.corner().1),
            };
            let kind = (piece.shape(), piece.axis, own, line);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, pieces)) => pieces.push(number),
                None => kinds.push((kind, vec![number])),
            }
        }
        let mut first = 0;
        for ((shape, axis, _, _), pieces) in kinds {
            let starts: Vec<Cell> = pieces
                .iter()
                .map(|&p| puzzle.pieces()[p].corner())
                .collect();
            let placements = reachable(&shape, axis, &starts, &numbers);
            if placements.len() >= usize::from(NOWHERE) {
                return None;
            }
            let mut wanted = Vec::new();
            for (piece, corner) in puzzle.goals() {
                if pieces.contains(piece) {
                    match placements.binary_search(corner) {
                        Ok(place) => wanted.push(place as u32),
                        Err(_) => layout.possible = false,
                    }
                }
            }
            let base = layout.cover.len();
            for &corner in &placements {
                let cover = covered(&shape, corner);
                layout
                    .cover
                    .push(cover.map(|cell| numbers[&cell]).collect());
                layout.steps.push(steps(corner, axis, &placements));
            }
            let width = usize::BITS - (placements.len() - 1).leading_zeros();
            let range = first..first + pieces.len();
            first = range.end;
            layout.classes.push(Class {
                pieces,
                placements,
                wanted,
                range,
                base,
                width,
            });
        }
        let mut fields = Fields::default();
        for (number, class) in layout.classes.iter().enumerate() {
            for _ in &class.pieces {
                layout
                    .fields
                    .push((fields.place(class.width), class.width, number));
            }
        }
        layout.bits = fields.used();
        Some(layout)
    }

    /// The placements of all fields at the start.
    pub(super) fn start(&self, puzzle: &Puzzle) -> Vec<u32> {
        let mut places = Vec::new();
        for class in &self.classes {
            let mut own: Vec<u32> = class
                .pieces
                .iter()
                .filter_map(|&p| {
                    let corner = puzzle.pieces()[p].corner();
                    class.placements.binary_search(&corner).ok()
                })
                .map(|place| place as u32)
                .collect();
            own.sort_unstable();
            places.extend(own);
        }
        places
    }
}

fn covered(shape: &[Cell], (r, c): Cell) -> impl Iterator<Item = Cell> + '_ {
    shape.iter().map(move |&(y, x)| (r + y, c + x))
}

fn moved((r, c): Cell, direction: usize) -> Option<Cell> {
    match direction {
        0 => Some((r.checked_sub(1)?, c)),
        1 => Some((r + 1, c)),
        2 => Some((r, c.checked_sub(1)?)),
        _ => Some((r, c + 1)),
    }
}

fn allowed(axis: Axis) -> ops::Range<usize> {
    match axis {
        Axis::Any => 0..4,
        Axis::Column => 0..2,
        Axis::Row => 2..4,
    }
}

/// All placements that a piece of this shape can reach from the given ones, past the walls alone.
fn reachable(
    shape: &[Cell],
    axis: Axis,
    starts: &[Cell],
    free: &HashMap<Cell, usize>,
) -> Vec<Cell> {
    let mut found: std::collections::BTreeSet<Cell> = starts.iter().copied().collect();
    let mut open: Vec<Cell> = starts.to_vec();
    while let Some(corner) = open.pop() {
        for direction in allowed(axis) {
            let Some(next) = moved(corner, direction) else {
                continue;
            };
            if !found.contains(&next) && covered(shape, next).all(|cell| free.contains_key(&cell)) {
                found.insert(next);
                open.push(next);
            }
        }
    }
    found.into_iter().collect()
}

fn steps(corner: Cell, axis: Axis, placements: &[Cell]) -> [u16; 4] {
    let mut steps = [NOWHERE; 4];
    for direction in allowed(axis) {
        let next = moved(corner, direction);
        let place = next.and_then(|next| placements.binary_search(&next).ok());
        steps[direction] = place.map_or(NOWHERE, |place| place as u16);
    }
    steps
}

/// A puzzle with packed states.
#[derive(Clone, Debug)]
pub(super) struct Blocks<K: Key> {
    pub(super) layout: Layout,
    pub(super) metric: Metric,
    cover: Arc<dyn Cover<K>>,
    /// When every wanted placement belongs to a piece of its own: the bits of those, and what they must be.
    alone: Option<(K, K)>,
}

impl<K: Key> Blocks<K> {
    /// Sets of cells are kept as `M`.
    pub(super) fn new<M: Mask>(layout: Layout, metric: Metric) -> Blocks<K> {
        let cover = Arc::new(Masks::<M>::new(&layout));
        let mut alone = Some((K::ZERO, K::ZERO));
        for class in &layout.classes {
            if class.wanted.is_empty() {
                continue;
            }
            let (at, width, _) = layout.fields[class.range.start];
            alone = alone
                .filter(|_| class.pieces.len() == 1)
                .map(|(bits, value)| {
                    let all = ((1u64 << width) - 1) as u32;
                    (
                        bits.with_field(at, width, all),
                        value.with_field(at, width, class.wanted[0]),
                    )
                });
        }
        Blocks {
            layout,
            metric,
            cover,
            alone,
        }
    }

    pub(super) fn pack(&self, places: &[u32]) -> K {
        let fields = self.layout.fields.iter().zip(places);
        fields.fold(K::ZERO, |key, (&(at, width, _), &place)| {
            key.with_field(at, width, place)
        })
    }

    /// The only goal, if the goal says where every piece must stand.
    pub(super) fn only_goal(&self) -> Option<K> {
        let mut places = Vec::new();
        for class in &self.layout.classes {
            if class.wanted.len() != class.pieces.len() {
                return None;
            }
            let mut wanted = class.wanted.clone();
            wanted.sort_unstable();
            places.extend(wanted);
        }
        let goal = self.pack(&places);
        self.layout.possible.then_some(goal)
    }

    pub(super) fn unpack(&self, key: K) -> Vec<u32> {
        let fields = self.layout.fields.iter();
        fields.map(|&(at, width, _)| key.field(at, width)).collect()
    }

    /// The key with one place of a class changed and the class sorted again.
    #[inline]
    pub(super) fn with_place(
        &self,
        key: K,
        class: &Class,
        places: &[u32],
        field: usize,
        to: u32,
    ) -> K {
        let fields = &self.layout.fields;
        let width = class.width;
        let (mut key, mut at) = (key, field);
        if to > places[field] {
            while at + 1 < class.range.end && places[at + 1] < to {
                key = key.with_field(fields[at].0, width, places[at + 1]);
                at += 1;
            }
        } else {
            while at > class.range.start && places[at - 1] > to {
                key = key.with_field(fields[at].0, width, places[at - 1]);
                at -= 1;
            }
        }
        key.with_field(fields[at].0, width, to)
    }

    /// The shortest path of steps of one piece between two of its placements, the others standing still.
    pub(super) fn path(&self, key: K, class: usize, from: u32, to: u32) -> String {
        self.cover.path(self, key, class, from, to)
    }
}

impl<K: Key> Space for Blocks<K> {
    type Key = K;
    type Scratch = Scratch;

    #[inline]
    fn neighbours(&self, key: K, scratch: &mut Scratch, out: &mut Vec<K>) {
        self.cover.neighbours(self, key, scratch, out);
    }

    #[inline]
    fn is_goal(&self, key: K) -> bool {
        if !self.layout.possible {
            return false;
        }
        if let Some((bits, value)) = self.alone {
            return key.and(bits) == value;
        }
        self.layout.classes.iter().all(|class| {
            class.wanted.iter().all(|&wanted| {
                class.range.clone().any(|field| {
                    let (at, width, _) = self.layout.fields[field];
                    key.field(at, width) == wanted
                })
            })
        })
    }

    fn is_state(&self, key: K) -> bool {
        self.cover.is_state(self, key)
    }
}
