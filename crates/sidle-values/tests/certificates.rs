//! Certificates written by the store and verified by the checker, which knows nothing of it.

mod common;

use std::collections::HashMap;

use common::{Bridge, Random, day_3, recipe};
use proptest::prelude::*;
use sidle_check::{check_bytes, naive};
use sidle_core::{Dyadic, Meter, Player, Relation, StopReason};
use sidle_values::{
    Store,
    certify::{CertifyError, Claim, Form, Forms, Symbol},
};

/// Carries a naive form over, brace by brace.
fn typed(
    forms: &mut Forms<'_>,
    made: &mut HashMap<naive::Form, Form>,
    arena: &naive::Forms,
    root: naive::Form,
) -> Form {
    let meter = Meter::unlimited();
    for form in arena.followers(root) {
        let side = |player| -> Vec<Form> {
            let options = arena.options(form, player).iter();
            options.map(|option| made[option]).collect()
        };
        let (left, right) = (side(Player::Left), side(Player::Right));
        let typed = forms.form(&left, &right, &meter).expect("no limit");
        made.insert(form, typed);
    }
    made[&root]
}

fn holds(symbol: Symbol, le: bool, ge: bool) -> bool {
    match symbol {
        Symbol::LessOrEqual => le,
        Symbol::GreaterOrEqual => ge,
        Symbol::Equal => le && ge,
        Symbol::NotEqual => !(le && ge),
        Symbol::Less => le && !ge,
        Symbol::Greater => ge && !le,
        Symbol::Fuzzy => !le && !ge,
        Symbol::LessOrFuzzy => !ge,
        Symbol::GreaterOrFuzzy => !le,
    }
}

/// Certifies a claim and checks it; the text of the claim by the checker, or why there is none.
fn certified(forms: &mut Forms<'_>, claim: Claim) -> Result<String, CertifyError> {
    let certificate = forms.certify(claim, "a \"claim\"\n\\", &Meter::unlimited())?;
    let verdict = check_bytes(certificate.to_string().as_bytes()).expect("readable");
    assert!(verdict.is_valid(), "{verdict}");
    assert_eq!(verdict.result(), Ok(certificate.steps().len()));
    Ok(verdict.claim().to_owned())
}

#[test]
fn every_symbol_between_values_of_day_3() {
    let (store, mut arena) = (Store::new(), naive::Forms::new());
    let values = day_3(&mut arena);
    let mut bridge = Bridge::default();
    let mut random = Random(7);
    let mut forms = Forms::new(&store);
    for _ in 0..400 {
        let (g, h) = (values[random.below(1474)], values[random.below(1474)]);
        let [typed_g, typed_h] = [g, h].map(|form| {
            let game = bridge.game(&store, &arena, form);
            forms
                .canonical(game, &Meter::unlimited())
                .expect("no limit")
        });
        let (le, ge) = (arena.le(g, h), arena.le(h, g));
        for symbol in Symbol::ALL {
            let claim = Claim::Relation(typed_g, symbol, typed_h);
            let result = certified(&mut forms, claim);
            assert_eq!(result.is_ok(), holds(symbol, le, ge), "{result:?}");
        }
        certified(&mut forms, Claim::CanonicalForm(typed_g)).expect("always true");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Forms that are not canonical, as somebody might type them.
    #[test]
    fn claims_about_typed_forms(g in recipe(9, 3), h in recipe(9, 3)) {
        let (store, mut arena) = (Store::new(), naive::Forms::new());
        let (g, h) = (g.cook(&mut arena, 6), h.cook(&mut arena, 6));
        let (mut forms, mut made) = (Forms::new(&store), HashMap::new());
        let typed_g = typed(&mut forms, &mut made, &arena, g);
        let typed_h = typed(&mut forms, &mut made, &arena, h);
        let (le, ge) = (arena.le(g, h), arena.le(h, g));
        for symbol in Symbol::ALL {
            let claim = Claim::Relation(typed_g, symbol, typed_h);
            prop_assert_eq!(certified(&mut forms, claim).is_ok(), holds(symbol, le, ge));
        }
        prop_assert!(certified(&mut forms, Claim::CanonicalForm(typed_g)).is_ok());
    }

    /// Sums are certified by their value: the sum typed out equals the canonical form.
    #[test]
    fn sums_typed_out(g in recipe(5, 2), h in recipe(5, 2)) {
        let (store, mut arena) = (Store::new(), naive::Forms::new());
        let (g, h) = (g.cook(&mut arena, 6), h.cook(&mut arena, 6));
        let sum = arena.sum(g, h);
        let (mut forms, mut made) = (Forms::new(&store), HashMap::new());
        let typed_sum = typed(&mut forms, &mut made, &arena, sum);
        prop_assert!(certified(&mut forms, Claim::CanonicalForm(typed_sum)).is_ok());
    }
}

#[test]
fn the_checker_reads_the_claim_off_the_games() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut forms = Forms::new(&store);
    let number = |forms: &mut Forms<'_>, number: &Dyadic| {
        let game = store.number(number);
        forms.canonical(game, &meter).expect("no limit")
    };
    let (zero, one) = (
        number(&mut forms, &Dyadic::ZERO),
        number(&mut forms, &Dyadic::from(1)),
    );
    let minus = number(&mut forms, &Dyadic::new(-3, 2));
    let star2 = forms.canonical(store.nimber(2), &meter).expect("no limit");
    // {-3/4, 0 | 1, *2}: -3/4 is dominated.
    let form = forms
        .form(&[minus, zero], &[one, star2], &meter)
        .expect("no limit");
    assert_eq!(
        certified(&mut forms, Claim::Relation(form, Symbol::Greater, minus)).expect("true"),
        "{0,-3/4|1,*2} > -3/4"
    );
    let text = certified(&mut forms, Claim::CanonicalForm(form)).expect("true");
    assert_eq!(text, "{0|*2} is the canonical form of {0,-3/4|1,*2}");
    assert!(matches!(
        certified(&mut forms, Claim::Relation(one, Symbol::Fuzzy, zero)),
        Err(CertifyError::False(sidle_core::Relation::Greater))
    ));
}

