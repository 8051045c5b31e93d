//! Labellings of digraph games: who wins from each vertex, how fast, and by which move.
//!
//! One token stands on a vertex; the players move it along edges in turn. In the **symmetric**
//! game ([`Labelling`]) whoever cannot move loses (or wins, in misère play) and infinite play is a
//! draw. In Löwe's **asymmetric** game ([`Bilabelling`]) infinite play is won by player 1.

mod asymmetric;
mod bilabelling;
mod by_quotient;
mod certificate;
mod ends;
mod labelling;
mod retrograde;
mod run;
mod symmetric;

pub use asymmetric::{label_asymmetric, try_label_asymmetric};
pub use bilabelling::Bilabelling;
pub use by_quotient::{label_asymmetric_by_quotient, label_symmetric_by_quotient};
pub use certificate::{write_bicertificate, write_certificate};
pub use ends::{AsymmetricEnds, Ends, Mover, Value};
pub use labelling::{Label, Labelling};
pub use run::{LabelEvent, asymmetric_run, symmetric_run};
pub use symmetric::{label_symmetric, try_label_symmetric};
