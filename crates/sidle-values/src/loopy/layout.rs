//! The layout of loopy values: `on`, `3/2under`, `^[on]`, `a{0||||0|||a|*||*}`, `{0|pass}`.
//!
//! Loopy parts are laid out with an explicit stack, so that a chain of a million vertices is no deeper than
//! any other; the letters, the order of options and the names depend on the value alone.

use std::{cmp::Ordering, collections::HashMap};

use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, bisimulation_classes};

use super::{Kind, Loopy, LoopyValue, Pseudonumber, SideForm, tables::Node};
use crate::{
    NumberUpStar,
    notation::{Item, ItemId, Notation, NotationOrder, Power},
};

impl Notation<'_> {
    /// Lays a loopy value out: a stopper, or `onside & offside`, or `dud`.
    ///
    /// # Errors
    /// If a limit of `meter` is met.
    pub fn loopy(&mut self, value: LoopyValue, meter: &Meter) -> Result<ItemId, StopReason> {
        if value == self.store().loopy().dud() {
            return Ok(self.push(Item::Dud));
        }
        let onside = self.side(value.onside(), meter)?;
        if value.stopper().is_some() {
            return Ok(onside);
        }
        let offside = self.side(value.offside(), meter)?;
        Ok(self.push(Item::Sides(onside, offside)))
    }

    /// Lays one side out, a stopper or not.
    ///
    /// # Errors
    /// If a limit of `meter` is met.
    pub fn side(&mut self, side: SideForm, meter: &Meter) -> Result<ItemId, StopReason> {
        let loopy = self.store().loopy();
        let node = loopy.side_node(side);
        let ranks = loopy.ranks(node, meter)?;
        let layout = Layout {
            loopy,
            ranks,
            notation: self,
            own: Vec::new(),
            open: HashMap::new(),
            backs: Vec::new(),
        };
        layout.run(node, meter)
    }
}

impl Loopy<'_> {
    /// A canonical numbering of the records below a node, which does not depend on the tables.
    fn ranks(self, start: Node, meter: &Meter) -> Result<HashMap<Node, u32>, StopReason> {
        let mut records = Vec::new();
        let mut leaves = Vec::new();
        let mut seen: hashbrown::HashSet<Node> = [start].into_iter().collect();
        let mut todo = vec![start];
        let mut ticker = meter.ticker();
        while let Some(node) = todo.pop() {
            ticker.step()?;
            if let Kind::Short(game) = self.kind(node) {
                leaves.push((game, node));
                continue;
            }
            records.push(node);
            for player in Player::BOTH {
                for &option in self.node_options(node, player) {
                    if seen.insert(option) {
                        todo.push(option);
                    }
                }
            }
        }
        let mut order = NotationOrder::new(self.store);
        for &(game, _) in &leaves {
            order.prepare(game, meter)?;
        }
        leaves.sort_by(|a, b| order.compare(a.0, b.0));
        let all = records.iter().chain(leaves.iter().map(|(_, node)| node));
        let place: HashMap<Node, u32> = all.copied().zip(0u32..).collect();
        let mut colours = vec![0; records.len()];
        colours.extend(1..=leaves.len() as u32);
        let mut builder = BigraphBuilder::new(place.len());
        for &node in &records {
            for player in Player::BOTH {
                for option in self.node_options(node, player) {
                    builder.edge(place[&node], player, place[option]);
                }
            }
        }
        let classes = bisimulation_classes(&builder.build(), &colours, meter)?;
        Ok(records
            .iter()
            .map(|&node| (node, classes[place[&node] as usize]))
            .collect())
    }
}

/// One side on its way to items.
struct Layout<'n, 's> {
    loopy: Loopy<'s>,
    ranks: HashMap<Node, u32>,
    notation: &'n mut Notation<'s>,
    /// The items of loopy parts; options come after the braces they are in.
    own: Vec<ItemId>,
    /// The braces we are inside of.
    open: HashMap<Node, ItemId>,
    /// References, and the braces that they lead back to.
    backs: Vec<(ItemId, ItemId)>,
}

/// What is left to do while laying out.
enum Task {
    /// Fill the item with the node.
    Node(ItemId, Node),
    /// The braces of this node are complete.
    Close(Node),
}

