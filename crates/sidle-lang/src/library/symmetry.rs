//! The symmetries of a rectangle.

use super::{Member, NativeClass, class, enums, property};
use crate::{diagnostic::Failure, value::Value};

const SYMMETRY: &str = "cgsuite.util.Symmetry";

/// A symmetry of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Identity,
    Inversion,
    HorizontalFlip,
    VerticalFlip,
    Transpose,
    AntiTranspose,
    ClockwiseRotation,
    AnticlockwiseRotation,
}

use Symmetry::{
    AntiTranspose, AnticlockwiseRotation, ClockwiseRotation, HorizontalFlip, Identity, Inversion,
    Transpose, VerticalFlip,
};

pub(super) const ALL: [Symmetry; 8] = [
    Identity,
    Inversion,
    HorizontalFlip,
    VerticalFlip,
    Transpose,
    AntiTranspose,
    ClockwiseRotation,
    AnticlockwiseRotation,
];

impl Symmetry {
    fn name(self) -> &'static str {
        match self {
            Identity => "Identity",
            Inversion => "Inversion",
            HorizontalFlip => "HorizontalFlip",
            VerticalFlip => "VerticalFlip",
            Transpose => "Transpose",
            AntiTranspose => "AntiTranspose",
            ClockwiseRotation => "ClockwiseRotation",
            AnticlockwiseRotation => "AnticlockwiseRotation",
        }
    }

    /// Rows and columns of the image.
    pub(super) fn size(self, rows: usize, columns: usize) -> (usize, usize) {
        match self {
            Identity | Inversion | HorizontalFlip | VerticalFlip => (rows, columns),
            _ => (columns, rows),
        }
    }

    /// Where a cell goes, counted from 0.
    #[cfg(test)]
    pub(super) fn image(
        self,
        (row, column): (usize, usize),
        rows: usize,
        columns: usize,
    ) -> (usize, usize) {
        let (up, left) = (rows - 1 - row, columns - 1 - column);
        match self {
            Identity => (row, column),
            Inversion => (up, left),
            HorizontalFlip => (up, column),
            VerticalFlip => (row, left),
            Transpose => (column, row),
            AntiTranspose => (left, up),
            ClockwiseRotation => (left, row),
            AnticlockwiseRotation => (column, up),
        }
    }

    fn value(self) -> Value {
        enums::numbered(SYMMETRY, self.name(), self as u8)
    }
}

/// The symmetry that a value is.
pub(super) fn symmetry(value: &Value) -> Result<Symmetry, Failure> {
    enums::number(value, SYMMETRY)
        .and_then(|number| ALL.get(usize::from(number)).copied())
        .ok_or_else(|| Failure::new(format!("expected a symmetry, found {}", value.kind())))
}

fn list(symmetries: &[Symmetry]) -> Result<Value, Failure> {
    Value::list(symmetries.iter().map(|symmetry| symmetry.value()).collect())
}

const ONE: &str = "A symmetry of a rectangle.";
const SEVERAL: &str = "A list of symmetries.";

const STATICS: &[Member] = &[
    property("Identity", ONE, "Symmetry.Identity", |_, _| {
        Ok(Identity.value())
    }),
    property("Inversion", ONE, "Symmetry.Inversion", |_, _| {
        Ok(Inversion.value())
    }),
    property("HorizontalFlip", ONE, "Symmetry.HorizontalFlip", |_, _| {
        Ok(HorizontalFlip.value())
    }),
    property("VerticalFlip", ONE, "Symmetry.VerticalFlip", |_, _| {
        Ok(VerticalFlip.value())
    }),
    property("Transpose", ONE, "Symmetry.Transpose", |_, _| {
        Ok(Transpose.value())
    }),
    property("AntiTranspose", ONE, "Symmetry.AntiTranspose", |_, _| {
        Ok(AntiTranspose.value())
    }),
    property(
        "ClockwiseRotation",
        ONE,
        "Symmetry.ClockwiseRotation",
        |_, _| Ok(ClockwiseRotation.value()),
    ),
    property(
        "AnticlockwiseRotation",
        ONE,
        "Symmetry.AnticlockwiseRotation",
        |_, _| Ok(AnticlockwiseRotation.value()),
    ),
    property("Flip", SEVERAL, "Symmetry.Flip", |_, _| list(&ALL[..4])),
    property("Rotational", SEVERAL, "Symmetry.Rotational", |_, _| {
        list(&[
            Identity,
            Inversion,
            ClockwiseRotation,
            AnticlockwiseRotation,
        ])
    }),
    property("EightWay", SEVERAL, "Symmetry.EightWay", |_, _| list(&ALL)),
];

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: STATICS,
    ..class(
        SYMMETRY,
        &["cgsuite.lang.Enum"],
        "The symmetries of a rectangle.",
        "Symmetry.Flip",
    )
}];
