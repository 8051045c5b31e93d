//! Certificates made by the naive code, and what becomes of them when they are damaged.

#[path = "../../tests/second_checker/mod.rs"]
mod second_checker;

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use sidle_core::Player::{self, Left, Right};

use super::{Certificate, Claim, Position, Step, Symbol, check};
use crate::{
    FORMAT, check_bytes,
    naive::{Form, Forms},
};

/// A producer for tests, by the naive order.
struct Producer<'f> {
    forms: &'f mut Forms,
    index: HashMap<Form, u32>,
    positions: Vec<Position>,
    done: HashSet<(bool, Form, Form)>,
    steps: Vec<Step>,
}

impl<'f> Producer<'f> {
    fn new(forms: &'f mut Forms, roots: &[Form]) -> Producer<'f> {
        let mut all: Vec<Form> = roots.iter().flat_map(|&r| forms.followers(r)).collect();
        all.sort_unstable();
        all.dedup();
        let index: HashMap<Form, u32> = (0_u32..).zip(&all).map(|(i, &f)| (f, i)).collect();
        let side = |f, player| forms.options(f, player).iter().map(|o| index[o]).collect();
        let positions = all
            .iter()
            .map(|&form| Position(side(form, Left), side(form, Right)))
            .collect();
        Producer {
            forms,
            index,
            positions,
            done: HashSet::new(),
            steps: Vec::new(),
        }
    }

    /// Adds the steps for `G <= H`, or for its negation, whichever is true.
    fn show(&mut self, g: Form, h: Form) {
        let le = self.forms.le(g, h);
        if !self.done.insert((le, g, h)) {
            return;
        }
        let (ig, ih) = (self.index[&g], self.index[&h]);
        let (left, right) = (
            self.forms.options(g, Left).to_vec(),
            self.forms.options(h, Right).to_vec(),
        );
        let step = if le {
            left.iter().for_each(|&option| self.show(h, option));
            right.iter().for_each(|&option| self.show(option, g));
            Step::Le(ig, ih)
        } else if let Some(&option) = left.iter().find(|&&option| self.forms.le(h, option)) {
            self.show(h, option);
            Step::NleLeft(ig, ih, self.index[&option])
        } else {
            let option = right.iter().find(|&&option| self.forms.le(option, g));
            let &option = option.expect("some option refutes");
            self.show(option, g);
            Step::NleRight(ig, ih, self.index[&option])
        };
        self.steps.push(step);
    }

    fn show_canonical(&mut self, form: Form) {
        for position in self.forms.followers(form) {
            for player in Player::BOTH {
                let options = self.forms.options(position, player).to_vec();
                for &one in &options {
                    for &other in options.iter().filter(|&&other| other != one) {
                        self.show(one, other);
                    }
                    for reply in self.forms.options(one, -player).to_vec() {
                        match player {
                            Left => self.show(reply, position),
                            Right => self.show(position, reply),
                        }
                    }
                }
            }
        }
    }

    fn finish(self, claim: Claim) -> Certificate {
        Certificate {
            format: FORMAT.to_owned(),
            version: super::KIND.version,
            kind: super::KIND.name.to_owned(),
            text: String::new(),
            numbers: Vec::new(),
            positions: self.positions,
            claim,
            steps: self.steps,
        }
    }
}

/// Everything there is to say about two games, with the given claim.
fn relation_certificate(forms: &mut Forms, g: Form, symbol: Symbol, h: Form) -> Certificate {
    let mut producer = Producer::new(forms, &[g, h]);
    let le = producer.forms.le(g, h);
    // Only the directions that the claim is about, so that no step is superfluous.
    let uses = match symbol {
        Symbol::LessOrEqual | Symbol::GreaterOrFuzzy => (true, false),
        Symbol::GreaterOrEqual | Symbol::LessOrFuzzy => (false, true),
        Symbol::NotEqual => (!le, le),
        _ => (true, true),
    };
    if uses.0 {
        producer.show(g, h);
    }
    if uses.1 {
        producer.show(h, g);
    }
    let claim = Claim::Relation {
        left: producer.index[&g],
        relation: symbol,
        right: producer.index[&h],
    };
    producer.finish(claim)
}

fn canonical_certificate(forms: &mut Forms, form: Form, of: Form) -> Certificate {
    let mut producer = Producer::new(forms, &[form, of]);
    producer.show(form, of);
    producer.show(of, form);
    producer.show_canonical(form);
    let claim = Claim::CanonicalForm {
        form: producer.index[&form],
        of: producer.index[&of],
    };
    producer.finish(claim)
}

fn bytes(certificate: &Certificate) -> Vec<u8> {
    serde_json::to_vec(certificate).expect("certificates can be written")
}

/// Is the claim of a certificate true? `None` if its positions are not games.
fn truth(certificate: &Certificate) -> Option<bool> {
    let mut forms = Forms::new();
    let mut made: Vec<Form> = Vec::new();
    for Position(left, right) in &certificate.positions {
        let side = |options: &[u32]| -> Option<Vec<Form>> {
            let options = options.iter().map(|&o| made.get(o as usize).copied());
            options.collect()
        };
        let (left, right) = (side(left)?, side(right)?);
        made.push(forms.form(&left, &right));
    }
    let at = |index: u32| made.get(index as usize).copied();
    Some(match certificate.claim {
        Claim::Relation {
            left,
            relation,
            right,
        } => {
            let (g, h) = (at(left)?, at(right)?);
            relation.holds(forms.le(g, h), forms.le(h, g))
        }
        Claim::CanonicalForm { form, of } => forms.canonical(at(of)?) == at(form)?,
    })
}

#[test]
fn all_claims_about_day_2() {
    let mut forms = Forms::new();
    let day_2 = forms.born_by(2);
    for &g in &day_2 {
        for &h in &day_2 {
            for symbol in Symbol::ALL {
                let certificate = relation_certificate(&mut forms, g, symbol, h);
                let holds = symbol.holds(forms.le(g, h), forms.le(h, g));
                let verdict = check_bytes(&bytes(&certificate)).expect("readable");
                assert_eq!(verdict.is_valid(), holds, "{verdict}");
            }
        }
    }
}

#[test]
fn canonical_forms_of_sums_of_day_2() {
    let mut forms = Forms::new();
    let day_2 = forms.born_by(2);
    for &g in &day_2 {
        for &h in day_2.iter().step_by(3) {
            let sum = forms.sum(g, h);
            let form = forms.canonical(sum);
            let verdict = check(&canonical_certificate(&mut forms, form, sum));
            assert!(verdict.is_valid(), "{verdict}");
            if sum != form {
                // Equal, and all is shown that can be shown: but the sum is no canonical form.
                let verdict = check(&canonical_certificate(&mut forms, sum, sum));
                assert!(!verdict.is_valid(), "{verdict}");
            }
        }
    }
}

/// Every step that the producer writes is needed: without it the certificate fails.
#[test]
fn no_step_can_be_left_out() {
    for certificate in samples() {
        assert!(check(&certificate).is_valid());
        for index in 0..certificate.steps.len() {
            let mut damaged = certificate.clone();
            damaged.steps.remove(index);
            let verdict = check(&damaged);
            assert!(!verdict.is_valid(), "without step {index}: {verdict}");
        }
    }
}

/// A few certificates of each sort.
fn samples() -> Vec<Certificate> {
    let mut forms = Forms::new();
    let (zero, star, two) = (forms.zero(), forms.nimber(1), forms.integer(2));
    let up = forms.form(&[zero], &[star]);
    let switch = forms.form(&[two], &[up, star]);
    let up_star = forms.sum(up, star);
    let mut samples = Vec::new();
    for (g, h) in [(zero, up), (up, star), (switch, zero), (up_star, up_star)] {
        for symbol in Symbol::ALL {
            if symbol.holds(forms.le(g, h), forms.le(h, g)) {
                samples.push(relation_certificate(&mut forms, g, symbol, h));
            }
        }
    }
    let sum = forms.sum(up_star, star);
    let form = forms.canonical(sum);
    samples.push(canonical_certificate(&mut forms, form, sum));
    samples
}

/// All the ways in which one place of a JSON document can be changed a little.
fn mutations(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Number(number) => {
            let n = number.as_u64().expect("certificates hold natural numbers");
            for other in [0, n + 1, n.saturating_sub(1), n + 7, u64::from(u32::MAX)] {
                if other != n {
                    all.push(json!(other));
                }
            }
            all.extend([json!(-1), json!(0.5), json!("0"), Value::Null]);
        }
        Value::String(text) => {
            let symbols = Symbol::ALL.iter().map(|symbol| symbol.text());
            let tags = ["relation", "canonical-form", "", "x", "sidle"];
            all.extend(
                symbols
                    .chain(tags)
                    .filter(|other| other != text)
                    .map(|other| json!(other)),
            );
            all.push(json!(1));
        }
        Value::Array(items) => {
            for index in 0..items.len() {
                let mut shorter = items.clone();
                let item = shorter.remove(index);
                all.push(Value::Array(shorter));
                let mut longer = items.clone();
                longer.insert(index, item.clone());
                all.push(Value::Array(longer));
                if index > 0 {
                    let mut swapped = items.clone();
                    swapped.swap(index - 1, index);
                    all.push(Value::Array(swapped));
                }
                for other in mutations(&item) {
                    let mut changed = items.clone();
                    changed[index] = other;
                    all.push(Value::Array(changed));
                }
            }
            let mut longer = items.clone();
            longer.push(json!(0));
            all.push(Value::Array(longer));
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                let mut without = fields.clone();
                without.remove(key);
                all.push(Value::Object(without.clone()));
                for other in ["le", "nle-left", "nle-right", "extra"] {
                    let mut renamed = without.clone();
                    renamed.insert(other.to_owned(), item.clone());
                    if other != key {
                        all.push(Value::Object(renamed));
                    }
                }
                for other in mutations(item) {
                    let mut changed = fields.clone();
                    changed.insert(key.clone(), other);
                    all.push(Value::Object(changed));
                }
            }
        }
        Value::Null | Value::Bool(_) => unreachable!("certificates hold neither"),
    }
    all
}

