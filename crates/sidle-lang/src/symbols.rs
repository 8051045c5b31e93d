//! The table of symbols as the lexer and the parser read it.

use std::sync::OnceLock;

pub(crate) use sidle_values::notation::{SYMBOLS, Symbol};

/// The longest symbol, not a word, that `text` begins with, and its length in bytes.
///
/// `*` is found as [`Symbol::Star`]: only the parser can tell it from the product.
pub(crate) fn operator_at(text: &str) -> Option<(Symbol, usize)> {
    /// The spellings by their first byte, longest first; of those of equal length the first line wins.
    static SPELLINGS: OnceLock<Vec<Vec<(&'static str, Symbol)>>> = OnceLock::new();
    let spellings = SPELLINGS.get_or_init(|| {
        let mut spellings = vec![Vec::new(); 256];
        for line in SYMBOLS {
            for spelling in line.input {
                if !spelling.chars().all(char::is_alphanumeric) {
                    spellings[usize::from(spelling.as_bytes()[0])].push((*spelling, line.symbol));
                }
            }
        }
        for list in &mut spellings {
            list.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
        }
        spellings
    });
    let first = text.as_bytes().first()?;
    let mut known = spellings[usize::from(*first)].iter();
    let (spelling, symbol) = known.find(|(spelling, _)| text.starts_with(spelling))?;
    Some((*symbol, spelling.len()))
}

/// The symbol that is spelled as this word.
pub(crate) fn word_symbol(word: &str) -> Option<Symbol> {
    let line = SYMBOLS.iter().find(|line| {
        line.input
            .iter()
            .any(|spelling| *spelling == word && spelling.chars().all(char::is_alphanumeric))
    })?;
    Some(line.symbol)
}

/// May this word follow a number without a sign between them, as in `5over` or `9Tiny(2)`?
pub(crate) fn glues_to_number(word: &str) -> bool {
    matches!(
        word_symbol(word),
        Some(Symbol::Tiny | Symbol::Miny | Symbol::Over | Symbol::Under | Symbol::Upon)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_operator_wins() {
        assert_eq!(operator_at(":= x"), Some((Symbol::Assign, 2)));
        assert_eq!(operator_at(":x"), Some((Symbol::OrdinalSum, 1)));
        assert_eq!(operator_at("*3"), Some((Symbol::Star, 1)));
        assert_eq!(operator_at("over"), None);
    }
}
