//! The qualified names of classes that many declarations mention.

pub(super) const OBJECT: &str = "cgsuite.lang.Object";
pub(super) const ENUM: &str = "cgsuite.lang.Enum";
pub(super) const BOOLEAN: &str = "cgsuite.lang.Boolean";
pub(super) const STRING: &str = "cgsuite.lang.String";
pub(super) const FUNCTION: &str = "cgsuite.lang.Function";
pub(super) const COORDINATES: &str = "cgsuite.lang.Coordinates";
pub(super) const COLLECTION: &str = "cgsuite.lang.Collection";
pub(super) const LIST: &str = "cgsuite.lang.List";
pub(super) const SET: &str = "cgsuite.lang.Set";
pub(super) const MAP: &str = "cgsuite.lang.Map";
pub(super) const OUTPUT: &str = "cgsuite.lang.Output";
pub(super) const INTEGER: &str = "game.Integer";
pub(super) const GAME: &str = "game.Game";
pub(super) const IMPARTIAL: &str = "game.ImpartialGame";
pub(super) const PLAYER: &str = "game.Player";
