//! Games on a strip of cells.

rulesets! {
    toads_and_frogs: [toads_and_frogs::ToadsAndFrogs<1>],
    toppling_dominoes: [TopplingDominoes],
    push_and_shove: [PushAndShove],
    end_nim: [EndNim],
    turning: [Turning],
}

pub use end_nim::EndNim;
pub use push_and_shove::PushAndShove;
pub use toads_and_frogs::{Strip, ToadsAndFrogs};
pub use toppling_dominoes::TopplingDominoes;
pub use turning::{Turning, TurningCode, TurningCodeError};
