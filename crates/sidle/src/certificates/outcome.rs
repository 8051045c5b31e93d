//! Certificates of outcomes: the strategy that the solver plays, written down.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use crate::{
    check::outcome::{Certificate, Mover, rules::Naive},
    core::{Meter, Outcome, Player},
    lang::{Diagnostic, Session},
    positions::board_text,
    rules::graph::{Edge, Hackenbush, LabelledGraph},
    solve::{AnySolver, Asking, Form, Position, RulesetPosition, SolveError, catalogue},
};

/// A position of a certificate: what the checker reads, and what the solver plays.
struct Station {
    text: String,
    position: Position,
}

/// The ways from text to positions.
enum Game {
    /// The checker knows the moves.
    Known(Naive),
    /// The moves are spelled out.
    Spelled,
}

/// The certificate of the outcome of the position that a text stands for. For Domineering, Clobber, Amazons
/// and Hackenbush the checker works out the moves itself; for other games the options are spelled out.
///
/// ```
/// use sidle::{certificates, check, core::Meter, lang::Session};
/// let mut session = Session::new();
/// let source = r#"game.grid.Clobber("xoxo|oxox")"#;
/// let certificate = certificates::outcome(&mut session, source, &Meter::unlimited())?;
/// assert!(check::outcome::check(&certificate).is_valid());
/// # Ok::<(), sidle::lang::Diagnostic>(())
/// ```
///
/// # Errors
/// For games that need not end, and when a limit stops the work.
pub fn outcome(
    session: &mut Session,
    source: &str,
    meter: &Meter,
) -> Result<Certificate, Diagnostic> {
    let start = session.position(source, meter)?;
    session.solve(meter, |solver, asking| {
        strategy(solver, asking, &start, source)
    })
}

fn strategy(
    solver: &mut AnySolver,
    asking: &mut Asking<'_>,
    start: &Position,
    source: &str,
) -> Result<Certificate, SolveError> {
    let outcome = solver.outcome(start, asking)?;
    if outcome.onside != outcome.offside {
        return Err(SolveError::Loopy {
            asked: "strategy that ends",
        });
    }
    let (game, ruleset, first) = recognised(start);
    let mut book = Book {
        game,
        stations: vec![first],
        places: HashMap::new(),
        wins: BTreeMap::new(),
        losses: BTreeMap::new(),
    };
    let key = book.stations[0].text.clone();
    book.places.insert(key, 0);
    book.write(solver, asking)?;
    Ok(book.certificate(ruleset, source, outcome.onside))
}

/// The game as the checker knows it, its name there, and the first position.
fn recognised(start: &Position) -> (Game, String, Station) {
    let class = match start.form() {
        Form::Atom(atom) => atom.class_name().into_owned(),
        _ => String::new(),
    };
    let name = class.rsplit('.').next().unwrap_or_default();
    if let Form::Atom(atom) = start.form() {
        let any: &dyn std::any::Any = &**atom;
        if let Some(bush) = any.downcast_ref::<RulesetPosition<Hackenbush>>()
            && name == "Hackenbush"
        {
            let words = bush.at().edges().iter().map(|edge| {
                let colour = ['l', 'r', 'e'][usize::from(edge.label.clamp(1, 3)) - 1];
                format!("{}-{}{colour}", edge.from, edge.to)
            });
            let station = Station {
                text: words.collect::<Vec<_>>().join(" "),
                position: start.clone(),
            };
            return (Game::Known(Naive::Hackenbush), name.to_owned(), station);
        }
    }
    let station = Station {
        text: board_text(start),
        position: start.clone(),
    };
    match Naive::named(name) {
        Some(naive) if naive != Naive::Hackenbush => (Game::Known(naive), name.to_owned(), station),
        _ => (Game::Spelled, class, station),
    }
}

/// A Hackenbush graph from its edges.
fn bush(text: &str) -> Option<Position> {
    let mut edges = Vec::new();
    let mut highest = 0;
    for word in text.split_whitespace() {
        let (ends, colour) = word.split_at(word.len() - 1);
        let (a, b) = ends.split_once('-')?;
        let (from, to) = (a.parse().ok()?, b.parse().ok()?);
        let label = "lre".find(colour)? as u8 + 1;
        highest = highest.max(from).max(to);
        edges.push(Edge { from, to, label });
    }
    let all = LabelledGraph::new(vec![0; highest as usize + 1], edges);
    let (numbers, _) = all.component_numbers();
    let standing = all.retain(|v| numbers[v as usize] == 0);
    Some(Position::of(&Arc::new(Hackenbush::default()), standing))
}

/// The strategy as it is written.
struct Book {
    game: Game,
    stations: Vec<Station>,
    places: HashMap<String, usize>,
    wins: BTreeMap<(usize, Mover), usize>,
    losses: BTreeMap<(usize, Mover), Vec<usize>>,
}

