//! A calculator session: the surface that front ends use.

mod renew;

use std::{fmt, sync::Arc};

use sidle_core::{Meter, StopReason};
use sidle_solve::{AnySolver, Asking, NoHost, Position, SolveError};
use sidle_values::{Game, Store, loopy::LoopyValue};

use crate::{
    Diagnostic, DiagnosticKind,
    ast::Ast,
    claim::{self, Certified, Written},
    diagnostic::Failure,
    evaluate::{self, Context, Machine, World},
    library,
    loader::{Reading, Scope},
    parser,
    print::{self, Format},
    value::Value,
};

/// One calculator: a store, the names given so far, and the answers' notation.
///
/// Every call of [`Session::evaluate`] is a transaction: after an error all names are as before.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_lang::{Format, Session};
/// let mut session = Session::new();
/// let meter = Meter::unlimited();
/// session.evaluate("g := {2||1|0}", &meter)?;
/// let answers = session.evaluate("g + g; g.RightOptions", &meter)?;
/// let texts: Vec<_> = answers.iter().map(|answer| session.show(answer, Format::Plain, &meter)).collect();
/// assert_eq!(texts, [Ok("{3||2,{3|2}|1}".to_owned()), Ok("{{1|0}}".to_owned())]);
/// # Ok::<(), sidle_lang::Diagnostic>(())
/// ```
pub struct Session {
    store: Arc<Store>,
    world: World,
}

/// What becomes of the names that a text gives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    Keep,
    Forget,
}

/// The value of one statement.
#[derive(Clone)]
pub struct Answer(pub(crate) Value);

impl Answer {
    /// Is there nothing to show, as after a loop?
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        matches!(self.0, Value::Nothing)
    }

    /// What sort of value it is, by the names of the JSON form: `number`, `game`, `list`, `nothing`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        print::kind(&self.0)
    }

    /// The truth of a comparison.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.0 {
            Value::Bool(truth) => Some(truth),
            _ => None,
        }
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", self.0.kind())
    }
}

impl Session {
    /// A session with a store of its own.
    #[must_use]
    pub fn new() -> Session {
        Session {
            store: Arc::default(),
            world: World::default(),
        }
    }

    /// Hands every text that a program prints (`System.Print`) to a function, at once. Without one they are
    /// among the answers.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let printed = Arc::new(Mutex::new(Vec::new()));
    /// let (mut session, sink) = (Session::new(), printed.clone());
    /// session.print_with(move |text| sink.lock().unwrap().push(text.to_owned()));
    /// session.evaluate("System.Print(1 + 1); System.Print(\"two\");", &Meter::unlimited())?;
    /// assert_eq!(*printed.lock().unwrap(), ["2", "two"]);
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn print_with(&mut self, print: impl Fn(&str) + Send + Sync + 'static) {
        self.world.printer = Some(Arc::new(print));
    }

    /// Does the text end in the middle of a sentence, so that a front end asks for another line?
    ///
    /// ```
    /// use sidle_lang::Session;
    /// assert!(Session::is_incomplete("{1|"));
    /// assert!(!Session::is_incomplete("{1|0}"));
    /// assert!(!Session::is_incomplete("1 + )"));
    /// ```
    #[must_use]
    pub fn is_incomplete(source: &str) -> bool {
        Session::is_incomplete_within(source, Meter::none()).unwrap_or(false)
    }

    /// As [`is_incomplete`](Session::is_incomplete), for texts that may be long.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sidle_core::{Meter, StopReason};
    /// use sidle_lang::Session;
    /// assert_eq!(Session::is_incomplete_within("{1|", &Meter::new()), Ok(true));
    /// let cancelled = Meter::new().with_cancel(Arc::new(true.into()));
    /// let long = "1+".repeat(10_000);
    /// assert_eq!(Session::is_incomplete_within(&long, &cancelled), Err(StopReason::Cancelled));
    /// ```
    pub fn is_incomplete_within(source: &str, meter: &Meter) -> Result<bool, StopReason> {
        match parser::parse(source, &library::is_method, meter) {
            Err(Diagnostic {
                kind: DiagnosticKind::Stopped(reason),
                ..
            }) => Err(reason),
            Err(error) => Ok(error.is_incomplete()),
            Ok(_) => Ok(false),
        }
    }

