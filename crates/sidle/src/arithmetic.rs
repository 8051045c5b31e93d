//! Arithmetic of values from any stores.

use std::{
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use rustc_hash::FxHashMap;

use crate::{
    Value,
    core::{Dyadic, Meter, Player, Relation, StopReason},
    values::{
        Store,
        loopy::{Effort, LoopyValue, Stopper},
    },
};

/// Results without a closed form between two looks at the size of the store.
const LOOK_AFTER: u64 = 256;

/// Arithmetic of values, in whatever stores they are.
///
/// Results are made in one store. When that has its share of the budget, the next result begins an empty one; values keep
/// the store that holds them. So a program may compute any number of values and drop them.
///
/// ```
/// use sidle::{Arithmetic, core::Meter};
/// let arithmetic = Arithmetic::new();
/// let (one, zero) = (arithmetic.number(&1.into()), arithmetic.number(&0.into()));
/// let switch = arithmetic.game(&[one.clone()], &[zero], Meter::none())?;
/// assert_eq!(arithmetic.add(&switch, &switch, Meter::none())?, one);
/// # Ok::<(), sidle::core::StopReason>(())
/// ```
#[derive(Default)]
pub struct Arithmetic {
    current: Mutex<Arc<Store>>,
    results: AtomicU64,
    budget: Option<u64>,
}

impl Arithmetic {
    /// Arithmetic whose store grows without a bound.
    #[must_use]
    pub fn new() -> Arithmetic {
        Arithmetic::default()
    }

    /// Arithmetic whose store has about so many bytes at most.
    #[must_use]
    pub fn with_budget(bytes: u64) -> Arithmetic {
        Arithmetic {
            budget: Some(bytes),
            ..Arithmetic::default()
        }
    }

    fn lock(&self) -> MutexGuard<'_, Arc<Store>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The store of new results.
    #[must_use]
    pub fn store(&self) -> Arc<Store> {
        let looks = |before: u64| before.is_multiple_of(LOOK_AFTER);
        let mut current = self.lock();
        if let Some(budget) = self.budget
            && looks(self.results.fetch_add(1, Relaxed))
            && bytes_of(&current) > budget
        {
            *current = Arc::default();
        }
        current.clone()
    }

    /// The same value in the store of new results.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn bring(&self, value: &Value, meter: &Meter) -> Result<Value, StopReason> {
        let store = self.store();
        Ok(Value::new(&store, handle_in(&store, value, meter)?))
    }

    /// A number.
    #[must_use]
    pub fn number(&self, number: &Dyadic) -> Value {
        let store = self.lock().clone();
        Value::new(&store, store.number(number))
    }

    /// The game `{left|right}`.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn game(
        &self,
        left: &[Value],
        right: &[Value],
        meter: &Meter,
    ) -> Result<Value, StopReason> {
        let store = self.store();
        let brought = |options: &[Value]| -> Result<Vec<LoopyValue>, StopReason> {
            options
                .iter()
                .map(|v| handle_in(&store, v, meter))
                .collect()
        };
        let (left, right) = (brought(left)?, brought(right)?);
        let short = |options: &[LoopyValue]| -> Option<Vec<_>> {
            options.iter().map(|option| option.short()).collect()
        };
        let id = match (short(&left), short(&right)) {
            (Some(left), Some(right)) => store.try_game(&left, &right, meter)?.into(),
            _ => (store.loopy()).try_game(&left, &right, Effort::default(), meter)?,
        };
        Ok(Value::new(&store, id))
    }

    /// `a + b`.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn add(&self, a: &Value, b: &Value, meter: &Meter) -> Result<Value, StopReason> {
        if let Some(sum) = closed_sum(a, b) {
            return Ok(sum);
        }
        let store = self.store();
        let (x, y) = (handle_in(&store, a, meter)?, handle_in(&store, b, meter)?);
        let id = match (x.short(), y.short()) {
            (Some(x), Some(y)) => store.try_add(x, y, meter)?.into(),
            _ => (store.loopy()).try_add(x, y, Effort::default(), meter)?,
        };
        Ok(Value::new(&store, id))
    }

    /// `-a`.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn negative(&self, a: &Value, meter: &Meter) -> Result<Value, StopReason> {
        let store = self.store();
        let x = handle_in(&store, a, meter)?;
        let id = match x.short() {
            Some(x) => store.try_negative(x, meter)?.into(),
            None => store.loopy().try_negative_value(x, meter)?,
        };
        Ok(Value::new(&store, id))
    }

    /// `n · a`, the sum of so many copies.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn multiple(&self, a: &Value, n: i64, meter: &Meter) -> Result<Value, StopReason> {
        let store = self.store();
        let x = handle_in(&store, a, meter)?;
        let id = (store.loopy()).try_multiple(x, n, Effort::default(), meter)?;
        Ok(Value::new(&store, id))
    }

    /// The ordinal sum `a : b`; `None` for games with cycles.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn ordinal_sum(
        &self,
        a: &Value,
        b: &Value,
        meter: &Meter,
    ) -> Result<Option<Value>, StopReason> {
        let store = self.store();
        let (x, y) = (handle_in(&store, a, meter)?, handle_in(&store, b, meter)?);
        match (x.short(), y.short()) {
            (Some(x), Some(y)) => {
                let sum = store.try_ordinal_sum(x, y, meter)?;
                Ok(Some(Value::new(&store, sum)))
            }
            _ => Ok(None),
        }
    }

    /// `a ≤ b`.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn le(&self, a: &Value, b: &Value, meter: &Meter) -> Result<bool, StopReason> {
        self.on_both(a, b, meter, |store, x, y| match (x.short(), y.short()) {
            (Some(x), Some(y)) => store.try_le(x, y, meter),
            _ => store.loopy().try_le_values(x, y, meter),
        })
    }

    /// How `a` compares with `b`.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn compare(&self, a: &Value, b: &Value, meter: &Meter) -> Result<Relation, StopReason> {
        self.on_both(a, b, meter, |store, x, y| match (x.short(), y.short()) {
            (Some(x), Some(y)) => store.try_compare(x, y, meter),
            _ => store.loopy().try_compare_values(x, y, meter),
        })
    }

    /// Runs a function on two values that are in one store.
    fn on_both<T>(
        &self,
        a: &Value,
        b: &Value,
        meter: &Meter,
        run: impl FnOnce(&Store, LoopyValue, LoopyValue) -> Result<T, StopReason>,
    ) -> Result<T, StopReason> {
        if Arc::ptr_eq(a.store(), b.store()) {
            return run(a.store(), a.handle(), b.handle());
        }
        let store = self.store();
        let (x, y) = (handle_in(&store, a, meter)?, handle_in(&store, b, meter)?);
        run(&store, x, y)
    }
}

