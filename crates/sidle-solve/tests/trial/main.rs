//! Every shortcut on trial. Each ruleset of the registry, with random parameters and in every variant, is solved
//! with its shortcuts and from its options alone: values, outcomes, misère outcomes and nim values must agree. What a
//! ruleset writes is read again as the same position.
//!
//! A ruleset cannot avoid this test: the registry shows it to the visitor below.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use sidle_core::{Flow, Meter, Plain, Player, Rules, Shortcuts, Visit};
use sidle_rules::{
    Argument, Ruleset,
    card::{Choose, Family, Visitor},
    heap::{Cutcake, HeapGame, HeapRule, Numbers},
    variant::{Dicotic, Impartial, Twisted, TwistedPosition},
};
use sidle_solve::{
    AnySolver, Asking, NoHost, Position, RulesetPosition, SolveError, Solver, Variant,
    catalogue::{self, AnyRuleset},
};
use sidle_values::Store;

mod claims;
mod exhaustive;
#[path = "../naive/mod.rs"]
mod naive;

use claims::{flags_hold, is_refused, reads_back, ties_hold};

/// So many small positions of each named game, all of the least sizes, are tried.
const SMALL: usize = 200;
/// So many larger positions of each.
const LARGER: usize = 24;
/// So many more, of which only the value with all shortcuts is compared: a claim may be wrong for few boards.
const MORE: usize = 300;
/// So many random members of each family with parameters, since a claim may be wrong for few of them.
const MEMBERS: usize = 64;
/// So many positions of each.
const OF_MEMBER: usize = 7;
/// So many more, of which only what is claimed of all positions is looked at.
const MORE_MEMBERS: usize = 400;
/// A question that takes more nodes is skipped; at most one in ten may be.
const MOST_NODES: u64 = 4_000;

/// Counts through all sequences of choices.
#[derive(Default)]
struct Odometer {
    wheels: Vec<(usize, usize)>,
    at: usize,
}

impl Odometer {
    fn choose(&mut self, n: usize) -> usize {
        if self.at == self.wheels.len() {
            self.wheels.push((0, n));
        }
        self.at += 1;
        self.wheels[self.at - 1].0
    }

    /// Goes on to the next sequence; false after the last one.
    fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((choice, n)) = self.wheels.pop() {
            if choice + 1 < n {
                self.wheels.push((choice + 1, n));
                return true;
            }
        }
        false
    }
}

/// The positions of the least sizes, all of them, until there are enough.
fn small<F: Family>(rules: &F) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for size in 1..=12 {
        let mut odometer = Odometer::default();
        loop {
            texts.insert(rules.sample(size, &mut |n| odometer.choose(n)));
            if !odometer.advance() {
                break;
            }
            if texts.len() >= SMALL {
                return texts;
            }
        }
    }
    texts
}

/// Two boards with a wall between them, for games on boards with blocked cells: few boards of random cells fall into two
/// parts in which somebody can move.
fn beside_a_wall<F: Family>(rules: &F, random: &mut fastrand::Rng) -> Option<String> {
    rules.letters().filter(|letters| letters.contains('#'))?;
    let mut sample = || rules.sample(7, &mut |n| random.usize(..n));
    let (one, other) = (sample(), sample());
    if one.matches('|').count() != other.matches('|').count() {
        return None;
    }
    let rows = one.split('|').zip(other.split('|'));
    let joined: Vec<String> = rows.map(|(one, other)| format!("{one}#{other}")).collect();
    let joined = joined.join("|");
    rules.parse(&joined).is_ok().then_some(joined)
}

/// Rules with some of their shortcuts.
struct Restricted<'r, F> {
    rules: &'r F,
    keep: Keep,
}

#[derive(Clone, Copy, Debug)]
enum Keep {
    All,
    Decompose,
    Normalize,
    KnownValue,
    Tie,
    Flags,
}

impl<F: Family> Rules for Restricted<'_, F> {
    type Position = F::Position;

    fn options(&self, at: &F::Position, player: Player, visit: Visit<'_, F::Position>) -> Flow {
        self.rules.options(at, player, visit)
    }

    fn shortcuts(&self) -> Shortcuts<'_, F::Position> {
        let all = self.rules.shortcuts();
        let Shortcuts {
            decompose,
            normalize,
            known_value,
            tie,
            no_value,
            impartial,
            ends,
        } = all;
        let kept = Shortcuts {
            no_value,
            ..Shortcuts::NONE
        };
        match self.keep {
            Keep::All => all,
            Keep::Decompose => Shortcuts { decompose, ..kept },
            Keep::Normalize => Shortcuts { normalize, ..kept },
            Keep::KnownValue => Shortcuts {
                known_value,
                ..kept
            },
            // Bounds are used where the position and its negative cancel.
            Keep::Tie => Shortcuts { tie, ends, ..kept },
            Keep::Flags => Shortcuts {
                impartial,
                ends,
                ..kept
            },
        }
    }
}

