//! Random numbers from a seed: the stream of `java.util.Random`.

use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};

use super::{
    NativeClass, Object, Show, State, class_names::OBJECT, classes, in_tables, integer::seed,
};
use crate::{class::Class, diagnostic::Failure, random::Random, value::Value};

const RANDOM: &str = "cgsuite.util.Random";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A source of random numbers that a seed determines.
    class RANDOM: [OBJECT] "Random(1474).NextInteger(100)"
    new {
        /// A source of random numbers.
        fn Random(seed: IBig) "Random(1474)" => {
            let seed = self::seed(seed)?;
            let generator = Mutex::new(Random::new(seed.cast_unsigned()));
            Value::object(Source { seed, generator })
        };
    }
    {
        /// The seed.
        get seed(source: &Source) "Random(3).seed" => source.seed;
        /// A random integer from 0 to n - 1.
        fn NextInteger(source: &Source, n: IBig) "Random(1474).NextInteger(100)" => {
            if n < IBig::ONE {
                return Err(Failure::new("`NextInteger` takes a positive integer"));
            }
            let bound = n.unsigned_abs();
            let mut generator = source.generator.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                m.tick()?;
                let drawn = bits(&mut generator, (&bound - UBig::ONE).bit_len());
                if drawn < bound {
                    break drawn;
                }
            }
        };
    }
};

/// A seeded generator.
#[derive(Debug)]
struct Source {
    seed: i64,
    generator: Mutex<Random>,
}

impl State for Source {
    const CLASS: &'static str = RANDOM;
    const WHAT: &'static str = "a source of random numbers";
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
