//! The store: interned canonical values of short games.
//!
//! * `pool`, `record`: where values lie; `intern`: how a value is found again
//! * `inline`, `facts`, `landmarks`: what is known without recursion
//! * `order`: comparison; `canonical`: canonical forms; `sum`: addition; …

mod across;
mod canonical;
mod copy;
mod days;
mod facts;
mod fold;
mod incentives;
mod inline;
mod intern;
mod landmarks;
mod negative;
mod numbers;
mod options;
mod order;
mod ordinal_sum;
mod pool;
mod predicates;
mod record;
mod stops;
mod structure;
mod subordinate;
mod sum;
mod sum_table;
mod work;

use std::{
    fmt,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use sidle_core::{Dyadic, Meter, StopReason};

pub use self::{
    days::Antichains,
    intern::MemoryUse,
    options::Options,
    stops::{AdornedStop, ConfusionInterval},
    structure::StructuralOrder,
};
use self::{
    facts::InlineFacts, intern::InternTable, landmarks::Landmarks, negative::NegativeTable,
    numbers::BigNumbers, order::OrderCache, record::Record, sum_table::SumTable, work::Work,
};
pub(crate) use self::{landmarks::Signature, options::OptionList, pool::Pool};
use crate::{Game, In, NumberUpStar, game::Id, thermography::ThermographMemo};

/// Interned canonical values of short games.
///
/// All operations take `&self`; the store is `Send + Sync`, so several threads may fill one store. It
/// only grows; dropping it frees everything. Values are the same whatever the order or number of
/// threads; the numbering behind the handles is not, and never shows.
///
/// Operations that can run long have a `try_` form that takes a [`Meter`]; when it stops them the store
/// keeps what was done and stays valid.
///
/// # Panics
/// Every method panics if it is handed a [`Game`] of another store.
pub struct Store {
    tag: u32,
    landmarks: Landmarks,
    inline_facts: InlineFacts,
    records: Pool<Record>,
    option_ids: Pool<AtomicU32>,
    interned: InternTable,
    big_numbers: BigNumbers,
    negatives: NegativeTable,
    sums: SumTable,
    order_cache: OrderCache,
    /// The values of games with cycles.
    pub(crate) loopy: crate::loopy::Tables,
    /// Reduced values that have been computed.
    pub(crate) reductions: crate::reduction::ReductionMemo,
    /// Thermographs that have been computed.
    pub(crate) thermographs: ThermographMemo,
}

/// Distinguishes the stores of one process, so that a foreign handle is noticed. Nothing else is shared.
static NEXT_TAG: AtomicU32 = AtomicU32::new(0);

/// The meter of the operations that take none.
static UNLIMITED: Meter = Meter::unlimited();

impl Store {
    /// An empty store.
    #[must_use]
    pub fn new() -> Store {
        let landmarks = Landmarks::new();
        let store = Store {
            tag: NEXT_TAG.fetch_add(1, Relaxed),
            inline_facts: InlineFacts::new(&landmarks),
            landmarks,
            records: Pool::new(),
            option_ids: Pool::new(),
            interned: InternTable::new(),
            big_numbers: BigNumbers::default(),
            negatives: NegativeTable::new(),
            sums: SumTable::new(),
            order_cache: OrderCache::default(),
            loopy: crate::loopy::Tables::default(),
            reductions: crate::reduction::ReductionMemo::default(),
            thermographs: ThermographMemo::new(),
        };
        store.intern_landmarks();
        store
    }

    /// Interns the landmarks that are not number-up-stars as the first records.
    fn intern_landmarks(&self) {
        let inline = self.landmarks.inline().to_vec();
        let game_of = |index: usize| match inline.get(index) {
            Some(&id) => self.wrap(id),
            None => self.wrap(Id((index - inline.len()) as u32)),
        };
        for (index, options) in self.landmarks.hot() {
            let [left, right] = options.map(|set| {
                (0..self.landmarks.len())
                    .filter(|i| set >> i & 1 == 1)
                    .map(game_of)
                    .collect::<Vec<_>>()
            });
            let landmark = self.game(&left, &right);
            assert_eq!(
                landmark,
                game_of(index),
                "landmarks are canonical and distinct"
            );
            self.record(landmark.id()).add_flag(facts::flag::LANDMARK);
            debug_assert_eq!(
                self.facts(landmark.id()).signature,
                self.landmarks.signature_of(index)
            );
        }
    }

    #[inline]
    pub(crate) fn wrap(&self, id: Id) -> Game {
        Game::new(id, self.tag)
    }

    #[inline]
    #[track_caller]
    pub(crate) fn unwrap(&self, game: Game) -> Id {
        assert!(
            game.store_tag() == self.tag,
            "this handle belongs to another store; handles stay in the store that made them"
        );
        game.id()
    }

    /// A game together with this store, for writing `store.at(g) + store.at(h)`.
    #[must_use]
    #[track_caller]
    pub fn at(&self, game: Game) -> In<'_> {
        self.unwrap(game);
        In::new(self, game)
    }

    /// Runs an operation that cannot be stopped.
    #[inline]
    fn unlimited<T>(&self, run: impl FnOnce(&mut Work<'_>) -> Result<T, StopReason>) -> T {
        let mut work = Work::new(&UNLIMITED);
        match run(&mut work) {
            Ok(answer) => answer,
            Err(reason) => panic!("{reason}: use the metered form to handle this"),
        }
    }

    /// The answer of a metered operation that was given no limit.
    pub(crate) fn expect_unlimited<T>(&self, answer: Result<T, StopReason>) -> T {
        match answer {
            Ok(answer) => answer,
            Err(reason) => panic!("{reason}: use the metered form to handle this"),
        }
    }

    /// The value `{left|right}` in canonical form.
    ///
    /// ```
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let (zero, star) = (store.zero(), store.nimber(1));
    /// let up = store.game(&[zero], &[star]);
    /// assert_eq!(store.as_number_up_star(up).map(|nus| nus.ups), Some(1));
    /// ```
    ///
    /// # Panics
    /// If the store is full (2^30 values); [`Store::try_game`] reports that instead.
    #[must_use]
    pub fn game(&self, left: &[Game], right: &[Game]) -> Game {
        self.unlimited(|work| self.game_in(left, right, work))
    }

    /// [`Store::game`] under a meter.
    pub fn try_game(
        &self,
        left: &[Game],
        right: &[Game],
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        self.game_in(left, right, &mut Work::new(meter))
    }

    fn game_in(
        &self,
        left: &[Game],
        right: &[Game],
        work: &mut Work<'_>,
    ) -> Result<Game, StopReason> {
        let mut sides = work.take_sides();
        for (side, games) in sides.iter_mut().zip([left, right]) {
            side.extend(games.iter().map(|&game| self.unwrap(game)));
        }
        let id = self.canonicalise(&mut sides, work);
        work.give_sides(sides);
        id.map(|id| self.wrap(id))
    }

    /// The value 0.
    #[must_use]
    pub fn zero(&self) -> Game {
        self.wrap(Id::ZERO)
    }

    /// An integer.
    #[must_use]
    pub fn integer(&self, n: i64) -> Game {
        self.number(&Dyadic::from(n))
    }

    /// A number.
    #[must_use]
    pub fn number(&self, number: &Dyadic) -> Game {
        self.number_up_star(&NumberUpStar::from_number(number.clone()))
    }

    /// The nimber `*k`.
    #[must_use]
    pub fn nimber(&self, star: u64) -> Game {
        self.number_up_star(&NumberUpStar {
            star,
            ..NumberUpStar::ZERO
        })
    }

    /// A number plus ups plus a nimber.
    #[must_use]
    pub fn number_up_star(&self, value: &NumberUpStar) -> Game {
        self.unlimited(|work| self.number_up_star_id(value, work).map(|id| self.wrap(id)))
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("memory", &self.memory())
            .finish_non_exhaustive()
    }
}
