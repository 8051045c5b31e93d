//! Certificates of sliding-block puzzles, kind `sliding-blocks`: a solution, that none is shorter, or that there is none.
//!
//! The moves are played cell by cell. `levels` are boards by distance: every move from a board of level d leads to a board of a
//! level up to d + 1, so no board outside can be reached. Pieces of equal shape that the goal does not name are interchangeable
//! (with `by_shape` also those it names).

use std::collections::{HashMap, HashSet};

use sidle_core::Meter;

use crate::{Failure, Verdict, certificate::certificate, constraint::wrong};

certificate! {
    "sliding-blocks" version 1:
    /// A whole certificate.
    pub struct Certificate {
        /// The board: `.` empty, `%` wall, else a piece.
        pub rows: Vec<String>,
        /// Where some pieces must stand.
        pub goal: Vec<String>,
        /// Do pieces move along their length only, as in Rush Hour?
        pub cars: bool,
        /// `unit`, `straight` or `finger`.
        pub metric: String,
        /// Are pieces that the goal names interchangeable with others of their shape?
        pub by_shape: bool,
        /// The number of moves; `null` if there is no solution.
        pub length: Option<u64>,
        /// A piece and its steps (U, D, L, R) for each move.
        pub moves: Vec<(char, String)>,
        /// Boards by distance, rows separated by `/`; may be missing for a solution that is not claimed to be shortest.
        #[serde(default)]
        pub levels: Vec<Vec<String>>,
    }
}

type Cell = (usize, usize);
/// The class and the corner of each piece, sorted: boards that differ in interchangeable pieces only are the same.
type Position = Vec<(usize, Cell)>;

/// The rules, the pieces with their cells at the start, and where some of them must stand.
type Read = (Rules, Vec<(char, Vec<Cell>)>, Vec<(char, Cell)>);

struct Rules {
    height: usize,
    width: usize,
    walls: HashSet<Cell>,
    /// The class of each piece and the shape of each class.
    classes: HashMap<char, usize>,
    shapes: Vec<Vec<Cell>>,
    cars: bool,
}

fn pieces(rows: &[Vec<char>]) -> Vec<(char, Vec<Cell>)> {
    let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, &name) in row.iter().enumerate() {
            if name == '.' || name == '%' {
                continue;
            }
            match pieces.iter_mut().find(|(known, _)| *known == name) {
                Some((_, cells)) => cells.push((r, c)),
                None => pieces.push((name, vec![(r, c)])),
            }
        }
    }
    pieces
}

/// The rows of a board of this size; a piece may be named `/` too, so only the places tell what separates rows.
fn lines(board: &str, height: usize, width: usize) -> Option<Vec<Vec<char>>> {
    let mut cells: Vec<char> = board.chars().collect();
    cells.push('/');
    let rows = cells.chunks_exact(width + 1);
    let even = rows.len() == height && rows.remainder().is_empty();
    let parted = rows.clone().all(|row| row[width] == '/');
    (even && parted).then(|| rows.map(|row| row[..width].to_vec()).collect())
}

fn corner(cells: &[Cell]) -> Cell {
    let r = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let c = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    (r, c)
}

fn shape(cells: &[Cell]) -> Vec<Cell> {
    let (r, c) = corner(cells);
    cells.iter().map(|&(y, x)| (y - r, x - c)).collect()
}

fn step((r, c): Cell, letter: char) -> Option<Cell> {
    match letter {
        'U' => Some((r.checked_sub(1)?, c)),
        'D' => Some((r + 1, c)),
        'L' => Some((r, c.checked_sub(1)?)),
        'R' => Some((r, c + 1)),
        _ => None,
    }
}

impl Rules {
    fn may(&self, class: usize, letter: char) -> bool {
        let shape = &self.shapes[class];
        let lies = shape.iter().all(|&(r, _)| r == 0);
        !self.cars || lies == matches!(letter, 'L' | 'R')
    }

    /// The corner after one step, if the cells are free.
    fn stepped(&self, class: usize, at: Cell, letter: char, taken: &HashSet<Cell>) -> Option<Cell> {
        let next = step(at, letter).filter(|_| self.may(class, letter))?;
        let free = self.shapes[class].iter().all(|&(y, x)| {
            let cell = (next.0 + y, next.1 + x);
            cell.0 < self.height
                && cell.1 < self.width
                && !self.walls.contains(&cell)
                && !taken.contains(&cell)
        });
        free.then_some(next)
    }

