//! Games on rectangular boards.

mod boxes;
mod corral;

rulesets! {
    domineering: [domineering::Domineering<1>],
    clobber: [clobber::Clobber<1>],
    clobber_family: [ClobberFamily],
    amazons: [Amazons],
    fission: [Fission],
    konane: [Konane],
    nogo: [NoGo],
    nimstring: [Nimstring],
    fox_and_geese: [FoxAndGeese],
    hare_and_hounds: [HareAndHounds],
    ski_jumps: [SkiJumps],
}

pub use amazons::Amazons;
pub use clobber::{Clobber, ClobberPosition};
pub use clobber_family::ClobberFamily;
pub(crate) use clobber_family::own;
pub use domineering::{Domineering, DomineeringPosition};
pub use fission::Fission;
pub use fox_and_geese::{FoxAndGeese, FoxPosition, Square};
pub use hare_and_hounds::{HareAndHounds, HarePosition};
pub use konane::Konane;
pub use nimstring::{ChainCount, Nimstring, Strings};
pub use nogo::NoGo;
pub use ski_jumps::SkiJumps;
