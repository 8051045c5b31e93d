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
    Argument, Member, NativeClass, Object, Show,
    class_names::{INTEGER, OBJECT},
    classes,
    extract::{self, integer},
    in_tables, members, object, output,
    values::inf_compare,
};
use crate::{
    ast::BinaryOp,
    class::Class,
    diagnostic::Failure,
    evaluate::{self, Machine},
    rational::Rational,
    value::{Order, Value},
};

const SURREAL: &str = "game.SurrealNumber";
const ORDINAL: &str = "game.GeneralizedOrdinal";
const NIMBER: &str = "game.TransfiniteNimber";

/// Declares members that answer the same for all values: tests of games, for values that are not games.
macro_rules! tests {
    ($of:literal: $($name:ident $answer:literal),*) => {
        members! { m; $(
            /// A property of values, for those that are not games.
            get $name() {concat!($of, ".", stringify!($name))} => $answer;
        )* }
    };
}

/// What nimbers of any ordinal are. (Finite ones are games, which answer for themselves; like the numbers that are not
/// short games, the others are stoppers with infinitely many positions, and are not counted among the uptimals.)
const NIMBER_TESTS: &[Member] = tests! { "(*omega)":
    IsAllSmall true, IsFinite false, IsIdempotent false, IsInfinitesimal true, IsLoopfree true, IsNimber true,
    IsNumberish true, IsNumberTiny false, IsPlumtree true, IsPseudonumber false, IsStopper true, IsStopperSided true,
    IsUptimal false
};

const NUMBER_TESTS: &[Member] = tests! { "omega":
    IsEven false, IsOdd false, IsAllSmall false, IsFinite false, IsIdempotent false, IsLoopfree true, IsNimber false,
    IsNumberish true, IsNumberTiny true, IsPlumtree true, IsPseudonumber true, IsStopper true, IsStopperSided true,
    IsUptimal false
};

const COMPARED: &[Member] = members! { m;
    /// How two values compare up to infinitesimals: "<", "==", ">" or "<>".
    fn InfCompare(x: &Value, that: &Value as OBJECT) "(1/omega).InfCompare(*omega)" => inf_compare(m, x, that);
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Numbers, ordinals and their quotients.
    class SURREAL: ["game.NormalValue"] "3 is SurrealNumber" with NUMBER_TESTS COMPARED {
        /// The absolute value.
        get Abs(x: &Value) "(-3/4).Abs" => match x {
            Value::Number(number) => Value::Number(number.abs()),
            other => number(surreal(other)?.abs()),
        };
        /// The birthday.
        get Birthday(x: &Value) "(omega - 5).Birthday" => birthday(m, x);
        /// The numerator in lowest terms.
        get Numerator(x: &Value) "(4/6).Numerator" => match x {
            Value::Number(number) => Value::integer(number.numerator()),
            other => ordinal_value(surreal(other)?.numerator()),
        };
        /// The denominator in lowest terms.
        get Denominator(x: &Value) "(4/6).Denominator" => match x {
            Value::Number(number) => Value::integer(IBig::from(number.denominator())),
            other => ordinal_value(surreal(other)?.denominator()),
        };
        /// 1/x.
        get Reciprocal(x: &Value) "(3/4).Reciprocal" => match x {
            Value::Number(number) => Value::Number(number.reciprocal()?),
            other => number(surreal(other)?.reciprocal(m.meter)?),
        };
        /// -1, 0 or 1.
        get Sign(x: &Value) "(-3/4).Sign" => i64::from(sign(x)?);
        /// Who wins: by the sign.
        get OutcomeClass(x: &Value) "omega.OutcomeClass" => match sign(x)? {
            1 => Outcome::Left,
            -1 => Outcome::Right,
            _ => Outcome::Previous,
        };
        /// A property of values, for those that are not games.
        get IsInfinitesimal(x: &Value) "omega.IsInfinitesimal" => size(x)? == Ordering::Less;
        /// The signs on the way from 0 to the number.
        get SignExpansion(x: &Value) "(omega - 5).SignExpansion"
            => output::output(surreal(x)?.sign_expansion(m.meter)?.to_string());
        /// The greater of two numbers.
        fn Max(x: &Value, that: &Value as SURREAL) "3 Max 5" => extreme(m, x, that, BinaryOp::GreaterEqual);
        /// The lesser of two numbers.
        fn Min(x: &Value, that: &Value as SURREAL) "3 Min 5" => extreme(m, x, that, BinaryOp::LessEqual);
    }
    /// Quotients of integers, and the infinities.
    class "game.Rational": [SURREAL] "1/3 is Rational" {
        /// The least integer not below.
        get Ceiling(x: &Rational) "(3/4).Ceiling" => x.ceiling()?;
        /// The largest integer not above.
        get Floor(x: &Rational) "(-3/4).Floor" => x.floor()?;
        /// Is the denominator a power of two?
        get IsDyadic(x: &Rational) "(3/4).IsDyadic" => x.to_dyadic().is_some();
    }
    /// Ordinals with integer coefficients.
    class ORDINAL: [SURREAL] "omega is GeneralizedOrdinal" {
        /// Addition without carrying.
        fn NimSum(x: Ordinal, that: Ordinal) "5 NimSum 3" => ordinal_value(&x.nim_sum(&that)?);
        /// The product in the field of nimbers.
        fn NimProduct(x: &Value, that: &Value as ORDINAL) "omega NimProduct omega^2" => {
            if let (Some(x), Some(y)) = (natural(x), natural(that)) {
                return Ok(Value::integer(IBig::from(nim_product(&x, &y, m.meter)?)));
            }
            ordinal_value(&field().product(&ordinal(x)?, &ordinal(that)?, m.meter)?)
        };
        /// The power in the field of nimbers.
        fn NimExp(x: &Value, n: IBig) "omega NimExp 3" => {
            let exponent = UBig::try_from(n)
                .map_err(|_| Failure::new("the exponent of NimExp must not be negative"))?;
            match natural(x) {
                Some(x) => Value::integer(IBig::from(nim_power(&x, &exponent, m.meter)?)),
                None => ordinal_value(&field().power(&ordinal(x)?, &exponent, m.meter)?),
            }
        };
        /// ω to this power.
        get OmegaPower(x: &Value) "2.OmegaPower" => evaluate::binary(m, BinaryOp::Power, omega(), x.clone());
    }
    /// Nimbers of any ordinal.
    class NIMBER: ["game.NormalValue"] "*2 is TransfiniteNimber" with NIMBER_TESTS COMPARED {
        /// The product of the nimbers.
        fn ConwayProduct(x: &Value, that: &Value as NIMBER) "(*omega).ConwayProduct(*(omega^2))" => {
            let product = field().product(&heap(m, x)?, &heap(m, that)?, m.meter)?;
            nimber(m, &product)
        };
        /// Whoever moves takes all.
        get OutcomeClass() "(*omega).OutcomeClass" => Outcome::Next;
    }
    /// The constants of the field of nimbers below ω^ω^ω.
    class "game.NimFieldCalculator": [OBJECT] "NimFieldCalculator.excess(19)"
    static {
        /// Lenstra's excess of a prime: what the p-th nim power of ω^ω^k adds to a sum of such powers.
        fn excess(prime: &Value as INTEGER) "NimFieldCalculator.excess(19)" => excess(m, prime);
        /// Lenstra's set of prime powers of a prime, in the order of the primes.
        fn qSet(prime: &Value as INTEGER) "NimFieldCalculator.qSet(13)" => q_set(m, prime);
    }
    {}
};

