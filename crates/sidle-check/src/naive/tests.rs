use std::collections::HashSet;

use sidle_core::{
    Dyadic, Outcome,
    Player::{Left, Right},
    Relation,
};

use super::{Form, Forms};

const DAY_3: &str = include_str!("../../../../data/golden/day3_values.tsv");

/// The forms of the golden table.
fn day_3(forms: &mut Forms) -> Vec<Form> {
    let rows = DAY_3.lines().map(|row| row.split('\t').next());
    rows.map(|text| {
        text.and_then(|text| forms.read_expanded(text))
            .expect("the table is well formed")
    })
    .collect()
}

fn up(forms: &mut Forms) -> Form {
    let (zero, star) = (forms.zero(), forms.nimber(1));
    forms.form(&[zero], &[star])
}

#[test]
fn values_born_by_each_day() {
    let mut forms = Forms::new();
    let counts: Vec<usize> = (0..=2).map(|day| forms.born_by(day).len()).collect();
    assert_eq!(counts, [1, 4, 22]);
    let born: HashSet<Form> = forms.born_by(3).into_iter().collect();
    let golden: HashSet<Form> = day_3(&mut forms).into_iter().collect();
    assert_eq!(golden.len(), 1474);
    assert!(born == golden, "the enumeration and the table differ");
}

#[test]
fn canonical_forms_of_day_3_are_themselves() {
    let mut forms = Forms::new();
    for form in day_3(&mut forms) {
        assert_eq!(forms.canonical(form), form, "{}", forms.expanded(form));
        assert!(forms.birthday(form) <= 3);
    }
}

/// `G <= H` says that Left wins `H - G` moving second: the order agrees with play.
#[test]
fn order_agrees_with_play_of_the_difference() {
    let mut forms = Forms::new();
    let day_2 = forms.born_by(2);
    for &g in &day_2 {
        for &h in &day_2 {
            let difference = forms.difference(g, h);
            let expected = Outcome::from(forms.compare(g, h));
            assert_eq!(forms.outcome_by_play(difference), expected);
            assert_eq!(forms.outcome(difference), expected);
        }
    }
}

/// Canonical forms decide equality: all sums of day-2 values.
#[test]
fn equal_games_have_identical_canonical_forms() {
    let mut forms = Forms::new();
    let day_2 = forms.born_by(2);
    let mut sums = Vec::new();
    for &g in &day_2 {
        for &h in &day_2 {
            sums.push(forms.sum(g, h));
        }
    }
    for &sum in sums.iter().step_by(7) {
        for &other in sums.iter().step_by(5) {
            let identical = forms.canonical(sum) == forms.canonical(other);
            assert_eq!(identical, forms.equal(sum, other));
        }
    }
}

#[test]
fn well_known_values() {
    let mut forms = Forms::new();
    let (zero, star, up) = (forms.zero(), forms.nimber(1), up(&mut forms));
    assert_eq!(forms.outcome(up), Outcome::Left);
    assert_eq!(forms.compare(up, star), Relation::Fuzzy);
    let double_up = forms.sum(up, up);
    assert_eq!(forms.compare(double_up, star), Relation::Greater);
    // ^ + ^ + * = {0|^}
    let sum = forms.sum(double_up, star);
    let upsecond = forms.form(&[zero], &[up]);
    assert_eq!(forms.canonical(sum), upsecond);
    // *2 + *3 = *
    let (two, three) = (forms.nimber(2), forms.nimber(3));
    let sum = forms.sum(two, three);
    assert_eq!(forms.canonical(sum), star);
    // {1|-1} has the stops 1 and -1.
    let (one, minus_one) = (forms.integer(1), forms.integer(-1));
    let switch = forms.form(&[one], &[minus_one]);
    assert_eq!(forms.stop(switch, Left), Dyadic::from(1));
    assert_eq!(forms.stop(switch, Right), Dyadic::from(-1));
    assert_eq!(forms.stop(up, Left), Dyadic::ZERO);
}

