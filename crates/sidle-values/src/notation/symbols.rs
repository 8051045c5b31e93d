//! Every symbol of the notation and of the language with all its spellings: the one table that the
//! visitors, and the lexer, help and completion of the language read.

/// What a symbol means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)] // The table below documents each one.
pub enum Symbol {
    Up,
    Down,
    Star,
    PlusMinus,
    Tiny,
    Miny,
    On,
    Off,
    Over,
    Under,
    Upon,
    Dud,
    Tis,
    Tisn,
    Pass,
    Omega,
    Infinity,
    Slash,
    Assign,
    Arrow,
    Maps,
    Equal,
    NotEqual,
    LessEqual,
    GreaterEqual,
    LessFuzzy,
    GreaterFuzzy,
    Fuzzy,
    Identical,
    NotIdentical,
    Question,
    Ellipsis,
    Less,
    Greater,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    OrdinalSum,
    Sides,
    Range,
    Dot,
    Comma,
    Semicolon,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Quote,
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// What the symbol means.
    pub symbol: Symbol,
    /// Its name in words.
    pub name: &'static str,
    /// Every way to type it; the first is the plain one, used for printing.
    pub input: &'static [&'static str],
    /// The Unicode spelling, used for printing when asked for.
    pub unicode: &'static str,
    /// The LaTeX spelling.
    pub latex: &'static str,
    /// The character or word in MathML, not escaped.
    pub mathml: &'static str,
    /// One sentence for the help.
    pub doc: &'static str,
}

const fn entry(
    symbol: Symbol,
    name: &'static str,
    input: &'static [&'static str],
    unicode: &'static str,
    latex: &'static str,
    doc: &'static str,
) -> Spelling {
    Spelling {
        symbol,
        name,
        input,
        unicode,
        latex,
        mathml: unicode,
        doc,
    }
}

impl Spelling {
    /// The line for a symbol that has a character of its own in formulas.
    const fn in_mathml(mut self, mathml: &'static str) -> Spelling {
        self.mathml = mathml;
        self
    }
}

