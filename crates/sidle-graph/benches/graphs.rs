//! The graph kernel: building, reversing and labelling digraphs of 10⁴ to 2·10⁷ vertices.
//!
//! `cargo bench -p sidle-graph --bench graphs [FAMILY…]`. `SIDLE_BENCH_VERTICES` sets the largest
//! number of vertices (10⁶ unless told). Every labelling is compared with a plain counter-based pass
//! that runs beside it, Büchi games with the plain iteration. The last column is the most memory that
//! the graph (rows both ways) and the work on it took together, as a multiple of the graph alone.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use sidle_core::{
    Meter,
    Player::{self, Left},
};
use sidle_graph::{
    Csr, Digraph, NamedGraph, Threads,
    arena::{Arena, buechi},
    gamma::Gamma,
    io::{FileFormat, open, write_file},
    label::{AsymmetricEnds, Ends, Label, Labelling, try_label_asymmetric, try_label_symmetric},
};

type Edges = Vec<(u32, u32)>;

/// Four random successors each; one vertex in ten is a leaf.
fn random4(n: usize) -> Edges {
    let mut random = fastrand::Rng::with_seed(1);
    let mut edges = Edges::new();
    for v in 0..n as u32 {
        if random.usize(..10) > 0 {
            edges.extend((0..4).map(|_| (v, random.usize(..n) as u32)));
        }
    }
    edges
}

/// Bipartite, out-degree 1 to 4, one vertex in ten a leaf: the win/loss/draw graph.
fn bipartite(n: usize) -> Edges {
    let mut random = fastrand::Rng::with_seed(2);
    let mut edges = Edges::new();
    let half = n / 2;
    for v in 0..2 * half {
        if random.usize(..10) == 0 {
            continue;
        }
        let other = if v < half { half } else { 0 };
        for _ in 0..1 + random.usize(..4) {
            edges.push((v as u32, (other + random.usize(..half)) as u32));
        }
    }
    edges
}

/// Out-degree 2 to 4 and no leaves: the graph of the Büchi and parity games.
fn leafless(n: usize) -> Edges {
    let mut random = fastrand::Rng::with_seed(3);
    let mut edges = Edges::new();
    for v in 0..n as u32 {
        for _ in 0..2 + random.usize(..3) {
            edges.push((v, random.usize(..n) as u32));
        }
    }
    edges
}

/// A square grid, edges right and down, one vertex in 50 with an edge back up.
fn grid(n: usize) -> Edges {
    let mut random = fastrand::Rng::with_seed(4);
    let side = n.isqrt();
    let mut edges = Edges::new();
    for v in 0..side * side {
        if v / side + 1 < side {
            edges.push((v as u32, (v + side) as u32));
        }
        if v % side + 1 < side {
            edges.push((v as u32, v as u32 + 1));
        }
        if random.usize(..50) == 0 && v >= side {
            edges.push((v as u32, (v - side) as u32));
        }
    }
    edges
}

/// One long way to the only leaf.
fn path(n: usize) -> Edges {
    (1..n as u32).map(|v| (v - 1, v)).collect()
}

/// A cycle that can be left at one place.
fn cycle(n: usize) -> Edges {
    let length = n as u32 - 1;
    let mut edges: Edges = (0..length).map(|v| (v, (v + 1) % length)).collect();
    edges.push((0, length));
    edges
}

/// A centre with edges to all others.
fn star(n: usize) -> Edges {
    (1..n as u32).map(|v| (0, v)).collect()
}

/// Every greater vertex has edges to all smaller ones: a heap of Nim. As many edges as there may be
/// vertices elsewhere, so √(2n) vertices; 3,000 at most.
fn dense(n: usize) -> Edges {
    let heaps = dense_vertices(n) as u32;
    (0..heaps)
        .flat_map(|v| (0..v).map(move |w| (v, w)))
        .collect()
}

fn dense_vertices(n: usize) -> usize {
    (2 * n).isqrt().min(3000)
}

