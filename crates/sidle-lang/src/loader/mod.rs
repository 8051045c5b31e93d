//! Where classes come from: folders of files, packages as subfolders, and the prelude.
//!
//! A file is read when its class is first used, and checked as a whole: every mistake in it is
//! reported at once. A broken file fails whoever uses it and disturbs nobody else.

mod declare;
mod files;
mod inherit;
mod level;
mod names;

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use sidle_core::Meter;
use sidle_values::Store;

use self::declare::Declared;
pub(crate) use self::names::Scope;
use crate::{
    Diagnostic, Span,
    ast::Ast,
    class::Class,
    evaluate::{self, Bindings, Context, code::Origin},
    library, parser,
};

/// What reading a file takes: a store for its constants, and limits.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    pub(crate) store: &'r Store,
    pub(crate) meter: &'r Meter,
}

/// What a file holds.
#[derive(Clone, Debug)]
pub(crate) enum Loaded {
    Class(Arc<Class>),
    Script(Arc<Script>),
}

/// A file without a class: statements that are run with the names of the session.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) name: Arc<str>,
    pub(crate) ast: Arc<Ast>,
    pub(crate) origin: Arc<Origin>,
}

/// Where a class is written.
#[derive(Clone, Debug)]
enum Written {
    File(PathBuf),
    Prelude(&'static str),
}

/// All classes that a session can see.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    written: HashMap<Arc<str>, Written>,
    packages: HashSet<Arc<str>>,
    loaded: HashMap<Arc<str>, Result<Loaded, Diagnostic>>,
    loading: Vec<Arc<str>>,
    /// What the `constants` of a package declare.
    constants: HashMap<Arc<str>, HashSet<Arc<str>>>,
    folders: Vec<PathBuf>,
    stamps: HashMap<PathBuf, Option<std::time::SystemTime>>,
    next_ordinal: u32,
    prelude: bool,
    /// The classes of each name without its package, once somebody has asked.
    short_names: HashMap<Arc<str>, BTreeSet<Arc<str>>>,
}

impl Drop for Classes {
    fn drop(&mut self) {
        self.forget();
    }
}

/// Users' classes come behind all native ones in the universal order.
const FIRST_ORDINAL: u32 = 10_000;
/// Classes that need classes that need classes: more than this is refused.
const MAX_LOADING: usize = 60;

impl Classes {
    fn ordinal(&mut self) -> u32 {
        self.next_ordinal += 1;
        FIRST_ORDINAL + self.next_ordinal
    }

    /// Makes the classes of the prelude known.
    fn prepare(&mut self) {
        if self.prelude {
            return;
        }
        self.prelude = true;
        for &(name, source) in library::prelude::CLASSES {
            self.know(name, Written::Prelude(source));
        }
        for &(name, source) in library::prelude::SCRIPTS {
            self.written.insert(name.into(), Written::Prelude(source));
        }
    }

    /// The classes that were read.
    pub(crate) fn loaded_classes(&self) -> impl Iterator<Item = &Arc<Class>> {
        self.loaded.values().filter_map(|loaded| match loaded {
            Ok(Loaded::Class(class)) => Some(class),
            _ => None,
        })
    }

    /// Forgets all classes that were read.
    fn forget(&mut self) {
        for (_, loaded) in self.loaded.drain() {
            if let Ok(Loaded::Class(class)) = loaded {
                class.dissolve();
            }
        }
    }

    fn know(&mut self, qualified: &str, written: Written) {
        let mut package = qualified;
        while let Some((outer, _)) = package.rsplit_once('.') {
            self.packages.insert(outer.into());
            package = outer;
        }
        self.written.insert(qualified.into(), written);
        self.short_names.clear();
    }

    /// Is there a class, native or written, of this qualified name?
    pub(crate) fn exists(&self, qualified: &str) -> bool {
        self.written.contains_key(qualified) || library::native(qualified).is_some()
    }