/// Every field of every sample is damaged in every way above. A damaged certificate that still passes
/// must still be the truth (a claim made weaker, an option listed twice); and few pass.
#[test]
fn damaged_certificates_are_rejected() {
    let (mut tried, mut passed) = (0, 0);
    for certificate in samples() {
        let value = serde_json::to_value(&certificate).expect("certificates can be written");
        for damaged in mutations(&value) {
            let damaged_bytes = serde_json::to_vec(&damaged).expect("JSON can be written");
            tried += 1;
            let Ok(verdict) = check_bytes(&damaged_bytes) else {
                continue;
            };
            if let Err(failure) = verdict.result() {
                assert!(!failure.step().is_empty() && !failure.reason().is_empty());
                continue;
            }
            let read: Certificate = serde_json::from_value(damaged).expect("it was read before");
            assert_eq!(truth(&read), Some(true), "{verdict}");
            // The comment is not part of the proof.
            passed += usize::from(read.text == certificate.text);
        }
    }
    assert!(tried > 5_000, "only {tried} tried");
    assert!(passed * 10 < tried, "{passed} of {tried} passed");
}

/// Random steps prove nothing false, whatever they are.
#[test]
fn random_steps_prove_nothing_false() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as u32
    };
    let mut forms = Forms::new();
    let day_2 = forms.born_by(2);
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..4_000 {
        let (g, h) = (day_2[next(22) as usize], day_2[next(22) as usize]);
        let mut certificate = relation_certificate(&mut forms, g, Symbol::Equal, h);
        let n = certificate.positions.len();
        for _ in 0..next(3) {
            let at = next(certificate.steps.len()) as usize;
            let (a, b, c) = (next(n), next(n), next(n));
            certificate.steps[at] = match next(3) {
                0 => Step::Le(a, b),
                1 => Step::NleLeft(a, b, c),
                _ => Step::NleRight(a, b, c),
            };
        }
        if let Claim::Relation { relation, .. } = &mut certificate.claim {
            *relation = Symbol::ALL[next(9) as usize];
        }
        if check(&certificate).is_valid() {
            valid += 1;
            assert_eq!(truth(&certificate), Some(true));
        } else {
            invalid += 1;
        }
    }
    assert!(valid > 100 && invalid > 100, "{valid} and {invalid}");
}