impl Book {
    /// The options of a station, as stations.
    fn options(
        &mut self,
        at: usize,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<usize>, SolveError> {
        let found: Vec<(String, Option<Position>)> = match self.game {
            Game::Known(naive) => naive
                .options(&self.stations[at].text, player)
                .unwrap_or_default()
                .into_iter()
                .map(|text| (text, None))
                .collect(),
            Game::Spelled => asking
                .options(&self.stations[at].position, player)?
                .into_iter()
                .map(|position| (board_text(&position), Some(position)))
                .collect(),
        };
        let mut ticker = asking.meter.ticker();
        let mut options = Vec::new();
        for (text, position) in found {
            ticker.step()?;
            let place = match self.places.get(&text) {
                Some(place) => *place,
                None => {
                    ticker.node(text.len() * 2 + size_of::<Station>())?;
                    let position = position
                        .or_else(|| self.read(&text))
                        .ok_or(SolveError::Sided)?;
                    self.stations.push(Station {
                        text: text.clone(),
                        position,
                    });
                    self.places.insert(text, self.stations.len() - 1);
                    self.stations.len() - 1
                }
            };
            options.push(place);
        }
        Ok(options)
    }

    fn read(&self, text: &str) -> Option<Position> {
        match self.game {
            Game::Known(Naive::Hackenbush) => bush(text),
            Game::Known(naive) => {
                let ruleset = catalogue::find(&format!("{naive:?}"))?.ruleset();
                ruleset.parse(text).ok()
            }
            Game::Spelled => None,
        }
    }

    /// Writes the strategy down, from the first position on.
    fn write(&mut self, solver: &mut AnySolver, asking: &mut Asking<'_>) -> Result<(), SolveError> {
        let mut open = vec![(0, Player::Left), (0, Player::Right)];
        while let Some((at, player)) = open.pop() {
            let mover = Mover::from(player);
            if self.wins.contains_key(&(at, mover)) || self.losses.contains_key(&(at, mover)) {
                continue;
            }
            let position = self.stations[at].position.clone();
            let wins = wins(solver.outcome(&position, asking)?.onside, player);
            let options = self.options(at, player, asking)?;
            if !wins {
                open.extend(options.iter().map(|&option| (option, -player)));
                self.losses.insert((at, mover), options);
                continue;
            }
            for option in options {
                let position = self.stations[option].position.clone();
                let reply = solver.outcome(&position, asking)?.onside;
                if !self::wins(reply, -player) {
                    self.wins.insert((at, mover), option);
                    open.push((option, -player));
                    break;
                }
            }
        }
        Ok(())
    }

    /// The certificate: the positions that are used, each before those it leads to.
    fn certificate(self, ruleset: String, source: &str, outcome: Outcome) -> Certificate {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.stations.len()];
        let mut used = vec![false; self.stations.len()];
        for (&(at, _), &to) in &self.wins {
            next[at].push(to);
            (used[at], used[to]) = (true, true);
        }
        for (&(at, _), options) in &self.losses {
            next[at].extend(options);
            used[at] = true;
            options.iter().for_each(|&to| used[to] = true);
        }
        let order = sources_first(&next, &used);
        let mut place = vec![0u32; self.stations.len()];
        for (i, &station) in order.iter().enumerate() {
            place[station] = i as u32;
        }
        let mut wins: Vec<(u32, Mover, u32)> = self
            .wins
            .iter()
            .map(|(&(at, mover), &to)| (place[at], mover, place[to]))
            .collect();
        let mut losses: Vec<(u32, Mover)> = self
            .losses
            .keys()
            .map(|&(at, mover)| (place[at], mover))
            .collect();
        wins.sort_unstable();
        losses.sort_unstable();
        let right = |mover: Mover| mover == Mover::R;
        let mut options = Vec::new();
        if let Game::Spelled = self.game {
            options = vec![[Vec::new(), Vec::new()]; order.len()];
            for &(at, mover, to) in &wins {
                options[at as usize][usize::from(right(mover))].push(to);
            }
            for (&(at, mover), list) in &self.losses {
                let list = list.iter().map(|&to| place[to]).collect();
                options[place[at] as usize][usize::from(right(mover))] = list;
            }
        }
        let positions = order
            .iter()
            .map(|&station| self.stations[station].text.clone())
            .collect();
        let outcome = outcome.into();
        Certificate::new(source, ruleset, positions, outcome, wins, losses, options)
    }
}

fn wins(outcome: Outcome, player: Player) -> bool {
    match player {
        Player::Left => matches!(outcome, Outcome::Left | Outcome::Next),
        Player::Right => matches!(outcome, Outcome::Right | Outcome::Next),
    }
}

/// The used vertices of a graph without cycles, each before those it leads to; the first stays first.
fn sources_first(next: &[Vec<usize>], used: &[bool]) -> Vec<usize> {
    let mut before = vec![0usize; next.len()];
    next.iter().flatten().for_each(|&to| before[to] += 1);
    let mut order = Vec::new();
    let mut ready: Vec<usize> = (0..next.len())
        .rev()
        .filter(|&v| before[v] == 0 && (used[v] || v == 0))
        .collect();
    while let Some(v) = ready.pop() {
        order.push(v);
        for &to in &next[v] {
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(to);
            }
        }
    }
    order
}
