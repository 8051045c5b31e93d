//! What may lead back to itself: values are counted by reference, so a ring of them would never be freed.
//!
//! Every ring of values goes through a place that is given its value after it was made: a variable that a
//! function captured, a variable of an object, or a collection that changes. When such a place gets a value
//! that may lead on to others, it is noted here, and emptied when the session ends. (The rings of classes,
//! through their single objects and static variables, are undone by [`crate::loader::Classes`].)

use std::sync::{Arc, Weak};

use crate::{
    evaluate::code::{Cell, set_cell},
    library::Object,
    value::Value,
};

/// A place whose value may lead back to it.
#[derive(Debug)]
enum Cyclic {
    Variable(Weak<std::sync::Mutex<Value>>),
    Collection(Weak<dyn Object>),
}

impl Cyclic {
    fn address(&self) -> *const () {
        match self {
            Cyclic::Variable(cell) => cell.as_ptr().cast(),
            Cyclic::Collection(object) => object.as_ptr().cast(),
        }
    }

    fn is_alive(&self) -> bool {
        match self {
            Cyclic::Variable(cell) => cell.strong_count() > 0,
            Cyclic::Collection(object) => object.strong_count() > 0,
        }
    }
}

/// The places that a session empties when it ends.
#[derive(Debug, Default)]
pub(crate) struct Cycles {
    places: Vec<Cyclic>,
    /// How many there may be before those that are gone are forgotten.
    limit: usize,
}

impl Cycles {
    const LEAST: usize = 64;

    /// A variable was given a value that may lead on to others.
    pub(crate) fn note_variable(&mut self, cell: &Cell) {
        let same = |place: &Cyclic| place.address() == Arc::as_ptr(cell).cast();
        if !self.places.last().is_some_and(same) {
            self.note(Cyclic::Variable(Arc::downgrade(cell)));
        }
    }

    /// A collection that changes was given such a value.
    pub(crate) fn note_collection(&mut self, object: &Arc<dyn Object>) {
        let same = |place: &Cyclic| place.address() == Arc::as_ptr(object).cast();
        if !self.places.last().is_some_and(same) {
            self.note(Cyclic::Collection(Arc::downgrade(object)));
        }
    }

    /// Cost: constant on average, up to a logarithm: the places are sorted each time their number doubles.
    fn note(&mut self, place: Cyclic) {
        self.places.push(place);
        if self.places.len() < self.limit.max(Cycles::LEAST) {
            return;
        }
        self.places.retain(Cyclic::is_alive);
        self.places.sort_unstable_by_key(Cyclic::address);
        self.places.dedup_by_key(|place| place.address());
        self.limit = 2 * self.places.len();
    }
}

impl Drop for Cycles {
    fn drop(&mut self) {
        for place in std::mem::take(&mut self.places) {
            match place {
                Cyclic::Variable(cell) => {
                    if let Some(cell) = cell.upgrade() {
                        set_cell(&cell, Value::Nothing);
                    }
                }
                Cyclic::Collection(object) => {
                    if let Some(object) = object.upgrade() {
                        object.empty();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        sync::{Arc, Mutex, Weak},
    };

    use sidle_core::Meter;

    use super::Cycles;
    use crate::{Session, class::Class, value::Value};

    #[test]
    fn places_that_are_gone_or_noted_twice_are_forgotten() {
        let mut cycles = Cycles::default();
        let kept = [(); 2].map(|()| Arc::new(Mutex::new(Value::Nothing)));
        for number in 0..10_000 {
            cycles.note_variable(&kept[number % 2]);
            cycles.note_variable(&Arc::new(Mutex::new(Value::Nothing)));
        }
        assert!(cycles.places.len() <= Cycles::LEAST);
    }

    const FILES: [(&str, &str); 5] = [
        (
            "Ring.cgs",
            "singleton class Ring extends game.strip.StripRuleset\n\
             class Position(strip as Strip) extends StripGame\n\
             override def Options(player as Player) := [];\n\
             end\n\
             var start := Position(Strip.Empty(2));\n\
             var all := [start];\n\
             var me := () -> this;\n\
             override def CharMap := \".\";\n\
             end",
        ),
        (
            "Kept.cgs",
            "class Kept(x) static var first := Kept(1); static var list := [Kept(2)]; end",
        ),
        (
            "Hue.cgs",
            "enum Hue Red, Blue; static var all := [Red, Blue]; end",
        ),
        (
            "Cell.cgs",
            "mutable class Cell(given)\n\
             mutable var next;\n\
             var list := MutableList();\n\
             def Join() begin next := this; list.Add(this); given.Add(this); 1 end\n\
             end",
        ),
        (
            "Local.cgs",
            "class Local() def F(n) begin var f; f := k -> if k == 0 then 1 else f(k - 1) end; f(n) end end",
        ),
    ];

    const LINES: [&str; 8] = [
        "Ring(\"..\").CanonicalForm",
        "Ring.me() === Ring",
        "Kept.first.x",
        "Hue.all",
        "c := Cell(MutableList()); c.Join()",
        "Local().F(3)",
        "begin var f; f := k -> if k == 0 then 1 else f(k - 1) end; f(3) end",
        "l := MutableList(); m := MutableMap({1 => [l]}); game.grid.Clobber(\"xo\").CanonicalForm",
    ];

    /// Lines that are refused after classes were read to see whether one of them has the member.
    const REFUSED: [&str; 3] = [
        "game.graph.Fjords(\"L-.\").Canonicx",
        "game.grid.Clobber(\"xo\").Canonicx",
        "game.graph.Hackenbush.Canonicx",
    ];

    /// The objects of a session that are asked for after it is gone.
    fn remains(folder: &std::path::Path, refresh: bool) -> (Vec<Weak<Class>>, Session) {
        let mut session = Session::new();
        session.add_folder(folder);
        for line in LINES {
            let answers = session.evaluate(line, &Meter::unlimited());
            answers.unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        for line in REFUSED {
            let answers = session.evaluate(line, &Meter::unlimited());
            assert!(answers.is_err(), "{line}");
        }
        let classes = session.classes();
        if refresh {
            fs::write(folder.join("New.cgs"), "class New() end").expect("a file");
            assert!(session.refresh());
            let _ = session.evaluate("c := 0; l := 0; m := 0", &Meter::unlimited());
        }
        (classes, session)
    }

    #[test]
    fn classes_go_with_their_session() {
        let folder = std::env::temp_dir().join(format!("sidle-cycles-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in FILES {
            fs::write(folder.join(name), text).expect("a file");
        }
        let live = |classes: &[Weak<Class>]| -> Vec<Arc<str>> {
            let classes = classes.iter().filter_map(Weak::upgrade);
            classes.map(|class| class.qualified.clone()).collect()
        };
        let (classes, session) = remains(&folder, false);
        assert!(live(&classes).len() > FILES.len());
        drop(session);
        assert_eq!(live(&classes), Vec::<Arc<str>>::new());
        let (classes, session) = remains(&folder, true);
        drop(session);
        assert_eq!(live(&classes), Vec::<Arc<str>>::new());
        let _ = fs::remove_dir_all(&folder);
    }
}
