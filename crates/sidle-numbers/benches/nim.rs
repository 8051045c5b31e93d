//! Nim arithmetic: products of large integers beside the recursion down to bits, Lenstra's constants.
//! Prints Markdown.
//!
//! `cargo bench -p sidle-numbers --bench nim`; the answers are asserted.
#![allow(clippy::print_stdout, missing_docs)]

use cpu_time::ProcessTime;
use sidle_check::naive::nim_product as naive;
use sidle_core::{Meter, UBig};
use sidle_numbers::{NimField, nim_inverse, nim_product};

/// A number of so many bits without a pattern.
fn number(bits: usize, seed: u64) -> UBig {
    let mut state = seed;
    let words = (0..bits / 64).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state ^ state >> 29
    });
    let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    UBig::from_le_bytes(&bytes)
}

fn milliseconds<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let result = run();
    (result, start.elapsed().as_secs_f64() * 1e3)
}

fn main() {
    let meter = Meter::unlimited();
    println!("| nim arithmetic | ms | recursion to bits, ms |");
    println!("|---|---|---|");
    for bits in [256, 512, 4096, 65_536] {
        let (x, y) = (number(bits, 1), number(bits, 2));
        let (product, fast) = milliseconds(|| nim_product(&x, &y, &meter).expect("no limits"));
        let slow = (bits <= 512).then(|| {
            let (expected, slow) = milliseconds(|| naive(&x, &y, bits));
            assert_eq!(product, expected);
            slow
        });
        let slow = slow.map_or("—".to_owned(), |slow| format!("{slow:.2}"));
        println!("| product of {bits} bits | {fast:.3} | {slow} |");
        let (inverse, time) = milliseconds(|| nim_inverse(&x, &meter).expect("not 0"));
        assert_eq!(nim_product(&x, &inverse, &meter), Ok(UBig::ONE));
        println!("| inverse of {bits} bits | {time:.3} | — |");
    }
    for prime in [47, 107, 167, 263] {
        let field = NimField::new();
        let (found, time) = milliseconds(|| field.lenstra(prime, &meter).expect("small enough"));
        assert_eq!(found.excess, 1);
        println!("| constants of the prime {prime} | {time:.1} | — |");
    }
}
