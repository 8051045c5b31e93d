//! Families of rulesets with parameters.

use super::{
    color::Color,
    parameters::{boolean, cell, for_players, integer, items, labels},
};

use sidle_rules::{
    ToadsAndFrogs,
    graph::{ArcKayles, ColFamily, Hackenbush},
    grid::{ClobberFamily, FoxAndGeese, HareAndHounds},
    heap::{Cutcake, HeapGame, HeapRule, Memory, Numbers, PartizanEuclid, Wythoff},
    packed::{ORTHOGONAL, Step},
    strip::{Turning, TurningCode, TurningCodeError},
};
use sidle_solve::catalogue::{ruleset, small_ruleset, toads_and_frogs};

use super::{
    super::{
        Default, Member, NativeClass, class, heap::set_code, method, object, optional, property,
        required,
    },
    Kind, RULESET, RulesetObject, above,
    asked::Asked,
    read::natural,
    tables,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const INTEGER: &str = "game.Integer";

/// A line of a call without a name.
const fn call(
    parameters: &'static [super::super::Parameter],
    doc: &'static str,
    example: &'static str,
    run: super::super::Run,
) -> Member {
    method("", parameters, doc, example, run)
}

/// A constant of a package: the class whose single object it is.
macro_rules! constant {
    ($name:literal, $class:literal, $doc:literal, $example:literal, $make:expr) => {
        NativeClass {
            singleton: Some(|_| {
                let (ruleset, kind) = $make;
                Ok(RulesetObject::value(ruleset, $class, kind))
            }),
            ..class($name, &[$class, "game.NativeRuleset"], $doc, $example)
        }
    };
}

pub(in super::super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        calls: &[call(
            &[
                optional("directions", "", Default::Nothing),
                optional("clobbered", "", Default::Nothing),
                optional("leftBehind", "", Default::Nothing),
                optional("maxDistance", "", Default::Integer(1)),
            ],
            "A game of the family of Clobber.",
            "game.grid.GenClobber(directions => Coordinates.Diagonal)(\"xo|ox\").CanonicalForm",
            gen_clobber,
        )],
        ..class(
            "game.grid.GenClobber",
            above("game.grid.GenClobber"),
            "The family of Clobber.",
            "game.grid.GenClobber()(\"xo\").CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                optional("boardWidth", INTEGER, Default::Integer(8)),
                optional("foxRange", INTEGER, Default::Integer(1)),
            ],
            "Fox and Geese on a board of some width, with a fox of some range.",
            "game.grid.GenFoxAndGeese(boardWidth => 6)({(3,1),(3,3),(3,5)}, (1,1)).GameValue",
            |_, a| fox_and_geese(&a[0], &a[1]),
        )],
        members: &[method(
            "ValuesTable",
            &[required("geese", "")],
            "The values of all positions with these geese, by the square of the fox.",
            "game.grid.FoxAndGeese.ValuesTable({(2,2),(2,4),(2,6),(2,8)})",
            tables::values_table,
        )],
        ..class(
            "game.grid.GenFoxAndGeese",
            above("game.grid.GenFoxAndGeese"),
            "The family of Fox and Geese.",
            "game.grid.GenFoxAndGeese()({(3,1),(3,3),(3,5),(3,7)}, (1,1)).GameValue",
        )
    },
    NativeClass {
        singleton: Some(|_| fox_object(8, 1)),
        ..class(
            "game.grid.FoxAndGeese",
            &["game.grid.GenFoxAndGeese"],
            "Geese go down the dark squares, the fox in all directions.",
            "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (1,1)).GameValue",
        )
    },
    NativeClass {
        singleton: Some(|_| fox_object(8, 2)),
        ..class(
            "game.grid.CeyloneseFoxAndGeese",
            &["game.grid.GenFoxAndGeese"],
            "Fox and Geese with a fox that goes up to two steps.",
            "game.grid.CeyloneseFoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (2,8)).GameValue",
        )
    },
    NativeClass {
        calls: &[call(
            &[optional("columns", INTEGER, Default::Integer(5))],
            "Hare and Hounds on a board with an odd number of columns.",
            "game.grid.GenHareAndHounds(7)(\"#x....#|x.....o|#x....#\").OutcomeClass",
            |_, a| {
                let columns = u8::try_from(natural(&a[0])?).ok();
                let game = columns
                    .and_then(HareAndHounds::new)
                    .ok_or_else(|| Failure::new("the number of columns is odd, from 3 to 41"))?;
                Ok(RulesetObject::value(
                    small_ruleset(game),
                    "game.grid.GenHareAndHounds",
                    Kind::Text,
                ))
            },
        )],
        ..class(
            "game.grid.GenHareAndHounds",
            above("game.grid.GenHareAndHounds"),
            "Hare and Hounds on longer boards.",
            "game.grid.GenHareAndHounds(5)(\"#x..#|x...o|#x..#\").OutcomeClass",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                optional("minSlide", INTEGER, Default::Integer(1)),
                optional("maxSlide", INTEGER, Default::Integer(1)),
                optional("maxJump", INTEGER, Default::Integer(1)),
                optional(
                    "allowFriendlyJump",
                    "cgsuite.lang.Boolean",
                    Default::Bool(false),
                ),
            ],
            "A game of the family of Toads and Frogs.",
            "game.strip.GenToadsAndFrogs(maxJump => 2)(\"tt..ff\").CanonicalForm",
            |_, a| {
                let game = toads_and_frogs(ToadsAndFrogs {
                    min_slide: integer(&a[0])?,
                    max_slide: integer(&a[1])?,
                    max_jump: natural(&a[2])?,
                    allow_friendly_jump: boolean(&a[3])?,
                });
                let class = "game.strip.GenToadsAndFrogs";
                Ok(RulesetObject::value(game, class, Kind::Text))
            },
        )],
        ..class(
            "game.strip.GenToadsAndFrogs",
            above("game.strip.GenToadsAndFrogs"),
            "The family of Toads and Frogs.",
            "game.strip.GenToadsAndFrogs(maxJump => 2)(\"tt..ff\").CanonicalForm",
        )
    },
    NativeClass {
        calls: &[
            call(
                &[required("code", "cgsuite.lang.String")],
                "The coin-turning game of a code.",
                "game.strip.Turning(\"1-3\")(\"thht\").NimValue",
                |_, a| {
                    let Value::Text(code) = &a[0] else {
                        return Err(Failure::new("the code of a coin-turning game is a text"));
                    };
                    let misread = |error: TurningCodeError| {
                        Failure::new(error.to_string()).inside(code, error.span())
                    };
                    let code: TurningCode = code.parse().map_err(misread)?;
                    let game = ruleset(Turning::new(code));
                    Ok(RulesetObject::value(game, "game.strip.Turning", Kind::Text))
                },
            ),
            call(
                &[required("heapRuleset", "game.heap.HeapRuleset")],
                "The coin-turning game whose moves are the options of heaps.",
                "game.strip.Turning(game.heap.Kayles)(\"thht\").NimValue",
                |m, a| {
                    let class = m.class_value("sidle.strip.Turning")?;
                    m.call_back(&class, a.to_vec())
                },
            ),
        ],
        ..class(
            "game.strip.Turning",
            above("game.strip.Turning"),
            "Coin-turning games.",
            "game.strip.Turning(\"2\")(\"thht\").NimValue",
        )
    },
    NativeClass {
        statics: &[
            property("Blue", "Left's colour.", "game.graph.Color.Blue", |_, _| {
                Ok(Value::object(Color::Blue))
            }),
            property(
                "Green",
                "Both players' colour.",
                "game.graph.Color.Green",
                |_, _| Ok(Value::object(Color::Green)),
            ),
            property("Red", "Right's colour.", "game.graph.Color.Red", |_, _| {
                Ok(Value::object(Color::Red))
            }),
        ],
        ..class(
            "game.graph.Color",
            &["cgsuite.lang.Enum"],
            "The colours of edges.",
            "game.graph.Color.Blue",
        )
    },
    NativeClass {
        calls: &[call(
            &[optional("childishEdges", "", Default::Nothing)],
            "Hackenbush in which some colours may be cut only if nothing else falls.",
            "game.graph.GenHackenbush([game.graph.Color.Green])(\"ee\").CanonicalForm",
            |_, a| {
                let mut set = 0;
                for colour in items(&a[0])? {
                    set |= match object::<Color>(colour) {
                        Some(Color::Blue) => 2,
                        Some(Color::Red) => 4,
                        Some(Color::Green) => 8,
                        None => {
                            return Err(Failure::new("the childish edges are a list of colours"));
                        }
                    };
                }
                let game = ruleset(Hackenbush::new(set));
                Ok(RulesetObject::value(
                    game,
                    "game.graph.GenHackenbush",
                    Kind::Text,
                ))
            },
        )],
        ..class(
            "game.graph.GenHackenbush",
            above("game.graph.GenHackenbush"),
            "The family of Hackenbush.",
            "game.graph.GenHackenbush()(\"lr\").CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftPermitted", ""),
                required("rightPermitted", ""),
            ],
            "A game of the family of Col and Snort.",
            "game.graph.GenCol([Nothing,Left], [Nothing,Right])(\".-.\").CanonicalForm",
            |_, a| {
                let permitted = [labels(&a[0])?, labels(&a[1])?];
                let game = ruleset(ColFamily::new(permitted));
                Ok(RulesetObject::value(game, "game.graph.GenCol", Kind::Text))
            },
        )],
        ..class(
            "game.graph.GenCol",
            above("game.graph.GenCol"),
            "The family of Col and Snort.",
            "game.graph.GenCol([Left], [Right])(\"L-.\").CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[optional(
                "weighted",
                "cgsuite.lang.Boolean",
                Default::Bool(false),
            )],
            "Arc Kayles, with or without weights.",
            "game.graph.GenArcKayles()(\"---\").NimValue",
            |_, a| {
                let weighted = boolean(&a[0])?;
                let game = ruleset(ArcKayles { weighted });
                Ok(RulesetObject::value(
                    game,
                    "game.graph.GenArcKayles",
                    Kind::Text,
                ))
            },
        )],
        ..class(
            "game.graph.GenArcKayles",
            above("game.graph.GenArcKayles"),
            "The family of Arc Kayles.",
            "game.graph.GenArcKayles()(\"---\").NimValue",
        )
    },
    NativeClass {
        members: tables::NIM_VALUE_TABLE,
        ..class(
            "game.heap.NativeCoordinateRuleset",
            &["game.heap.PairMoves"],
            "Impartial games on pairs of numbers.",
            "game.heap.Wythoff.NimValueTable(2, 2)",
        )
    },
    NativeClass {
        members: tables::GAME_VALUE_TABLE,
        ..class(
            "game.heap.NativePartizanCoordinateRuleset",
            RULESET,
            "Games on pairs of numbers.",
            "game.heap.Cutcake.GameValueTable(2, 2)",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("bound", "")],
            "Wythoff's game with a bound: take `k` and `l` with `k <= l < bound(k)`.",
            "game.heap.GenWythoff(k -> k + 2)((10,10)).Options.Size",
            |_, a| Asked::wythoff(&a[0]),
        )],
        ..class(
            "game.heap.GenWythoff",
            &["game.heap.NativeCoordinateRuleset"],
            "Generalisations of Wythoff's game.",
            "game.heap.GenWythoff(k -> k + 1)((3,4)).NimValue",
        )
    },
    constant!(
        "game.heap.Wythoff",
        "game.heap.GenWythoff",
        "Take from one heap, or the same number from both.",
        "game.heap.Wythoff((3,5)).NimValue",
        (small_ruleset(Wythoff::standard()), Kind::Pair)
    ),
    NativeClass {
        calls: &[call(
            &[required("predicate", "")],
            "A heap with a memory: take `a` if `predicate(memory, a)`.",
            "game.heap.GenMem((memory, a) -> a != memory)((10,10)).NimValue",
            |_, a| Asked::memory(&a[0]),
        )],
        ..class(
            "game.heap.GenMem",
            &["game.heap.NativeCoordinateRuleset"],
            "Heaps with a memory.",
            "game.heap.GenMem((memory, a) -> a >= memory)((7,2)).NimValue",
        )
    },
    constant!(
        "game.heap.Mem",
        "game.heap.GenMem",
        "Never take fewer tokens than were taken before.",
        "game.heap.Mem((12,3)).NimValue",
        (small_ruleset(Memory::mem()), Kind::Pair)
    ),
    NativeClass {
        calls: &[call(
            &[required("limit", "")],
            "Take at most `limit` times as many, or at most `limit(memory)` tokens.",
            "game.heap.TakeAway(3/2)((13,6)).NimValue",
            take_away,
        )],
        ..class(
            "game.heap.TakeAway",
            &["game.heap.GenMem"],
            "Take-away games.",
            "game.heap.TakeAway(2)((10,1)).NimValue",
        )
    },
    constant!(
        "game.heap.FibonacciNim",
        "game.heap.TakeAway",
        "Take at most twice as many tokens as were taken before.",
        "game.heap.FibonacciNim((12,3)).NimValue",
        (small_ruleset(Memory::fibonacci_nim()), Kind::Pair)
    ),
    NativeClass {
        calls: &[call(
            &[
                required("leftRuleset", ""),
                required("rightRuleset", ""),
                optional("twisted", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "A cake cut by the rules of two heap games.",
            "game.heap.Cutcake((3,4)).CanonicalForm",
            |_, a| Asked::cutcake(&a[0], &a[1], boolean(&a[2])?),
        )],
        ..class(
            "game.heap.GenCutcake",
            &["game.heap.NativePartizanCoordinateRuleset"],
            "The family of Cutcake.",
            "game.heap.Cutcake((3,4)).CanonicalForm",
        )
    },
    constant!(
        "game.heap.Cutcake",
        "game.heap.GenCutcake",
        "Left and Right cut a cake in two.",
        "game.heap.Cutcake((3,4)).CanonicalForm",
        (small_ruleset(Cutcake::standard()), Kind::Pair)
    ),
    constant!(
        "game.heap.MaundyCake",
        "game.heap.GenCutcake",
        "Left and Right cut a cake into equal pieces.",
        "game.heap.MaundyCake((6,1)).CanonicalForm",
        (small_ruleset(Cutcake::maundy_cake()), Kind::Pair)
    ),
    constant!(
        "game.heap.Eatcake",
        "game.heap.GenCutcake",
        "Left and Right eat a strip of a cake.",
        "game.heap.Eatcake((2,1)).CanonicalForm",
        (small_ruleset(Cutcake::eatcake()), Kind::Pair)
    ),
    constant!(
        "game.heap.TurnAndEatcake",
        "game.heap.GenCutcake",
        "Eatcake in which the cake is turned before each move.",
        "game.heap.TurnAndEatcake((5,4)).CanonicalForm",
        (small_ruleset(Cutcake::turn_and_eatcake()), Kind::Pair)
    ),
    NativeClass {
        singleton: Some(|_| {
            let rules = small_ruleset(PartizanEuclid);
            Ok(RulesetObject::value(
                rules,
                "game.heap.PartizanEuclid",
                Kind::Pair,
            ))
        }),
        ..class(
            "game.heap.PartizanEuclid",
            &["game.heap.NativePartizanCoordinateRuleset"],
            "Left goes on with the remainder, Right with what is missing to the divisor.",
            "game.heap.PartizanEuclid((8,3)).CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("leftRuleset", ""), required("rightRuleset", "")],
            "Left moves on a heap by one heap game, Right by another.",
            "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm",
            |_, a| Asked::partizan(&a[0], &a[1]),
        )],
        members: tables::GAME_VALUE_SEQUENCE,
        ..class(
            "game.heap.NativePartizanHeapRuleset",
            RULESET,
            "Partizan heap games.",
            "game.heap.PartizanSubtraction({1,2}, {1}).GameValueSequence(4)",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftSet", ""),
                required("rightSet", ""),
                optional("allbut", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "Left takes a number of tokens from one set, Right from another.",
            "game.heap.PartizanSubtraction({1,3}, {1,2,4}).GameValueSequence(5)",
            |m, a| partizan(m, a, "PartizanSubtraction", HeapRule::Take),
        )],
        ..class(
            "game.heap.PartizanSubtraction",
            &["game.heap.NativePartizanHeapRuleset"],
            "Partizan subtraction games.",
            "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftSet", ""),
                required("rightSet", ""),
                optional("allbut", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "Take a number of tokens from one's set and leave the rest as at most two heaps.",
            "game.heap.PartizanSplittles({4,5}, {2,3}).GameValueSequence(5)",
            |m, a| partizan(m, a, "PartizanSplittles", HeapRule::TakeAndSplit),
        )],
        ..class(
            "game.heap.PartizanSplittles",
            &["game.heap.NativePartizanHeapRuleset"],
            "Partizan Splittles.",
            "game.heap.PartizanSplittles({1}, {2})(3).CanonicalForm",
        )
    },
];

