//! Negatives, ordinal sums, options and followers.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::{
    Effort, Kind, Loopy, LoopyValue, Side, SideForm, Stopper, UNLIMITED,
    region::{Ref, Region},
    tables::Node,
    unlimited,
};

/// Why there is no game `S & T`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SidesError {
    /// `S & T` needs `T <= S`.
    #[error("the offside must not exceed the onside")]
    OutOfOrder,
    /// The meter stopped the comparison.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

impl<'s> Loopy<'s> {
    /// The options of a stopper for one player, in the order of the tables.
    #[must_use]
    pub fn options(self, stopper: Stopper, player: Player) -> Vec<Stopper> {
        self.node_options(self.node(stopper), player)
            .iter()
            .filter_map(|&node| self.as_stopper(node))
            .collect()
    }

    /// Can both players move, or neither, wherever play leads from a stopper?
    pub fn try_is_all_small(self, stopper: Stopper, meter: &Meter) -> Result<bool, StopReason> {
        for at in self.try_followers(stopper, meter)? {
            meter.check()?;
            let left = self.try_options(at, Player::Left, meter)?;
            let right = self.try_options(at, Player::Right, meter)?;
            if left.is_empty() != right.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The options of a stopper for one player; a nimber's long list is paid for before it is made.
    pub fn try_options(
        self,
        stopper: Stopper,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Stopper>, StopReason> {
        self.expand(stopper.short(), meter)?;
        Ok(self.options(stopper, player))
    }

    /// A stopper and everything it leads to, in breadth-first order.
    #[must_use]
    pub fn followers(self, stopper: Stopper) -> Vec<Stopper> {
        unlimited(self.try_followers(stopper, &UNLIMITED))
    }

    /// A stopper and everything it leads to, in breadth-first order; the meter may stop it.
    pub fn try_followers(
        self,
        stopper: Stopper,
        meter: &Meter,
    ) -> Result<Vec<Stopper>, StopReason> {
        let nodes = self.try_followers_of(self.node(stopper), meter)?;
        Ok(nodes
            .into_iter()
            .filter_map(|node| self.as_stopper(node))
            .collect())
    }

    /// The options of a side's form for one player.
    #[must_use]
    pub fn side_options(self, side: SideForm, player: Player) -> Vec<SideForm> {
        self.node_options(self.side_node(side), player)
            .iter()
            .map(|&node| self.form(node))
            .collect()
    }

    /// A side's form and everything it leads to, in breadth-first order.
    #[must_use]
    pub fn side_followers(self, side: SideForm) -> Vec<SideForm> {
        self.followers_of(self.side_node(side))
            .into_iter()
            .map(|node| self.form(node))
            .collect()
    }

    pub(super) fn followers_of(self, start: Node) -> Vec<Node> {
        unlimited(self.try_followers_of(start, &UNLIMITED))
    }

    pub(super) fn try_followers_of(
        self,
        start: Node,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let mut ticker = meter.ticker();
        let mut seen: hashbrown::HashSet<Node> = [start].into_iter().collect();
        let mut order = vec![start];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            ticker.step()?;
            if let Kind::Short(game) = self.kind(node) {
                self.expand(Some(game), meter)?;
            }
            for player in Player::BOTH {
                for &option in self.node_options(node, player) {
                    if seen.insert(option) {
                        order.push(option);
                    }
                }
            }
        }
        Ok(order)
    }

    /// `-G`.
    #[must_use]
    pub fn negative(self, stopper: Stopper) -> Stopper {
        let node = unlimited(self.negative_node(self.node(stopper), &UNLIMITED));
        self.as_stopper(node)
            .expect("the negative of a stopper is a stopper")
    }

    /// `-γ`: the sides change places and sign.
    pub fn try_negative_value(
        self,
        value: LoopyValue,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let negate = |side: SideForm| {
            self.negative_node(self.side_node(side), meter)
                .map(|node| self.form(node))
        };
        let (onside, offside) = (negate(value.offside())?, negate(value.onside())?);
        Ok(LoopyValue::from_sides(onside, offside))
    }

    /// `-γ`.
    #[must_use]
    pub fn negative_value(self, value: LoopyValue) -> LoopyValue {
        unlimited(self.try_negative_value(value, &UNLIMITED))
    }

    /// The negative of a node: the same graph with the colours exchanged, which is canonical again.
    pub(super) fn negative_node(self, node: Node, meter: &Meter) -> Result<Node, StopReason> {
        if let Kind::Short(game) = self.kind(node) {
            return Ok(self.tables().short(self.store.try_negative(game, meter)?));
        }
        if let Some(known) = self.tables().known_negative(node) {
            return Ok(known);
        }
        let (members, region) = self.negated_followers(node, meter)?;
        let stopper = |v: u32| self.kind(members[v as usize]).is_stopper();
        let negatives = self.intern_region(&region, stopper, meter)?;
        for (&node, &negative) in members.iter().zip(&negatives) {
            self.tables().remember_negative(node, negative);
        }
        Ok(negatives[0])
    }

    /// The followers of a record whose negatives are not known, and the region of their negatives.
    fn negated_followers(
        self,
        start: Node,
        meter: &Meter,
    ) -> Result<(Vec<Node>, Region), StopReason> {
        let mut members = vec![start];
        let mut place: FxHashMap<Node, u32> = [(start, 0)].into_iter().collect();
        let mut region = Region::default();
        let mut next = 0;
        let mut ticker = meter.ticker();
        while let Some(&node) = members.get(next) {
            next += 1;
            ticker.step()?;
            let mut row: super::region::Row = Default::default();
            for player in Player::BOTH {
                for &option in self.node_options(node, player) {
                    let known = match self.kind(option) {
                        Kind::Short(game) => {
                            Some(self.tables().short(self.store.try_negative(game, meter)?))
                        }
                        _ => self.tables().known_negative(option),
                    };
                    row[(-player).index()].push(match known {
                        Some(negative) => Ref::Node(negative),
                        None => {
                            let new = members.len() as u32;
                            Ref::Local(*place.entry(option).or_insert_with(|| {
                                members.push(option);
                                new
                            }))
                        }
                    });
                }
            }
            region.rows.push(row);
        }
        region.tidy();
        Ok((members, region))
    }

    pub(super) fn negate_nodes(
        self,
        nodes: &[Option<Node>],
        meter: &Meter,
    ) -> Result<Vec<Option<Node>>, StopReason> {
        nodes
            .iter()
            .map(|node| node.map(|node| self.negative_node(node, meter)).transpose())
            .collect()
    }

    pub(super) fn negate_region(
        self,
        region: &Region,
        meter: &Meter,
    ) -> Result<Region, StopReason> {
        let mut rows = Vec::with_capacity(region.len());
        for row in &region.rows {
            let mut negative: super::region::Row = Default::default();
            for player in Player::BOTH {
                for &option in &row[player.index()] {
                    negative[(-player).index()].push(match option {
                        Ref::Local(w) => Ref::Local(w),
                        Ref::Node(node) => Ref::Node(self.negative_node(node, meter)?),
                    });
                }
            }
            rows.push(negative);
        }
        let mut negated = Region::new(rows);
        negated.tidy();
        Ok(negated)
    }

    /// `{left|right}` with loopy options.
    #[must_use]
    pub fn game(self, left: &[LoopyValue], right: &[LoopyValue]) -> LoopyValue {
        unlimited(self.try_game(left, right, Effort::default(), &UNLIMITED))
    }

    /// [`Loopy::game`] under a meter: side by side.
    pub fn try_game(
        self,
        left: &[LoopyValue],
        right: &[LoopyValue],
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let regions = Side::BOTH.map(|side| {
            let nodes = |values: &[LoopyValue]| {
                values
                    .iter()
                    .map(|value| Ref::Node(self.side_node(value.side(side))))
                    .collect()
            };
            let mut region = Region::new(vec![[nodes(left), nodes(right)]]);
            region.tidy();
            region
        });
        let sides = self.both_sides(&regions, effort, meter)?;
        Ok(LoopyValue::from_sides(
            self.form(sides[0][0]),
            self.form(sides[1][0]),
        ))
    }

    /// The game `S & T` with the given sides: one that is known to be a stopper, or the onside of one
    /// game and the offside of another.
    ///
    /// `T⁻ <= S⁺` holds exactly when Left, moving second, survives `S - T`: infinite play is hers in both
    /// parts.
    pub fn sided(
        self,
        onside: impl Into<SideForm>,
        offside: impl Into<SideForm>,
        meter: &Meter,
    ) -> Result<LoopyValue, SidesError> {
        let (onside, offside) = (onside.into(), offside.into());
        if self.node_le(self.side_node(offside), self.side_node(onside), meter)? {
            Ok(LoopyValue::from_sides(onside, offside))
        } else {
            Err(SidesError::OutOfOrder)
        }
    }

    /// The ordinal sum `G:H` of the canonical forms: a move in `G` throws `H` away. One of the two must
    /// be short, or the answer may not be what a form of the players' choice would give; it is the
    /// ordinal sum of the canonical forms in any case.
    pub fn try_ordinal_sum(
        self,
        base: Stopper,
        top: Stopper,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        self.expand(base.short(), meter)?;
        self.expand(top.short(), meter)?;
        let base = self.node(base);
        let followers = self.try_followers_of(self.node(top), meter)?;
        let place: FxHashMap<Node, u32> = followers.iter().copied().zip(0u32..).collect();
        let mut region = Region::new(
            followers
                .iter()
                .map(|&node| {
                    Player::BOTH.map(|player| {
                        let below = self
                            .node_options(base, player)
                            .iter()
                            .copied()
                            .map(Ref::Node);
                        let above = self.node_options(node, player);
                        let above = above.iter().map(|option| Ref::Local(place[option]));
                        below.chain(above).collect()
                    })
                })
                .collect(),
        );
        region.tidy();
        let sides = self.both_sides(&[region.clone(), region], effort, meter)?;
        Ok(LoopyValue::from_sides(
            self.form(sides[0][0]),
            self.form(sides[1][0]),
        ))
    }
}
