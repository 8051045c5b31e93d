//! From constraint graph satisfiability to Hitori.
//!
//! A port cell of a gadget is painted when its edge points to the vertex. Edges are wires, strings of pairs of equal labels: when the port at one
//! end is painted, the wire's first cell is not, so its last one is, so the port at the other end is not. The gadgets are those of
//! Figure 28; a wire of odd length goes through a parity gadget, an OR gadget with one port blocked. All other cells have labels of
//! their own and never need to be painted.

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

/// Columns of edges are so far apart that a gadget and its wires fit between.
const SPACING: i64 = 26;
/// Rows above a gadget for arms, and above those for parity gadgets.
const ARMS: i64 = 10;
const PARITY: i64 = 14;

/// A board under construction: what stands in a cell, unless it is a label of its own.
#[derive(Default)]
struct Canvas {
    labels: BTreeMap<Cell, u64>,
    next: u64,
}

impl Canvas {
    /// The same new label in all these cells.
    fn same(&mut self, cells: &[Cell]) {
        self.next += 1;
        for &cell in cells {
            self.labels.insert(cell, self.next);
        }
    }

    /// A wire along cells, an even number of them.
    fn wire(&mut self, cells: &[Cell]) {
        for pair in cells.chunks(2) {
            self.same(pair);
        }
    }
}

/// Where the three wires of a gadget begin: at the left, in the middle, at the right.
struct Ports {
    left: Cell,
    middle: Cell,
    right: Cell,
}

/// The gadget of a vertex with its middle port above (or below, when flipped); `(r, c)` is the cell between the outer ports.
fn gadget(canvas: &mut Canvas, is_or: bool, (r, c): Cell, flipped: bool) -> Ports {
    let sign = if flipped { -1 } else { 1 };
    let at = |y: i64, x: i64| (r + sign * y, c + x);
    if is_or {
        canvas.same(&[at(0, -2), at(0, -1)]);
        canvas.same(&[at(0, 1), at(0, 2)]);
        canvas.same(&[at(-2, 0), at(-1, 0)]);
        canvas.same(&[at(1, 0), at(2, 0), at(3, 0)]);
        return Ports {
            left: at(0, -2),
            middle: at(-2, 0),
            right: at(0, 2),
        };
    }
    // a c b over a . b, and c above: the lower a and b are red, the upper c is blue.
    canvas.same(&[at(-1, -1), at(0, -1)]);
    canvas.same(&[at(-1, 1), at(0, 1)]);
    canvas.same(&[at(-2, 0), at(-1, 0)]);
    Ports {
        left: at(0, -1),
        middle: at(-2, 0),
        right: at(0, 1),
    }
}

/// Joins points by straight lines: every cell once.
fn polyline(points: &[Cell]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for pair in points.windows(2) {
        let part = line(pair[0], pair[1]);
        let skip = usize::from(cells.last() == part.first());
        cells.extend(&part[skip..]);
    }
    cells
}

/// The ends of the wires of one vertex: for each edge the corners from the port to the border of its box.
fn fan(
    graph: &ConstraintGraph,
    bar: &Bar,
    canvas: &mut Canvas,
    centre: Cell,
) -> BTreeMap<usize, Vec<Cell>> {
    // Clockwise from the upper left.
    let around: Vec<usize> = bar
        .up
        .iter()
        .map(|&(e, _)| e)
        .chain(bar.down.iter().rev().map(|&(e, _)| e))
        .collect();
    let is_or = graph.kind(bar.vertex) == VertexKind::Or;
    let blue = |&e: &usize| graph.edges()[e].weight == 2;
    let count = around.len();
    let middle = if is_or {
        // The middle of three, or the lone one.
        match bar.up.len() {
            3 | 0 => 1,
            2 => 2,
            _ => 0,
        }
    } else {
        around.iter().position(blue).unwrap_or(0)
    };
    let is_up = |place: usize| place < bar.up.len();
    let flipped = !is_up(middle);
    let ports = gadget(canvas, is_or, centre, flipped);
    let (before, after) = ((middle + count - 1) % count, (middle + 1) % count);
    // Clockwise from the middle above comes the right; from the middle below the left.
    let (left, right) = if flipped {
        (after, before)
    } else {
        (before, after)
    };
    let (r, c) = centre;
    let (top, bottom) = (r - 7, r + 7);
    let border = |place: usize| if is_up(place) { top } else { bottom };
    let mut fan = BTreeMap::new();
    fan.insert(around[middle], vec![ports.middle, (border(middle), c)]);
    // All three on one side with blue at an end: one outer wire goes round behind the gadget.
    let same_side = bar.up.is_empty() || bar.down.is_empty();
    let behind = if flipped { r - 5 } else { r + 5 };
    let mut outer = |place: usize, port: Cell, sign: i64, wraps: bool| {
        let near = (port.0, c + sign * 5);
        let points = if wraps {
            vec![
                port,
                near,
                (behind, near.1),
                (behind, c - sign * 9),
                (border(place), c - sign * 9),
            ]
        } else {
            vec![port, near, (border(place), near.1)]
        };
        fan.insert(around[place], points);
    };
    // With the middle first of three the left one comes last, and the other way round.
    let first = if flipped { 2 } else { 0 };
    let last = 2 - first;
    outer(left, ports.left, -1, same_side && middle == first);
    outer(right, ports.right, 1, same_side && middle == last);
    fan
}