/// The table, in the order of [`Symbol`].
pub const SYMBOLS: &[Spelling] = &[
    entry(
        Symbol::Up,
        "up",
        &["^", "↑"],
        "↑",
        r"\uparrow",
        "{0|*}; `^3` is three ups, `^[3]` the sum of the first three powers, `^<3>` the third power. Between numbers `^` is the power.",
    ),
    entry(
        Symbol::Down,
        "down",
        &["v", "↓"],
        "↓",
        r"\downarrow",
        "-^; written like up: `v`, `vv`, `v3`, `v[3]`, `v<3>`.",
    ),
    entry(
        Symbol::Star,
        "star",
        &["*", "⋆"],
        "⋆",
        r"\ast",
        "{0|0}; `*5` is the nimber of a heap of 5. Between two operands `*` is the product.",
    )
    .in_mathml("∗"),
    entry(
        Symbol::PlusMinus,
        "plus-minus",
        &["+-", "±"],
        "±",
        r"\pm",
        "the switch: `+-x` is {x|-x}.",
    ),
    entry(
        Symbol::Tiny,
        "tiny",
        &["Tiny", "⧾"],
        "⧾",
        r"\mathord{+}",
        "Tiny(G) = {0||0|-G}.",
    ),
    entry(
        Symbol::Miny,
        "miny",
        &["Miny", "⧿"],
        "⧿",
        r"\mathord{-}",
        "Miny(G) = -Tiny(G) = {G|0||0}.",
    ),
    entry(Symbol::On, "on", &["on"], "on", r"\mathbf{on}", "{pass|}."),
    entry(
        Symbol::Off,
        "off",
        &["off"],
        "off",
        r"\mathbf{off}",
        "{|pass}.",
    ),
    entry(
        Symbol::Over,
        "over",
        &["over"],
        "over",
        r"\mathbf{over}",
        "{0|pass}.",
    ),
    entry(
        Symbol::Under,
        "under",
        &["under"],
        "under",
        r"\mathbf{under}",
        "{pass|0}.",
    ),
    entry(
        Symbol::Upon,
        "upon",
        &["upon"],
        "upon",
        r"\mathbf{upon}",
        "{pass|*}, also `^[on]`.",
    ),
    entry(
        Symbol::Dud,
        "dud",
        &["dud"],
        "dud",
        r"\mathbf{dud}",
        "{pass|pass}, the deathless universal draw.",
    ),
    entry(
        Symbol::Tis,
        "tis",
        &["tis"],
        "tis",
        r"\mathbf{tis}",
        "{tisn|}.",
    ),
    entry(
        Symbol::Tisn,
        "tisn",
        &["tisn"],
        "tisn",
        r"\mathbf{tisn}",
        "{|tis}.",
    ),
    entry(
        Symbol::Pass,
        "pass",
        &["pass"],
        "pass",
        r"\mathbf{pass}",
        "as an option: back to the game whose braces it stands in.",
    ),
    entry(
        Symbol::Omega,
        "omega",
        &["omega", "ω"],
        "ω",
        r"\omega",
        "the first infinite ordinal.",
    ),
    entry(
        Symbol::Infinity,
        "infinity",
        &["inf", "∞"],
        "∞",
        r"\infty",
        "greater than every number; -inf is less.",
    ),
    entry(
        Symbol::Slash,
        "slash",
        &["|"],
        "|",
        r"\,|\,",
        "separates Left options from Right options; `||` binds less than `|`, and so on.",
    ),
    entry(
        Symbol::Assign,
        "assignment",
        &[":="],
        ":=",
        ":=",
        "`x := G` gives G the name x.",
    ),
    entry(
        Symbol::Arrow,
        "function arrow",
        &["->", "→"],
        "→",
        r"\to",
        "`x -> x + 1` is a function.",
    ),
    entry(
        Symbol::Maps,
        "maps to",
        &["=>", "⇒"],
        "⇒",
        r"\Rightarrow",
        "an entry of a map `{a => b}`, or a named argument.",
    ),
    entry(
        Symbol::Equal,
        "equal",
        &["=="],
        "==",
        "=",
        "the same value.",
    )
    .in_mathml("="),
    entry(
        Symbol::NotEqual,
        "not equal",
        &["!=", "≠"],
        "≠",
        r"\neq",
        "not the same value.",
    ),
    entry(
        Symbol::LessEqual,
        "less or equal",
        &["<=", "≤"],
        "≤",
        r"\leq",
        "Left, moving second, does not lose the difference.",
    ),
    entry(
        Symbol::GreaterEqual,
        "greater or equal",
        &[">=", "≥"],
        "≥",
        r"\geq",
        "the mirror image of `<=`.",
    ),
    entry(
        Symbol::LessFuzzy,
        "less or fuzzy",
        &["<|", "⧏"],
        "⧏",
        r"\lhd",
        "not greater or equal.",
    ),
    entry(
        Symbol::GreaterFuzzy,
        "greater or fuzzy",
        &["|>", "⧐"],
        "⧐",
        r"\rhd",
        "not less or equal.",
    ),
    entry(
        Symbol::Fuzzy,
        "fuzzy",
        &["<>", "‖"],
        "‖",
        r"\parallel",
        "confused: whoever moves first wins the difference.",
    ),
    entry(
        Symbol::Identical,
        "identical",
        &["===", "≡"],
        "≡",
        r"\equiv",
        "the same in structure; never an error.",
    ),
    entry(
        Symbol::NotIdentical,
        "not identical",
        &["!==", "≢"],
        "≢",
        r"\not\equiv",
        "different in structure; never an error.",
    ),
    entry(
        Symbol::Question,
        "default",
        &["?"],
        "?",
        "?",
        "gives a parameter a default, as in `def f(n ? 2) := n`.",
    ),
    entry(
        Symbol::Ellipsis,
        "all the rest",
        &["..."],
        "...",
        r"\ldots",
        "lets the last parameter take all arguments that are left.",
    ),
    entry(
        Symbol::Less,
        "less",
        &["<"],
        "<",
        "<",
        "less or equal, and not equal.",
    ),
    entry(
        Symbol::Greater,
        "greater",
        &[">"],
        ">",
        ">",
        "greater or equal, and not equal.",
    ),
    entry(
        Symbol::Plus,
        "plus",
        &["+"],
        "+",
        "+",
        "the disjunctive sum.",
    ),
    entry(
        Symbol::Minus,
        "minus",
        &["-", "−"],
        "−",
        "-",
        "the negative, or the difference.",
    ),
    entry(
        Symbol::Times,
        "times",
        &["*", "×", "·"],
        "×",
        r"\times",
        "the product of numbers, or an integer multiple of a game.",
    ),
    entry(
        Symbol::Divide,
        "divided by",
        &["/"],
        "/",
        "/",
        "the quotient of numbers.",
    ),
    entry(
        Symbol::Remainder,
        "remainder",
        &["%"],
        "%",
        r"\bmod",
        "the remainder, with the sign of the divisor.",
    ),
    entry(
        Symbol::OrdinalSum,
        "ordinal sum",
        &[":"],
        ":",
        ":",
        "moves in the first summand destroy the second.",
    ),
    entry(
        Symbol::Sides,
        "sides",
        &["&"],
        "&",
        r"\,\&\,",
        "onside & offside of a loopy game.",
    ),
    entry(
        Symbol::Range,
        "range",
        &[".."],
        "..",
        r"\ldots",
        "`1..5` is the list [1,2,3,4,5].",
    ),
    entry(
        Symbol::Dot,
        "dot",
        &["."],
        ".",
        ".",
        "calls a method: `G.Mean`.",
    ),
    entry(
        Symbol::Comma,
        "comma",
        &[","],
        ",",
        ",",
        "separates entries.",
    ),
    entry(
        Symbol::Semicolon,
        "semicolon",
        &[";"],
        ";",
        ";",
        "separates statements, like a new line.",
    ),
    entry(
        Symbol::OpenParen,
        "parenthesis",
        &["("],
        "(",
        "(",
        "groups.",
    ),
    entry(
        Symbol::CloseParen,
        "closing parenthesis",
        &[")"],
        ")",
        ")",
        "ends a group.",
    ),
    entry(
        Symbol::OpenBracket,
        "bracket",
        &["["],
        "[",
        "[",
        "begins a list.",
    ),
    entry(
        Symbol::CloseBracket,
        "closing bracket",
        &["]"],
        "]",
        "]",
        "ends a list.",
    ),
    entry(
        Symbol::OpenBrace,
        "brace",
        &["{"],
        "{",
        r"\{",
        "begins a game, a set or a map.",
    ),
    entry(
        Symbol::CloseBrace,
        "closing brace",
        &["}"],
        "}",
        r"\}",
        "ends a game, a set or a map.",
    ),
    entry(
        Symbol::Quote,
        "quote",
        &["'"],
        "'",
        "'",
        "`'{…}'` keeps the written form of a game.",
    ),
];

impl Symbol {
    /// The line of the table for this symbol.
    #[must_use]
    pub fn spelling(self) -> &'static Spelling {
        &SYMBOLS[self as usize]
    }

    /// The plain spelling.
    #[must_use]
    pub fn plain(self) -> &'static str {
        self.spelling().input[0]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_spelling_means_one_thing_apart_from_the_star_that_is_also_a_product() {
        let mut seen = HashMap::new();
        for line in SYMBOLS {
            for spelling in line.input {
                if let Some(other) = seen.insert(*spelling, line.symbol) {
                    assert_eq!((*spelling, other), ("*", Symbol::Star));
                }
            }
        }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_symbols() {
        for (place, line) in SYMBOLS.iter().enumerate() {
            assert_eq!(line.symbol as usize, place, "{}", line.name);
            assert_eq!(line.symbol.spelling().name, line.name);
        }
    }
}
