//! Canonical forms.
//!
//! From options that are canonical already: a number is recognised by the Simplicity Theorem from the
//! stops of the options; otherwise reversible options are bypassed, dominated ones deleted, and a
//! number-up-star is recognised by its canonical options (*Winning Ways*, ch. 3; Siegel, *Combinatorial
//! Game Theory*, II.2).

use std::cmp::Ordering;

use sidle_core::{Player, Relation, StopReason};
use smallvec::SmallVec;

use super::{
    Store,
    facts::{Facts, flag},
    order::FORM,
    work::{Side, Sides, Work},
};
use crate::{NumberUpStar, game::Id, number_up_star::infinitesimal_birthday};

/// A bound on the value from the options of one player: the best stop, and whether the value
/// itself is kept away from it.
#[derive(Clone, Copy)]
struct Bound {
    stop: Id,
    /// Some option with this stop meets it, so the game cannot be that number.
    strict: bool,
}

/// What the options of a form tell before any comparison.
struct Survey {
    bounds: [Option<Bound>; 2],
    /// What lies below the Left options, above the Right options.
    unions: [u64; 2],
    flags: u16,
}

/// Stands in a list for an option that another one dominates.
const DOMINATED: Id = FORM;

impl Store {
    /// The canonical value of `{sides[0] | sides[1]}`; the lists are put in order.
    pub(super) fn canonicalise(
        &self,
        sides: &mut Sides,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        for side in sides.iter_mut() {
            side.sort_unstable();
            side.dedup();
        }
        self.canonicalise_sets(sides, [0, 0], work)
    }

    /// The canonical value of `{options[0] | options[1]}`, lists without repetition. The first
    /// `antichain[p]` options of a player are known to be pairwise incomparable, and so are the others
    /// if that count is not 0: options of a sum, see `sum`.
    pub(super) fn canonicalise_sets(
        &self,
        options: &mut Sides,
        antichain: [usize; 2],
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        if let Some(nimber) = self.nimber_of_long_lists(options) {
            return self.number_up_star_id(&nimber, work);
        }
        let survey = self.survey(options);
        if let Some(number) = self.number_between(&survey, work)? {
            return Ok(number);
        }
        let facts = self.facts_of_form(&survey);
        std::mem::swap(&mut work.form.options, options);
        work.form.facts = facts;
        work.form_memo.clear();
        let mut result = work.take_sides();
        let outcome = Player::BOTH.into_iter().try_for_each(|player| {
            let i = player.index();
            self.canonical_options(player, antichain[i], &mut result[i], work)
        });
        std::mem::swap(&mut work.form.options, options);
        let id = outcome.and_then(|()| {
            result.iter_mut().for_each(|side| side.sort_unstable());
            self.intern_canonical(&result, facts, work)
        });
        work.give_sides(result);
        id
    }

    /// Long lists of nimbers (translated by one number) whose least missing nimber is the same for both
    /// players make that nimber: a move to a greater one is answered by moving back (Sprague, Grundy).
    /// The general way would compare each option of each option with a form of that length.
    fn nimber_of_long_lists(&self, options: &Sides) -> Option<NumberUpStar> {
        const LONG: usize = 16;
        if options.iter().any(|side| side.len() < LONG) {
            return None;
        }
        let number = self.to_number_up_star(options[0][0])?.number;
        let mut mexes = [0, 0];
        for (side, mex) in options.iter().zip(&mut mexes) {
            let mut seen = vec![false; side.len() + 1];
            for &id in side {
                let value = self.to_number_up_star(id)?;
                if value.ups != 0 || value.number != number {
                    return None;
                }
                let star = usize::try_from(value.star).ok();
                if let Some(seen) = star.and_then(|star| seen.get_mut(star)) {
                    *seen = true;
                }
            }
            *mex = seen.iter().position(|seen| !seen)?;
        }
        (mexes[0] == mexes[1]).then(|| NumberUpStar {
            star: mexes[0] as u64,
            ..NumberUpStar::from_number(number)
        })
    }

