//! What names mean to the compiler.

use std::{cell::RefCell, sync::Arc};

use sidle_core::Meter;
use sidle_values::Store;

use super::{Classes, Reading};
use crate::{
    evaluate::{Bindings, Names, Packaged},
    library,
    value::Value,
};

/// The names of a session, of its classes and of the language.
pub(crate) struct Scope<'c> {
    classes: &'c Classes,
    store: &'c Store,
    /// Names given on the worksheet; none inside classes.
    bindings: RefCell<Option<&'c mut Bindings>>,
}

impl<'c> Scope<'c> {
    pub(crate) fn new(
        classes: &'c mut Classes,
        reading: Reading<'c>,
        bindings: Option<&'c mut Bindings>,
    ) -> Scope<'c> {
        classes.prepare();
        classes.read_constants(reading.meter);
        Scope {
            classes,
            store: reading.store,
            bindings: RefCell::new(bindings),
        }
    }
}

impl Classes {
    /// Reads which constants the packages have, those that were not read yet.
    fn read_constants(&mut self, meter: &Meter) {
        let mut packages: Vec<Arc<str>> = Vec::new();
        for name in self.written.keys() {
            if let Some(package) = name.strip_suffix(".constants") {
                packages.push(package.into());
            } else if &**name == "constants" {
                packages.push("".into());
            }
        }
        for package in packages {
            if !self.constants.contains_key(&package) {
                let names = self.constants_of(&package, meter);
                if meter.check().is_err() {
                    return;
                }
                self.constants.insert(package, names);
            }
        }
    }

    fn has_constant(&self, package: &str, name: &str) -> bool {
        self.constants
            .get(package)
            .is_some_and(|names| names.contains(name))
    }
}

fn join(package: &str, name: &str) -> String {
    if package.is_empty() {
        name.to_owned()
    } else {
        format!("{package}.{name}")
    }
}

impl Classes {
    /// The class that a name without its package stands for where nothing else has the name: of the packages of games if
    /// one of them has it, else of the only other package that does.
    pub(crate) fn short(&mut self, name: &str) -> Option<Arc<str>> {
        self.prepare();
        if self.short_names.is_empty() {
            let natives = library::classes().map(|class| &class.qualified);
            let written = self.written.keys().filter(|known| {
                !known.starts_with(library::prelude::SCRIPTS_PACKAGE)
                    && !known.ends_with("constants")
            });
            for qualified in natives.chain(written) {
                let last = qualified.rsplit('.').next().unwrap_or(qualified);
                let known = self.short_names.entry(last.into()).or_default();
                known.insert(qualified.clone());
            }
        }
        let known = self.short_names.get(name)?;
        let of_games = known.iter().filter(|known| known.starts_with("game."));
        let of_games: Vec<&Arc<str>> = of_games.collect();
        let mut all = known.iter();
        match (&of_games[..], all.next(), all.next()) {
            ([only], ..) => Some((*only).clone()),
            ([], Some(only), None) => Some(only.clone()),
            _ => None,
        }
    }

    /// Is this a class or constant of a folder itself, not of a package?
    pub(crate) fn is_at_root(&self, name: &str) -> bool {
        self.written.contains_key(name) || self.has_constant("", name)
    }

    /// The class that a name means on the worksheet, if no variable has it.
    pub(crate) fn meant(&mut self, name: &str) -> Option<Arc<str>> {
        self.prepare();
        let mut places = library::VISIBLE.iter().map(|package| join(package, name));
        let visible = places.find(|qualified| self.exists(qualified));
        let root = || self.exists(name).then(|| name.to_owned());
        match visible.or_else(root) {
            Some(found) => Some(found.into()),
            None if self.has_constant("", name) => None,
            None => self.short(name),
        }
    }
}

impl Names for Scope<'_> {
    fn class(&self, package: &str, name: &str) -> Option<Arc<str>> {
        let exists = |qualified: String| {
            self.classes
                .exists(&qualified)
                .then(|| Arc::from(qualified))
        };
        if name.contains('.') || name == "constants" {
            return exists(name.to_owned());
        }
        exists(join(package, name))
            .or_else(|| {
                library::VISIBLE
                    .iter()
                    .find_map(|package| exists(join(package, name)))
            })
            .or_else(|| exists(name.to_owned()))
    }

    fn is_package(&self, name: &str) -> bool {
        self.classes.packages.contains(name) || library::is_package(name)
    }

    fn in_package(&self, package: &str, name: &str) -> Option<Packaged> {
        if self.classes.exists(&join(package, name)) {
            return Some(Packaged::Class);
        }
        self.classes
            .has_constant(package, name)
            .then_some(Packaged::Constant)
    }

    fn constant(&self, package: &str, name: &str) -> Option<Arc<str>> {
        std::iter::once(package)
            .chain(library::VISIBLE)
            .find(|package| self.classes.has_constant(package, name))
            .map(|package| join(package, name).into())
    }

    fn builtin(&self, name: &str) -> Option<Value> {
        library::constant(self.store, name)?.ok()
    }

    fn global(&self, name: &Arc<str>) -> u32 {
        match &mut *self.bindings.borrow_mut() {
            Some(bindings) => bindings.slot(name),
            None => 0,
        }
    }

    fn similar(&self, name: &str, known: &[Arc<str>]) -> Option<String> {
        library::similar(name, known)
    }
}
