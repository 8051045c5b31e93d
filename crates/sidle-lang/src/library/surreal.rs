//! Surreal numbers in the language: ordinals and quotients of them, beside the rationals.

use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use dashu_int::{IBig, UBig};
use rustc_hash::FxHasher;
use sidle_core::{Meter, Outcome};
use sidle_numbers::{NimField, NumberError, Ordinal, Quotient, nim_power, nim_product};

use super::{
    Member, NativeClass, Object, Show, class,
    extract::{self, integer},
    in_tables, method, object, output, property, required,
};
use crate::{
    ast::BinaryOp,
    builtins::inf_compare,
    class::Class,
    diagnostic::Failure,
    evaluate::{self, Machine},
    value::{Order, Value},
};

const SURREAL: &str = "game.SurrealNumber";
const ORDINAL: &str = "game.GeneralizedOrdinal";
const NIMBER: &str = "game.TransfiniteNimber";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: MEMBERS,
        ..class(
            SURREAL,
            &["game.NormalValue"],
            "Numbers, ordinals and their quotients.",
            "3 is SurrealNumber",
        )
    },
    NativeClass {
        members: &[
            property(
                "Ceiling",
                "The least integer not below.",
                "(3/4).Ceiling",
                |_, a| Ok(Value::integer(rational(&a[0])?.ceiling()?)),
            ),
            property(
                "Floor",
                "The largest integer not above.",
                "(-3/4).Floor",
                |_, a| Ok(Value::integer(rational(&a[0])?.floor()?)),
            ),
            property(
                "IsDyadic",
                "Is the denominator a power of two?",
                "(3/4).IsDyadic",
                |_, a| Ok(Value::Bool(rational(&a[0])?.to_dyadic().is_some())),
            ),
        ],
        ..class(
            "game.Rational",
            &[SURREAL],
            "Quotients of integers, and the infinities.",
            "1/3 is Rational",
        )
    },
    NativeClass {
        members: NIM_MEMBERS,
        ..class(
            ORDINAL,
            &[SURREAL],
            "Ordinals with integer coefficients.",
            "omega is GeneralizedOrdinal",
        )
    },
    NativeClass {
        members: NIMBER_MEMBERS,
        ..class(
            NIMBER,
            &["game.NormalValue"],
            "Nimbers of any ordinal.",
            "*2 is TransfiniteNimber",
        )
    },
    NativeClass {
        statics: &[
            method(
                "excess",
                &[required("prime", "game.Integer")],
                "Lenstra's excess of a prime: what the p-th nim power of ω^ω^k adds to a sum of such powers.",
                "NimFieldCalculator.excess(19)",
                |m, a| excess(m, &a[0]),
            ),
            method(
                "qSet",
                &[required("prime", "game.Integer")],
                "Lenstra's set of prime powers of a prime, in the order of the primes.",
                "NimFieldCalculator.qSet(13)",
                |m, a| q_set(m, &a[0]),
            ),
        ],
        ..class(
            "game.NimFieldCalculator",
            &["cgsuite.lang.Object"],
            "The constants of the field of nimbers below ω^ω^ω.",
            "NimFieldCalculator.excess(19)",
        )
    },
];

/// What nimbers of any ordinal have. (Finite ones are games, which answer for themselves; like the numbers that are not
/// short games, the others are stoppers with infinitely many positions, and are not counted among the uptimals.)
const NIMBER_MEMBERS: &[Member] = &[
    method(
        "ConwayProduct",
        &[required("that", NIMBER)],
        "The product of the nimbers.",
        "(*omega).ConwayProduct(*(omega^2))",
        |m, a| {
            let (x, y) = (heap(m, &a[0])?, heap(m, &a[1])?);
            let product = field().product(&x, &y, m.meter)?;
            nimber(m, &product)
        },
    ),
    property(
        "OutcomeClass",
        "Whoever moves takes all.",
        "(*omega).OutcomeClass",
        |_, _| Ok(Value::Outcome(Outcome::Next)),
    ),
    INF_COMPARE,
    always("IsAllSmall", "(*omega).IsAllSmall"),
    never("IsFinite", "(*omega).IsFinite"),
    never("IsIdempotent", "(*omega).IsIdempotent"),
    always("IsInfinitesimal", "(*omega).IsInfinitesimal"),
    always("IsLoopfree", "(*omega).IsLoopfree"),
    always("IsNimber", "(*omega).IsNimber"),
    always("IsNumberish", "(*omega).IsNumberish"),
    never("IsNumberTiny", "(*omega).IsNumberTiny"),
    always("IsPlumtree", "(*omega).IsPlumtree"),
    never("IsPseudonumber", "(*omega).IsPseudonumber"),
    always("IsStopper", "(*omega).IsStopper"),
    always("IsStopperSided", "(*omega).IsStopperSided"),
    never("IsUptimal", "(*omega).IsUptimal"),
];

