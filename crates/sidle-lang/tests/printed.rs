//! What is printed reads back: rulesets and positions of the whole registry.

use sidle_core::{Meter, Player};
use sidle_lang::{Format, Session};
use sidle_rules::card::{Family, Visitor};
use sidle_solve::{
    Position, Variant,
    catalogue::{self, AnyRuleset},
};

#[derive(Default)]
struct Printed {
    positions: usize,
}

/// The value of an expression, as it is printed.
fn shown(session: &mut Session, source: &str) -> Result<String, String> {
    let meter = Meter::unlimited();
    let answers = session
        .evaluate(source, &meter)
        .map_err(|error| error.to_string())?;
    let answer = answers.last().ok_or("nothing is printed")?;
    let text = session.show(answer, Format::Plain, &meter);
    text.map_err(|error| error.to_string())
}

fn position(session: &mut Session, source: &str) -> Position {
    let position = session.position(source, &Meter::unlimited());
    position.unwrap_or_else(|error| panic!("{source}: {error}"))
}

impl Printed {
    fn judge(
        &mut self,
        session: &mut Session,
        name: &str,
        opened: &dyn AnyRuleset,
        texts: &[String],
    ) {
        let variants = [
            None,
            Some(Variant::Dicotic),
            Some(Variant::Impartial),
            Some(Variant::Twisted),
        ];
        for text in texts {
            for variant in variants {
                self.positions += 1;
                let (suffix, expected) = match variant {
                    None => ("", opened.parse(text)),
                    Some(variant) => (
                        match variant {
                            Variant::Dicotic => ".DicoticVariant",
                            Variant::Impartial => ".ImpartialVariant",
                            Variant::Twisted => ".TwistedVariant",
                        },
                        opened.variant(variant).parse(text),
                    ),
                };
                let expected = expected.unwrap_or_else(|error| panic!("{text} of {name}: {error}"));
                let source = format!("{name}{suffix}(\"{text}\")");
                assert_eq!(position(session, &source), expected, "{source}");
            }
        }
    }
}

impl Visitor for Printed {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        let mut session = Session::new();
        let mut random = fastrand::Rng::with_seed(11);
        for (rules, game) in F::games().iter().zip(card.games) {
            let opened = catalogue::find(game.name).expect("an entry").ruleset();
            let mut texts: Vec<String> = (0..12)
                .map(|size| rules.sample(1 + size % 6, &mut |n| random.usize(..n)))
                .collect();
            texts.push(game.example.to_owned());
            // Positions after a move are written as well.
            for text in texts.clone() {
                let at = rules.parse(&text).expect("a sample");
                for player in Player::BOTH {
                    for option in rules.collect_options(&at, player).iter().take(2) {
                        let mut written = String::new();
                        rules.write(option, &mut written).expect("a text");
                        texts.push(written);
                    }
                }
            }
            self.judge(&mut session, game.name, &*opened, &texts);
            if !game.impartial_variant {
                assert_eq!(
                    catalogue::class_of(&rules.name()),
                    catalogue::class_of(game.name)
                );
            }
        }
        let family = catalogue::families()
            .iter()
            .find(|family| family.card.class == card.class);
        let Some(family) = family.filter(|_| !card.parameters.is_empty()) else {
            return;
        };
        for _ in 0..12 {
            let arguments: Vec<_> = card
                .parameters
                .iter()
                .map(|of| of.kind.sample(&mut |n| random.usize(..n)))
                .collect();
            let (Ok(rules), Ok(opened)) = (F::member(&arguments), family.member(&arguments)) else {
                continue;
            };
            let texts: Vec<String> = (0..4)
                .map(|size| rules.sample(2 + size, &mut |n| random.usize(..n)))
                .collect();
            // The name of a member is the call that makes it.
            self.judge(&mut session, &rules.name(), &*opened, &texts);
        }
    }
}

#[test]
fn rulesets_and_positions_read_back() {
    let mut printed = Printed::default();
    sidle_rules::families(&mut printed);
    assert!(printed.positions > 10_000, "{}", printed.positions);
}

/// Where the printed class names one ruleset, the printed position is read; otherwise the error names the games.
#[test]
fn printed_classes() {
    let mut session = Session::new();
    let (mut read, mut refused) = (0, 0);
    for entry in catalogue::entries() {
        let source = format!("{}(\"{}\")", entry.name, entry.example);
        let text = shown(&mut session, &source).expect("a position");
        if !text.contains(".Position(") || entry.game.impartial_variant {
            continue;
        }
        match shown(&mut session, &text) {
            Ok(again) => {
                assert_eq!(again, text);
                assert_eq!(
                    position(&mut session, &text),
                    position(&mut session, &source)
                );
                read += 1;
            }
            Err(error) => {
                let class = text.split('.').next().unwrap_or_default();
                assert!(error.contains(class), "{text}: {error}");
                refused += 1;
            }
        }
    }
    assert!(
        read >= 15 && refused >= 15,
        "{read} read, {refused} refused"
    );
}
