//! Fights that end with a capture, ko threats, games beside kos, tables, and a plain search with the prisoners counted.

use std::collections::HashMap;

use sidle_check::naive::{Rows, go_move};
use sidle_core::{Meter, Outcome, Player};
use sidle_rules::go::{Diagram, Suicide, enclosed_value};
use sidle_solve::go::{
    GoRegion, KoBeside, KoGame, KoRules, KoTable, Kos, PointRules, SettledRegion, Threatened,
    bounds_of_ko, fight_graph, value_of_ko,
};
use sidle_values::{
    Game, Store,
    loopy::{Effort, LoopyValue},
};

const GAMES: [KoGame; 3] = [KoGame::Phi, KoGame::PhiLeft, KoGame::PhiRight];

fn value<R: KoRules>(rules: &R, start: &R::Position, game: KoGame, store: &Store) -> LoopyValue {
    let answer = value_of_ko(rules, start, game, store, &Meter::unlimited());
    answer.expect("a value").value
}

fn region(diagram: &Diagram) -> GoRegion<'_> {
    GoRegion {
        region: &diagram.region,
        suicide: Suicide::Forbidden,
    }
}

/// Moews's triple ko (Figure 12) on a board: Black holds one ko, White two. Black captures 11 stones of the chain and two in the
/// kos, White 11 and one, and the board is empty behind them.
#[test]
fn the_triple_ko_on_a_board() {
    let text = "XXOO\nX.XO\nXXOO\nXO.O\nXXOO\nXO.O\nXXOO\n";
    let diagram = Diagram::parse(text).expect("a diagram");
    let marked = [(0, 'a'), (3, 'd')].map(|(point, _)| point);
    let fight = SettledRegion::new(region(&diagram), &diagram.stones, &marked).expect("chains");
    let start = fight.position(&diagram.stones);
    let store = Store::new();
    let found = value(&fight, &start, KoGame::Phi, &store);
    // The score of a win: the prisoners, and the empty points; 28 points less the winner's stones.
    let (v, w) = (12 + 2 + 13 - 1 + 1, 12 + 1 + 13);
    let number = |n: i64| store.integer(n);
    let onside = store.game(&[store.game(&[number(v)], &[])], &[number(-w)]);
    let offside = store.game(&[], &[number(-w)]);
    let short = |form: sidle_values::loopy::SideForm| form.stopper().and_then(|s| s.short());
    assert_eq!(short(found.onside()), Some(onside));
    assert_eq!(short(found.offside()), Some(offside));
}

/// With no threats a game is φ; each threat of Left makes it larger, up to φ_L, and of Right smaller, down to φ_R.
#[test]
fn threats_lead_from_phi_to_the_games_with_bans_for_one() {
    let store = Store::new();
    let meter = Meter::unlimited();
    for points in [&[1][..], &[7], &[1, 7], &[2, 2], &[1, 2, 3]] {
        let kos = Kos::new(points.to_vec());
        for bits in 0..1 << points.len() {
            let letter = |k: usize| if bits >> k & 1 == 0 { 'A' } else { 'B' };
            let state: String = (0..points.len()).map(letter).collect();
            for last in [None, Some(1)] {
                let start = kos.position(&state, last).expect("a position");
                let rules = Threatened::new(&kos);
                let beside = |left, right| {
                    value(&rules, &(start.clone(), [left, right]), KoGame::Phi, &store)
                };
                let [phi, left, right] = GAMES.map(|game| value(&kos, &start, game, &store));
                assert_eq!(beside(0, 0), phi, "{points:?} {state} {last:?}");
                let le = |a, b| store.loopy().try_le_values(a, b, &meter) == Ok(true);
                let up: Vec<LoopyValue> = (0..4).map(|n| beside(n, 0)).collect();
                let down: Vec<LoopyValue> = (0..4).map(|n| beside(0, n)).collect();
                assert!(up.windows(2).all(|pair| le(pair[0], pair[1])));
                assert!(down.windows(2).all(|pair| le(pair[1], pair[0])));
                assert!(le(up[3], left) && le(right, down[3]));
                if points.len() == 1 {
                    assert_eq!((up[1], down[1]), (left, right));
                }
            }
        }
    }
}