const MEMBERS: &[Member] = &[
    property("Abs", "The absolute value.", "(-3/4).Abs", |_, a| {
        Ok(match &a[0] {
            Value::Number(number) => Value::Number(number.abs()),
            other => number(surreal(other)?.abs()),
        })
    }),
    property(
        "Birthday",
        "The birthday.",
        "(omega - 5).Birthday",
        |m, a| birthday(m, &a[0]),
    ),
    property(
        "Numerator",
        "The numerator in lowest terms.",
        "(4/6).Numerator",
        |_, a| {
            Ok(match &a[0] {
                Value::Number(number) => Value::integer(number.numerator()),
                other => ordinal_value(surreal(other)?.numerator()),
            })
        },
    ),
    property(
        "Denominator",
        "The denominator in lowest terms.",
        "(4/6).Denominator",
        |_, a| {
            Ok(match &a[0] {
                Value::Number(number) => Value::integer(IBig::from(number.denominator())),
                other => ordinal_value(surreal(other)?.denominator()),
            })
        },
    ),
    property("Reciprocal", "1/x.", "(3/4).Reciprocal", |m, a| {
        match &a[0] {
            Value::Number(number) => Ok(Value::Number(number.reciprocal()?)),
            other => Ok(number(surreal(other)?.reciprocal(m.meter)?)),
        }
    }),
    property("Sign", "-1, 0 or 1.", "(-3/4).Sign", |_, a| {
        Ok(Value::integer(match &a[0] {
            Value::Number(number) => number.signum(),
            other => surreal(other)?.signum(),
        }))
    }),
    property(
        "OutcomeClass",
        "Who wins: by the sign.",
        "omega.OutcomeClass",
        |_, a| {
            let sign = match &a[0] {
                Value::Number(number) => number.signum(),
                other => surreal(other)?.signum(),
            };
            Ok(Value::Outcome(match sign {
                1 => Outcome::Left,
                -1 => Outcome::Right,
                _ => Outcome::Previous,
            }))
        },
    ),
    never("IsEven", "omega.IsEven"),
    never("IsOdd", "omega.IsOdd"),
    never("IsAllSmall", "omega.IsAllSmall"),
    INF_COMPARE,
    never("IsFinite", "omega.IsFinite"),
    never("IsIdempotent", "omega.IsIdempotent"),
    property(
        "IsInfinitesimal",
        SURREAL_TEST,
        "omega.IsInfinitesimal",
        |_, a| Ok(Value::Bool(size(&a[0])? == Ordering::Less)),
    ),
    always("IsLoopfree", "omega.IsLoopfree"),
    never("IsNimber", "omega.IsNimber"),
    always("IsNumberish", "omega.IsNumberish"),
    always("IsNumberTiny", "omega.IsNumberTiny"),
    always("IsPlumtree", "omega.IsPlumtree"),
    never("IsPseudonumber", "omega.IsPseudonumber"),
    always("IsStopper", "omega.IsStopper"),
    always("IsStopperSided", "omega.IsStopperSided"),
    never("IsUptimal", "omega.IsUptimal"),
    property(
        "SignExpansion",
        "The signs on the way from 0 to the number.",
        "(omega - 5).SignExpansion",
        |m, a| Ok(output::output(expansion(m, &a[0])?.to_string())),
    ),
    method(
        "Max",
        &[required("that", SURREAL)],
        "The greater of two numbers.",
        "3 Max 5",
        |m, a| extreme(m, a, BinaryOp::GreaterEqual),
    ),
    method(
        "Min",
        &[required("that", SURREAL)],
        "The lesser of two numbers.",
        "3 Min 5",
        |m, a| extreme(m, a, BinaryOp::LessEqual),
    ),
];

