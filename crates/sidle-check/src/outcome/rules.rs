//! The moves of a few games, worked out on plain text in the plainest way.
//!
//! Boards are rows separated by `|`. Hackenbush is a list of edges `end-end` with their colour, separated
//! by blanks: `0-1l 1-2r`; vertex 0 is the ground. They are kept in the order of the first position, and
//! a position with an edge that is not joined to the ground is refused.

use sidle_core::Player;

/// A game whose moves are known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naive {
    /// Left covers two free cells `.` one above the other by `#`, Right two side by side.
    Domineering,
    /// A stone (`x` Left's, `o` Right's) moves onto an enemy next to it and removes it.
    Clobber,
    /// An amazon (`x`, `o`) goes over empty cells like a queen, and shoots likewise; `#` is blocked.
    Amazons,
    /// Cut a blue (`l`), red (`r`) or green (`e`) edge; what is no longer joined to the ground falls.
    Hackenbush,
}

impl Naive {
    /// The game of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Naive> {
        match name {
            "Domineering" => Some(Naive::Domineering),
            "Clobber" => Some(Naive::Clobber),
            "Amazons" => Some(Naive::Amazons),
            "Hackenbush" => Some(Naive::Hackenbush),
            _ => None,
        }
    }

    /// The options of a position for a player.
    ///
    /// ```
    /// use sidle_check::outcome::rules::Naive;
    /// use sidle_core::Player;
    /// let options = Naive::Clobber.options("xo.", Player::Left)?;
    /// assert_eq!(options, [".x."]);
    /// let options = Naive::Hackenbush.options("0-1l 1-2r", Player::Left)?;
    /// assert_eq!(options, [""]);
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// For a text that is not a position.
    pub fn options(self, position: &str, player: Player) -> Result<Vec<String>, String> {
        match self {
            Naive::Domineering => Ok(domineering(&Cells::read(position, ".#")?, player)),
            Naive::Clobber => Ok(clobber(&Cells::read(position, ".xo")?, player)),
            Naive::Amazons => Ok(amazons(&Cells::read(position, ".xo#")?, player)),
            Naive::Hackenbush => hackenbush(position, player),
        }
    }
}

/// A board, letter by letter.
struct Cells(Vec<Vec<char>>);

impl Cells {
    fn read(text: &str, letters: &str) -> Result<Cells, String> {
        let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return Err(format!("the rows of `{text}` have different lengths"));
        }
        if let Some(stray) = rows.iter().flatten().find(|c| !letters.contains(**c)) {
            return Err(format!("`{stray}` is not a letter of this board"));
        }
        Ok(Cells(rows))
    }

    fn places(&self) -> Vec<(usize, usize)> {
        let columns = self.0[0].len();
        (0..self.0.len())
            .flat_map(|r| (0..columns).map(move |c| (r, c)))
            .collect()
    }

    fn at(&self, (r, c): (usize, usize)) -> char {
        self.0[r][c]
    }

    /// The cell some steps away.
    fn near(&self, (r, c): (usize, usize), (down, right): (i64, i64)) -> Option<(usize, usize)> {
        let row = usize::try_from(r as i64 + down).ok()?;
        let column = usize::try_from(c as i64 + right).ok()?;
        self.0.get(row)?.get(column).map(|_| (row, column))
    }

    fn with(&self, changes: &[((usize, usize), char)]) -> Cells {
        let mut rows = self.0.clone();
        for &((r, c), letter) in changes {
            rows[r][c] = letter;
        }
        Cells(rows)
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        rows.join("|")
    }
}

fn stone(player: Player) -> char {
    match player {
        Player::Left => 'x',
        Player::Right => 'o',
    }
}

fn domineering(board: &Cells, player: Player) -> Vec<String> {
    let step = match player {
        Player::Left => (1, 0),
        Player::Right => (0, 1),
    };
    let mut options = Vec::new();
    for from in board.places() {
        if let Some(to) = board.near(from, step)
            && board.at(from) == '.'
            && board.at(to) == '.'
        {
            options.push(board.with(&[(from, '#'), (to, '#')]).text());
        }
    }
    options
}

fn clobber(board: &Cells, player: Player) -> Vec<String> {
    let mut options = Vec::new();
    for from in board.places() {
        for step in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            if let Some(to) = board.near(from, step)
                && board.at(from) == stone(player)
                && board.at(to) == stone(-player)
            {
                options.push(board.with(&[(from, '.'), (to, stone(player))]).text());
            }
        }
    }
    options
}

/// The empty cells that a queen reaches.
fn queen(board: &Cells, from: (usize, usize)) -> Vec<(usize, usize)> {
    let mut reached = Vec::new();
    for step in [-1, 0, 1].map(|down| [-1, 0, 1].map(|right| (down, right))) {
        for step in step.into_iter().filter(|step| *step != (0, 0)) {
            let mut at = from;
            while let Some(next) = board.near(at, step)
                && board.at(next) == '.'
            {
                reached.push(next);
                at = next;
            }
        }
    }
    reached
}

fn amazons(board: &Cells, player: Player) -> Vec<String> {
    let mut options = Vec::new();
    for from in board.places() {
        if board.at(from) != stone(player) {
            continue;
        }
        for to in queen(board, from) {
            let moved = board.with(&[(from, '.'), (to, stone(player))]);
            for target in queen(&moved, to) {
                options.push(moved.with(&[(target, '#')]).text());
            }
        }
    }
    options
}

/// An edge: its ends and its colour.
type Edge = (u32, u32, char);

fn hackenbush(position: &str, player: Player) -> Result<Vec<String>, String> {
    let words: Vec<&str> = position.split_whitespace().collect();
    let edges = words.iter().map(|word| edge(word));
    let edges: Vec<Edge> = edges.collect::<Result<_, _>>()?;
    let standing = joined(&edges, None);
    if let Some(floating) = edges.iter().position(|edge| !standing.contains(&edge.0)) {
        return Err(format!(
            "the edge `{}` is not joined to the ground",
            words[floating]
        ));
    }
    let own = match player {
        Player::Left => 'l',
        Player::Right => 'r',
    };
    let mut options = Vec::new();
    for cut in 0..edges.len() {
        if edges[cut].2 != own && edges[cut].2 != 'e' {
            continue;
        }
        let joined = joined(&edges, Some(cut));
        let stay = (0..edges.len()).filter(|&i| i != cut && joined.contains(&edges[i].0));
        options.push(stay.map(|i| words[i]).collect::<Vec<_>>().join(" "));
    }
    Ok(options)
}

fn edge(word: &str) -> Result<Edge, String> {
    let colour = word.chars().next_back().filter(|c| "lre".contains(*c));
    let ends = colour.and_then(|_| word[..word.len() - 1].split_once('-'));
    let ends = ends.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match (colour, ends) {
        (Some(colour), Some((a, b))) => Ok((a, b, colour)),
        _ => Err(format!("`{word}` is not an edge")),
    }
}

/// The vertices that are joined to the ground when an edge is cut.
fn joined(edges: &[Edge], cut: Option<usize>) -> Vec<u32> {
    let mut joined = vec![0];
    let mut next = 0;
    while let Some(&vertex) = joined.get(next) {
        next += 1;
        for (i, &(a, b, _)) in edges.iter().enumerate() {
            for (here, there) in [(a, b), (b, a)] {
                if Some(i) != cut && here == vertex && !joined.contains(&there) {
                    joined.push(there);
                }
            }
        }
    }
    joined
}
