//! Members of values by kind ([`Receiver`]), and the functions that belong to no value. A kind is decided by what can be
//! computed of a value; its class says how it is written.

mod forms;
mod functions;
mod games;
mod loopy_games;
mod pictures;
mod positions;
mod predicates;
mod temperature;

pub(crate) use self::pictures::outcome_page;
pub(in crate::library) use self::{
    forms::upwards, functions::FUNCTIONS, positions::variant, temperature::inf_compare,
};

use super::Member;
use crate::{positions as instances, value::Value};

/// Which values have a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// Forms alone: the member is about the form as it is written.
    Form,
    /// Rational numbers and the infinities.
    Number,
    /// Numbers and games, also forms, which are then worked out.
    Game,
    /// Games with loops.
    Loopy,
    /// All of these.
    Position,
    /// Numbers, games and whatever else has a value: ordinals, transfinite nimbers, misère games.
    Value,
    Any,
}

/// The members of each kind, the narrower kinds first: of a name the first that a value has is meant.
pub(super) const KINDS: &[(Receiver, &[Member])] = &[
    (Receiver::Form, positions::FORM),
    (Receiver::Form, forms::FORM),
    (Receiver::Number, games::NUMBER),
    (Receiver::Game, predicates::GAME),
    (Receiver::Game, games::GAME),
    (Receiver::Game, temperature::GAME),
    (Receiver::Game, pictures::GAME),
    (Receiver::Loopy, loopy_games::LOOPY),
    (Receiver::Loopy, temperature::LOOPY),
    (Receiver::Loopy, pictures::LOOPY),
    (Receiver::Position, positions::POSITION),
    (Receiver::Position, predicates::POSITION),
    (Receiver::Position, games::POSITION),
    (Receiver::Position, loopy_games::POSITION),
    (Receiver::Value, predicates::VALUE),
    (Receiver::Any, games::ANY),
    (Receiver::Any, pictures::ANY),
];

impl Receiver {
    /// Is a value of this kind?
    pub(crate) fn has(self, value: &Value) -> bool {
        match self {
            Receiver::Any => true,
            Receiver::Number => matches!(value, Value::Number(_)),
            Receiver::Game => match value {
                Value::Number(number) => number.to_dyadic().is_some(),
                Value::Game(_) | Value::Form(_) => true,
                Value::Instance(instance) => instances::is_game(instance),
                _ => false,
            },
            Receiver::Loopy => matches!(value, Value::Loopy(_)),
            Receiver::Position => Receiver::Game.has(value) || Receiver::Loopy.has(value),
            Receiver::Value => match value {
                Value::Number(_) | Value::Surreal(_) => true,
                Value::Object(object) => {
                    object.class().descends_from("game.NormalValue") || object.position().is_some()
                }
                value => Receiver::Position.has(value),
            },
            Receiver::Form => match value {
                Value::Form(_) => true,
                Value::Instance(instance) => instances::is_game(instance),
                _ => false,
            },
        }
    }

    /// The letter or word before the dot, in the help.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Receiver::Any => "x",
            Receiver::Number => "number",
            _ => "G",
        }
    }

    /// The heading of its members in the help.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Receiver::Any => "Any value",
            Receiver::Number => "Numbers",
            Receiver::Loopy => "Games with loops",
            _ => "Games",
        }
    }
}
