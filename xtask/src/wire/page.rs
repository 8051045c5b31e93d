//! The index of questions as a page.

use super::shapes::{Alternative, Definition, Field, Object, Shape, Shapes};

const HEAD: &str = "\
# Questions

Each question has a kind, which names it on the wire: `{\"ask\": \"value\", …}`. A program in Rust asks
`workspace.ask(&ValueQuestion::of(\"Clobber\", \"xox\"), &job)`; every other program sends the question as JSON, to
`sidle batch` for example:

```console
$ echo '{\"id\": 1, \"question\": {\"ask\": \"value\", \"of\": {\"rules\": \"Clobber\", \"position\": \"xox\"}}}' | sidle batch
{\"id\":1,\"event\":\"done\",\"answer\":{\"answers\":\"value\",\"position\":\"xox\",\"value\":\"*\"}}
```

A field with `?` may be left out. Numbers with fractions, players, outcomes, positions and values are texts. The schema of
all messages is in `docs/schema/wire.schema.json`. `cargo xtask wire` makes this page and the schema from the source.
";

/// The page of all questions.
pub(crate) fn page(shapes: &mut Shapes<'_>) -> anyhow::Result<String> {
    let sources = shapes.sources;
    let mut page = HEAD.to_owned();
    page.push_str("\n| question | asks for |\n|---|---|\n");
    for line in &sources.questions {
        page.push_str(&format!(
            "| [`{0}`](#{0}) | {1} |\n",
            line.kind,
            cell(&line.about)
        ));
    }
    for line in &sources.questions {
        page.push_str(&format!("\n## {}\n\n{}\n", line.kind, line.about));
        for (head, name, tag) in [
            ("question", &line.question, "ask"),
            ("answer", &line.answer, "answers"),
        ] {
            for object in shapes.tagged(name, tag, &line.kind)? {
                table(&mut page, head, &object);
            }
        }
    }
    page.push_str("\n## Parts\n\nObjects that several answers or questions hold.\n");
    for (name, definition) in &shapes.definitions {
        if !["Question", "Answer", "Incoming", "Outgoing"].contains(&&**name) {
            part(&mut page, name, definition);
        }
    }
    Ok(page)
}

fn table(page: &mut String, head: &str, of: &Object) {
    let fields: Vec<&Field> = of
        .fields
        .iter()
        .filter(|field| field.tag.is_none())
        .collect();
    if fields.is_empty() {
        return;
    }
    page.push_str(&format!("\n| {head} | type | |\n|---|---|---|\n"));
    for field in fields {
        let mark = if field.required { "" } else { "?" };
        let shape = shape(&field.shape);
        let about = cell(&field.about);
        page.push_str(&format!("| `{}`{mark} | {shape} | {about} |\n", field.name));
    }
}

fn part(page: &mut String, name: &str, of: &Definition) {
    page.push_str(&format!("\n### {name}\n\n{}\n", of.about));
    let several = of.alternatives.len() > 1;
    let mut rows = Vec::new();
    for alternative in &of.alternatives {
        match alternative {
            Alternative::Object(object) if !several => table(page, "field", object),
            Alternative::Object(object) => {
                let fields = object.fields.iter().map(|field| match &field.tag {
                    Some(tag) => format!("`{}`: `{tag}`", field.name),
                    None => format!("`{}`: {}", field.name, shape(&field.shape)),
                });
                rows.push((fields.collect::<Vec<_>>().join(", "), &object.about));
            }
            Alternative::Word { word, about } => rows.push((format!("`{word}`"), about)),
            Alternative::Shape { shape: of, about } => rows.push((shape(of), about)),
        }
    }
    if !rows.is_empty() {
        page.push_str("\n| one of | |\n|---|---|\n");
        for (what, about) in rows {
            page.push_str(&format!("| {what} | {} |\n", cell(about)));
        }
    }
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace("\n\n", " ").replace('|', "\\|")
}

fn shape(of: &Shape) -> String {
    match of {
        Shape::Any => "any".to_owned(),
        Shape::Null => "`null`".to_owned(),
        Shape::Text => "text".to_owned(),
        Shape::Bool => "`true`, `false`".to_owned(),
        Shape::Unsigned | Shape::Integer => "integer".to_owned(),
        Shape::Number => "number".to_owned(),
        Shape::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(", ")
        }
        Shape::List(of) => format!("list of {}", shape(of)),
        Shape::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(shape).collect();
            format!("({})", parts.join(", "))
        }
        Shape::Map(of) => format!("object of {}", shape(of)),
        Shape::Optional(of) => format!("{} or `null`", shape(of)),
        Shape::Either(all) => all.iter().map(shape).collect::<Vec<_>>().join(" or "),
        Shape::Named(name) => format!("[{name}](#{})", name.to_lowercase().replace('.', "")),
    }
}
