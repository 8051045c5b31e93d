//! Certificates of outcomes: the strategy that the solver plays, written down.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use crate::{
    Error, ErrorKind,
    check::outcome::{Certificate, Mover, rules::Naive},
    core::{Outcome, Player},
    rules::graph::{Edge, Hackenbush, LabelledGraph},
    solve::{AnySolver, Asking, Compound, Form, Position, RulesetPosition, SolveError, catalogue},
    values::notation::{Style, TextError},
};

/// Why there is a strategy and no certificate of it.
#[derive(Clone, Debug, thiserror::Error)]
enum NoCertificate {
    /// A certificate of an outcome lists each position before those that it leads to.
    #[error(
        "no certificate is written: play by the strategy can come back to a position, and a certificate of an \
         outcome lists every position before those that it leads to"
    )]
    ComesBack,
    /// The solver and the moves disagree.
    #[error("no certificate is written: the winning move in `{0}` is not found among the moves")]
    NoMove(String),
    /// The board is none of those that the checker reads.
    #[error("no certificate is written: the checker does not read `{position}`: {reason}")]
    Unread { position: String, reason: String },
}

impl From<NoCertificate> for SolveError {
    fn from(error: NoCertificate) -> SolveError {
        SolveError::foreign(Error::new(ErrorKind::NotDetermined, error.to_string()))
    }
}

/// A position of a certificate: what the checker reads, and what the solver plays.
struct Station {
    text: String,
    position: Position,
}

/// What makes two positions one: the text where the checker works the moves out from it, the position itself
/// elsewhere, since different positions may be written alike.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Text(String),
    Position(Position),
}

/// The ways from text to positions.
enum Game {
    /// The checker knows the moves.
    Known(Naive),
    /// The moves are spelled out.
    Spelled,
}

/// The certificate of the outcome of a position. For Domineering, Clobber, Amazons and Hackenbush the checker works out
/// the moves itself; for other games the options are spelled out.
///
/// # Errors
/// For games that need not end, for strategies that can come back to a position, and when a limit stops the work.
pub(crate) fn outcome(
    of: &crate::Position,
    solver: &mut AnySolver,
    asking: &mut Asking<'_>,
) -> Result<Certificate, SolveError> {
    let start = of.engine();
    let outcome = solver.outcome(start, asking)?;
    if outcome.onside != outcome.offside {
        return Err(SolveError::Loopy {
            asked: "strategy that ends",
        });
    }
    let (game, mut ruleset, first) = recognised(start);
    let comment = format!("{} {of}", of.ruleset().unwrap_or_default());
    if ruleset == HEAPS {
        // Heaps of all games have this class: the claim has to say whose they are.
        ruleset = format!("heaps of {}, at", comment.trim());
    }
    let mut strategy = Strategy {
        game,
        stations: vec![first],
        places: HashMap::new(),
        wins: BTreeMap::new(),
        losses: BTreeMap::new(),
    };
    let identity = strategy.identity(&strategy.stations[0].text, Some(start));
    strategy.places.insert(identity, 0);
    strategy.write(solver, asking)?;
    let (mut certificate, unnamed) =
        strategy.certificate(ruleset, comment.trim(), outcome.onside)?;
    if !unnamed.is_empty() {
        let texts = unnamed.iter().map(|at| text_of(at, asking));
        let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
        certificate.positions = distinct(&texts);
    }
    Ok(certificate)
}

/// The class of every heap.
const HEAPS: &str = "game.heap.HeapPosition";

