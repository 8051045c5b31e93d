//! The symmetries of a rectangle.

use super::{Member, NativeClass, class, enums, property};
use crate::{diagnostic::Failure, value::Value};

const SYMMETRY: &str = "cgsuite.util.Symmetry";

/// Declares the symmetries: their type, the list of all of them, their names and their properties of the class.
macro_rules! symmetries {
    ($($name:ident),*) => {
        /// A symmetry of a rectangle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Symmetry {
            $($name),*
        }

        use Symmetry::{$($name),*};

        pub(super) const ALL: [Symmetry; 8] = [$($name),*];

        const EACH: [Member; 8] = [$(property(
            stringify!($name),
            "A symmetry of a rectangle.",
            concat!("Symmetry.", stringify!($name)),
            |_, _| Ok($name.value()),
        )),*];

        impl Symmetry {
            fn name(self) -> &'static str {
                match self {
                    $($name => stringify!($name)),*
                }
            }
        }
    };
}

symmetries! {
    Identity, Inversion, HorizontalFlip, VerticalFlip, Transpose, AntiTranspose, ClockwiseRotation, AnticlockwiseRotation
}

impl Symmetry {
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
        .ok_or_else(|| value.unlike("a symmetry"))
}

fn list(symmetries: &[Symmetry]) -> Result<Value, Failure> {
    Value::list(symmetries.iter().map(|symmetry| symmetry.value()).collect())
}

const SEVERAL: &str = "A list of symmetries.";

const STATICS: &[Member] = {
    let [a, b, c, d, e, f, g, h] = EACH;
    let flip = property("Flip", SEVERAL, "Symmetry.Flip", |_, _| list(&ALL[..4]));
    let rotational = property("Rotational", SEVERAL, "Symmetry.Rotational", |_, _| {
        list(&[
            Identity,
            Inversion,
            ClockwiseRotation,
            AnticlockwiseRotation,
        ])
    });
    let eight = property("EightWay", SEVERAL, "Symmetry.EightWay", |_, _| list(&ALL));
    &[a, b, c, d, e, f, g, h, flip, rotational, eight]
};

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: STATICS,
    ..class(
        SYMMETRY,
        &["cgsuite.lang.Enum"],
        "The symmetries of a rectangle.",
        "Symmetry.Flip",
    )
}];
