//! Rules that come from outside: a callback, an interpreter, another language.

use std::{
    any::Any,
    borrow::Cow,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::FxHasher;

use crate::{
    Error, ErrorKind, Job, Position,
    core::{Meter, Picture, Player},
    solve::{self, AnyPosition, SolveError},
};

/// A state of a game whose rules come from outside. Everything that can be compared and hashed is one.
pub trait State: Any + fmt::Debug + Send + Sync {
    /// Are the states equal?
    fn is_same(&self, other: &dyn State) -> bool;

    /// A hash that equal states share.
    fn hash_code(&self) -> u64;
}

impl<T: Any + fmt::Debug + Eq + Hash + Send + Sync> State for T {
    fn is_same(&self, other: &dyn State) -> bool {
        (other as &dyn Any).downcast_ref::<T>() == Some(self)
    }

    fn hash_code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl dyn State {
    /// The state as its own type.
    #[must_use]
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// Rules that come from outside.
///
/// The engine calls a host from any thread, several at once, and holds no lock meanwhile: a host may ask the
/// workspace in turn, with the job it was given, so that its limits hold for both. An error of the host ends the
/// question and comes back as it was.
pub trait Host: Send + Sync {
    /// The name of the ruleset.
    fn name(&self) -> &str;

    /// The options of a player, in an order that depends on the state alone.
    ///
    /// # Errors
    /// What the host raises; [`Error::host`] wraps any error.
    fn options(&self, at: &dyn State, player: Player, job: &Job) -> Result<Vec<Position>, Error>;

    /// The parts whose sum the state is; `None` for a state in one piece. The parts are not split again.
    ///
    /// # Errors
    /// As for [`options`](Host::options).
    fn decompose(&self, at: &dyn State, job: &Job) -> Result<Option<Vec<Position>>, Error> {
        let _ = (at, job);
        Ok(None)
    }

    /// Do both players have the same moves, in every state?
    fn is_impartial(&self) -> bool {
        false
    }

    /// The state in the notation of the ruleset.
    fn write(&self, at: &dyn State) -> String {
        format!("{at:?}")
    }

    /// Reads a state.
    ///
    /// # Errors
    /// For a text that is not a state, and for hosts without a notation.
    fn parse(&self, text: &str) -> Result<Arc<dyn State>, Error> {
        let message = format!("positions of {} cannot be read from text", self.name());
        Err(Error::new(ErrorKind::NotApplicable, message).at("position", 0..text.len()))
    }

    /// How a state is drawn.
    fn picture(&self, at: &dyn State) -> Option<Picture> {
        let _ = at;
        None
    }
}

/// A state with its host, as the engine solves it.
struct HostPosition {
    host: Arc<dyn Host>,
    state: Arc<dyn State>,
}

/// The position of a state.
pub(crate) fn position(host: &Arc<dyn Host>, state: Arc<dyn State>) -> solve::Position {
    solve::Position::atom(Arc::new(HostPosition {
        host: host.clone(),
        state,
    }))
}

/// The host and the state of a position of rules from outside.
pub(crate) fn host_state(at: &dyn AnyPosition) -> Option<(&Arc<dyn Host>, &Arc<dyn State>)> {
    let of_host = (at as &dyn Any).downcast_ref::<HostPosition>()?;
    Some((&of_host.host, &of_host.state))
}

impl fmt::Debug for HostPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({:?})", self.host.name(), self.state)
    }
}

impl AnyPosition for HostPosition {
    fn options(
        &self,
        player: Player,
        bridge: &mut dyn solve::Host,
        meter: &Meter,
    ) -> Result<Vec<solve::Position>, SolveError> {
        bridge.options(self, player, meter)
    }

    fn decompose(
        &self,
        bridge: &mut dyn solve::Host,
        meter: &Meter,
    ) -> Result<Option<Vec<solve::Position>>, SolveError> {
        bridge.decompose(self, meter)
    }

    fn is_impartial(&self) -> bool {
        self.host.is_impartial()
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{}({})", self.host.name(), self.host.write(&*self.state))
    }

    fn notation(&self) -> Option<String> {
        Some(self.host.write(&*self.state))
    }

    fn picture(&self) -> Option<Picture> {
        self.host.picture(&*self.state)
    }

    fn class_name(&self) -> Cow<'_, str> {
        self.host.name().into()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any)
            .downcast_ref::<HostPosition>()
            .is_some_and(|other| {
                Arc::ptr_eq(&self.host, &other.host) && self.state.is_same(&*other.state)
            })
    }

    fn hash_code(&self) -> u64 {
        self.state.hash_code()
    }
}

/// Passes the job of a question on to the hosts that it meets.
pub(crate) struct Bridge<'j>(pub(crate) &'j Job);

impl Bridge<'_> {
    fn call<T>(
        &self,
        of: &dyn AnyPosition,
        call: impl FnOnce(&dyn Host, &dyn State, &Job) -> Result<T, Error>,
    ) -> Result<T, SolveError> {
        let Some(at) = (of as &dyn Any).downcast_ref::<HostPosition>() else {
            let message = format!("positions of {} belong to a session", of.class_name());
            return Err(SolveError::foreign(Error::new(
                ErrorKind::NotApplicable,
                message,
            )));
        };
        // The engine counts nothing while a host works.
        self.0.meter().check()?;
        call(&*at.host, &*at.state, self.0).map_err(|error| match error.stopped {
            Some(reason) => SolveError::Stopped(reason),
            None => SolveError::foreign(error),
        })
    }
}

impl solve::Host for Bridge<'_> {
    fn options(
        &mut self,
        of: &dyn AnyPosition,
        player: Player,
        _: &Meter,
    ) -> Result<Vec<solve::Position>, SolveError> {
        let options = self.call(of, |host, state, job| host.options(state, player, job))?;
        Ok(options.into_iter().map(Position::into_engine).collect())
    }

    fn decompose(
        &mut self,
        of: &dyn AnyPosition,
        _: &Meter,
    ) -> Result<Option<Vec<solve::Position>>, SolveError> {
        let parts = self.call(of, |host, state, job| host.decompose(state, job))?;
        Ok(parts.map(|parts| parts.into_iter().map(Position::into_engine).collect()))
    }
}
