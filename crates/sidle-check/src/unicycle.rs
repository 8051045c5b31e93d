//! Certificates of unicycles, kind `unicycle`: a cycle with a given pattern of colours and given
//! exits is a stopper in graph-canonical form.
//!
//! The certificate holds the pattern, the loop-free games and which of them is the exit of which
//! vertex. It needs no steps: the conditions are finite, and the checker verifies them by the
//! definitions over the whole bigraph (A. N. Siegel, "New results in loopy games", Definition 13
//! with the definition of graph-canonical form):
//!
//! * no alternating closed walk (a stopper);
//! * every listed game is a follower, and no two followers are equal;
//! * no option is dominated and none is reversible.
//!
//! Comparison is survival: `G ≤ H` iff Left, moving second, survives `H - G`; the survivors are
//! the greatest set of states from which Left can always stay inside, found by plain iteration.

use sidle_core::{Meter, Player, StopReason};

use crate::{
    Failure, Verdict,
    certificate::certificate,
    short::{Position, names},
};

certificate! {
    "unicycle" version 1:
    /// A whole `unicycle` certificate.
    pub struct Certificate {
        /// The colours of the cycle's edges in cycle order: letters `L` and `R`.
        pub pattern: String,
        /// The exits and their followers, each once; options come before the games that have them.
        pub positions: Vec<Position>,
        /// For each vertex of the cycle the number of its exit in the list of positions. At a vertex
        /// whose edge is Left's the exit is Right's move, and the other way round.
        pub exits: Vec<u32>,
    }

    /// Checks a certificate that has been read.
    ///
    /// # Cost
    /// A few passes over all pairs of vertices and their moves: meant for tens or hundreds of vertices.
    pub fn check;
}

impl Certificate {
    /// The certificate of a unicycle, with a comment that says so.
    #[must_use]
    pub fn of(pattern: String, positions: Vec<Position>, exits: Vec<u32>) -> Certificate {
        let text = format!("there is a {pattern}-unicycle");
        Certificate::new(&text, pattern, positions, exits)
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let names = names::names(&certificate.positions);
    let exits: Vec<&str> = certificate
        .exits
        .iter()
        .map(|&exit| names::name(&names, exit))
        .collect();
    let claim = format!(
        "{} with exits {} is a unicycle",
        certificate.pattern,
        exits.join(", ")
    );
    let result = Graph::read(certificate).and_then(|graph| graph.verify(&names, meter));
    Verdict::new(KIND.name, claim, result)
}

/// The whole bigraph: the cycle's vertices first, then the positions.
struct Graph {
    cycle: usize,
    options: [Vec<Vec<usize>>; 2],
}

/// `le[g][h]`: is `g` at most `h`?
type Order = Vec<Vec<bool>>;

impl Graph {
    fn read(certificate: &Certificate) -> Result<Graph, Failure> {
        let cycle = certificate.pattern.chars().count();
        let fail = |reason: String| Err(Failure::new("reading", "this is a cycle", reason));
        if cycle == 0 {
            return fail("the pattern is empty".to_owned());
        }
        if certificate.exits.len() != cycle {
            let exits = certificate.exits.len();
            return fail(format!("{cycle} vertices but {exits} exits"));
        }
        let mut options = [vec![Vec::new(); cycle], vec![Vec::new(); cycle]];
        for (vertex, letter) in certificate.pattern.chars().enumerate() {
            let colour = match letter {
                'L' => Player::Left,
                'R' => Player::Right,
                other => return fail(format!("{other:?} is not a colour")),
            };
            let exit = certificate.exits[vertex] as usize;
            if exit >= certificate.positions.len() {
                return fail(format!("there is no position {exit}"));
            }
            options[colour.index()][vertex].push((vertex + 1) % cycle);
            options[(-colour).index()][vertex].push(cycle + exit);
        }
        for (index, Position(left, right)) in certificate.positions.iter().enumerate() {
            for (side, list) in [left, right].into_iter().enumerate() {
                if let Some(option) = list.iter().find(|&&option| option as usize >= index) {
                    return fail(format!(
                        "option {option} of position {index} is not listed before it"
                    ));
                }
                options[side].push(list.iter().map(|&option| cycle + option as usize).collect());
            }
        }
        Ok(Graph { cycle, options })
    }