/// A game of the store, move by move.
fn table(store: &Store, game: Game) -> (KoTable, u32) {
    let mut table = KoTable::default();
    let options = |&at: &Game, player: Player| {
        Ok::<_, sidle_core::StopReason>(store.options(at, player).collect::<Vec<Game>>())
    };
    let first = table.graft(game, options, &Meter::unlimited());
    (table, first.expect("no limit"))
}

/// Moews, §4: φ_L(G + H) = φ_L(G) + H and φ_R(G + H) = φ_R(G) + H for games H without cycles.
#[test]
fn games_without_cycles_beside_kos() {
    let store = Store::new();
    let number = |n: i64| store.integer(n);
    let switch = |a, b| store.game(&[number(a)], &[number(b)]);
    let threat = store.game(&[switch(9, 0)], &[number(0)]);
    let others = [
        number(2),
        number(-1),
        store.nimber(1),
        switch(3, -2),
        threat,
    ];
    for (points, state) in [
        (&[1][..], "A"),
        (&[3], "B"),
        (&[1, 7], "BB"),
        (&[2, 2], "AB"),
    ] {
        let kos = Kos::new(points.to_vec());
        for last in [None, Some(1)] {
            let start = kos.position(state, last).expect("a position");
            for other in others {
                let (game, first) = table(&store, other);
                let sum = KoBeside::new(&kos, game);
                for free in [KoGame::PhiLeft, KoGame::PhiRight] {
                    let found = value(&sum, &(start.clone(), first), free, &store);
                    let alone = value(&kos, &start, free, &store);
                    let loopy = store.loopy();
                    let expected =
                        loopy.try_add(alone, other.into(), Effort::default(), &Meter::unlimited());
                    assert_eq!(Ok(found), expected, "{points:?} {state} {last:?} {free}");
                }
            }
        }
    }
}

/// Moews, §4: `{100|0||}` equals 0, and is a ko threat of Left.
#[test]
fn a_game_that_is_zero_and_a_threat() {
    let store = Store::new();
    let number = |n: i64| store.integer(n);
    let kos = Kos::new(vec![1]);
    let start = kos.position("A", None).expect("a position");
    let (mut game, switch) = table(&store, store.game(&[number(100)], &[number(0)]));
    let first = game.vertex("H");
    game.edge(first, Player::Left, switch, false);
    let sum = KoBeside::new(&kos, game);
    let alone = value(&kos, &start, KoGame::Phi, &store);
    let together = value(&sum, &(start, first), KoGame::Phi, &store);
    assert_eq!(alone.short(), Some(store.game(&[number(1)], &[number(-1)])));
    assert_eq!(together.short(), Some(number(2)));
}

/// Kos as tables: the ban by positions is the ban of the kos.
#[test]
fn kos_as_tables() {
    let store = Store::new();
    for points in [[1, 7], [2, 2], [0, 3]] {
        let kos = Kos::new(points.to_vec());
        let start = kos.position("BB", None).expect("a position");
        let mut game = KoTable::default();
        let mut number = HashMap::new();
        let mut open = vec![(start.clone(), 0i64)];
        number.insert(open[0].clone(), game.vertex("start"));
        while let Some((at, made)) = open.pop() {
            let from = number[&(at.clone(), made)];
            let mut edges = Vec::new();
            for player in Player::BOTH {
                for chosen in kos.moves(&at, player) {
                    let captures = chosen.to.1.is_some();
                    edges.push((player, (chosen.to.0, None), made + chosen.points, captures));
                }
            }
            let spare = if made > 0 {
                Player::Left
            } else {
                Player::Right
            };
            if made != 0 {
                edges.push((spare, at.clone(), made - made.signum(), false));
            }
            for (player, to, points, is_ko) in edges {
                let to = *number.entry((to.clone(), points)).or_insert_with(|| {
                    open.push((to, points));
                    game.vertex("")
                });
                game.edge(from, player, to, is_ko);
            }
        }
        for kind in GAMES {
            let found = value(&game, &game.start(0), kind, &store);
            assert_eq!(
                found,
                value(&kos, &start, kind, &store),
                "{points:?} {kind}"
            );
        }
    }
}

