//! From nondeterministic constraint logic to sliding blocks.
//!
//! An edge is one rigid piece that can move up or down by one cell. Up, a finger of it stands in the gadget of its upper vertex; down, one stands in
//! the gadget of the lower: a finger inside says that the edge points away from that vertex. So an edge always points away from
//! exactly one end.
//!
//! An OR vertex is a chamber of a cell and three more around it with two unit blocks in it: at most two fingers fit in, and the blocks
//! make way for any two. An AND vertex is two chambers of two cells with one unit block each, in which a finger of the blue edge meets a
//! finger of a red one: the blue edge can point away only when both red ones do not.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    bands::{Bar, Cell, bars, levels, line},
    not_planar, require_and_or,
    visibility::layouts,
};
use crate::{
    Error,
    graph::{ConstraintGraph, VertexKind},
};

/// A gadget in a box. Ports are in the order of the edges from left to right; cells of ports are those of the pieces when they are outside.
struct Template {
    height: i64,
    /// For each edge from above: the column where it enters the box, and its cells.
    up: Vec<(i64, Vec<Cell>)>,
    down: Vec<(i64, Vec<Cell>)>,
    /// Each chamber: its cells and the number of unit blocks in it.
    chambers: Vec<(Vec<Cell>, usize)>,
}

impl Template {
    fn flipped(self) -> Template {
        let height = self.height;
        let flip = |cells: Vec<Cell>| {
            cells
                .into_iter()
                .map(|(r, c)| (height - 1 - r, c))
                .collect()
        };
        let ports = |ports: Vec<(i64, Vec<Cell>)>| {
            ports
                .into_iter()
                .map(|(c, cells)| (c, flip(cells)))
                .collect()
        };
        Template {
            height,
            up: ports(self.down),
            down: ports(self.up),
            chambers: self
                .chambers
                .into_iter()
                .map(|(cells, n)| (flip(cells), n))
                .collect(),
        }
    }

    fn mirrored(self) -> Template {
        let mirror = |cells: Vec<Cell>| cells.into_iter().map(|(r, c)| (r, 6 - c)).collect();
        let ports = |ports: Vec<(i64, Vec<Cell>)>| {
            let turned = ports.into_iter().map(|(c, cells)| (6 - c, mirror(cells)));
            let mut turned: Vec<(i64, Vec<Cell>)> = turned.collect();
            turned.reverse();
            turned
        };
        Template {
            height: self.height,
            up: ports(self.up),
            down: ports(self.down),
            chambers: self
                .chambers
                .into_iter()
                .map(|(cells, n)| (mirror(cells), n))
                .collect(),
        }
    }
}

fn cells(lines: &[(Cell, Cell)]) -> Vec<Cell> {
    let all: BTreeSet<Cell> = lines
        .iter()
        .flat_map(|&(from, to)| line(from, to))
        .collect();
    all.into_iter().collect()
}

fn or(up: usize) -> Template {
    match up {
        3 => Template {
            height: 3,
            up: vec![
                (1, cells(&[((0, 1), (1, 1))])),
                (2, cells(&[((0, 2), (0, 2))])),
                (3, cells(&[((0, 3), (1, 3))])),
            ],
            down: Vec::new(),
            chambers: vec![(vec![(1, 2), (2, 1), (2, 2), (2, 3)], 2)],
        },
        2 => Template {
            height: 6,
            up: vec![
                (1, cells(&[((0, 1), (1, 1))])),
                (3, cells(&[((0, 3), (1, 3))])),
            ],
            down: vec![(2, cells(&[((4, 2), (5, 2))]))],
            chambers: vec![(vec![(2, 1), (2, 2), (2, 3), (3, 2)], 2)],
        },
        _ => or(3 - up).flipped(),
    }
}

