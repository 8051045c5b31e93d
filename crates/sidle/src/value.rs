//! Values that hold their store.

use std::{
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use serde::{Serialize, Serializer};

use crate::{
    core::{Dyadic, Meter, StopReason},
    values::{
        Game, Store,
        loopy::{LoopyValue, SideForm},
        notation::Style,
    },
};

/// A canonical value. It keeps the store that holds it alive, so it is valid for as long as you hold it.
///
/// # Equality
/// Values are equal when the games are, in whatever workspace they were computed, and equal values have equal hashes.
#[derive(Clone)]
pub struct Value {
    store: Arc<Store>,
    id: LoopyValue,
}

impl Value {
    /// A value of a store.
    #[must_use]
    pub fn new(store: &Arc<Store>, id: impl Into<LoopyValue>) -> Value {
        Value {
            store: store.clone(),
            id: id.into(),
        }
    }

    /// The store that holds the value.
    #[must_use]
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The handle of the value in its store.
    #[must_use]
    pub fn handle(&self) -> LoopyValue {
        self.id
    }

    /// The handle of a value without cycles.
    #[must_use]
    pub fn short(&self) -> Option<Game> {
        self.id.short()
    }

    /// The number, if the value is one.
    #[must_use]
    pub fn number(&self) -> Option<Dyadic> {
        let parts = self.store.as_number_up_star(self.short()?)?;
        parts.is_number().then_some(parts.number)
    }

    /// The mean of a value without cycles.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn mean(&self, meter: &Meter) -> Result<Option<Dyadic>, StopReason> {
        let mean = self.short().map(|game| self.store.try_mean(game, meter));
        mean.transpose()
    }

    /// The temperature of a value without cycles.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn temperature(&self, meter: &Meter) -> Result<Option<Dyadic>, StopReason> {
        let temperature = self
            .short()
            .map(|game| self.store.try_temperature(game, meter));
        temperature.transpose()
    }

    /// The value as text.
    ///
    /// # Errors
    /// For a text of more than four million characters, and if the meter stops it.
    pub fn text(&self, style: Style, meter: &Meter) -> Result<String, crate::Error> {
        Ok(self.store.text(self.id, style, meter)?)
    }
}

/// The plain notation, which can be read back; a text that is too long to be written ends in `…`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.store.display(self.id), f)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({self})")
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        if Arc::ptr_eq(&self.store, &other.store) {
            return self.id == other.id;
        }
        self.store.is_same_value(self.id, &other.store, other.id)
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.store.value_hash(self.id).hash(state);
    }
}

/// The plain notation, which can be read back; `null` for a text of more than four million characters.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.text(Style::Plain, Meter::none()) {
            Ok(text) => to.serialize_str(&text),
            Err(_) => to.serialize_none(),
        }
    }
}

/// One side of a value: the game in which infinite play counts for one of the players.
#[derive(Clone)]
pub struct SideValue {
    store: Arc<Store>,
    form: SideForm,
}

impl SideValue {
    /// A side in its store.
    #[must_use]
    pub fn new(store: &Arc<Store>, form: SideForm) -> SideValue {
        SideValue {
            store: store.clone(),
            form,
        }
    }

    /// The side as text.
    ///
    /// # Errors
    /// For a text of more than four million characters, and if the meter stops it.
    pub fn text(&self, style: Style, meter: &Meter) -> Result<String, crate::Error> {
        Ok(self.store.text(self.form, style, meter)?)
    }
}

/// The plain notation; a text that is too long to be written ends in `…`.
impl fmt::Display for SideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.store.display(self.form), f)
    }
}

impl fmt::Debug for SideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SideValue({self})")
    }
}

/// The plain notation; `null` for a text of more than four million characters.
impl Serialize for SideValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.text(Style::Plain, Meter::none()).ok().serialize(to)
    }
}
