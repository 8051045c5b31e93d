//! The families of the registry, opened for solving.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::{Arc, LazyLock},
};

use sidle_rules::{
    Argument, Ruleset,
    card::{BoardKind, Card, Family, Game, Misfit, Opener, Visitor},
};

use super::{AnyRuleset, first_that_fits, ruleset, small_ruleset};
use crate::Variant;

/// A named ruleset.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name, with its package.
    pub name: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// What positions look like.
    pub notation: &'static str,
    /// A position.
    pub example: &'static str,
    /// The card of its family.
    pub card: &'static Card,
    /// Its line on the card.
    pub game: &'static Game,
    open: fn(usize) -> Arc<dyn AnyRuleset>,
    /// Its place among the games of the family.
    place: usize,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Entry {
    /// The ruleset.
    pub fn ruleset(&self) -> Arc<dyn AnyRuleset> {
        let opened = (self.open)(self.place);
        match self.game.impartial_variant {
            true => opened.variant(Variant::Impartial),
            false => opened,
        }
    }

    /// What its positions stand on.
    pub fn board(&self) -> BoardKind {
        self.game.board.unwrap_or(self.card.board)
    }
}

/// A family of rulesets with parameters.
#[derive(Clone, Copy)]
pub struct FamilyEntry {
    /// Its card.
    pub card: &'static Card,
    member: fn(&[Argument]) -> Result<Arc<dyn AnyRuleset>, Misfit>,
}

impl fmt::Debug for FamilyEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card.class)
    }
}

impl FamilyEntry {
    /// The member with given arguments, one for each parameter of the card.
    ///
    /// # Errors
    /// If there is no such member.
    pub fn member(&self, arguments: &[Argument]) -> Result<Arc<dyn AnyRuleset>, Misfit> {
        (self.member)(arguments)
    }
}

/// Opens rulesets for the solvers of this crate.
struct Solving;

impl Opener for Solving {
    type Opened = Arc<dyn AnyRuleset>;

    fn typed<R: Ruleset + Clone + fmt::Debug + 'static>(&self, rules: R) -> Self::Opened {
        ruleset(rules)
    }

    fn small<R: Ruleset + Clone + fmt::Debug + 'static>(&self, rules: R) -> Self::Opened {
        small_ruleset(rules)
    }

    fn first_that_fits(&self, sizes: Vec<Self::Opened>) -> Self::Opened {
        first_that_fits(sizes)
    }
}

/// Opens the named game of a family with this place on its card.
fn open<F: Family>(place: usize) -> Arc<dyn AnyRuleset> {
    match F::games().into_iter().nth(place) {
        Some(rules) => rules.open(&Solving),
        None => unreachable!("every game of the card of {} has rules", F::CARD.class),
    }
}

fn member<F: Family>(arguments: &[Argument]) -> Result<Arc<dyn AnyRuleset>, Misfit> {
    Ok(F::member(arguments)?.open(&Solving))
}

#[derive(Default)]
struct Catalogue {
    entries: Vec<Entry>,
    families: Vec<FamilyEntry>,
    /// The card and the class of each name: the names of games, and of classes themselves.
    classes: BTreeMap<&'static str, (&'static Card, &'static str)>,
    /// The packages of each name.
    packages: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Visitor for Catalogue {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        for (place, game) in card.games.iter().enumerate() {
            self.entries.push(Entry {
                name: game.name,
                rules: game.rules,
                notation: card.notation,
                example: game.example,
                card,
                game,
                open: open::<F>,
                place,
            });
            let class = game.class.unwrap_or(card.class);
            self.classes.insert(game.name, (card, class));
        }
        if !card.parameters.is_empty() {
            self.families.push(FamilyEntry {
                card,
                member: member::<F>,
            });
            self.classes.insert(card.class, (card, card.class));
        }
        self.classes.entry(card.class).or_insert((card, card.class));
    }
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut catalogue = Catalogue::default();
    sidle_rules::families(&mut catalogue);
    for name in catalogue.classes.keys() {
        let (package, last) = name.rsplit_once('.').unwrap_or(("", name));
        catalogue.packages.entry(last).or_default().insert(package);
    }
    catalogue
});

/// All rulesets that have a name of their own.
pub fn entries() -> &'static [Entry] {
    &CATALOGUE.entries
}

/// All families with parameters.
pub fn families() -> &'static [FamilyEntry] {
    &CATALOGUE.families
}

/// The card of the ruleset or of the class of a full name; parameters and variants do not matter:
/// `game.strip.GenToadsAndFrogs(1, 1, 2, false)`, `game.grid.Clobber.DicoticVariant`.
pub fn card_of(name: &str) -> Option<&'static Card> {
    line_of(name).map(|(card, _)| card)
}

/// The name by which positions of a ruleset are printed: without its package, unless two packages have rulesets of that
/// name. What rules with functions that cannot be written allow is left out: they end with `⟫)`.
///
/// ```
/// use sidle_solve::catalogue::printed_name;
/// assert_eq!(printed_name("game.grid.Clobber"), "Clobber");
/// assert_eq!(printed_name("game.grid.GenHareAndHounds(7)"), "GenHareAndHounds(7)");
/// ```
pub fn printed_name(name: &str) -> &str {
    let name = full_name(name);
    let plain = name.split('(').next().unwrap_or(name);
    let (package, last) = plain.rsplit_once('.').unwrap_or(("", plain));
    let packages = CATALOGUE.packages.get(last);
    match packages.is_none_or(|packages| packages.iter().all(|own| *own == package)) {
        true => &name[plain.len() - last.len()..],
        false => name,
    }
}

/// The name of a ruleset with its package, without what its rules allow; see [`printed_name`].
pub fn full_name(name: &str) -> &str {
    let written = name.find(UNWRITTEN).map(|at| at + UNWRITTEN.len());
    &name[..written.unwrap_or(name.len())]
}

/// What follows a function that cannot be written in the name of a ruleset. Behind it stands what the rules allow,
/// which tells them from others.
pub const UNWRITTEN: &str = "⟫)";

/// The class that declares the positions of a ruleset in CGSuite: `GenClobber` for Clobber.
pub fn class_of(name: &str) -> &str {
    let class = line_of(name).map(|(_, class)| class);
    let plain = class.unwrap_or_else(|| name.split('(').next().unwrap_or(name));
    plain.rsplit('.').next().unwrap_or(plain)
}

fn line_of(name: &str) -> Option<(&'static Card, &'static str)> {
    let plain = name.split('(').next().unwrap_or(name);
    let base = plain
        .rsplit_once('.')
        .filter(|(_, last)| last.ends_with("Variant"));
    let plain = base.map_or(plain, |(base, _)| base);
    CATALOGUE.classes.get(plain).copied()
}
