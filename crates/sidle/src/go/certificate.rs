//! Certificates of values under a ko ban.

use std::collections::HashMap;

use crate::{
    Error, ErrorKind,
    check::ko_value::{Certificate, Game, Graph, Position, check},
    core::{Meter, Player},
    solve::go::{KoGame, KoTable},
    values::{
        Store,
        loopy::{Loopy, LoopyValue, SideForm},
        notation::Style,
    },
};

/// A side with more vertices is not written into a certificate.
const MOST_VERTICES: usize = 200_000;

/// How many more net prisoners than the bounds a proof may need: stones that stand on the board at the beginning.
const MORE_PRISONERS: u32 = 8;

/// A certificate of the value of a position in a game. `cut` is the number of net prisoners that the bounds of the value were
/// played out to, 0 if it was found without bounds.
pub(super) fn certificate(
    store: &Store,
    value: LoopyValue,
    position: Position,
    (game, cut): (KoGame, u32),
    meter: &Meter,
) -> Result<Certificate, Error> {
    let text = store.text(value, Style::Plain, meter)?;
    let graph = |form| written_out(store.loopy(), form, meter);
    let (onside, offside) = (graph(value.onside())?, graph(value.offside())?);
    let game = match game {
        KoGame::Phi => Game::Phi,
        KoGame::PhiLeft => Game::PhiLeft,
        KoGame::PhiRight => Game::PhiRight,
    };
    let mut proof = Certificate::new(&text, position, game, onside, offside, None);
    if cut == 0 {
        return Ok(proof);
    }
    // The least bound that the proof keeps within.
    for most in cut..=cut + MORE_PRISONERS {
        meter.check()?;
        proof.prisoners = Some(most);
        if check(&proof).is_valid() {
            return Ok(proof);
        }
    }
    let message = "no proof of the value keeps the number of prisoners within a bound";
    Err(Error::new(ErrorKind::NotDetermined, message))
}

/// A table as certificates describe it.
pub(crate) fn table_position(table: &KoTable, start: u32) -> Position {
    let moves = table.moves().iter().map(|both| {
        both.each_ref().map(|moves| {
            let moves = moves.iter();
            moves
                .map(|chosen| (chosen.to as usize, chosen.is_ko))
                .collect()
        })
    });
    Position::Graph {
        moves: moves.collect(),
        start: start as usize,
    }
}

/// The graph of a side.
fn written_out(loopy: Loopy<'_>, start: SideForm, meter: &Meter) -> Result<Graph, Error> {
    let mut forms = vec![start];
    let mut number: HashMap<SideForm, u32> = HashMap::from([(start, 0)]);
    let mut graph = Graph::new();
    let mut ticker = meter.ticker();
    while let Some(&form) = forms.get(graph.len()) {
        ticker.node(128)?;
        let row = Player::BOTH.map(|player| {
            let options = loopy.side_options(form, player).into_iter();
            let options = options.map(|option| {
                *number.entry(option).or_insert_with(|| {
                    forms.push(option);
                    forms.len() as u32 - 1
                })
            });
            options.collect()
        });
        graph.push(row);
        if forms.len() > MOST_VERTICES {
            let message = format!(
                "the value has more than {MOST_VERTICES} followers: too large for a certificate"
            );
            return Err(Error::new(ErrorKind::NotDetermined, message));
        }
    }
    Ok(graph)
}
