//! Objects of users' classes as positions: the machine is the host that runs their methods, the road
//! from a position to its value is that of every other position.

use std::{any::Any, borrow::Cow, fmt, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_core::{Meter, Picture, Player};
use sidle_solve::{AnyPosition, Form, Host, Position, SolveError};

use crate::{
    class::Instance,
    diagnostic::Failure,
    evaluate::{Machine, to_form},
    library::{self, Object},
    value::Value,
};

/// An object of a class that descends from `Game`.
#[derive(Debug)]
pub(crate) struct ScriptPosition {
    pub(crate) instance: Arc<Instance>,
    impartial: bool,
}

/// An object of a native class of impartial games whose options the machine works out.
#[derive(Debug)]
pub(crate) struct NativePosition {
    object: Arc<dyn Object>,
}

impl NativePosition {
    pub(crate) fn position(object: Arc<dyn Object>) -> Position {
        Position::atom(Arc::new(NativePosition { object }))
    }
}

impl AnyPosition for NativePosition {
    fn options(
        &self,
        player: Player,
        host: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        host.options(self, player, meter)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn write_in_full(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        match library::heaps_in_full(&*self.object) {
            Some(text) => f.write_str(&text),
            None => self.write(f),
        }
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let mut never = |_: &Value| Err(Failure::new("a heap has no values in it"));
        f.write_str(&self.object.text(&mut never).unwrap_or_default())
    }

    fn notation(&self) -> Option<String> {
        self.object.notation()
    }

    fn class_name(&self) -> Cow<'_, str> {
        Cow::Owned(self.object.class().qualified.to_string())
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any)
            .downcast_ref::<NativePosition>()
            .is_some_and(|other| self.object.equal(&*other.object))
    }

    fn hash_code(&self) -> u64 {
        self.object.hash()
    }
}

/// The object as a position, if it is a game.
pub(crate) fn position_of(instance: &Arc<Instance>) -> Option<Position> {
    is_game(instance).then(|| {
        Position::atom(Arc::new(ScriptPosition {
            instance: instance.clone(),
            impartial: instance.class.is_impartial(),
        }))
    })
}

/// Is it an object of a class that descends from `Game`?
pub(crate) fn is_game(instance: &Instance) -> bool {
    instance.class.is_game()
}

/// The object that a position is, if it is one: of a user's class, or a misère game.
pub(crate) fn object_of(position: &Position) -> Option<Value> {
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let atom: &dyn Any = &**atom;
    if let Some(script) = atom.downcast_ref::<ScriptPosition>() {
        return Some(Value::Instance(script.instance.clone()));
    }
    match atom.downcast_ref::<NativePosition>() {
        Some(native) => Some(Value::Object(native.object.clone())),
        None => library::misere_of_position(atom),
    }
}

impl AnyPosition for ScriptPosition {
    fn options(
        &self,
        player: Player,
        host: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        host.options(self, player, meter)
    }

    fn decompose(
        &self,
        host: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        if self.instance.class.games().decomposition.is_none() {
            return Ok(None);
        }
        host.decompose(self, meter)
    }

    fn splits_slowly(&self) -> bool {
        self.instance.class.games().decomposition.is_some()
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        match self.instance.text() {
            Some(text) => f.write_str(&text),
            None => f.write_str(&self.instance.class.name),
        }
    }

    fn notation(&self) -> Option<String> {
        self.instance.board().map(|board| board.text)
    }

    fn picture(&self) -> Option<Picture> {
        self.instance.board()?.picture
    }

    fn class_name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.instance.class.qualified)
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any)
            .downcast_ref::<ScriptPosition>()
            .is_some_and(|other| {
                Arc::ptr_eq(&self.instance, &other.instance) || self.instance == other.instance
            })
    }

    fn hash_code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.instance.hash(&mut hasher);
        hasher.finish()
    }
}

/// A failure of a method on its way through the engine.
#[derive(Clone, Debug)]
struct ForeignFailure(Failure);

impl fmt::Display for ForeignFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a method of a position failed")
    }
}

impl std::error::Error for ForeignFailure {}

fn foreign(failure: Failure) -> SolveError {
    match failure {
        Failure::Stopped(reason) => SolveError::Stopped(reason),
        other => SolveError::foreign(ForeignFailure(other)),
    }
}

/// The failure of a method that the engine hands back.
pub(crate) fn unpack(error: &SolveError) -> Option<Failure> {
    error.downcast::<ForeignFailure>().map(|foreign| foreign.0)
}

impl Host for Machine<'_> {
    fn options(
        &mut self,
        of: &dyn AnyPosition,
        player: Player,
        _: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        if let Some(native) = (of as &dyn Any).downcast_ref::<NativePosition>() {
            let object = Value::Object(native.object.clone());
            let options = self.call_method(object, "Options", Vec::new());
            return options
                .and_then(|options| self.positions_in(&options, "Options"))
                .map_err(foreign);
        }
        let Some(script) = (of as &dyn Any).downcast_ref::<ScriptPosition>() else {
            return Err(foreign(Failure::new("this position has no host")));
        };
        let player = (!script.impartial).then_some(player);
        let options = self.ask(
            &script.instance,
            script.instance.class.games().options,
            "Options",
            player,
        );
        let options = options.map_err(foreign)?;
        self.positions_in(&options, "Options").map_err(foreign)
    }

    fn decompose(
        &mut self,
        of: &dyn AnyPosition,
        _: &Meter,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        let Some(script) = (of as &dyn Any).downcast_ref::<ScriptPosition>() else {
            return Ok(None);
        };
        let place = script.instance.class.games().decomposition;
        let parts = self
            .ask(&script.instance, place, "Decomposition", None)
            .map_err(foreign)?;
        if let Value::List(items) = &parts
            && let [Value::Instance(only)] = items.values.as_slice()
            && *only == script.instance
        {
            return Ok(None);
        }
        self.positions_in(&parts, "Decomposition")
            .map(Some)
            .map_err(foreign)
    }
}

impl Machine<'_> {
    /// Calls a method of a position, whose place among the members is known, for a player or for nobody.
    fn ask(
        &mut self,
        instance: &Arc<Instance>,
        place: Option<u32>,
        name: &str,
        player: Option<Player>,
    ) -> Result<Value, Failure> {
        let object = Value::Instance(instance.clone());
        match (place, player) {
            (Some(place), Some(player)) => self.call_place(object, instance, place, player),
            (_, player) => {
                let arguments = player.map(Value::Player).into_iter().collect();
                self.call_method(object, name, arguments)
            }
        }
    }

    /// The games in a collection that a method of a position gave.
    fn positions_in(&mut self, values: &Value, what: &str) -> Result<Vec<Position>, Failure> {
        let wrong = |found: &Value| {
            Failure::new(format!(
                "`{what}` must give a collection of games, this has {}",
                found.kind()
            ))
        };
        let made;
        let items = match values {
            Value::List(items) | Value::Set(items) => &items.values,
            Value::Object(object) => {
                made = object.items().ok_or_else(|| wrong(values))?;
                &made
            }
            other => return Err(wrong(other)),
        };
        let mut positions = Vec::with_capacity(items.len());
        for item in items {
            positions.push(to_form(self, item).map_err(|failure| match failure {
                Failure::Error { .. } => wrong(item),
                other => other,
            })?);
        }
        Ok(positions)
    }
}