    /// The number of conditions verified, or the first that fails.
    fn verify(&self, names: &[String], meter: &Meter) -> Result<usize, Failure> {
        let mut verified = 0;
        let mut holds = |step: &str, claim: String, ok: bool| {
            verified += 1;
            let reason = "the definition says otherwise";
            ok.then_some(())
                .ok_or_else(|| Failure::new(step, claim, reason))
        };
        holds(
            "stopper",
            "no play alternates forever".to_owned(),
            self.is_stopper(meter)?,
        )?;
        let used = self.followers();
        for (v, used) in used.iter().enumerate() {
            let claim = format!("{} is a follower of the cycle", self.name(names, v));
            holds("followers", claim, *used)?;
        }
        let order = self.order(meter)?;
        for v in 0..self.len() {
            let name = self.name(names, v);
            let claim = format!("no option of {name} is dominated");
            holds("dominated", claim, !self.has_dominated(&order, v))?;
            let claim = format!("no option of {name} is reversible");
            holds("reversible", claim, !self.has_reversible(&order, v))?;
            for (w, above) in order[..v].iter().enumerate() {
                let claim = format!("{} and {name} differ", self.name(names, w));
                holds("different", claim, !(order[v][w] && above[v]))?;
            }
        }
        Ok(verified)
    }

    fn len(&self) -> usize {
        self.options[0].len()
    }

    fn name(&self, names: &[String], vertex: usize) -> String {
        match vertex.checked_sub(self.cycle) {
            None => format!("v{vertex}"),
            Some(position) => names::name(names, position as u32).to_owned(),
        }
    }

    /// States (vertex, mover) are removed as long as all their moves lead to removed ones; a state
    /// that stays is on the way to an alternating closed walk.
    fn is_stopper(&self, meter: &Meter) -> Result<bool, StopReason> {
        let mut ticker = meter.ticker();
        let mut stays = vec![[true; 2]; self.len()];
        loop {
            let mut changed = false;
            for v in 0..self.len() {
                ticker.step()?;
                for mover in Player::BOTH {
                    let moves = &self.options[mover.index()][v];
                    let next = moves.iter().any(|&w| stays[w][(-mover).index()]);
                    changed |= next != stays[v][mover.index()];
                    stays[v][mover.index()] = next;
                }
            }
            if !changed {
                return Ok(stays.iter().all(|state| !state[0] && !state[1]));
            }
        }
    }

    /// Which vertices are reached from the cycle.
    fn followers(&self) -> Vec<bool> {
        let mut used = vec![false; self.len()];
        let mut waiting: Vec<usize> = (0..self.cycle).collect();
        while let Some(v) = waiting.pop() {
            if !std::mem::replace(&mut used[v], true) {
                let options = self.options.iter().flat_map(|lists| &lists[v]);
                waiting.extend(options.copied());
            }
        }
        used
    }

    fn order(&self, meter: &Meter) -> Result<Order, StopReason> {
        let mut ticker = meter.ticker();
        meter.room(2 * (self.len() * self.len()) as u64)?;
        let [left, right] = &self.options;
        let all = || vec![vec![true; self.len()]; self.len()];
        // Left survives h - g moving second, moving first.
        let (mut second, mut first) = (all(), all());
        loop {
            let mut changed = false;
            for g in 0..self.len() {
                ticker.steps(self.len())?;
                for h in 0..self.len() {
                    let may = left[h].iter().any(|&x| second[g][x])
                        || right[g].iter().any(|&y| second[y][h]);
                    let must = right[h].iter().all(|&x| first[g][x])
                        && left[g].iter().all(|&y| first[y][h]);
                    changed |= may != first[g][h] || must != second[g][h];
                    first[g][h] = may;
                    second[g][h] = must;
                }
            }
            if !changed {
                return Ok(second);
            }
        }
    }