/// The game as the checker knows it, its name there, and the first position.
fn recognised(start: &Position) -> (Game, String, Station) {
    let station = |text: String| Station {
        text,
        position: start.clone(),
    };
    if let Form::Atom(atom) = start.form() {
        let any: &dyn std::any::Any = &**atom;
        if let Some(bush) = any.downcast_ref::<RulesetPosition<Hackenbush>>()
            && atom.class_name() == "game.graph.Hackenbush"
        {
            let game = Game::Known(Naive::Hackenbush);
            return (game, "Hackenbush".to_owned(), station(edges(bush.at())));
        }
        if let Some((naive, name)) = known(&atom.class_name())
            && naive != Naive::Hackenbush
        {
            return (Game::Known(naive), name, station(board_text(start)));
        }
    }
    let mut class = class_of(start);
    if Naive::named(&class).is_some() {
        // A class of the user's, whose rules are its own.
        class.insert_str(0, "class ");
    }
    (Game::Spelled, class, station(String::new()))
}

/// The game of a built-in class whose moves the checker knows, and its name there.
fn known(class: &str) -> Option<(Naive, String)> {
    let name = class.rsplit('.').next()?;
    let is_built_in = catalogue::find(class).is_some_and(|entry| entry.name == class);
    let naive = Naive::named(name).filter(|_| is_built_in)?;
    Some((naive, name.to_owned()))
}

