//! Names of rulesets are read without the language: all of the registry, random members of families, variants.

use sidle_core::{Meter, Player};
use sidle_rules::card::{Family, Visitor};
use sidle_solve::{
    Asking, NoHost, Position, Variant,
    catalogue::{self, AnyRuleset, NameError},
};
use sidle_values::Store;

#[derive(Default)]
struct Names {
    read: usize,
    members: usize,
}

impl Names {
    /// The name is read as a ruleset of that name, and its variants as its variants.
    fn judge(&mut self, name: &str, opened: &dyn AnyRuleset, example: &str) {
        let expected = opened.parse(example);
        let variants = [
            ("", opened.variant(Variant::Twisted).parse(example)),
            (
                ".DicoticVariant",
                opened.variant(Variant::Dicotic).parse(example),
            ),
            (
                ".ImpartialVariant",
                opened.variant(Variant::Impartial).parse(example),
            ),
            (
                ".TwistedVariant",
                opened.variant(Variant::Twisted).parse(example),
            ),
        ];
        for (at, (suffix, varied)) in variants.into_iter().enumerate() {
            let text = format!("{name}{suffix}");
            let rules = catalogue::named(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let expected = if at == 0 { &expected } else { &varied };
            assert_eq!(&rules.parse(example), expected, "{text}");
            self.read += 1;
        }
    }
}

impl Visitor for Names {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        let mut random = fastrand::Rng::with_seed(5);
        for game in card.games {
            let entry = catalogue::find(game.name).expect("an entry");
            self.judge(game.name, &*entry.ruleset(), game.example);
        }
        let family = catalogue::families()
            .iter()
            .find(|family| family.card.class == card.class);
        let Some(family) = family.filter(|_| !card.parameters.is_empty()) else {
            return;
        };
        for _ in 0..40 {
            let arguments: Vec<_> = card
                .parameters
                .iter()
                .map(|of| of.kind.sample(&mut |n| random.usize(..n)))
                .collect();
            let (Ok(rules), Ok(opened)) = (F::member(&arguments), family.member(&arguments)) else {
                continue;
            };
            self.members += 1;
            let text = rules.sample(3, &mut |n| random.usize(..n));
            self.judge(&rules.name(), &*opened, &text);
        }
    }
}

#[test]
fn every_ruleset_is_named() {
    let mut names = Names::default();
    sidle_rules::families(&mut names);
    assert!(names.members >= 100, "{} members", names.members);
    assert!(names.read >= 4 * (names.members + catalogue::entries().len()));
}

/// The position, and what two moves lead to: its name and its text are read as that position.
fn reads_back(at: &Position, plies: usize, store: &Store) -> usize {
    let (name, text) = at
        .by_ruleset()
        .unwrap_or_else(|| panic!("{at:?} has no notation"));
    let rules = catalogue::named(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let again = rules.parse(&text);
    let again = again.unwrap_or_else(|error| panic!("{text} of {name}: {error}"));
    assert_eq!(again.by_ruleset(), Some((name, text)));
    // The vertices of a graph may be read in another order.
    let is_graph = rules.name().starts_with("game.graph.");
    assert!(again == *at || is_graph, "{at:?} is read as {again:?}");
    let mut count = 1;
    for player in Player::BOTH.into_iter().filter(|_| plies > 0) {
        let meter = Meter::unlimited();
        let asking = &mut Asking {
            store,
            host: &mut NoHost,
            meter: &meter,
        };
        let options = asking.options(at, player);
        for option in options.expect("no limit").iter().take(4) {
            count += reads_back(option, plies - 1, store);
        }
    }
    count
}

#[derive(Default)]
struct Written(usize);

impl Visitor for Written {
    fn family<F: Family>(&mut self) {
        use Variant::{Dicotic, Impartial, Twisted};
        let store = Store::new();
        let mut random = fastrand::Rng::with_seed(17);
        for (rules, game) in F::games().iter().zip(F::CARD.games) {
            let entry = catalogue::find(game.name).expect("an entry");
            let chains: [&[Variant]; 8] = [
                &[],
                &[Dicotic],
                &[Impartial],
                &[Twisted],
                &[Twisted, Dicotic],
                &[Dicotic, Twisted],
                &[Impartial, Twisted],
                &[Twisted, Twisted],
            ];
            for chain in chains {
                let base = entry.ruleset();
                let varied = chain
                    .iter()
                    .fold(base, |rules, &variant| rules.variant(variant));
                for size in 2..5 {
                    let text = rules.sample(size, &mut |n| random.usize(..n));
                    let at = varied.parse(&text).expect("a sample");
                    self.0 += reads_back(&at, 2, &store);
                }
            }
        }
    }
}

/// What is written of positions is read, in variants too, where a sign tells that the sides are exchanged.
#[test]
fn positions_read_back() {
    let mut written = Written::default();
    sidle_rules::families(&mut written);
    assert!(written.0 > 5_000, "{} positions", written.0);
}

#[test]
fn faults_are_placed() {
    let refused = |text: &str| match catalogue::named(text) {
        Ok(rules) => panic!("{text} is {rules:?}"),
        Err(error) => error,
    };
    assert!(matches!(refused("Clobberr"), NameError::Unknown(_)));
    let twisted = catalogue::named("Clobber.TwistedVariant").expect("a variant");
    assert_eq!(twisted.parse("~xz").expect_err("a letter").span, 2..3);
    for (text, span, part) in [
        ("GenHareAndHounds", 0..16, "family"),
        ("GenHareAndHounds(4)", 17..18, "odd"),
        ("GenHareAndHounds(rows => 5)", 17..26, "no parameter `rows`"),
        ("GenHareAndHounds(5, 5)", 20..21, "only 1"),
        ("GenHareAndHounds(5, columns => 5)", 20..32, "passed twice"),
        ("Clobber(3)", 7..10, "no parameters"),
        ("Clobber.FunnyVariant", 8..20, "no variant"),
        ("Turning()", 0..7, "missing"),
    ] {
        let error = refused(text);
        let fault = error.fault();
        assert!(fault.message.contains(part), "{text}: {}", fault.message);
        assert_eq!(fault.span, span, "{text}");
    }
}
