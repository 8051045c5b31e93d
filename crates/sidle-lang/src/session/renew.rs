//! A session begun anew: everything that can still be reached moves to a new store, and the old one, with all the games
//! that were only steps on the way, is dropped.
//!
//! Nothing of the old session changes before all of it has moved, so that a move that is stopped, or meets what cannot
//! move, leaves the session as it was. Rings of values lead through variables and collections that change
//! ([`crate::cycles`]); these are made empty first and filled when everything else is there. Collections are built without
//! asking for hashes, since those of objects depend on variables that are still empty.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Ticker};
use sidle_solve::{Form, Position};
use sidle_values::{Game, Store, loopy::LoopyValue};

use super::Session;
use crate::{
    class::{Class, Field, Instance, lock},
    evaluate::code::{Cell, Function, cell_value, set_cell},
    library::{Mutable, Object},
    positions,
    value::{Items, Value},
};

/// What moves, and where it has come to.
struct Move<'a> {
    from: &'a Store,
    to: &'a mut Session,
    meter: &'a Meter,
    ticker: Ticker<'a>,
    games: FxHashMap<Game, Game>,
    loopy: FxHashMap<LoopyValue, LoopyValue>,
    collections: FxHashMap<*const Items, Arc<Items>>,
    objects: FxHashMap<*const (), Arc<dyn Object>>,
    instances: FxHashMap<*const Instance, Arc<Instance>>,
    functions: FxHashMap<*const Function, Arc<Function>>,
    variables: FxHashMap<*const Mutex<Value>, Cell>,
    classes: FxHashMap<*const Class, Arc<Class>>,
    waiting: Vec<Waiting>,
}

/// What is still empty, or not looked at.
enum Waiting {
    Variable {
        from: Cell,
        to: Cell,
    },
    Collection {
        from: Arc<dyn Object>,
        to: Arc<dyn Object>,
    },
    Class(Arc<Class>),
}

/// What is filled in when all of it is known.
#[derive(Default)]
struct Contents {
    collections: Vec<(Arc<dyn Object>, Vec<Value>)>,
    classes: Vec<Statics>,
}

/// The values that belong to a class: those of its static variables, its single object or its elements.
struct Statics {
    class: Arc<Class>,
    values: HashMap<Arc<str>, Value>,
    instances: Arc<[Arc<Instance>]>,
}

impl Session {
    /// Moves all that the names lead to into a new store: games that were only steps on the way are forgotten, and the
    /// memory they took is free. False, and nothing has changed, if some name leads to what cannot move (a graph, a table)
    /// or if the meter stops it.
    ///
    /// ```
    /// use sidle_core::{Meter, Ticker};
    /// use sidle_lang::Session;
    /// let (mut session, meter) = (Session::new(), Meter::unlimited());
    /// session.evaluate("g := {2||1|0}; h := g + g; def twice(x) := x + x", &meter)?;
    /// assert!(session.renew(&meter));
    /// let answers = session.evaluate("h == 2*g and h == twice(g)", &meter)?;
    /// assert_eq!(answers[0].as_bool(), Some(true));
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn renew(&mut self, meter: &Meter) -> bool {
        let mut fresh = Session::new();
        let Some((names, rulesets, contents)) = self.moved(&mut fresh, meter) else {
            return false;
        };
        for (collection, values) in contents.collections {
            if let Some(collection) = collection.downcast_ref::<Mutable>() {
                collection.fill(values);
            }
        }
        for statics in contents.classes {
            if let Some(user) = &statics.class.user {
                *lock(&user.static_values) = statics.values;
                *lock(&user.instances) = statics.instances;
            }
        }
        self.store = fresh.store;
        self.world.bindings.replace(names);
        self.world.rulesets = rulesets;
        self.world.solver = Default::default();
        // The old variables are emptied, so that what led back to itself is freed.
        self.world.cycles = fresh.world.cycles;
        true
    }

    /// Everything in its new place, but what changes is still empty.
    fn moved(
        &self,
        fresh: &mut Session,
        meter: &Meter,
    ) -> Option<(Vec<Option<Value>>, FxHashMap<String, Value>, Contents)> {
        let mut mover = Move {
            from: &self.store,
            to: fresh,
            meter,
            ticker: meter.ticker(),
            games: FxHashMap::default(),
            loopy: FxHashMap::default(),
            collections: FxHashMap::default(),
            objects: FxHashMap::default(),
            instances: FxHashMap::default(),
            functions: FxHashMap::default(),
            variables: FxHashMap::default(),
            classes: FxHashMap::default(),
            waiting: Vec::new(),
        };
        for class in self.world.classes.loaded_classes() {
            mover.class(class);
        }
        let mut names = Vec::new();
        for value in self.world.bindings.values() {
            names.push(match value {
                Some(value) => Some(mover.value(value)?),
                None => None,
            });
        }
        let mut rulesets = FxHashMap::default();
        for (name, ruleset) in &self.world.rulesets {
            rulesets.insert(name.clone(), mover.value(ruleset)?);
        }
        let contents = mover.all_that_waits()?;
        Some((names, rulesets, contents))
    }
}

