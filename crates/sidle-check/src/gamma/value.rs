//! Values of γ as certificates write them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A value of γ: a number, or the string `"inf"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A finite value.
    Finite(u32),
    /// ∞.
    Infinite,
}

impl Value {
    /// The number, if it is one.
    #[must_use]
    pub fn finite(self) -> Option<u32> {
        match self {
            Value::Finite(value) => Some(value),
            Value::Infinite => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Finite(value) => value.fmt(f),
            Value::Infinite => f.write_str("inf"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Finite(value) => serializer.serialize_u32(*value),
            Value::Infinite => serializer.serialize_str("inf"),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

struct Visitor;

impl de::Visitor<'_> for Visitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number below 2^32 or \"inf\"")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        let small = u32::try_from(value).map(Value::Finite);
        small.map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        match text {
            "inf" => Ok(Value::Infinite),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }
}