    /// The store that holds the session's games.
    #[must_use]
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// Evaluates a text, one answer for each statement. An error, or a stop by the meter, leaves all
    /// names as they were.
    pub fn evaluate(&mut self, source: &str, meter: &Meter) -> Result<Vec<Answer>, Diagnostic> {
        let ast = Arc::new(parser::parse(source, &library::is_method, meter)?);
        let answers = self.run(source, &ast, Names::Keep, meter)?;
        if ast.silent {
            return Ok(Vec::new());
        }
        Ok(answers.into_iter().map(Answer).collect())
    }

    /// As [`evaluate`](Session::evaluate), but the names that the text gives are forgotten.
    pub fn look(&mut self, source: &str, meter: &Meter) -> Result<Vec<Answer>, Diagnostic> {
        let ast = Arc::new(parser::parse(source, &library::is_method, meter)?);
        let answers = self.run(source, &ast, Names::Forget, meter)?;
        Ok(answers.into_iter().map(Answer).collect())
    }

    /// Runs a program as one transaction.
    fn run(
        &mut self,
        source: &str,
        ast: &Arc<Ast>,
        names: Names,
        meter: &Meter,
    ) -> Result<Vec<Value>, Diagnostic> {
        let program = {
            let world = &mut self.world;
            let reading = Reading {
                store: &self.store,
                meter,
            };
            let scope = Scope::new(&mut world.classes, reading, Some(&mut world.bindings));
            let context = Context {
                names: &scope,
                package: "".into(),
                levels: &[],
                is_static: true,
                origin: None,
                meter,
            };
            evaluate::compile(ast, &context).map_err(|problems| {
                let mut problems = problems.into_iter();
                problems.next().unwrap_or_else(|| {
                    Diagnostic::syntax(crate::Span::default(), "something is wrong")
                })
            })?
        };
        let random = self.world.random.clone();
        let mut machine = Machine::new(&self.store, meter, &mut self.world);
        machine.source = Some(source.into());
        // Whoever has built something large without looking at the limits is told now.
        let mut result = machine.run(program).and_then(|()| {
            let room = meter.room(0).map_err(crate::diagnostic::Failure::from);
            room.map_err(|failure| failure.at(crate::Span::default()))
        });
        let answers = std::mem::take(&mut machine.answers);
        if result.is_ok() {
            result = machine
                .prepare_texts(&answers)
                .map_err(|failure| failure.at(crate::Span::default()));
        }
        drop(machine);
        if result.is_ok() && names == Names::Keep {
            self.world.bindings.commit();
        } else {
            self.world.bindings.roll_back();
            self.world.random = random;
        }
        result.map(|()| answers)
    }

    /// Adds a folder of classes: its subfolders are packages, each file holds a class.
    pub fn add_folder(&mut self, folder: &std::path::Path) {
        self.world.classes.add_folder(folder);
    }

    /// Is there a script of that name in the folders of classes?
    pub fn has_script(&mut self, name: &str, meter: &Meter) -> bool {
        let reading = Reading {
            store: &self.store,
            meter,
        };
        self.world.classes.script(name, reading).is_some()
    }

    /// The users' classes that were read.
    #[cfg(test)]
    pub(crate) fn classes(&self) -> Vec<std::sync::Weak<crate::class::Class>> {
        let classes = self.world.classes.loaded_classes();
        classes.map(Arc::downgrade).collect()
    }

    /// Looks at the folders again and forgets classes whose files have changed; true if some have.
    pub fn refresh(&mut self) -> bool {
        let changed = self.world.classes.refresh();
        if changed {
            self.world.solver = Default::default();
        }
        changed
    }

