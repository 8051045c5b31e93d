//! Sample positions as texts, made of choices.

use crate::card::Choose;

fn letter(letters: &str, choose: Choose<'_>) -> char {
    let all: Vec<char> = letters.chars().collect();
    all[choose(all.len())]
}

/// A strip of 1 to `size` cells.
pub(crate) fn strip(letters: &str, size: usize, choose: Choose<'_>) -> String {
    let length = 1 + choose(size.max(1));
    (0..length).map(|_| letter(letters, choose)).collect()
}

/// A board of 1 to `size` cells.
pub(crate) fn grid(letters: &str, size: usize, choose: Choose<'_>) -> String {
    let rows = 1 + choose(size.clamp(1, 5));
    let columns = 1 + choose((size / rows).clamp(1, 6));
    let row =
        |choose: Choose<'_>| -> String { (0..columns).map(|_| letter(letters, choose)).collect() };
    let rows: Vec<String> = (0..rows).map(|_| row(choose)).collect();
    rows.join("|")
}

/// A graph of up to `size` vertices: a tree of paths, one branch at most, perhaps with an edge that closes a cycle.
/// `vertices` and `edges` are the signs of each; no sign of vertices means that edges stand alone.
pub(crate) fn graph(vertices: &str, edges: &str, size: usize, choose: Choose<'_>) -> String {
    let total = choose(size.max(1) + 1);
    let stem = choose(total + 1);
    let branch = choose(total - stem + 1);
    let piece = |length: usize, choose: Choose<'_>| -> String {
        let mut text = String::new();
        for _ in 0..length {
            text.push(letter(edges, choose));
            if !vertices.is_empty() {
                text.push(letter(vertices, choose));
            }
        }
        text
    };
    let mut text = String::new();
    if !vertices.is_empty() {
        text.push(letter(vertices, choose));
    }
    text.push_str(&piece(stem, choose));
    let (one, two) = (piece(branch, choose), piece(total - stem - branch, choose));
    match (one.is_empty(), two.is_empty()) {
        (true, true) if text.is_empty() => ".".to_owned(),
        (true, true) => text,
        // The ends of two branches may be one vertex.
        (false, false) if vertices.is_empty() && choose(2) == 1 => {
            format!("{text}({one}:A;{two}:A)")
        }
        (false, false) => format!("{text}({one};{two})"),
        _ => format!("{text}{one}{two}"),
    }
}

/// Two numbers of at most `size`, the first at least `least`.
pub(crate) fn pair(least: usize, size: usize, choose: Choose<'_>) -> String {
    let m = least + choose(size.max(1));
    let n = least + choose(size.max(1));
    format!("{m},{n}")
}