fn gen_clobber(_: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    let directions: Vec<Step> = match &a[0] {
        Value::Nothing => ORTHOGONAL.to_vec(),
        list => {
            let step = |value: &Value| match value {
                Value::Coordinates(row, col) => Ok((*row, *col)),
                other => Err(Failure::new(format!(
                    "a direction is a pair of coordinates, this is {}",
                    other.kind()
                ))),
            };
            items(list)?.iter().map(step).collect::<Result<_, _>>()?
        }
    };
    let clobbered = for_players(&a[1], [0b100, 0b010], |set| {
        let mut cells = items(set)?.iter().map(cell);
        cells.try_fold(0, |set, c| c.map(|c| set | 1 << c))
    })?;
    let left_behind = for_players(&a[2], [0, 0], cell)?;
    let max_distance = match &a[3] {
        Value::Number(n) if !n.is_finite() && n.signum() > 0 => None,
        n => Some(natural(n)?),
    };
    let game = ClobberFamily::new(directions, clobbered, left_behind, max_distance);
    let class = "game.grid.GenClobber";
    Ok(RulesetObject::value(ruleset(game), class, Kind::Text))
}

fn fox_and_geese(width: &Value, range: &Value) -> Result<Value, Failure> {
    fox_object(natural(width)?, natural(range)?)
}