    /// Runs the text of a CGScript file: a script gives the value of its last statement, none if it
    /// ends in a semicolon; a class is checked and gives nothing.
    pub fn run_file(
        &mut self,
        file: &str,
        source: &str,
        meter: &Meter,
    ) -> Result<Vec<Answer>, Diagnostic> {
        let (ast, class) = parser::parse_file(source, &library::is_method, meter)?;
        if class.is_some() {
            let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
            let name = stem.strip_suffix(".cgs").unwrap_or(stem);
            self.check_file(name, file, source, meter)?;
            return Ok(Vec::new());
        }
        let ast = Arc::new(ast);
        let mut answers = self.run(source, &ast, Names::Keep, meter)?;
        let last = answers.pop().filter(|_| !ast.silent);
        Ok(last.into_iter().map(Answer).collect())
    }

    /// Checks a text as the file of a class or script of that name; nothing is run. Without a name, for a text
    /// that comes from no file, a class may have any.
    pub fn check_file(
        &mut self,
        name: &str,
        file: &str,
        source: &str,
        meter: &Meter,
    ) -> Result<(), Diagnostic> {
        let (file, source): (Arc<str>, Arc<str>) = (file.into(), source.into());
        let reading = Reading {
            store: &self.store,
            meter,
        };
        let classes = &mut self.world.classes;
        classes.check(name, &file, &source, reading).map(|_| ())
    }

    /// The short game that a text stands for: the value of its last statement.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let mut session = Session::new();
    /// let game = session.game("{1|-1} + *", &Meter::unlimited())?;
    /// assert_eq!(session.store().display(game).to_string(), "+-(1*)");
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn game(&mut self, source: &str, meter: &Meter) -> Result<Game, Diagnostic> {
        let whole = crate::Span::new(0, source.len());
        let answers = self.evaluate(source, meter)?;
        let game = match answers.last().map(|answer| &answer.0) {
            Some(Value::Game(game)) => Ok(*game),
            Some(Value::Number(number)) => {
                evaluate::to_dyadic(number).map(|number| self.store.number(&number))
            }
            Some(Value::Form(form)) => {
                let mut asking = Asking {
                    store: &self.store,
                    host: &mut NoHost,
                    meter,
                };
                let value = self.world.solver.value(form, &mut asking);
                value.map_err(Failure::from).and_then(|value| {
                    value
                        .short()
                        .ok_or_else(|| Failure::new("expected a game without loops"))
                })
            }
            Some(other) => Err(other.unlike("a game")),
            None => Err(Failure::new("expected a game, found nothing")),
        };
        game.map_err(|failure| failure.at(whole))
    }

    /// The game, with loops or without, that a text stands for: the value of its last statement.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let mut session = Session::new();
    /// let game = session.loopy("{0|pass} - 1", &Meter::unlimited())?;
    /// assert_eq!(session.store().display(game).to_string(), "-1over");
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn loopy(&mut self, source: &str, meter: &Meter) -> Result<LoopyValue, Diagnostic> {
        let answers = self.evaluate(source, meter)?;
        match answers.last().map(|answer| &answer.0) {
            Some(Value::Loopy(value)) => Ok(*value),
            _ => self.game(source, meter).map(LoopyValue::from),
        }
    }

    /// The position that a text stands for, as it is written: a board, a sum, an object of a class.
    ///
    /// ```
    /// use sidle_core::{Meter, Outcome};
    /// use sidle_lang::Session;
    /// let mut session = Session::new();
    /// let meter = Meter::unlimited();
    /// let board = session.position(r#"game.grid.Clobber("xoxo")"#, &meter)?;
    /// let outcome = session.solve(&meter, |solver, asking| solver.outcome(&board, asking))?;
    /// assert_eq!(outcome.onside, Outcome::Next);
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn position(&mut self, source: &str, meter: &Meter) -> Result<Position, Diagnostic> {
        let whole = crate::Span::new(0, source.len());
        let answers = self.evaluate(source, meter)?;
        let Some(Answer(value)) = answers.last() else {
            return Err(Failure::new("expected a position, found nothing").at(whole));
        };
        let mut machine = Machine::new(&self.store, meter, &mut self.world);
        let position = evaluate::to_form(&mut machine, value);
        let position = position.map_err(|failure| failure.at(whole))?;
        machine
            .prepare_form(&position)
            .map_err(|failure| failure.at(whole))?;
        Ok(position)
    }