/// A property that all such values have.
const fn always(name: &'static str, example: &'static str) -> Member {
    property(name, SURREAL_TEST, example, |_, _| Ok(Value::Bool(true)))
}

/// A property that no such value has.
const fn never(name: &'static str, example: &'static str) -> Member {
    property(name, SURREAL_TEST, example, |_, _| Ok(Value::Bool(false)))
}

const INF_COMPARE: Member = method(
    "InfCompare",
    &[required("that", "cgsuite.lang.Object")],
    "How two values compare up to infinitesimals: \"<\", \"==\", \">\" or \"<>\".",
    "(1/omega).InfCompare(*omega)",
    inf_compare,
);

const SURREAL_TEST: &str = "A property of values, for those that are not games.";

/// Is this a nimber of an infinite ordinal?
pub(crate) fn is_transfinite_nimber(value: &Value) -> bool {
    object::<TransfiniteNimber>(value).is_some()
}

/// Is a number infinite, finite, or infinitesimal?
pub(crate) fn size(value: &Value) -> Result<Ordering, Failure> {
    Ok(match value {
        Value::Number(number) if !number.is_finite() => Ordering::Greater,
        other => surreal(other)?.size(),
    })
}

const NIM_MEMBERS: &[Member] = &[
    method(
        "NimSum",
        &[required("that", ORDINAL)],
        "Addition without carrying.",
        "5 NimSum 3",
        |_, a| {
            let (x, y) = (ordinal(&a[0])?, ordinal(&a[1])?);
            Ok(ordinal_value(&x.nim_sum(&y)?))
        },
    ),
    method(
        "NimProduct",
        &[required("that", ORDINAL)],
        "The product in the field of nimbers.",
        "omega NimProduct omega^2",
        |m, a| {
            if let (Some(x), Some(y)) = (natural(&a[0]), natural(&a[1])) {
                return Ok(Value::integer(IBig::from(nim_product(&x, &y, m.meter)?)));
            }
            let (x, y) = (ordinal(&a[0])?, ordinal(&a[1])?);
            Ok(ordinal_value(&field().product(&x, &y, m.meter)?))
        },
    ),
    method(
        "NimExp",
        &[required("n", "game.Integer")],
        "The power in the field of nimbers.",
        "omega NimExp 3",
        |m, a| {
            let exponent = UBig::try_from(integer(&a[1])?)
                .map_err(|_| Failure::new("the exponent of NimExp must not be negative"))?;
            if let Some(x) = natural(&a[0]) {
                return Ok(Value::integer(IBig::from(nim_power(
                    &x, &exponent, m.meter,
                )?)));
            }
            let x = ordinal(&a[0])?;
            Ok(ordinal_value(&field().power(&x, &exponent, m.meter)?))
        },
    ),
    property("OmegaPower", "ω to this power.", "2.OmegaPower", |m, a| {
        let omega = ordinal_value(&Ordinal::omega());
        evaluate::binary(m, BinaryOp::Power, omega, a[0].clone())
    }),
];

/// Lenstra's excess of a prime.
pub(crate) fn excess(machine: &Machine<'_>, of: &Value) -> Result<Value, Failure> {
    let constants = field().lenstra(prime(of)?, machine.meter)?;
    Ok(Value::integer(constants.excess))
}

/// Lenstra's set of prime powers of a prime.
pub(crate) fn q_set(machine: &Machine<'_>, of: &Value) -> Result<Value, Failure> {
    let constants = field().lenstra(prime(of)?, machine.meter)?;
    let powers: Vec<String> = constants.q_set().iter().map(u64::to_string).collect();
    Ok(output::output(format!("{{{}}}", powers.join(","))))
}

