//! Numbers that a certificate does not play out.

use std::{collections::HashMap, ops::Deref};

use sidle_core::{Dyadic, IBig, Player};

use crate::Failure;

/// The numbers of a certificate, each once.
pub(super) struct Numbers {
    values: Vec<Dyadic>,
    places: HashMap<Dyadic, u32>,
}

impl Deref for Numbers {
    type Target = [Dyadic];

    fn deref(&self) -> &[Dyadic] {
        &self.values
    }
}

/// Reads the list; the first entry that is not a number, or is there twice, is the failure.
pub(super) fn read(texts: &[String]) -> Result<Numbers, Failure> {
    let mut numbers = Numbers {
        values: Vec::with_capacity(texts.len()),
        places: HashMap::with_capacity(texts.len()),
    };
    for (index, text) in texts.iter().enumerate() {
        let failure = |reason: &str| {
            let beginning: String = text.chars().take(40).collect();
            Failure::new(format!("number {index}"), beginning, reason)
        };
        let number = dyadic(text).ok_or_else(|| {
            failure("is not a number m or m/n in lowest terms with n a power of two")
        })?;
        let place = u32::try_from(index).map_err(|_| failure("there are too many numbers"))?;
        if numbers.places.insert(number.clone(), place).is_some() {
            return Err(failure("is listed twice"));
        }
        numbers.values.push(number);
    }
    Ok(numbers)
}

/// `m`, or `m/n` with n a power of two, written in one way only.
fn dyadic(text: &str) -> Option<Dyadic> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let above: IBig = above.parse().ok()?;
    let below: IBig = below.parse().ok()?;
    let whole = Dyadic::from(below);
    let exponent = u32::try_from(whole.magnitude().checked_sub(1)?).ok()?;
    let number = Dyadic::from_big(above, exponent);
    (number.to_string() == text).then_some(number)
}

impl Numbers {
    /// Is the first not greater than the second? `None` unless both are numbers.
    pub(super) fn le(&self, g: u32, h: u32) -> Option<bool> {
        Some(self.values.get(g as usize)? <= self.values.get(h as usize)?)
    }

    /// The canonical options of a number, which must be listed.
    pub(super) fn options(&self, index: u32, player: Player) -> Result<Vec<u32>, String> {
        let number = &self.values[index as usize];
        let (left, right) = number.canonical_options();
        let option = match player {
            Player::Left => left,
            Player::Right => right,
        };
        match option {
            None => Ok(Vec::new()),
            Some(option) => match self.places.get(&option) {
                Some(&place) => Ok(vec![place]),
                None => Err(format!(
                    "the {player} option of the number {index} is not listed"
                )),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_in_one_way() {
        for good in ["0", "-7", "3/4", "-1/1024"] {
            assert!(dyadic(good).is_some(), "{good}");
        }
        for bad in [
            "", "+1", "01", "2/4", "1/3", "1/0", "1/-2", "x", "4/1", "--1", "1/2/4",
        ] {
            assert!(dyadic(bad).is_none(), "{bad}");
        }
        let twice = ["1".to_owned(), "1".to_owned()];
        assert!(read(&twice).is_err());
    }
}
