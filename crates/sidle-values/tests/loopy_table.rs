//! The standard loopy values and their sums, as published (*Winning Ways* ch. 11; Siegel, *New results in
//! loopy games*).

use sidle_core::{Dyadic, Meter, Player, Relation, StopReason};
use sidle_graph::bigraph::{Bigraph, BigraphBuilder};
use sidle_values::{
    NumberUpStar, Store,
    loopy::{Effort, Loopy, LoopyGraph, LoopyValue, Stopper, VarietyError},
    notation::Notation,
};

/// Short names for what the tables mention.
struct Values<'s> {
    loopy: Loopy<'s>,
    store: &'s Store,
}

impl<'s> Values<'s> {
    fn new(store: &'s Store) -> Values<'s> {
        Values {
            loopy: store.loopy(),
            store,
        }
    }

    fn nus(&self, number: Dyadic, ups: i64, star: u64) -> LoopyValue {
        let value = NumberUpStar { number, ups, star };
        self.store.number_up_star(&value).into()
    }

    fn n(&self, n: i64) -> LoopyValue {
        self.nus(Dyadic::from(n), 0, 0)
    }

    fn star(&self, k: u64) -> LoopyValue {
        self.nus(Dyadic::ZERO, 0, k)
    }

    fn up(&self) -> LoopyValue {
        self.nus(Dyadic::ZERO, 1, 0)
    }

    fn game(&self, left: &[LoopyValue], right: &[LoopyValue]) -> LoopyValue {
        self.loopy.game(left, right)
    }

    fn add(&self, g: LoopyValue, h: LoopyValue) -> LoopyValue {
        self.loopy.add(g, h)
    }

    fn sub(&self, g: LoopyValue, h: LoopyValue) -> LoopyValue {
        self.add(g, self.neg(h))
    }

    fn neg(&self, g: LoopyValue) -> LoopyValue {
        self.loopy.negative_value(g)
    }

    fn and(&self, onside: LoopyValue, offside: LoopyValue) -> LoopyValue {
        self.loopy
            .sided(stopper(onside), stopper(offside), &Meter::unlimited())
            .expect("in order")
    }

    /// A graph with exits: row by row, options as vertex numbers or values.
    fn graph(&self, rows: &[(&[Exit], &[Exit])]) -> LoopyValue {
        let mut lists: Vec<[Vec<u32>; 2]> = Vec::new();
        let mut exits = Vec::new();
        for (left, right) in rows {
            lists.push([left, right].map(|list| {
                list.iter()
                    .map(|exit| match exit {
                        Exit::To(v) => *v,
                        Exit::Value(value) => {
                            exits.push(*value);
                            (rows.len() + exits.len() - 1) as u32
                        }
                    })
                    .collect()
            }));
        }
        lists.extend(exits.iter().map(|_| Default::default()));
        let graph = Bigraph::from_rows(lists.iter().map(|[l, r]| (&l[..], &r[..])));
        let mut whole = LoopyGraph::new(graph);
        for (i, value) in exits.iter().enumerate() {
            whole = whole.with_exit((rows.len() + i) as u32, *value);
        }
        let value = self.loopy.graph_value(&whole, 0);
        assert_eq!(
            self.loopy.verify(&whole, 0, value, &Meter::unlimited()),
            Ok(())
        );
        value
    }

    /// a{0|{0|{{a|*}|*}}}
    fn tau(&self) -> LoopyValue {
        let (zero, star) = (Exit::Value(self.n(0)), Exit::Value(self.star(1)));
        self.graph(&[
            (&[zero], &[Exit::To(1)]),
            (&[zero], &[Exit::To(2)]),
            (&[Exit::To(3)], &[star]),
            (&[Exit::To(0)], &[star]),
        ])
    }

    fn show(&self, value: LoopyValue) -> String {
        let mut notation = Notation::new(self.store);
        let item = notation
            .loopy(value, &Meter::unlimited())
            .expect("unlimited");
        format!("item {item} of {notation:?}")
    }

    #[track_caller]
    fn same(&self, computed: LoopyValue, expected: LoopyValue) {
        assert_eq!(
            computed,
            expected,
            "{} instead of {}",
            self.show(computed),
            self.show(expected)
        );
    }
}

#[derive(Clone, Copy)]
enum Exit {
    To(u32),
    Value(LoopyValue),
}

fn stopper(value: LoopyValue) -> Stopper {
    value.stopper().expect("a stopper")
}

#[test]
fn definitions_agree_with_the_graphs() {
    let store = Store::new();
    let v = Values::new(&store);
    let me = Exit::To(0);
    let (zero, star) = (Exit::Value(v.n(0)), Exit::Value(v.star(1)));
    v.same(v.graph(&[(&[me], &[])]), v.loopy.on().into());
    v.same(v.graph(&[(&[], &[me])]), v.loopy.off().into());
    v.same(v.graph(&[(&[me], &[me])]), v.loopy.dud());
    v.same(v.graph(&[(&[zero], &[me])]), v.loopy.over().into());
    v.same(v.graph(&[(&[me], &[zero])]), v.loopy.under().into());
    v.same(v.graph(&[(&[me], &[star])]), v.loopy.upon().into());
    v.same(
        v.graph(&[(&[zero, me], &[zero])]),
        v.loopy.upon_star().into(),
    );
    v.same(
        v.graph(&[(&[zero], &[Exit::To(1)]), (&[zero], &[zero, Exit::To(1)])]),
        v.loopy.uponth().into(),
    );
    v.same(
        v.graph(&[(&[Exit::To(1)], &[]), (&[], &[me])]),
        v.loopy.tis(),
    );
    v.same(
        v.graph(&[(&[], &[Exit::To(1)]), (&[me], &[])]),
        v.loopy.tisn(),
    );
    // Figures 1 and 2.
    v.same(
        v.graph(&[(&[Exit::To(1)], &[]), (&[me], &[])]),
        v.loopy.on().into(),
    );
    v.same(
        v.graph(&[
            (&[zero], &[Exit::To(1)]),
            (&[zero], &[Exit::To(2)]),
            (&[zero], &[me]),
        ]),
        v.loopy.over().into(),
    );
    // Figure 4: gamma = {x|}, x = {1|delta}, delta = {y|}, y = {0|delta}.
    let one = Exit::Value(v.n(1));
    let rows: [(&[Exit], &[Exit]); 4] = [
        (&[Exit::To(1)], &[]),
        (&[one], &[Exit::To(2)]),
        (&[Exit::To(3)], &[]),
        (&[zero], &[Exit::To(2)]),
    ];
    v.same(v.graph(&rows), v.and(v.n(2), v.n(0)));
    v.same(
        v.graph(&[(&[Exit::To(1)], &[]), (&[zero], &[me])]),
        v.and(v.n(2), v.n(0)),
    );
    v.same(
        v.graph(&[(&[Exit::To(1)], &[]), (&[one], &[me])]),
        v.and(v.n(3), v.n(0)),
    );
}

#[test]
fn sums_with_on_and_dud() {
    let store = Store::new();
    let v = Values::new(&store);
    let (on, off) = (v.loopy.on().into(), v.loopy.off().into());
    v.same(v.add(on, off), v.loopy.dud());
    let others = [
        v.loopy.over().into(),
        v.loopy.under().into(),
        v.loopy.upon().into(),
        v.star(1),
        v.n(1),
        v.loopy.tiny(v.loopy.on()).into(),
        v.tau(),
    ];
    for x in others {
        v.same(v.add(on, x), on);
        v.same(v.add(v.loopy.dud(), x), v.loopy.dud());
    }
    let threat = v.game(&[v.n(0)], &[off]);
    v.same(v.add(on, threat), v.and(on, v.game(&[on], &[off])));
}

#[test]
fn sums_of_tis() {
    let store = Store::new();
    let v = Values::new(&store);
    let tis = v.loopy.tis();
    v.same(tis, v.and(v.n(1), v.n(0)));
    v.same(v.loopy.tisn(), v.and(v.n(0), v.n(-1)));
    v.same(v.add(tis, tis), v.and(v.n(2), v.n(0)));
    v.same(v.sub(tis, tis), v.and(v.n(1), v.n(-1)));
}

#[test]
fn sums_with_over() {
    let store = Store::new();
    let v = Values::new(&store);
    let over: LoopyValue = v.loopy.over().into();
    let under = v.neg(over);
    let upon: LoopyValue = v.loopy.upon().into();
    v.same(v.add(over, over), over);
    v.same(v.sub(over, over), v.and(over, under));
    let absorbed = [
        v.star(1),
        v.up(),
        upon,
        v.neg(upon),
        v.tau(),
        v.loopy.tiny(v.loopy.on()).into(),
    ];
    for x in absorbed {
        v.same(v.add(over, x), over);
    }
    let one_over = v.loopy.number_over(&Dyadic::from(1)).into();
    let minus_one_over = v.loopy.number_over(&Dyadic::from(-1)).into();
    v.same(v.add(over, v.n(1)), one_over);
    let switch = v.game(&[v.n(1)], &[v.n(-1)]);
    v.same(v.add(over, switch), v.game(&[one_over], &[minus_one_over]));
    v.same(v.game(&[v.n(0)], &[over]), over);
    v.same(v.game(&[over], &[over]), over);
}

#[test]
fn sums_with_upon() {
    let store = Store::new();
    let v = Values::new(&store);
    let (zero, star) = (v.n(0), v.star(1));
    let upon: LoopyValue = v.loopy.upon().into();
    let upon_star: LoopyValue = v.loopy.upon_star().into();
    let uponth: LoopyValue = v.loopy.uponth().into();
    let tiny_on: LoopyValue = v.loopy.tiny(v.loopy.on()).into();
    v.same(v.add(upon, star), upon_star);
    v.same(v.add(upon, upon), v.game(&[zero], &[upon_star]));
    v.same(v.add(upon, upon_star), v.game(&[zero], &[upon]));
    v.same(v.sub(upon, upon), v.and(uponth, v.neg(uponth)));
    v.same(
        v.sub(upon_star, upon),
        v.and(
            v.game(&[zero, star], &[v.neg(upon)]),
            v.game(&[upon], &[zero, star]),
        ),
    );
    let up_star = Exit::Value(v.nus(Dyadic::ZERO, 1, 1));
    v.same(
        v.add(upon, v.up()),
        v.graph(&[(&[Exit::To(0)], &[up_star])]),
    );
    v.same(v.add(upon, tiny_on), upon);
    v.same(
        v.add(upon, uponth),
        v.and(
            v.game(&[zero], &[v.game(&[zero, star], &[v.neg(upon)])]),
            upon,
        ),
    );
    v.same(v.add(uponth, uponth), uponth);
    v.same(v.sub(uponth, upon), v.neg(upon));
    v.same(v.add(tiny_on, tiny_on), tiny_on);
}

#[test]
fn sums_with_tau() {
    let store = Store::new();
    let v = Values::new(&store);
    let (zero, tau) = (v.n(0), v.tau());
    let chain = |end| v.game(&[zero], &[v.game(&[zero], &[v.game(&[zero], &[end])])]);
    v.same(
        v.add(v.loopy.upon().into(), tau),
        chain(v.loopy.upon_star().into()),
    );
    let tau_star = v.add(tau, v.star(1));
    v.same(v.add(tau, tau), chain(tau_star));
    let z = Exit::Value(zero);
    // a{0|{0|{0,{a|0}|0}}}
    let expected = v.graph(&[
        (&[z], &[Exit::To(1)]),
        (&[z], &[Exit::To(2)]),
        (&[z, Exit::To(3)], &[z]),
        (&[Exit::To(0)], &[z]),
    ]);
    v.same(tau_star, expected);
}

#[test]
fn games_that_are_stopper_sided() {
    let store = Store::new();
    let v = Values::new(&store);
    let (zero, star) = (v.n(0), v.star(1));
    let down_star = v.nus(Dyadic::ZERO, -1, 1);
    let dud_threat = v.game(&[v.loopy.dud()], &[]);
    v.same(
        v.game(&[zero], &[dud_threat, star]),
        v.and(v.up(), down_star),
    );
    let me = Exit::To(0);
    v.same(
        v.graph(&[(&[me], &[me, Exit::Value(star)])]),
        v.and(v.loopy.upon().into(), v.loopy.off().into()),
    );
}

#[test]
fn the_order_of_the_standard_values() {
    let store = Store::new();
    let v = Values::new(&store);
    let loopy = v.loopy;
    let (upon, uponth, tau) = (loopy.upon(), loopy.uponth(), stopper(v.tau()));
    let tiny_on = loopy.tiny(loopy.on());
    let short = |value: LoopyValue| stopper(value);
    let chain = [
        loopy.off(),
        loopy.under(),
        loopy.negative(upon),
        short(v.neg(v.up())),
        short(v.n(0)),
        tiny_on,
        uponth,
        short(v.up()),
        upon,
        tau,
        loopy.over(),
        short(v.nus(Dyadic::new(1, 1), 0, 0)),
        short(v.n(1)),
        loopy.on(),
    ];
    for (i, &g) in chain.iter().enumerate() {
        for (j, &h) in chain.iter().enumerate() {
            let expected = match i.cmp(&j) {
                std::cmp::Ordering::Less => Relation::Less,
                std::cmp::Ordering::Equal => Relation::Equal,
                std::cmp::Ordering::Greater => Relation::Greater,
            };
            assert_eq!(loopy.compare(g, h), expected, "{i}, {j}");
        }
    }
    let star = short(v.star(1));
    let star2 = short(v.star(2));
    for g in [short(v.up()), upon, uponth, tiny_on] {
        assert_eq!(loopy.compare(star, g), Relation::Fuzzy);
    }
    assert_eq!(loopy.compare(upon, loopy.upon_star()), Relation::Fuzzy);
    for g in [star, tiny_on, uponth] {
        assert_eq!(loopy.compare(star2, g), Relation::Fuzzy);
    }
    assert_eq!(loopy.compare(star, loopy.upon_star()), Relation::Less);
    for g in [short(v.up()), upon, loopy.upon_star(), tau] {
        assert_eq!(loopy.compare(star2, g), Relation::Less);
    }
    assert_eq!(loopy.compare(tau, star), Relation::Greater);
}

/// A game whose onside is a stopper, which shows only when a cycle is unravelled.
fn to_unravel(store: &Store) -> LoopyGraph {
    let edges = [
        (0, Player::Left, 1),
        (0, Player::Right, 0),
        (0, Player::Right, 1),
        (1, Player::Left, 5),
        (1, Player::Right, 3),
        (2, Player::Left, 0),
        (2, Player::Right, 5),
        (3, Player::Left, 4),
        (4, Player::Left, 3),
        (4, Player::Right, 2),
    ];
    let mut builder = BigraphBuilder::new(6);
    for (from, player, to) in edges {
        builder.edge(from, player, to);
    }
    LoopyGraph::new(builder.build()).with_exit(5, store.zero().into())
}

#[test]
fn unravelling_finds_stoppers() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let loopy = store.loopy();
    let graph = to_unravel(&store);
    for v in 0..5 {
        let value = |unravel| loopy.try_graph_value(&graph, v, Effort { unravel }, &meter);
        let plain = value(0).expect("unlimited");
        let expected = if [1, 3].contains(&v) {
            "stopper-sided"
        } else {
            "sided"
        };
        assert_eq!(plain.kind(), expected, "vertex {v}");
        let unravelled = loopy.graph_value(&graph, v);
        assert_eq!(unravelled.kind(), "stopper-sided", "vertex {v}");
        assert_eq!(
            value(u64::MAX),
            Ok(unravelled),
            "more effort changes nothing"
        );
        assert_eq!(loopy.verify(&graph, v, unravelled, &meter), Ok(()));
        assert_eq!(loopy.verify(&graph, v, plain, &meter), Ok(()));
    }
}

