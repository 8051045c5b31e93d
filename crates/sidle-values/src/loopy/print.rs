//! Notation of loopy values: `on`, `3/2under`, `^[on]`, `a{0||||0|||a|*||*}`, `{0|pass}`.
//!
//! A value is laid out as a flat list of items ([`Notation`]), so that a chain of a million vertices
//! is no deeper than any other; the letters, the order of options and the names depend on the value
//! alone. Short games inside are left to the caller's own printer.

use std::collections::HashMap;

use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_graph::bigraph::{BigraphBuilder, bisimulation_classes};

use super::{Kind, Loopy, LoopyValue, Pseudonumber, SideForm, Stopper, tables::Node};
use crate::{Game, NumberUpStar, StructuralOrder};

/// One item of a printed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A short game, to be printed by the caller.
    Short(Game),
    /// A number and a name glued to it: `5over`, `^[on]*` (the number 0 is not written).
    Named(Dyadic, &'static str),
    /// `Tiny(G)` or `Miny(G)`, glued to a number.
    Tiny(Dyadic, &'static str, usize),
    /// `+-G`.
    Switch(usize),
    /// `{left|right}`, with the options as items; labelled if an inner game refers to it.
    Braces {
        /// Is there a reference to this game from inside its options?
        labelled: bool,
        /// The Left and the Right options.
        options: [Vec<usize>; 2],
    },
    /// A reference to the labelled braces at this item.
    Back(usize),
    /// A move of the enclosing braces to themselves.
    Pass,
}

/// A printed value: items, the first of which is the value. Options come after the braces they are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    items: Vec<Item>,
}

impl Notation {
    /// All items; item 0 is the value.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The text, with short games printed by `short`.
    #[must_use]
    pub fn text(&self, short: &dyn Fn(Game) -> String) -> String {
        Writer::new(self, short).write()
    }
}

impl<'s> Loopy<'s> {
    /// The notation of a stopper.
    pub fn notation(self, stopper: Stopper, meter: &Meter) -> Result<Notation, StopReason> {
        self.node_notation(self.node(stopper), meter)
    }

    /// The notation of a side, a stopper or not.
    pub fn side_notation(self, side: SideForm, meter: &Meter) -> Result<Notation, StopReason> {
        self.node_notation(self.side_node(side), meter)
    }

    /// The text of a value: a stopper, or `onside & offside`, or a name such as `dud`.
    pub fn text(
        self,
        value: LoopyValue,
        short: &dyn Fn(Game) -> String,
        meter: &Meter,
    ) -> Result<String, StopReason> {
        if value == self.dud() {
            return Ok("dud".to_owned());
        }
        let onside = self.side_notation(value.onside(), meter)?.text(short);
        if value.stopper().is_some() {
            return Ok(onside);
        }
        let offside = self.side_notation(value.offside(), meter)?.text(short);
        Ok(format!("{onside} & {offside}"))
    }

