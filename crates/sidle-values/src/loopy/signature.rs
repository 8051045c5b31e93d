//! Landmarks below and above a stopper.
//!
//! The store compares every short game with 64 landmarks once, and two such [`Signature`]s decide most
//! comparisons of short games. The same holds for stoppers. Play in `b - G` with a short `b` and a stopper G
//! comes to an end: the moves in `b` run out, and then G is played alternately. So there are no draws, and as
//! for short games G ≤ b iff no G^L ≥ b and no b^R ≤ G. These equations have one solution, because every
//! question leads to questions nearer to the end; on a cycle of G they are repeated until nothing changes.
//!
//! If G is not a stopper, endless play in `b - G` is endless play in G, which Left wins on the onside of G: so
//! G⁺ ≥ b holds unless it is refuted, and G⁺ ≤ b only if it is proved. Repeating the equations from "all
//! landmarks are below, none is above" gives just that.

use sidle_core::Player;
use smallvec::SmallVec;

use super::{
    Kind, Loopy,
    region::{Ref, Region, SignatureList},
    tables::Node,
};
use crate::store::Signature;

/// Larger components and regions are not compared with landmarks.
const LARGEST: usize = 64;
/// So many nodes are signed for one question.
const BUDGET: usize = 256;
/// So many rounds at most; a component that needs more is left alone.
const ROUNDS: usize = 256;

/// A vertex of a component: what its options outside tell, and its options inside.
#[derive(Default)]
struct Vertex {
    /// What lies below the Left options outside, above the Right options outside.
    outer: [u64; 2],
    inner: [SmallVec<[u32; 4]>; 2],
}

/// What an option of a player tells about the game: what lies below an option of Left, above one of Right.
#[inline]
fn told(signature: Signature, player: Player) -> u64 {
    match player {
        Player::Left => signature.below,
        Player::Right => signature.above,
    }
}

