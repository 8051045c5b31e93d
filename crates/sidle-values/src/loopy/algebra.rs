//! Negatives, sums, multiples, ordinal sums, options and followers.

use std::collections::HashMap;

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
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

impl<'s> Loopy<'s> {
    /// The options of a stopper for one player, in the order of the tables.
    #[must_use]
    pub fn options(self, stopper: Stopper, player: Player) -> Vec<Stopper> {
        self.node_options(self.node(stopper), player)
            .into_iter()
            .filter_map(|node| self.as_stopper(node))
            .collect()
    }

    /// A stopper and everything it leads to, in breadth-first order.
    #[must_use]
    pub fn followers(self, stopper: Stopper) -> Vec<Stopper> {
        self.followers_of(self.node(stopper))
            .into_iter()
            .filter_map(|node| self.as_stopper(node))
            .collect()
    }

    /// The options of a side's form for one player.
    #[must_use]
    pub fn side_options(self, side: SideForm, player: Player) -> Vec<SideForm> {
        self.node_options(self.side_node(side), player)
            .into_iter()
            .map(|node| self.form(node))
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
        let mut seen: hashbrown::HashSet<Node> = [start].into_iter().collect();
        let mut order = vec![start];
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for player in Player::BOTH {
                for option in self.node_options(node, player) {
                    if seen.insert(option) {
                        order.push(option);
                    }
                }
            }
        }
        order
    }

    /// `-G`.
    #[must_use]
    pub fn negative(self, stopper: Stopper) -> Stopper {
        let node = unlimited(self.negative_node(self.node(stopper), &UNLIMITED));
        self.as_stopper(node).unwrap_or(stopper)
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
        let mut resolved: Vec<Option<Node>> = vec![None; region.len()];
        for component in region.components() {
            let piece = region.part(&component, &resolved);
            let stopper = component
                .iter()
                .all(|&v| self.kind(members[v as usize]).is_stopper());
            let nodes = self.intern_component(&piece, stopper, meter)?;
            for (&v, node) in component.iter().zip(nodes) {
                resolved[v as usize] = Some(node);
            }
        }
        let negatives: Vec<Node> = resolved.into_iter().flatten().collect();
        let pairs: Vec<(Node, Node)> = members.into_iter().zip(negatives.iter().copied()).collect();
        self.tables().remember_negatives(&pairs);
        Ok(negatives[0])
    }

    /// The followers of a record whose negatives are not known, and the region of their negatives.
    fn negated_followers(
        self,
        start: Node,
        meter: &Meter,
    ) -> Result<(Vec<Node>, Region), StopReason> {
        let mut members = vec![start];
        let mut place: HashMap<Node, u32> = [(start, 0)].into_iter().collect();
        let mut region = Region::default();
        let mut next = 0;
        let mut ticker = meter.ticker();
        while let Some(&node) = members.get(next) {
            next += 1;
            ticker.step()?;
            let mut row: super::region::Row = Default::default();
            for player in Player::BOTH {
                for option in self.node_options(node, player) {
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
        let mut negated = Region { rows };
        negated.tidy();
        Ok(negated)
    }

    /// The sum of two loopy games.
    #[must_use]
    pub fn add(self, g: LoopyValue, h: LoopyValue) -> LoopyValue {
        unlimited(self.try_add(g, h, Effort::default(), &UNLIMITED))
    }

    /// [`Loopy::add`] with a say on the effort, under a meter. The onside of a sum is the onside of the
    /// sum of the onsides, and likewise the offside.
    pub fn try_add(
        self,
        g: LoopyValue,
        h: LoopyValue,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let pairs = Side::BOTH.map(|side| {
            let (a, b) = (self.side_node(g.side(side)), self.side_node(h.side(side)));
            (a.min(b), a.max(b))
        });
        let laws = [
            self.sum_by_law(pairs[0], Side::Onside, meter)?,
            self.sum_by_law(pairs[1], Side::Offside, meter)?,
        ];
        let sides = match laws {
            [Some(onside), Some(offside)] => [onside, offside],
            [None, None] if pairs[0] == pairs[1] => {
                let region = self.product(pairs[0], meter)?;
                let sides = self.both_sides(&[region.clone(), region], effort, meter)?;
                sides.map(|nodes| nodes[0])
            }
            _ => {
                let onside = match laws[0] {
                    Some(node) => node,
                    None => self.sum_onside(pairs[0], effort, meter)?,
                };
                let offside = match laws[1] {
                    Some(node) => node,
                    None => self.sum_offside(pairs[1], effort, meter)?,
                };
                [onside, offside]
            }
        };
        Ok(LoopyValue::from_sides(
            self.form(sides[0]),
            self.form(sides[1]),
        ))
    }

    /// `G - H`.
    pub fn try_sub(
        self,
        g: LoopyValue,
        h: LoopyValue,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let negative = self.try_negative_value(h, meter)?;
        self.try_add(g, negative, effort, meter)
    }

    fn sum_onside(
        self,
        pair: (Node, Node),
        effort: Effort,
        meter: &Meter,
    ) -> Result<Node, StopReason> {
        let region = self.product(pair, meter)?;
        let known = vec![None; region.len()];
        Ok(self.side_values(&region, known, effort, meter)?[0])
    }

    fn sum_offside(
        self,
        (a, b): (Node, Node),
        effort: Effort,
        meter: &Meter,
    ) -> Result<Node, StopReason> {
        let mirror = (self.negative_node(a, meter)?, self.negative_node(b, meter)?);
        let node = self.sum_onside(mirror, effort, meter)?;
        self.negative_node(node, meter)
    }

    /// One side of a sum, where a law gives it without a product: short games, 0, `on` absorbs everything
    /// on the onside (Left always has a move, and infinite play is his) and all short games on the
    /// offside, where Right runs out of moves elsewhere; `off` likewise.
    fn sum_by_law(
        self,
        (a, b): (Node, Node),
        side: Side,
        meter: &Meter,
    ) -> Result<Option<Node>, StopReason> {
        let short = |node| match self.kind(node) {
            Kind::Short(game) => Some(game),
            _ => None,
        };
        if let (Some(g), Some(h)) = (short(a), short(b)) {
            return Ok(Some(self.tables().short(self.store.try_add(g, h, meter)?)));
        }
        let zero = self.tables().short(self.store.zero());
        if a == zero {
            return Ok(Some(b));
        }
        if b == zero {
            return Ok(Some(a));
        }
        for (x, other) in [(a, b), (b, a)] {
            let absorbs = match (self.is_on(x), self.is_off(x), side) {
                (true, _, Side::Onside) | (_, true, Side::Offside) => true,
                (true, _, _) | (_, true, _) => short(other).is_some() || other == x,
                _ => false,
            };
            if absorbs {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The graph of a sum, explored from the pair; vertex 0 is the pair itself. Two short parts are
    /// added by the store, and a part that has become 0 drops out.
    fn product(self, start: (Node, Node), meter: &Meter) -> Result<Region, StopReason> {
        let mut pairs = vec![start];
        let mut place: HashMap<(Node, Node), u32> = [(start, 0)].into_iter().collect();
        let mut region = Region::default();
        let mut ticker = meter.ticker();
        let zero = self.tables().short(self.store.zero());
        let mut next = 0;
        while let Some(&(a, b)) = pairs.get(next) {
            next += 1;
            ticker.node(64)?;
            let mut row: super::region::Row = Default::default();
            for player in Player::BOTH {
                let of_a = self.node_options(a, player).into_iter().map(|x| (x, b));
                let of_b = self.node_options(b, player).into_iter().map(|y| (a, y));
                for (x, y) in of_a.chain(of_b) {
                    ticker.step()?;
                    let known = match (self.kind(x), self.kind(y)) {
                        (Kind::Short(g), Kind::Short(h)) => {
                            Some(self.tables().short(self.store.try_add(g, h, meter)?))
                        }
                        _ if x == zero => Some(y),
                        _ if y == zero => Some(x),
                        _ => None,
                    };
                    row[player.index()].push(match known {
                        Some(node) => Ref::Node(node),
                        None => {
                            let pair = (x.min(y), x.max(y));
                            let new = pairs.len() as u32;
                            Ref::Local(*place.entry(pair).or_insert_with(|| {
                                pairs.push(pair);
                                new
                            }))
                        }
                    });
                }
            }
            region.rows.push(row);
        }
        region.tidy();
        Ok(region)
    }

    /// `n·G`, by adding again and again.
    pub fn try_multiple(
        self,
        value: LoopyValue,
        n: i64,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        if let Some(game) = value.short() {
            return Ok(self.store.try_multiple(game, n, meter)?.into());
        }
        let base = if n < 0 {
            self.try_negative_value(value, meter)?
        } else {
            value
        };
        let mut sum: LoopyValue = self.store.zero().into();
        for _ in 0..n.unsigned_abs() {
            let next = self.try_add(sum, base, effort, meter)?;
            if next == sum {
                // Idempotent: adding more changes nothing.
                return Ok(sum);
            }
            sum = next;
        }
        Ok(sum)
    }

    /// `n·G`.
    #[must_use]
    pub fn multiple(self, value: LoopyValue, n: i64) -> LoopyValue {
        unlimited(self.try_multiple(value, n, Effort::default(), &UNLIMITED))
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
            let mut region = Region {
                rows: vec![[nodes(left), nodes(right)]],
            };
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
        let base = self.node(base);
        let followers = self.followers_of(self.node(top));
        let place: HashMap<Node, u32> = followers.iter().copied().zip(0u32..).collect();
        let mut region = Region {
            rows: followers
                .iter()
                .map(|&node| {
                    Player::BOTH.map(|player| {
                        let below = self.node_options(base, player).into_iter().map(Ref::Node);
                        let above = self.node_options(node, player);
                        let above = above.into_iter().map(|option| Ref::Local(place[&option]));
                        below.chain(above).collect()
                    })
                })
                .collect(),
        };
        region.tidy();
        let sides = self.both_sides(&[region.clone(), region], effort, meter)?;
        Ok(LoopyValue::from_sides(
            self.form(sides[0][0]),
            self.form(sides[1][0]),
        ))
    }
}
