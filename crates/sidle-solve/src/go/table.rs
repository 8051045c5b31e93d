//! Games with a ko ban that are given move by move.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::phi::{KoMove, KoRules};

/// A move of a [`KoTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableMove {
    /// The number of the position that it leads to.
    pub to: u32,
    /// Does the ban hold for this move when it leads back?
    pub is_ko: bool,
}

/// A game by the moves from each of its positions. Nobody may make a ko move back to the position before the last move
/// (Moews's positions ε\[λ\]).
///
/// ```
/// use sidle_core::{Meter, Player};
/// use sidle_solve::go::{KoGame, KoTable, value_of_ko};
/// use sidle_values::Store;
/// // A one-point ko: from A Left goes to 1, from B Right goes to 0.
/// let mut ko = KoTable::default();
/// let [a, b, one, zero] = ["A", "B", "1", "0"].map(|name| ko.vertex(name));
/// ko.edge(a, Player::Left, one, false);
/// ko.edge(a, Player::Right, b, true);
/// ko.edge(b, Player::Left, a, true);
/// ko.edge(b, Player::Right, zero, false);
/// ko.edge(one, Player::Left, zero, false);
/// let store = Store::new();
/// let answer = value_of_ko(&ko, &ko.start(b), KoGame::PhiLeft, &store, &Meter::unlimited())?;
/// assert_eq!(answer.value.short(), Some(store.game(&[store.integer(2)], &[store.zero()])));
/// # Ok::<(), sidle_solve::go::KoFailure>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KoTable {
    names: Vec<String>,
    moves: Vec<[Vec<TableMove>; 2]>,
}

/// A position of a table, and the position before the last move where a ko move leads back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TablePosition {
    /// The number of the position.
    pub at: u32,
    /// Where ko moves are banned to.
    pub before: Option<u32>,
}

impl KoTable {
    /// Adds a position without moves.
    pub fn vertex(&mut self, name: &str) -> u32 {
        self.names.push(name.to_owned());
        self.moves.push([Vec::new(), Vec::new()]);
        self.names.len() as u32 - 1
    }

    /// Adds a move.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn edge(&mut self, from: u32, player: Player, to: u32, is_ko: bool) {
        assert!((to as usize) < self.names.len(), "a position of the table");
        self.moves[from as usize][player.index()].push(TableMove { to, is_ko });
    }

    /// A position without a move before it.
    #[must_use]
    pub fn start(&self, at: u32) -> TablePosition {
        TablePosition { at, before: None }
    }

    /// The moves from each position.
    #[must_use]
    pub fn moves(&self) -> &[[Vec<TableMove>; 2]] {
        &self.moves
    }

    /// Adds a game by its options; no ban holds in it. Returns the number of its first position.
    ///
    /// # Errors
    /// The errors of `options`, and those of the meter.
    pub fn graft<P: Clone + Eq + Hash, E: From<StopReason>>(
        &mut self,
        start: P,
        mut options: impl FnMut(&P, Player) -> Result<Vec<P>, E>,
        meter: &Meter,
    ) -> Result<u32, E> {
        let mut number: FxHashMap<P, u32> = FxHashMap::default();
        let first = self.vertex("");
        number.insert(start.clone(), first);
        let mut open = vec![start];
        let mut ticker = meter.ticker();
        while let Some(at) = open.pop() {
            ticker.node(size_of::<P>() + 128)?;
            let from = number[&at];
            for player in Player::BOTH {
                for option in options(&at, player)? {
                    let to = match number.get(&option) {
                        Some(&to) => to,
                        None => {
                            let to = self.vertex("");
                            number.insert(option.clone(), to);
                            open.push(option);
                            to
                        }
                    };
                    self.edge(from, player, to, false);
                }
            }
        }
        Ok(first)
    }
}

impl KoRules for KoTable {
    type Position = TablePosition;

    fn moves(&self, at: &TablePosition, player: Player) -> Vec<KoMove<TablePosition>> {
        let moves = self.moves[at.at as usize][player.index()].iter();
        let moves = moves.map(|&TableMove { to, is_ko }| {
            let mut back = self.moves[to as usize].iter().flatten();
            let leads_back = back.any(|back| back.is_ko && back.to == at.at);
            KoMove {
                to: TablePosition {
                    at: to,
                    before: leads_back.then_some(at.at),
                },
                points: 0,
                banned: is_ko && at.before == Some(to),
            }
        });
        moves.collect()
    }

    fn lifted(&self, at: &TablePosition) -> TablePosition {
        TablePosition {
            before: None,
            ..*at
        }
    }

    fn name(&self, at: &TablePosition) -> String {
        let name = |at: u32| match &*self.names[at as usize] {
            "" => format!("g{at}"),
            name => name.to_owned(),
        };
        match at.before {
            None => name(at.at),
            Some(before) => format!("{}[{}]", name(at.at), name(before)),
        }
    }
}

/// A game with a ko ban beside another game, in which no ban holds: every move there lifts the ban.
///
/// For a game H without cycles φ_L of the sum is φ_L + H, and φ_R likewise, but not φ (Moews, §4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoBeside<R> {
    rules: R,
    other: KoTable,
}

impl<R> KoBeside<R> {
    /// The sum; the ko moves of `other` are moves like any other.
    #[must_use]
    pub fn new(rules: R, other: KoTable) -> KoBeside<R> {
        KoBeside { rules, other }
    }
}

impl<R: KoRules> KoRules for KoBeside<R> {
    /// A position of the game, and the number of one of the other.
    type Position = (R::Position, u32);

    fn moves(&self, (at, other): &Self::Position, player: Player) -> Vec<KoMove<Self::Position>> {
        let here = self.rules.moves(at, player).into_iter();
        let here = here.map(|chosen| KoMove {
            to: (chosen.to, *other),
            points: chosen.points,
            banned: chosen.banned,
        });
        let calm = self.rules.lifted(at);
        let there = self.other.moves[*other as usize][player.index()].iter();
        let there = there.map(|chosen| KoMove {
            to: (calm.clone(), chosen.to),
            points: 0,
            banned: false,
        });
        here.chain(there).collect()
    }

    fn lifted(&self, (at, other): &Self::Position) -> Self::Position {
        (self.rules.lifted(at), *other)
    }

    fn name(&self, (at, other): &Self::Position) -> String {
        format!("{}+{other}", self.rules.name(at))
    }
}