    fn has_dominated(&self, order: &Order, v: usize) -> bool {
        self.options.iter().any(|lists| {
            let options = &lists[v];
            options.iter().enumerate().any(|(i, &x)| {
                let others = options[i + 1..].iter();
                others.copied().any(|y| order[x][y] || order[y][x])
            })
        })
    }

    fn has_reversible(&self, order: &Order, v: usize) -> bool {
        let [left, right] = &self.options;
        let through = |options: &[usize], replies: &[Vec<usize>], ok: &dyn Fn(usize) -> bool| {
            options
                .iter()
                .any(|&x| replies[x].iter().any(|&reply| ok(reply)))
        };
        through(&left[v], right, &|reply| order[reply][v])
            || through(&right[v], left, &|reply| order[v][reply])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nimbers(k: u32) -> Vec<Position> {
        (0..k)
            .map(|g| Position((0..g).collect(), (0..g).collect()))
            .collect()
    }

    fn tau() -> Certificate {
        Certificate::of("LLRR".to_owned(), nimbers(2), vec![0, 0, 1, 1])
    }

    fn failure(certificate: &Certificate) -> String {
        let verdict = check(certificate);
        let failure = verdict.result().expect_err("not valid");
        failure.to_string()
    }

    #[test]
    fn tau_is_a_unicycle() {
        let verdict = check(&tau());
        assert!(verdict.is_valid(), "{verdict}");
        assert_eq!(verdict.claim(), "LLRR with exits 0, 0, *, * is a unicycle");
        let bytes = serde_json::to_vec(&tau()).unwrap();
        assert!(crate::check_bytes(&bytes).unwrap().is_valid());
    }

    #[test]
    fn upon_is_a_unicycle_of_length_one() {
        let upon = Certificate::of("L".to_owned(), nimbers(2), vec![1]);
        assert!(check(&upon).is_valid());
    }

    #[test]
    fn changed_exits_are_refused() {
        for place in 0..4 {
            let mut certificate = tau();
            certificate.exits[place] ^= 1;
            assert!(!check(&certificate).is_valid(), "exit {place}");
        }
    }

    #[test]
    fn everything_a_certificate_can_get_wrong_is_named() {
        let mut empty = tau();
        empty.pattern.clear();
        assert!(failure(&empty).contains("empty"));
        let mut letter = tau();
        letter.pattern = "LLRX".to_owned();
        assert!(failure(&letter).contains("not a colour"));
        let mut missing = tau();
        missing.exits.pop();
        assert!(failure(&missing).contains("3 exits"));
        let mut dangling = tau();
        dangling.exits[0] = 9;
        assert!(failure(&dangling).contains("no position 9"));
        let mut order = tau();
        order.positions[0].0.push(1);
        assert!(failure(&order).contains("not listed before"));
        let mut unused = tau();
        unused.positions = nimbers(3);
        assert!(failure(&unused).contains("*2 is a follower"));
        let alternating = Certificate::of("LRLR".to_owned(), nimbers(2), vec![0, 0, 1, 1]);
        assert!(failure(&alternating).contains("alternates"));
    }

    #[test]
    fn exits_that_are_not_canonical_are_refused() {
        // 1 = {0|}, -1 = {|0}, and {-1|1} = 0 as an exit.
        let mut positions = nimbers(2);
        positions.push(Position(vec![0], vec![]));
        positions.push(Position(vec![], vec![0]));
        positions.push(Position(vec![3], vec![2]));
        let certificate = Certificate::of("LLRR".to_owned(), positions, vec![4, 0, 1, 1]);
        assert!(!check(&certificate).is_valid());
        // {0,1|} has a dominated option.
        let mut positions = nimbers(2);
        positions.push(Position(vec![0], vec![]));
        positions.push(Position(vec![0, 2], vec![]));
        let certificate = Certificate::of("LLRR".to_owned(), positions, vec![3, 0, 1, 1]);
        assert!(!check(&certificate).is_valid());
    }
}
