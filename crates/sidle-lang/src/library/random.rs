//! Random numbers from a seed: the stream of `java.util.Random`.

use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};

use super::{
    NativeClass, Object, Show, class, extract::integer, in_tables, method, object, property,
    required,
};
use crate::{class::Class, diagnostic::Failure, random::Random, value::Value};

const RANDOM: &str = "cgsuite.util.Random";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    calls: &[method(
        "Random",
        &[required("seed", "game.Integer")],
        "A source of random numbers.",
        "Random(1474)",
        |_, a| {
            let seed = i64::try_from(integer(&a[0])?)
                .map_err(|_| Failure::new("a seed is an integer that fits 64 bits"))?;
            Ok(Value::object(Source {
                seed,
                generator: Mutex::new(Random::new(seed.cast_unsigned())),
            }))
        },
    )],
    members: &[
        property("seed", "The seed.", "Random(3).seed", |_, a| {
            Ok(Value::integer(source(&a[0])?.seed))
        }),
        method(
            "NextInteger",
            &[required("n", "game.Integer")],
            "A random integer from 0 to n - 1.",
            "Random(1474).NextInteger(100)",
            |m, a| {
                let bound = integer(&a[1])?;
                if bound < IBig::ONE {
                    return Err(Failure::new("NextInteger wants a positive integer"));
                }
                let bound = bound.unsigned_abs();
                let mut generator = lock(source(&a[0])?);
                loop {
                    m.tick()?;
                    let drawn = bits(&mut generator, (&bound - UBig::ONE).bit_len());
                    if drawn < bound {
                        return Ok(Value::integer(IBig::from(drawn)));
                    }
                }
            },
        ),
    ],
    ..class(
        RANDOM,
        &["cgsuite.lang.Object"],
        "A source of random numbers that a seed determines.",
        "Random(1474).NextInteger(100)",
    )
}];

/// A seeded generator.
#[derive(Debug)]
struct Source {
    seed: i64,
    generator: Mutex<Random>,
}

fn source(value: &Value) -> Result<&Source, Failure> {
    object(value).ok_or_else(|| value.unlike("a source of random numbers"))
}

fn lock(source: &Source) -> std::sync::MutexGuard<'_, Random> {
    source
        .generator
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
}

/// A number of so many random bits: whole bytes, the first one the highest, its spare bits cleared.
fn bits(generator: &mut Random, bits: usize) -> UBig {
    let mut bytes = Vec::with_capacity(bits.div_ceil(8) + 3);
    while bytes.len() < bits.div_ceil(8) {
        bytes.extend(generator.next_word().to_le_bytes());
    }
    bytes.truncate(bits.div_ceil(8));
    if let Some(first) = bytes.first_mut()
        && !bits.is_multiple_of(8)
    {
        *first &= (1 << (bits % 8)) - 1;
    }
    UBig::from_be_bytes(&bytes)
}

impl Object for Source {
    fn class(&self) -> &'static Arc<Class> {
        in_tables(RANDOM)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Source>();
        other.is_some_and(|other| std::ptr::eq(self, other))
    }

    fn hash(&self) -> u64 {
        std::ptr::from_ref(self) as usize as u64
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(format!("Random({})", self.seed))
    }

    fn is_mutable(&self) -> bool {
        true
    }
}
