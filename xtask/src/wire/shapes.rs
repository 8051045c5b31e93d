//! What JSON the types are written as.

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use anyhow::{Context, bail, ensure};
use syn::{Fields, FieldsUnnamed, GenericArgument, PathArguments};

use super::{
    serde::{Attributes, about},
    sources::{Body, File, Sources, Type},
};

/// What a value looks like.
#[derive(Clone)]
pub(crate) enum Shape {
    Any,
    Null,
    Text,
    Bool,
    Unsigned,
    Integer,
    Number,
    Words(&'static [&'static str]),
    List(Box<Shape>),
    Tuple(Vec<Shape>),
    Map(Box<Shape>),
    Optional(Box<Shape>),
    Either(Vec<Shape>),
    /// One of the definitions.
    Named(String),
}

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    /// The text of a tag.
    pub(crate) tag: Option<String>,
}

#[derive(Clone, Default)]
pub(crate) struct Object {
    pub(crate) about: String,
    pub(crate) fields: Vec<Field>,
    /// Are unknown fields refused?
    pub(crate) closed: bool,
}

pub(crate) enum Alternative {
    Word { word: String, about: String },
    Object(Object),
    Shape { shape: Shape, about: String },
}

/// A type: one alternative for a struct, one a variant for an enum.
pub(crate) struct Definition {
    pub(crate) about: String,
    pub(crate) alternatives: Vec<Alternative>,
}

/// The definitions that have been met.
pub(crate) struct Shapes<'s> {
    pub(crate) sources: &'s Sources,
    pub(crate) definitions: BTreeMap<String, Definition>,
    /// Types and functions whose shapes are not known, with where they are met.
    pub(crate) unknown: Vec<String>,
    /// Which type a name stands for.
    owners: HashMap<String, String>,
}

/// The type parameters of a type with what stands for them.
type Arguments = HashMap<String, Shape>;

const STOPS: &[&str] = &[
    "nodes",
    "memory",
    "time",
    "cancelled",
    "store-full",
    "other",
];

/// What the functions write that fields name with `serialize_with`.
fn function_shape(name: &str) -> Option<Shape> {
    Some(match name {
        "text" | "name" => Shape::Text,
        "optional_text" | "optional_name" => Shape::Optional(Box::new(Shape::Text)),
        "write_colour" => Shape::Words(&["B", "W"]),
        "write_side" => Shape::Words(&["onside", "offside"]),
        "write_bounds" => Shape::List(Box::new(Shape::Optional(Box::new(Shape::Text)))),
        "texts" | "write_points" => Shape::List(Box::new(Shape::Text)),
        "any_size" => Shape::Unsigned,
        "reason" => Shape::Words(STOPS),
        "seconds" => Shape::Number,
        "stop_reason" => Shape::Optional(Box::new(Shape::Words(STOPS))),
        _ => return None,
    })
}

/// What types write that implement `Serialize` by hand, and types of other crates.
fn known_shape(name: &str, arguments: &[Shape]) -> Option<Shape> {
    let first = || Box::new(arguments.first().cloned().unwrap_or(Shape::Any));
    Some(match name {
        "String" | "str" | "char" | "PathBuf" | "Path" | "Blob" | "GoPlayed" => Shape::Text,
        // No text is written of more than four million characters.
        "Value" | "SideValue" => Shape::Optional(Box::new(Shape::Text)),
        "RawValue" => Shape::Any,
        "VertexValues" => Shape::Map(Box::new(Shape::Optional(Box::new(Shape::Text)))),
        "NimValues" => Shape::List(Box::new(Shape::Unsigned)),
        // Written by `Listed`.
        "Genus" => Shape::Text,
        "Listed" => Shape::Either(vec![Shape::Text, Shape::List(Box::new(Shape::Text))]),
        "OrderMatrix" => Shape::List(Box::new(Shape::List(Box::new(Shape::Bool)))),
        "Solutions" => Shape::Either(vec![Shape::Unsigned, Shape::Words(&["many"])]),
        "bool" => Shape::Bool,
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "EdgeId" | "NonZeroUsize"
        | "NonZeroU32" => Shape::Unsigned,
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Shape::Integer,
        "f32" | "f64" => Shape::Number,
        "Option" => match first() {
            twice if matches!(*twice, Shape::Optional(_)) => *twice,
            once => Shape::Optional(once),
        },
        "Vec" | "VecDeque" | "BTreeSet" | "HashSet" | "SmallVec" | "VertexRows" | "Streamed" => {
            Shape::List(first())
        }
        "Box" | "Arc" | "Rc" | "Cow" => *first(),
        "BTreeMap" | "HashMap" => {
            Shape::Map(Box::new(arguments.get(1).cloned().unwrap_or(Shape::Any)))
        }
        _ => return None,
    })
}

