//! Misère canonical forms: `*[2]`, `*[[2],0]`.

use std::{
    any::Any,
    borrow::Cow,
    cmp::Ordering,
    fmt,
    sync::{Arc, OnceLock},
};

use sidle_core::{Meter, Outcome, Player};
use sidle_impartial::misere::{Form, Forms, Species, parse_name};
use sidle_solve::{AnyPosition, Host, Position, SolveError};

use super::{
    Default, Member, NativeClass, Object, Show, class, extract::index, in_tables, method, object,
    optional, property, required,
};
use crate::{
    ast::BinaryOp,
    builtins::upwards,
    class::Class,
    diagnostic::Failure,
    evaluate::{Machine, to_form},
    value::{self, Order, Value},
};

const MISERE: &str = "game.misere.MisereCanonicalGame";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    statics: &[method(
        "DayN",
        &[
            required("maxBirthday", "game.Integer"),
            optional("maxGames", "game.Integer", Default::Integer(1_000_000)),
            optional("maxOptions", "game.Integer", Default::Integer(1_000_000)),
        ],
        "The games born by a day.",
        "game.misere.MisereCanonicalGame.DayN(3).Size",
        |m, a| {
            let size =
                |value: &Value| Ok::<_, Failure>(usize::try_from(index(value)?).unwrap_or(0));
            let day =
                u32::try_from(index(&a[0])?).map_err(|_| Failure::new("a day is not negative"))?;
            let mut forms = Forms::new();
            let games = forms.born_by(day, size(&a[1])?, size(&a[2])?, m.meter);
            let games = games.map_err(|error| match error {
                sidle_impartial::misere::DayError::Stopped(reason) => Failure::from(reason),
                error => Failure::new(error.to_string()),
            })?;
            let forms = Arc::new(forms);
            let games = games
                .into_iter()
                .map(|form| Value::object(MisereGame::new(&forms, form)));
            Value::list(games.collect())
        },
    )],
    members: MEMBERS,
    ..class(
        MISERE,
        &["game.ImpartialGame"],
        "An impartial game in misère canonical form.",
        "*[[2],0]",
    )
}];

/// A misère game: a form and the store it lives in.
#[derive(Clone, Debug)]
pub(super) struct MisereGame {
    forms: Arc<Forms>,
    form: Form,
    /// The text, once it is known.
    shown: Arc<OnceLock<String>>,
}

impl MisereGame {
    pub(super) fn new(forms: &Arc<Forms>, form: Form) -> MisereGame {
        MisereGame {
            forms: forms.clone(),
            form,
            shown: Arc::default(),
        }
    }
}

fn game(value: &Value) -> Result<&MisereGame, Failure> {
    object::<MisereGame>(value).ok_or_else(|| value.unlike("a misère game"))
}

/// Two games in one store.
fn together(m: &Machine<'_>, a: &Value, b: &Value) -> Result<(Forms, Form, Form), Failure> {
    let (a, b) = (game(a)?, game(b)?);
    let mut forms = (*a.forms).clone();
    let other = if Arc::ptr_eq(&a.forms, &b.forms) {
        b.form
    } else {
        forms.import(&b.forms, b.form, m.meter)?
    };
    Ok((forms, a.form, other))
}

/// The misère canonical form of any impartial position, from its followers upwards.
pub(super) fn of_position(m: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let root = to_form(m, value)?;
    let mut forms = Forms::new();
    let form = upwards(
        m,
        &root,
        true,
        |_, _| Ok(None),
        |m, [options, _]| Ok(forms.game(&options, m.meter)?),
    )?;
    Ok(Value::object(MisereGame::new(&Arc::new(forms), form)))
}

/// `*[…]`: one entry is the game itself, several are its options; lists are games, numbers heaps.
pub(crate) fn from_entries(m: &mut Machine<'_>, entries: Vec<Value>) -> Result<Value, Failure> {
    let mut forms = Forms::new();
    let form = match entries.as_slice() {
        [single] => entry(m, &mut forms, single)?,
        several => options(m, &mut forms, several)?,
    };
    Ok(Value::object(MisereGame::new(&Arc::new(forms), form)))
}

fn options(m: &mut Machine<'_>, forms: &mut Forms, entries: &[Value]) -> Result<Form, Failure> {
    let mut all = Vec::with_capacity(entries.len());
    for item in entries {
        all.push(entry(m, forms, item)?);
    }
    Ok(forms.game(&all, m.meter)?)
}

