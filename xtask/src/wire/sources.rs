//! The types of all crates, as they stand in the source.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use anyhow::{Context, bail};
use syn::{
    Fields, Generics, Ident, Item, LitStr, Token, UseTree, parenthesized,
    parse::{Parse, ParseStream},
};

use super::serde::{Attributes, about};

/// A struct or an enum with its name, its file and what `serde` is told about it.
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) attributes: Attributes,
    pub(crate) generics: Generics,
    pub(crate) body: Body,
    /// Does it derive `Serialize` or `Deserialize`?
    pub(crate) serializes: bool,
    pub(crate) file: Rc<File>,
}

pub(crate) enum Body {
    Struct(Fields),
    Enum(Vec<syn::Variant>),
    Same(Box<syn::Type>),
}

/// Where a type stands.
pub(crate) struct File {
    path: PathBuf,
    /// The crate, as paths name it: `sidle_impartial`.
    room: String,
    /// The names that the file imports, with their paths.
    uses: HashMap<String, Vec<String>>,
}

/// A line of the list `questions!`.
pub(crate) struct Question {
    pub(crate) kind: String,
    pub(crate) about: String,
    pub(crate) question: String,
    pub(crate) answer: String,
}

pub(crate) struct Sources {
    types: HashMap<(String, String), Vec<Rc<Type>>>,
    pub(crate) questions: Vec<Question>,
    version: Option<u32>,
}

const DOOR: &str = "sidle";

impl Sources {
    /// Reads the source of every crate that can hold a part of an answer.
    pub(crate) fn read(root: &Path) -> anyhow::Result<Sources> {
        let mut sources = Sources {
            types: HashMap::new(),
            questions: Vec::new(),
            version: None,
        };
        for entry in fs::read_dir(root.join("crates"))? {
            let folder = entry?.path();
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            if name != "sidle-cli" && name != "sidle-web" {
                sources.add_folder(&folder.join("src"), &name.replace('-', "_"))?;
            }
        }
        if sources.questions.is_empty() {
            bail!("the list of questions was not found");
        }
        Ok(sources)
    }

    /// The constant `WIRE_VERSION`.
    pub(crate) fn wire_version(&self) -> anyhow::Result<u32> {
        self.version.context("WIRE_VERSION was not found")
    }

    fn add_folder(&mut self, folder: &Path, room: &str) -> anyhow::Result<()> {
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                self.add_folder(&path, room)?;
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path)?;
                // To parse is slow, and most files have nothing that serializes.
                if text.contains("Serialize") || room == DOOR {
                    let file =
                        syn::parse_file(&text).with_context(|| path.display().to_string())?;
                    self.add_items(&file.items, &path, room)
                        .with_context(|| path.display().to_string())?;
                }
            }
        }
        Ok(())
    }

    fn add_items(&mut self, items: &[Item], path: &Path, room: &str) -> anyhow::Result<()> {
        let mut uses = HashMap::new();
        for item in items {
            if let Item::Use(item) = item {
                add_use(&item.tree, &mut Vec::new(), &mut uses);
            }
        }
        let file = Rc::new(File {
            path: path.to_owned(),
            room: room.to_owned(),
            uses,
        });
        for item in items {
            let (name, attrs, generics, body) = match item {
                Item::Struct(item) => {
                    let body = Body::Struct(item.fields.clone());
                    (&item.ident, &item.attrs, item.generics.clone(), body)
                }
                Item::Enum(item) => {
                    let body = Body::Enum(item.variants.iter().cloned().collect());
                    (&item.ident, &item.attrs, item.generics.clone(), body)
                }
                Item::Type(item) => {
                    let body = Body::Same(item.ty.clone());
                    (&item.ident, &item.attrs, item.generics.clone(), body)
                }
                Item::Const(item) if item.ident == "WIRE_VERSION" => {
                    self.version = literal(&item.expr);
                    continue;
                }
                Item::Macro(item)
                    if item.ident.is_none() && item.mac.path.is_ident("questions") =>
                {
                    self.questions = item.mac.parse_body::<List>()?.0;
                    continue;
                }
                _ => continue,
            };
            let found = Type {
                name: name.to_string(),
                about: about(attrs),
                attributes: Attributes::read(attrs)?,
                serializes: derives_serde(attrs),
                generics,
                body,
                file: file.clone(),
            };
            let key = (room.to_owned(), found.name.clone());
            self.types.entry(key).or_default().push(Rc::new(found));
        }
        Ok(())
    }

    /// The type that a path in a file means; `None` for a type of no crate of ours.
    pub(crate) fn find(&self, path: &[String], from: &File) -> anyhow::Result<Option<Rc<Type>>> {
        let imported = match path {
            [name] => from.uses.get(name).cloned(),
            _ => None,
        };
        let path = imported.as_deref().unwrap_or(path);
        let Some((name, modules)) = path.split_last() else {
            return Ok(None);
        };
        let room = match modules.first().map(String::as_str) {
            None | Some("crate" | "self" | "super") if from.room != DOOR => from.room.clone(),
            None | Some("self" | "super") => from.room.clone(),
            // The door has the other crates as its modules.
            Some("crate") => match modules.get(1) {
                Some(module) if self.has_room(module) => format!("sidle_{module}"),
                _ => from.room.clone(),
            },
            Some(first) if first.starts_with("sidle") => first.to_owned(),
            Some(first) if from.uses.contains_key(first) => {
                let mut whole = from.uses[first].clone();
                whole.extend_from_slice(&path[1..]);
                return self.find(&whole, from);
            }
            Some(_) if modules.len() == 1 => from.room.clone(),
            Some(_) => return Ok(None),
        };
        let Some(found) = self.types.get(&(room.clone(), name.clone())) else {
            return Ok(None);
        };
        let here = found.iter().find(|found| found.file.path == from.path);
        let likely: Vec<_> = (found.iter())
            .filter(|found| modules.last().is_none_or(|module| found.file.is_in(module)))
            .collect();
        match (here, &found[..], &likely[..]) {
            (Some(found), _, _) | (None, [found], _) => Ok(Some(found.clone())),
            (None, _, [found]) => Ok(Some((*found).clone())),
            _ => bail!(
                "{room} has several types called {name}; import the one you mean by its module"
            ),
        }
    }

    fn has_room(&self, module: &str) -> bool {
        let room = format!("sidle_{module}");
        self.types.keys().any(|(other, _)| *other == room)
    }

    /// A type of the wire or of a question, by its name.
    pub(crate) fn of_door(&self, name: &str) -> anyhow::Result<Rc<Type>> {
        let found = self.types.get(&(DOOR.to_owned(), name.to_owned()));
        let mut found = found
            .into_iter()
            .flatten()
            .filter(|found| found.file.is_of_wire());
        match (found.next(), found.next()) {
            (Some(found), None) => Ok(found.clone()),
            (Some(_), Some(_)) => bail!("two questions have a type called {name}"),
            (None, _) => bail!("no file of crates/sidle/src/questions has a type called {name}"),
        }
    }
}

