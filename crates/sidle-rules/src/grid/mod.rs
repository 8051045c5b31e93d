//! Games on rectangular boards.

mod amazons;
mod boxes;
mod clobber_family;
mod corral;
mod fission;
mod fox_and_geese;
mod hare_and_hounds;
mod konane;
mod nimstring;
mod nogo;
mod ski_jumps;

pub use amazons::Amazons;
pub use clobber_family::ClobberFamily;
pub(crate) use clobber_family::own;
pub use fission::Fission;
pub use fox_and_geese::{FoxAndGeese, FoxPosition, Square};
pub use hare_and_hounds::{HareAndHounds, HarePosition};
pub use konane::Konane;
pub use nimstring::{ChainCount, Nimstring, Strings};
pub use nogo::NoGo;
pub use ski_jumps::SkiJumps;
