//! Infinitesimals: atomic weights, Norton products, uptimals, tinies.

mod atomic_weight;
mod norton;
mod powers;
mod tiny;
mod uptimal;

#[cfg(test)]
mod tests;

pub use self::uptimal::UptimalExpansion;