#[test]
fn unravelling_without_a_bound_is_stopped_by_the_meter() {
    let store = Store::new();
    let loopy = store.loopy();
    let mut builder = BigraphBuilder::new(8);
    // Bach's Carousel: four vertices, exits 0, 1, *, 1*.
    for v in 0..4 {
        let rider = if v % 2 == 0 {
            Player::Left
        } else {
            Player::Right
        };
        builder.edge(v, rider, (v + 1) % 4);
        builder.edge(v, Player::Left, v + 4);
        builder.edge(v, Player::Right, v + 4);
    }
    let star = store.nimber(1);
    let one = store.integer(1);
    let exits = [store.zero(), one, star, store.add(one, star)];
    let mut graph = LoopyGraph::new(builder.build());
    for (v, exit) in (4..).zip(exits) {
        graph = graph.with_exit(v, exit.into());
    }
    assert_eq!(loopy.graph_value(&graph, 0).kind(), "sided");
    let unlimited = Effort { unravel: u64::MAX };
    let meter = Meter::new().with_max_nodes(100_000);
    let stopped = loopy.try_graph_value(&graph, 0, unlimited, &meter);
    assert_eq!(stopped, Err(StopReason::Nodes));
    // The store is as good as before.
    assert_eq!(loopy.graph_value(&graph, 0).kind(), "sided");
}

