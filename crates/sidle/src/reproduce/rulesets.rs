//! Values and outcomes of positions of rulesets.

use super::Page;

const WINNING_WAYS: &str = "Winning Ways, chapter 5";
const CLOBBER: &str = "Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber";

/// Expressions of the calculator with their published values.
const ROWS: &[(&str, &str, &str, &str)] = &[
    (
        "Domineering 2×2",
        WINNING_WAYS,
        r#"game.grid.Domineering("..|..").CanonicalForm"#,
        "+-1",
    ),
    (
        "Domineering 2×3, two rows",
        WINNING_WAYS,
        r#"game.grid.Domineering("...|...").CanonicalForm"#,
        "{2|-1/2}",
    ),
    (
        "Domineering 3×3",
        WINNING_WAYS,
        r#"game.grid.Domineering("...|...|...").CanonicalForm"#,
        "+-1",
    ),
    (
        "Domineering 4×4",
        WINNING_WAYS,
        r#"game.grid.Domineering("....|....|....|....").CanonicalForm"#,
        "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}",
    ),
    (
        "Domineering 5×5 is a zero game",
        WINNING_WAYS,
        r#"game.grid.Domineering(".....|.....|.....|.....|.....").OutcomeClass"#,
        "P",
    ),
    (
        "Domineering 6×6: the first player wins",
        "Breuker, Uiterwijk and van den Herik, Solving 8 × 8 Domineering",
        r#"game.grid.Domineering("......|......|......|......|......|......").OutcomeClass"#,
        "N",
    ),
    (
        "Clobber: two stones are *",
        CLOBBER,
        r#"game.grid.Clobber("xo").CanonicalForm"#,
        "*",
    ),
    (
        "Clobber: xxo is up",
        CLOBBER,
        r#"game.grid.Clobber("xxo").CanonicalForm"#,
        "^",
    ),
    (
        "(XO)^n + up > 0, here for n = 6 and 16",
        CLOBBER,
        r#"[game.grid.Clobber("xoxoxoxoxoxo.xxo").OutcomeClass,game.grid.Clobber("xoxoxoxoxoxoxoxoxoxoxoxoxoxoxoxo.xxo").OutcomeClass]"#,
        "[L,L]",
    ),
    (
        "2×n Clobber is a P-position for n = 3, 6 and 9",
        CLOBBER,
        r#"[game.grid.Clobber(b).OutcomeClass for b in ["xox|oxo","xoxoxo|oxoxox","xoxoxoxox|oxoxoxoxo"]]"#,
        "[P,P,P]",
    ),
    (
        "green stalks are nim heaps",
        "Winning Ways, chapter 2",
        r#"game.graph.Hackenbush("eeeeeee").CanonicalForm"#,
        "*7",
    ),
    (
        "the moderately hard bed of red and blue Hackenbush",
        "Winning Ways, chapter 7",
        r#"game.graph.Hackenbush("(lr:A(rr:B;rr:D;rr:F);lr:B(r(r:D;r:E));lr:C(rr:F;rr:G);lr:D;lr:E(r(r:F;r:G));lr:F;lr:G)").CanonicalForm"#,
        "1/128",
    ),
    (
        "the first P-positions of Wythoff's game",
        "Wythoff 1907",
        "[game.heap.Wythoff(p).NimValue for p in [(1,2),(3,5),(4,7),(6,10),(8,13)]]",
        "[0,0,0,0,0]",
    ),
];

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    page.answers(ROWS)
}
