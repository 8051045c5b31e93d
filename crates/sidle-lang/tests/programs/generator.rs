//! Random programs: every choice is read from a sequence of bytes.

/// Makes texts out of bytes; when they have run out, the first choice is taken.
pub(crate) struct Generator<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

const NAMES: [&str; 5] = ["x", "y", "xs", "f", "g"];
const VALUES: [&str; 24] = [
    "1", "0", "3/4", "*", "*2", "^", "vv*", "{2|-1}", "+-1", "over", "on", "omega", "[1,2,3]",
    "{1,*}", "{1 => 2}", "\"text\"", "(1,2)", "Nothing", "true", "1..9", "'{*|*}'", "Tiny(1)",
    "2^70", "Left",
];
const METHODS: [&str; 24] = [
    "Size",
    "CanonicalForm",
    "Sorted",
    "Sum",
    "Max",
    "ToString",
    "Mean",
    "Freeze",
    "Heat(2)",
    "Apply(x -> x)",
    "Filter(z -> true)",
    "LeftOptions",
    "Followers",
    "Length",
    "Adjoin(3)",
    "Concat([1])",
    "Thermograph",
    "Grouped(2)",
    "Options(Left)",
    "Class",
    "Degree",
    "Pow(2)",
    "Head",
    "NimSum(3)",
];
const OPERATORS: [&str; 16] = [
    "+", "-", "*", "/", "%", "^", ":", "&", "==", "<=", "<>", "..", "and", "or", "Concat", "Max",
];

impl<'b> Generator<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Generator<'b> {
        Generator {
            bytes: bytes.iter(),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % n
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        words[self.below(words.len())].to_owned()
    }

    /// A program of a few statements.
    pub(crate) fn program(&mut self) -> String {
        let count = 1 + self.below(4);
        let statements: Vec<String> = (0..count).map(|_| self.statement(3)).collect();
        statements.join("; ")
    }

    fn statement(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.expression(1);
        }
        match self.below(10) {
            0 | 1 => self.expression(depth),
            2 => format!("{} := {}", self.one_of(&NAMES), self.expression(depth)),
            3 => format!(
                "if {} then {} else {} end",
                self.expression(depth - 1),
                self.statement(depth - 1),
                self.statement(depth - 1)
            ),
            4 => format!(
                "for k{depth} from {} to {} do {} end",
                self.one_of(&["1", "0", "-5"]),
                self.one_of(&["3", "1000000", "10"]),
                self.statement(depth - 1)
            ),
            5 => format!(
                "for e{depth} in {} yield {} end",
                self.expression(depth - 1),
                self.statement(depth - 1)
            ),
            6 => format!(
                "while {} do {} end",
                self.one_of(&["true", "x < 5", "false"]),
                self.statement(depth - 1)
            ),
            7 => format!(
                "def {}(a, b ? 2) := {}",
                self.one_of(&["f", "g"]),
                self.expression(depth - 1)
            ),
            8 => format!(
                "try {} finally {} end",
                self.statement(depth - 1),
                self.statement(depth - 1)
            ),
            _ => format!(
                "begin {}; {} end",
                self.statement(depth - 1),
                self.one_of(&["break", "return x", "continue", "3"])
            ),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => self.one_of(&NAMES),
                _ => self.one_of(&VALUES),
            };
        }
        match self.below(11) {
            0 => self.expression(0),
            1 | 2 => format!(
                "({}) {} ({})",
                self.expression(depth - 1),
                self.one_of(&OPERATORS),
                self.expression(depth - 1)
            ),
            3 | 4 => format!("({}).{}", self.expression(depth - 1), self.one_of(&METHODS)),
            5 => format!(
                "{}({})",
                self.one_of(&["f", "g", "Sum", "Max"]),
                self.expression(depth - 1)
            ),
            6 => format!(
                "[{} for j{depth} from 1 to {}]",
                self.expression(depth - 1),
                self.one_of(&["3", "100", "100000"])
            ),
            7 => format!(
                "{{{}|{}}}",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            8 => format!("(a{depth} -> {})", self.expression(depth - 1)),
            9 => format!(
                "({})[{}]",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            _ => format!("-({})", self.expression(depth - 1)),
        }
    }
}