/// The field of nimbers with the constants that were found so far. They are the same for everybody, so all
/// sessions share them.
fn field() -> &'static NimField {
    static FIELD: OnceLock<NimField> = OnceLock::new();
    FIELD.get_or_init(NimField::new)
}

fn prime(value: &Value) -> Result<u32, Failure> {
    u32::try_from(extract::index(value)?).map_err(|_| Failure::new("expected a small prime"))
}

/// A surreal number as a value: those that are rational are numbers.
pub(crate) fn number(quotient: Quotient) -> Value {
    match quotient.to_rational() {
        Some(rational) => Value::Number(rational),
        None => Value::Surreal(Arc::new(quotient)),
    }
}

fn ordinal_value(ordinal: &Ordinal) -> Value {
    number(Quotient::from(ordinal.clone()))
}

/// ω.
pub(crate) fn omega() -> Value {
    ordinal_value(&Ordinal::omega())
}

fn rational(value: &Value) -> Result<&crate::Rational, Failure> {
    match value {
        Value::Number(number) => Ok(number),
        other => Err(other.unlike("a rational number")),
    }
}

/// Any number but an infinity.
fn surreal(value: &Value) -> Result<Quotient, Failure> {
    match value {
        Value::Number(number) => Ok(Quotient::try_from(number)?),
        Value::Surreal(quotient) => Ok((**quotient).clone()),
        other => Err(other.unlike("a number")),
    }
}

fn ordinal(value: &Value) -> Result<Ordinal, Failure> {
    let quotient = surreal(value)?;
    let ordinal = quotient.to_ordinal().filter(|ordinal| ordinal.is_ordinal());
    Ok(ordinal.cloned().ok_or(NumberError::NotAnOrdinal)?)
}

/// A natural number.
fn natural(value: &Value) -> Option<UBig> {
    UBig::try_from(integer(value).ok()?).ok()
}

/// Is this an ordinal?
pub(crate) fn is_ordinal(value: &Value) -> bool {
    ordinal(value).is_ok()
}

fn birthday(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    if let Value::Number(number) = value {
        if let Some(dyadic) = number.to_dyadic() {
            let game = machine.store.number(&dyadic);
            return Ok(Value::integer(IBig::from(machine.store.birthday(game))));
        }
        if !number.is_finite() {
            return Err(NumberError::InfiniteBirthday.into());
        }
        return Ok(omega());
    }
    Ok(ordinal_value(&surreal(value)?.birthday(machine.meter)?))
}

fn expansion(
    machine: &mut Machine<'_>,
    value: &Value,
) -> Result<sidle_numbers::SignExpansion, Failure> {
    Ok(surreal(value)?.sign_expansion(machine.meter)?)
}

fn extreme(machine: &mut Machine<'_>, a: &[Value], keep: BinaryOp) -> Result<Value, Failure> {
    let first = evaluate::binary(machine, keep, a[0].clone(), a[1].clone())?;
    Ok(a[usize::from(!extract::truth(&first)?)].clone())
}

/// The order of two numbers of which at least one is not rational; `inf` lies above all.
pub(crate) fn compare(a: &Value, b: &Value, meter: &Meter) -> Result<Ordering, Failure> {
    let infinite = |value: &Value| match value {
        Value::Number(number) if !number.is_finite() => number.signum(),
        _ => 0,
    };
    match (infinite(a), infinite(b)) {
        (0, 0) => Ok(surreal(a)?.compare(&surreal(b)?, meter)?),
        (a, b) => Ok(a.cmp(&b)),
    }
}

/// Arithmetic of numbers of which at least one is not rational.
pub(super) fn operate(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: &Value,
    b: &Value,
) -> Option<Result<Value, Failure>> {
    let arithmetic = matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Power
    );
    let numbers = |value: &Value| matches!(value, Value::Number(_) | Value::Surreal(_));
    if !arithmetic || !numbers(a) || !numbers(b) {
        return None;
    }
    Some(calculate(machine, op, a, b))
}

