//! Several fights on one board.

use sidle_core::Player;

use super::phi::{KoMove, KoRules};

/// The sum of games with one ko ban for all of them: a move in one lifts the ban in the others. So a move
/// elsewhere, of whatever use it is there, is a ko threat, and φ of the sum is not the sum of the φ.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_solve::go::{KoGame, KoSum, Kos, value_of_ko};
/// use sidle_values::Store;
/// // Two kos as one game are the same as two kos with a common ban.
/// let (store, meter) = (Store::new(), Meter::unlimited());
/// let (one, seven) = (Kos::new(vec![1]), Kos::new(vec![7]));
/// let start = vec![one.position("B", None)?, seven.position("B", None)?];
/// let apart = value_of_ko(&KoSum::new(vec![one, seven]), &start, KoGame::PhiLeft, &store, &meter)?;
/// let kos = Kos::new(vec![1, 7]);
/// let together = value_of_ko(&kos, &kos.position("BB", None)?, KoGame::PhiLeft, &store, &meter)?;
/// assert_eq!(apart.value, together.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoSum<R> {
    parts: Vec<R>,
}

impl<R> KoSum<R> {
    /// The sum of these games.
    #[must_use]
    pub fn new(parts: Vec<R>) -> KoSum<R> {
        KoSum { parts }
    }

    /// One of the games.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn part(&self, number: usize) -> &R {
        &self.parts[number]
    }
}

impl<R: KoRules> KoSum<R> {
    /// The moves of a player, each with the number of the part it is made in and its number there; in the
    /// order of [`KoRules::moves`].
    #[must_use]
    pub fn places(&self, at: &[R::Position], player: Player) -> Vec<(usize, usize)> {
        let parts = self.parts.iter().zip(at).enumerate();
        parts
            .flat_map(|(part, (rules, here))| {
                (0..rules.moves(here, player).len()).map(move |number| (part, number))
            })
            .collect()
    }
}

impl<R: KoRules> KoRules for KoSum<R> {
    type Position = Vec<R::Position>;

    fn moves(&self, at: &Self::Position, player: Player) -> Vec<KoMove<Self::Position>> {
        let calm = self.lifted(at);
        let mut moves = Vec::new();
        for (part, (rules, here)) in self.parts.iter().zip(at).enumerate() {
            for chosen in rules.moves(here, player) {
                let mut to = calm.clone();
                to[part] = chosen.to;
                moves.push(KoMove {
                    to,
                    points: chosen.points,
                    banned: chosen.banned,
                });
            }
        }
        moves
    }

    fn lifted(&self, at: &Self::Position) -> Self::Position {
        let parts = self.parts.iter().zip(at);
        parts.map(|(rules, here)| rules.lifted(here)).collect()
    }

    fn name(&self, at: &Self::Position) -> String {
        let parts = self.parts.iter().zip(at);
        let names: Vec<String> = parts.map(|(rules, here)| rules.name(here)).collect();
        names.join(" ")
    }
}
