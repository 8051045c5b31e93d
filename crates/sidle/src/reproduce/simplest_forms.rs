//! Statements about simplest forms of loopy games, on all games of two vertices with moves to each other, to themselves and to
//! 0, and on random games.

use std::collections::BTreeSet;

use crate::{
    core::{Meter, Player},
    graph::bigraph::{
        Bigraph, BigraphBuilder, Edge, Keeps, Side, alternating_cycles, bisimulation_classes,
        forced_cycle, simple_cycles, simplify, survival_matrix,
    },
    questions::steps_are_verified,
    values::{Store, loopy::LoopyGraph},
};

use super::Page;

/// Vertices 0 and 1 with all sets of moves to 0, 1 and the vertex 2, which is the game 0.
fn small_world() -> impl Iterator<Item = Bigraph> {
    (0..1u32 << 12).map(|code| {
        let mut builder = BigraphBuilder::new(3);
        for bit in (0..12).filter(|bit| code >> bit & 1 == 1) {
            let (from, rest) = (bit / 6, bit % 6);
            builder.edge(from, Player::BOTH[rest as usize / 3], rest % 3);
        }
        builder.build()
    })
}

/// Random games of five vertices; the last two are 0 and *.
fn random_games(count: usize) -> Vec<Bigraph> {
    let mut random = fastrand::Rng::with_seed(2005);
    let game = |_| {
        let mut builder = BigraphBuilder::new(6);
        builder.edge(5, Player::Left, 4).edge(5, Player::Right, 4);
        for _ in 0..random.u32(6..11) {
            let (from, to) = (random.u32(..4), random.u32(..6));
            builder.edge(from, Player::BOTH[random.usize(..2)], to);
        }
        builder.build()
    };
    (0..count).map(game).collect()
}

pub(super) fn rows(page: &mut Page<'_>) -> anyhow::Result<()> {
    verified_steps(page)?;
    isomorphic_forms(page)?;
    long_cycles(page)?;
    fusion(page)?;
    stoppers(page)?;
    carousel(page)
}

/// Lemma 15 and Lemma 16 as corrected: the checker decides by definition that each step keeps the value.
fn verified_steps(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    for side in Side::BOTH {
        let claim = format!("every step on the {} keeps the value", side.name());
        let place = "Definition 14, Lemmas 15 and 16";
        page.holds(claim, place, "4096 of 4096 games", || {
            let (mut good, mut steps) = (0, 0);
            for graph in small_world() {
                let simple = simplify(&graph, 0, Keeps::Side(side), &[], meter)?;
                steps += simple.steps.len();
                good += usize::from(steps_are_verified(
                    &graph,
                    Keeps::Side(side),
                    &simple,
                    meter,
                )?);
            }
            Ok((format!("{good} of 4096 games, {steps} steps"), good == 4096))
        })?;
    }
    Ok(())
}

/// Theorem 6 and Theorem 9: equal stoppers have isomorphic graph-canonical forms.
fn isomorphic_forms(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let claim = "stoppers are equal iff their graph-canonical forms are isomorphic";
    page.holds(claim, "Theorems 6 and 9", "all pairs", || {
        let stoppers: Vec<Bigraph> = small_world().filter(|graph| graph.is_stopper(0)).collect();
        let chosen: Vec<&Bigraph> = stoppers.iter().step_by(13).collect();
        let mut whole = BigraphBuilder::new(0).build();
        let mut forms = BigraphBuilder::new(0).build();
        let (mut starts, mut form_starts) = (Vec::new(), Vec::new());
        for graph in &chosen {
            starts.push(whole.vertex_count() as u32);
            let (part, _) = graph.trimmed(0);
            whole = whole.disjoint_union(&part);
            let simple = simplify(&part, 0, Keeps::Stopper, &[], meter)?;
            let rows = simple
                .rows
                .iter()
                .map(|[left, right]| (&left[..], &right[..]));
            form_starts.push(forms.vertex_count() as u32 + simple.start);
            forms = forms.disjoint_union(&Bigraph::from_rows(rows));
        }
        let order = survival_matrix(&whole, &whole, meter)?;
        let classes = bisimulation_classes(&forms, &vec![0; forms.vertex_count()], meter)?;
        let (mut good, mut all) = (0, 0);
        for (g, form_g) in starts.iter().zip(&form_starts) {
            for (h, form_h) in starts.iter().zip(&form_starts) {
                all += 1;
                let same = classes[*form_g as usize] == classes[*form_h as usize];
                good += usize::from(order.eq(*g, *h) == same);
            }
        }
        Ok((format!("{good} of {all} pairs"), good == all && all > 1000))
    })
}

/// The cycles of all canonical forms of stoppers among random games.
fn long_cycles(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let patterns = canonical_patterns(&random_games(4000), meter)?;
    let counts = |pattern: &String, letter| pattern.chars().filter(|&c| c == letter).count();
    let long: Vec<&String> = patterns
        .iter()
        .filter(|pattern| pattern.len() > 1)
        .collect();
    let found = format!("{} patterns of long cycles", long.len());
    for (claim, place, fewest) in [
        (
            "canonical stoppers have no long monochromatic cycles",
            "Lemma 11",
            1,
        ),
        (
            "nor long cycles with a single edge of a colour",
            "Lemma 12",
            2,
        ),
    ] {
        page.holds(claim, place, "none", || {
            let fine = |pattern: &&String| {
                counts(pattern, 'L') >= fewest && counts(pattern, 'R') >= fewest
            };
            let good = !long.is_empty() && long.iter().all(fine);
            Ok((
                if good {
                    format!("none in {found}")
                } else {
                    found.clone()
                },
                good,
            ))
        })?;
    }
    Ok(())
}