/// Recursion is bounded by the nesting of lists.
fn entry(m: &mut Machine<'_>, forms: &mut Forms, value: &Value) -> Result<Form, Failure> {
    m.tick()?;
    match value {
        Value::List(items) => options(m, forms, &items.values),
        Value::Number(_) => {
            let heap = u32::try_from(index(value)?)
                .ok()
                .filter(|&heap| heap <= 4096);
            let heap = heap.ok_or_else(|| Failure::new("a heap has 0 to 4096 tokens here"))?;
            Ok(forms.nim_heap(heap, m.meter)?)
        }
        Value::Text(name) => {
            parse_name(forms, name, m.meter).map_err(|error| match error.stopped() {
                Some(stop) => Failure::from(stop),
                None => Failure::new(error.to_string()),
            })
        }
        other => match object::<MisereGame>(other) {
            Some(game) => Ok(forms.import(&game.forms, game.form, m.meter)?),
            None => Err(
                Failure::new(format!("{} is not a misère game", other.kind()))
                    .with_help("write numbers for heaps and lists for options, as in `*[[2],0]`"),
            ),
        },
    }
}

/// The text takes sums of games to find, so it is asked for under the limits before anything is printed.
pub(crate) fn prepare_misere(machine: &Machine<'_>, value: &Value) -> Result<(), Failure> {
    match object::<MisereGame>(value) {
        Some(game) => game.shown(machine.meter).map(|_| ()),
        None => Ok(()),
    }
}

/// Where a text is needed that nobody has prepared.
fn small_meter() -> Meter {
    Meter::new().with_max_nodes(1_000)
}

impl MisereGame {
    fn shown(&self, meter: &Meter) -> Result<&str, Failure> {
        if let Some(text) = self.shown.get() {
            return Ok(text);
        }
        let mut forms = (*self.forms).clone();
        let text = forms.text(self.form, meter)?;
        // Digits alone are written as a list: `*[20]` is a heap.
        let list = text.len() > 1 && text.bytes().all(|sign| sign.is_ascii_digit());
        let text = match list {
            true => text
                .split("")
                .filter(|digit| !digit.is_empty())
                .collect::<Vec<_>>()
                .join(","),
            false => text,
        };
        Ok(self.shown.get_or_init(|| format!("*[{text}]")))
    }
}

impl Object for MisereGame {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(MISERE)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other
            .downcast_ref::<MisereGame>()
            .is_some_and(|other| same(self, other))
    }

    fn extent(&self) -> usize {
        self.forms.len()
    }

    fn hash(&self) -> u64 {
        let facts = [
            self.forms.birthday(self.form),
            self.forms.nim_value(self.form),
            self.forms.misere_nim_value(self.form),
        ];
        facts.iter().fold(7, |hash: u64, &fact| {
            hash.wrapping_mul(1_000_003) ^ u64::from(fact)
        })
    }

    fn compare(&self, other: &dyn Object, _order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<MisereGame>() else {
            return Ordering::Equal;
        };
        let mut forms = (*self.forms).clone();
        let imported = forms.import(&other.forms, other.form, Meter::none());
        imported.map_or(Ordering::Equal, |form| forms.compare(self.form, form))
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        self.shown(&small_meter()).map(str::to_owned)
    }

    fn position(&self) -> Option<Position> {
        Some(Position::atom(Arc::new(self.clone())))
    }

    fn operate(
        &self,
        machine: &mut Machine<'_>,
        op: BinaryOp,
        other: &Value,
        left: bool,
    ) -> Option<Result<Value, Failure>> {
        let own = Value::object(self.clone());
        let second = object::<MisereGame>(other);
        match op {
            BinaryOp::Add if left && second.is_some() => Some((|| {
                let (mut forms, a, b) = together(machine, &own, other)?;
                let form = forms.add(a, b, machine.meter)?;
                Ok(Value::object(MisereGame::new(&Arc::new(forms), form)))
            })()),
            // Misère canonical forms are the same where the misère values are.
            BinaryOp::Equal | BinaryOp::NotEqual if second.is_some() => {
                let same = value::equal(&own, other);
                Some(Ok(Value::Bool(same == (op == BinaryOp::Equal))))
            }
            _ if op.is_relation() && (second.is_some() || is_normal(other)) => {
                let failure = Failure::new(
                    "misère games have no order, and do not compare with values of normal play",
                );
                Some(Err(failure.with_help(
                    "`==` compares two misère games, such as `G.MisereCanonicalForm` and `*[2]`",
                )))
            }
            _ => None,
        }
    }
}

/// Is this a game of normal play?
fn is_normal(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_) | Value::Game(_) | Value::Form(_) | Value::Loopy(_)
    )
}

/// In compounds with games of normal play it is a position like others.
impl AnyPosition for MisereGame {
    fn options(
        &self,
        _player: Player,
        _host: &mut dyn Host,
        _meter: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        let options = self.forms.options(self.form).iter();
        Ok(options
            .map(|&form| Position::atom(Arc::new(MisereGame::new(&self.forms, form))))
            .collect())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        match self.shown(&small_meter()) {
            Ok(text) => f.write_str(text),
            Err(_) => Err(fmt::Error),
        }
    }