    /// A position as text, see [`Session::show`]. From then on the notation and the picture of a position of a user's class
    /// are known.
    pub fn show_position(
        &mut self,
        position: &Position,
        format: Format,
        meter: &Meter,
    ) -> Result<String, Diagnostic> {
        let mut machine = Machine::new(&self.store, meter, &mut self.world);
        machine
            .prepare_form(position)
            .map_err(|failure| failure.at(crate::Span::default()))?;
        drop(machine);
        self.show(&Answer(Value::Form(position.clone())), format, meter)
    }

    /// Asks the solver of the session something about positions.
    pub fn solve<T>(
        &mut self,
        meter: &Meter,
        question: impl FnOnce(&mut AnySolver, &mut Asking<'_>) -> Result<T, SolveError>,
    ) -> Result<T, Diagnostic> {
        let mut machine = Machine::new(&self.store, meter, &mut self.world);
        evaluate::ask(&mut machine, question).map_err(|failure| failure.at(crate::Span::default()))
    }

    /// A game of the session's store, with loops or without, as text, see [`Session::show`].
    /// [`Store::text`] does without a session, except for JSON.
    pub fn show_loopy(
        &self,
        value: LoopyValue,
        format: Format,
        meter: &Meter,
    ) -> Result<String, Diagnostic> {
        let answer = Answer(evaluate::loopy::value_of_loopy(&self.store, value));
        self.show(&answer, format, meter)
    }

    /// Evaluates a text and certifies its last statement: a comparison of two short games, or a game,
    /// whose canonical form is then certified.
    ///
    /// Braces are certified as they are typed; every other expression, a sum say, stands for the
    /// canonical form of its value. The certificate's comment says what the two sides are worth. The
    /// session stays as it was: names that the text gives are forgotten.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::{Certified, Session};
    /// let mut session = Session::new();
    /// let claim = session.certify("{0,-1|*} <= 1", &Meter::unlimited())?;
    /// let Certified::Proved(certificate) = claim else { panic!("it is true") };
    /// assert!(certificate.to_string().contains("left side: ^"));
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn certify(&mut self, source: &str, meter: &Meter) -> Result<Certified, Diagnostic> {
        let mut ast = parser::parse(source, &library::is_method, meter)?;
        let statement = claim::prepare(&mut ast)?;
        let ast = Arc::new(ast);
        let values = self.run(source, &ast, Names::Forget, meter)?;
        let values = &values[values.len().saturating_sub(statement.operands.len())..];
        let mut operands = Vec::with_capacity(values.len());
        let mut text = source.trim().to_owned();
        for (index, (value, &node)) in values.iter().zip(&statement.operands).enumerate() {
            let mut machine = Machine::new(&self.store, meter, &mut self.world);
            let span = ast.span(node);
            let operand = evaluate::to_form(&mut machine, value).map_err(|error| error.at(span))?;
            let worth = evaluate::canonical(&mut machine, value).map_err(|error| error.at(span))?;
            drop(machine);
            operands.push(operand);
            if let Ok(worth) = print::show(&self.store, &worth, Format::Plain, meter) {
                let side = match (values.len(), index) {
                    (2, 0) => "left side",
                    (2, _) => "right side",
                    _ => "canonical form",
                };
                text.push_str(&format!("; {side}: {worth}"));
            }
        }
        let span = statement.operands.first().map(|&node| ast.span(node));
        claim::certify(&statement, &operands, &text, &self.store, meter)
            .map_err(|reason| Failure::from(reason).at(span.unwrap_or_default()))
    }

    /// The games of the last statement as they are typed: the sides of a comparison, the summands of a sum, or one game.
    /// Names that the text gives are forgotten.
    pub fn written(&mut self, source: &str, meter: &Meter) -> Result<Written, Diagnostic> {
        let mut ast = parser::parse(source, &library::is_method, meter)?;
        let (count, symbol) = claim::prepare_written(&mut ast)?;
        let ast = Arc::new(ast);
        let values = self.run(source, &ast, Names::Forget, meter)?;
        let whole = crate::Span::new(0, source.len());
        let mut machine = Machine::new(&self.store, meter, &mut self.world);
        let mut games = Vec::with_capacity(count);
        for value in &values[values.len().saturating_sub(count)..] {
            let game = evaluate::to_form(&mut machine, value);
            let game = game.map_err(|failure| failure.at(whole))?;
            machine
                .prepare_form(&game)
                .map_err(|failure| failure.at(whole))?;
            games.push(game);
        }
        Ok(Written { games, symbol })
    }

    /// An answer as text. The meter bounds the work; the text itself may have at most
    /// [`MAX_LENGTH`](sidle_values::notation::MAX_LENGTH) characters, because the text of a game can be exponentially longer than
    /// the game.
    pub fn show(
        &self,
        answer: &Answer,
        format: Format,
        meter: &Meter,
    ) -> Result<String, Diagnostic> {
        let hides = |name: &str| self.world.hides(name);
        print::show_hiding(&self.store, &answer.0, format, meter, &hides)
            .map_err(|failure| failure.at(crate::Span::default()))
    }

    /// Drawings in characters are no wider than this; without it, than 80 columns.
    pub fn draw_within(&mut self, columns: Option<usize>) {
        self.world.columns = columns;
    }

    /// The value that a name stands for.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Answer> {
        self.world.bindings.find(name).cloned().map(Answer)
    }