#[test]
fn bachs_carousel_is_simplified_but_no_stopper_on_either_side() {
    let store = Store::new();
    let v = Values::new(&store);
    let (zero, one, star) = (
        Exit::Value(v.n(0)),
        Exit::Value(v.n(1)),
        Exit::Value(v.star(1)),
    );
    let one_star = Exit::Value(v.nus(Dyadic::from(1), 0, 1));
    let carousel = v.graph(&[
        (&[zero, Exit::To(1)], &[zero]),
        (&[one], &[one, Exit::To(2)]),
        (&[star, Exit::To(3)], &[star]),
        (&[one_star], &[one_star, Exit::To(0)]),
    ]);
    assert_eq!(carousel.kind(), "sided");
    // a{{1|1,{{1*|a}|*}}|0}
    let onside = v.graph(&[
        (&[Exit::To(1)], &[zero]),
        (&[one], &[one, Exit::To(2)]),
        (&[Exit::To(3)], &[star]),
        (&[one_star], &[Exit::To(0)]),
    ]);
    // a{0,{1|{{1*|a}|*}}|0}
    let offside = v.graph(&[
        (&[zero, Exit::To(1)], &[zero]),
        (&[one], &[Exit::To(2)]),
        (&[Exit::To(3)], &[star]),
        (&[one_star], &[Exit::To(0)]),
    ]);
    assert_eq!(carousel.onside(), onside.onside(), "{}", v.show(carousel));
    assert_eq!(
        carousel.offside(),
        offside.offside(),
        "{}",
        v.show(carousel)
    );
}