impl Layout<'_, '_> {
    fn run(mut self, start: Node, meter: &Meter) -> Result<ItemId, StopReason> {
        if let Kind::Short(game) = self.loopy.kind(start) {
            return self.notation.game(game, meter);
        }
        let first = self.slot();
        let mut tasks = vec![Task::Node(first, start)];
        let mut ticker = meter.ticker();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(node) => {
                    self.open.remove(&node);
                }
                Task::Node(at, node) => {
                    ticker.node(size_of::<Item>())?;
                    self.node(at, node, &mut tasks, meter)?;
                }
            }
        }
        self.label();
        self.count_slashes();
        Ok(first)
    }

    fn slot(&mut self) -> ItemId {
        let id = self.notation.push(Item::Pass);
        self.own.push(id);
        id
    }

    fn set(&mut self, at: ItemId, item: Item) {
        self.notation.items_mut()[at] = item;
    }

    /// Gives the braces that are referred to their letters, from the outside inwards.
    fn label(&mut self) {
        let mut labels: HashMap<ItemId, String> = HashMap::new();
        let referred: hashbrown::HashSet<ItemId> = self.backs.iter().map(|back| back.1).collect();
        let braces = self.own.iter().filter(|id| referred.contains(*id));
        for (&id, letter) in braces.zip(letters()) {
            labels.insert(id, letter);
        }
        let items = self.notation.items_mut();
        for &(back, braces) in &self.backs {
            items[back] = Item::Back(labels[&braces].clone());
        }
        for (id, letter) in labels {
            if let Item::Braces { label, .. } = &mut items[id] {
                *label = Some(letter);
            }
        }
    }

    /// From the inside outwards.
    fn count_slashes(&mut self) {
        for &id in self.own.iter().rev() {
            if let Item::Braces { sides, .. } = self.notation.item(id) {
                let count = self.notation.slashes_between(sides);
                if let Item::Braces { slashes, .. } = &mut self.notation.items_mut()[id] {
                    *slashes = count;
                }
            }
        }
    }

    fn node(
        &mut self,
        at: ItemId,
        node: Node,
        tasks: &mut Vec<Task>,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        if let Some(&braces) = self.open.get(&node) {
            self.backs.push((at, braces));
        } else if let Some(name) = self.name(node) {
            self.set(at, name);
        } else if let Some((player, inner)) = self.tiny(node, meter)? {
            let argument = self.part(inner, tasks, meter)?;
            let number = Dyadic::ZERO;
            self.set(
                at,
                Item::Tiny {
                    number,
                    player,
                    argument,
                },
            );
        } else if let Some(inner) = self.switch(node, meter)? {
            let mut waiting = Vec::new();
            let mut items = Vec::with_capacity(inner.len());
            for option in inner {
                items.push(self.part(option, &mut waiting, meter)?);
            }
            tasks.extend(waiting.into_iter().rev());
            self.set(at, Item::Switch(items));
        } else {
            self.braces(at, node, tasks, meter)?;
        }
        Ok(())
    }

    /// The item of a part; a loopy one is filled later.
    fn part(
        &mut self,
        node: Node,
        tasks: &mut Vec<Task>,
        meter: &Meter,
    ) -> Result<ItemId, StopReason> {
        if let Kind::Short(game) = self.loopy.kind(node) {
            return self.notation.game(game, meter);
        }
        let slot = self.slot();
        tasks.push(Task::Node(slot, node));
        Ok(slot)
    }

    fn braces(
        &mut self,
        at: ItemId,
        node: Node,
        tasks: &mut Vec<Task>,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let mut sides = [Vec::new(), Vec::new()];
        let mut inner = Vec::new();
        for player in Player::BOTH {
            for option in self.sorted_options(node, player, meter)? {
                let item = if option == node {
                    self.notation.push(Item::Pass)
                } else {
                    self.part(option, &mut inner, meter)?
                };
                sides[player.index()].push(item);
            }
        }
        let (label, slashes) = (None, 1);
        self.set(
            at,
            Item::Braces {
                label,
                sides,
                slashes,
            },
        );
        self.open.insert(node, at);
        tasks.push(Task::Close(node));
        tasks.extend(inner.into_iter().rev());
        Ok(())
    }

    /// Short games first, in the order of notation, then the others by rank.
    fn sorted_options(
        &mut self,
        node: Node,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Node>, StopReason> {
        let mut options = self.loopy.node_options(node, player).to_vec();
        let (loopy, order, ranks) = (self.loopy, self.notation.order(), &self.ranks);
        for &option in &options {
            if let Kind::Short(game) = loopy.kind(option) {
                order.prepare(game, meter)?;
            }
        }
        options.sort_by(|&a, &b| match (loopy.kind(a), loopy.kind(b)) {
            (Kind::Short(g), Kind::Short(h)) => order.compare(g, h),
            (Kind::Short(_), _) => Ordering::Less,
            (_, Kind::Short(_)) => Ordering::Greater,
            _ => ranks[&a].cmp(&ranks[&b]),
        });
        Ok(options)
    }

    /// `x over`, `x ^[on]` and the other names, if the node is one of them.
    fn name(&self, node: Node) -> Option<Item> {
        if self.loopy.kind(node) == Kind::General {
            return None;
        }
        match self.loopy.pseudonumber(node) {
            Some(Pseudonumber::Number(_)) => None,
            Some(stop) => Some(Item::Pseudonumber(stop)),
            None => Player::BOTH
                .into_iter()
                .find_map(|player| {
                    self.upon(node, player)
                        .or_else(|| self.uponth(node, player))
                })
                .map(Item::Power),
        }
    }

    /// For Left: `x + upon = {pass|x*}` and `x + upon* = {x,pass|x}`; for Right their mirror images.
    fn upon(&self, node: Node, player: Player) -> Option<Power> {
        let mine = self.loopy.node_options(node, player);
        let yours = self.loopy.node_options(node, -player);
        let [answer] = yours[..] else { return None };
        let (number, after) = self.number_star(answer)?;
        let star = match after {
            1 if mine[..] == [node] => false,
            0 if mine.len() == 2 && mine.contains(&node) && mine.contains(&answer) => true,
            _ => return None,
        };
        Some(Power {
            number,
            player,
            sum: true,
            exponent: None,
            star,
        })
    }

    /// For Left: `x + uponth = {x|x - upon*}` and `x + uponth* = {x,x*|x - upon}`; for Right the mirror.
    fn uponth(&self, node: Node, player: Player) -> Option<Power> {
        let mine = self.loopy.node_options(node, player);
        let [answer] = self.loopy.node_options(node, -player)[..] else {
            return None;
        };
        let upon = self.upon(answer, -player)?;
        let mut stars: Vec<u64> = Vec::new();
        for &option in mine {
            let (y, star) = self.number_star(option)?;
            if y != upon.number {
                return None;
            }
            stars.push(star);
        }
        stars.sort_unstable();
        let star = match (stars.as_slice(), upon.star) {
            ([0], true) => false,
            ([0, 1], false) => true,
            _ => return None,
        };
        Some(Power {
            player,
            sum: false,
            star,
            ..upon
        })
    }

    fn number_star(&self, node: Node) -> Option<(Dyadic, u64)> {
        let Kind::Short(game) = self.loopy.kind(node) else {
            return None;
        };
        match self.loopy.store.as_number_up_star(game)? {
            NumberUpStar {
                number,
                ups: 0,
                star,
            } => Some((number, star)),
            _ => None,
        }
    }

    /// `tiny-G = {0||0|-G}` and `miny-G = {G|0||0}` for a pseudonumber G, so that no reference leads out of
    /// `Tiny(…)`.
    fn tiny(&self, node: Node, meter: &Meter) -> Result<Option<(Player, Node)>, StopReason> {
        if self.loopy.kind(node) == Kind::General {
            return Ok(None);
        }
        let shape = Player::BOTH.into_iter().find_map(|player| {
            let near = self.only_option(node, player)?;
            let threat = self.only_option(node, -player)?;
            if self.number_star(near) != Some((Dyadic::ZERO, 0))
                || matches!(self.loopy.kind(threat), Kind::Short(_))
                || threat == node
            {
                return None;
            }
            let far = self.only_option(threat, -player)?;
            let back = self.only_option(threat, player)?;
            (back == near && far != node && far != threat).then_some((player, far))
        });
        let Some((player, far)) = shape else {
            return Ok(None);
        };
        // G itself: for tiny the far option is -G.
        let inner = match player {
            Player::Left => self.loopy.negative_node(far, meter)?,
            Player::Right => far,
        };
        let named = matches!(self.name(inner), Some(Item::Pseudonumber(_)));
        Ok(named.then_some((player, inner)))
    }

    fn only_option(&self, node: Node, player: Player) -> Option<Node> {
        match self.loopy.node_options(node, player)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The Left options of a game that is its own negative, `+-{…}`, unless a reference leads out of them.
    fn switch(&mut self, node: Node, meter: &Meter) -> Result<Option<Vec<Node>>, StopReason> {
        if self.loopy.negative_node(node, meter)? != node {
            return Ok(None);
        }
        let left = self.sorted_options(node, Player::Left, meter)?;
        let mut seen: hashbrown::HashSet<Node> = left.iter().copied().collect();
        let mut todo = left.clone();
        let mut ticker = meter.ticker();
        while let Some(inner) = todo.pop() {
            ticker.step()?;
            if inner == node || self.open.contains_key(&inner) {
                return Ok(None);
            }
            if matches!(self.loopy.kind(inner), Kind::Short(_)) {
                continue;
            }
            for player in Player::BOTH {
                for &option in self.loopy.node_options(inner, player) {
                    if seen.insert(option) {
                        todo.push(option);
                    }
                }
            }
        }
        Ok((!left.is_empty()).then_some(left))
    }
}

/// a, b, c, … without v (which is down), then a1, b1, …
fn letters() -> impl Iterator<Item = String> {
    (0u64..).flat_map(|round| {
        ('a'..='z').filter(|&c| c != 'v').map(move |c| match round {
            0 => c.to_string(),
            n => format!("{c}{n}"),
        })
    })
}
