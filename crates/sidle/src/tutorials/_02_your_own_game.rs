//! # A game of your own
//!
//! Rules say which moves there are; values follow. This page takes a small game from its rules to
//! its values.
//!
//! *Toads and Frogs* is played on a strip. Left moves a toad `T` one square to the right into a free
//! square, or over one frog into the free square behind it; Right moves a frog `F` to the left in
//! the same manner. The rules fit into one function:
//!
//! ```
//! use sidle::core::Player;
//!
//! /// Every strip the player can move to.
//! fn moves(strip: &[u8], player: Player) -> Vec<Vec<u8>> {
//!     // For Right, look at the strip in a mirror with the animals exchanged.
//!     if player == Player::Right {
//!         return moves(&mirror(strip), Player::Left).iter().map(|s| mirror(s)).collect();
//!     }
//!     let mut found = Vec::new();
//!     for at in 0..strip.len() {
//!         let to = match strip[at..] {
//!             [b'T', b'.', ..] => at + 1,
//!             [b'T', b'F', b'.', ..] => at + 2,
//!             _ => continue,
//!         };
//!         let mut next = strip.to_vec();
//!         next.swap(at, to);
//!         found.push(next);
//!     }
//!     found
//! }
//!
//! fn mirror(strip: &[u8]) -> Vec<u8> {
//!     strip.iter().rev().map(|square| match square {
//!         b'T' => b'F',
//!         b'F' => b'T',
//!         other => *other,
//!     }).collect()
//! }
//!
//! assert_eq!(moves(b"TF.", Player::Left), [b".FT".to_vec()]);
//! assert!(moves(b"TF.", Player::Right).is_empty());
//! # use std::collections::HashMap;
//! # use sidle::values::{Game, Store};
//! #
//! // The value of a strip: the game whose options are the values of the strips after a move.
//! // A strip of this length can be valued by plain recursion with a table.
//! fn value(store: &Store, known: &mut HashMap<Vec<u8>, Game>, strip: &[u8]) -> Game {
//!     if let Some(&value) = known.get(strip) {
//!         return value;
//!     }
//!     let [left, right] = [Player::Left, Player::Right].map(|player| {
//!         let after = moves(strip, player);
//!         after.iter().map(|next| value(store, known, next)).collect::<Vec<Game>>()
//!     });
//!     let value = store.game(&left, &right);
//!     known.insert(strip.to_vec(), value);
//!     value
//! }
//!
//! let store = Store::new();
//! let mut known = HashMap::new();
//! // One toad against one frog with a gap of one square is star: whoever moves first wins.
//! assert_eq!(value(&store, &mut known, b"T.F"), store.nimber(1));
//! // A toad in front of two free squares and nothing else has two moves left.
//! assert_eq!(value(&store, &mut known, b"T.."), store.integer(2));
//! // Mirror images are negatives of each other.
//! let g = value(&store, &mut known, b"TT.F.");
//! assert_eq!(value(&store, &mut known, &mirror(b"TT.F.")), store.negative(g));
//! ```
//!
//! Next: [limits](super::_03_limits).