/// The gadget of an AND vertex by where its blue edge is: above or below, and at which place there.
fn and(up: usize, blue_is_up: bool, place: usize) -> Template {
    let pair = |r: i64, c: i64| (vec![(r, c), (r, c + 1)], 1);
    match (up, blue_is_up, place) {
        // R B R above.
        (3, true, 1) => Template {
            height: 3,
            up: vec![
                (0, cells(&[((0, 0), (1, 0))])),
                (
                    2,
                    cells(&[((0, 1), (0, 4)), ((0, 1), (1, 1)), ((0, 4), (1, 4))]),
                ),
                (5, cells(&[((0, 5), (1, 5))])),
            ],
            down: Vec::new(),
            chambers: vec![pair(2, 0), pair(2, 4)],
        },
        // B R R above: the blue piece goes round below the first red one.
        (3, true, 0) => Template {
            height: 7,
            up: vec![
                (
                    0,
                    cells(&[
                        ((0, 0), (5, 0)),
                        ((1, 0), (1, 1)),
                        ((5, 0), (5, 4)),
                        ((5, 4), (1, 4)),
                        ((1, 4), (1, 5)),
                        ((1, 5), (2, 5)),
                    ]),
                ),
                (2, cells(&[((0, 2), (1, 2))])),
                (6, cells(&[((0, 6), (2, 6))])),
            ],
            down: Vec::new(),
            chambers: vec![pair(2, 1), pair(3, 5)],
        },
        (3, true, _) => and(3, true, 0).mirrored(),
        // B above, R R below.
        (1, true, _) => Template {
            height: 5,
            up: vec![(
                2,
                cells(&[((0, 1), (0, 4)), ((0, 1), (1, 1)), ((0, 4), (1, 4))]),
            )],
            down: vec![
                (0, cells(&[((3, 0), (4, 0))])),
                (5, cells(&[((3, 5), (4, 5))])),
            ],
            chambers: vec![pair(2, 0), pair(2, 4)],
        },
        // B R above, R below.
        (2, true, 0) => Template {
            height: 7,
            up: vec![
                (0, cells(&[((0, 0), (3, 0)), ((1, 0), (1, 1))])),
                (2, cells(&[((0, 2), (1, 2))])),
            ],
            down: vec![(1, cells(&[((5, 1), (6, 1))]))],
            chambers: vec![pair(2, 1), pair(4, 0)],
        },
        (2, true, _) => and(2, true, 0).mirrored(),
        (up, _, place) => and(3 - up, true, place).flipped(),
    }
}

fn template(graph: &ConstraintGraph, bar: &Bar) -> Template {
    let blue = |edges: &[(usize, i64)]| {
        edges
            .iter()
            .position(|&(e, _)| graph.edges()[e].weight == 2)
    };
    if graph.kind(bar.vertex) == VertexKind::Or {
        return or(bar.up.len());
    }
    match (blue(&bar.up), blue(&bar.down)) {
        (Some(place), _) => and(bar.up.len(), true, place),
        (None, Some(place)) => and(bar.up.len(), false, place),
        (None, None) => or(bar.up.len()),
    }
}

const SPACING: i64 = 10;
const ARMS: i64 = 10;
/// The names of the pieces: letters and digits first, then letters of other alphabets.
fn names() -> impl Iterator<Item = char> {
    ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain('\u{c0}'..='\u{24f}')
        .chain('\u{4e00}'..='\u{9fff}')
        .filter(|c| c.is_alphanumeric())
}