/// An answer, or why there is none: the text of values does not matter here, only which one it is.
fn answer<T: PartialEq + std::fmt::Debug>(
    result: Result<T, SolveError>,
) -> Option<Result<T, String>> {
    match result {
        Ok(value) => Some(Ok(value)),
        // With shortcuts a search may find out sooner that a game does not end.
        Err(SolveError::Stopped(_) | SolveError::Endless(_) | SolveError::Growing(_)) => None,
        Err(SolveError::Loopy { .. }) => Some(Err("loopy".to_owned())),
        Err(error) => Some(Err(error.to_string())),
    }
}

#[derive(Default)]
struct Trial {
    package: &'static str,
    asked: usize,
    skipped: usize,
    by_definition: usize,
    rulesets: usize,
}

impl Trial {
    fn agree<T: PartialEq + std::fmt::Debug>(
        &mut self,
        fast: Result<T, SolveError>,
        plain: Result<T, SolveError>,
        about: &dyn Fn() -> String,
    ) {
        self.asked += 1;
        match (answer(fast), answer(plain)) {
            // One of them may find a cycle where the other knows the answer without it.
            (Some(Ok(_)), Some(Err(loopy))) | (Some(Err(loopy)), Some(Ok(_)))
                if loopy == "loopy" =>
            {
                self.skipped += 1;
            }
            (Some(fast), Some(plain)) => assert_eq!(fast, plain, "{}", about()),
            _ => self.skipped += 1,
        }
    }

    /// Values with all shortcuts and without any; how many of the positions were small enough.
    fn compare_values<F: Family>(&mut self, rules: &F, texts: &BTreeSet<String>) -> usize {
        let mut compared = 0;
        let store = Store::new();
        let bare = Plain(rules);
        let mut quick = Solver::new(&store, rules);
        let mut plain = Solver::new(&store, &bare);
        for text in texts {
            let at = rules.parse(text).expect("a sample");
            if rules.shortcuts().no_value(&at, false).is_some() {
                continue;
            }
            let meter = || Meter::new().with_max_nodes(MOST_NODES);
            let value = quick.value_of(&at, &meter());
            let expected = plain.value_of(&at, &meter());
            if let Err(SolveError::Stopped(_)) = expected {
                continue;
            }
            compared += 1;
            self.agree(value, expected, &|| format!("{text} of {}", rules.name()));
        }
        compared
    }