impl Loopy<'_> {
    /// The landmarks below and above a stopper, if they are known or can be found cheaply.
    #[inline]
    pub(super) fn signature(self, node: Node) -> Option<Signature> {
        match self.kind(node) {
            Kind::Short(game) => Some(self.store.signature_of(game)),
            Kind::Stopper => match self.tables().signature(node) {
                Some(known) => known,
                None => self.sign(node),
            },
            Kind::General => None,
        }
    }

    /// Signs what lies below a stopper and then the stopper.
    fn sign(self, node: Node) -> Option<Signature> {
        let mut stack = vec![node];
        for _ in 0..BUDGET {
            let Some(&top) = stack.last() else {
                break;
            };
            if self.tables().signature(top).is_some() {
                stack.pop();
                continue;
            }
            let members = self.members(top);
            let height = stack.len();
            if members.len() <= LARGEST {
                self.push_unsigned(&members, &mut stack);
            }
            if stack.len() == height {
                self.sign_component(&members);
                stack.pop();
            }
        }
        self.tables().signature(node).flatten()
    }

    /// The nodes of the component of a node, at least the node itself.
    fn members(self, node: Node) -> SmallVec<[Node; 8]> {
        let mut members: SmallVec<[Node; 8]> = self.tables().component(node).collect();
        if members.is_empty() {
            members.push(node);
        }
        members
    }

    fn push_unsigned(self, members: &[Node], stack: &mut Vec<Node>) {
        for &member in members {
            for player in Player::BOTH {
                for &option in self.node_options(member, player) {
                    if self.kind(option) == Kind::Stopper
                        && self.tables().signature(option).is_none()
                        && !members.contains(&option)
                    {
                        stack.push(option);
                    }
                }
            }
        }
    }

    /// Signs the nodes of a component whose exits are signed, or remembers that it cannot be done.
    fn sign_component(self, members: &[Node]) {
        let signatures = (members.len() <= LARGEST)
            .then(|| self.signatures_of_members(members))
            .flatten();
        for (i, &member) in members.iter().enumerate() {
            let signature = signatures.as_ref().map(|signatures| signatures[i]);
            self.tables().remember_signature(member, signature);
        }
    }

    fn signatures_of_members(self, members: &[Node]) -> Option<SignatureList> {
        let mut vertices: SmallVec<[Vertex; 4]> = SmallVec::new();
        for &member in members {
            let mut vertex = Vertex::default();
            for player in Player::BOTH {
                for &option in self.node_options(member, player) {
                    match members.iter().position(|&m| m == option) {
                        Some(at) => vertex.inner[player.index()].push(at as u32),
                        None => {
                            let signature = self.signature_if_known(option)?;
                            vertex.outer[player.index()] |= told(signature, player);
                        }
                    }
                }
            }
            vertices.push(vertex);
        }
        self.solve(&vertices)
    }

    fn signature_if_known(self, node: Node) -> Option<Signature> {
        match self.kind(node) {
            Kind::Short(game) => Some(self.store.signature_of(game)),
            Kind::Stopper => self.tables().signature(node).flatten(),
            Kind::General => None,
        }
    }

    /// Signatures of the onsides of the vertices of a small region; empty if something below it has none.
    pub(super) fn signatures_of_region(self, region: &Region) -> SignatureList {
        self.try_signatures_of_region(region).unwrap_or_default()
    }

    fn try_signatures_of_region(self, region: &Region) -> Option<SignatureList> {
        if region.len() > LARGEST {
            return None;
        }
        let mut vertices: SmallVec<[Vertex; 4]> = SmallVec::new();
        for v in region.vertices() {
            let mut vertex = Vertex::default();
            for player in Player::BOTH {
                for &option in region.options(v, player) {
                    match option {
                        Ref::Local(w) => vertex.inner[player.index()].push(w),
                        Ref::Node(node) => {
                            vertex.outer[player.index()] |= told(self.signature(node)?, player);
                        }
                    }
                }
            }
            vertices.push(vertex);
        }
        self.solve(&vertices)
    }

    /// Repeats the equations until nothing changes.
    fn solve(self, vertices: &[Vertex]) -> Option<SignatureList> {
        let start = Signature {
            below: u64::MAX,
            above: 0,
        };
        let mut signatures = SignatureList::from_elem(start, vertices.len());
        let inside = |vertex: &Vertex| vertex.inner.iter().any(|list| !list.is_empty());
        let cyclic = vertices.iter().any(inside);
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (v, vertex) in vertices.iter().enumerate() {
                let [below, above] = Player::BOTH.map(|player| {
                    let i = player.index();
                    vertex.inner[i].iter().fold(vertex.outer[i], |all, &w| {
                        all | told(signatures[w as usize], player)
                    })
                });
                let new = self.store.signature_from_options(below, above);
                changed |= new != signatures[v];
                signatures[v] = new;
            }
            if !changed || !cyclic {
                return Some(signatures);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;
    use sidle_graph::bigraph::{SideSearch, SurvivalSearch};

    use super::*;
    use crate::{
        Game, Store,
        loopy::{
            Side,
            order::Remembered,
            region::{Positions, Row},
        },
        test_worlds::{Random, born_by},
    };

    fn random_region(random: &mut Random, exits: &[Node]) -> Region {
        let count = 1 + random.below(4);
        let mut rows = vec![Row::default(); count];
        for _ in 0..count + random.below(3 * count) {
            let (v, player) = (random.below(count), random.below(2));
            let to = match random.below(2) {
                0 => Ref::Local(random.below(count) as u32),
                _ => Ref::Node(exits[random.below(exits.len())]),
            };
            rows[v][player].push(to);
        }
        let mut region = Region::new(rows);
        region.tidy();
        region
    }

    fn shorts(loopy: Loopy<'_>, games: Vec<Game>) -> Vec<Node> {
        let node = |game| loopy.tables().short(game);
        games.into_iter().map(node).collect()
    }

    /// Signatures of onsides say what play on that side says, and so do the answers that two of them give.
    #[test]
    fn signatures_of_onsides_follow_the_definition() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let loopy = store.loopy();
        let landmarks = shorts(loopy, store.landmark_games());
        let exits = shorts(loopy, born_by(&store, 2));
        let mut random = Random(5);
        let (mut told, mut asked) = (0, 0);
        for _ in 0..150 {
            let region = random_region(&mut random, &exits);
            let positions = Positions {
                loopy,
                region: &region,
            };
            let mut play = SideSearch::new(&positions, Side::Onside);
            positions.sign();
            let known = Remembered::new(&positions, &meter);
            for (v, signature) in region.vertices().zip(loopy.signatures_of_region(&region)) {
                for (i, &landmark) in landmarks.iter().enumerate() {
                    let (at, landmark) = (Ref::Local(v), Ref::Node(landmark));
                    assert_eq!(
                        signature.below >> i & 1 == 1,
                        play.le(&landmark, &at, &meter).expect("no limit"),
                        "{region:?}"
                    );
                    assert_eq!(
                        signature.above >> i & 1 == 1,
                        play.le(&at, &landmark, &meter).expect("no limit"),
                        "{region:?}"
                    );
                }
                for (w, mover) in region
                    .vertices()
                    .flat_map(|w| Player::BOTH.map(|mover| (w, mover)))
                {
                    let (g, h) = (Ref::Local(v), Ref::Local(w));
                    asked += 1;
                    if let Some(answer) = known.by_landmarks(g, h, mover) {
                        told += 1;
                        let survives = play.survives(&g, &h, mover, &meter).expect("no limit");
                        assert_eq!(answer, survives, "{region:?} {v} {w} {mover:?}");
                    }
                }
            }
        }
        assert!(2 * told > asked, "{told} of {asked}");
    }

    /// Signatures of random stoppers, of regions and of nodes, say what plain play says; and so do the
    /// answers that two signatures give.
    #[test]
    fn signatures_of_stoppers_follow_the_definition() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let loopy = store.loopy();
        let landmarks = shorts(loopy, store.landmark_games());
        let exits = shorts(loopy, born_by(&store, 2));
        let mut random = Random(3);
        let mut stoppers = exits;
        let mut signed = 0;
        while signed < 150 {
            let region = random_region(&mut random, &stoppers);
            if !region.is_stopper() {
                continue;
            }
            signed += 1;
            let positions = Positions {
                loopy,
                region: &region,
            };
            let mut play = SurvivalSearch::new(&positions);
            let mut le = |g: Ref, h: Ref| play.le(&g, &h, &meter).expect("no limit");
            let signatures = loopy.signatures_of_region(&region);
            for (v, signature) in region.vertices().zip(&signatures) {
                for (i, &landmark) in landmarks.iter().enumerate() {
                    let (at, landmark) = (Ref::Local(v), Ref::Node(landmark));
                    assert_eq!(
                        signature.below >> i & 1 == 1,
                        le(landmark, at),
                        "{region:?}"
                    );
                    assert_eq!(
                        signature.above >> i & 1 == 1,
                        le(at, landmark),
                        "{region:?}"
                    );
                }
            }
            let nodes = loopy.canonical_stoppers(&region, &meter).expect("no limit");
            for (node, signature) in nodes.into_iter().zip(signatures) {
                assert_eq!(loopy.signature(node), Some(signature));
                stoppers.push(node);
            }
        }
        let positions = Positions {
            loopy,
            region: &Region::new(Vec::new()),
        };
        let mut play = SurvivalSearch::new(&positions);
        let (mut told, mut asked) = (0, 0);
        for _ in 0..4_000 {
            let mut pick = || Ref::Node(stoppers[random.below(stoppers.len())]);
            let (g, h) = (pick(), pick());
            for mover in Player::BOTH {
                let known = Remembered::of_nodes(loopy, &meter);
                asked += 1;
                if let Some(answer) = known.by_landmarks(g, h, mover) {
                    told += 1;
                    let survives = play.survives(&g, &h, mover, &meter).expect("no limit");
                    assert_eq!(answer, survives, "{g:?} {h:?} {mover:?}");
                }
            }
        }
        assert!(2 * told > asked, "{told} of {asked}");
    }
}
