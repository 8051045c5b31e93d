//! Native enums: sides, kinds of compounds, players, outcomes.

use std::sync::Arc;

use sidle_core::{
    Outcome::{self, Left, Next, Previous, Right},
    Player,
};
use sidle_values::loopy::LoopyOutcome;

use super::{
    Member, NativeClass, Object, Show,
    class_names::{ENUM, OBJECT, PLAYER},
    classes,
    declare::elements,
    in_tables, object,
};
use crate::{class::Class, diagnostic::Failure, print, value::Value};

const KIND: &str = "game.CompoundType";

const KINDS: &[Member] = elements! { "A way to combine two games." "CompoundType";
    ConjunctiveSum => element(KIND, "ConjunctiveSum"),
    ConwayProduct => element(KIND, "ConwayProduct"),
    DisjunctiveSum => element(KIND, "DisjunctiveSum"),
    OrdinalProduct => element(KIND, "OrdinalProduct"),
    OrdinalSum => element(KIND, "OrdinalSum"),
    SelectiveSum => element(KIND, "SelectiveSum")
};

const OUTCOMES: &[Member] = elements! { "Who wins if Left starts and if Right starts." "OutcomeClass";
    L => Left,
    R => Right,
    N => Next,
    P => Previous,
    D => sides(Left, Right),
    PHat => sides(Left, Previous),
    PCheck => sides(Previous, Right),
    NHat => sides(Left, Next),
    NCheck => sides(Next, Right)
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A class with finitely many named objects.
    class ENUM: [OBJECT] "Left is Enum" {
        /// The name.
        get Literal(x: &Value) "Left.Literal" => match x {
            Value::Instance(instance) if instance.literal.is_some() => {
                let literal = instance.literal.as_ref();
                literal.map_or(Value::Nothing, |(_, literal)| Value::Text(literal.clone()))
            }
            x => Value::text(print::plain(m, x)?),
        };
    }
    /// The ways to combine two games.
    class KIND: [ENUM] "CompoundType.OrdinalSum" elements KINDS {}
    /// Left and Right.
    class PLAYER: [ENUM] "Left.Opponent"
    static {
        /// The first player.
        get Left "Player.Left" => Player::Left;
        /// The second player.
        get Right "Player.Right" => Player::Right;
    }
    {
        /// 1 for Left, -1 for Right.
        get Sign(player: Player) "Left.Sign" => if player == Player::Left { 1i64 } else { -1 };
        /// 1 for Left, 2 for Right.
        get Ordinal(player: Player) "Right.Ordinal" => if player == Player::Left { 1i64 } else { 2 };
        /// The other player.
        get Opponent(player: Player) "Left.Opponent" => -player;
    }
    /// Onside and Offside.
    class "game.Side": [ENUM] "Onside"
    static {
        /// The side of Left.
        get Onside "Side.Onside" => element("game.Side", "Onside");
        /// The side of Right.
        get Offside "Side.Offside" => element("game.Side", "Offside");
    }
    {}
    /// Who wins: L, R, N, P, or a draw.
    class "game.OutcomeClass": [ENUM] "*.OutcomeClass" elements OUTCOMES {}
};

fn sides(onside: Outcome, offside: Outcome) -> Value {
    Value::LoopyOutcome(LoopyOutcome { onside, offside })
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
