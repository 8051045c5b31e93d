//! The loopy values with names of their own (*Winning Ways*, ch. 11).

use sidle_core::{Dyadic, Player};

use super::{
    Kind, Loopy, LoopyValue, Stopper, UNLIMITED,
    region::{Ref, RefList, Region},
    tables::{Named, Node},
    unlimited,
};
use crate::NumberUpStar;

impl<'s> Loopy<'s> {
    /// The stopper with one vertex that has the given exits and may pass: the players in `passes` also
    /// have a move to the game itself.
    fn with_pass(self, left: &[Stopper], right: &[Stopper], passes: Player) -> Stopper {
        let refs = |list: &[Stopper]| -> RefList {
            list.iter().map(|&s| Ref::Node(self.node(s))).collect()
        };
        let mut rows = [refs(left), refs(right)];
        rows[passes.index()].push(Ref::Local(0));
        let mut region = Region::new(vec![rows]);
        region.tidy();
        let nodes = unlimited(self.canonical_stoppers(&region, &UNLIMITED));
        self.as_stopper(nodes[0])
            .expect("a vertex with one loop is a stopper")
    }

    /// A value that is asked for again and again: made once.
    fn named(self, name: Named, make: impl FnOnce() -> Stopper) -> Stopper {
        let node = self.tables().named(name, || self.node(make()));
        self.as_stopper(node).expect("a named value is a stopper")
    }

    fn nus(self, number: &Dyadic, star: u64) -> Stopper {
        Stopper::Short(self.store.number_up_star(&NumberUpStar {
            number: number.clone(),
            ups: 0,
            star,
        }))
    }

    /// `on = {on|}`: the largest game.
    #[must_use]
    pub fn on(self) -> Stopper {
        self.named(Named::On, || self.with_pass(&[], &[], Player::Left))
    }

    /// `off = {|off}`: the smallest game.
    #[must_use]
    pub fn off(self) -> Stopper {
        self.named(Named::Off, || self.with_pass(&[], &[], Player::Right))
    }

    /// `dud = {dud|dud}`: the deathless universal draw, `on & off`.
    #[must_use]
    pub fn dud(self) -> LoopyValue {
        LoopyValue::from_sides(self.on().into(), self.off().into())
    }

    /// `x + over = {x|pass}`.
    #[must_use]
    pub fn number_over(self, x: &Dyadic) -> Stopper {
        self.with_pass(&[self.nus(x, 0)], &[], Player::Right)
    }

    /// `x + under = {pass|x}`.
    #[must_use]
    pub fn number_under(self, x: &Dyadic) -> Stopper {
        self.with_pass(&[], &[self.nus(x, 0)], Player::Left)
    }

    /// `over = {0|pass}`: less than every positive number, greater than every infinitesimal stopper of a
    /// finite kind.
    #[must_use]
    pub fn over(self) -> Stopper {
        self.named(Named::Over, || self.number_over(&Dyadic::ZERO))
    }

    /// `under = -over`.
    #[must_use]
    pub fn under(self) -> Stopper {
        self.named(Named::Under, || self.number_under(&Dyadic::ZERO))
    }

    /// `upon = {pass|*}`, written `^[on]` as well.
    #[must_use]
    pub fn upon(self) -> Stopper {
        let star = || self.nus(&Dyadic::ZERO, 1);
        self.named(Named::Upon, || self.with_pass(&[], &[star()], Player::Left))
    }

    /// `upon* = {0,pass|0}`.
    #[must_use]
    pub fn upon_star(self) -> Stopper {
        let zero = self.nus(&Dyadic::ZERO, 0);
        self.with_pass(&[zero], &[zero], Player::Left)
    }

    /// `uponth = {0||0|0,pass}`, written `^<on>` as well.
    #[must_use]
    pub fn uponth(self) -> Stopper {
        let zero = self.nus(&Dyadic::ZERO, 0);
        self.plain(&[zero], &[self.negative(self.upon_star())])
    }

    /// `tiny-G = {0||0|-G}`.
    #[must_use]
    pub fn tiny(self, g: Stopper) -> Stopper {
        let zero = self.nus(&Dyadic::ZERO, 0);
        let threat = self.plain(&[zero], &[self.negative(g)]);
        self.plain(&[zero], &[threat])
    }

    /// `ace = {0|tiny-on}`.
    #[must_use]
    pub fn ace(self) -> Stopper {
        let zero = self.nus(&Dyadic::ZERO, 0);
        self.plain(&[zero], &[self.tiny(self.on())])
    }

    /// `tis = {tisn|}`, `tisn = {|tis}`: `1 & 0` and `0 & -1`.
    #[must_use]
    pub fn tis(self) -> LoopyValue {
        let number = |n| Stopper::Short(self.store.integer(n));
        LoopyValue::from_sides(number(1).into(), number(0).into())
    }

    /// `tisn = -tis`.
    #[must_use]
    pub fn tisn(self) -> LoopyValue {
        self.negative_value(self.tis())
    }

    /// `{left|right}` of stoppers, which is a stopper.
    #[must_use]
    pub fn plain(self, left: &[Stopper], right: &[Stopper]) -> Stopper {
        let refs = |list: &[Stopper]| -> RefList {
            list.iter().map(|&s| Ref::Node(self.node(s))).collect()
        };
        let mut region = Region::new(vec![[refs(left), refs(right)]]);
        region.tidy();
        let nodes = unlimited(self.canonical_stoppers(&region, &UNLIMITED));
        self.as_stopper(nodes[0])
            .expect("a vertex that leads to stoppers is a stopper")
    }

    pub(super) fn is_on(self, node: Node) -> bool {
        self.kind(node) == Kind::Stopper
            && self.node_options(node, Player::Left)[..] == [node]
            && self.node_options(node, Player::Right).is_empty()
    }

    pub(super) fn is_off(self, node: Node) -> bool {
        self.kind(node) == Kind::Stopper
            && self.node_options(node, Player::Right)[..] == [node]
            && self.node_options(node, Player::Left).is_empty()
    }
}
