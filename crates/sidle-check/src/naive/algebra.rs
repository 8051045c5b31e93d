//! Sums, negatives and products.
//!
//! Sums and negatives are forms as the definitions give them. [`Forms::conway_product`] and
//! [`Forms::norton_product`] return canonical forms, because their options are sums of many products
//! and the forms would be astronomical; that changes no value.

use std::collections::HashMap;

use sidle_core::Player::{self, Left, Right};

use super::{Form, Forms, all_known, known, unfold};

/// A memo of pairs of forms.
type Pairs = HashMap<(Form, Form), Form>;

impl Forms {
    /// `-G = {-G^R | -G^L}`.
    pub fn negative(&mut self, g: Form) -> Form {
        self.unfold(
            |forms| &mut forms.negatives,
            g,
            |forms, &g, memo| {
                let left = all_known(memo, forms.options(g, Right).to_vec())?;
                let right = all_known(memo, forms.options(g, Left).to_vec())?;
                Ok(forms.form(&left, &right))
            },
        )
    }

    /// `G + H = {G^L + H, G + H^L | G^R + H, G + H^R}`.
    pub fn sum(&mut self, g: Form, h: Form) -> Form {
        self.unfold(
            |forms| &mut forms.sums,
            (g, h),
            |forms, &pair, memo| {
                forms.by_side(memo, |forms, player| forms.moves_in_one(pair, player))
            },
        )
    }

    /// `G - H`.
    pub fn difference(&mut self, g: Form, h: Form) -> Form {
        let negative = self.negative(h);
        self.sum(g, negative)
    }

    /// `n` copies of `G`, or of `-G` for negative `n`.
    pub fn multiple(&mut self, g: Form, n: i64) -> Form {
        let summand = if n < 0 { self.negative(g) } else { g };
        let mut total = self.zero();
        for _ in 0..n.unsigned_abs() {
            total = self.sum(total, summand);
        }
        total
    }

    /// The ordinal sum `G : H = {G^L, G : H^L | G^R, G : H^R}`: a move in `G` ends play in `H`.
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Form {
        self.unfold(
            |forms| &mut forms.ordinal_sums,
            (g, h),
            |forms, &(g, h), memo| {
                let mut sides = [Vec::new(), Vec::new()];
                for player in Player::BOTH {
                    let in_h = forms.options(h, player).iter().map(|&option| (g, option));
                    sides[player.index()] = all_known(memo, in_h)?;
                    sides[player.index()].extend(forms.options(g, player));
                }
                Ok(forms.form(&sides[0], &sides[1]))
            },
        )
    }

    /// The conjunctive sum: a move is a move in both games, and play ends as soon as one of them ends.
    pub fn conjunctive_sum(&mut self, g: Form, h: Form) -> Form {
        self.unfold(
            |forms| &mut forms.conjunctive_sums,
            (g, h),
            |forms, &pair, memo| {
                forms.by_side(memo, |forms, player| forms.moves_in_both(pair, player))
            },
        )
    }

    /// The selective sum: a move is a move in either game or in both.
    pub fn selective_sum(&mut self, g: Form, h: Form) -> Form {
        self.unfold(
            |forms| &mut forms.selective_sums,
            (g, h),
            |forms, &pair, memo| {
                forms.by_side(memo, |forms, player| {
                    let mut moves = forms.moves_in_one(pair, player);
                    moves.extend(forms.moves_in_both(pair, player));
                    moves
                })
            },
        )
    }

    fn by_side(
        &mut self,
        memo: &Pairs,
        moves: impl Fn(&Forms, Player) -> Vec<(Form, Form)>,
    ) -> Result<Form, (Form, Form)> {
        let left = all_known(memo, moves(self, Left))?;
        let right = all_known(memo, moves(self, Right))?;
        Ok(self.form(&left, &right))
    }

    fn moves_in_one(&self, (g, h): (Form, Form), player: Player) -> Vec<(Form, Form)> {
        let in_g = self.options(g, player).iter().map(|&option| (option, h));
        let in_h = self.options(h, player).iter().map(|&option| (g, option));
        in_g.chain(in_h).collect()
    }

