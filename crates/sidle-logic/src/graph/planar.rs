//! Planarity.
