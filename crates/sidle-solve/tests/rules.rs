//! Random rules, cyclic and not, against plain code: tokens on random graphs, with and without the
//! hints that rules may give.

use std::{collections::HashMap, ops::ControlFlow};

use proptest::prelude::*;
use sidle_check::naive::{Form, Forms};
use sidle_core::{Decompose, Flow, Meter, Normal, Normalize, Player, Rules, Shortcuts, Visit};
use sidle_graph::bigraph::BigraphBuilder;
use sidle_graph::{Digraph, gamma::Gamma};
use sidle_solve::{SolveError, Solver, value_of};
use sidle_values::{
    Store,
    loopy::{LoopyGraph, LoopyValue},
};

/// Tokens on a graph with edges of two colours; a player moves one token along an edge of their
/// colour. Vertex `v + n` is the negative of vertex `v < n`.
#[derive(Clone, Debug)]
struct Tokens {
    /// For each vertex below n the Left options and the Right options, among 2n vertices.
    edges: Vec<[Vec<u8>; 2]>,
    /// Are hints given?
    hints: bool,
    impartial: bool,
}

impl Tokens {
    fn negative(&self, v: u8) -> u8 {
        let n = self.edges.len() as u8;
        if v < n { v + n } else { v - n }
    }

    fn steps(&self, v: u8, player: Player) -> Vec<u8> {
        let n = self.edges.len() as u8;
        if v < n {
            return self.edges[v as usize][player.index()].clone();
        }
        let mirrored = &self.edges[(v - n) as usize][(-player).index()];
        mirrored.iter().map(|&w| self.negative(w)).collect()
    }
}

impl Rules for Tokens {
    type Position = Vec<u8>;

