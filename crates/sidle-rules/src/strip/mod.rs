//! Games on a strip of cells.

mod end_nim;
mod push_and_shove;
mod toppling_dominoes;
mod turning;

pub use end_nim::EndNim;
pub use push_and_shove::PushAndShove;
pub use toppling_dominoes::TopplingDominoes;
pub use turning::{Turning, TurningCode, TurningCodeError};
