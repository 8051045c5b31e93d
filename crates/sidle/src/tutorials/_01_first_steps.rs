//! # First steps
//!
//! A *game* here is a position of a game between two players, Left and Right, who move in turn;
//! whoever cannot move loses. It is written by its options, those of Left before the bar and those
//! of Right behind it: `{1|0}` is a position from which Left can move to 1 and Right to 0.
//!
//! Values live in a [`Store`](crate::values::Store). It finds the canonical form of whatever you
//! build, keeps each value once, and hands out small handles ([`Game`](crate::values::Game)). Two
//! handles are equal exactly when the two games are equal in value.
//!
//! ```
//! use sidle::values::Store;
//!
//! let store = Store::new();
//! let zero = store.game(&[], &[]);
//! let one = store.game(&[zero], &[]);
//! let half = store.game(&[zero], &[one]);
//! assert_eq!(store.add(half, half), one);
//!
//! // {-5|7} is a position with many ways to say the same: its simplest form is 0.
//! let roundabout = store.game(&[store.integer(-5)], &[store.integer(7)]);
//! assert_eq!(roundabout, zero);
//! ```
//!
//! Games are only partially ordered, so a comparison has four answers. The game star, `{0|0}`, is
//! neither positive nor negative nor zero: whoever moves first wins it.
//!
//! ```
//! use sidle::{core::{Outcome, Relation}, values::Store};
//!
//! let store = Store::new();
//! let zero = store.zero();
//! let star = store.game(&[zero], &[zero]);
//! let up = store.game(&[zero], &[star]);
//! assert_eq!(store.compare(star, zero), Relation::Fuzzy);
//! assert_eq!(store.compare(up, zero), Relation::Greater);
//! assert_eq!(store.compare(up, star), Relation::Fuzzy);
//! // Two ups are enough to beat a star.
//! assert_eq!(store.compare(store.add(up, up), star), Relation::Greater);
//! assert_eq!(store.outcome(star), Outcome::Next);
//! ```
//!
//! With [`Store::at`](crate::values::Store::at) the same reads as arithmetic:
//!
//! ```
//! use sidle::values::Store;
//!
//! let store = Store::new();
//! let zero = store.at(store.zero());
//! let one = store.at(store.integer(1));
//! let star = store.at(store.nimber(1));
//! assert!(star + star == zero);
//! assert!(one > star);
//! assert!(!(star < zero) && !(star > zero) && star != zero);
//! ```
//!
//! Next: [a game of your own](super::_02_your_own_game).