    /// The script of a name in the root folder; an error if its file is broken.
    pub(crate) fn script(
        &mut self,
        name: &str,
        reading: Reading<'_>,
    ) -> Option<Result<Arc<Script>, Diagnostic>> {
        self.written.get(name)?;
        match self.load(name, reading) {
            Ok(Loaded::Script(script)) => Some(Ok(script)),
            Ok(Loaded::Class(_)) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// A class of that short name in some package, quoted.
    fn elsewhere(&self, name: &str) -> Option<String> {
        let mut found: Vec<&Arc<str>> = self
            .written
            .keys()
            .filter(|known| {
                !known.starts_with(library::prelude::SCRIPTS_PACKAGE)
                    && known.rsplit('.').next() == Some(name)
            })
            .collect();
        found.sort();
        found.first().map(|known| format!("`{known}`"))
    }

    /// The name of the script of a native ruleset, if it has one.
    pub(crate) fn script_of(qualified: &str) -> Option<String> {
        let rest = qualified.strip_prefix("game.")?;
        let name = format!("{}{rest}", library::prelude::SCRIPTS_PACKAGE);
        let mut scripts = library::prelude::SCRIPTS.iter();
        scripts.any(|(known, _)| *known == name).then_some(name)
    }

    fn source(&self, qualified: &str) -> Result<(Arc<str>, Arc<str>), Diagnostic> {
        let missing = |message: String| Diagnostic::syntax(Span::default(), message);
        match self.written.get(qualified) {
            None => Err(missing(format!("there is no class `{qualified}`"))),
            Some(Written::Prelude(source)) => {
                let file = format!("{}.cgs", qualified.replace('.', "/"));
                Ok((file.into(), Arc::from(*source)))
            }
            Some(Written::File(path)) => {
                let file: Arc<str> = path.display().to_string().into();
                let bytes = std::fs::read(path)
                    .map_err(|error| missing(format!("{file} cannot be read: {error}")))?;
                let text = String::from_utf8(bytes)
                    .map_err(|_| missing(format!("{file} is not a text in UTF-8")))?;
                Ok((file, text.into()))
            }
        }
    }

    /// What a qualified name holds; the file is read the first time.
    pub(crate) fn load(
        &mut self,
        qualified: &str,
        reading: Reading<'_>,
    ) -> Result<Loaded, Diagnostic> {
        self.prepare();
        if let Some(result) = self.loaded.get(qualified) {
            return result.clone();
        }
        if self.loading.iter().any(|open| **open == *qualified) {
            return Err(Diagnostic::syntax(
                Span::default(),
                format!("the class `{qualified}` is its own ancestor"),
            ));
        }
        if self.loading.len() >= MAX_LOADING {
            return Err(Diagnostic::syntax(
                Span::default(),
                "too many classes need each other",
            ));
        }
        self.loading.push(qualified.into());
        let result = self.read(qualified, reading);
        self.loading.pop();
        // A file is not broken because there was no time to read it.
        if !matches!(&result, Err(error) if error.stop().is_some()) {
            self.loaded.insert(qualified.into(), result.clone());
        }
        result
    }

    fn read(&mut self, qualified: &str, reading: Reading<'_>) -> Result<Loaded, Diagnostic> {
        let (file, source) = self.source(qualified)?;
        self.check(qualified, &file, &source, reading)
    }

    /// Reads a text as the file of a class: all mistakes at once.
    pub(crate) fn check(
        &mut self,
        qualified: &str,
        file: &Arc<str>,
        source: &Arc<str>,
        reading: Reading<'_>,
    ) -> Result<Loaded, Diagnostic> {
        self.mistakes(qualified, file, source, reading)
            .map_err(|mistakes| match reading.meter.check() {
                Ok(()) => Diagnostic::all(mistakes, file, source),
                // What could not be read to its end is not known to be wrong.
                Err(stop) => Diagnostic::stopped(stop),
            })
    }

    fn mistakes(
        &mut self,
        qualified: &str,
        file: &Arc<str>,
        source: &Arc<str>,
        reading: Reading<'_>,
    ) -> Result<Loaded, Vec<Diagnostic>> {
        self.prepare();
        let (ast, class) = parser::parse_file(source, &library::is_method, reading.meter)
            .map_err(|error| vec![error])?;
        let ast = Arc::new(ast);
        let origin = Arc::new(Origin {
            file: file.clone(),
            source: source.clone(),
        });
        let (package, name) = qualified.rsplit_once('.').unwrap_or(("", qualified));
        let Some(class) = class else {
            let mut names = Bindings::default();
            let scope = Scope::new(self, reading, Some(&mut names));
            let context = Context {
                names: &scope,
                package: package.into(),
                levels: &[],
                is_static: true,
                origin: Some(origin.clone()),
                meter: reading.meter,
            };
            evaluate::compile(&ast, &context)?;
            let name = name.into();
            return Ok(Loaded::Script(Arc::new(Script { name, ast, origin })));
        };
        if !name.is_empty() && *class.name != *name {
            return Err(vec![
                Diagnostic::syntax(
                    class.span,
                    format!("the class `{}` stands in a file named `{name}`", class.name),
                )
                .with_help("a class has the name of its file"),
            ]);
        }
        if name == "constants" && !class.modifiers.singleton {
            return Err(vec![Diagnostic::syntax(
                class.span,
                "`constants` must be a singleton",
            )]);
        }
        let declared = Declared {
            ast,
            origin,
            package: package.into(),
            reading,
        };
        declared.class(self, &class).map(Loaded::Class)
    }

    /// The names that a package's `constants` declare.
    pub(crate) fn constants_of(&self, package: &str, meter: &Meter) -> HashSet<Arc<str>> {
        let qualified = if package.is_empty() {
            "constants".to_owned()
        } else {
            format!("{package}.constants")
        };
        let Ok((_, source)) = self.source(&qualified) else {
            return HashSet::new();
        };
        let Ok((_, Some(class))) = parser::parse_file(&source, &library::is_method, meter) else {
            return HashSet::new();
        };
        class
            .members
            .iter()
            .filter_map(|member| match member {
                crate::ast::MemberDecl::Def { name, .. }
                | crate::ast::MemberDecl::Var { name, .. } => Some(name.clone()),
                _ => None,
            })
            .collect()
    }
}
