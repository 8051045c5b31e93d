//! Tables of solved positions as bytes, to be kept between runs.
//!
//! A file holds the name of the ruleset, the values that were worked out, each as a number with ups and a
//! star or as its options, and the sums that a search decided, in an envelope: a file that is damaged or that belongs to
//! another ruleset is refused as a whole. The checksum finds accidents, not forgeries: to find those, the entries are
//! solved again ([`verify`](crate::AnySolver::verify_table)).

use rustc_hash::FxHashMap;
use sidle_core::{Dyadic, Envelope, EnvelopeError, Meter, Player, StopReason};
use sidle_values::{Game, NumberUpStar, Store, StructuralOrder};

const ENVELOPE: Envelope = Envelope::new("solved-positions", 2);

/// Why a table cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFileError {
    /// Not a table of this version as it was written.
    #[error("{0}")]
    Envelope(#[from] EnvelopeError),
    /// A table that does not say what it should.
    #[error("the table is damaged; delete it to begin anew")]
    Damaged,
    /// A table of another ruleset.
    #[error("the table belongs to {found}, not to {wanted}")]
    Ruleset {
        /// The ruleset of the table.
        found: String,
        /// The ruleset that is asked about.
        wanted: String,
    },
    /// A ruleset whose positions are not kept.
    #[error(
        "tables are kept for most games on boards and graphs, and not for this one: leave `--table` out"
    )]
    NotKept,
    /// A table with an entry that is not so.
    #[error("the table is wrong about {0}; delete it to begin anew")]
    Wrong(String),
    /// A limit or a person stopped the work.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// A decided sum: its parts as places in the list of parts, twice each and one more if negated, the place
/// of its value, and whether Left, to move, wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSum {
    pub(crate) parts: Vec<u32>,
    pub(crate) value: Game,
    pub(crate) wins: bool,
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stored {
    /// Positions and their values.
    pub(crate) values: Vec<(String, Game)>,
    /// Large parts, and how many moves Left and Right have there.
    pub(crate) parts: Vec<(String, [u32; 2])>,
    /// Decided sums of them.
    pub(crate) sums: Vec<StoredSum>,
}

/// Writes games so that options come first.
struct Games<'s> {
    store: &'s Store,
    /// Options are written in an order that does not depend on what happened in the store.
    order: StructuralOrder<'s>,
    places: FxHashMap<Game, u32>,
    bytes: Vec<u8>,
}

impl Games<'_> {
    fn place(&mut self, of: Game, meter: &Meter) -> Result<u32, StopReason> {
        let mut ticker = meter.ticker();
        let mut stack = vec![of];
        while let Some(&game) = stack.last() {
            ticker.step()?;
            if self.places.contains_key(&game) {
                stack.pop();
                continue;
            }
            if let Some(simple) = self.store.as_number_up_star(game) {
                self.bytes.push(0);
                text(&mut self.bytes, &simple.number.to_string());
                self.bytes.extend(simple.ups.to_le_bytes());
                self.bytes.extend(simple.star.to_le_bytes());
            } else {
                let sides = Player::BOTH.map(|player| {
                    let mut side: Vec<Game> = self.store.options(game, player).collect();
                    side.sort_by(|&a, &b| self.order.compare(a, b));
                    side
                });
                let missing: Vec<Game> = sides
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|option| !self.places.contains_key(option))
                    .collect();
                if !missing.is_empty() {
                    stack.extend(missing);
                    continue;
                }
                self.bytes.push(1);
                for side in &sides {
                    number(&mut self.bytes, side.len() as u32);
                    for option in side {
                        number(&mut self.bytes, self.places[option]);
                    }
                }
            }
            let place = self.places.len() as u32;
            self.places.insert(game, place);
            stack.pop();
        }
        Ok(self.places[&of])
    }
}

fn number(bytes: &mut Vec<u8>, n: u32) {
    bytes.extend(n.to_le_bytes());
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    number(bytes, text.len() as u32);
    bytes.extend(text.as_bytes());
}

/// The bytes of a table.
pub(crate) fn write(
    ruleset: &str,
    stored: &Stored,
    store: &Store,
    meter: &Meter,
) -> Result<Vec<u8>, StopReason> {
    let mut games = Games {
        store,
        order: StructuralOrder::new(store),
        places: FxHashMap::default(),
        bytes: Vec::new(),
    };
    let mut rest = Vec::new();
    number(&mut rest, stored.values.len() as u32);
    for (position, value) in &stored.values {
        let place = games.place(*value, meter)?;
        text(&mut rest, position);
        number(&mut rest, place);
    }
    number(&mut rest, stored.parts.len() as u32);
    for (position, counts) in &stored.parts {
        text(&mut rest, position);
        counts.iter().for_each(|&count| number(&mut rest, count));
    }
    number(&mut rest, stored.sums.len() as u32);
    for sum in &stored.sums {
        let place = games.place(sum.value, meter)?;
        number(&mut rest, sum.parts.len() as u32);
        sum.parts.iter().for_each(|&part| number(&mut rest, part));
        number(&mut rest, place);
        rest.push(u8::from(sum.wins));
    }
    let mut payload = Vec::new();
    text(&mut payload, ruleset);
    number(&mut payload, games.places.len() as u32);
    payload.extend(games.bytes);
    payload.extend(rest);
    Ok(ENVELOPE.seal(&payload))
}