/// A parity gadget in a wire that runs upwards in column `c`: the cells below it up to its port, and those from its other port on.
fn parity(canvas: &mut Canvas, (r, c): Cell) -> (Vec<Cell>, Vec<Cell>) {
    let centre = (r, c + 5);
    let at = |y: i64, x: i64| (centre.0 + y, centre.1 + x);
    canvas.same(&[at(0, -2), at(0, -1)]);
    canvas.same(&[at(0, 1), at(0, 2), at(0, 3)]);
    canvas.same(&[at(-2, 0), at(-1, 0)]);
    canvas.same(&[at(1, 0), at(2, 0), at(3, 0)]);
    let into = vec![(r, c), at(0, -2)];
    let out = vec![at(-2, 0), at(-5, 0), (r - 5, c)];
    (into, out)
}

/// A Hitori board, in the text format, that has a solution exactly when the graph has a legal configuration.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::{compile::to_hitori, graph::ConstraintGraph, hitori::{is_satisfiable, Board}};
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\n")?;
/// let board = Board::parse(&to_hitori(&graph)?)?;
/// assert!(is_satisfiable(&board, &Meter::unlimited()).expect("no limit").is_some());
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn to_hitori(graph: &ConstraintGraph) -> Result<String, Error> {
    require_and_or(graph)?;
    let mut canvas = Canvas::default();
    let mut first = 0;
    for layout in layouts(graph).ok_or_else(not_planar)? {
        let bars = bars(graph, &layout, SPACING, first);
        // For each edge the corners from its upper end downwards and from its lower end upwards.
        let mut from_above: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
        let mut from_below: BTreeMap<usize, (Vec<Cell>, i64)> = BTreeMap::new();
        let mut top = 0;
        for bar in &bars {
            let parity_row = top + PARITY - 4;
            let centre = (top + PARITY + ARMS + 7, bar.left() + 12);
            let fan = fan(graph, bar, &mut canvas, centre);
            for (edges, is_up) in [(&bar.up, true), (&bar.down, false)] {
                let mut ends: Vec<Vec<Cell>> = edges.iter().map(|(e, _)| fan[e].clone()).collect();
                let ports: Vec<i64> = ends
                    .iter()
                    .map(|points| points[points.len() - 1].1)
                    .collect();
                let columns: Vec<i64> = edges.iter().map(|&(_, column)| column).collect();
                for (i, reach) in levels(&ports, &columns).into_iter().enumerate() {
                    let border = ends[i][ends[i].len() - 1].0;
                    let arm = if is_up {
                        border - 2 - 3 * reach
                    } else {
                        border + 2 + 3 * reach
                    };
                    ends[i].push((arm, ports[i]));
                    ends[i].push((arm, columns[i]));
                }
                for (&(e, _), points) in edges.iter().zip(ends) {
                    if is_up {
                        from_below.insert(e, (points, parity_row));
                    } else {
                        from_above.insert(e, points);
                    }
                }
            }
            top = centre.0 + 7 + ARMS + 2;
        }
        for &(e, column) in &layout.columns {
            let column = first + column as i64 * SPACING;
            let (Some(above), Some((below, parity_row))) = (from_above.get(&e), from_below.get(&e))
            else {
                continue;
            };
            let down: Vec<Cell> = above.iter().rev().copied().collect();
            let whole: Vec<Cell> = below.iter().chain(&down).copied().collect();
            let cells = polyline(&whole);
            // The ports at both ends belong to the gadgets.
            let inner = &cells[1..cells.len() - 1];
            if inner.len().is_multiple_of(2) {
                canvas.wire(inner);
                continue;
            }
            // Both parts have an even number of cells if its ports and ours have different colours of a chequered board.
            let colour = |(r, c): Cell| (r + c).rem_euclid(2);
            let clash = colour((*parity_row, column + 3)) == colour(below[0]);
            let row = parity_row - i64::from(clash);
            let (into, out) = parity(&mut canvas, (row, column));
            let lower: Vec<Cell> = below.iter().copied().chain(into).collect();
            let upper: Vec<Cell> = out.into_iter().chain(down.iter().copied()).collect();
            for part in [lower, upper] {
                let cells = polyline(&part);
                canvas.wire(&cells[1..cells.len() - 1]);
            }
        }
        let widest = layout
            .columns
            .iter()
            .map(|&(_, column)| column as i64)
            .max()
            .unwrap_or(0);
        first += (widest + 2) * SPACING;
    }
    Ok(written(&canvas))
}

fn written(canvas: &Canvas) -> String {
    let cells: BTreeSet<&Cell> = canvas.labels.keys().collect();
    let rows = || cells.iter().map(|cell| cell.0);
    let columns = || cells.iter().map(|cell| cell.1);
    let (Some(top), Some(bottom)) = (rows().min(), rows().max()) else {
        return String::new();
    };
    let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
        return String::new();
    };
    let mut fresh = canvas.next;
    let mut text = String::new();
    // A margin of one cell, so that everything outside hangs together.
    for r in top - 1..=bottom + 1 {
        let row: Vec<String> = (left - 1..=right + 1)
            .map(|c| {
                let label = canvas.labels.get(&(r, c)).copied().unwrap_or_else(|| {
                    fresh += 1;
                    fresh
                });
                label.to_string()
            })
            .collect();
        text.push_str(&row.join(" "));
        text.push('\n');
    }
    text
}