impl Argument<'_> for Ordinal {
    const CLASS: &'static str = ORDINAL;

    fn of(_: &mut Machine<'_>, value: &Value) -> Result<Self, Failure> {
        ordinal(value)
    }
}

/// -1, 0 or 1.
fn sign(value: &Value) -> Result<i32, Failure> {
    Ok(match value {
        Value::Number(number) => number.signum(),
        other => surreal(other)?.signum(),
    })
}

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

fn extreme(
    machine: &mut Machine<'_>,
    a: &Value,
    b: &Value,
    keep: BinaryOp,
) -> Result<Value, Failure> {
    let first = evaluate::binary(machine, keep, a.clone(), b.clone())?;
    Ok(if extract::truth(&first)? { a } else { b }.clone())
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
    if op != BinaryOp::Power && (is_infinity(a) || is_infinity(b) || is_division_by_zero(op, b)) {
        // Beside `inf`, and over 0, only the sign of a number counts.
        let (a, b) = (sign_beside_infinity(a)?, sign_beside_infinity(b)?);
        return evaluate::binary(machine, op, a, b);
    }
    let (x, y) = (surreal(a)?, surreal(b)?);
    Ok(number(match op {
        BinaryOp::Add => x.add(&y, meter)?,
        BinaryOp::Subtract => x.sub(&y, meter)?,
        BinaryOp::Multiply => x.mul(&y, meter)?,
        BinaryOp::Divide => x.div(&y, meter)?,
        _ => return power(&x, b, &y, meter),
    }))
}

fn is_infinity(value: &Value) -> bool {
    matches!(value, Value::Number(number) if !number.is_finite())
}

fn is_division_by_zero(op: BinaryOp, divisor: &Value) -> bool {
    op == BinaryOp::Divide && matches!(divisor, Value::Number(number) if number.is_zero())
}

/// A rational number that acts as this one does beside `inf`.
fn sign_beside_infinity(value: &Value) -> Result<Value, Failure> {
    Ok(match value {
        Value::Surreal(_) => Value::integer(sign(value)?),
        other => other.clone(),
    })
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
