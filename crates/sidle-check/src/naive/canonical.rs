//! Canonical forms by removing dominated options and bypassing reversible ones, and the invariants
//! that are defined through them.

use std::collections::HashMap;

use sidle_core::{
    Dyadic,
    Player::{self, Left, Right},
};

use super::{Form, Forms, all_known, known};

impl Forms {
    /// The canonical form: options first made canonical, then reversible options bypassed as long as
    /// there are any, then dominated options removed (Siegel, *Combinatorial Game Theory*, II.2).
    ///
    /// Two games are equal exactly when their canonical forms are identical.
    pub fn canonical(&mut self, g: Form) -> Form {
        self.unfold(
            |forms| &mut forms.canonical,
            g,
            |forms, &g, memo| {
                let left = all_known(memo, forms.options(g, Left).to_vec())?;
                let right = all_known(memo, forms.options(g, Right).to_vec())?;
                Ok(forms.canonical_from(&left, &right))
            },
        )
    }

    /// The canonical form of `{left|right}`, whose options are canonical already.
    fn canonical_from(&mut self, left: &[Form], right: &[Form]) -> Form {
        let mut g = self.form(left, right);
        while let Some(bypassed) = self.bypass_one(g) {
            g = bypassed;
        }
        let left = self.undominated(g, Left);
        let right = self.undominated(g, Right);
        self.form(&left, &right)
    }

    /// A Left option `G^L` is reversible through `G^{LR}` if `G^{LR} <= G`; it is then replaced by all
    /// Left options of `G^{LR}`. The same for Right with the order turned round.
    fn bypass_one(&mut self, g: Form) -> Option<Form> {
        for player in Player::BOTH {
            for option in self.options(g, player).to_vec() {
                for reply in self.options(option, -player).to_vec() {
                    let reversible = match player {
                        Left => self.le(reply, g),
                        Right => self.le(g, reply),
                    };
                    if reversible {
                        return Some(self.replace(g, player, option, reply));
                    }
                }
            }
        }
        None
    }

    fn replace(&mut self, g: Form, player: Player, option: Form, reply: Form) -> Form {
        let mut options = self.options(g, player).to_vec();
        options.retain(|&other| other != option);
        options.extend(self.options(reply, player).to_vec());
        let others = self.options(g, -player).to_vec();
        match player {
            Left => self.form(&options, &others),
            Right => self.form(&others, &options),
        }
    }

    /// The options of a player without the dominated ones. The options are canonical, so two that are
    /// equal are identical and stand there once.
    fn undominated(&mut self, g: Form, player: Player) -> Vec<Form> {
        let options = self.options(g, player).to_vec();
        let mut kept = Vec::new();
        for &option in &options {
            let dominated = options.iter().any(|&other| {
                other != option
                    && match player {
                        Left => self.le(option, other),
                        Right => self.le(other, option),
                    }
            });
            if !dominated {
                kept.push(option);
            }
        }
        kept
    }

    /// The number that this game equals, if there is one.
    pub fn as_number(&mut self, g: Form) -> Option<Dyadic> {
        let canonical = self.canonical(g);
        self.unfold(
            |forms| &mut forms.numbers,
            canonical,
            |forms, &form, memo| forms.number_rule(form, memo),
        )
    }

    /// A canonical form is a number exactly when it is the canonical form of one: `0 = {|}`,
    /// `n+1 = {n|}`, `-n-1 = {|-n}`, `m/2^k = {(m-1)/2^k|(m+1)/2^k}`.
    fn number_rule(
        &self,
        form: Form,
        memo: &HashMap<Form, Option<Dyadic>>,
    ) -> Result<Option<Dyadic>, Form> {
        let side = |player| match *self.options(form, player) {
            [] => Ok(Some(None)),
            [option] => Ok(known(memo, option)?.map(Some)),
            _ => Ok(None),
        };
        let (Some(left), Some(right)) = (side(Left)?, side(Right)?) else {
            return Ok(None);
        };
        let number = match (&left, &right) {
            (None, None) => Dyadic::ZERO,
            (Some(left), None) => left + &Dyadic::from(1),
            (None, Some(right)) => right - &Dyadic::from(1),
            (Some(left), Some(right)) => (left + right).mul_pow2(-1),
        };
        let is_its_form = number.canonical_options() == (left, right);
        Ok(is_its_form.then_some(number))
    }

    /// The Left or Right stop: a number is its own stop; otherwise the Left stop is the greatest Right
    /// stop of a Left option, and the Right stop the least Left stop of a Right option.
    pub fn stop(&mut self, g: Form, player: Player) -> Dyadic {
        self.unfold(
            |forms| &mut forms.stops,
            (g, player),
            |forms, &(form, player), memo| {
                if let Some(number) = forms.as_number(form) {
                    return Ok(number);
                }
                let options = forms.options(form, player).iter();
                let stops = all_known(memo, options.map(|&option| (option, -player)))?;
                let best = match player {
                    Left => stops.into_iter().max(),
                    Right => stops.into_iter().min(),
                };
                Ok(best.expect("a game without options for a player is an integer"))
            },
        )
    }

    /// The day the form was born: 0 for `{|}`, otherwise one more than the latest of its options.
    pub fn formal_birthday(&mut self, g: Form) -> u64 {
        self.unfold(
            |forms| &mut forms.heights,
            g,
            |forms, &form, memo| {
                let options = Player::BOTH.map(|player| forms.options(form, player));
                let heights = all_known(memo, options.into_iter().flatten().copied())?;
                Ok(heights.into_iter().max().map_or(0, |height| height + 1))
            },
        )
    }

    /// The birthday of the value: that of its canonical form.
    pub fn birthday(&mut self, g: Form) -> u64 {
        let canonical = self.canonical(g);
        self.formal_birthday(canonical)
    }

    /// The canonical forms of all values born by a day, in the order in which they are met.
    ///
    /// The values born by day `n + 1` are those of `{A|B}` for sets `A`, `B` of values born by day
    /// `n`; a dominated option changes nothing, so antichains are enough. Feasible to day 3.
    pub fn born_by(&mut self, day: u32) -> Vec<Form> {
        let mut born = vec![self.zero()];
        for _ in 0..day {
            let antichains = self.antichains(&born);
            let mut next = Vec::new();
            let mut seen = std::collections::HashSet::new();
            for left in &antichains {
                for right in &antichains {
                    let form = self.canonical_from(left, right);
                    if seen.insert(form) {
                        next.push(form);
                    }
                }
            }
            born = next;
        }
        born
    }

    /// All sets of pairwise confused games out of `games`, the empty set first.
    fn antichains(&mut self, games: &[Form]) -> Vec<Vec<Form>> {
        let mut all: Vec<Vec<Form>> = vec![Vec::new()];
        for &game in games {
            for index in 0..all.len() {
                let confused = all[index]
                    .clone()
                    .into_iter()
                    .all(|other| !self.le(game, other) && !self.le(other, game));
                if confused {
                    let mut larger = all[index].clone();
                    larger.push(game);
                    all.push(larger);
                }
            }
        }
        all
    }
}
