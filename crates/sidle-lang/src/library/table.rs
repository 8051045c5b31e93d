//! Tables: rows of values.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use dashu_int::ops::BitTest;
use rustc_hash::FxHasher;
use sidle_core::columns;
use sidle_values::notation::MAX_LENGTH;

use super::{
    Default, NativeClass, Object, Show, State,
    class_names::{LIST, OBJECT},
    classes,
    extract::items,
    in_tables, output, plot,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    print::{self, Format},
    rational::Rational,
    value::{self, Order, Value},
};

const TABLE: &str = "cgsuite.util.Table";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Rows of values.
    class TABLE: [OBJECT] "Table([[1,2],[3,4]])"
    new {
        /// A table from the list of its rows, which are lists.
        fn Table(rows: &Value as LIST) "Table([[1,2],[3,4]])" => table(m, rows);
    }
    {
        /// A picture with a square for each number.
        fn IntensityPlot(table: &Table, pixelScale: i32 = Default::Integer(8))
            "Table([[1,2],[3,4]]).IntensityPlot()" => {
            let cell = |cell: &Value| match cell {
                Value::Number(number) => Ok(Some(number.clone())),
                Value::Nothing => Ok(None),
                other => Err(Failure::new(format!("an intensity plot shows numbers, found {}", other.kind()))),
            };
            let rows = table.rows.iter().map(|row| row.iter().map(cell).collect());
            plot::intensity(rows.collect::<Result<_, _>>()?, pixelScale)
        };
        /// The table as comma-separated values.
        get ToCsv(table: &Table) "Table([[1,2],[3,4]]).ToCsv" => output::output(csv(&cells(m, table, Format::Plain)?));
        /// The table as a LaTeX array.
        get ToLatex(table: &Table) "Table([[1,2],[3,4]]).ToLatex" => {
            let cells = cells(m, table, Format::Latex)?;
            let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
            let lines: Vec<String> = cells.iter().map(|row| row.join(" & ")).collect();
            output::output(format!(
                "\\begin{{array}}{{{}}}\n{}\n\\end{{array}}",
                vec!["r"; columns].join("|"),
                lines.join(" \\\\\\hline\n")
            ))
        };
        /// The table as an SVG picture.
        get ToSvg(table: &Table) "Table([[1,2],[3,4]]).ToSvg"
            => output::output(sidle_draw::table_svg(&cells(m, table, Format::Plain)?));
    }
};

/// The rows of a table.
#[derive(Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<Value>>,
    depth: u32,
}

/// A table from a list of lists.
pub(crate) fn table(machine: &mut Machine<'_>, list: &Value) -> Result<Value, Failure> {
    machine.prepare_texts(std::slice::from_ref(list))?;
    let mut rows = Vec::new();
    for row in items(list)?.iter() {
        match row {
            Value::List(items) => rows.push(items.values.clone()),
            other => {
                return Err(Failure::new(format!(
                    "the rows of a table are lists, this is {}",
                    other.kind()
                )));
            }
        }
    }
    Ok(Value::object(Table {
        rows,
        depth: list.depth(),
    }))
}

impl State for Table {
    const CLASS: &'static str = TABLE;
    const WHAT: &'static str = "a table";
}

/// The texts of the cells; `Nothing` is blank.
fn cells(
    machine: &Machine<'_>,
    table: &Table,
    format: Format,
) -> Result<Vec<Vec<String>>, Failure> {
    let mut length = 0;
    let mut show = |value: &Value| {
        let text = match value {
            Value::Nothing => String::new(),
            value => print::show(machine.store, value, format, machine.meter)?,
        };
        length += text.len();
        if length > MAX_LENGTH {
            return Err(Failure::new("overflow: the table is too long"));
        }
        Ok(text)
    };
    let row = |row: &Vec<Value>| row.iter().map(&mut show).collect();
    table.rows.iter().map(row).collect()
}

fn csv(cells: &[Vec<String>]) -> String {
    let field = |cell: &String| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    };
    let lines: Vec<String> = cells
        .iter()
        .map(|row| row.iter().map(field).collect::<Vec<_>>().join(","))
        .collect();
    lines.join("\n")
}

/// Cells to the right of their columns, with lines between rows and columns.
fn drawn(cells: &[Vec<String>]) -> String {
    let widths = columns::widths(cells);
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let rule = format!("\n{}\n", rule.join("-+-"));
    let lines: Vec<String> = cells
        .iter()
        .map(|row| {
            let cells = row.iter().zip(&widths);
            let cells = cells.map(|(cell, &width)| columns::flush_right(cell, width));
            cells.collect::<Vec<_>>().join(" | ")
        })
        .collect();
    lines.join(&rule)
}

impl Object for Table {
    fn class(&self) -> &'static Arc<Class> {
        in_tables(TABLE)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Table>();
        other.is_some_and(|other| {
            self.rows.len() == other.rows.len()
                && self.rows.iter().zip(&other.rows).all(|(a, b)| {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| value::equal(a, b))
                })
        })
    }

    fn extent(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// A large table is known by some of its cells: however often it is hashed, that takes no time.
    fn hash(&self) -> u64 {
        const MOST: usize = 1 << 10;
        let mut hasher = FxHasher::default();
        for row in self.rows.iter().step_by(self.rows.len() / MOST + 1) {
            hasher.write_usize(row.len());
            let few = MOST / self.rows.len().max(1) + 1;
            for cell in row.iter().step_by(row.len() / few + 1) {
                value::hash(cell, &mut hasher);
            }
        }
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<Table>() else {
            return Ordering::Equal;
        };
        let rows = self.rows.iter().zip(&other.rows);
        rows.map(|(a, b)| value::compare_all(a, b, order))
            .find(|found| found.is_ne())
            .unwrap_or_else(|| self.rows.len().cmp(&other.rows.len()))
    }

    fn text(&self, show: Show<'_>) -> Result<String, Failure> {
        let mut length = 0;
        let mut cells = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut texts = Vec::with_capacity(row.len());
            for cell in row {
                let text = match cell {
                    Value::Nothing => String::new(),
                    cell => show(cell)?,
                };
                length += text.len();
                if length > MAX_LENGTH {
                    return Err(Failure::new("overflow: the table is too long"));
                }
                texts.push(text);
            }
            cells.push(texts);
        }
        let widest = cells.iter().flatten().map(String::len).max().unwrap_or(0);
        let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
        if (widest + 3)
            .saturating_mul(columns)
            .saturating_mul(2 * cells.len())
            > 4 * MAX_LENGTH
        {
            return Err(Failure::new("overflow: the table is too long"));
        }
        Ok(drawn(&cells))
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

/// The number between 0 and 1 that says where a rational lies between two others.
pub(super) fn fraction(number: &Rational, low: &Rational, high: &Rational) -> f64 {
    let part = number
        .sub(low)
        .and_then(|above| above.div(&high.sub(low)?))
        .unwrap_or_else(|_| Rational::from(0));
    // Both fit a float after the same shift.
    let (numerator, denominator) = (part.numerator(), part.denominator());
    let shift = denominator.bit_len().saturating_sub(50);
    let float = |n: dashu_int::IBig| i64::try_from(n >> shift).unwrap_or(0) as f64;
    float(numerator) / float(dashu_int::IBig::from(denominator)).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_aligned_and_short_rows_stay_short() {
        let row = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        let cells = [row(&["1", "-10"]), row(&["200"])];
        assert_eq!(drawn(&cells), "  1 | -10\n----+----\n200");
        assert_eq!(csv(&[row(&["a,b", "c\"d", "e"])]), "\"a,b\",\"c\"\"d\",e");
    }
}