    fn cells(&self, class: usize, (r, c): Cell) -> impl Iterator<Item = Cell> + '_ {
        self.shapes[class].iter().map(move |&(y, x)| (r + y, c + x))
    }

    /// What all pieces but one cover.
    fn others(&self, position: &Position, without: usize) -> HashSet<Cell> {
        let others = position
            .iter()
            .enumerate()
            .filter(|&(number, _)| number != without);
        others
            .flat_map(|(_, &(class, at))| self.cells(class, at))
            .collect()
    }

    fn neighbours(&self, position: &Position, metric: &str) -> HashSet<Position> {
        let mut all = HashSet::new();
        for (number, &(class, at)) in position.iter().enumerate() {
            let taken = self.others(position, number);
            let mut found: Vec<Cell> = Vec::new();
            match metric {
                "finger" => {
                    found.push(at);
                    let mut next = 0;
                    while next < found.len() {
                        for letter in ['U', 'D', 'L', 'R'] {
                            if let Some(to) = self.stepped(class, found[next], letter, &taken)
                                && !found.contains(&to)
                            {
                                found.push(to);
                            }
                        }
                        next += 1;
                    }
                }
                _ => {
                    for letter in ['U', 'D', 'L', 'R'] {
                        let mut here = at;
                        while let Some(to) = self.stepped(class, here, letter, &taken) {
                            found.push(to);
                            here = to;
                            if metric == "unit" {
                                break;
                            }
                        }
                    }
                }
            }
            for to in found {
                let mut next = position.clone();
                next[number].1 = to;
                next.sort_unstable();
                all.insert(next);
            }
        }
        all
    }
}

impl Certificate {
    fn claim(&self) -> String {
        let size = format!(
            "{}×{}",
            self.rows.len(),
            self.rows.first().map_or(0, |row| row.chars().count())
        );
        let Some(length) = self.length else {
            return format!("sliding blocks {size}: no solution{}", self.changed_rules());
        };
        let which = if self.levels.is_empty() {
            "a"
        } else {
            "shortest"
        };
        let moves = if length == 1 { "move" } else { "moves" };
        format!(
            "sliding blocks {size}: {which} solution of {length} {moves} ({}){}",
            self.metric,
            self.changed_rules()
        )
    }

    /// The rules that are not the usual ones.
    fn changed_rules(&self) -> String {
        let cars = if self.cars { ", pieces are cars" } else { "" };
        let shapes = match self.by_shape {
            true => ", pieces of one shape may stand for each other",
            false => "",
        };
        format!("{cars}{shapes}")
    }

    fn rules(&self) -> Result<Read, Failure> {
        let grid = |rows: &[String]| -> Vec<Vec<char>> {
            rows.iter().map(|row| row.chars().collect()).collect()
        };
        let rows = grid(&self.rows);
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let goal = grid(&self.goal);
        let even =
            |rows: &[Vec<char>]| rows.len() == height && rows.iter().all(|row| row.len() == width);
        if width == 0 || !even(&rows) || !even(&goal) {
            return Err(wrong(
                "board",
                "the board or the goal is not a rectangle, or they differ in size",
            ));
        }
        if !matches!(self.metric.as_str(), "unit" | "straight" | "finger") {
            return Err(wrong("metric", "it is unit, straight or finger"));
        }
        let start = pieces(&rows);
        let wanted = pieces(&goal);
        let mut rules = Rules {
            height,
            width,
            walls: HashSet::new(),
            classes: HashMap::new(),
            shapes: Vec::new(),
            cars: self.cars,
        };
        for (r, row) in rows.iter().enumerate() {
            let walls = row.iter().enumerate().filter(|&(_, &cell)| cell == '%');
            rules.walls.extend(walls.map(|(c, _)| (r, c)));
        }
        let mut kinds: HashMap<(Vec<Cell>, Option<char>), usize> = HashMap::new();
        for (name, cells) in &start {
            let named = wanted.iter().any(|(goal, _)| goal == name) && !self.by_shape;
            let fresh = rules.shapes.len();
            let class = *kinds
                .entry((shape(cells), named.then_some(*name)))
                .or_insert(fresh);
            if class == fresh {
                rules.shapes.push(shape(cells));
            }
            rules.classes.insert(*name, class);
        }
        let mut goals = Vec::new();
        for (name, cells) in wanted {
            let class = rules.classes.get(&name).copied();
            if class.is_none_or(|class| rules.shapes[class] != shape(&cells)) {
                return Err(wrong(
                    "goal",
                    format!("piece {name} is not on the board in this shape"),
                ));
            }
            goals.push((name, corner(&cells)));
        }
        Ok((rules, start, goals))
    }

