//! # A game of your own
//!
//! Rules say which moves there are; values follow. This page takes a small game from its rules to
//! its values.
//!
//! *Toads and Frogs* is played on a strip. Left moves a toad `T` one square to the right into a free
//! square, or over one frog into the free square behind it; Right moves a frog `F` to the left in
//! the same manner. A game is an implementation of [`Rules`](crate::core::Rules), and only the options
//! are required:
//!
//! ```
//! use std::ops::ControlFlow;
//! use sidle::core::{Flow, Meter, Normal, Normalize, Player, Rules, Shortcuts, Visit};
//! use sidle::solve::Solver;
//! use sidle::values::Store;
//!
//! struct ToadsAndFrogs;
//!
//! fn mirror(strip: &[u8]) -> Vec<u8> {
//!     strip.iter().rev().map(|square| match square {
//!         b'T' => b'F',
//!         b'F' => b'T',
//!         other => *other,
//!     }).collect()
//! }
//!
//! impl Rules for ToadsAndFrogs {
//!     type Position = Vec<u8>;
//!
//!     fn options(&self, strip: &Vec<u8>, player: Player, visit: Visit<'_, Vec<u8>>) -> Flow {
//!         // For Right, look at the strip in a mirror with the animals exchanged.
//!         if player == Player::Right {
//!             return self.options(&mirror(strip), Player::Left, &mut |next| visit(mirror(&next)));
//!         }
//!         for at in 0..strip.len() {
//!             let to = match strip[at..] {
//!                 [b'T', b'.', ..] => at + 1,
//!                 [b'T', b'F', b'.', ..] => at + 2,
//!                 _ => continue,
//!             };
//!             let mut next = strip.clone();
//!             next.swap(at, to);
//!             visit(next)?;
//!         }
//!         ControlFlow::Continue(())
//!     }
//!
//!     // Optional: what the engine may use beside the options.
//!     fn shortcuts(&self) -> Shortcuts<'_, Vec<u8>> {
//!         Shortcuts { normalize: Some(self), ..Shortcuts::NONE }
//!     }
//! }
//!
//! // A mirror image is the negative, so half of the strips need not be solved.
//! impl Normalize<Vec<u8>> for ToadsAndFrogs {
//!     fn normalize(&self, strip: Vec<u8>) -> Normal<Vec<u8>> {
//!         let turned = mirror(&strip);
//!         Normal { negated: turned < strip, position: turned.min(strip) }
//!     }
//! }
//!
//! let (store, meter) = (Store::new(), Meter::unlimited());
//! let mut solver = Solver::new(&store, &ToadsAndFrogs);
//! let mut value = |strip: &str| solver.value_of(&strip.into(), &meter).map(|value| value.short());
//! // One toad against one frog with a gap of one square is star: whoever moves first wins.
//! assert_eq!(value("T.F")?, Some(store.nimber(1)));
//! // A toad in front of two free squares and nothing else has two moves left.
//! assert_eq!(value("T..")?, Some(store.integer(2)));
//! # Ok::<(), sidle::solve::SolveError>(())
//! ```
//!
//! The other shortcuts are of the same kind: a position falls into independent parts, a value is known, both
//! players have the same moves. None of them changes an answer.
//!
//! Nothing was said about cycles. If animals may also slide back, play can go on for ever, and the same
//! call gives a loopy value; the library has that game ready:
//!
//! ```
//! use sidle::core::Meter;
//! use sidle::rules::ToadsAndFrogs;
//! use sidle::solve::value_of;
//! use sidle::values::Store;
//! let (store, meter) = (Store::new(), Meter::unlimited());
//! let strip = ToadsAndFrogs::<1>::parse("t..")?;
//! let value = value_of(&store, &ToadsAndFrogs::<1>::BACKSLIDING, &strip, &meter)?;
//! // A lone toad can always go on: Left has a move for ever.
//! assert_eq!(value.stopper(), Some(store.loopy().on()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Boards, written forms and values are all [positions](crate::solve::Position), so they can be added:
//!
//! ```
//! use std::sync::Arc;
//! use sidle::core::{Meter, Outcome};
//! use sidle::rules::Domineering;
//! use sidle::solve::{AnySolver, Asking, Compound, NoHost, Position};
//! use sidle::values::Store;
//! let (store, meter) = (Store::new(), Meter::unlimited());
//! let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
//! let board = Position::of(&Arc::new(Domineering::<1>), Domineering::parse("..|..")?);
//! let sum = Position::compound(Compound::Sum, &board, &Position::value(store.integer(1)));
//! let outcome = AnySolver::default().outcome(&sum, &mut asking)?;
//! // {1|-1} + 1 = {2|0}: Left wins moving first, and moving second she is left with 0 to move.
//! assert_eq!(outcome.onside, Outcome::Next);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Next: [limits](super::_03_limits).