impl Move<'_> {
    fn all_that_waits(&mut self) -> Option<Contents> {
        let mut contents = Contents::default();
        while let Some(waiting) = self.waiting.pop() {
            self.ticker.step().ok()?;
            match waiting {
                Waiting::Variable { from, to } => {
                    let value = self.value(&cell_value(&from))?;
                    if value.may_lead_on() {
                        self.to.world.cycles.note_variable(&to);
                    }
                    set_cell(&to, value);
                }
                Waiting::Collection { from, to } => {
                    let values = self.values(&from.items()?)?;
                    if values.iter().any(Value::may_lead_on) {
                        self.to.world.cycles.note_collection(&to);
                    }
                    contents.collections.push((to, values));
                }
                Waiting::Class(class) => contents.classes.extend(self.statics(class)?),
            }
        }
        Some(contents)
    }

    /// The values of a class; nothing for a native one.
    fn statics(&mut self, class: Arc<Class>) -> Option<Option<Statics>> {
        let Some(user) = &class.user else {
            return Some(None);
        };
        let old: Vec<(Arc<str>, Value)> = lock(&user.static_values)
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let mut values = HashMap::new();
        for (name, value) in old {
            values.insert(name, self.value(&value)?);
        }
        let old = lock(&user.instances).clone();
        let instances = old.iter().map(|instance| self.instance(instance));
        let instances = instances.collect::<Option<Arc<[_]>>>()?;
        for inner in class.members.nested().chain(user.statics.nested()) {
            self.class(inner);
        }
        for above in &class.supers {
            self.class(above);
        }
        Some(Some(Statics {
            class: class.clone(),
            values,
            instances,
        }))
    }

    /// Classes stay as they are, since code holds no games; what belongs to them moves.
    fn class(&mut self, class: &Arc<Class>) {
        if class.user.is_some() && !self.classes.contains_key(&Arc::as_ptr(class)) {
            self.classes.insert(Arc::as_ptr(class), class.clone());
            self.waiting.push(Waiting::Class(class.clone()));
        }
    }

    fn values(&mut self, values: &[Value]) -> Option<Vec<Value>> {
        values.iter().map(|value| self.value(value)).collect()
    }

    /// A value in the new store. The recursion follows the nesting of collections and objects, which is bounded.
    fn value(&mut self, value: &Value) -> Option<Value> {
        self.ticker.step().ok()?;
        Some(match value {
            Value::Nothing
            | Value::Missing
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Coordinates(..)
            | Value::Player(_)
            | Value::Outcome(_)
            | Value::LoopyOutcome(_)
            | Value::Script(_)
            | Value::Builtin(_)
            | Value::Uptimal(_)
            | Value::Thermograph(_)
            | Value::Surreal(_) => value.clone(),
            Value::Game(game) => Value::Game(self.game(*game)?),
            Value::Loopy(game) => Value::Loopy(self.loopy(*game)?),
            Value::Form(form) => Value::Form(self.form(form)?),
            Value::List(items) => Value::List(self.items(items)?),
            Value::Set(items) => Value::Set(self.items(items)?),
            Value::Map(items) => Value::Map(self.items(items)?),
            Value::Pair(pair) => Value::pair(self.value(&pair.0)?, self.value(&pair.1)?),
            Value::Class(class) => {
                self.class(class);
                Value::Class(class.clone())
            }
            Value::Instance(instance) => Value::Instance(self.instance(instance)?),
            Value::Object(object) => Value::Object(self.object(object)?),
            Value::Cell(variable) => Value::Cell(self.variable(variable)),
            Value::Function(function) => Value::Function(self.function(function)?),
        })
    }

    fn game(&mut self, game: Game) -> Option<Game> {
        let to = &self.to.store;
        to.try_copy(self.from, game, &mut self.games, self.meter)
            .ok()
    }

    fn loopy(&mut self, game: LoopyValue) -> Option<LoopyValue> {
        if let Some(&moved) = self.loopy.get(&game) {
            return Some(moved);
        }
        let (from, to) = (self.from.loopy(), self.to.store.loopy());
        let moved = to.try_copy(from, game, &mut self.games, self.meter).ok()?;
        self.loopy.insert(game, moved);
        Some(moved)
    }

    fn form(&mut self, form: &Position) -> Option<Position> {
        form.with_leaves(&mut |leaf| match leaf.form() {
            Form::Value(game) => self.game(game).map(Position::value),
            Form::Loopy(game) => self.loopy(game).map(Position::loopy),
            _ => match positions::object_of(leaf) {
                Some(Value::Instance(instance)) => {
                    positions::position_of(&self.instance(&instance)?)
                }
                Some(Value::Object(object)) => object.is_free_of_games().then(|| leaf.clone()),
                Some(_) => None,
                // A board of a ruleset, which knows nothing of stores.
                None => Some(leaf.clone()),
            },
        })
    }

    fn items(&mut self, items: &Arc<Items>) -> Option<Arc<Items>> {
        let place = Arc::as_ptr(items);
        if let Some(moved) = self.collections.get(&place) {
            return Some(moved.clone());
        }
        let values = self.values(&items.values)?;
        let moved = items.alike(values)?;
        self.collections.insert(place, moved.clone());
        Some(moved)
    }

    fn object(&mut self, object: &Arc<dyn Object>) -> Option<Arc<dyn Object>> {
        if object.is_free_of_games() {
            return Some(object.clone());
        }
        let place = Arc::as_ptr(object).cast::<()>();
        if let Some(moved) = self.objects.get(&place) {
            return Some(moved.clone());
        }
        let moved: Arc<dyn Object> = Arc::new(object.downcast_ref::<Mutable>()?.emptied());
        self.objects.insert(place, moved.clone());
        self.waiting.push(Waiting::Collection {
            from: object.clone(),
            to: moved.clone(),
        });
        Some(moved)
    }

    fn instance(&mut self, instance: &Arc<Instance>) -> Option<Arc<Instance>> {
        let place = Arc::as_ptr(instance);
        if let Some(moved) = self.instances.get(&place) {
            return Some(moved.clone());
        }
        self.class(&instance.class);
        let enclosing = match &instance.enclosing {
            Some(outer) => Some(self.instance(outer)?),
            None => None,
        };
        let fields = instance.fields.iter().map(|field| self.field(field));
        let fields = fields.collect::<Option<_>>()?;
        let moved = Arc::new(instance.alike(enclosing, fields));
        self.instances.insert(place, moved.clone());
        Some(moved)
    }

    fn field(&mut self, field: &Field) -> Option<Field> {
        Some(match field {
            Field::Given(value) => Field::Given(self.value(value)?),
            Field::Once(value) => Field::Once(match value.get() {
                Some(value) => OnceLock::from(self.value(value)?),
                None => OnceLock::new(),
            }),
            Field::Mutable(variable) => Field::Mutable(self.variable(variable)),
        })
    }

    fn function(&mut self, function: &Arc<Function>) -> Option<Arc<Function>> {
        let place = Arc::as_ptr(function);
        if let Some(moved) = self.functions.get(&place) {
            return Some(moved.clone());
        }
        let captured = function.captured.iter();
        let captured = captured.map(|variable| self.variable(variable)).collect();
        let this = match &function.this {
            Some(this) => Some(self.instance(this)?),
            None => None,
        };
        let moved = Arc::new(Function {
            prototype: function.prototype.clone(),
            captured,
            this,
        });
        self.functions.insert(place, moved.clone());
        Some(moved)
    }

    /// A variable, filled later.
    fn variable(&mut self, variable: &Cell) -> Cell {
        let place = Arc::as_ptr(variable);
        if let Some(moved) = self.variables.get(&place) {
            return moved.clone();
        }
        let moved: Cell = Arc::new(Mutex::new(Value::Nothing));
        self.variables.insert(place, moved.clone());
        self.waiting.push(Waiting::Variable {
            from: variable.clone(),
            to: moved.clone(),
        });
        moved
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn session() -> Session {
        let folder = std::env::temp_dir().join(format!("sidle-renew-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for classes");
        let counter = "mutable class Counter(start)
            static var Made := 0;
            mutable var Count := start;
            mutable var Next;
            def Increase() begin Count := Count + ^; Made := Made + 1; Count end
            def Put(other) begin Next := other; this end
            def Loop := on;
        end";
        let walk = "class Walk(n as Integer) extends Game
            override def Options(player as Player) := if n > 0 then [Walk(n - 1), ^] else [] end;
        end";
        fs::write(folder.join("Counter.cgs"), counter).expect("a class");
        fs::write(folder.join("Walk.cgs"), walk).expect("a class");
        let mut session = Session::new();
        session.add_folder(&folder);
        session
    }

    fn answers(session: &mut Session, text: &str) -> Vec<String> {
        let meter = Meter::unlimited();
        let answers = session
            .evaluate(text, &meter)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let show = |answer| session.show(answer, crate::Format::Plain, &meter);
        answers
            .iter()
            .map(|answer| show(answer).expect("it can be printed"))
            .collect()
    }

    const DEFINITIONS: [&str; 22] = [
        "g := {2||1|0}",
        "numbers := [1/2, 10^30, inf, -3]",
        "deep := {3|{2|{1||0|-7,{5|*2}}}} + ^.Pow(3)",
        "loops := [on, over, a{0||||0|||a|*||*}, on & off, {0|pass} + 1/2]",
        "s := {^, 5, \"b\", *3, {2|1}, {3|1}, {4|1}, {5|1}, {6|1}, {7|1}, 1/2}",
        "m := {1 => {2|0}, {2|0} => \"two\", (1,2) => [g, g]}",
        "text := \"a \\\"quoted\\\" line\\n\"",
        "form := '{*|*}' + '{g|-g}' - '{on|0}'",
        "board := game.grid.Domineering(\"...|...\") + game.heap.Nim(5)",
        "misere := game.heap.Kayles(7)",
        "def typed(x as Integer, y ? {1|0}) := x + y",
        "def fib(n) := if n < 2 then n else fib(n - 1) + fib(n - 2) end",
        "makeAdder := y -> (x -> x + y)",
        "adder := makeAdder({4||3|1})",
        "shared := begin var n := {1|0}; [() -> begin n := n + ^; n end, () -> n] end",
        "list := MutableList(); list.Add(g); list.Add(2); other := list;",
        "bag := MutableSet(); bag.Add({2|0}); bag.Add({3|0});",
        "c := Counter({1|-1}); c.Increase();",
        "d := Counter(0); c.Put(d); d.Put(c);",
        "w := Walk(3)",
        "ruleset := game.strip.ToadsAndFrogs",
        "word := () -> over + {1|0}",
    ];

    /// Questions whose answers tell what became of the names; some of them change something.
    const QUESTIONS: [&str; 24] = [
        "g + g",
        "numbers",
        "deep",
        "deep.Temperature",
        "loops",
        "s",
        "s.Contains({2|1})",
        "m[{2|0}]",
        "m[(1,2)]",
        "text",
        "form",
        "form.GameValue",
        "board.CanonicalForm",
        "misere.NimValue",
        "typed(3)",
        "fib(10)",
        "adder(^)",
        "shared[1](); shared[2]()",
        "other.Add(7); list",
        "bag.Contains({2|0})",
        "d.Increase(); c.Next.Next.Next.Count",
        "[Counter.Made, c.Loop]",
        "w.CanonicalForm",
        "[ruleset(\"tt..ff\").CanonicalForm, word()]",
    ];

    #[test]
    fn what_names_lead_to_is_the_same_in_another_store() {
        let (mut stays, mut moves) = (session(), session());
        for definition in DEFINITIONS {
            assert_eq!(
                answers(&mut stays, definition),
                answers(&mut moves, definition)
            );
        }
        let names = moves.names();
        for round in 0..3 {
            assert!(moves.renew(&Meter::unlimited()), "round {round}");
            assert_eq!(moves.names(), names);
            for question in QUESTIONS {
                let (expected, found) =
                    (answers(&mut stays, question), answers(&mut moves, question));
                assert_eq!(expected, found, "{question} in round {round}");
            }
        }
    }

    #[test]
    fn a_move_that_is_stopped_changes_nothing() {
        let mut session = session();
        for definition in DEFINITIONS {
            answers(&mut session, definition);
        }
        let before = answers(&mut session, "[g, deep, adder(1), c.Count]");
        let mut stopped = 0;
        for nodes in 0..200 {
            let meter = Meter::new().with_max_nodes(nodes);
            stopped += u32::from(!session.renew(&meter));
            assert_eq!(
                answers(&mut session, "[g, deep, adder(1), c.Count]"),
                before
            );
        }
        assert!((10..200).contains(&stopped), "{stopped} were stopped");
    }

    #[test]
    fn what_cannot_move_stays() {
        let mut session = session();
        answers(&mut session, "x := {1|0}");
        answers(&mut session, "t := Table([[{1|0}, 2]])");
        assert!(!session.renew(&Meter::unlimited()));
        session.forget_found();
        assert_eq!(answers(&mut session, "x + x"), ["1"]);
    }

    #[test]
    fn a_renewed_session_takes_little_memory() {
        let mut session = session();
        answers(&mut session, "def f(x) := x + {1|0}; n := {9|0}");
        answers(
            &mut session,
            "[({n|-n||3*n|1/16} + {7|-n||2} + {1|-3*n}).Birthday for n from 1 to 300];",
        );
        let full = session.store().memory().values;
        assert!(session.renew(&Meter::unlimited()));
        let kept = session.store().memory().values;
        assert!(kept * 10 < full, "{kept} of {full}");
        assert_eq!(answers(&mut session, "f(n)"), ["{10|9||1|0}"]);
    }
}