impl<'s> Shapes<'s> {
    pub(crate) fn new(sources: &'s Sources) -> Shapes<'s> {
        Shapes {
            sources,
            definitions: BTreeMap::new(),
            unknown: Vec::new(),
            // The enums of `questions!` have these names.
            owners: ["Question", "Answer"]
                .map(|name| (name.to_owned(), String::new()))
                .into(),
        }
    }

    /// The shape of a type of the door.
    pub(crate) fn of_door(&mut self, name: &str) -> anyhow::Result<Shape> {
        let found = self.sources.of_door(name)?;
        self.named(&found, Vec::new())
    }

    /// The object that a question or an answer of the door is written as, with its tag in front.
    pub(crate) fn tagged(
        &mut self,
        name: &str,
        tag: &str,
        kind: &str,
    ) -> anyhow::Result<Vec<Object>> {
        let found = self.sources.of_door(name)?;
        let objects = self.objects(&found, &Arguments::new())?;
        Ok(objects
            .into_iter()
            .map(|object| with_tag(object, tag, kind))
            .collect())
    }

    fn shape(&mut self, of: &syn::Type, file: &File, known: &Arguments) -> anyhow::Result<Shape> {
        Ok(match of {
            syn::Type::Path(of) => {
                let path: Vec<String> = of
                    .path
                    .segments
                    .iter()
                    .map(|s| s.ident.to_string())
                    .collect();
                let last = of.path.segments.last().context("a path has parts")?;
                let mut arguments = Vec::new();
                if let PathArguments::AngleBracketed(of) = &last.arguments {
                    for argument in &of.args {
                        if let GenericArgument::Type(of) = argument {
                            arguments.push(self.shape(of, file, known)?);
                        }
                    }
                }
                return self.path_shape(&path, arguments, file, known);
            }
            syn::Type::Reference(of) => self.shape(&of.elem, file, known)?,
            syn::Type::Slice(of) => Shape::List(Box::new(self.shape(&of.elem, file, known)?)),
            syn::Type::Array(of) => Shape::List(Box::new(self.shape(&of.elem, file, known)?)),
            syn::Type::Paren(of) => self.shape(&of.elem, file, known)?,
            syn::Type::Tuple(of) if of.elems.is_empty() => Shape::Null,
            syn::Type::Tuple(of) => {
                let parts = of.elems.iter().map(|part| self.shape(part, file, known));
                Shape::Tuple(parts.collect::<anyhow::Result<_>>()?)
            }
            _ => bail!("a type that is not understood here"),
        })
    }

    fn path_shape(
        &mut self,
        path: &[String],
        arguments: Vec<Shape>,
        file: &File,
        known: &Arguments,
    ) -> anyhow::Result<Shape> {
        let name = path.last().map_or("", String::as_str);
        if let ([_], Some(shape)) = (path, known.get(name)) {
            return Ok(shape.clone());
        }
        if path.iter().any(|part| part == "serde_json") {
            return Ok(Shape::Any);
        }
        let found = self.sources.find(path, file)?;
        if let Some(found) =
            found.filter(|found| found.serializes || matches!(found.body, Body::Same(_)))
        {
            return self.named(&found, arguments);
        }
        if let Some(shape) = known_shape(name, &arguments) {
            return Ok(shape);
        }
        // The enums that `questions!` makes.
        if name == "Question" || name == "Answer" {
            return Ok(Shape::Named(name.to_owned()));
        }
        Ok(self.unknown(format!(
            "{}: `{name}` does not derive Serialize: derive it, name a function of `crate::wire` with `serialize_with`, \
             or add to xtask/src/wire/shapes.rs what it is written as",
            file.path()
        )))
    }

    fn unknown(&mut self, complaint: String) -> Shape {
        if !self.unknown.contains(&complaint) {
            self.unknown.push(complaint);
        }
        Shape::Any
    }

    /// A reference to the definition of a type, which is made when it is first met.
    fn named(&mut self, of: &Rc<Type>, arguments: Vec<Shape>) -> anyhow::Result<Shape> {
        let parameters = of.generics.type_params().map(|p| p.ident.to_string());
        let known: Arguments = parameters.zip(arguments).collect();
        if let Body::Same(same) = &of.body {
            return self.shape(same, &of.file, &known);
        }
        if let Some(other) = of.attributes.text("into").or(of.attributes.text("from")) {
            return self.shape(&syn::parse_str(other)?, &of.file, &known);
        }
        let mut name = of.name.clone();
        for shape in known.values() {
            name.push_str(&format!("Of{}", title(shape)));
        }
        let owner = of.file.path();
        if self.owners.get(&name).is_some_and(|other| *other != owner) {
            name = format!("{}.{name}", of.file.room().trim_start_matches("sidle_"));
        }
        if self.owners.insert(name.clone(), owner).is_none() {
            let definition = self.definition(of, &known);
            let definition = definition.with_context(|| format!("{name} ({})", of.file.path()))?;
            self.definitions.insert(name.clone(), definition);
        }
        Ok(Shape::Named(name))
    }

    fn definition(&mut self, of: &Type, known: &Arguments) -> anyhow::Result<Definition> {
        let alternatives = match &of.body {
            Body::Struct(Fields::Unnamed(fields)) => {
                let shape = self.tuple(fields, &of.file, known)?;
                let about = String::new();
                vec![Alternative::Shape { shape, about }]
            }
            Body::Enum(variants) if of.attributes.text("tag").is_none() => {
                self.untagged_variants(of, variants, known)?
            }
            _ => {
                let objects = self.objects(of, known)?;
                objects.into_iter().map(Alternative::Object).collect()
            }
        };
        let about = of.about.clone();
        Ok(Definition {
            about,
            alternatives,
        })
    }

    /// The variants of an enum that is written by its names, or as whatever its variants hold.
    fn untagged_variants(
        &mut self,
        of: &Type,
        variants: &[syn::Variant],
        known: &Arguments,
    ) -> anyhow::Result<Vec<Alternative>> {
        let untagged = of.attributes.has("untagged");
        let mut alternatives = Vec::new();
        for variant in variants {
            let attributes = Attributes::read(&variant.attrs)?;
            if attributes.has("skip") || attributes.has("skip_serializing") {
                continue;
            }
            let about = about(&variant.attrs);
            let name =
                attributes.name(&variant.ident.to_string(), of.attributes.text("rename_all"))?;
            let content = match &variant.fields {
                Fields::Unit if untagged => {
                    alternatives.push(Alternative::Shape {
                        shape: Shape::Null,
                        about,
                    });
                    continue;
                }
                Fields::Unit => {
                    alternatives.push(Alternative::Word { word: name, about });
                    continue;
                }
                Fields::Unnamed(fields) => self.tuple(fields, &of.file, known)?,
                Fields::Named(_) => {
                    let rule = attributes
                        .text("rename_all")
                        .or(of.attributes.text("rename_all_fields"));
                    for mut object in self.fields(&variant.fields, rule, &of.file, known)? {
                        object.closed = of.attributes.has("deny_unknown_fields");
                        object.about = about.clone();
                        if !untagged {
                            let inner = format!("{}.{name}", of.name);
                            let about = about.clone();
                            let definition = Definition {
                                about: about.clone(),
                                alternatives: vec![Alternative::Object(object)],
                            };
                            self.definitions.insert(inner.clone(), definition);
                            object = single(&name, Shape::Named(inner), about);
                        }
                        alternatives.push(Alternative::Object(object));
                    }
                    continue;
                }
            };
            alternatives.push(match untagged {
                true => Alternative::Shape {
                    shape: content,
                    about,
                },
                false => {
                    let mut object = single(&name, content, about);
                    object.closed = of.attributes.has("deny_unknown_fields");
                    Alternative::Object(object)
                }
            });
        }
        Ok(alternatives)
    }

    /// The objects that a type is written as: one for a struct, one a variant for an enum.
    fn objects(&mut self, of: &Type, known: &Arguments) -> anyhow::Result<Vec<Object>> {
        let rule = of.attributes.text("rename_all");
        let closed = of.attributes.has("deny_unknown_fields");
        let mut found = Vec::new();
        match &of.body {
            Body::Struct(fields @ (Fields::Named(_) | Fields::Unit)) => {
                let mut objects = self.fields(fields, rule, &of.file, known)?;
                for object in &mut objects {
                    object.about.clone_from(&of.about);
                    object.closed = closed;
                    if of.attributes.has("default") {
                        object
                            .fields
                            .iter_mut()
                            .for_each(|field| field.required = false);
                    }
                    if let Some(tag) = of.attributes.text("tag") {
                        let name = of.attributes.name(&of.name, None)?;
                        *object = with_tag(std::mem::take(object), tag, &name);
                    }
                }
                found = objects;
            }
            Body::Struct(Fields::Unnamed(fields)) => {
                ensure!(fields.unnamed.len() == 1, "a tuple is not an object");
                found = self.objects_of(&fields.unnamed[0].ty, &of.file, known)?;
            }
            Body::Enum(variants) => {
                for variant in variants {
                    let attributes = Attributes::read(&variant.attrs)?;
                    if attributes.has("skip") || attributes.has("skip_serializing") {
                        continue;
                    }
                    let name = attributes.name(&variant.ident.to_string(), rule)?;
                    let inner = match &variant.fields {
                        Fields::Unnamed(fields)
                            if fields.unnamed.len() == 1
                                && !of.attributes.has("content")
                                && (of.attributes.has("tag") || of.attributes.has("untagged")) =>
                        {
                            self.objects_of(&fields.unnamed[0].ty, &of.file, known)?
                        }
                        Fields::Unnamed(fields) => {
                            let shape = self.tuple(fields, &of.file, known)?;
                            let content = of.attributes.text("content").unwrap_or(&name);
                            vec![single(content, shape, String::new())]
                        }
                        fields => {
                            let rule = attributes
                                .text("rename_all")
                                .or(of.attributes.text("rename_all_fields"));
                            self.fields(fields, rule, &of.file, known)?
                        }
                    };
                    for mut object in inner {
                        object.about = about(&variant.attrs);
                        object.closed |= closed;
                        found.push(match of.attributes.text("tag") {
                            Some(tag) => with_tag(object, tag, &name),
                            None => object,
                        });
                    }
                }
            }
            Body::Same(_) => bail!("a name for another type is not an object"),
        }
        Ok(found)
    }

    /// The objects of the type of a field.
    fn objects_of(
        &mut self,
        of: &syn::Type,
        file: &File,
        known: &Arguments,
    ) -> anyhow::Result<Vec<Object>> {
        let syn::Type::Path(path) = of else {
            bail!("only a struct or an enum can be put in line");
        };
        let last = path.path.segments.last().context("a path has parts")?;
        if let ("Box" | "Arc" | "Option", PathArguments::AngleBracketed(arguments)) =
            (&*last.ident.to_string(), &last.arguments)
            && let Some(GenericArgument::Type(inner)) = arguments.args.first()
        {
            let mut objects = self.objects_of(inner, file, known)?;
            if last.ident == "Option" {
                // What is not there leaves its fields out.
                let fields = objects.iter_mut().flat_map(|object| &mut object.fields);
                fields.for_each(|field| field.required = false);
            }
            return Ok(objects);
        }
        let names: Vec<String> = path
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let found = self.sources.find(&names, file)?;
        let found = found.with_context(|| format!("{} is not found", names.join("::")))?;
        match &found.body {
            Body::Same(same) => self.objects_of(same, &found.file, known),
            _ => self.objects(&found, known),
        }
    }

    /// The fields of a struct. One that is put in line and is one of several makes several objects.
    fn fields(
        &mut self,
        fields: &Fields,
        rule: Option<&str>,
        file: &File,
        known: &Arguments,
    ) -> anyhow::Result<Vec<Object>> {
        let mut objects = vec![Object::default()];
        for field in fields {
            let attributes = Attributes::read(&field.attrs)?;
            let ident = field
                .ident
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            if attributes.has("skip") || attributes.has("skip_serializing") {
                continue;
            }
            if attributes.has("flatten") {
                let inner = self
                    .objects_of(&field.ty, file, known)
                    .with_context(|| ident.clone())?;
                let joined = objects.iter().flat_map(|object| {
                    inner.iter().map(|inner| Object {
                        fields: [&object.fields[..], &inner.fields[..]].concat(),
                        ..inner.clone()
                    })
                });
                objects = joined.collect();
                continue;
            }
            let shape = self
                .field_shape(field, file, known)
                .with_context(|| ident.clone())?;
            let found = Field {
                name: attributes.name(&ident, rule)?,
                about: about(&field.attrs),
                required: !attributes.has("default") && !attributes.has("skip_serializing_if"),
                shape,
                tag: None,
            };
            for object in &mut objects {
                object.fields.push(found.clone());
            }
        }
        Ok(objects)
    }

    /// One part is written as it is, several as a list.
    fn tuple(
        &mut self,
        fields: &FieldsUnnamed,
        file: &File,
        known: &Arguments,
    ) -> anyhow::Result<Shape> {
        let parts = fields.unnamed.iter();
        let parts = parts.map(|field| self.field_shape(field, file, known));
        let mut parts: Vec<Shape> = parts.collect::<anyhow::Result<_>>()?;
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Shape::Tuple(parts),
        })
    }

    fn field_shape(
        &mut self,
        field: &syn::Field,
        file: &File,
        known: &Arguments,
    ) -> anyhow::Result<Shape> {
        let attributes = Attributes::read(&field.attrs)?;
        let shape = match attributes.function() {
            Some(function) => match function_shape(function) {
                Some(shape) => shape,
                None => self.unknown(format!(
                    "{}: add to xtask/src/wire/shapes.rs what `{function}` writes",
                    file.path()
                )),
            },
            None => self.shape(&field.ty, file, known)?,
        };
        // What is left out when it is not there is never `null`.
        Ok(match shape {
            Shape::Optional(inner)
                if attributes.text("skip_serializing_if") == Some("Option::is_none") =>
            {
                *inner
            }
            shape => shape,
        })
    }
}

fn with_tag(mut object: Object, tag: &str, kind: &str) -> Object {
    let field = Field {
        name: tag.to_owned(),
        about: String::new(),
        shape: Shape::Text,
        required: true,
        tag: Some(kind.to_owned()),
    };
    object.fields.insert(0, field);
    object
}

/// An object with one field.
fn single(name: &str, shape: Shape, about: String) -> Object {
    let field = Field {
        name: name.to_owned(),
        about: String::new(),
        shape,
        required: true,
        tag: None,
    };
    Object {
        about,
        fields: vec![field],
        closed: false,
    }
}

/// A word for a shape, as part of a name.
fn title(shape: &Shape) -> String {
    match shape {
        Shape::Named(name) => name.clone(),
        Shape::List(of) => format!("List{}", title(of)),
        Shape::Optional(of) => format!("Optional{}", title(of)),
        Shape::Text => "Text".to_owned(),
        Shape::Bool => "Bool".to_owned(),
        Shape::Unsigned | Shape::Integer | Shape::Number => "Number".to_owned(),
        _ => "Other".to_owned(),
    }
}