fn calculate(
    machine: &mut Machine<'_>,
    op: BinaryOp,
    a: &Value,
    b: &Value,
) -> Result<Value, Failure> {
    let meter = machine.meter;
    let (x, y) = (surreal(a)?, surreal(b)?);
    Ok(number(match op {
        BinaryOp::Add => x.add(&y, meter)?,
        BinaryOp::Subtract => x.sub(&y, meter)?,
        BinaryOp::Multiply => x.mul(&y, meter)?,
        BinaryOp::Divide => x.div(&y, meter)?,
        _ => return power(&x, b, &y, meter),
    }))
}

/// ω^a to any power that is a generalized ordinal, and any number to an integer.
fn power(
    base: &Quotient,
    exponent: &Value,
    exponent_number: &Quotient,
    meter: &Meter,
) -> Result<Value, Failure> {
    if let Value::Number(rational) = exponent {
        if let Some(small) = rational.to_i64() {
            return Ok(number(base.pow(small, meter)?));
        }
        if !rational.is_integer() {
            return Err(NumberError::Exponent.into());
        }
    }
    let parts = base.to_ordinal().zip(exponent_number.to_ordinal());
    let power = parts.and_then(|(base, exponent)| base.power_of_omega(exponent, meter).transpose());
    match power {
        Some(power) => Ok(number(power?)),
        None => Err(
            Failure::new(format!("the power {base}^{exponent_number} is not known"))
                .with_help("ω may have any ordinal as its exponent, other numbers an integer"),
        ),
    }
}

/// `*x` for an ordinal.
pub(crate) fn nimber_of(machine: &mut Machine<'_>, value: &Quotient) -> Result<Value, Failure> {
    match value.to_ordinal().filter(|ordinal| ordinal.is_ordinal()) {
        Some(ordinal) => nimber(machine, ordinal),
        None => Err(Failure::new(format!(
            "the nim value is not an ordinal: {value}"
        ))),
    }
}

fn nimber(machine: &mut Machine<'_>, ordinal: &Ordinal) -> Result<Value, Failure> {
    match ordinal.to_integer() {
        Some(finite) => evaluate::nimber(machine, &Value::integer(finite)),
        None => Ok(Value::object(TransfiniteNimber(ordinal.clone()))),
    }
}

/// A nimber that is not finite.
#[derive(Debug)]
struct TransfiniteNimber(Ordinal);

/// The ordinal of a nimber.
fn heap(machine: &Machine<'_>, value: &Value) -> Result<Ordinal, Failure> {
    if let Some(nimber) = object::<TransfiniteNimber>(value) {
        return Ok(nimber.0.clone());
    }
    match value {
        Value::Number(number) if number.is_zero() => Some(Ordinal::zero()),
        Value::Game(game) => {
            let star = machine.store.as_nimber(*game);
            star.map(|star| Ordinal::from(IBig::from(star)))
        }
        _ => None,
    }
    .ok_or_else(|| value.unlike("a nimber"))
}

impl Object for TransfiniteNimber {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(NIMBER)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<TransfiniteNimber>();
        other.is_some_and(|other| self.0 == other.0)
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        Hash::hash(&self.0, &mut hasher);
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        let other = other.downcast_ref::<TransfiniteNimber>();
        other.map_or(Ordering::Equal, |other| self.0.cmp(&other.0))
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(if self.0.is_compound() {
            format!("*({})", self.0)
        } else {
            format!("*{}", self.0)
        })
    }

    /// Sums of nimbers; each is its own negative.
    fn operate(
        &self,
        machine: &mut Machine<'_>,
        op: BinaryOp,
        other: &Value,
        _left: bool,
    ) -> Option<Result<Value, Failure>> {
        if !matches!(op, BinaryOp::Add | BinaryOp::Subtract) {
            return None;
        }
        let other = heap(machine, other).ok()?;
        let sum = self.0.nim_sum(&other).map_err(Failure::from);
        Some(sum.and_then(|sum| nimber(machine, &sum)))
    }
}