    fn class_name(&self) -> Cow<'_, str> {
        Cow::Borrowed(MISERE)
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any)
            .downcast_ref::<MisereGame>()
            .is_some_and(|other| same(self, other))
    }

    fn hash_code(&self) -> u64 {
        Object::hash(self)
    }
}

/// The misère game that a position is, if it is one.
pub(crate) fn misere_of_position(atom: &dyn Any) -> Option<Value> {
    let game = atom.downcast_ref::<MisereGame>()?;
    Some(Value::object(game.clone()))
}

/// Structural equality: canonical forms are equal exactly if the games are.
fn same(a: &MisereGame, b: &MisereGame) -> bool {
    if Arc::ptr_eq(&a.forms, &b.forms) {
        return a.form == b.form;
    }
    let facts = |game: &MisereGame| {
        let count = game.forms.options(game.form).len();
        (Object::hash(game), count)
    };
    if facts(a) != facts(b) {
        return false;
    }
    let mut forms = (*a.forms).clone();
    forms
        .import(&b.forms, b.form, &Meter::unlimited())
        .is_ok_and(|form| form == a.form)
}

fn species(m: &Machine<'_>, value: &Value) -> Result<Species, Failure> {
    let game = game(value)?;
    Ok(game.forms.species(game.form, m.meter)?)
}

fn truth(answer: bool) -> Result<Value, Failure> {
    Ok(Value::Bool(answer))
}

const OTHER: &[super::Parameter] = &[required("h", MISERE)];

/// What a property does that asks one thing of a canonical form.
macro_rules! truth_of {
    ($ask:ident) => {
        |m, a| {
            let game = game(&a[0])?;
            let mut forms = (*game.forms).clone();
            truth(forms.$ask(game.form, m.meter)?)
        }
    };
}