/// The textbook pass: a queue, an array of labels and an array of counters; no distances.
fn plain_pass(graph: &Digraph) -> Vec<Label> {
    let (forward, reverse) = (graph.forward(), graph.reverse());
    let n = forward.vertex_count();
    let mut labels = vec![Label::D; n];
    let mut counters: Vec<u32> = forward
        .offsets()
        .windows(2)
        .map(|row| row[1] - row[0])
        .collect();
    let mut queue: Vec<u32> = Vec::with_capacity(n);
    for v in 0..n {
        if counters[v] == 0 {
            labels[v] = Label::P;
            queue.push(v as u32);
        }
    }
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        let lost = labels[v as usize] == Label::P;
        for &p in reverse.successors(v) {
            let place = p as usize;
            if labels[place] != Label::D {
                continue;
            }
            if lost {
                labels[place] = Label::N;
                queue.push(p);
            } else {
                counters[place] -= 1;
                if counters[place] == 0 {
                    labels[place] = Label::P;
                    queue.push(p);
                }
            }
        }
    }
    labels
}

/// The plain iteration for Büchi games: both attractors afresh in every round.
fn plain_buechi(graph: &Digraph, owners: &[Player], accepting: &[bool]) -> Vec<Player> {
    let n = graph.vertex_count();
    let mut stays = vec![true; n];
    let attract = |player: Player, stays: &[bool], mut queue: Vec<u32>| {
        let mut inside = vec![false; n];
        queue.iter().for_each(|&v| inside[v as usize] = true);
        let staying = |v: u32| {
            graph
                .successors(v)
                .iter()
                .filter(|&&w| stays[w as usize])
                .count()
        };
        let mut counters: Vec<u32> = vec![u32::MAX; n];
        let mut next = 0;
        while next < queue.len() {
            let v = queue[next];
            next += 1;
            for &p in graph.predecessors(v) {
                let place = p as usize;
                if !stays[place] || inside[place] {
                    continue;
                }
                if owners[place] != player {
                    if counters[place] == u32::MAX {
                        counters[place] = staying(p) as u32;
                    }
                    counters[place] -= 1;
                    if counters[place] > 0 {
                        continue;
                    }
                }
                inside[place] = true;
                queue.push(p);
            }
        }
        inside
    };
    loop {
        let here = |&v: &u32| stays[v as usize] && accepting[v as usize];
        let reach = attract(Left, &stays, (0..n as u32).filter(here).collect());
        let outside = |&v: &u32| stays[v as usize] && !reach[v as usize];
        let outside: Vec<u32> = (0..n as u32).filter(outside).collect();
        if outside.is_empty() {
            return stays
                .iter()
                .map(|&stays| if stays { Left } else { -Left })
                .collect();
        }
        let lost = attract(-Left, &stays, outside);
        stays
            .iter_mut()
            .zip(lost)
            .for_each(|(stays, lost)| *stays &= !lost);
    }
}

/// The time this thread has been at work, which other programs on the machine disturb less than the
/// time on the wall.
#[cfg(unix)]
fn worked(_: Instant) -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

#[cfg(not(unix))]
fn worked(start: Instant) -> Duration {
    start.elapsed()
}

/// A line of the system's account of this process, in bytes; none where there is no such account.
fn account(line: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let rest = status.lines().find_map(|text| text.strip_prefix(line))?;
    let kilobytes: usize = rest.split_whitespace().nth(1)?.parse().ok()?;
    Some(1024 * kilobytes)
}

/// How many bytes `work` takes at most beyond those that are there before. Small blocks that were freed
/// stay with the process, so this tells something for large graphs only.
fn most_bytes<T>(vertices: usize, work: impl FnOnce() -> T) -> Option<usize> {
    if vertices < 5_000_000 {
        return None;
    }
    // Sets the peak back to what is resident now.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = account("VmRSS")?;
    let answer = work();
    let peak = account("VmHWM")?;
    drop(answer);
    Some(peak.saturating_sub(before))
}

/// The least working time of some runs of one thread, and the last answer.
fn time<T>(runs: usize, work: impl FnMut() -> T) -> (Duration, T) {
    least(runs, worked, work)
}

/// The least time on the wall, for several threads.
fn wall_time<T>(runs: usize, work: impl FnMut() -> T) -> (Duration, T) {
    least(runs, |start| start.elapsed(), work)
}

