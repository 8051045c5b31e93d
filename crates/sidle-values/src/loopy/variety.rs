//! Upsums, downsums, degrees and varieties of stoppers (*Winning Ways*, ch. 11).

use sidle_core::{Meter, StopReason};

use super::{Effort, Loopy, LoopyValue, SideForm, Stopper};

/// Why a degree or variety cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VarietyError {
    /// The degree must be idempotent.
    #[error("a variety belongs to an idempotent degree")]
    NotIdempotent,
    /// A sum has a side that is not known to be a stopper.
    #[error("a side of the sum is not known to be a stopper")]
    Unresolved,
    /// The two ways to compute the variety differ: a counterexample to the Stability Conjecture.
    #[error("the upsum variety and the downsum variety differ")]
    Unstable,
    /// The meter stopped the computation.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl<'s> Loopy<'s> {
    /// The onside of `G + H`.
    pub fn upsum(self, g: Stopper, h: Stopper, meter: &Meter) -> Result<Stopper, VarietyError> {
        self.side_of_sum(g, h, LoopyValue::onside, meter)
    }

    /// The offside of `G + H`.
    pub fn downsum(self, g: Stopper, h: Stopper, meter: &Meter) -> Result<Stopper, VarietyError> {
        self.side_of_sum(g, h, LoopyValue::offside, meter)
    }

    fn side_of_sum(
        self,
        g: Stopper,
        h: Stopper,
        side: fn(LoopyValue) -> SideForm,
        meter: &Meter,
    ) -> Result<Stopper, VarietyError> {
        let sum = self.try_add(g.into(), h.into(), Effort::default(), meter)?;
        side(sum).stopper().ok_or(VarietyError::Unresolved)
    }

    /// The degree of loopiness: the onside of `G - G`.
    pub fn degree(self, g: Stopper, meter: &Meter) -> Result<Stopper, VarietyError> {
        match g {
            Stopper::Short(_) => Ok(Stopper::Short(self.store.zero())),
            _ => self.upsum(g, self.negative(g), meter),
        }
    }

    /// Is `G + G = G`?
    pub fn is_idempotent(self, value: LoopyValue, meter: &Meter) -> Result<bool, StopReason> {
        Ok(self.try_add(value, value, Effort::default(), meter)? == value)
    }

    fn idempotent(self, degree: Stopper, meter: &Meter) -> Result<(), VarietyError> {
        if self.is_idempotent(degree.into(), meter)? {
            Ok(())
        } else {
            Err(VarietyError::NotIdempotent)
        }
    }

    /// The upsum of `G` with the downsum of `-G` and `-degree`.
    pub fn upsum_variety(
        self,
        g: Stopper,
        degree: Stopper,
        meter: &Meter,
    ) -> Result<Stopper, VarietyError> {
        self.idempotent(degree, meter)?;
        let inner = self.downsum(self.negative(g), self.negative(degree), meter)?;
        self.upsum(g, inner, meter)
    }

    /// The downsum of `G` with the upsum of `-G` and the degree.
    pub fn downsum_variety(
        self,
        g: Stopper,
        degree: Stopper,
        meter: &Meter,
    ) -> Result<Stopper, VarietyError> {
        self.idempotent(degree, meter)?;
        let inner = self.upsum(self.negative(g), degree, meter)?;
        self.downsum(g, inner, meter)
    }

    /// The variety of `G` within its own degree: both ways to compute it agree, as far as anybody knows.
    pub fn variety(self, g: Stopper, meter: &Meter) -> Result<Stopper, VarietyError> {
        let degree = self.degree(g, meter)?;
        let up = self.upsum_variety(g, degree, meter)?;
        if up == self.downsum_variety(g, degree, meter)? {
            Ok(up)
        } else {
            Err(VarietyError::Unstable)
        }
    }

    /// Do the two ways to compute the variety agree?
    pub fn is_stable(self, g: Stopper, meter: &Meter) -> Result<bool, VarietyError> {
        match self.variety(g, meter) {
            Ok(_) => Ok(true),
            Err(VarietyError::Unstable) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