    /// Keeps an answer under a number, by which later texts name it: `$1` for the first that is kept.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let (mut session, meter) = (Session::new(), Meter::unlimited());
    /// let answers = session.evaluate("{2|1}", &meter)?;
    /// assert_eq!(session.keep(&answers[0]), 1);
    /// assert_eq!(session.game("$1 - 1", &meter)?, session.game("{1|0}", &meter)?);
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn keep(&mut self, answer: &Answer) -> u64 {
        let world = &mut self.world;
        world.kept += 1;
        let slot = world.bindings.slot(&format!("${}", world.kept).into());
        world.bindings.set(slot, answer.0.clone());
        world.bindings.commit();
        world.kept
    }

    /// Forgets what a name, or a kept answer such as `$1`, stands for; false if there is nothing to forget.
    pub fn forget(&mut self, name: &str) -> bool {
        self.world.bindings.take(name).is_some()
    }

    /// What a name or symbol means, with examples; `None` if nothing is known about it.
    ///
    /// ```
    /// use sidle_lang::Session;
    /// let help = Session::help("LeftStop").unwrap();
    /// assert!(help.contains("{3||2|1}.LeftStop"));
    /// ```
    #[must_use]
    pub fn help(topic: &str) -> Option<String> {
        crate::help::topic(topic)
    }

    /// What [`help`](Session::help) can be asked about that resembles this, best first.
    ///
    /// ```
    /// use sidle_lang::Session;
    /// assert_eq!(Session::similar_topics("RCF")[0], "ReducedCanonicalForm");
    /// ```
    #[must_use]
    pub fn similar_topics(topic: &str) -> Vec<String> {
        crate::help::similar(topic)
    }

    /// Forgets what has been found out about positions and games; it can be found out again. All names stay as they are.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_lang::Session;
    /// let (mut session, meter) = (Session::new(), Meter::unlimited());
    /// let board = r#"game.grid.Domineering("...|...").CanonicalForm"#;
    /// let before = session.game(board, &meter)?;
    /// session.forget_found();
    /// assert_eq!(session.game(board, &meter)?, before);
    /// # Ok::<(), sidle_lang::Diagnostic>(())
    /// ```
    pub fn forget_found(&mut self) {
        self.world.solver = Default::default();
        // A store that is shared is left alone: others look things up in it meanwhile.
        if let Some(store) = Arc::get_mut(&mut self.store) {
            store.forget_found();
        }
    }

    /// The names the session has given, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.world
            .bindings
            .names()
            .iter()
            .map(|name| name.to_string())
            .collect()
    }
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("names", &self.names())
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}