    fn moves_in_both(&self, (g, h): (Form, Form), player: Player) -> Vec<(Form, Form)> {
        let in_h = self.options(h, player);
        let in_g = self.options(g, player).iter();
        in_g.flat_map(|&one| in_h.iter().map(move |&other| (one, other)))
            .collect()
    }

    /// Conway's product of two *forms*, as a canonical form. Its options are `G'·H + G·H' - G'·H'`:
    /// Left's when `G'` and `H'` are options of the same player, Right's otherwise (*On Numbers and
    /// Games*, ch. 1). Other forms of the same values can have another product, unless they are
    /// numbers.
    pub fn conway_product(&mut self, g: Form, h: Form) -> Form {
        self.unfold(
            |forms| &mut forms.conway_products,
            (g, h),
            |forms, &pair, memo| forms.conway_rule(pair, memo),
        )
    }

    fn conway_rule(&mut self, (g, h): (Form, Form), memo: &Pairs) -> Result<Form, (Form, Form)> {
        let mut sides = [Vec::new(), Vec::new()];
        for in_g in Player::BOTH {
            for in_h in Player::BOTH {
                let side = if in_g == in_h { Left } else { Right };
                for one in self.options(g, in_g).to_vec() {
                    for other in self.options(h, in_h).to_vec() {
                        let plus = known(memo, (one, h))?;
                        let also = known(memo, (g, other))?;
                        let minus = known(memo, (one, other))?;
                        let sum = self.sum(plus, also);
                        let option = self.difference(sum, minus);
                        sides[side.index()].push(option);
                    }
                }
            }
        }
        let form = self.form(&sides[0], &sides[1]);
        Ok(self.canonical(form))
    }

    /// The incentives of a game as it stands: `U^L - U` and `U - U^R`.
    pub fn incentives(&mut self, u: Form) -> Vec<Form> {
        let left = self.options(u, Left).to_vec();
        let right = self.options(u, Right).to_vec();
        let mut all: Vec<Form> = left.iter().map(|&l| self.difference(l, u)).collect();
        all.extend(right.iter().map(|&r| self.difference(u, r)));
        all
    }

    /// The Norton product `G·U` of a game by a positive game, as a canonical form: `n` copies of `U`
    /// when `G` equals the integer `n`, else `{G^L·U + (U + I) | G^R·U - (U + I)}` over the options of
    /// the canonical form of `G` and the incentives `I` of the canonical form of `U` (*Winning Ways*,
    /// ch. 8).
    ///
    /// # Panics
    /// If `U` is not positive: the product is not defined.
    pub fn norton_product(&mut self, g: Form, u: Form) -> Form {
        let (zero, u) = (self.zero(), self.canonical(u));
        assert!(
            self.le(zero, u) && !self.le(u, zero),
            "the Norton product is by a positive game"
        );
        let mut overheads: Vec<Form> = Vec::new();
        for incentive in self.incentives(u) {
            let sum = self.sum(u, incentive);
            overheads.push(self.canonical(sum));
        }
        let g = self.canonical(g);
        unfold(g, &mut HashMap::new(), |&g, memo| {
            self.norton_rule(g, u, &overheads, memo)
        })
    }

    fn norton_rule(
        &mut self,
        g: Form,
        u: Form,
        overheads: &[Form],
        memo: &HashMap<Form, Form>,
    ) -> Result<Form, Form> {
        if let Some(n) = self.as_number(g).and_then(|number| number.to_i64()) {
            let copies = self.multiple(u, n);
            return Ok(self.canonical(copies));
        }
        let left = all_known(memo, self.options(g, Left).to_vec())?;
        let right = all_known(memo, self.options(g, Right).to_vec())?;
        let mut sides = [Vec::new(), Vec::new()];
        for &overhead in overheads {
            for &product in &left {
                sides[0].push(self.sum(product, overhead));
            }
            for &product in &right {
                sides[1].push(self.difference(product, overhead));
            }
        }
        let form = self.form(&sides[0], &sides[1]);
        Ok(self.canonical(form))
    }
}