/// Large numbers are not played out, alone or inside games.
#[test]
fn large_numbers_stand_for_themselves() {
    let (store, meter) = (Store::new(), Meter::new().with_max_nodes(5_000));
    let numbers = [
        Dyadic::ZERO,
        Dyadic::from(7),
        Dyadic::from(40),
        Dyadic::from(1_000_000_000_000i64),
        Dyadic::from(-1_000_000_000_000i64),
        Dyadic::from(1).mul_pow2(-300),
        Dyadic::from(5).mul_pow2(2_000),
    ];
    let mut games: Vec<_> = numbers.iter().map(|n| store.number(n)).collect();
    games.push(store.game(&[games[3]], &[games[1]]));
    games.push(store.game(&[games[6]], &[games[5], store.nimber(2)]));
    games.push(store.game(&[games[2]], &[games[4]]));
    for &g in &games {
        let mut forms = Forms::new(&store);
        let form = forms.canonical(g, &meter).expect("few nodes");
        certified(&mut forms, Claim::CanonicalForm(form)).expect("true");
        for &h in &games {
            let mut forms = Forms::new(&store);
            let left = forms.canonical(g, &meter).expect("few nodes");
            let right = forms.canonical(h, &meter).expect("few nodes");
            let relation = store.compare(g, h);
            for symbol in Symbol::ALL {
                let claim = Claim::Relation(left, symbol, right);
                let expected = match symbol {
                    Symbol::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
                    Symbol::GreaterOrEqual => {
                        matches!(relation, Relation::Greater | Relation::Equal)
                    }
                    Symbol::Equal => relation == Relation::Equal,
                    Symbol::NotEqual => relation != Relation::Equal,
                    Symbol::Less => relation == Relation::Less,
                    Symbol::Greater => relation == Relation::Greater,
                    Symbol::Fuzzy => relation == Relation::Fuzzy,
                    Symbol::LessOrFuzzy => matches!(relation, Relation::Less | Relation::Fuzzy),
                    Symbol::GreaterOrFuzzy => {
                        matches!(relation, Relation::Greater | Relation::Fuzzy)
                    }
                };
                assert_eq!(certified(&mut forms, claim).is_ok(), expected);
            }
        }
    }
}

/// A chain 100,000 deep: neither the writer nor the checker recurses.
#[test]
fn deep_games_are_certified() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut forms = Forms::new(&store);
    let zero = forms.canonical(store.zero(), &meter).expect("no limit");
    let mut chain = zero;
    for _ in 0..100_000 {
        chain = forms.form(&[chain], &[zero], &meter).expect("no limit");
    }
    certified(&mut forms, Claim::Relation(chain, Symbol::Less, zero)).expect("true");
}

/// A nimber has as many positions as it says; the meter stops that.
#[test]
fn limits_are_kept() {
    let store = Store::new();
    let mut forms = Forms::new(&store);
    let meter = Meter::new().with_max_nodes(10_000);
    let stopped = forms.canonical(store.nimber(1_000_000), &meter);
    assert_eq!(stopped, Err(StopReason::Nodes));
    // And nothing is spoilt by it.
    let meter = Meter::unlimited();
    let three = forms.canonical(store.integer(3), &meter).expect("no limit");
    let zero = forms.canonical(store.zero(), &meter).expect("no limit");
    certified(&mut forms, Claim::Relation(three, Symbol::Greater, zero)).expect("true");
}