    fn node_notation(self, node: Node, meter: &Meter) -> Result<Notation, StopReason> {
        let ranks = self.ranks(node, meter)?;
        let mut layout = Layout {
            loopy: self,
            ranks,
            items: Vec::new(),
            open: HashMap::new(),
            order: StructuralOrder::new(self.store),
        };
        layout.run(node, meter)?;
        Ok(Notation {
            items: layout.items,
        })
    }

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
        let mut order = StructuralOrder::new(self.store);
        leaves.sort_by(|a, b| order.compare(a.0, b.0));
        let all = records.iter().chain(leaves.iter().map(|(_, node)| node));
        let place: HashMap<Node, u32> = all.copied().zip(0u32..).collect();
        let mut colours = vec![0; records.len()];
        colours.extend(1..=leaves.len() as u32);
        let mut builder = BigraphBuilder::new(place.len());
        for &node in &records {
            for player in Player::BOTH {
                for &option in self.node_options(node, player) {
                    builder.edge(place[&node], player, place[&option]);
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

/// The infinitesimals with names: `upon`, `upon*`, `uponth`, `uponth*` and their negatives.
const UPON: [&str; 2] = ["^[on]", "v[on]"];
const UPON_STAR: [&str; 2] = ["^[on]*", "v[on]*"];
const UPONTH: [&str; 2] = ["^<on>", "v<on>"];
const UPONTH_STAR: [&str; 2] = ["^<on>*", "v<on>*"];

struct Layout<'s> {
    loopy: Loopy<'s>,
    ranks: HashMap<Node, u32>,
    items: Vec<Item>,
    /// The braces we are inside of.
    open: HashMap<Node, usize>,
    order: StructuralOrder<'s>,
}

/// What is left to do while laying out.
enum Task {
    /// Fill the item with the node.
    Node(usize, Node),
    /// The braces of this node are complete.
    Close(Node),
}

impl<'s> Layout<'s> {
    fn run(&mut self, start: Node, meter: &Meter) -> Result<(), StopReason> {
        self.items.push(Item::Pass);
        let mut tasks = vec![Task::Node(0, start)];
        let mut ticker = meter.ticker();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close(node) => {
                    self.open.remove(&node);
                }
                Task::Node(at, node) => {
                    ticker.node(size_of::<Item>())?;
                    self.node(at, node, &mut tasks);
                }
            }
        }
        Ok(())
    }

    fn slot(&mut self) -> usize {
        self.items.push(Item::Pass);
        self.items.len() - 1
    }

    fn node(&mut self, at: usize, node: Node, tasks: &mut Vec<Task>) {
        if let Kind::Short(game) = self.loopy.kind(node) {
            self.items[at] = Item::Short(game);
            return;
        }
        if let Some(&braces) = self.open.get(&node) {
            if let Item::Braces { labelled, .. } = &mut self.items[braces] {
                *labelled = true;
            }
            self.items[at] = Item::Back(braces);
            return;
        }
        if let Some((number, name)) = self.name(node) {
            self.items[at] = Item::Named(number, name);
            return;
        }
        if let Some((number, name, inner)) = self.tiny(node) {
            let slot = self.slot();
            self.items[at] = Item::Tiny(number, name, slot);
            tasks.push(Task::Node(slot, inner));
            return;
        }
        if let Some(inner) = self.switch(node) {
            let slot = self.slot();
            self.items[at] = Item::Switch(slot);
            tasks.push(Task::Node(slot, inner));
            return;
        }
        self.braces(at, node, tasks);
    }

    fn braces(&mut self, at: usize, node: Node, tasks: &mut Vec<Task>) {
        let mut options = [Vec::new(), Vec::new()];
        let mut inner = Vec::new();
        for player in Player::BOTH {
            for option in self.sorted_options(node, player) {
                let slot = self.slot();
                options[player.index()].push(slot);
                if option != node {
                    inner.push(Task::Node(slot, option));
                }
            }
        }
        self.items[at] = Item::Braces {
            labelled: false,
            options,
        };
        self.open.insert(node, at);
        tasks.push(Task::Close(node));
        tasks.extend(inner.into_iter().rev());
    }

    /// Short games first, in structural order, then the others by rank.
    fn sorted_options(&mut self, node: Node, player: Player) -> Vec<Node> {
        let mut options = self.loopy.node_options(node, player).to_vec();
        let (loopy, order, ranks) = (self.loopy, &mut self.order, &self.ranks);
        options.sort_by(|&a, &b| match (loopy.kind(a), loopy.kind(b)) {
            (Kind::Short(g), Kind::Short(h)) => order.compare(g, h),
            (Kind::Short(_), _) => std::cmp::Ordering::Less,
            (_, Kind::Short(_)) => std::cmp::Ordering::Greater,
            _ => ranks[&a].cmp(&ranks[&b]),
        });
        options
    }

    /// `x over`, `x ^[on]` and the other names, if the node is one of them.
    fn name(&self, node: Node) -> Option<(Dyadic, &'static str)> {
        if self.loopy.kind(node) == Kind::General {
            return None;
        }
        if let Some(stop) = self.loopy.pseudonumber(node) {
            return Some(match stop {
                Pseudonumber::On => (Dyadic::ZERO, "on"),
                Pseudonumber::Off => (Dyadic::ZERO, "off"),
                Pseudonumber::Over(x) => (x, "over"),
                Pseudonumber::Under(x) => (x, "under"),
                Pseudonumber::Number(_) => return None,
            });
        }
        Player::BOTH.into_iter().find_map(|player| {
            self.upon(node, player)
                .or_else(|| self.uponth(node, player))
        })
    }

    /// For Left: `x + upon = {pass|x*}` and `x + upon* = {x,pass|x}`; for Right their mirror images.
    fn upon(&self, node: Node, player: Player) -> Option<(Dyadic, &'static str)> {
        let mine = self.loopy.node_options(node, player);
        let yours = self.loopy.node_options(node, -player);
        let [answer] = yours[..] else { return None };
        let (x, star) = self.number_star(answer)?;
        if mine[..] == [node] && star == 1 {
            return Some((x, UPON[player.index()]));
        }
        let passes = mine.len() == 2 && mine.contains(&node) && mine.contains(&answer);
        (passes && star == 0).then_some((x, UPON_STAR[player.index()]))
    }

    /// For Left: `x + uponth = {x|x - upon*}` and `x + uponth* = {x,x*|x - upon}`; for Right the mirror.
    fn uponth(&self, node: Node, player: Player) -> Option<(Dyadic, &'static str)> {
        let mine = self.loopy.node_options(node, player);
        let [answer] = self.loopy.node_options(node, -player)[..] else {
            return None;
        };
        let (x, name) = self.upon(answer, -player)?;
        let mut stars: Vec<u64> = Vec::new();
        for &option in mine {
            let (y, star) = self.number_star(option)?;
            if y != x {
                return None;
            }
            stars.push(star);
        }
        stars.sort_unstable();
        if name == UPON_STAR[(-player).index()] && stars[..] == [0] {
            return Some((x, UPONTH[player.index()]));
        }
        (name == UPON[(-player).index()] && stars[..] == [0, 1])
            .then_some((x, UPONTH_STAR[player.index()]))
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

    /// `x + tiny-G = {x||x|x-G}` and `x + miny-G = {x+G|x||x}`; only with x = 0 for a loopy G, because
    /// the inner game is then a node of its own.
    fn tiny(&self, node: Node) -> Option<(Dyadic, &'static str, Node)> {
        if self.loopy.kind(node) == Kind::General {
            return None;
        }
        for player in Player::BOTH {
            let [near] = self.loopy.node_options(node, player)[..] else {
                continue;
            };
            let [threat] = self.loopy.node_options(node, -player)[..] else {
                continue;
            };
            if self.number_star(near) != Some((Dyadic::ZERO, 0))
                || matches!(self.loopy.kind(threat), Kind::Short(_))
                || threat == node
            {
                continue;
            }
            let back = self.loopy.node_options(threat, player);
            let [far] = self.loopy.node_options(threat, -player)[..] else {
                continue;
            };
            if back[..] != [near] || far == node || far == threat {
                continue;
            }
            // G itself: for tiny the far option is -G.
            return match player {
                Player::Left => {
                    let g = self.known_negative(far)?;
                    self.is_outside(g, node)
                        .then_some((Dyadic::ZERO, "Tiny", g))
                }
                Player::Right => self
                    .is_outside(far, node)
                    .then_some((Dyadic::ZERO, "Miny", far)),
            };
        }
        None
    }

    /// A game that prints by itself: a name, so that no reference leads out of `Tiny(…)`.
    fn is_outside(&self, inner: Node, _node: Node) -> bool {
        self.name(inner).is_some()
    }

    fn known_negative(&self, node: Node) -> Option<Node> {
        self.loopy.negative_node(node, &super::UNLIMITED).ok()
    }

    /// `+-G = {G|-G}` for a named `G`.
    fn switch(&self, node: Node) -> Option<Node> {
        let [left] = self.loopy.node_options(node, Player::Left)[..] else {
            return None;
        };
        let [right] = self.loopy.node_options(node, Player::Right)[..] else {
            return None;
        };
        let named = self.name(left).is_some();
        (named && left != node && self.known_negative(left) == Some(right)).then_some(left)
    }
}

/// Turns items into text, inner parts first.
struct Writer<'n> {
    notation: &'n Notation,
    short: &'n dyn Fn(Game) -> String,
    /// How many slashes the braces need; 0 for what has no slashes.
    slashes: Vec<usize>,
    labels: HashMap<usize, String>,
}

/// More slashes than this are hard to read: braces instead.
const MOST_SLASHES: usize = 4;

enum Piece {
    Item(usize),
    /// The options of braces without the braces around them.
    Inside(usize),
    Text(String),
}

impl<'n> Writer<'n> {
    fn new(notation: &'n Notation, short: &'n dyn Fn(Game) -> String) -> Writer<'n> {
        let items = &notation.items;
        let mut writer = Writer {
            notation,
            short,
            slashes: vec![0; items.len()],
            labels: HashMap::new(),
        };
        let mut letters = letters();
        for (at, item) in items.iter().enumerate() {
            if matches!(item, Item::Braces { labelled: true, .. }) {
                writer.labels.insert(at, letters.next().unwrap_or_default());
            }
        }
        // Options come after their braces.
        for at in (0..items.len()).rev() {
            if let Item::Braces { options, .. } = &items[at] {
                let inner = options.iter().filter_map(|list| writer.bare(list)).max();
                writer.slashes[at] = inner.unwrap_or(0) + 1;
            }
        }
        writer
    }

