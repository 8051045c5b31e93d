//! Certificates of values under a ko ban.

use std::collections::HashMap;

use crate::{
    Error, ErrorKind,
    check::ko_value::{Certificate, Game, Graph, Position},
    core::{Meter, Player},
    solve::go::KoGame,
    values::{
        Store,
        loopy::{Loopy, LoopyValue, SideForm},
        notation::Style,
    },
};

/// A side with more vertices is not written into a certificate.
const MOST_VERTICES: usize = 200_000;

/// A certificate of the value of a position.
pub(super) fn certificate(
    store: &Store,
    value: LoopyValue,
    position: Position,
    game: KoGame,
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
    Ok(Certificate::new(&text, position, game, onside, offside))
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
