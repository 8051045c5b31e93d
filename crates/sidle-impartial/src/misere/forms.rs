//! Misère canonical forms, hash-consed.
//!
//! A set of options S simplifies to an option H of one of its members if S contains the options of H, every other
//! member of S has H as an option, and, in case H = 0, some member of S is a P-position (Conway; without this
//! proviso {*2} would be 0, which it is not). Two games are equal for misère play exactly if they simplify to the
//! same form.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, StopReason};

use crate::walk::{Known, Step, settle, unknown};

/// A canonical form; equal exactly if the games are, within one [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form(pub(super) u32);

#[derive(Clone, Debug)]
pub(super) struct Record {
    /// The options, increasing in the order of [`Forms::compare`].
    pub(super) options: Box<[Form]>,
    pub(super) birthday: u32,
    pub(super) is_p: bool,
    pub(super) nim_value: u32,
    pub(super) misere_nim_value: u32,
    /// The even one of the game and the game + *.
    pub(super) even: Form,
}

/// A store of misère canonical forms.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::misere::Forms;
/// let mut forms = Forms::new();
/// let meter = Meter::unlimited();
/// let two = forms.nim_heap(2, &meter)?;
/// let double = forms.add(two, two, &meter)?;
/// assert_ne!(double, forms.zero());
/// assert!(forms.is_p(double));
/// let star = forms.nim_heap(1, &meter)?;
/// assert_eq!(forms.add(star, star, &meter)?, forms.zero());
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forms {
    pub(super) records: Vec<Record>,
    index: FxHashMap<Box<[Form]>, Form>,
    sums: FxHashMap<(Form, Form), Form>,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// A store with 0 and *.
    #[must_use]
    pub fn new() -> Forms {
        let record = |options: Vec<Form>, birthday, is_p, nim_value, misere_nim_value| Record {
            options: options.into_boxed_slice(),
            birthday,
            is_p,
            nim_value,
            misere_nim_value,
            even: Form(0),
        };
        let records = vec![
            record(vec![], 0, false, 0, 1),
            record(vec![Form(0)], 1, true, 1, 0),
        ];
        let index = records
            .iter()
            .zip(0..)
            .map(|(r, id)| (r.options.clone(), Form(id)));
        Forms {
            index: index.collect(),
            records,
            sums: FxHashMap::default(),
        }
    }

    /// 0, the game without moves.
    #[must_use]
    pub fn zero(&self) -> Form {
        Form(0)
    }

    /// *, the game whose only option is 0.
    #[must_use]
    pub fn star(&self) -> Form {
        Form(1)
    }

    pub(super) fn record(&self, form: Form) -> &Record {
        &self.records[form.0 as usize]
    }

    /// How many forms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// There is always 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The options, smallest first.
    #[must_use]
    pub fn options(&self, form: Form) -> &[Form] {
        &self.record(form).options
    }

    /// The birthday.
    #[must_use]
    pub fn birthday(&self, form: Form) -> u32 {
        self.record(form).birthday
    }

    /// Does the previous player win (misère)?
    #[must_use]
    pub fn is_p(&self, form: Form) -> bool {
        self.record(form).is_p
    }

    /// The nim value in normal play.
    #[must_use]
    pub fn nim_value(&self, form: Form) -> u32 {
        self.record(form).nim_value
    }

    /// The m for which the game + *m is a misère P-position.
    #[must_use]
    pub fn misere_nim_value(&self, form: Form) -> u32 {
        self.record(form).misere_nim_value
    }

    /// Is the birthday of the game less than that of the game + *?
    #[must_use]
    pub fn is_even(&self, form: Form) -> bool {
        self.record(form).even == form
    }

    /// The n of a nim heap *n.
    #[must_use]
    pub fn as_nim_heap(&self, form: Form) -> Option<u32> {
        let options = self.options(form);
        let heap = options.len() as u32;
        let are_smaller = options.iter().zip(0..).all(|(&option, n)| {
            self.options(option).len() == n as usize && self.nim_value(option) == n
        });
        (are_smaller && self.record(form).birthday == heap).then_some(heap)
    }

    /// The order in which games are listed: by the birthday of the even one of G and G + *, then by the number of
    /// its options, then by these from the largest down, an even game before the odd one.
    #[must_use]
    pub fn compare(&self, a: Form, b: Form) -> Ordering {
        // The first difference decides.
        let (mut a, mut b) = (a, b);
        while a != b {
            let (even_a, even_b) = (self.record(a).even, self.record(b).even);
            if even_a == even_b {
                return (even_a != a).cmp(&(even_b != b));
            }
            let birthdays = self.birthday(even_a).cmp(&self.birthday(even_b));
            if birthdays != Ordering::Equal {
                return birthdays;
            }
            let (options_a, options_b) = (self.options(even_a), self.options(even_b));
            let counts = options_a.len().cmp(&options_b.len());
            if counts != Ordering::Equal {
                return counts;
            }
            let mut pairs = options_a.iter().rev().zip(options_b.iter().rev());
            match pairs.find(|(a, b)| a != b) {
                Some((&first, &second)) => (a, b) = (first, second),
                None => break,
            }
        }
        Ordering::Equal
    }

    /// The canonical form of the game with these options.
    pub fn game(&mut self, options: &[Form], meter: &Meter) -> Result<Form, StopReason> {
        let mut set = options.to_vec();
        set.sort_unstable_by(|&a, &b| self.compare(a, b));
        set.dedup();
        if let Some(&known) = self.index.get(set.as_slice()) {
            return Ok(known);
        }
        let mut ticker = meter.ticker();
        let has_p = set.iter().any(|&option| self.is_p(option));
        let contains = |forms: &Forms, set: &[Form], form: Form| {
            set.binary_search_by(|&probe| forms.compare(probe, form))
                .is_ok()
        };
        // A form to which the set simplifies is an option of every member that is not among its own options: of
        // the largest member, unless that is one of them, in which case it is an option of ... that member's peers.
        let mut tried: FxHashSet<Form> = FxHashSet::default();
        for &member in &set {
            for &smaller in &*self.records[member.0 as usize].options {
                if !tried.insert(smaller) {
                    continue;
                }
                ticker.step()?;
                if smaller == self.zero() && !has_p {
                    continue;
                }
                let inner = self.options(smaller);
                let within = inner.iter().all(|&option| contains(self, &set, option));
                let reverts = |&option: &Form| {
                    contains(self, inner, option) || contains(self, self.options(option), smaller)
                };
                if within && set.iter().all(reverts) {
                    return Ok(smaller);
                }
            }
        }
        ticker.node(64 + 4 * set.len())?;
        Ok(self.insert(set))
    }

    fn insert(&mut self, set: Vec<Form>) -> Form {
        let birthday = 1 + set
            .iter()
            .map(|&option| self.birthday(option))
            .max()
            .unwrap_or(0);
        let is_p = !set.iter().any(|&option| self.is_p(option));
        let nim_value = mex(set.iter().map(|&option| self.nim_value(option)));
        let misere_nim_value = mex(set.iter().map(|&option| self.misere_nim_value(option)));
        let form = Form(self.records.len() as u32);
        // G is E + * exactly if its options are E and all E' + *.
        let even = set.iter().copied().find(|&even| {
            let pair = self.record(even);
            pair.even == even
                && pair.options.len() + 1 == set.len()
                && pair.options.iter().all(|&option| {
                    let other = self.known_with_star(option);
                    other.is_some_and(|other| {
                        let place = set.binary_search_by(|&probe| self.compare(probe, other));
                        place.is_ok()
                    })
                })
        });
        let options = set.into_boxed_slice();
        self.index.insert(options.clone(), form);
        self.records.push(Record {
            options,
            birthday,
            is_p,
            nim_value,
            misere_nim_value,
            even: even.unwrap_or(form),
        });
        if let Some(even) = even {
            self.sums.insert((even, Form(1)), form);
            self.sums.insert((form, Form(1)), even);
        }
        form
    }

    /// The game + *, if it is in the store.
    fn known_with_star(&self, form: Form) -> Option<Form> {
        match form {
            Form(0) => Some(Form(1)),
            Form(1) => Some(Form(0)),
            form => self.sums.get(&(form, Form(1))).copied(),
        }
    }

    /// The nim heap *n.
    pub fn nim_heap(&mut self, n: u32, meter: &Meter) -> Result<Form, StopReason> {
        let mut heaps = vec![self.zero()];
        let mut ticker = meter.ticker();
        while heaps.len() <= n as usize {
            ticker.step()?;
            let heap = self.next_heap(&heaps, meter)?;
            heaps.push(heap);
        }
        Ok(heaps[n as usize])
    }

    /// The nim heap whose options are all smaller ones. It is canonical: to simplify to an option *m, every option
    /// that is not one of *m, so *m itself, would have to have *m as an option.
    fn next_heap(&mut self, smaller: &[Form], meter: &Meter) -> Result<Form, StopReason> {
        let mut set = smaller.to_vec();
        set.sort_unstable_by(|&a, &b| self.compare(a, b));
        if let Some(&known) = self.index.get(set.as_slice()) {
            return Ok(known);
        }
        meter.ticker().node(64 + 4 * set.len())?;
        Ok(self.insert(set))
    }

    /// A game of another store, in this one.
    pub fn import(&mut self, other: &Forms, form: Form, meter: &Meter) -> Result<Form, StopReason> {
        let mut known = Known::default();
        settle(form, &mut known, meter, |form, known| {
            let options = other.options(form);
            if let Some(first) = unknown(known, options.iter().copied()) {
                return Ok(first);
            }
            // What is canonical there is canonical here.
            let mut set: Vec<Form> = options.iter().map(|option| known[option]).collect();
            set.sort_unstable_by(|&a, &b| self.compare(a, b));
            if let Some(&known) = self.index.get(set.as_slice()) {
                return Ok(Step::Is(known));
            }
            meter.ticker().node(64 + 4 * set.len())?;
            Ok(Step::Is(self.insert(set)))
        })?;
        Ok(known[&form])
    }

    /// The sum of two games.
    pub fn add(&mut self, a: Form, b: Form, meter: &Meter) -> Result<Form, StopReason> {
        let mut stack = vec![(a, b)];
        let mut ticker = meter.ticker();
        while let Some(&(a, b)) = stack.last() {
            ticker.step()?;
            if self.known_sum(a, b).is_some() {
                stack.pop();
                continue;
            }
            let of_a = self.options(a).iter().map(|&option| (option, b));
            let of_b = self.options(b).iter().map(|&option| (a, option));
            let pairs: Vec<(Form, Form)> = of_a.chain(of_b).collect();
            let missing: Vec<(Form, Form)> = pairs
                .iter()
                .copied()
                .filter(|&(a, b)| self.known_sum(a, b).is_none())
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let sums: Vec<Form> = pairs
                .iter()
                .filter_map(|&(a, b)| self.known_sum(a, b))
                .collect();
            let sum = self.game(&sums, meter)?;
            self.sums.insert(key(a, b), sum);
            ticker.node(24)?;
            stack.pop();
        }
        Ok(self.known_sum(a, b).unwrap_or(a))
    }

    fn known_sum(&self, a: Form, b: Form) -> Option<Form> {
        match (a, b) {
            (Form(0), other) | (other, Form(0)) => Some(other),
            (Form(1), Form(1)) => Some(Form(0)),
            _ => self.sums.get(&key(a, b)).copied(),
        }
    }

    /// The mate: every option replaced by its mate, 0 by *. G + mate(G) is a P-position.
    pub fn mate(&mut self, form: Form, meter: &Meter) -> Result<Form, StopReason> {
        let mut mates = Known::from_iter([(Form(0), Form(1))]);
        settle(form, &mut mates, meter, |form, mates| {
            let options = self.options(form);
            if let Some(first) = unknown(mates, options.iter().copied()) {
                return Ok(first);
            }
            let options: Vec<Form> = options.iter().map(|option| mates[option]).collect();
            self.game(&options, meter).map(Step::Is)
        })?;
        Ok(mates[&form])
    }
}

/// One key for both orders; * comes last, as the memo of G + * expects.
fn key(a: Form, b: Form) -> (Form, Form) {
    if a.0 >= b.0 { (a, b) } else { (b, a) }
}

pub(super) fn mex(values: impl Iterator<Item = u32> + Clone) -> u32 {
    // The least number that so many values leave out is at most their number.
    let mut seen = vec![false; values.clone().count() + 1];
    for value in values {
        if let Some(seen) = seen.get_mut(value as usize) {
            *seen = true;
        }
    }
    seen.iter().take_while(|seen| **seen).count() as u32
}
