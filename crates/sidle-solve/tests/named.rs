//! Names of rulesets are read without the language: all of the registry, random members of families, variants.

use sidle_rules::card::{Family, Visitor};
use sidle_solve::{
    Variant,
    catalogue::{self, AnyRuleset, NameError},
};

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

#[test]
fn faults_are_placed() {
    let refused = |text: &str| match catalogue::named(text) {
        Ok(rules) => panic!("{text} is {rules:?}"),
        Err(error) => error,
    };
    assert!(matches!(refused("Clobberr"), NameError::Unknown(_)));
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
