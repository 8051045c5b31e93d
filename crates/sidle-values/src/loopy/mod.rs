//! Values of games with cycles: stoppers, sides, and what is known of the rest.
//!
//! * `tables`: where loopy values lie and how they are found again
//! * `region`: a piece of game graph whose exits are values
//! * `order`, `glance`, `shift`: comparison of values; `canonical`: canonical forms of stoppers
//! * `recognize`: sides that are seen at once; `onside`, `unravel`: simplification of arbitrary games; `graph`: the values of a whole graph
//! * `algebra`, `sums`, `stops`, `variety`, `reduced`, `standard`, `walls`: what can be done with values
//! * `sidling`: approximations that some moves of a graph are led to
//! * `copy`: values of another store; `layout`: notation; `verify`: checking a value by an independent path
//!
//! A [`Stopper`] is canonical: two stoppers of one store are equal exactly when their values are. A
//! loopy game that is not a stopper is known by its two sides ([`LoopyValue`]).
//!
//! ```
//! use sidle_values::{Store, loopy::Stopper};
//! let store = Store::new();
//! let loopy = store.loopy();
//! let over = loopy.over();
//! let zero = Stopper::Short(store.zero());
//! assert!(loopy.le(zero, over) && !loopy.le(over, zero));
//! let sum = loopy.add(over.into(), loopy.negative(over).into());
//! assert_eq!(sum.onside().stopper(), Some(over));
//! assert_eq!(sum.offside().stopper(), Some(loopy.under()));
//! ```

mod algebra;
mod canonical;
mod copy;
mod glance;
mod graph;
mod layout;
mod misere;
mod onside;
mod order;
mod recognize;
mod reduced;
mod region;
mod shift;
mod sidling;
mod signature;
mod standard;
mod stops;
mod sums;
mod tables;
mod unravel;
mod value;
mod variety;
mod verify;
mod walls;

use sidle_core::{Meter, Player, StopReason};
use smallvec::SmallVec;

pub use algebra::SidesError;
pub use graph::{ComponentEdge, LoopyGraph};
pub use onside::Effort;
pub use sidling::{Approximation, Move, MoveSet, Sidling, SidlingError, Start};
pub use stops::Pseudonumber;
pub(crate) use tables::Tables;
use tables::{Kind, Node};
pub use value::{LoopyOutcome, LoopyValue, Side, SideForm, Stopper, StopperRef, Unresolved};
pub use variety::VarietyError;
pub use verify::VerifyError;

use crate::{Game, Store};

/// The meter of the operations that take none.
static UNLIMITED: Meter = Meter::unlimited();

fn unlimited<T>(answer: Result<T, StopReason>) -> T {
    match answer {
        Ok(answer) => answer,
        Err(reason) => panic!("{reason}: use the metered form to handle this"),
    }
}

/// The loopy values of a store: a view of the [`Store`] with the operations on loopy games.
///
/// Short games are stoppers and live in the store itself; everything here takes both. Operations that
/// can run long have a `try_` form that takes a [`Meter`].
///
/// # Panics
/// Every method panics if it is handed a value of another store.
#[derive(Clone, Copy, Debug)]
pub struct Loopy<'s> {
    store: &'s Store,
}

impl Store {
    /// The loopy values of this store.
    #[must_use]
    pub fn loopy(&self) -> Loopy<'_> {
        Loopy { store: self }
    }
}

type NodeList = SmallVec<[Node; 4]>;

impl<'s> Loopy<'s> {
    /// The store behind this view.
    #[must_use]
    pub fn store(self) -> &'s Store {
        self.store
    }

    fn tables(self) -> &'s Tables {
        &self.store.loopy
    }

    /// The options of a node for one player.
    fn node_options(self, node: Node, player: Player) -> &'s [Node] {
        self.tables().options(node, player, |game| {
            Player::BOTH.map(|player| {
                let options = self.store.options(game, player);
                options.map(|option| self.tables().short(option)).collect()
            })
        })
    }

    /// Asks before a value without loops is written out among nodes: nimbers have as many options as they
    /// like.
    fn expand(self, value: Option<Game>, meter: &Meter) -> Result<(), StopReason> {
        let Some(game) = value else {
            return Ok(());
        };
        let count = self.store.option_count(game, Player::Left);
        if count <= 1 << 14 {
            return Ok(());
        }
        // Every one of its followers has a list of its own.
        let count = count as u64;
        meter
            .ticker()
            .nodes(count, count.saturating_mul(count).saturating_mul(4))
    }

    /// The same for both sides of an exit.
    fn expand_sides(self, exit: LoopyValue, meter: &Meter) -> Result<(), StopReason> {
        match exit.stopper() {
            Some(stopper) => self.expand(stopper.short(), meter),
            None => Ok(()),
        }
    }

    fn kind(self, node: Node) -> Kind {
        self.tables().kind(node)
    }
}