#[test]
fn failures_name_the_step_and_the_claim() {
    let mut forms = Forms::new();
    let (zero, star) = (forms.zero(), forms.nimber(1));
    let mut certificate = relation_certificate(&mut forms, star, Symbol::Fuzzy, zero);
    assert_eq!(check(&certificate).to_string(), "valid: * <> 0 (3 steps)");
    let Claim::Relation { relation, .. } = &mut certificate.claim else {
        unreachable!("a relation was asked for");
    };
    *relation = Symbol::LessOrEqual;
    assert_eq!(
        check(&certificate).to_string(),
        "invalid: * <= 0: claim: * <= 0: needs #1 <= #0 (* <= 0), which no earlier step shows"
    );
    certificate.steps[1] = Step::Le(1, 0);
    assert_eq!(
        check(&certificate).to_string(),
        "invalid: * <= 0: step 1: #1 <= #0 (* <= 0): \
         needs not #0 <= #0 (not 0 <= 0), which no earlier step shows"
    );
}

#[test]
fn what_is_no_certificate_is_an_error() {
    let message = |text: &str| match check_bytes(text.as_bytes()) {
        Ok(verdict) => panic!("{verdict}"),
        Err(error) => error.to_string(),
    };
    assert!(message("").contains("line 1"));
    assert!(message("[1,").contains("line 1"));
    assert!(message("{}").contains("missing field `format`"));
    assert_eq!(
        message(r#"{"format": "x", "version": 1, "kind": "short-game"}"#),
        "this is not a certificate: `format` is \"x\", expected \"sidle-certificate\""
    );
    let unknown = message(r#"{"format": "sidle-certificate", "version": 1, "kind": "x"}"#);
    assert!(unknown.contains("short-game"), "{unknown}");
    let newer = message(r#"{"format": "sidle-certificate", "version": 2, "kind": "short-game"}"#);
    assert!(newer.contains("reads version 1"), "{newer}");
}

/// Every certificate, sound or damaged.
#[test]
fn the_second_checker_agrees() {
    let mut lines = Vec::new();
    for certificate in samples() {
        let value = serde_json::to_value(&certificate).expect("certificates can be written");
        for document in mutations(&value).iter().chain([&value]) {
            lines.push(serde_json::to_vec(document).expect("JSON can be written"));
        }
    }
    second_checker::agrees(&lines, |line| match check_bytes(line) {
        Ok(verdict) if verdict.is_valid() => 'v',
        Ok(_) => 'i',
        Err(_) => 'u',
    });
}
