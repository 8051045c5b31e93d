//! Coin-turning games.

use sidle_core::Player;

use super::Options;

/// May these coins, in ascending order, be turned, by an element of a code such as `2-4E`? It says how
/// many there are, then what holds of them.
fn admits(element: &str, coins: &[usize]) -> bool {
    let begin = element.find(|sign: char| sign.is_ascii_alphabetic());
    let (numbers, modifiers) = element.split_at(begin.unwrap_or(element.len()));
    let number = |digits: &str| digits.parse::<usize>().expect("a number of coins");
    let fits = match (numbers.split_once('-'), numbers.strip_suffix('+')) {
        (Some((least, most)), _) => (number(least)..=number(most)).contains(&coins.len()),
        (_, Some(least)) => number(least) <= coins.len(),
        _ => number(numbers) == coins.len(),
    };
    let gaps: Vec<usize> = coins.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let holds = |modifier: &str| match modifier {
        "C" => gaps.iter().all(|gap| *gap == 1),
        "E" => gaps.iter().all(|gap| *gap == gaps[0]),
        "S" => gaps.iter().eq(gaps.iter().rev()),
        "F" => coins[0] == 1,
        within => {
            let places = within.trim_start_matches("C(").trim_end_matches(')');
            gaps.iter().sum::<usize>() < number(places)
        }
    };
    fits && split(modifiers).into_iter().all(holds)
}

/// `EC(3)F` is E, C(3) and F.
fn split(modifiers: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = modifiers;
    while !rest.is_empty() {
        let end = match rest[1..].starts_with('(') {
            true => rest.find(')').expect("a closing parenthesis") + 1,
            false => 1,
        };
        all.push(&rest[..end]);
        rest = &rest[end..];
    }
    all
}

/// Coins are turned, as many and as arranged as the code allows; the last of them goes from heads to tails.
pub(crate) fn turning(code: &str, text: &str) -> Options {
    let elements: Vec<&str> = code.split(',').collect();
    let row: Vec<char> = text.chars().collect();
    let mut options = Options::new();
    for set in 1u32..1 << row.len() {
        let coins: Vec<usize> = (1..=row.len())
            .filter(|coin| set >> (coin - 1) & 1 == 1)
            .collect();
        let last = coins[coins.len() - 1];
        if row[last - 1] != 'h' || !elements.iter().any(|element| admits(element, &coins)) {
            continue;
        }
        let mut next = row.clone();
        for coin in coins {
            next[coin - 1] = if next[coin - 1] == 'h' { 't' } else { 'h' };
        }
        options.insert(next.iter().collect());
    }
    options
}

pub(crate) fn turning_turtles(text: &str, _: Player) -> Options {
    turning("1-2", text)
}

pub(crate) fn mock_turtles(text: &str, _: Player) -> Options {
    turning("1-3", text)
}

pub(crate) fn twins(text: &str, _: Player) -> Options {
    turning("2", text)
}

pub(crate) fn ruler(text: &str, _: Player) -> Options {
    turning("1+C", text)
}