/// Takes bytes off the front.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], TableFileError> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or(TableFileError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], TableFileError> {
        let taken = self.take(N)?;
        taken.try_into().map_err(|_| TableFileError::Damaged)
    }

    fn number(&mut self) -> Result<u32, TableFileError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn text(&mut self) -> Result<&'b str, TableFileError> {
        let length = self.number()? as usize;
        std::str::from_utf8(self.take(length)?).map_err(|_| TableFileError::Damaged)
    }

    fn game(&mut self, games: &[Game]) -> Result<Game, TableFileError> {
        let place = self.number()? as usize;
        games.get(place).copied().ok_or(TableFileError::Damaged)
    }
}

/// Reads a table of a ruleset.
pub(crate) fn read(
    bytes: &[u8],
    ruleset: &str,
    store: &Store,
    meter: &Meter,
) -> Result<Stored, TableFileError> {
    let payload = ENVELOPE.open(bytes);
    // The file is mapped: it takes memory only now.
    meter.check()?;
    let mut reader = Reader(payload?);
    let found = reader.text()?;
    if found != ruleset {
        return Err(TableFileError::Ruleset {
            found: found.to_owned(),
            wanted: ruleset.to_owned(),
        });
    }
    let mut ticker = meter.ticker();
    let mut games = Vec::new();
    for _ in 0..reader.number()? {
        ticker.step()?;
        let game = match reader.take(1)? {
            [0] => {
                let number: Dyadic = reader
                    .text()?
                    .parse()
                    .map_err(|_| TableFileError::Damaged)?;
                let ups = i64::from_le_bytes(reader.array()?);
                let star = u64::from_le_bytes(reader.array()?);
                store.number_up_star(&NumberUpStar { number, ups, star })
            }
            _ => {
                let mut sides = [Vec::new(), Vec::new()];
                for side in &mut sides {
                    for _ in 0..reader.number()? {
                        side.push(reader.game(&games)?);
                    }
                }
                store.try_game(&sides[0], &sides[1], meter)?
            }
        };
        games.push(game);
    }
    let mut stored = Stored::default();
    for _ in 0..reader.number()? {
        ticker.step()?;
        let position = reader.text()?.to_owned();
        stored.values.push((position, reader.game(&games)?));
    }
    for _ in 0..reader.number()? {
        ticker.step()?;
        let position = reader.text()?.to_owned();
        stored
            .parts
            .push((position, [reader.number()?, reader.number()?]));
    }
    for _ in 0..reader.number()? {
        ticker.step()?;
        let mut parts = Vec::new();
        for _ in 0..reader.number()? {
            let part = reader.number()?;
            if (part >> 1) as usize >= stored.parts.len() {
                return Err(TableFileError::Damaged);
            }
            parts.push(part);
        }
        stored.sums.push(StoredSum {
            parts,
            value: reader.game(&games)?,
            wins: reader.take(1)? == [1],
        });
    }
    match reader.0 {
        [] => Ok(stored),
        _ => Err(TableFileError::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_again_and_damage_is_found() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let hot = store.game(&[store.integer(3)], &[store.integer(-1)]);
        let odd = store.game(&[hot], &[store.nimber(2)]);
        let stored = Stored {
            values: vec![("xo".to_owned(), odd), ("ox".to_owned(), hot)],
            parts: vec![("xoxo".to_owned(), [3, 3])],
            sums: vec![StoredSum {
                parts: vec![1],
                value: odd,
                wins: true,
            }],
        };
        let bytes = write("game.grid.Clobber", &stored, &store, &meter).unwrap();
        assert_eq!(
            read(&bytes, "game.grid.Clobber", &store, &meter).as_ref(),
            Ok(&stored)
        );
        assert!(matches!(
            read(&bytes, "game.grid.Cram", &store, &meter),
            Err(TableFileError::Ruleset { .. })
        ));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            assert!(
                read(&damaged, "game.grid.Clobber", &store, &meter).is_err(),
                "byte {place}"
            );
            assert!(read(&bytes[..place], "game.grid.Clobber", &store, &meter).is_err());
        }
    }
}