#[test]
fn numbers_behave_as_numbers() {
    let mut forms = Forms::new();
    let numbers: Vec<Dyadic> = (-7..=7).map(|m| Dyadic::new(m, 2)).collect();
    for x in &numbers {
        let form_x = forms.number(x);
        assert_eq!(forms.as_number(form_x), Some(x.clone()));
        for y in &numbers {
            let form_y = forms.number(y);
            assert_eq!(forms.le(form_x, form_y), x <= y);
            let sum = forms.sum(form_x, form_y);
            assert_eq!(forms.as_number(sum), Some(x + y));
        }
    }
    // Conway's product on forms that are not canonical, too: {-1|1} = 0, {1/4|3} = 1.
    let halves: Vec<Dyadic> = (-3..=3).map(|m| Dyadic::new(m, 1)).collect();
    for x in &halves {
        for y in &halves {
            let (form_x, form_y) = (forms.number(x), forms.number(y));
            let product = forms.conway_product(form_x, form_y);
            assert_eq!(forms.as_number(product), Some(x * y));
        }
        let (low, high) = (forms.number(&Dyadic::new(1, 2)), forms.integer(3));
        let one = forms.form(&[low], &[high]);
        let form_x = forms.number(x);
        let product = forms.conway_product(one, form_x);
        assert_eq!(forms.as_number(product), Some(x.clone()));
    }
}

#[test]
fn ordinal_sums_and_norton_products() {
    let mut forms = Forms::new();
    let (star, up) = (forms.nimber(1), up(&mut forms));
    // * : 1 = {0,*|0} = ^*
    let one = forms.integer(1);
    let sum = forms.ordinal_sum(star, one);
    let up_star = forms.sum(up, star);
    assert!(forms.equal(sum, up_star));
    // The Norton product of an integer is a multiple, and 1/2·^ + 1/2·^ = ^.
    let two = forms.integer(2);
    let product = forms.norton_product(two, up);
    let double_up = forms.sum(up, up);
    assert!(forms.equal(product, double_up));
    let half = forms.number(&Dyadic::new(1, 1));
    let half_up = forms.norton_product(half, up);
    let whole = forms.sum(half_up, half_up);
    assert!(forms.equal(whole, up));
}

#[test]
fn conjunctive_and_selective_sums_of_heaps() {
    let mut forms = Forms::new();
    // Conjunctively, play in nim heaps ends with the smaller heap: *m and *n give *min(m,n).
    for m in 0..5 {
        for n in 0..5 {
            let (heap, other) = (forms.nimber(m), forms.nimber(n));
            let both = forms.conjunctive_sum(heap, other);
            let expected = forms.nimber(m.min(n));
            assert!(forms.equal(both, expected));
            // A selective sum of impartial games is a P-position exactly when both parts are.
            let some = forms.selective_sum(heap, other);
            let previous = forms.outcome(some) == Outcome::Previous;
            assert_eq!(previous, m == 0 && n == 0);
        }
    }
}

#[test]
fn expanded_notation() {
    let mut forms = Forms::new();
    for row in DAY_3.lines() {
        let text = row.split('\t').next().expect("a first field");
        let form = forms.read_expanded(text).expect("well formed");
        let again = forms.expanded(form);
        assert_eq!(forms.read_expanded(&again), Some(form));
    }
    let broken = [
        "",
        "{",
        "{|",
        "{}",
        "|",
        "{||}",
        "{|}{|}",
        "{|}}",
        "{{|},|}",
        "{,|}",
        "{|},{|}",
        "{x|}",
        "{{|}{|}|}",
        "{|,{|}}",
    ];
    for text in broken {
        assert_eq!(forms.read_expanded(text), None, "{text}");
    }
}

/// No definition here recurses on the machine's stack.
#[test]
fn depth_one_hundred_thousand() {
    let mut forms = Forms::new();
    let zero = forms.zero();
    let mut chain = zero;
    for _ in 0..100_000 {
        chain = forms.form(&[chain], &[zero]);
    }
    assert_eq!(forms.formal_birthday(chain), 100_000);
    // {{0|0}|0} is down, and it only gets worse for Left.
    assert_eq!(forms.outcome(chain), Outcome::Right);
    assert!(forms.equal(chain, chain));
    let negative = forms.negative(chain);
    assert_eq!(forms.outcome_by_play(negative), Outcome::Left);
    let text = forms.expanded(chain);
    assert_eq!(forms.read_expanded(&text), Some(chain));
}
