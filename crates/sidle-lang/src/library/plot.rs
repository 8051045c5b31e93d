//! Plots: of lists, tables and thermographs.

use std::sync::Arc;

use sidle_core::Meter;

use super::{
    NativeClass, Object, Show, State, class_names::OBJECT, classes, extract::integer, in_tables,
    output, table::fraction,
};
use crate::{class::Class, diagnostic::Failure, rational::Rational, value::Value};

const PLOT: &str = "cgsuite.util.Plot";
/// Plots of more squares or dots are refused.
const MAX_MARKS: usize = 1 << 20;

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A picture of numbers.
    class PLOT: [OBJECT] "[1,3,2].ScatterPlot()" {
        /// The plot as an SVG picture.
        get ToSvg(plot: &Plot) "[1,3,2].ScatterPlot().ToSvg" => output::output(plot.svg.clone());
    }
};

/// A picture and what stands for it in a text.
#[derive(Debug)]
pub(crate) struct Plot {
    text: String,
    svg: String,
}

impl State for Plot {
    const CLASS: &'static str = PLOT;
    const WHAT: &'static str = "a plot";
}

/// A dot at (i, entry i) for each entry.
pub(super) fn scatter(values: &[Value], meter: &Meter) -> Result<Value, Failure> {
    /// About so many bytes are needed for a point and its mark.
    const PER_POINT: u64 = 200;
    check(values.len())?;
    meter.room(PER_POINT * values.len() as u64)?;
    let mut points = Vec::with_capacity(values.len());
    for (at, value) in values.iter().enumerate() {
        let height = i64::try_from(integer(value)?)
            .map_err(|_| Failure::new("overflow: the integers of a plot must fit 64 bits"))?;
        points.push((at as i64 + 1, height));
    }
    let highest = points.iter().map(|point| point.1).max().unwrap_or(0);
    Ok(Value::object(Plot {
        text: format!("<{} x {} ScatterPlot>", highest, values.len()),
        svg: sidle_draw::scatter_svg(&points),
    }))
}

/// A square for each number.
pub(super) fn intensity(rows: Vec<Vec<Option<Rational>>>, scale: i32) -> Result<Value, Failure> {
    let scale = u32::try_from(scale).ok().filter(|scale| *scale > 0);
    let scale = scale.ok_or_else(|| Failure::new("the scale of a plot must be positive"))?;
    check(rows.iter().map(Vec::len).sum())?;
    let numbers = || rows.iter().flatten().flatten();
    let low = numbers()
        .min()
        .cloned()
        .unwrap_or_else(|| Rational::from(0));
    let high = numbers()
        .max()
        .cloned()
        .unwrap_or_else(|| Rational::from(1));
    let shades: Vec<Vec<Option<f64>>> = rows
        .iter()
        .map(|row| {
            let cells = row.iter();
            cells
                .map(|cell| cell.as_ref().map(|number| fraction(number, &low, &high)))
                .collect()
        })
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    Ok(Value::object(Plot {
        text: format!("<{} x {columns} IntensityPlot>", rows.len()),
        svg: sidle_draw::intensity_svg(&shades, scale),
    }))
}

/// A picture that prints itself as `text`.
pub(crate) fn plotted(text: impl Into<String>, svg: String) -> Value {
    let text = text.into();
    Value::object(Plot { text, svg })
}

fn check(marks: usize) -> Result<(), Failure> {
    if marks > MAX_MARKS {
        return Err(Failure::new(format!(
            "overflow: a plot has {MAX_MARKS} marks at most"
        )));
    }
    Ok(())
}

impl Object for Plot {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(PLOT)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Plot>();
        other.is_some_and(|other| self.svg == other.svg)
    }

    fn hash(&self) -> u64 {
        self.svg.len() as u64
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.text.clone())
    }
}