const MEMBERS: &[Member] = &[
    property("Birthday", "The birthday.", "(*[[2]]).Birthday", |_, a| {
        let game = game(&a[0])?;
        Ok(Value::integer(game.forms.birthday(game.form)))
    }),
    property(
        "Options",
        "The options, smallest first.",
        "(*[[2],0]).Options",
        |_, a| {
            let game = game(&a[0])?;
            let options = game.forms.options(game.form).iter();
            Value::list(
                options
                    .map(|&form| Value::object(MisereGame::new(&game.forms, form)))
                    .collect(),
            )
        },
    ),
    property(
        "NimValue",
        "The nim value in normal play.",
        "(*[[2]]).NimValue",
        |_, a| {
            let game = game(&a[0])?;
            Ok(Value::integer(game.forms.nim_value(game.form)))
        },
    ),
    property(
        "MisereNimValue",
        "The m for which the game + *m is lost.",
        "(*[[2]]).MisereNimValue",
        |_, a| {
            let game = game(&a[0])?;
            Ok(Value::integer(game.forms.misere_nim_value(game.form)))
        },
    ),
    property(
        "MisereOutcomeClass",
        "Who wins misère play.",
        "(*[2]).MisereOutcomeClass",
        |_, a| {
            let game = game(&a[0])?;
            Ok(Value::Outcome(if game.forms.is_p(game.form) {
                Outcome::Previous
            } else {
                Outcome::Next
            }))
        },
    ),
    property(
        "MisereCanonicalForm",
        "The game itself.",
        "(*[2]).MisereCanonicalForm",
        |_, a| Ok(a[0].clone()),
    ),
    property("Genus", "The genus symbol.", "(*[[2],1]).Genus", |m, a| {
        let game = game(&a[0])?;
        let genus = game.forms.genus(game.form, m.meter)?;
        Ok(Value::object(super::heap::Symbol::genus(genus.to_string())))
    }),
    property(
        "Parts",
        "The games, up to *, that are summands of it, each followed by the rest.",
        "(*[2] + *[[2],1]).Parts",
        |m, a| {
            let game = game(&a[0])?;
            let mut forms = (*game.forms).clone();
            let parts = forms.parts(game.form, m.meter)?;
            let forms = Arc::new(forms);
            let parts = parts.into_iter();
            Value::list(
                parts
                    .map(|part| Value::object(MisereGame::new(&forms, part)))
                    .collect(),
            )
        },
    ),
    property(
        "Partitions",
        "All ways to write it as a sum of primes, up to *.",
        "(*[2] + *[2]).Partitions",
        |m, a| {
            let game = game(&a[0])?;
            let mut forms = (*game.forms).clone();
            let partitions = forms.partitions(game.form, m.meter)?;
            let forms = Arc::new(forms);
            let lists = partitions.into_iter().map(|partition| {
                let parts = partition.into_iter();
                Value::list(
                    parts
                        .map(|part| Value::object(MisereGame::new(&forms, part)))
                        .collect(),
                )
            });
            Value::list(lists.collect::<Result<_, _>>()?)
        },
    ),
    property(
        "IsExtraverted",
        "Is every option a part of it?",
        "(*[[2]]).IsExtraverted",
        truth_of!(is_extraverted),
    ),
    property(
        "IsIntroverted",
        "Is it a part of each of its options?",
        "(*[[2]]).IsIntroverted",
        truth_of!(is_introverted),
    ),
    property(
        "IsPrime",
        "Is it not 0 or *, and not a sum of two games that are neither?",
        "(*[[2],0]).IsPrime",
        truth_of!(is_prime),
    ),
    property(
        "Mate",
        "The mate, with which it makes a P-position.",
        "(*[[2],0]).Mate",
        |m, a| {
            let game = game(&a[0])?;
            let mut forms = (*game.forms).clone();
            let mate = forms.mate(game.form, m.meter)?;
            Ok(Value::object(MisereGame::new(&Arc::new(forms), mate)))
        },
    ),
    property(
        "IsEven",
        "Is it born before its sum with *?",
        "(*[2]).IsEven",
        |_, a| {
            let game = game(&a[0])?;
            truth(game.forms.is_even(game.form))
        },
    ),
    property(
        "IsNimHeap",
        "Is it a Nim heap?",
        "(*[2]).IsNimHeap",
        |_, a| {
            let game = game(&a[0])?;
            truth(game.forms.as_nim_heap(game.form).is_some())
        },
    ),
    property(
        "IsTame",
        "Is it tame, with all its options?",
        "(*[[2]]).IsTame",
        |m, a| truth(species(m, &a[0])? <= Species::Tame),
    ),
    property(
        "IsGenerallyTame",
        "Does it act as a Nim position?",
        "(*[[2]]).IsGenerallyTame",
        |m, a| truth(species(m, &a[0])?.is_generally_tame()),
    ),
    property(
        "IsTameable",
        "Is its genus determined beside tame games?",
        "(*[[2]]).IsTameable",
        |m, a| truth(species(m, &a[0])? <= Species::Tameable),
    ),
    property(
        "IsRestive",
        "Is it restive?",
        "(*[[2],0]).IsRestive",
        |m, a| truth(species(m, &a[0])? == Species::Restive),
    ),
    property(
        "IsGenerallyRestive",
        "Does it act as a restive game?",
        "(*[[2],0]).IsGenerallyRestive",
        |m, a| truth(species(m, &a[0])?.is_generally_restive()),
    ),
    property(
        "IsRestless",
        "Is it restless?",
        "(*[[2],1]).IsRestless",
        |m, a| truth(species(m, &a[0])? == Species::Restless),
    ),
    property(
        "IsHalfTame",
        "Is it wild, and twice it tame of genus 0^0?",
        "(*[[2],0]).IsHalfTame",
        truth_of!(is_half_tame),
    ),
    method(
        "IsLinkedTo",
        OTHER,
        "Is there a game with which both make P-positions?",
        "*[[[2]]] IsLinkedTo *[[2]]",
        |m, a| {
            let (forms, g, h) = together(m, &a[0], &a[1])?;
            truth(forms.is_linked(g, h))
        },
    ),
    method(
        "Link",
        OTHER,
        "A game with which both make P-positions.",
        "*[2] Link *[2]",
        |m, a| {
            let (mut forms, g, h) = together(m, &a[0], &a[1])?;
            let link = forms.link(g, h, m.meter)?;
            let link = link.ok_or_else(|| {
                Failure::new("the games are not linked: one is an option of the other")
            })?;
            Ok(Value::object(MisereGame::new(&Arc::new(forms), link)))
        },
    ),
    method(
        "Distinguisher",
        OTHER,
        "A game with which this one makes a P-position and the other does not.",
        "*[[2]] Distinguisher *[2]",
        |m, a| {
            let (mut forms, g, h) = together(m, &a[0], &a[1])?;
            let found = forms.distinguisher(g, h, m.meter)?;
            let found = found
                .ok_or_else(|| Failure::new("the games are equal: nothing tells them apart"))?;
            Ok(Value::object(MisereGame::new(&Arc::new(forms), found)))
        },
    ),
    method(
        "MisereMinus",
        OTHER,
        "The game whose sum with the other is this one.",
        "(*[2]+*[2]) MisereMinus *[2]",
        |m, a| {
            let (mut forms, g, h) = together(m, &a[0], &a[1])?;
            let rest = forms.minus(g, h, m.meter)?;
            let rest =
                rest.ok_or_else(|| Failure::new("the second game is not part of the first"))?;
            Ok(Value::object(MisereGame::new(&Arc::new(forms), rest)))
        },
    ),
];