/// The fight of Moews's Figure 6: eight positions and a start, Left's four banned moves.
#[test]
fn the_graph_of_two_kos() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let kos = Kos::new(vec![1, 7]);
    let start = kos.position("BB", None).expect("a position");
    let graph = |game, whole| {
        let found = fight_graph(&kos, &start, game, (whole, 10_000), &store, &meter);
        found.expect("small")
    };
    let fight = graph(KoGame::PhiLeft, false);
    assert_eq!(fight.names.len(), 9);
    let banned = fight.edges.iter().filter(|edge| edge.banned);
    assert!(banned.clone().all(|edge| edge.player == Player::Left));
    assert_eq!(banned.count(), 4);
    assert_eq!(fight.edges.iter().filter(|edge| edge.live).count(), 12);
    assert!(
        graph(KoGame::Phi, false)
            .edges
            .iter()
            .all(|edge| !edge.banned)
    );
    assert!(graph(KoGame::PhiLeft, true).exits.is_empty());
}

/// Regions all of whose points lie beside living stones of one player.
#[test]
fn enclosed_regions_are_what_they_count() {
    let store = Store::new();
    let frames = [
        "B??B\n",
        "#BBB#\nB???B\n#BBB#\n",
        "B?B\nB?B\nBBB\n",
        "#BB#\nB??B\nB??B\n#BB#\n",
    ];
    let mut tried = 0;
    for frame in frames {
        let gaps = frame.matches('?').count() as u32;
        for code in 0..3usize.pow(gaps) {
            let mut rest = code;
            let fill = |c| match c {
                '?' => {
                    let letter = ['.', 'X', 'O'][rest % 3];
                    rest /= 3;
                    letter
                }
                c => c,
            };
            let text: String = frame.chars().map(fill).collect();
            let Ok(diagram) = Diagram::parse(&text) else {
                continue;
            };
            let expected = enclosed_value(&diagram.region, &diagram.stones).expect("enclosed");
            for game in GAMES {
                let found = value(&region(&diagram), &diagram.stones, game, &store);
                assert_eq!(
                    found.short(),
                    Some(store.integer(expected)),
                    "{text} {game}"
                );
            }
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
    let corner = Diagram::parse("B..W\n").expect("a diagram");
    assert_eq!(enclosed_value(&corner.region, &corner.stones), None);
}

/// Every play of a region, with the board before the last move and the net prisoners as moves of their owner.
struct Plain {
    movers: Vec<Player>,
    moves: Vec<Vec<usize>>,
    /// More prisoners than are counted.
    beyond: Vec<bool>,
}

type PlainState = (Rows, Option<Rows>, i64, Player);

impl Plain {
    fn explore(rows: &Rows, prisoners: i64, mover: Player, most: i64) -> Plain {
        let start: PlainState = (rows.clone(), None, prisoners, mover);
        let mut states = vec![start.clone()];
        let mut number = HashMap::from([(start, 0)]);
        let mut plain = Plain {
            movers: Vec::new(),
            moves: Vec::new(),
            beyond: Vec::new(),
        };
        while let Some((rows, before, prisoners, mover)) = states.get(plain.moves.len()).cloned() {
            let mut next: Vec<PlainState> = Vec::new();
            let beyond = prisoners.abs() > most;
            for r in 0..rows.len() {
                for c in 0..rows[r].len() {
                    let Some((board, taken)) = go_move(&rows, (r, c), mover) else {
                        continue;
                    };
                    if before.as_ref() == Some(&board) || beyond {
                        continue;
                    }
                    let taken = taken as i64;
                    let sum = match mover {
                        Player::Left => prisoners + taken,
                        Player::Right => prisoners - taken,
                    };
                    next.push((board, Some(rows.clone()), sum, -mover));
                }
            }
            let spare = match mover {
                Player::Left => prisoners > 0,
                Player::Right => prisoners < 0,
            };
            if spare && !beyond {
                let rest = prisoners - prisoners.signum();
                next.push((rows, before, rest, -mover));
            }
            let next = next.into_iter().map(|state| {
                *number.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                })
            });
            plain.moves.push(next.collect());
            plain.movers.push(mover);
            plain.beyond.push(beyond);
        }
        plain
    }

    /// Can a player force the end of the play and win? Beyond the count he can if `hopes` says so.
    fn forces(&self, player: Player, hopes: bool) -> bool {
        let mut won = vec![false; self.moves.len()];
        loop {
            let mut changed = false;
            for at in 0..won.len() {
                let mut ends = self.moves[at].iter().map(|&to| won[to]);
                let now = match self.movers[at] {
                    _ if self.beyond[at] => hopes,
                    mover if mover == player => ends.any(|won| won),
                    _ => ends.all(|won| won),
                };
                changed |= now != won[at];
                won[at] = now;
            }
            if !changed {
                return won[0];
            }
        }
    }

    /// Who wins: `Some(None)` for a draw, `None` if that depends on more prisoners.
    fn winner(&self) -> Option<Option<Player>> {
        let sure = |player| (self.forces(player, false), self.forces(player, true));
        match (sure(Player::Left), sure(Player::Right)) {
            ((true, _), _) => Some(Some(Player::Left)),
            (_, (true, _)) => Some(Some(Player::Right)),
            ((_, false), (_, false)) => Some(None),
            _ => None,
        }
    }
}

