//! The symmetries of a rectangle.

use super::{Argument, Member, NativeClass, class_names::ENUM, classes, declare::elements, enums};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const SYMMETRY: &str = "cgsuite.util.Symmetry";

/// Declares the symmetries: their type, the list of all of them, and their names.
macro_rules! symmetries {
    ($($name:ident),*) => {
        /// A symmetry of a rectangle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Symmetry {
            $($name),*
        }

        use Symmetry::{$($name),*};

        pub(super) const ALL: [Symmetry; 8] = [$($name),*];

        const EACH: &[Member] =
            elements! { "A symmetry of a rectangle." "Symmetry"; $($name => $name.value()),* };

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

impl Argument<'_> for Symmetry {
    const CLASS: &'static str = SYMMETRY;

    fn of(_: &mut Machine<'_>, value: &Value) -> Result<Self, Failure> {
        symmetry(value)
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

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// The symmetries of a rectangle.
    class SYMMETRY: [ENUM] "Symmetry.Flip" elements EACH
    static {
        /// A list of symmetries.
        get Flip "Symmetry.Flip" => list(&ALL[..4]);
        /// A list of symmetries.
        get Rotational "Symmetry.Rotational"
            => list(&[Identity, Inversion, ClockwiseRotation, AnticlockwiseRotation]);
        /// A list of symmetries.
        get EightWay "Symmetry.EightWay" => list(&ALL);
    }
    {}
};
