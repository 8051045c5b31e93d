//! Native enums: sides, kinds of compounds, players, outcomes.

use std::sync::Arc;

use sidle_core::{
    Outcome::{self, Left, Next, Previous, Right},
    Player,
};
use sidle_values::loopy::LoopyOutcome;

use super::{Member, NativeClass, Object, Show, class, in_tables, object, property};
use crate::{class::Class, diagnostic::Failure, print, value::Value};

const ENUM: &[&str] = &["cgsuite.lang.Enum"];

/// The property of a native enum that is its object of the same name.
macro_rules! element {
    ($doc:expr, $package:ident.$class:ident.$name:ident) => {
        property(
            stringify!($name),
            $doc,
            concat!(stringify!($class), ".", stringify!($name)),
            |_, _| {
                Ok(element(
                    concat!(stringify!($package), ".", stringify!($class)),
                    stringify!($name),
                ))
            },
        )
    };
}

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[property("Literal", "The name.", "Left.Literal", |m, a| {
            if let Value::Instance(instance) = &a[0]
                && let Some((_, literal)) = &instance.literal
            {
                return Ok(Value::Text(literal.clone()));
            }
            Ok(Value::text(print::plain(m, &a[0])?))
        })],
        ..class(
            "cgsuite.lang.Enum",
            &["cgsuite.lang.Object"],
            "A class with finitely many named objects.",
            "Left is Enum",
        )
    },
    NativeClass {
        statics: &[
            element!(KIND, game.CompoundType.ConjunctiveSum),
            element!(KIND, game.CompoundType.ConwayProduct),
            element!(KIND, game.CompoundType.DisjunctiveSum),
            element!(KIND, game.CompoundType.OrdinalProduct),
            element!(KIND, game.CompoundType.OrdinalSum),
            element!(KIND, game.CompoundType.SelectiveSum),
        ],
        ..class(
            "game.CompoundType",
            ENUM,
            "The ways to combine two games.",
            "CompoundType.OrdinalSum",
        )
    },
    NativeClass {
        statics: &[
            property("Left", "The first player.", "Player.Left", |_, _| {
                Ok(Value::Player(Player::Left))
            }),
            property("Right", "The second player.", "Player.Right", |_, _| {
                Ok(Value::Player(Player::Right))
            }),
        ],
        members: PLAYER,
        ..class("game.Player", ENUM, "Left and Right.", "Left.Opponent")
    },
    NativeClass {
        statics: &[
            element!("The side of Left.", game.Side.Onside),
            element!("The side of Right.", game.Side.Offside),
        ],
        ..class("game.Side", ENUM, "Onside and Offside.", "Onside")
    },
    NativeClass {
        statics: OUTCOMES,
        ..class(
            "game.OutcomeClass",
            ENUM,
            "Who wins: L, R, N, P, or a draw.",
            "*.OutcomeClass",
        )
    },
];

const WINS: &str = "Who wins if Left starts and if Right starts.";

const OUTCOMES: &[Member] = &[
    property("L", WINS, "OutcomeClass.L", |_, _| Ok(Value::Outcome(Left))),
    property("R", WINS, "OutcomeClass.R", |_, _| {
        Ok(Value::Outcome(Right))
    }),
    property("N", WINS, "OutcomeClass.N", |_, _| Ok(Value::Outcome(Next))),
    property("P", WINS, "OutcomeClass.P", |_, _| {
        Ok(Value::Outcome(Previous))
    }),
    property("D", WINS, "OutcomeClass.D", |_, _| sides(Left, Right)),
    property("PHat", WINS, "OutcomeClass.PHat", |_, _| {
        sides(Left, Previous)
    }),
    property("PCheck", WINS, "OutcomeClass.PCheck", |_, _| {
        sides(Previous, Right)
    }),
    property("NHat", WINS, "OutcomeClass.NHat", |_, _| sides(Left, Next)),
    property("NCheck", WINS, "OutcomeClass.NCheck", |_, _| {
        sides(Next, Right)
    }),
];

fn sides(onside: Outcome, offside: Outcome) -> Result<Value, Failure> {
    Ok(Value::LoopyOutcome(LoopyOutcome { onside, offside }))
}

const KIND: &str = "A way to combine two games.";

const PLAYER: &[Member] = &[
    property("Sign", "1 for Left, -1 for Right.", "Left.Sign", |_, a| {
        let left = player(&a[0])? == Player::Left;
        Ok(Value::integer(if left { 1 } else { -1 }))
    }),
    property(
        "Ordinal",
        "1 for Left, 2 for Right.",
        "Right.Ordinal",
        |_, a| {
            let left = player(&a[0])? == Player::Left;
            Ok(Value::integer(if left { 1 } else { 2 }))
        },
    ),
    property("Opponent", "The other player.", "Left.Opponent", |_, a| {
        Ok(Value::Player(-player(&a[0])?))
    }),
];

fn player(value: &Value) -> Result<Player, Failure> {
    match value {
        Value::Player(player) => Ok(*player),
        other => Err(other.unlike("a player")),
    }
}

/// An object of a native enum.
#[derive(Debug)]
pub(crate) struct Element {
    class: &'static str,
    pub(crate) literal: &'static str,
    /// A number by which the class knows its object again.
    number: u8,
}

/// The object of that name.
pub(crate) fn element(class: &'static str, literal: &'static str) -> Value {
    numbered(class, literal, 0)
}

/// The object of that name, with a number of its own.
pub(super) fn numbered(class: &'static str, literal: &'static str, number: u8) -> Value {
    Value::object(Element {
        class,
        literal,
        number,
    })
}

/// The number of an object of a native enum.
pub(super) fn number(value: &Value, class: &str) -> Option<u8> {
    object::<Element>(value)
        .filter(|element| std::ptr::eq(element.class, class) || element.class == class)
        .map(|element| element.number)
}

impl Object for Element {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(self.class)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Element>();
        other.is_some_and(|other| self.class == other.class && self.literal == other.literal)
    }

    fn hash(&self) -> u64 {
        self.literal.len() as u64
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.literal.to_owned())
    }
}
