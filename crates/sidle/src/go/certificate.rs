//! Certificates of values under a ko ban.

use std::collections::HashMap;

use super::GoError;
use crate::{
    check::ko_value::{Certificate, Game, Graph, Position},
    core::{Meter, Player},
    rules::go::{Diagram, Suicide},
    solve::go::{GoRegion, KoGame, KoRules, Kos, TripleKo, TriplePosition, value_of_ko},
    values::{
        Store,
        loopy::{Loopy, SideForm},
        notation::Style,
    },
};

/// A side with more vertices is not written into a certificate.
const MOST_VERTICES: usize = 200_000;

/// A certificate of the value of several kos.
pub fn certify_kos(
    points: &[i64],
    state: &str,
    last: Option<usize>,
    game: KoGame,
    meter: &Meter,
) -> Result<Certificate, GoError> {
    let kos = Kos::new(points.to_vec());
    let start = kos.position(state, last)?;
    let position = Position::Kos {
        points: points.to_vec(),
        state: state.to_ascii_uppercase(),
        last,
    };
    certify(&kos, &start, position, game, meter)
}

/// A certificate of the value of the triple ko.
pub fn certify_triple(
    left: i64,
    right: i64,
    game: KoGame,
    meter: &Meter,
) -> Result<Certificate, GoError> {
    let rules = TripleKo {
        left_wins: left,
        right_wins: right,
    };
    let position = Position::Triple { left, right };
    certify(&rules, &TriplePosition::Abc, position, game, meter)
}

/// A certificate of the value of a region in which suicide is forbidden.
pub fn certify_region(
    diagram: &Diagram,
    game: KoGame,
    meter: &Meter,
) -> Result<Certificate, GoError> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide: Suicide::Forbidden,
    };
    let text = diagram.to_string();
    let is_row = |line: &&str| !line.contains(' ');
    let width = diagram.region.width();
    let ko = diagram.stones.ban.map(|point| {
        let at = diagram.place_of(point);
        [at / width, at % width]
    });
    let position = Position::Region {
        rows: text.lines().filter(is_row).map(str::to_owned).collect(),
        ko,
    };
    certify(&rules, &diagram.stones, position, game, meter)
}

fn certify<R: KoRules>(
    rules: &R,
    start: &R::Position,
    position: Position,
    game: KoGame,
    meter: &Meter,
) -> Result<Certificate, GoError> {
    let store = &Store::new();
    let found = value_of_ko(rules, start, game, store, meter)?;
    let text = store.text(found.value, Style::Plain, meter)?;
    let graph = |form| written_out(store.loopy(), form, meter);
    let (onside, offside) = (graph(found.value.onside())?, graph(found.value.offside())?);
    let game = match game {
        KoGame::Phi => Game::Phi,
        KoGame::PhiLeft => Game::PhiLeft,
        KoGame::PhiRight => Game::PhiRight,
    };
    Ok(Certificate::new(&text, position, game, onside, offside))
}

/// The graph of a side.
fn written_out(loopy: Loopy<'_>, start: SideForm, meter: &Meter) -> Result<Graph, GoError> {
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
            return Err(GoError::Text(format!(
                "the value has more than {MOST_VERTICES} followers: too large for a certificate"
            )));
        }
    }
    Ok(graph)
}