fn least<T>(
    runs: usize,
    clock: impl Fn(Instant) -> Duration,
    mut work: impl FnMut() -> T,
) -> (Duration, T) {
    let zero = Instant::now();
    let mut best = Duration::MAX;
    let mut answer = None;
    for _ in 0..runs {
        drop(answer.take());
        let start = clock(zero);
        answer = Some(work());
        best = best.min(clock(zero) - start);
    }
    (best, answer.expect("at least one run"))
}

struct Line {
    family: &'static str,
    vertices: usize,
    edges: usize,
    what: &'static str,
    time: Duration,
    against: Against,
    memory: Option<f64>,
}

impl Line {
    fn print(&self) {
        let per_edge = self.time.as_secs_f64() * 1e9 / self.edges as f64;
        let ratio = self
            .against
            .map_or(String::new(), |(name, r)| format!("{r:.2} × {name}"));
        let memory = self
            .memory
            .map_or(String::new(), |times| format!("{times:.2}"));
        println!(
            "| {} | {} | {} | {} | {:.2} | {:.1} | {:.1} | {ratio} | {memory} |",
            self.family,
            self.vertices,
            self.edges,
            self.what,
            self.time.as_secs_f64() * 1e3,
            per_edge,
            1e3 / per_edge,
        );
    }
}

fn symmetric(graph: &Digraph, threads: usize) -> Labelling {
    let threads = Threads::new(threads);
    try_label_symmetric(graph, &Ends::normal(), threads, &Meter::unlimited()).expect("no limit")
}

