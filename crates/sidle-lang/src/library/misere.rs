//! Misère canonical forms: `*[2]`, `*[[2],0]`.

use std::{
    any::Any,
    borrow::Cow,
    cmp::Ordering,
    fmt,
    sync::{Arc, OnceLock},
};

use sidle_core::{Meter, Outcome, Player};
use sidle_impartial::misere::{DayError, Form, Forms, Species, parse_name};
use sidle_solve::{AnyPosition, Host, Position, SolveError};

use super::{
    Default, NativeClass, Object, Show, State, class_names::IMPARTIAL, classes, extract::index,
    in_tables, object, values::upwards,
};
use crate::{
    ast::BinaryOp,
    class::Class,
    diagnostic::Failure,
    evaluate::{Machine, to_form},
    value::{Order, Value},
};

const MISERE: &str = "game.misere.MisereCanonicalGame";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// An impartial game in misère canonical form.
    class MISERE: [IMPARTIAL] "*[[2],0]"
    static {
        /// The games born by a day.
        fn DayN(
            maxBirthday: i64, maxGames: i64 = Default::Integer(1_000_000), maxOptions: i64 = Default::Integer(1_000_000)
        ) "game.misere.MisereCanonicalGame.DayN(3).Size" => {
            let size = |value: i64| usize::try_from(value).unwrap_or(0);
            let day = u32::try_from(maxBirthday).map_err(|_| Failure::new("a day is not negative"))?;
            let mut forms = Forms::new();
            let games = forms.born_by(day, size(maxGames), size(maxOptions), m.meter);
            let games = games.map_err(|error| match error {
                DayError::Stopped(reason) => Failure::from(reason),
                error => Failure::new(error.to_string()),
            })?;
            list(&Arc::new(forms), games)
        };
    }
    {
        /// The birthday.
        get Birthday(g: &MisereGame) "(*[[2]]).Birthday" => g.forms.birthday(g.form);
        /// The options, smallest first.
        get Options(g: &MisereGame) "(*[[2],0]).Options" => list(&g.forms, g.forms.options(g.form).to_vec());
        /// The nim value in normal play.
        get NimValue(g: &MisereGame) "(*[[2]]).NimValue" => g.forms.nim_value(g.form);
        /// The m for which the game + *m is lost.
        get MisereNimValue(g: &MisereGame) "(*[[2]]).MisereNimValue" => g.forms.misere_nim_value(g.form);
        /// Who wins misère play.
        get MisereOutcomeClass(g: &MisereGame) "(*[2]).MisereOutcomeClass"
            => if g.forms.is_p(g.form) { Outcome::Previous } else { Outcome::Next };
        /// The game itself.
        get MisereCanonicalForm(g: &Value) "(*[2]).MisereCanonicalForm" => g.clone();
        /// The genus symbol.
        get Genus(g: &MisereGame) "(*[[2],1]).Genus" => {
            let genus = g.forms.genus(g.form, m.meter)?;
            Value::object(super::heap::Symbol::genus(genus.to_string()))
        };
        /// The games, up to *, that are summands of it, each followed by the rest.
        get Parts(g: &MisereGame) "(*[2] + *[[2],1]).Parts" => {
            let mut forms = (*g.forms).clone();
            let parts = forms.parts(g.form, m.meter)?;
            list(&Arc::new(forms), parts)
        };
        /// All ways to write it as a sum of primes, up to *.
        get Partitions(g: &MisereGame) "(*[2] + *[2]).Partitions" => {
            let mut forms = (*g.forms).clone();
            let partitions = forms.partitions(g.form, m.meter)?;
            let forms = Arc::new(forms);
            let lists = partitions.into_iter().map(|parts| Value::list(list(&forms, parts)));
            lists.collect::<Result<Vec<_>, _>>()?
        };
        /// Is every option a part of it?
        get IsExtraverted(g: &MisereGame) "(*[[2]]).IsExtraverted"
            => (*g.forms).clone().is_extraverted(g.form, m.meter)?;
        /// Is it a part of each of its options?
        get IsIntroverted(g: &MisereGame) "(*[[2]]).IsIntroverted"
            => (*g.forms).clone().is_introverted(g.form, m.meter)?;
        /// Is it not 0 or *, and not a sum of two games that are neither?
        get IsPrime(g: &MisereGame) "(*[[2],0]).IsPrime" => (*g.forms).clone().is_prime(g.form, m.meter)?;
        /// The mate, with which it makes a P-position.
        get Mate(g: &MisereGame) "(*[[2],0]).Mate" => {
            let mut forms = (*g.forms).clone();
            let mate = forms.mate(g.form, m.meter)?;
            Value::object(MisereGame::new(&Arc::new(forms), mate))
        };
        /// Is it born before its sum with *?
        get IsEven(g: &MisereGame) "(*[2]).IsEven" => g.forms.is_even(g.form);
        /// Is it a Nim heap?
        get IsNimHeap(g: &MisereGame) "(*[2]).IsNimHeap" => g.forms.as_nim_heap(g.form).is_some();
        /// Is it tame, with all its options?
        get IsTame(g: &MisereGame) "(*[[2]]).IsTame" => species(m, g)? <= Species::Tame;
        /// Does it act as a Nim position?
        get IsGenerallyTame(g: &MisereGame) "(*[[2]]).IsGenerallyTame" => species(m, g)?.is_generally_tame();
        /// Is its genus determined beside tame games?
        get IsTameable(g: &MisereGame) "(*[[2]]).IsTameable" => species(m, g)? <= Species::Tameable;
        /// Is it restive?
        get IsRestive(g: &MisereGame) "(*[[2],0]).IsRestive" => species(m, g)? == Species::Restive;
        /// Does it act as a restive game?
        get IsGenerallyRestive(g: &MisereGame) "(*[[2],0]).IsGenerallyRestive" => species(m, g)?.is_generally_restive();
        /// Is it restless?
        get IsRestless(g: &MisereGame) "(*[[2],1]).IsRestless" => species(m, g)? == Species::Restless;
        /// Is it wild, and twice it tame of genus 0^0?
        get IsHalfTame(g: &MisereGame) "(*[[2],0]).IsHalfTame" => (*g.forms).clone().is_half_tame(g.form, m.meter)?;
        /// Is there a game with which both make P-positions?
        fn IsLinkedTo(g: &MisereGame, h: &MisereGame) "*[[[2]]] IsLinkedTo *[[2]]" => {
            let (forms, g, h) = together(m, g, h)?;
            forms.is_linked(g, h)
        };
        /// A game with which both make P-positions.
        fn Link(g: &MisereGame, h: &MisereGame) "*[2] Link *[2]" => {
            let (mut forms, g, h) = together(m, g, h)?;
            let link = forms.link(g, h, m.meter)?;
            found(forms, link, "the games are not linked: one is an option of the other")
        };
        /// A game with which this one makes a P-position and the other does not.
        fn Distinguisher(g: &MisereGame, h: &MisereGame) "*[[2]] Distinguisher *[2]" => {
            let (mut forms, g, h) = together(m, g, h)?;
            let between = forms.distinguisher(g, h, m.meter)?;
            found(forms, between, "the games are equal: nothing tells them apart")
        };
        /// The game whose sum with the other is this one.
        fn MisereMinus(g: &MisereGame, h: &MisereGame) "(*[2]+*[2]) MisereMinus *[2]" => {
            let (mut forms, g, h) = together(m, g, h)?;
            let rest = forms.minus(g, h, m.meter)?;
            found(forms, rest, "the second game is not part of the first")
        };
    }
};

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

