//! The schema as JSON.

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::shapes::{Alternative, Definition, Object, Shape, Shapes};

/// The schema of both directions of the wire.
pub(crate) fn schema(shapes: &mut Shapes<'_>, version: u32) -> anyhow::Result<Value> {
    let incoming = shape(&shapes.of_door("Incoming")?);
    let outgoing = shape(&shapes.of_door("Outgoing")?);
    let sources = shapes.sources;
    for (name, tag, about) in [
        ("Question", "ask", "Any question."),
        (
            "Answer",
            "answers",
            "Any answer. Readers ignore fields that they do not know.",
        ),
    ] {
        let mut alternatives = Vec::new();
        for line in &sources.questions {
            let of = if name == "Question" {
                &line.question
            } else {
                &line.answer
            };
            let objects = shapes.tagged(of, tag, &line.kind);
            let objects = objects.with_context(|| of.clone())?;
            alternatives.extend(objects.into_iter().map(Alternative::Object));
        }
        let about = about.to_owned();
        let definition = Definition {
            about,
            alternatives,
        };
        shapes.definitions.insert(name.to_owned(), definition);
    }
    let definitions = shapes.definitions.iter();
    let definitions: Map<String, Value> = definitions
        .map(|(name, definition)| (name.clone(), self::definition(definition)))
        .collect();
    Ok(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of Sidle",
        "description": format!(
            "Version {version}. A message of the client or of the engine; `sidle batch` has one a line."
        ),
        "anyOf": [incoming, outgoing],
        "$defs": definitions,
    }))
}

fn shape(of: &Shape) -> Value {
    match of {
        Shape::Any => json!({}),
        Shape::Null => json!({"type": "null"}),
        Shape::Text => json!({"type": "string"}),
        Shape::Bool => json!({"type": "boolean"}),
        Shape::Unsigned => json!({"type": "integer", "minimum": 0}),
        Shape::Integer => json!({"type": "integer"}),
        Shape::Number => json!({"type": "number"}),
        Shape::Words(words) => json!({"enum": words}),
        Shape::List(of) => json!({"type": "array", "items": shape(of)}),
        Shape::Tuple(parts) => {
            let parts: Vec<Value> = parts.iter().map(shape).collect();
            json!({"type": "array", "prefixItems": parts, "minItems": parts.len(), "maxItems": parts.len()})
        }
        Shape::Map(of) => json!({"type": "object", "additionalProperties": shape(of)}),
        Shape::Optional(of) => match shape(of) {
            Value::Object(one)
                if one.len() == 1 && one.get("type").is_some_and(Value::is_string) =>
            {
                json!({"type": [one["type"], "null"]})
            }
            one => json!({"anyOf": [one, {"type": "null"}]}),
        },
        Shape::Either(all) => json!({"anyOf": all.iter().map(shape).collect::<Vec<_>>()}),
        Shape::Named(name) => json!({"$ref": format!("#/$defs/{name}")}),
    }
}

fn described(mut value: Value, about: &str) -> Value {
    if let (Value::Object(fields), false) = (&mut value, about.is_empty()) {
        fields.insert("description".to_owned(), about.into());
    }
    value
}

fn object(of: &Object) -> Value {
    let properties: Map<String, Value> = (of.fields.iter())
        .map(|field| {
            let value = match &field.tag {
                Some(tag) => json!({"const": tag}),
                None => shape(&field.shape),
            };
            (field.name.clone(), described(value, &field.about))
        })
        .collect();
    let required = of.fields.iter().filter(|field| field.required);
    let required: Vec<&str> = required.map(|field| &*field.name).collect();
    let mut value = json!({"type": "object", "properties": properties});
    if !required.is_empty() {
        value["required"] = json!(required);
    }
    if of.closed {
        value["additionalProperties"] = json!(false);
    }
    described(value, &of.about)
}

fn definition(of: &Definition) -> Value {
    let is_word =
        |one: &Alternative| matches!(one, Alternative::Word { about, .. } if about.is_empty());
    let value = match &of.alternatives[..] {
        [one] => alternative(one),
        all if all.iter().all(is_word) => {
            let words = all.iter().filter_map(|one| match one {
                Alternative::Word { word, .. } => Some(word),
                _ => None,
            });
            json!({"enum": words.collect::<Vec<_>>()})
        }
        all => json!({"anyOf": all.iter().map(alternative).collect::<Vec<_>>()}),
    };
    described(value, &of.about)
}

fn alternative(of: &Alternative) -> Value {
    match of {
        Alternative::Word { word, about } => described(json!({"const": word}), about),
        Alternative::Object(of) => object(of),
        Alternative::Shape { shape: of, about } => described(shape(of), about),
    }
}

/// Leaves out what does not change the meaning.
pub(crate) fn without_descriptions(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            // A property of this name is an object; a description is a text.
            if fields.get("description").is_some_and(Value::is_string) {
                fields.remove("description");
            }
            fields.values_mut().for_each(without_descriptions);
        }
        Value::Array(parts) => parts.iter_mut().for_each(without_descriptions),
        _ => {}
    }
}