    fn survey(&self, options: &Sides) -> Survey {
        let mut survey = Survey {
            bounds: [None; 2],
            unions: [0; 2],
            flags: 0,
        };
        let mut common = flag::ALL_SMALL | flag::EVEN | flag::ODD;
        for player in Player::BOTH {
            let i = player.index();
            let mut landmarks = flag::LANDMARK;
            for &option in &options[i] {
                let facts = self.facts(option);
                survey.unions[i] |= match player {
                    Player::Left => facts.signature.below,
                    Player::Right => facts.signature.above,
                };
                landmarks &= facts.flags;
                common &= facts.flags;
                self.tighten(&mut survey.bounds[i], player, &facts);
            }
            if landmarks != 0 {
                survey.flags |= [flag::LEFT_IN_LANDMARKS, flag::RIGHT_IN_LANDMARKS][i];
            }
        }
        // Temper alternates with each move.
        survey.flags |= common & flag::ALL_SMALL;
        if common & flag::ODD != 0 {
            survey.flags |= flag::EVEN;
        } else if common & flag::EVEN != 0 {
            survey.flags |= flag::ODD;
        }
        survey
    }

    /// Left can stop at the best Right stop among his options; the option that meets it keeps the
    /// game from being that number.
    #[inline]
    fn tighten(&self, bound: &mut Option<Bound>, player: Player, facts: &Facts) {
        let (stop, meets) = match player {
            Player::Left => (facts.stops[1], facts.has(flag::MEETS_RIGHT_STOP)),
            Player::Right => (facts.stops[0], facts.has(flag::MEETS_LEFT_STOP)),
        };
        let Some(best) = bound else {
            *bound = Some(Bound {
                stop,
                strict: meets,
            });
            return;
        };
        let order = self.compare_numbers(stop, best.stop);
        let order = if player == Player::Left {
            order
        } else {
            order.reverse()
        };
        match order {
            Ordering::Greater => {
                *best = Bound {
                    stop,
                    strict: meets,
                }
            }
            Ordering::Equal => best.strict |= meets,
            Ordering::Less => {}
        }
    }

    /// The number this form equals, if it is one: the simplest number between the bounds.
    fn number_between(
        &self,
        survey: &Survey,
        work: &mut Work<'_>,
    ) -> Result<Option<Id>, StopReason> {
        if let [Some(low), Some(high)] = survey.bounds {
            match self.compare_numbers(low.stop, high.stop) {
                Ordering::Greater => return Ok(None),
                Ordering::Equal if low.strict || high.strict => return Ok(None),
                Ordering::Equal => return Ok(Some(low.stop)),
                Ordering::Less => {}
            }
        }
        let [low, high] = survey
            .bounds
            .map(|bound| bound.map(|b| (b.stop, !b.strict)));
        self.simplest_between(low, high, work)
    }

    /// Facts of a form that is not a number (so both players have options).
    fn facts_of_form(&self, survey: &Survey) -> Facts {
        let mut flags = survey.flags;
        let mut stops = [Id::ZERO; 2];
        let meets = [flag::MEETS_LEFT_STOP, flag::MEETS_RIGHT_STOP];
        for (i, bound) in survey.bounds.iter().enumerate() {
            if let Some(bound) = bound {
                stops[i] = bound.stop;
                if !bound.strict {
                    flags |= meets[i];
                }
            }
        }
        let signature = self.landmarks.signature(survey.unions[0], survey.unions[1]);
        Facts {
            signature,
            flags,
            stops,
        }
    }

    /// The canonical options of the form in the work space, for one player.
    fn canonical_options(
        &self,
        player: Player,
        antichain: usize,
        kept: &mut Side,
        work: &mut Work<'_>,
    ) -> Result<(), StopReason> {
        let i = player.index();
        let mut reversed: SmallVec<[Id; 8]> = SmallVec::new();
        let mut split = 0;
        for index in 0..work.form.options[i].len() {
            let option = work.form.options[i][index];
            match self.reversing(option, player, work)? {
                None => kept.push(option),
                Some(through) => reversed.push(through),
            }
            if index < antichain {
                split = kept.len();
            }
        }
        let firm = if antichain == 0 { 0 } else { kept.len() };
        for through in reversed {
            self.bypass(through, player, kept, work)?;
        }
        self.delete_dominated(player, kept, [split, firm], work)
    }