impl fmt::Debug for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arithmetic")
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

/// The handle of a value in a store.
fn handle_in(store: &Arc<Store>, value: &Value, meter: &Meter) -> Result<LoopyValue, StopReason> {
    if Arc::ptr_eq(store, value.store()) {
        return Ok(value.handle());
    }
    if let Some(parts) = value
        .short()
        .and_then(|x| value.store().as_number_up_star(x))
    {
        return Ok(store.number_up_star(&parts).into());
    }
    let known = &mut FxHashMap::default();
    let from = value.store().loopy();
    store.loopy().try_copy(from, value.handle(), known, meter)
}

/// The sum of two numbers plus ups and stars, which needs no record.
fn closed_sum(a: &Value, b: &Value) -> Option<Value> {
    let (x, y) = (a.short()?, b.short()?);
    let parts = a.store().as_number_up_star(x)?;
    let sum = parts.checked_add(&b.store().as_number_up_star(y)?)?;
    Some(Value::new(a.store(), a.store().number_up_star(&sum)))
}

fn bytes_of(store: &Store) -> u64 {
    let memory = store.memory();
    let parts = [
        memory.record_bytes,
        memory.option_bytes,
        memory.intern_bytes,
        memory.big_number_bytes,
        memory.negative_bytes,
        memory.sum_bytes,
        memory.order_bytes,
    ];
    parts.iter().map(|&bytes| bytes as u64).sum()
}

impl Value {
    /// The canonical options of a player; `None` for a game that is not a stopper.
    ///
    /// # Errors
    /// If the meter stops it.
    pub fn options(&self, player: Player, meter: &Meter) -> Result<Option<Vec<Value>>, StopReason> {
        let Some(stopper) = self.handle().stopper() else {
            return Ok(None);
        };
        let loopy = self.store().loopy();
        let options = loopy.try_options(stopper, player, meter)?;
        let value = |option: Stopper| Value::new(self.store(), option);
        Ok(Some(options.into_iter().map(value).collect()))
    }
}