    /// The slashes of the only option in a list, if it can go without its braces.
    fn bare(&self, list: &[usize]) -> Option<usize> {
        let [only] = list[..] else { return None };
        let plain = matches!(
            self.notation.items[only],
            Item::Braces {
                labelled: false,
                ..
            }
        );
        (plain && self.slashes[only] < MOST_SLASHES).then(|| self.slashes[only])
    }

    fn write(self) -> String {
        let mut text = String::new();
        let mut pieces = vec![Piece::Item(0)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Item(at) => self.item(at, &mut pieces),
                Piece::Inside(at) => self.inside(at, &mut pieces),
            }
        }
        text
    }

    fn item(&self, at: usize, pieces: &mut Vec<Piece>) {
        let glue = |number: &Dyadic| {
            if number.is_zero() {
                String::new()
            } else {
                number.to_string()
            }
        };
        match &self.notation.items[at] {
            Item::Short(game) => pieces.push(Piece::Text((self.short)(*game))),
            Item::Named(number, name) => pieces.push(Piece::Text(glue(number) + name)),
            Item::Tiny(number, name, inner) => {
                pieces.push(Piece::Text(")".to_owned()));
                pieces.push(Piece::Item(*inner));
                pieces.push(Piece::Text(format!("{}{name}(", glue(number))));
            }
            Item::Switch(inner) => {
                pieces.push(Piece::Text(")".to_owned()));
                pieces.push(Piece::Item(*inner));
                pieces.push(Piece::Text("+-(".to_owned()));
            }
            Item::Back(braces) => pieces.push(Piece::Text(self.labels[braces].clone())),
            Item::Pass => pieces.push(Piece::Text("pass".to_owned())),
            Item::Braces { .. } => {
                let label = self.labels.get(&at).cloned().unwrap_or_default();
                pieces.push(Piece::Text("}".to_owned()));
                pieces.push(Piece::Inside(at));
                pieces.push(Piece::Text(label + "{"));
            }
        }
    }

    fn inside(&self, at: usize, pieces: &mut Vec<Piece>) {
        let Item::Braces { options, .. } = &self.notation.items[at] else {
            return;
        };
        self.list(&options[1], pieces);
        pieces.push(Piece::Text("|".repeat(self.slashes[at])));
        self.list(&options[0], pieces);
    }

    /// Pieces are taken from the end, so the last option goes in first.
    fn list(&self, list: &[usize], pieces: &mut Vec<Piece>) {
        if let (Some(_), [only]) = (self.bare(list), list) {
            pieces.push(Piece::Inside(*only));
            return;
        }
        for (i, &option) in list.iter().enumerate().rev() {
            pieces.push(Piece::Item(option));
            if i > 0 {
                pieces.push(Piece::Text(",".to_owned()));
            }
        }
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