fn fox_object(width: u32, range: u32) -> Result<Value, Failure> {
    let game = FoxAndGeese::new(width, range).ok_or_else(|| {
        Failure::new("the board is at least 1 wide, and the fox goes at least 1 step")
    })?;
    let class = "game.grid.GenFoxAndGeese";
    Ok(RulesetObject::value(
        ruleset(game.clone()),
        class,
        Kind::Fox(game),
    ))
}

fn take_away(_: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    match &a[0] {
        Value::Number(number) => {
            let factor = number
                .to_dyadic()
                .ok_or_else(|| Failure::new("the factor is a dyadic rational"))?;
            let game = small_ruleset(Memory::take_away(factor));
            Ok(RulesetObject::value(game, "game.heap.TakeAway", Kind::Pair))
        }
        function @ (Value::Function(_)
        | Value::Builtin(_)
        | Value::Instance(_)
        | Value::Object(_)) => Asked::take_away(function),
        other => Err(other.unlike("a number or a function")),
    }
}

fn partizan(
    m: &mut Machine<'_>,
    a: &[Value],
    name: &'static str,
    rule: fn(Numbers) -> HeapRule,
) -> Result<Value, Failure> {
    let all_but = boolean(&a[2])?;
    let digit = if name == "PartizanSplittles" {
        "7"
    } else {
        "3"
    };
    let (left, low) = set_code(m, &a[0], digit, all_but)?;
    let (right, high) = set_code(m, &a[1], digit, all_but)?;
    if low.iter().chain(&high).any(|&number| number <= 0) {
        // Tokens stay or are added: the codes say how.
        let class = m.load_class("game.heap.PartizanTakeAndBreak")?;
        let codes = [left, right].map(|code| Value::text(code.to_string()));
        return m.make(&class, None, codes.into()).map(Value::Instance);
    }
    let set = |value: &Value| -> Result<Numbers, Failure> {
        let numbers: Result<Vec<u32>, Failure> = items(value)?.iter().map(natural).collect();
        Ok(Numbers::new(numbers?, all_but))
    };
    let (left, right) = (set(&a[0])?, set(&a[1])?);
    let shown = format!("game.heap.{name}({left}, {right}, allbut => {all_but})");
    let game = HeapGame::new(rule(left), rule(right), shown);
    let class = match name {
        "PartizanSplittles" => "game.heap.PartizanSplittles",
        _ => "game.heap.PartizanSubtraction",
    };
    Ok(RulesetObject::value(small_ruleset(game), class, Kind::Heap))
}