impl File {
    pub(crate) fn path(&self) -> String {
        self.path.display().to_string()
    }

    pub(crate) fn room(&self) -> &str {
        &self.room
    }

    /// Is it the file of the wire, or that of a question?
    fn is_of_wire(&self) -> bool {
        self.path.ends_with("wire.rs") || self.path.iter().any(|part| part == "questions")
    }

    fn is_in(&self, module: &str) -> bool {
        let parts = self.path.iter().rev().take(2);
        parts
            .filter_map(|part| Path::new(part).file_stem())
            .any(|part| part == module)
    }
}

fn add_use(tree: &UseTree, path: &mut Vec<String>, uses: &mut HashMap<String, Vec<String>>) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            add_use(&tree.tree, path, uses);
            path.pop();
        }
        UseTree::Name(tree) => {
            let whole = path.iter().cloned().chain([tree.ident.to_string()]);
            uses.insert(tree.ident.to_string(), whole.collect());
        }
        UseTree::Rename(tree) => {
            let whole = path.iter().cloned().chain([tree.ident.to_string()]);
            uses.insert(tree.rename.to_string(), whole.collect());
        }
        UseTree::Group(tree) => {
            for tree in &tree.items {
                add_use(tree, path, uses);
            }
        }
        UseTree::Glob(_) => {}
    }
}

fn derives_serde(attrs: &[syn::Attribute]) -> bool {
    let derives = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    let mut names = derives.filter_map(|attr| {
        let parser = syn::punctuated::Punctuated::<syn::Path, Token![,]>::parse_terminated;
        attr.parse_args_with(parser).ok()
    });
    names.any(|paths| {
        let mut last = paths.iter().filter_map(|path| path.segments.last());
        last.any(|last| last.ident == "Serialize" || last.ident == "Deserialize")
    })
}

fn literal(value: &syn::Expr) -> Option<u32> {
    match value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// The body of `questions!`: lines such as `/// About. "kind": Name(Question) -> Answer;`.
struct List(Vec<Question>);

impl Parse for List {
    fn parse(input: ParseStream<'_>) -> syn::Result<List> {
        let mut lines = Vec::new();
        while !input.is_empty() {
            let attrs = input.call(syn::Attribute::parse_outer)?;
            let kind: LitStr = input.parse()?;
            input.parse::<Token![:]>()?;
            input.parse::<Ident>()?;
            let inner;
            parenthesized!(inner in input);
            let question: Ident = inner.parse()?;
            input.parse::<Token![->]>()?;
            let answer: Ident = input.parse()?;
            input.parse::<Token![;]>()?;
            lines.push(Question {
                kind: kind.value(),
                about: about(&attrs),
                question: question.to_string(),
                answer: answer.to_string(),
            });
        }
        Ok(List(lines))
    }
}