    fn verify(&self, meter: &Meter) -> Result<usize, Failure> {
        let (rules, start, goals) = self.rules()?;
        let position = |pieces: &[(char, Vec<Cell>)]| -> Option<Position> {
            let mut position = Vec::new();
            for (name, cells) in pieces {
                let class = *rules.classes.get(name)?;
                (rules.shapes[class] == shape(cells)).then_some(())?;
                position.push((class, corner(cells)));
            }
            position.sort_unstable();
            Some(position)
        };
        let is_goal = |position: &Position| {
            goals
                .iter()
                .all(|&(name, at)| position.contains(&(rules.classes[&name], at)))
        };
        let first = position(&start).ok_or_else(|| wrong("board", "a piece has no class"))?;
        if let Some(length) = self.length {
            self.play(&rules, &start, &is_goal)?;
            if self.moves.len() as u64 != length {
                return Err(wrong("length", "it is not the number of moves"));
            }
            if self.levels.is_empty() {
                return Ok(self.moves.len());
            }
        }
        let mut ticker = meter.ticker();
        let mut distance: HashMap<Position, usize> = HashMap::new();
        for (level, boards) in self.levels.iter().enumerate() {
            for board in boards {
                ticker.step()?;
                let place = || format!("level {level}, board {board}");
                let rows = lines(board, rules.height, rules.width)
                    .ok_or_else(|| wrong(place(), "it has another size"))?;
                let found = pieces(&rows);
                if found.len() != start.len() {
                    return Err(wrong(place(), "it has other pieces"));
                }
                let position =
                    position(&found).ok_or_else(|| wrong(place(), "it has other pieces"))?;
                distance.entry(position).or_insert(level);
            }
        }
        if distance.get(&first) != Some(&0) {
            return Err(wrong("levels", "the first does not hold the start"));
        }
        for (position, &level) in &distance {
            let early = self.length.is_none_or(|length| (level as u64) < length);
            if early && is_goal(position) {
                return Err(wrong(format!("level {level}"), "it holds a goal"));
            }
            if self.length.is_some_and(|length| level as u64 + 1 >= length) {
                continue;
            }
            ticker.steps(1 + start.len())?;
            for next in rules.neighbours(position, &self.metric) {
                if distance.get(&next).is_none_or(|&other| other > level + 1) {
                    return Err(wrong(
                        format!("level {level}"),
                        "a move leads to a board that is not in the next level",
                    ));
                }
            }
        }
        Ok(distance.len() + self.moves.len())
    }

    fn play(
        &self,
        rules: &Rules,
        start: &[(char, Vec<Cell>)],
        is_goal: &impl Fn(&Position) -> bool,
    ) -> Result<(), Failure> {
        let mut standing: Vec<(char, Cell)> = start
            .iter()
            .map(|(name, cells)| (*name, corner(cells)))
            .collect();
        let position = |standing: &[(char, Cell)]| -> Position {
            standing
                .iter()
                .map(|(name, at)| (rules.classes[name], *at))
                .collect()
        };
        for (number, (name, path)) in self.moves.iter().enumerate() {
            let place = || format!("move {number}");
            let Some(piece) = standing.iter().position(|(known, _)| known == name) else {
                return Err(wrong(place(), format!("there is no piece {name}")));
            };
            let letters: Vec<char> = path.chars().collect();
            let fits = match self.metric.as_str() {
                "unit" => letters.len() == 1,
                "straight" => {
                    !letters.is_empty() && letters.iter().all(|letter| *letter == letters[0])
                }
                _ => !letters.is_empty(),
            };
            if !fits {
                return Err(wrong(place(), "it is not one move in this metric"));
            }
            let taken = rules.others(&position(&standing), piece);
            let class = rules.classes[name];
            for letter in letters {
                let next = rules.stepped(class, standing[piece].1, letter, &taken);
                standing[piece].1 = next.ok_or_else(|| wrong(place(), "the way is not free"))?;
            }
        }
        if is_goal(&position(&standing)) {
            Ok(())
        } else {
            Err(wrong("moves", "they do not end at the goal"))
        }
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, certificate.claim(), certificate.verify(meter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claim_names_rules_that_are_not_the_usual_ones() {
        let stuck: Certificate = serde_json::from_str(
            r#"{"format":"sidle-certificate","version":1,"kind":"sliding-blocks","text":"",
            "rows":["a",".","b"],"goal":[".","a","."],"cars":true,"metric":"unit",
            "by_shape":false,"length":null,"moves":[],"levels":[["a/./b"]]}"#,
        )
        .expect("a certificate");
        let verdict = metered(&stuck, Meter::none());
        assert!(verdict.is_valid(), "{verdict}");
        assert_eq!(
            verdict.claim(),
            "sliding blocks 3×1: no solution, pieces are cars"
        );
        let mut claims: Vec<String> = Vec::new();
        for (cars, by_shape) in [(false, false), (false, true), (true, false), (true, true)] {
            let certificate = Certificate {
                cars,
                by_shape,
                ..stuck.clone()
            };
            claims.push(metered(&certificate, Meter::none()).claim().to_owned());
        }
        claims.sort_unstable();
        claims.dedup();
        assert_eq!(claims.len(), 4);
    }
}