impl State for MisereGame {
    const CLASS: &'static str = MISERE;
    const WHAT: &'static str = "a misère game";
}

/// Forms of one store as values.
fn list(forms: &Arc<Forms>, games: Vec<Form>) -> Vec<Value> {
    let games = games.into_iter();
    games
        .map(|form| Value::object(MisereGame::new(forms, form)))
        .collect()
}

/// A form that may not be there.
fn found(forms: Forms, form: Option<Form>, missing: &str) -> Result<Value, Failure> {
    let form = form.ok_or_else(|| Failure::new(missing))?;
    Ok(Value::object(MisereGame::new(&Arc::new(forms), form)))
}

/// Two games in one store.
fn together(
    m: &Machine<'_>,
    a: &MisereGame,
    b: &MisereGame,
) -> Result<(Forms, Form, Form), Failure> {
    let mut forms = (*a.forms).clone();
    let other = match Arc::ptr_eq(&a.forms, &b.forms) {
        true => b.form,
        false => forms.import(&b.forms, b.form, m.meter)?,
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

/// The limit for texts that were not prepared.
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
        let second = object::<MisereGame>(other);
        match (op, second) {
            (BinaryOp::Add, Some(second)) if left => Some((|| {
                let (mut forms, a, b) = together(machine, self, second)?;
                let form = forms.add(a, b, machine.meter)?;
                Ok(Value::object(MisereGame::new(&Arc::new(forms), form)))
            })()),
            // Misère canonical forms are the same where the misère values are.
            (BinaryOp::Equal | BinaryOp::NotEqual, Some(second)) => Some(Ok(Value::Bool(
                same(self, second) == (op == BinaryOp::Equal),
            ))),
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

fn species(m: &Machine<'_>, game: &MisereGame) -> Result<Species, Failure> {
    Ok(game.forms.species(game.form, m.meter)?)
}
