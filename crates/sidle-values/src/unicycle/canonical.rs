//! The test whether a pattern with given exits is a unicycle in canonical form.

use sidle_core::Player;

use super::{ExitTable, Pattern, order, profile, table::bit};

/// Why a pattern with exits is not a unicycle in graph-canonical form. Vertices are numbered from 0 in
/// cycle order, games as in the [`ExitTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The number of exits is not the length of the pattern.
    #[error("the pattern has {vertices} vertices but there are {exits} exits")]
    Count {
        /// The length of the pattern.
        vertices: usize,
        /// The number of exits given.
        exits: usize,
    },
    /// The cycle alternates strictly, so play can go on forever: no stopper.
    #[error("the cycle alternates strictly, so it is not a stopper")]
    Alternating,
    /// An exit is reversible.
    #[error("the exit of vertex {vertex} is reversible")]
    ReversibleExit {
        /// Whose exit.
        vertex: usize,
    },
    /// The cycle edge of a vertex is reversible.
    #[error("the cycle edge of vertex {vertex} is reversible")]
    ReversibleEdge {
        /// Whose edge.
        vertex: usize,
    },
    /// A cycle vertex is equal to a loop-free game.
    #[error("vertex {vertex} is equal to the loop-free game number {game}")]
    LoopFree {
        /// The vertex.
        vertex: usize,
        /// The number of the game in the table.
        game: u32,
    },
    /// Two cycle vertices are equal.
    #[error("vertices {first} and {second} are equal")]
    EqualVertices {
        /// The first of them.
        first: usize,
        /// The second.
        second: usize,
    },
}

/// Tests whether the cycle with this pattern and these exits (numbers of games in the table, in
/// cycle order) is a unicycle, that is, a stopper in graph-canonical form; if not, says why.
///
/// A vertex of the cycle has one option for each player, so nothing can be dominated. What remains
/// (A. N. Siegel, "New results in loopy games", Definition 13 and the definition of canonical form):
/// no exit is reversible, no cycle edge is reversible, no two followers are equal. The exits must be
/// in canonical form, which an [`ExitTable`] guarantees.
///
/// Cost: length times table for the comparisons with loop-free games; a few passes over `n²` pairs
/// (bits, for `n ≤ 64`) for those of the cycle's vertices.
///
/// # Panics
/// If an exit is not the number of a game of the table.
///
/// ```
/// use sidle_values::unicycle::{ExitTable, Flaw, Pattern, test};
/// let nimbers = ExitTable::nimbers(2);
/// let pattern: Pattern = "LLRR".parse().unwrap();
/// assert_eq!(test(&nimbers, &pattern, &[0, 0, 1, 1]), Ok(()));
/// let flaw = test(&nimbers, &pattern, &[0, 0, 0, 0]);
/// assert_eq!(flaw, Err(Flaw::LoopFree { vertex: 1, game: 1 }));
/// ```
pub fn test(table: &ExitTable, pattern: &Pattern, exits: &[u32]) -> Result<(), Flaw> {
    let n = pattern.len();
    if exits.len() != n {
        let (vertices, exits) = (n, exits.len());
        return Err(Flaw::Count { vertices, exits });
    }
    if pattern.is_alternating() {
        return Err(Flaw::Alternating);
    }
    let profiles = profile::settle(table, pattern.colours(), exits);
    for vertex in 0..n {
        test_vertex(table, pattern, exits, &profiles, vertex)?;
    }
    if n <= order::LONGEST {
        test_pairs(pattern, exits, &profiles)
    } else {
        test_pairs_of_long_cycle(pattern, exits, &profiles)
    }
}

/// The conditions that compare one vertex with loop-free games.
fn test_vertex(
    table: &ExitTable,
    pattern: &Pattern,
    exits: &[u32],
    profiles: &[profile::Rows],
    vertex: usize,
) -> Result<(), Flaw> {
    let (colour, rows) = (pattern.colour(vertex), &profiles[vertex]);
    if profile::exit_is_reversible(table, colour, exits[vertex], rows) {
        return Err(Flaw::ReversibleExit { vertex });
    }
    let next = (vertex + 1) % exits.len();
    if colour == pattern.colour(next)
        && profile::edge_reverses_through_exit(colour, rows, exits[next])
    {
        return Err(Flaw::ReversibleEdge { vertex });
    }
    let (low, high) = (profile::at_most_it(rows), profile::at_least_it(rows));
    match (0..table.len() as u32).find(|&g| bit(low, g) && bit(high, g)) {
        Some(game) => Err(Flaw::LoopFree { vertex, game }),
        None => Ok(()),
    }
}

fn test_pairs(pattern: &Pattern, exits: &[u32], profiles: &[profile::Rows]) -> Result<(), Flaw> {
    let n = exits.len();
    let mut pairs = order::Pairs::new(pattern.colours());
    for (a, rows) in profiles.iter().enumerate() {
        for (b, &exit) in exits.iter().enumerate() {
            let ge = bit(profile::at_most_it(rows), exit);
            let le = bit(profile::at_least_it(rows), exit);
            pairs.relate(a, b, ge, le);
        }
    }
    let le = pairs.le();
    verdict(pattern, n, |a, b| le[a] >> b & 1 != 0)
}

/// The same without a bound on the length: bytes for bits.
fn test_pairs_of_long_cycle(
    pattern: &Pattern,
    exits: &[u32],
    profiles: &[profile::Rows],
) -> Result<(), Flaw> {
    let le = order::le_of_long_cycle(pattern.colours(), |a, b| {
        let rows = &profiles[a];
        let ge = bit(profile::at_most_it(rows), exits[b]);
        let le = bit(profile::at_least_it(rows), exits[b]);
        (ge, le)
    });
    let n = exits.len();
    verdict(pattern, n, |a, b| le[a * n + b])
}

/// The conditions on the order of the cycle's vertices.
fn verdict(pattern: &Pattern, n: usize, le: impl Fn(usize, usize) -> bool) -> Result<(), Flaw> {
    for vertex in 0..n {
        let colour = pattern.colour(vertex);
        let after = (vertex + 2) % n;
        let reverses = match colour {
            Player::Left => le(after, vertex),
            Player::Right => le(vertex, after),
        };
        if colour != pattern.colour(vertex + 1) && reverses {
            return Err(Flaw::ReversibleEdge { vertex });
        }
    }
    for first in 0..n {
        if let Some(second) = (first + 1..n).find(|&b| le(first, b) && le(b, first)) {
            return Err(Flaw::EqualVertices { first, second });
        }
    }
    Ok(())
}