#[test]
fn multiples_sums_commute_and_associate() {
    let store = Store::new();
    let v = Values::new(&store);
    let all: Vec<LoopyValue> = vec![
        v.loopy.on().into(),
        v.loopy.over().into(),
        v.loopy.upon().into(),
        v.loopy.uponth().into(),
        v.loopy.ace().into(),
        v.loopy.tis(),
        v.tau(),
        v.star(2),
        v.game(&[v.n(1)], &[v.loopy.off().into()]),
    ];
    for &g in &all {
        for &h in &all {
            v.same(v.add(g, h), v.add(h, g));
            v.same(v.neg(v.add(g, h)), v.add(v.neg(g), v.neg(h)));
        }
    }
    for i in 0..all.len() {
        let (g, h, k) = (all[i], all[(i + 2) % all.len()], all[(i + 5) % all.len()]);
        v.same(v.add(v.add(g, h), k), v.add(g, v.add(h, k)));
    }
    let upon = v.loopy.upon().into();
    let three = v.add(v.add(upon, upon), upon);
    v.same(v.loopy.multiple(upon, 3), three);
    v.same(v.loopy.multiple(upon, -3), v.neg(three));
    v.same(v.loopy.multiple(upon, 0), v.n(0));
}

#[test]
fn varieties_and_degrees() {
    let store = Store::new();
    let v = Values::new(&store);
    let loopy = v.loopy;
    let meter = Meter::unlimited();
    let degree = |g| loopy.degree(g, &meter).expect("resolved");
    assert_eq!(degree(loopy.on()), loopy.on());
    assert_eq!(degree(loopy.over()), loopy.over());
    assert_eq!(degree(loopy.upon()), loopy.uponth());
    assert_eq!(loopy.variety(loopy.on(), &meter), Ok(loopy.on()));
    assert_eq!(loopy.variety(loopy.over(), &meter), Ok(loopy.over()));
    let x_under = loopy.number_under(&Dyadic::new(3, 1));
    assert_eq!(loopy.variety(x_under, &meter), Ok(loopy.under()));
    // +-5over: +-{10over|over}
    let five = loopy.number_over(&Dyadic::from(5));
    let switch = loopy.plain(&[five], &[loopy.negative(five)]);
    let ten = loopy.number_over(&Dyadic::from(10));
    let inner = loopy.plain(&[ten], &[loopy.over()]);
    let expected = loopy.plain(&[inner], &[loopy.negative(inner)]);
    assert_eq!(loopy.variety(switch, &meter), Ok(expected));
    assert_eq!(
        loopy.downsum_variety(loopy.upon(), loopy.uponth(), &meter),
        Ok(loopy.negative(loopy.uponth()))
    );
    assert_eq!(
        loopy.variety(loopy.ace(), &meter),
        Err(VarietyError::NotIdempotent)
    );
}

#[test]
fn ordinal_sums_and_stops() {
    let store = Store::new();
    let v = Values::new(&store);
    let loopy = v.loopy;
    let meter = Meter::unlimited();
    // 0:G = G, and 1:on = {0, 1:on|} = on, *:on = {0, *:on | 0} = upon*.
    let sum = |g, h| {
        loopy
            .try_ordinal_sum(g, h, Effort::default(), &meter)
            .expect("unlimited")
    };
    let zero = stopper(v.n(0));
    v.same(sum(zero, loopy.upon()), loopy.upon().into());
    v.same(sum(stopper(v.n(1)), loopy.on()), loopy.on().into());
    v.same(
        sum(stopper(v.star(1)), loopy.on()),
        loopy.upon_star().into(),
    );
    let stop = |g, p| loopy.pseudonumber_value(&loopy.stop(g, p));
    assert_eq!(stop(loopy.on(), Player::Right), loopy.on());
    let switch = loopy.plain(&[loopy.over()], &[loopy.under()]);
    assert_eq!(stop(switch, Player::Left), loopy.over());
    assert_eq!(stop(switch, Player::Right), loopy.under());
    assert_eq!(stop(loopy.upon(), Player::Left), zero);
}