type Against = Option<(&'static str, f64)>;

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

/// The labellings of one graph. The machine is not always as fast, and it is the ratios that matter: so
/// everything is run in turn, several times, and the least times are compared.
fn labellings(
    graph: &Digraph,
    runs: usize,
    n: usize,
    line: &impl Fn(&'static str, Duration, Against, Option<f64>),
) {
    let meter = Meter::unlimited();
    let ends = AsymmetricEnds::default();
    let asymmetric = |threads| {
        try_label_asymmetric(graph, &ends, Threads::new(threads), &meter).expect("no limit")
    };
    let [mut plain, mut one, mut both, mut gamma] = [Duration::MAX; 4];
    let [mut one_wall, mut two_wall, mut both_wall, mut both_two_wall] = [Duration::MAX; 4];
    for _ in 0..runs {
        let (time_plain, expected) = time(1, || plain_pass(graph));
        plain = plain.min(time_plain);
        let (time_one, labels) = time(1, || symmetric(graph, 1));
        one = one.min(time_one);
        let right = |v| labels.label(v) == expected[v as usize];
        assert!(graph.vertices().all(right));
        one_wall = one_wall.min(wall_time(1, || symmetric(graph, 1)).0);
        let (time_two, same) = wall_time(1, || symmetric(graph, 2));
        two_wall = two_wall.min(time_two);
        assert!(same == labels);
        drop((same, labels, expected));
        let (time_both, labels) = time(1, || asymmetric(1));
        both = both.min(time_both);
        both_wall = both_wall.min(wall_time(1, || asymmetric(1)).0);
        let (time_two, same) = wall_time(1, || asymmetric(2));
        both_two_wall = both_two_wall.min(time_two);
        assert!(same == labels);
        drop((same, labels));
        gamma = gamma.min(time(1, || Gamma::of(graph)).0);
    }
    let times = |extra: Option<usize>| {
        extra.map(|extra| (graph.bytes() + extra) as f64 / graph.bytes() as f64)
    };
    let memory = times(most_bytes(n, || symmetric(graph, 1)));
    line("plain pass", plain, None, None);
    line("symmetric", one, Some(("plain", ratio(one, plain))), memory);
    let against = Some(("one thread", ratio(two_wall, one_wall)));
    line("symmetric, 2 threads", two_wall, against, None);
    let memory = times(most_bytes(n, || asymmetric(1)));
    line(
        "asymmetric",
        both,
        Some(("symmetric", ratio(both, one))),
        memory,
    );
    let against = Some(("one thread", ratio(both_two_wall, both_wall)));
    line("asymmetric, 2 threads", both_two_wall, against, None);
    let memory = times(most_bytes(n, || Gamma::of(graph)));
    line(
        "gamma",
        gamma,
        Some(("symmetric", ratio(gamma, one))),
        memory,
    );
}

/// Everything on one graph.
fn family(name: &'static str, edges: &Edges, n: usize, runs: usize) {
    let meter = Meter::unlimited();
    let given = edges.len();
    let line_with = |what, time, against, memory| {
        Line {
            family: name,
            vertices: n,
            edges: given,
            what,
            time,
            against,
            memory,
        }
        .print();
    };
    let line = |what, time, against| line_with(what, time, against, None);
    let (one, rows) = time(runs, || Csr::from_edges(n, edges).expect("good edges"));
    line("rows from edges", one, None);
    let (wall, _) = wall_time(runs, || Csr::from_edges(n, edges));
    let (two, same) = wall_time(runs, || Csr::from_edges_with(n, edges, Threads::new(2)));
    line(
        "rows, 2 threads",
        two,
        Some(("one thread", ratio(two, wall))),
    );
    assert_eq!(same.expect("good edges"), rows);
    let (one, reverse) = time(runs, || rows.reverse());
    line("reverse", one, None);
    let (wall, _) = wall_time(runs, || rows.reverse());
    let (two, same) = wall_time(runs, || rows.reverse_with(Threads::new(2)));
    line(
        "reverse, 2 threads",
        two,
        Some(("one thread", ratio(two, wall))),
    );
    assert_eq!(same, reverse);
    drop((same, reverse));

    let path = std::env::temp_dir().join(format!("sidle-bench-{}.csr", std::process::id()));
    let named = NamedGraph::unnamed(rows);
    write_file(&named, &path, FileFormat::Binary).expect("a writable temporary directory");
    if n <= 1_000_000 {
        let text = path.with_extension("txt");
        write_file(&named, &text, FileFormat::Text).expect("a writable temporary directory");
        let (read, loaded) = time(runs, || open::<u32>(&text, &meter).expect("our own file"));
        line("read a text file", read, None);
        assert_eq!(loaded.graph.edge_count(), named.graph.edge_count());
        std::fs::remove_file(text).expect("our own file");
    }
    let (mapped, loaded) = time(runs, || open::<u32>(&path, &meter).expect("our own file"));
    line("map a binary file", mapped, None);
    assert_eq!(loaded, named);
    drop(loaded);
    std::fs::remove_file(path).expect("our own file");
    let graph = Digraph::new(named.graph);

    labellings(&graph, runs, n, &line_with);

    let mut random = fastrand::Rng::with_seed(5);
    let owners: Vec<Player> = (0..n).map(|_| Player::BOTH[random.usize(..2)]).collect();
    let accepting: Vec<bool> = (0..n).map(|_| random.usize(..20) == 0).collect();
    let list: Vec<u32> = (0..n as u32).filter(|&v| accepting[v as usize]).collect();
    let arena = Arena::new(&graph, &owners);
    let (fast, solved) = time(runs, || buechi(&arena, Left, &list));
    if name == "leafless" {
        let (plain, expected) = time(runs, || plain_buechi(&graph, &owners, &accepting));
        line("plain Büchi", plain, None);
        assert_eq!(solved.winners(), expected);
        line(
            "Büchi, 5 % accepting",
            fast,
            Some(("plain", ratio(fast, plain))),
        );
    } else {
        line("Büchi, 5 % accepting", fast, None);
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let most = std::env::var("SIDLE_BENCH_VERTICES").ok();
    let most = most.and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    type Family = (&'static str, fn(usize) -> Edges);
    let families: [Family; 8] = [
        ("random4", random4),
        ("bipartite", bipartite),
        ("leafless", leafless),
        ("grid", grid),
        ("path", path),
        ("cycle", cycle),
        ("star", star),
        ("dense", dense),
    ];
    println!("| family | vertices | edges | what | ms | ns/edge | M edges/s | ratio | memory |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, build) in families {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        // The last has 10⁸ edges with four successors each.
        let sizes = [
            10_000, 100_000, 1_000_000, 5_000_000, 20_000_000, 28_000_000,
        ];
        for n in sizes.into_iter().filter(|&n| n <= most) {
            let runs = if n <= 100_000 {
                9
            } else if n <= 1_000_000 {
                7
            } else {
                2
            };
            let vertices = if name == "dense" {
                dense_vertices(n)
            } else {
                n
            };
            family(name, &build(n), vertices, runs);
        }
    }
}
