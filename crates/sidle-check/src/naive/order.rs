//! The order of games and what is read off it.

use std::{collections::HashMap, mem};

use sidle_core::{
    Outcome,
    Player::{Left, Right},
    Relation,
};

use super::{Form, Forms, known, unfold};

impl Forms {
    /// `G <= H` unless some `G^L >= H` or some `H^R <= G` (*On Numbers and Games*, ch. 7).
    pub fn le(&mut self, g: Form, h: Form) -> bool {
        let mut memo = mem::take(&mut self.le);
        let answer = unfold((g, h), &mut memo, |&pair, memo| self.le_rule(pair, memo));
        self.le = memo;
        answer
    }

    fn le_rule(
        &self,
        (g, h): (Form, Form),
        memo: &HashMap<(Form, Form), bool>,
    ) -> Result<bool, (Form, Form)> {
        for &left in self.options(g, Left) {
            if known(memo, (h, left))? {
                return Ok(false);
            }
        }
        for &right in self.options(h, Right) {
            if known(memo, (right, g))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How two games compare.
    pub fn compare(&mut self, g: Form, h: Form) -> Relation {
        Relation::from_le_ge(self.le(g, h), self.le(h, g))
    }

    /// `G = H`: each is at most the other.
    pub fn equal(&mut self, g: Form, h: Form) -> bool {
        self.le(g, h) && self.le(h, g)
    }

    /// Who wins, by comparison with 0.
    pub fn outcome(&mut self, g: Form) -> Outcome {
        let zero = self.zero();
        self.compare(g, zero).into()
    }

    /// Who wins, by playing: does the player who starts have a move after which the other, starting,
    /// does not win?
    pub fn outcome_by_play(&self, g: Form) -> Outcome {
        let mut memo = HashMap::new();
        let mut wins = |starter| {
            unfold((g, starter), &mut memo, |&(position, player), memo| {
                for &option in self.options(position, player) {
                    if !known(memo, (option, -player))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            })
        };
        match (wins(Left), wins(Right)) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        }
    }
}
