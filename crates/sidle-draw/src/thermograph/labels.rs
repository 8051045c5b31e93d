//! What is written around a thermograph, measured before it is placed, so that the margins can follow.

use std::fmt::Write;

use crate::markup::{hinted, width};

/// The size of the font of numbers, and of the title.
pub(super) const SIZE: f64 = 12.0;
pub(super) const TITLE_SIZE: f64 = 14.0;
/// Room between two texts, and between a text and the edge.
const GAP: f64 = 6.0;
/// Values that have no room beside each other stand in rows below each other.
const ROWS: usize = 3;
const ROW_HEIGHT: f64 = 15.0;

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Middle,
    End,
}

/// A text at a place, relative to the corner of the axes.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) anchor: Anchor,
    pub(super) size: f64,
    /// What is shown, and what it is short for.
    pub(super) shown: String,
    pub(super) whole: String,
}

impl Label {
    /// Where the text begins and ends.
    pub(super) fn span(&self) -> (f64, f64) {
        let width = width(&self.shown, self.size);
        match self.anchor {
            Anchor::Middle => (self.x - width / 2.0, self.x + width / 2.0),
            Anchor::End => (self.x - width, self.x),
        }
    }

    pub(super) fn draw(&self, origin: (f64, f64), ink: &str, svg: &mut String) {
        let (x, y) = (origin.0 + self.x, origin.1 + self.y);
        let anchor = match self.anchor {
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let size = match self.size == SIZE {
            true => String::new(),
            false => format!(" font-size=\"{}\"", self.size),
        };
        let text = hinted(&self.shown, &self.whole);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{size} fill=\"{ink}\">{text}</text>"
        );
    }
}

/// The texts of one thermograph.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    pub(super) all: Vec<Label>,
    /// The values below the axis by rows, and the places on the axis that a line leads to them from.
    rows: [Vec<(f64, f64)>; ROWS],
    pub(super) ticks: Vec<(f64, f64)>,
}

impl Labels {
    /// How far the texts reach to the left and to the right, with room to the edge.
    pub(super) fn extent(&self) -> (f64, f64) {
        let spans = || self.all.iter().map(Label::span);
        let left = spans().map(|span| span.0).fold(0.0, f64::min);
        let right = spans().map(|span| span.1).fold(0.0, f64::max);
        (left - GAP, right + GAP)
    }

    /// A temperature beside the axis, unless another one stands there.
    pub(super) fn temperature(&mut self, at: (f64, f64), shown: String, whole: String) {
        let (x, y) = at;
        let beside = |label: &Label| label.anchor == Anchor::End && (label.y - y).abs() < SIZE;
        if self.all.iter().any(beside) {
            return;
        }
        self.all.push(Label {
            x,
            y,
            anchor: Anchor::End,
            size: SIZE,
            shown,
            whole,
        });
    }

    /// A value below the axis, in the first row that has room for it.
    pub(super) fn value(&mut self, x: f64, shown: String, whole: String) {
        let half = width(&shown, SIZE) / 2.0;
        let known = |(other, _): &(f64, f64)| (other - x).abs() < 0.05;
        if self.rows.iter().flatten().any(known) {
            return;
        }
        let free = |row: &Vec<(f64, f64)>| {
            let apart = |&(other, wide): &(f64, f64)| (other - x).abs() >= half + wide + GAP;
            row.iter().all(apart)
        };
        let Some(row) = self.rows.iter().position(free) else {
            return;
        };
        self.rows[row].push((x, half));
        let y = 17.0 + row as f64 * ROW_HEIGHT;
        if row > 0 && self.is_clear(x, row) {
            self.ticks.push((x, y - SIZE + 1.0));
        }
        self.all.push(Label {
            x,
            y,
            anchor: Anchor::Middle,
            size: SIZE,
            shown,
            whole,
        });
    }

    /// Can a line go down at this place to a row without crossing a text?
    fn is_clear(&self, x: f64, row: usize) -> bool {
        let mut above = self.rows[..row].iter().flatten();
        above.all(|&(other, half)| (other - x).abs() > half + 2.0)
    }
}