fn canonical_patterns(games: &[Bigraph], meter: &Meter) -> anyhow::Result<BTreeSet<String>> {
    let mut patterns = BTreeSet::new();
    let mut games = games.to_vec();
    // tau, which random games hardly meet.
    games.push(tau());
    for graph in games {
        let (part, _) = graph.trimmed(0);
        if !part.is_stopper_graph() {
            continue;
        }
        let simple = simplify(&part, 0, Keeps::Stopper, &[], meter)?;
        let rows = simple
            .rows
            .iter()
            .map(|[left, right]| (&left[..], &right[..]));
        let (form, _) = Bigraph::from_rows(rows).trimmed(simple.start);
        let cycles = simple_cycles(&form, 1000, meter)?.cycles;
        patterns.extend(cycles.iter().map(|cycle| pattern(cycle)));
    }
    Ok(patterns)
}

fn pattern(cycle: &[Edge]) -> String {
    let letter = |&(_, player, _): &Edge| match player {
        Player::Left => 'L',
        Player::Right => 'R',
    };
    cycle.iter().map(letter).collect()
}

/// A circle of two moves of Left and two of Right, with exits 0, 0, * and *.
fn tau() -> Bigraph {
    let mut builder = BigraphBuilder::new(6);
    builder.edge(5, Player::Left, 4).edge(5, Player::Right, 4);
    for (from, player, to, exit) in [
        (0, Player::Left, 1, 4),
        (1, Player::Left, 2, 4),
        (2, Player::Right, 3, 5),
        (3, Player::Right, 0, 5),
    ] {
        builder.edge(from, player, to).edge(from, -player, exit);
    }
    builder.build()
}

/// The counterexample to the printed lemma.
fn fusion(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let claim = "{off|off} and off are equal on the onside; fused they are not";
    page.equal(claim, "Lemma 16 (see errata)", "off becomes on", || {
        let store = Store::new();
        let loopy = store.loopy();
        let before: [(&[u32], &[u32]); 3] = [(&[1], &[1]), (&[], &[2]), (&[], &[1])];
        let after: [(&[u32], &[u32]); 1] = [(&[0], &[0])];
        let mut texts = Vec::new();
        for graph in [Bigraph::from_rows(before), Bigraph::from_rows(after)] {
            let graph = LoopyGraph::new(graph);
            let value = loopy.try_graph_value(&graph, 0, Default::default(), meter)?;
            let form = value.onside();
            let stopper = form.stopper().map(crate::values::loopy::LoopyValue::from);
            let text = stopper
                .map(|value| store.text(value, crate::values::notation::Style::Plain, meter));
            texts.push(text.transpose()?.unwrap_or_default());
        }
        Ok(texts.join(" becomes "))
    })
}

/// Definition 5: a stopper has no alternating cycle.
fn stoppers(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    page.equal(
        "the pattern of the cycle of tau",
        "Figure 5",
        "LLRR",
        || {
            Ok(canonical_patterns(&[], meter)?
                .into_iter()
                .collect::<Vec<_>>()
                .join(", "))
        },
    )?;
    let claim = "a game is a stopper iff no alternating cycle is found";
    page.equal(claim, "Definition 5", "4096 of 4096 games", || {
        let mut good = 0;
        for graph in small_world() {
            let found = alternating_cycles(&graph, 1, meter)?.cycles;
            good += usize::from(found.is_empty() == graph.is_stopper_graph());
        }
        Ok(format!("{good} of 4096 games"))
    })
}

fn carousel(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    let mut builder = BigraphBuilder::new(8);
    let (zero, one, star, one_star) = (4, 5, 6, 7);
    builder.edge(one, Player::Left, zero);
    for player in Player::BOTH {
        builder.edge(star, player, zero).edge(one_star, player, one);
    }
    for (from, player, to, exit) in [
        (0, Player::Left, 1, zero),
        (1, Player::Right, 2, one),
        (2, Player::Left, 3, star),
        (3, Player::Right, 0, one_star),
    ] {
        builder.edge(from, player, to);
        builder
            .edge(from, Player::Left, exit)
            .edge(from, Player::Right, exit);
    }
    let graph = builder.build();
    for side in Side::BOTH {
        let claim = format!("Bach's Carousel: no stopper equals the {}", side.name());
        page.by_command("sidle loopy example carousel | sidle loopy judge -");
        page.equal(
            claim,
            "after Definition 14",
            "a cycle of 4 forced moves",
            || {
                let found = forced_cycle(&graph, 0, side, meter)?;
                let length = found.map_or(0, |found| found.cycle.len());
                Ok(format!("a cycle of {length} forced moves"))
            },
        )?;
    }
    Ok(())
}