    /// A ruleset and some of its positions.
    fn judge<F: Family>(&mut self, rules: &F, opened: &dyn AnyRuleset, texts: &BTreeSet<String>) {
        self.rulesets += 1;
        let name = rules.name();
        let store = Store::new();
        let plain_rules = Arc::new(Plain(rules.clone()));
        let keeps = [
            Keep::All,
            Keep::Decompose,
            Keep::Normalize,
            Keep::KnownValue,
            Keep::Tie,
            Keep::Flags,
        ];
        let kept = keeps.map(|keep| Restricted { rules, keep });
        let mut typed: Vec<_> = kept
            .iter()
            .map(|kept| (kept.keep, Solver::new(&store, kept)))
            .collect();
        let plain = Plain(rules);
        let mut plain = Solver::new(&store, &plain);
        let twisted = Twisted(rules.clone());
        let plain_twisted = Plain(&twisted);
        let mut quick_twisted = Solver::new(&store, &twisted);
        let mut plain_twisted = Solver::new(&store, &plain_twisted);
        let (mut fast, mut slow) = (AnySolver::default(), AnySolver::default());
        for text in texts {
            let at = rules.parse(text);
            let at = at.unwrap_or_else(|error| panic!("`{text}` of {name}: {error}"));
            reads_back(rules, &at, opened, text);
            let meter = || Meter::new().with_max_nodes(MOST_NODES);
            let about = || format!("{text} of {name}");
            if is_refused(rules, &at, opened, text, &store) {
                continue;
            }
            for (keep, solver) in &mut typed {
                let about = || format!("{text} of {name} with {keep:?}");
                self.agree(
                    solver.value_of(&at, &meter()),
                    plain.value_of(&at, &meter()),
                    &about,
                );
                self.agree(
                    solver.outcome(&at, &meter()),
                    plain.outcome(&at, &meter()),
                    &about,
                );
                if rules.shortcuts().no_value(&at, true).is_none() {
                    let misere = solver.misere_outcome(&at, &meter());
                    self.agree(misere, plain.misere_outcome(&at, &meter()), &about);
                }
            }
            flags_hold(rules, &at, &about);
            if let Some(negative) = rules.negative(&at) {
                let value = plain.value_of(&negative, &meter());
                let expected = plain.value_of(&at, &meter());
                let expected = expected.map(|value| store.loopy().negative_value(value));
                self.agree(value, expected, &|| format!("negative of {text} of {name}"));
            }
            let exchanged = TwistedPosition {
                position: at.clone(),
                exchanged: true,
            };
            let quick = quick_twisted.value_of(&exchanged, &meter());
            let bare = plain_twisted.value_of(&exchanged, &meter());
            self.agree(quick, bare, &|| format!("{text} of twisted {name}"));
            let atom = RulesetPosition::loose(plain_rules.clone(), at.clone());
            let atom = Position::atom(Arc::new(atom));
            for variant in [
                None,
                Some(Variant::Dicotic),
                Some(Variant::Impartial),
                Some(Variant::Twisted),
            ] {
                let about = || format!("{text} of {name}, variant {variant:?}");
                let (quick, bare) = match variant {
                    None => (opened.parse(text), atom.clone()),
                    Some(variant) => (
                        opened.variant(variant).parse(text),
                        Position::variant(variant, &atom),
                    ),
                };
                let quick = quick.unwrap_or_else(|error| panic!("{}: {error}", about()));
                let ask = |solver: &mut AnySolver, of: &Position, question: usize| {
                    let meter = meter();
                    let asking = &mut Asking {
                        store: &store,
                        host: &mut NoHost,
                        meter: &meter,
                    };
                    Ok(match question {
                        0 => format!("{:?}", solver.value(of, asking)?),
                        1 => format!("{:?}", solver.outcome(of, asking)?),
                        2 => format!("{:?}", solver.misere_outcome(of, asking)?),
                        _ => format!("{:?}", solver.nim_value(of, asking)?),
                    })
                };
                let misere = rules.shortcuts().no_value(&at, true).is_none();
                for question in (0..4).filter(|&question| question != 2 || misere) {
                    // Only impartial games have nim values, and options alone do not show that a game is one.
                    if question == 3 && variant != Some(Variant::Impartial) {
                        continue;
                    }
                    let answers = [
                        ask(&mut fast, &quick, question),
                        ask(&mut slow, &bare, question),
                    ];
                    let [quick, bare] = answers;
                    self.agree(quick, bare, &|| format!("question {question}: {}", about()));
                }
                if let Some(expected) = naive::value(rules, &at, variant, &store) {
                    let meter = Meter::unlimited();
                    let asking = &mut Asking {
                        store: &store,
                        host: &mut NoHost,
                        meter: &meter,
                    };
                    self.by_definition += 1;
                    let value = fast.value(&quick, asking).map(|value| value.short());
                    assert_eq!(value.ok(), Some(Some(expected)), "naive: {}", about());
                }
            }
        }
    }
}