/// The edges of a Hackenbush graph, as the checker reads them.
fn edges(graph: &LabelledGraph) -> String {
    let words = graph.edges().iter().map(|edge| {
        let colour = ['l', 'r', 'e'][usize::from(edge.label.clamp(1, 3)) - 1];
        format!("{}-{}{colour}", edge.from, edge.to)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The class of a position, or of the first part of a sum or variant that has one.
fn class_of(position: &Position) -> String {
    let mut at = position;
    loop {
        at = match at.form() {
            Form::Variant(_, of) | Form::Negative(of) | Form::Compound(_, of, _) => of,
            Form::Atom(atom) => return atom.class_name().into_owned(),
            _ => return String::new(),
        };
    }
}

/// A position in words; a sum by its parts.
fn text_of(position: &Position, asking: &Asking<'_>) -> Result<String, SolveError> {
    let mut parts = Vec::new();
    let mut open = vec![position];
    while let Some(at) = open.pop() {
        match at.form() {
            Form::Compound(Compound::Sum, first, second) => open.extend([second, first]),
            Form::Value(game) => {
                let text = asking.store.text(game, Style::Plain, asking.meter);
                parts.push(text.map_err(|error| match error {
                    TextError::Stopped(reason) => SolveError::Stopped(reason),
                    error => SolveError::foreign(Error::from(error)),
                })?);
            }
            _ => parts.push(board_text(at)),
        }
    }
    Ok(parts.join(" + "))
}

/// A position in the notation of its ruleset; what has none is written as it is debugged.
fn board_text(position: &Position) -> String {
    position
        .notation()
        .unwrap_or_else(|| format!("{position:?}"))
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

/// The strategy of the solver, position by position.
struct Strategy {
    game: Game,
    stations: Vec<Station>,
    places: HashMap<Identity, usize>,
    wins: BTreeMap<(usize, Mover), usize>,
    losses: BTreeMap<(usize, Mover), Vec<usize>>,
}

impl Strategy {
    fn identity(&self, text: &str, position: Option<&Position>) -> Identity {
        match (&self.game, position) {
            (Game::Spelled, Some(position)) => Identity::Position(position.clone()),
            _ => Identity::Text(text.to_owned()),
        }
    }

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
                .map_err(|reason| NoCertificate::Unread {
                    position: self.stations[at].text.clone(),
                    reason,
                })?
                .into_iter()
                .map(|text| (text, None))
                .collect(),
            Game::Spelled => asking
                .options(&self.stations[at].position, player)?
                .into_iter()
                .map(|position| (String::new(), Some(position)))
                .collect(),
        };
        let mut ticker = asking.meter.ticker();
        let mut options = Vec::new();
        for (text, position) in found {
            ticker.step()?;
            let identity = self.identity(&text, position.as_ref());
            let place = match self.places.get(&identity) {
                Some(place) => *place,
                None => {
                    ticker.node(text.len() * 2 + size_of::<Station>())?;
                    let position = position
                        .or_else(|| self.read(&text))
                        .ok_or(SolveError::Sided)?;
                    self.stations.push(Station { text, position });
                    self.places.insert(identity, self.stations.len() - 1);
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
            let options = self.options(at, player, asking)?;
            if !self.wins_at(at, player, solver, asking)? {
                open.extend(options.iter().map(|&option| (option, -player)));
                self.losses.insert((at, mover), options);
                continue;
            }
            let option = self.winning(&options, player, solver, asking)?;
            let option = option
                .ok_or_else(|| NoCertificate::NoMove(board_text(&self.stations[at].position)))?;
            self.wins.insert((at, mover), option);
            open.push((option, -player));
        }
        Ok(())
    }

    /// Can the player who is to move avoid to lose? Infinite play counts for that player.
    fn wins_at(
        &self,
        at: usize,
        player: Player,
        solver: &mut AnySolver,
        asking: &mut Asking<'_>,
    ) -> Result<bool, SolveError> {
        let sides = solver.outcome(&self.stations[at].position, asking)?;
        let outcome = match player {
            Player::Left => sides.onside,
            Player::Right => sides.offside,
        };
        Ok(wins(outcome, player))
    }

    /// The first option that the opponent, to move, loses.
    fn winning(
        &self,
        options: &[usize],
        player: Player,
        solver: &mut AnySolver,
        asking: &mut Asking<'_>,
    ) -> Result<Option<usize>, SolveError> {
        for &option in options {
            if !self.wins_at(option, -player, solver, asking)? {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// The certificate: the positions that are used, each before those it leads to. Positions whose moves are
    /// spelled out have no names yet and come beside it.
    fn certificate(
        self,
        ruleset: String,
        source: &str,
        outcome: Outcome,
    ) -> Result<(Certificate, Vec<Position>), NoCertificate> {
        let order = self.order()?;
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
        let stations = order.iter().map(|&station| &self.stations[station]);
        let names = stations.clone().map(|station| station.text.clone());
        let (options, unnamed) = match self.game {
            Game::Known(_) => (Vec::new(), Vec::new()),
            Game::Spelled => {
                let positions = stations.map(|station| station.position.clone());
                (self.spelled(&place, order.len()), positions.collect())
            }
        };
        let (names, outcome) = (names.collect(), outcome.into());
        let made = Certificate::new(source, ruleset, names, outcome, wins, losses, options);
        Ok((made, unnamed))
    }

    /// The stations that are used, each before those it leads to.
    fn order(&self) -> Result<Vec<usize>, NoCertificate> {
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
        match order.len() == used.iter().filter(|&&used| used).count() {
            true => Ok(order),
            false => Err(NoCertificate::ComesBack),
        }
    }

    /// The moves of the strategy at each place of the certificate.
    fn spelled(&self, place: &[u32], count: usize) -> Vec<[Vec<u32>; 2]> {
        let side = |mover: Mover| usize::from(mover == Mover::R);
        let mut options = vec![[Vec::new(), Vec::new()]; count];
        for (&(at, mover), &to) in &self.wins {
            options[place[at] as usize][side(mover)].push(place[to]);
        }
        for (&(at, mover), list) in &self.losses {
            let list = list.iter().map(|&to| place[to]).collect();
            options[place[at] as usize][side(mover)] = list;
        }
        options
    }
}

/// Names for positions, which have to differ: of several with one text all but the first get a number.
fn distinct(texts: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = texts.iter().cloned().collect();
    let mut met: HashMap<&str, usize> = HashMap::new();
    let mut names = Vec::new();
    for text in texts {
        let count = met.entry(text).or_default();
        *count += 1;
        let mut name = text.clone();
        while *count > 1 {
            name = format!("{text} [{count}]");
            if taken.insert(name.clone()) {
                break;
            }
            *count += 1;
        }
        names.push(name);
    }
    names
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
