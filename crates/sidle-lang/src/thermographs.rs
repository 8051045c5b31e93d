//! Thermographs of whatever has some: short games, stoppers, and the sides of other games with loops.

use sidle_core::Meter;
use sidle_draw::ThermographPanel;
use sidle_values::{
    CouponError, ScaledThermograph, Store,
    loopy::{LoopyValue, Side, SideForm},
    notation::Style,
};

use crate::{Diagnostic, Session, Span, diagnostic::Failure};

impl Session {
    /// The thermograph of a game that a text stands for, or those of its two sides; each with the game in usual
    /// notation.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let mut session = Session::new();
    /// let panels = session.thermographs("{4|over}", &Meter::unlimited())?;
    /// assert_eq!(panels[0].label, "{4|over}");
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// The text is not a game, or a side is not known to be a stopper, or its walls come to no mast.
    pub fn thermographs(
        &mut self,
        source: &str,
        meter: &Meter,
    ) -> Result<Vec<ThermographPanel>, Diagnostic> {
        let value = self.loopy(source, meter)?;
        let whole = Span::new(0, source.len());
        panels(self.store(), value, meter).map_err(|failure| failure.at(whole))
    }
}

/// The thermograph of a game, or of its sides where they differ.
pub(crate) fn panels(
    store: &Store,
    value: LoopyValue,
    meter: &Meter,
) -> Result<Vec<ThermographPanel>, Failure> {
    if let Some(game) = value.short() {
        return Ok(vec![ThermographPanel {
            label: store.text(game, Style::Plain, meter)?,
            thermograph: store.try_thermograph(game, meter)?,
            unit: 1,
        }]);
    }
    if value.stopper().is_some() {
        return Ok(vec![side(store, value.onside(), "", meter)?]);
    }
    let sides = [(Side::Onside, "onside "), (Side::Offside, "offside ")];
    let sides = sides.map(|(which, name)| side(store, value.side(which), name, meter));
    sides.into_iter().collect()
}

fn side(
    store: &Store,
    form: SideForm,
    name: &str,
    meter: &Meter,
) -> Result<ThermographPanel, Failure> {
    let label = format!("{name}{}", store.text(form, Style::Plain, meter)?);
    let Some(stopper) = form.stopper() else {
        let problem = format!("{label} is not known to be a stopper, so it has no thermograph");
        return Err(Failure::new(problem));
    };
    let walls = match store.loopy().try_walls(stopper, meter) {
        Err(CouponError::Stopped(reason)) => return Err(reason.into()),
        walls => walls.map_err(|error| Failure::new(error.to_string()))?,
    };
    let Some(ScaledThermograph { thermograph, unit }) = walls.thermograph() else {
        let problem = format!("{label} has no mast: its walls do not meet at any temperature");
        return Err(Failure::new(problem));
    };
    Ok(ThermographPanel {
        label,
        thermograph,
        unit,
    })
}
