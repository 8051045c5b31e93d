//! Games whose written form matters: explicit games `'{*|*}'` and compounds of games that are not
//! worked out, such as `G ConjunctiveSum H`.
//!
//! Forms are interned in an arena, so that they are compared, walked and dropped without recursion.
//! The canonical value of a form is found bottom-up over its followers.

use std::{collections::HashMap, sync::Arc};

use sidle_core::{Meter, Outcome, Player, StopReason};
use sidle_values::{Game, Store};

/// An index into [`Forms`]; equal exactly when the forms are identical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FormId(u32);

/// The ways to combine two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Compound {
    /// Move in one of them.
    Sum,
    /// Move in one of them; a move in the first destroys the second.
    OrdinalSum,
    /// Move in both; the play ends as soon as one of them does.
    ConjunctiveSum,
    /// Move in one or both.
    SelectiveSum,
    /// `G · H` with the options `(G · H') : G'`, where `G` is negated behind a Right option of `H`.
    OrdinalProduct,
    /// Conway's product, on forms.
    ConwayProduct,
    /// Conway's product by an integer, as written with `*`.
    Multiple,
}

/// A game form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// The canonical form of a value.
    Value(Game),
    /// Options as they were written.
    Explicit(Arc<[FormId]>, Arc<[FormId]>),
    Compound(Compound, FormId, FormId),
    Negative(FormId),
}

/// The arena.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    forms: Vec<Form>,
    ids: HashMap<Form, FormId>,
    values: HashMap<FormId, Game>,
}

impl Forms {
    pub(crate) fn intern(&mut self, form: Form, meter: &Meter) -> Result<FormId, StopReason> {
        if let Some(&id) = self.ids.get(&form) {
            return Ok(id);
        }
        let id = u32::try_from(self.forms.len()).map_err(|_| StopReason::StoreFull)?;
        meter.ticker().node(2 * std::mem::size_of::<Form>())?;
        let id = FormId(id);
        self.forms.push(form.clone());
        self.ids.insert(form, id);
        Ok(id)
    }

    pub(crate) fn form(&self, id: FormId) -> &Form {
        &self.forms[id.0 as usize]
    }

    pub(crate) fn value(&mut self, game: Game, meter: &Meter) -> Result<FormId, StopReason> {
        self.intern(Form::Value(game), meter)
    }

    pub(crate) fn compound(
        &mut self,
        kind: Compound,
        a: FormId,
        b: FormId,
        meter: &Meter,
    ) -> Result<FormId, StopReason> {
        self.intern(Form::Compound(kind, a, b), meter)
    }

    /// The negative: sums negate part by part, products keep a sign in front.
    pub(crate) fn negative(
        &mut self,
        id: FormId,
        store: &Store,
        meter: &Meter,
    ) -> Result<FormId, StopReason> {
        let mut known: HashMap<FormId, FormId> = HashMap::new();
        let mut stack = vec![id];
        let mut ticker = meter.ticker();
        while let Some(&top) = stack.last() {
            ticker.step()?;
            let form = self.form(top).clone();
            let parts: Vec<FormId> = match &form {
                Form::Explicit(left, right) => left.iter().chain(right.iter()).copied().collect(),
                Form::Compound(kind, a, b) if distributes(*kind) => vec![*a, *b],
                _ => Vec::new(),
            };
            let missing: Vec<FormId> = parts
                .into_iter()
                .filter(|part| !known.contains_key(part))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let all = |ids: &[FormId]| {
                ids.iter()
                    .map(|part| known[part])
                    .collect::<Arc<[FormId]>>()
            };
            let negative = match form {
                Form::Value(game) => Form::Value(store.try_negative(game, meter)?),
                Form::Explicit(left, right) => Form::Explicit(all(&right), all(&left)),
                Form::Compound(kind, a, b) if distributes(kind) => {
                    Form::Compound(kind, known[&a], known[&b])
                }
                Form::Compound(..) => Form::Negative(top),
                Form::Negative(inner) => self.form(inner).clone(),
            };
            let negative = self.intern(negative, meter)?;
            known.insert(top, negative);
            stack.pop();
        }
        Ok(known[&id])
    }