    fn options(&self, at: &Vec<u8>, player: Player, visit: Visit<'_, Vec<u8>>) -> Flow {
        for i in 0..at.len() {
            for to in self.steps(at[i], player) {
                let mut next = at.clone();
                next[i] = to;
                next.sort_unstable();
                visit(next)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Vec<u8>> {
        Shortcuts {
            impartial: self.impartial,
            decompose: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }
}

impl Decompose<Vec<u8>> for Tokens {
    fn decompose(&self, at: &Vec<u8>, part: &mut dyn FnMut(Vec<u8>)) -> bool {
        if !self.hints || at.len() == 1 {
            return false;
        }
        at.iter().for_each(|&v| part(vec![v]));
        true
    }
}

impl Normalize<Vec<u8>> for Tokens {
    fn normalize(&self, at: Vec<u8>) -> Normal<Vec<u8>> {
        if !self.hints {
            return Normal::same(at);
        }
        let mut turned: Vec<u8> = at.iter().map(|&v| self.negative(v)).collect();
        turned.sort_unstable();
        Normal {
            negated: turned < at,
            position: turned.min(at),
        }
    }
}

fn graph(n: usize, cyclic: bool, impartial: bool) -> impl Strategy<Value = Tokens> {
    let side = || prop::collection::vec(any::<u8>(), 0..=2);
    prop::collection::vec((side(), side()), n).prop_map(move |rows| {
        let n = rows.len();
        let edges: Vec<[Vec<u8>; 2]> = rows
            .into_iter()
            .enumerate()
            .map(|(v, (left, right))| {
                let pick = |choices: Vec<u8>| {
                    let mut ends: Vec<u8> = choices
                        .into_iter()
                        .filter_map(|c| {
                            // Either sign of any vertex, or of those before this one.
                            let below = if cyclic { n } else { v };
                            let c = c as usize % (2 * n);
                            let (w, sign) = (c % n, c / n);
                            (w < below).then_some((w + if impartial { 0 } else { sign * n }) as u8)
                        })
                        .collect();
                    ends.sort_unstable();
                    ends.dedup();
                    ends
                };
                let (left, right) = (pick(left), pick(right));
                if impartial {
                    [left.clone(), left]
                } else {
                    [left, right]
                }
            })
            .collect();
        Tokens {
            edges,
            hints: true,
            impartial,
        }
    })
}

/// The value by the definition, with the naive code.
fn naive(rules: &Tokens, at: &[u8], forms: &mut Forms, known: &mut HashMap<Vec<u8>, Form>) -> Form {
    if let Some(&form) = known.get(at) {
        return form;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = rules.collect_options(&at.to_vec(), player);
        options
            .iter()
            .map(|option| naive(rules, option, forms, known))
            .collect::<Vec<_>>()
    });
    let form = forms.form(&left, &right);
    known.insert(at.to_vec(), form);
    form
}

/// The value of the whole graph at once, without components found on the way.
fn at_once(store: &Store, rules: &Tokens, at: &[u8]) -> LoopyValue {
    let mut places: HashMap<Vec<u8>, u32> = HashMap::from([(at.to_vec(), 0)]);
    let mut todo = vec![at.to_vec()];
    let mut builder = BigraphBuilder::new(1);
    while let Some(position) = todo.pop() {
        for player in Player::BOTH {
            for option in rules.collect_options(&position, player) {
                let place = *places.entry(option.clone()).or_insert_with(|| {
                    todo.push(option);
                    builder.vertex()
                });
                builder.edge(places[&position], player, place);
            }
        }
    }
    store
        .loopy()
        .graph_value(&LoopyGraph::new(builder.build()), 0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn games_that_end(rules in graph(5, false, false), a in 0u8..5, b in 0u8..5) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let mut forms = Forms::new();
        let at = vec![a.min(b), a.max(b)];
        let form = naive(&rules, &at, &mut forms, &mut HashMap::new());
        let canonical = forms.canonical(form);
        let mut bridge = HashMap::new();
        for follower in forms.followers(canonical) {
            let [left, right] = Player::BOTH.map(|p| {
                forms.options(follower, p).iter().map(|o| bridge[o]).collect::<Vec<_>>()
            });
            bridge.insert(follower, store.game(&left, &right));
        }
        let plain = Tokens { hints: false, ..rules.clone() };
        for rules in [&rules, &plain] {
            let value = value_of(&store, rules, &at, &meter).expect("no limit");
            prop_assert_eq!(value.short(), Some(bridge[&canonical]));
            // A table with hardly any room forgets, and gives the same answer.
            let mut small = Solver::new(&store, rules).with_table_bytes(600);
            prop_assert_eq!(small.value_of(&at, &meter).expect("no limit"), value);
            prop_assert_eq!(
                Solver::new(&store, rules).misere_outcome(&at, &meter).expect("no limit"),
                Solver::new(&store, &plain).misere_outcome(&at, &meter).expect("no limit")
            );
        }
    }

    #[test]
    fn games_with_cycles(rules in graph(4, true, false), a in 0u8..4, b in 0u8..4) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let plain = Tokens { hints: false, ..rules.clone() };
        for at in [vec![a], vec![a.min(b), a.max(b)]] {
            let whole = at_once(&store, &rules, &at);
            for rules in [&rules, &plain] {
                let value = value_of(&store, rules, &at, &meter).expect("no limit");
                let loopy = store.loopy();
                prop_assert_eq!(
                    loopy.compare_values(value, whole),
                    sidle_core::Relation::Equal,
                    "{:?} {:?}", value, whole
                );
            }
        }
    }

    #[test]
    fn impartial_games(rules in graph(6, true, true), a in 0u8..6, b in 0u8..6) {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let edges: Vec<(u32, u32)> = rules
            .edges
            .iter()
            .enumerate()
            .flat_map(|(v, sides)| sides[0].iter().map(move |&w| (v as u32, u32::from(w))))
            .collect();
        let graph = Digraph::<u32>::from_edges(rules.edges.len(), &edges).expect("a graph");
        let gamma = Gamma::of(&graph);
        let of = |v: u8| gamma.value(graph.forward(), u32::from(v));
        let at = vec![a.min(b), a.max(b)];
        let found = Solver::new(&store, &rules).nim_value(&at, &meter).expect("no limit");
        prop_assert_eq!(found, of(a) + of(b));
    }
}

#[test]
fn a_million_positions_in_a_row() {
    /// Left may go one step down, Right too.
    struct Ladder;
    impl Rules for Ladder {
        type Position = u32;
        fn options(&self, at: &u32, _: Player, visit: Visit<'_, u32>) -> Flow {
            at.checked_sub(1).map_or(ControlFlow::Continue(()), visit)
        }
    }
    let store = Store::new();
    let value = value_of(&store, &Ladder, &1_000_001, &Meter::unlimited()).expect("no limit");
    assert_eq!(value.short(), Some(store.nimber(1)));
    let limited = Meter::new().with_max_nodes(1000);
    assert!(matches!(
        value_of(&store, &Ladder, &1_000_001, &limited),
        Err(SolveError::Stopped(_))
    ));
}