impl Visitor for Trial {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        if card.package() != self.package {
            return;
        }
        let games = F::games();
        assert_eq!(games.len(), card.games.len(), "{}", card.class);
        let mut random = fastrand::Rng::with_seed(7);
        for (rules, game) in games.iter().zip(card.games) {
            let entry = catalogue::find(game.name).expect("an entry");
            let mut texts = small(rules);
            assert!(
                texts.len() >= 12,
                "{}: {} small positions",
                game.name,
                texts.len()
            );
            for size in 0..LARGER {
                let size = 5 + size % 5;
                texts.insert(rules.sample(size, &mut |n| random.usize(..n)));
            }
            texts.insert(game.example.to_owned());
            if game.impartial_variant {
                // The base is a game of its own.
                assert!(entry.ruleset().parse(game.example).is_ok());
                continue;
            }
            self.judge(rules, &*entry.ruleset(), &texts);
            let more =
                (0..MORE).map(|number| rules.sample(6 + number % 4, &mut |n| random.usize(..n)));
            let compared = self.compare_values(rules, &more.collect());
            assert!(compared >= 10, "{}: {compared} compared", game.name);
            let walled: BTreeSet<String> = (0..MORE)
                .filter_map(|_| beside_a_wall(rules, &mut random))
                .collect();
            let compared = self.compare_values(rules, &walled);
            assert!(
                compared * 4 >= walled.len(),
                "{}: {compared} compared",
                game.name
            );
            if rules.shortcuts().tie.is_some() {
                let boards = (0..40).map(|_| rules.sample(30, &mut |n| random.usize(..n)));
                ties_hold(rules, boards);
            }
        }
        let family = catalogue::families()
            .iter()
            .find(|family| family.card.class == card.class);
        if card.parameters.is_empty() {
            return;
        }
        let mut members = 0;
        for number in 0..MEMBERS + MORE_MEMBERS {
            let arguments: Vec<Argument> = card
                .parameters
                .iter()
                .map(|of| of.kind.sample(&mut |n| random.usize(..n)))
                .collect();
            if number >= MEMBERS {
                let Ok(rules) = F::member(&arguments) else {
                    continue;
                };
                for size in 3..6 {
                    let text = rules.sample(size, &mut |n| random.usize(..n));
                    let at = rules.parse(&text).expect("a sample");
                    flags_hold(&rules, &at, &|| format!("{text} of {}", rules.name()));
                }
                continue;
            }
            let (Ok(rules), Some(family)) = (F::member(&arguments), family) else {
                continue;
            };
            let opened = family.member(&arguments).expect("the same member");
            let texts: BTreeSet<String> = (0..OF_MEMBER)
                .map(|size| rules.sample(2 + size % 5, &mut |n| random.usize(..n)))
                .collect();
            self.judge(&rules, &*opened, &texts);
            members += 1;
        }
        assert!(members * 4 >= MEMBERS, "{}: {members} members", card.class);
    }
}

fn try_package(package: &'static str, least: usize) {
    let mut trial = Trial {
        package,
        ..Trial::default()
    };
    sidle_rules::families(&mut trial);
    assert!(trial.rulesets >= least, "{}", trial.rulesets);
    assert!(trial.by_definition >= 1000, "{}", trial.by_definition);
    assert!(
        trial.skipped * 10 <= trial.asked,
        "{} of {} skipped",
        trial.skipped,
        trial.asked
    );
}

#[test]
fn grids() {
    try_package("grid", 30);
}

#[test]
fn strips() {
    try_package("strip", 30);
}

#[test]
fn graphs() {
    try_package("graph", 30);
}

#[test]
fn heaps() {
    try_package("heap", 9);
}

/// Heaps and cakes with a rule for each player, which have no names in the registry.
#[test]
fn heaps_and_cakes_with_two_rules() {
    let mut trial = Trial::default();
    let mut random = fastrand::Rng::with_seed(13);
    for number in 0..40 {
        let mut rule = || {
            let listed = (0..random.usize(1..=3)).map(|_| random.u32(1..=4));
            let numbers = Numbers::new(listed.collect(), random.bool());
            match random.u32(..5) {
                0 => HeapRule::Any,
                1 => HeapRule::SplitInTwo,
                2 => HeapRule::SplitEqually,
                3 => HeapRule::Take(numbers),
                _ => HeapRule::TakeAndSplit(numbers),
            }
        };
        let (left, right) = (rule(), rule());
        let about = format!("{left:?} and {right:?}, {number}");
        let heaps = HeapGame::new(left.clone(), right.clone(), about.clone());
        let cakes = Cutcake::new(left, right, random.bool()).named(about);
        let mut texts = |sample: &dyn Fn(usize, Choose<'_>) -> String| -> BTreeSet<String> {
            let sizes = 2..2 + OF_MEMBER;
            let sampled = sizes.map(|size| sample(size.min(4), &mut |n| random.usize(..n)));
            sampled.collect()
        };
        let of_heaps = texts(&|size, choose| heaps.sample(size, choose));
        trial.judge(&heaps, &*catalogue::small_ruleset(heaps.clone()), &of_heaps);
        let of_cakes = texts(&|size, choose| cakes.sample(size, choose));
        trial.judge(&cakes, &*catalogue::small_ruleset(cakes.clone()), &of_cakes);
    }
    assert!(
        trial.skipped * 10 <= trial.asked,
        "{} skipped",
        trial.skipped
    );
}

/// The four tests by package take all of them.
#[test]
fn no_package_is_left_out() {
    for entry in catalogue::entries() {
        assert!(
            ["grid", "strip", "graph", "heap"].contains(&entry.card.package()),
            "{}",
            entry.name
        );
    }
}