    /// The options of a form.
    pub(crate) fn options(
        &mut self,
        id: FormId,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<FormId>, StopReason> {
        match self.form(id).clone() {
            Form::Value(game) => {
                let options: Vec<Game> = store.options(game, player).collect();
                options
                    .into_iter()
                    .map(|option| self.value(option, meter))
                    .collect()
            }
            Form::Explicit(left, right) => Ok(match player {
                Player::Left => left.to_vec(),
                Player::Right => right.to_vec(),
            }),
            Form::Negative(inner) => {
                let options = self.options(inner, -player, store, meter)?;
                options
                    .into_iter()
                    .map(|option| self.negative(option, store, meter))
                    .collect()
            }
            Form::Compound(kind, a, b) => self.compound_options(kind, a, b, player, store, meter),
        }
    }

    fn compound_options(
        &mut self,
        kind: Compound,
        a: FormId,
        b: FormId,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<FormId>, StopReason> {
        if matches!(kind, Compound::ConwayProduct | Compound::Multiple) {
            return self.product_options(a, b, player, store, meter);
        }
        if kind == Compound::OrdinalProduct {
            return self.ordinal_product_options(a, b, player, store, meter);
        }
        let firsts = self.options(a, player, store, meter)?;
        let seconds = self.options(b, player, store, meter)?;
        let mut ticker = meter.ticker();
        let mut options = Vec::new();
        if matches!(kind, Compound::Sum | Compound::SelectiveSum) {
            for &first in &firsts {
                options.push(self.compound(kind, first, b, meter)?);
            }
        }
        if matches!(
            kind,
            Compound::Sum | Compound::SelectiveSum | Compound::OrdinalSum
        ) {
            for &second in &seconds {
                options.push(self.compound(kind, a, second, meter)?);
            }
        }
        if matches!(kind, Compound::ConjunctiveSum | Compound::SelectiveSum) {
            for &first in &firsts {
                for &second in &seconds {
                    ticker.step()?;
                    options.push(self.compound(kind, first, second, meter)?);
                }
            }
        }
        if kind == Compound::OrdinalSum {
            options.extend(firsts);
        }
        Ok(options)
    }

    /// Conway: `{xᴸy + xyᴸ − xᴸyᴸ, xᴿy + xyᴿ − xᴿyᴿ | xᴸy + xyᴿ − xᴸyᴿ, xᴿy + xyᴸ − xᴿyᴸ}`.
    fn product_options(
        &mut self,
        a: FormId,
        b: FormId,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<FormId>, StopReason> {
        let mut options = Vec::new();
        let product = Compound::ConwayProduct;
        for mover in Player::BOTH {
            let other = if player == Player::Left {
                mover
            } else {
                -mover
            };
            let firsts = self.options(a, mover, store, meter)?;
            let seconds = self.options(b, other, store, meter)?;
            for &first in &firsts {
                for &second in &seconds {
                    let left = self.compound(product, first, b, meter)?;
                    let right = self.compound(product, a, second, meter)?;
                    let both = self.compound(product, first, second, meter)?;
                    let both = self.negative(both, store, meter)?;
                    let sum = self.compound(Compound::Sum, left, right, meter)?;
                    options.push(self.compound(Compound::Sum, sum, both, meter)?);
                }
            }
        }
        Ok(options)
    }

    /// On sign expansions of numbers this puts `G` for every plus of `H` and `-G` for every minus.
    fn ordinal_product_options(
        &mut self,
        a: FormId,
        b: FormId,
        player: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<FormId>, StopReason> {
        let mut options = Vec::new();
        for mover in Player::BOTH {
            let tail = if mover == Player::Left {
                a
            } else {
                self.negative(a, store, meter)?
            };
            let tails = self.options(tail, player, store, meter)?;
            for second in self.options(b, mover, store, meter)? {
                let base = self.compound(Compound::OrdinalProduct, a, second, meter)?;
                for &tail in &tails {
                    options.push(self.compound(Compound::OrdinalSum, base, tail, meter)?);
                }
            }
        }
        Ok(options)
    }

    /// The canonical value of a form.
    ///
    /// Cost: every follower of the form is visited once; sums are added as values.
    pub(crate) fn canonical(
        &mut self,
        id: FormId,
        store: &Store,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let mut stack: Vec<(FormId, Option<[Vec<FormId>; 2]>)> = vec![(id, None)];
        let mut ticker = meter.ticker();
        while let Some((top, expanded)) = stack.pop() {
            ticker.step()?;
            if self.values.contains_key(&top) {
                continue;
            }
            if let Some(value) = self.shortcut(top, store, meter)? {
                self.values.insert(top, value);
                continue;
            }
            let Some(sides) = expanded else {
                let sides = self.dependencies(top, store, meter)?;
                let needed: Vec<FormId> = sides
                    .iter()
                    .flatten()
                    .copied()
                    .filter(|form| !self.values.contains_key(form))
                    .collect();
                stack.push((top, Some(sides)));
                stack.extend(needed.into_iter().map(|form| (form, None)));
                continue;
            };
            let value = self.combine(top, &sides, store, meter)?;
            self.values.insert(top, value);
        }
        Ok(self.values[&id])
    }

    /// Who wins misère play of a form.
    pub(crate) fn misere_outcome(
        &mut self,
        id: FormId,
        store: &Store,
        meter: &Meter,
    ) -> Result<Outcome, StopReason> {
        let mut known: HashMap<FormId, [bool; 2]> = HashMap::new();
        let mut stack = vec![id];
        let mut ticker = meter.ticker();
        while let Some(&top) = stack.last() {
            ticker.step()?;
            let height = stack.len();
            let mut wins = [false; 2];
            for player in Player::BOTH {
                let options = self.options(top, player, store, meter)?;
                wins[player.index()] = options.is_empty();
                for option in options {
                    match known.get(&option) {
                        Some(reply) => wins[player.index()] |= !reply[(-player).index()],
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == height {
                ticker.node(32)?;
                known.insert(top, wins);
                stack.pop();
            }
        }
        let [left, right] = known[&id];
        Ok(crate::builtins::outcome_of(left, right))
    }

    /// The forms whose values decide the value of this one.
    fn dependencies(
        &mut self,
        id: FormId,
        store: &Store,
        meter: &Meter,
    ) -> Result<[Vec<FormId>; 2], StopReason> {
        match self.form(id).clone() {
            Form::Value(_) => Ok([Vec::new(), Vec::new()]),
            Form::Negative(inner) => Ok([vec![inner], Vec::new()]),
            Form::Compound(Compound::Sum, a, b) => Ok([vec![a, b], Vec::new()]),
            _ => Ok([
                self.options(id, Player::Left, store, meter)?,
                self.options(id, Player::Right, store, meter)?,
            ]),
        }
    }

    /// Compounds of canonical forms are the store's own business.
    fn shortcut(
        &self,
        id: FormId,
        store: &Store,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        let Form::Compound(kind, a, b) = self.form(id) else {
            return Ok(None);
        };
        let (Form::Value(a), Form::Value(b)) = (self.form(*a), self.form(*b)) else {
            return Ok(None);
        };
        let kind = match kind {
            Compound::Sum => return store.try_add(*a, *b, meter).map(Some),
            Compound::OrdinalSum => sidle_values::Compound::OrdinalSum,
            Compound::ConjunctiveSum => sidle_values::Compound::ConjunctiveSum,
            Compound::SelectiveSum => sidle_values::Compound::SelectiveSum,
            Compound::OrdinalProduct => sidle_values::Compound::OrdinalProduct,
            Compound::ConwayProduct | Compound::Multiple => sidle_values::Compound::ConwayProduct,
        };
        store.try_compound(kind, *a, *b, meter).map(Some)
    }

    fn combine(
        &self,
        id: FormId,
        sides: &[Vec<FormId>; 2],
        store: &Store,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let value = |form: &FormId| self.values[form];
        match self.form(id) {
            Form::Value(game) => Ok(*game),
            Form::Negative(inner) => store.try_negative(value(inner), meter),
            Form::Compound(Compound::Sum, a, b) => store.try_add(value(a), value(b), meter),
            _ => {
                let [left, right] = sides
                    .each_ref()
                    .map(|side| side.iter().map(value).collect::<Vec<_>>());
                store.try_game(&left, &right, meter)
            }
        }
    }
}

fn distributes(kind: Compound) -> bool {
    !matches!(
        kind,
        Compound::ConwayProduct | Compound::OrdinalProduct | Compound::Multiple
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Combines two values by a compound and works it out.
    fn combine(
        forms: &mut Forms,
        store: &Store,
        meter: &Meter,
        kind: Compound,
        a: Game,
        b: Game,
    ) -> Result<Game, StopReason> {
        let (a, b) = (forms.value(a, meter)?, forms.value(b, meter)?);
        let id = forms.compound(kind, a, b, meter)?;
        forms.canonical(id, store, meter)
    }

    fn value(
        kind: Compound,
        a: impl Fn(&Store) -> Game,
        b: impl Fn(&Store) -> Game,
        wanted: impl Fn(&Store) -> Game,
    ) {
        let store = Store::new();
        let mut forms = Forms::default();
        let meter = Meter::unlimited();
        let got = combine(&mut forms, &store, &meter, kind, a(&store), b(&store));
        assert_eq!(got, Ok(wanted(&store)), "{kind:?}");
    }

    #[test]
    fn compounds_of_nimbers_are_known() {
        let star = |n: u64| move |store: &Store| store.nimber(n);
        value(Compound::Sum, star(5), star(6), star(3));
        value(Compound::OrdinalSum, star(5), star(6), star(11));
        value(Compound::OrdinalProduct, star(5), star(6), star(30));
        value(Compound::ConwayProduct, star(4), star(4), star(6));
        value(Compound::ConjunctiveSum, star(3), star(2), star(2));
    }

    /// The store's compounds agree with the definitions on forms, for all pairs born by day 2.
    #[test]
    fn compounds_of_values_and_of_the_same_forms_agree() {
        let store = Store::new();
        let mut forms = Forms::default();
        let meter = Meter::unlimited();
        let values = store.try_born_by(2, &meter).unwrap();
        let kinds = [
            Compound::Sum,
            Compound::OrdinalSum,
            Compound::ConjunctiveSum,
            Compound::SelectiveSum,
            Compound::OrdinalProduct,
            Compound::ConwayProduct,
        ];
        for &a in &values {
            let sides = Player::BOTH.map(|player| {
                let options: Vec<Game> = store.options(a, player).collect();
                options
                    .into_iter()
                    .map(|option| forms.value(option, &meter).unwrap())
                    .collect::<Arc<[FormId]>>()
            });
            let [left, right] = sides;
            let written = forms.intern(Form::Explicit(left, right), &meter).unwrap();
            for &b in &values {
                let plain = forms.value(b, &meter).unwrap();
                for kind in kinds {
                    let id = forms.compound(kind, written, plain, &meter).unwrap();
                    let slow = forms.canonical(id, &store, &meter);
                    assert_eq!(
                        slow,
                        combine(&mut forms, &store, &meter, kind, a, b),
                        "{kind:?} {a:?} {b:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_long_ordinal_sum_uses_no_stack() {
        let store = Store::new();
        let mut forms = Forms::default();
        let meter = Meter::unlimited();
        let up = store.game(&[store.zero()], &[store.nimber(1)]);
        let sum = combine(
            &mut forms,
            &store,
            &meter,
            Compound::OrdinalSum,
            up,
            store.integer(20_000),
        );
        assert!(sum.is_ok());
    }
}