/// Who wins when `starter` begins.
fn winner_of(outcome: Outcome, starter: Player) -> Player {
    match outcome {
        Outcome::Left => Player::Left,
        Outcome::Right => Player::Right,
        Outcome::Next => starter,
        Outcome::Previous => -starter,
    }
}

/// A region of two to four points, some of them with stones, between immortal stones.
fn random_region(random: &mut fastrand::Rng) -> String {
    let (height, width) = [(1, 2), (1, 3), (2, 2), (1, 4), (2, 3)][random.usize(..5)];
    let mut text = String::new();
    for r in 0..height + 2 {
        for c in 0..width + 2 {
            let inside = (1..=height).contains(&r) && (1..=width).contains(&c);
            let corner = (r == 0 || r == height + 1) && (c == 0 || c == width + 1);
            text.push(match (inside, corner) {
                (true, _) if random.usize(..8) == 0 => '#',
                (true, _) => ['.', '.', 'X', 'O'][random.usize(..4)],
                (_, true) => '#',
                _ => ['B', 'W', 'B', 'W', '#'][random.usize(..5)],
            });
        }
        text.push('\n');
    }
    text
}

/// The values of random regions with kos, beside integers, against the plain search.
#[test]
fn two_thousand_small_regions_by_plain_search() {
    let mut random = fastrand::Rng::with_seed(35);
    let meter = Meter::unlimited();
    let (mut tried, mut with_gains, mut open) = (0, 0, 0);
    let mut store = Store::new();
    while tried < 2_000 {
        let text = random_region(&mut random);
        let Ok(diagram) = Diagram::parse(&text) else {
            continue;
        };
        let rules = region(&diagram);
        let found = bounds_of_ko(
            &rules,
            &diagram.stones,
            KoGame::Phi,
            usize::MAX,
            &store,
            &meter,
        );
        let found = found.expect("small");
        if !found.has_ban {
            continue;
        }
        tried += 1;
        with_gains += usize::from(found.cut > 0);
        let value = found.value().unwrap_or_else(|| panic!("{text}"));
        let rows: Rows = text.lines().map(|row| row.chars().collect()).collect();
        let prisoners = random.i64(-2..=2);
        let loopy = store.loopy();
        let points = store.integer(prisoners).into();
        let sum = loopy.try_add(value, points, Effort::default(), &meter);
        let outcome = loopy.try_outcome(sum.expect("no limit"), &meter);
        let outcome = outcome.expect("no limit");
        for starter in Player::BOTH {
            let plain = Plain::explore(&rows, prisoners, starter, 5).winner();
            let Some(winner) = plain else {
                open += 1;
                continue;
            };
            let sides = [outcome.onside, outcome.offside].map(|side| winner_of(side, starter));
            let expected = match winner {
                Some(player) => [player; 2],
                None => [Player::Left, Player::Right],
            };
            assert_eq!(sides, expected, "{text} {prisoners:+} {starter:?}");
        }
        if tried % 200 == 0 {
            store = Store::new();
        }
    }
    assert!(with_gains > 100, "{with_gains}");
    assert!(
        open * 10 < tried,
        "{open} of {tried} depend on more prisoners"
    );
}