/// A sliding-block puzzle, in the text format, that can be solved exactly when the target can be reversed.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::{blocks::{solve, Options, Puzzle}, compile::to_sliding_blocks, graph::ConstraintGraph};
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\ntarget 2\n")?;
/// let puzzle = Puzzle::parse(&to_sliding_blocks(&graph)?)?;
/// assert!(solve(&puzzle, Options::default(), &Meter::unlimited())?.length.is_some());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn to_sliding_blocks(graph: &ConstraintGraph) -> Result<String, Error> {
    require_and_or(graph)?;
    graph.require_legal_start()?;
    let target = graph
        .target()
        .ok_or_else(|| Error::whole("there is no target").help("add a line `target EDGE`"))?;
    let all = layouts(graph).ok_or_else(not_planar)?;
    // Only the component of the target matters.
    let layout = all
        .iter()
        .find(|layout| layout.columns.iter().any(|&(e, _)| e == target))
        .ok_or_else(not_planar)?;
    let bars = bars(graph, layout, SPACING, 0);
    // Each edge's cells in its upper position, gathered from both ends.
    let mut pieces: BTreeMap<usize, BTreeSet<Cell>> = BTreeMap::new();
    let mut arms: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    let mut chambers: Vec<(Vec<Cell>, usize)> = Vec::new();
    let mut top = 0;
    for bar in &bars {
        let gadget = template(graph, bar);
        let (box_top, box_left) = (top + ARMS, bar.left() + 2);
        let shift = |&(r, c): &Cell| (box_top + r, box_left + c);
        let ports: Vec<i64> = gadget.up.iter().map(|&(c, _)| box_left + c).collect();
        let columns: Vec<i64> = bar.up.iter().map(|&(_, column)| column).collect();
        let reach = levels(&ports, &columns);
        for (i, &(e, column)) in bar.up.iter().enumerate() {
            // Outside is up here.
            let piece = pieces.entry(e).or_default();
            piece.extend(gadget.up[i].1.iter().map(shift));
            let arm = box_top - 3 - 3 * reach[i];
            piece.extend(line((box_top, ports[i]), (arm, ports[i])));
            piece.extend(line((arm, ports[i]), (arm, column)));
            arms.entry(e).or_default().push(arm);
        }
        let ports: Vec<i64> = gadget.down.iter().map(|&(c, _)| box_left + c).collect();
        let columns: Vec<i64> = bar.down.iter().map(|&(_, column)| column).collect();
        let reach = levels(&ports, &columns);
        let bottom = box_top + gadget.height - 1;
        for (i, &(e, column)) in bar.down.iter().enumerate() {
            // Outside is down here: the upper position is a cell higher.
            let piece = pieces.entry(e).or_default();
            piece.extend(gadget.down[i].1.iter().map(shift).map(|(r, c)| (r - 1, c)));
            let arm = bottom + 2 + 3 * reach[i];
            piece.extend(line((bottom - 1, ports[i]), (arm, ports[i])));
            piece.extend(line((arm, ports[i]), (arm, column)));
            arms.entry(e).or_default().push(arm);
        }
        chambers.extend(
            gadget
                .chambers
                .iter()
                .map(|(cells, n)| (cells.iter().map(shift).collect(), *n)),
        );
        top = bottom + ARMS + 2;
    }
    for &(e, column) in &layout.columns {
        if let Some(&[upper, lower]) = arms.get(&e).map(Vec::as_slice) {
            let column = column as i64 * SPACING;
            pieces
                .entry(e)
                .or_default()
                .extend(line((upper, column), (lower, column)));
        }
    }
    Ok(written(graph, layout, &pieces, &chambers, target))
}

/// The rows of the board and of the goal.
fn written(
    graph: &ConstraintGraph,
    layout: &super::visibility::Visibility,
    pieces: &BTreeMap<usize, BTreeSet<Cell>>,
    chambers: &[(Vec<Cell>, usize)],
    target: usize,
) -> String {
    let rank = |v: usize| layout.order.iter().position(|&w| w == v);
    let lowered = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
        cells.iter().map(|&(r, c)| (r + 1, c)).collect()
    };
    // The edge points away from its tail: its finger is in there.
    let is_up = |e: usize| rank(graph.edges()[e].tail) > rank(graph.edges()[e].head);
    let at = |e: usize, up: bool| {
        if up {
            pieces[&e].clone()
        } else {
            lowered(&pieces[&e])
        }
    };
    let mut free: BTreeSet<Cell> = BTreeSet::new();
    let mut taken: BTreeMap<Cell, char> = BTreeMap::new();
    let mut goal: BTreeMap<Cell, char> = BTreeMap::new();
    let mut names = names();
    for (&e, cells) in pieces {
        free.extend(cells);
        free.extend(lowered(cells));
        let name = names.next().unwrap_or('?');
        taken.extend(at(e, is_up(e)).into_iter().map(|cell| (cell, name)));
        if e == target {
            goal.extend(at(e, !is_up(e)).into_iter().map(|cell| (cell, name)));
        }
    }
    for (cells, blocks) in chambers {
        free.extend(cells);
        let empty: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|cell| !taken.contains_key(cell))
            .collect();
        for &cell in empty.iter().take(*blocks) {
            taken.insert(cell, names.next().unwrap_or('?'));
        }
    }
    let rows = free.iter().map(|&(r, _)| r);
    let columns = free.iter().map(|&(_, c)| c);
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else {
        return String::new();
    };
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
        return String::new();
    };
    let mut text = String::new();
    for (shown, is_goal) in [(&taken, false), (&goal, true)] {
        if is_goal {
            text.push_str("goal\n");
        }
        for r in top..=bottom {
            let row = (left..=right).map(|c| match shown.get(&(r, c)) {
                Some(&name) => name,
                None if is_goal || free.contains(&(r, c)) => '.',
                None => '%',
            });
            text.extend(row);
            text.push('\n');
        }
    }
    text
}