    /// An option of the opponent from `option` that is at least as good for him as the form itself: the
    /// option is reversible through it.
    fn reversing(
        &self,
        option: Id,
        player: Player,
        work: &mut Work<'_>,
    ) -> Result<Option<Id>, StopReason> {
        let mut through = None;
        self.any_option(option, -player, |reply| {
            let reverses = self.reverses(reply, player, work)?;
            if reverses {
                through = Some(reply);
            }
            Ok(reverses)
        })?;
        Ok(through)
    }

    /// Is this reply at least as good for the opponent as the form?
    #[inline]
    fn reverses(&self, reply: Id, player: Player, work: &mut Work<'_>) -> Result<bool, StopReason> {
        work.step()?;
        if let Some(answer) = self.le_with_facts(reply, -player, &work.form.facts) {
            return Ok(answer);
        }
        match player {
            Player::Left => self.le_by_search(reply, FORM, work),
            Player::Right => self.le_by_search(FORM, reply, work),
        }
    }

    /// Replaces an option reversible through `through` by the options of that, which may be reversible
    /// again.
    fn bypass(
        &self,
        through: Id,
        player: Player,
        kept: &mut Side,
        work: &mut Work<'_>,
    ) -> Result<(), StopReason> {
        let mut pending = Side::new();
        self.append_options(through, player, &mut pending, work)?;
        let mut next = 0;
        while next < pending.len() {
            let option = pending[next];
            next += 1;
            match self.reversing(option, player, work)? {
                None if kept.contains(&option) => {}
                None => kept.push(option),
                Some(through) => {
                    for more in self.option_list(through, player).iter() {
                        work.step()?;
                        if !pending.contains(&more) {
                            pending.push(more);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Deletes options dominated by another. Those before `split` are known to be incomparable with each
    /// other, and so are those from there to `firm`.
    fn delete_dominated(
        &self,
        player: Player,
        kept: &mut Side,
        [split, firm]: [usize; 2],
        work: &mut Work<'_>,
    ) -> Result<(), StopReason> {
        let mut any = false;
        let options = kept.as_mut_slice();
        for i in 0..options.len() {
            let first = if i < split { split } else { firm.max(i + 1) };
            for j in first..options.len() {
                let (one, other) = (options[i], options[j]);
                if one == DOMINATED {
                    break;
                }
                if other == DOMINATED {
                    continue;
                }
                work.step()?;
                // Left prefers the greater of two options, Right the smaller.
                let worse = match self.compare_in(one, other, work)? {
                    Relation::Fuzzy => continue,
                    Relation::Less | Relation::Equal if player == Player::Left => i,
                    Relation::Greater if player == Player::Right => i,
                    _ => j,
                };
                options[worse] = DOMINATED;
                any = true;
            }
        }
        if any {
            kept.retain(|option| *option != DOMINATED);
        }
        Ok(())
    }

    /// Interns canonical options, unless they are those of a number-up-star.
    pub(super) fn intern_canonical(
        &self,
        sides: &Sides,
        facts: Facts,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        if let Some(value) = self.recognise(sides) {
            return self.number_up_star_id(&value, work);
        }
        self.intern(sides, || self.complete_facts(facts, sides), work)
    }

    /// Flags that depend on the canonical options: those in landmarks, temper, birthday.
    fn complete_facts(&self, facts: Facts, sides: &Sides) -> Facts {
        let mut birthday = 0;
        let mut common = flag::EVEN | flag::ODD | flag::ALL_SMALL;
        let mut in_landmarks = [flag::LANDMARK; 2];
        for (side, landmarks) in sides.iter().zip(&mut in_landmarks) {
            for &option in side {
                let flags = self.flags(option);
                common &= flags;
                *landmarks &= flags;
                birthday = birthday.max(self.short_birthday(option, flags));
            }
        }
        let mut flags = facts.flags & (flag::MEETS_LEFT_STOP | flag::MEETS_RIGHT_STOP);
        flags |= common & flag::ALL_SMALL;
        if common & flag::ODD != 0 {
            flags |= flag::EVEN;
        } else if common & flag::EVEN != 0 {
            flags |= flag::ODD;
        }
        if in_landmarks[0] != 0 {
            flags |= flag::LEFT_IN_LANDMARKS;
        }
        if in_landmarks[1] != 0 {
            flags |= flag::RIGHT_IN_LANDMARKS;
        }
        flags |= (birthday + 1).min(flag::BIRTHDAY_MAX) << flag::BIRTHDAY_SHIFT;
        Facts { flags, ..facts }
    }

    /// Flags of any value.
    #[inline]
    pub(super) fn flags(&self, id: Id) -> u16 {
        if id.is_inline() {
            self.facts(id).flags
        } else {
            self.record(id).flags()
        }
    }

    /// Birthday up to [`flag::BIRTHDAY_MAX`].
    #[inline]
    fn short_birthday(&self, id: Id, flags: u16) -> u16 {
        if !id.is_inline() {
            return flags >> flag::BIRTHDAY_SHIFT;
        }
        let whole = u128::from(id.numerator().unsigned_abs() >> id.exponent());
        let fraction = match id.exponent() {
            0 => 0,
            exponent => u128::from(exponent) + 1,
        };
        let small = infinitesimal_birthday(i64::from(id.ups()), u64::from(id.star()));
        (whole + fraction + small).min(u128::from(flag::BIRTHDAY_MAX)) as u16
    }

    /// The number-up-star with these canonical options, if it is one that is not a number.
    fn recognise(&self, sides: &Sides) -> Option<NumberUpStar> {
        let [left, right] = sides;
        let (&first_left, &first_right) = (left.first()?, right.first()?);
        if !self.id_is_number_up_star(first_left) || !self.id_is_number_up_star(first_right) {
            return None;
        }
        if left.len() > 2 || right.len() > 2 || left == right {
            return self.recognise_nimber(left, right);
        }
        self.recognise_ups(left, right, 1)
            .or_else(|| self.recognise_ups(right, left, -1))
    }

    /// `x + *k` has the options `x, x*, … x*(k-1)` on both sides.
    fn recognise_nimber(&self, left: &[Id], right: &[Id]) -> Option<NumberUpStar> {
        if left != right {
            return None;
        }
        let first = self.to_number_up_star(left[0])?;
        let mut seen = vec![false; left.len()];
        for &id in left {
            let value = self.to_number_up_star(id)?;
            let star = usize::try_from(value.star).ok()?;
            if value.ups != 0 || value.number != first.number || *seen.get(star)? {
                return None;
            }
            seen[star] = true;
        }
        Some(NumberUpStar {
            star: left.len() as u64,
            ..NumberUpStar::from_number(first.number)
        })
    }

    /// `x + n·↑ + *k` with n > 0 as `{x | x + (n-1)·↑ + *(k xor 1)}` or `x + ↑* = {x, x* | x}`; with the
    /// sides exchanged and sign -1, the same for n < 0.
    fn recognise_ups(&self, near: &[Id], far: &[Id], sign: i64) -> Option<NumberUpStar> {
        let [far] = far else { return None };
        let far = self.to_number_up_star(*far)?;
        let mut base = self.to_number_up_star(near[0])?;
        if let [_, second] = near {
            let mut other = self.to_number_up_star(*second)?;
            if base.star != 0 {
                std::mem::swap(&mut base, &mut other);
            }
            let star_of_base = NumberUpStar {
                star: 1,
                ..base.clone()
            };
            return (base.is_number() && other == star_of_base && far == base).then(|| {
                NumberUpStar {
                    ups: sign,
                    star: 1,
                    ..base
                }
            });
        }
        (base.is_number() && base.number == far.number && !far.is_number()).then_some(())?;
        let ups = far.ups.checked_add(sign)?;
        (ups.signum() == sign).then(|| NumberUpStar {
            ups,
            star: far.star ^ 1,
            ..base
        })
    }
}
