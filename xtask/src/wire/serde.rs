//! What attributes tell `serde` about a type, and what doc comments say.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use syn::{Attribute, Expr, Lit, LitStr, Meta, Token, parenthesized};

/// The words of all `#[serde(…)]` of a type, a variant or a field: `rename = "x"` with its text, `default` without.
#[derive(Clone, Default)]
pub(crate) struct Attributes(BTreeMap<String, Option<String>>);

impl Attributes {
    pub(crate) fn read(attrs: &[Attribute]) -> anyhow::Result<Attributes> {
        let mut words = BTreeMap::new();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("serde")) {
            let read = attr.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?.to_string();
                if meta.input.peek(syn::token::Paren) {
                    // Such as `bound(…)`: nothing for a schema.
                    let inner;
                    parenthesized!(inner in meta.input);
                    inner.parse::<proc_macro2::TokenStream>()?;
                    return Ok(());
                }
                let text = match meta.input.peek(Token![=]) {
                    true => Some(meta.value()?.parse::<LitStr>()?.value()),
                    false => None,
                };
                words.insert(name, text);
                Ok(())
            });
            read.context("an attribute of serde that is not understood here")?;
        }
        Ok(Attributes(words))
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains_key(word)
    }

    pub(crate) fn text(&self, word: &str) -> Option<&str> {
        self.0.get(word)?.as_deref()
    }

    /// The last part of the path of the function that writes or reads a field.
    pub(crate) fn function(&self) -> Option<&str> {
        let path = ["serialize_with", "with", "deserialize_with"]
            .iter()
            .find_map(|word| self.text(word))?;
        path.rsplit("::").next()
    }

    /// The name of a field or variant, under the rule of what it belongs to.
    pub(crate) fn name(&self, ident: &str, rule: Option<&str>) -> anyhow::Result<String> {
        if let Some(name) = self.text("rename") {
            return Ok(name.to_owned());
        }
        let ident = ident.trim_start_matches("r#");
        let words: Vec<String> = words(ident);
        let capital = |word: &String| word[..1].to_uppercase() + &word[1..];
        Ok(match rule {
            None => ident.to_owned(),
            Some("lowercase") => ident.to_lowercase(),
            Some("UPPERCASE") => ident.to_uppercase(),
            Some("snake_case") => words.join("_"),
            Some("kebab-case") => words.join("-"),
            Some("SCREAMING_SNAKE_CASE") => words.join("_").to_uppercase(),
            Some("PascalCase") => words.iter().map(capital).collect(),
            Some("camelCase") => {
                let name: String = words.iter().map(capital).collect();
                name[..1].to_lowercase() + &name[1..]
            }
            Some(other) => bail!("the rule `{other}` for names is not understood here"),
        })
    }
}

/// The words of a name in `CamelCase` or `snake_case`.
fn words(ident: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in ident.chars() {
        match words.last_mut() {
            Some(word) if !c.is_uppercase() && c != '_' => word.push(c),
            _ if c == '_' => words.push(String::new()),
            _ => words.push(c.to_lowercase().collect()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The text of the doc comment, without links to code.
pub(crate) fn about(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    // Examples and headings are for readers of the code.
    let lines = lines.take_while(|line| !line.starts_with("```") && !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    unlinked(&text.trim().replace("\n\n", "\u{0}").replace('\n', " ")).replace('\u{0}', "\n\n")
}

/// ``[`Name`](path)`` and ``[`Name`]`` become `` `Name` ``.
fn unlinked(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("[`") {
        let Some(length) = rest[start..].find("`]") else {
            break;
        };
        out.push_str(&rest[..start]);
        out.push_str(&rest[start + 1..start + length + 1]);
        rest = &rest[start + length + 2..];
        if let Some(link) = rest.strip_prefix('(') {
            rest = link.split_once(')').map_or("", |(_, rest)| rest);
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_rules() {
        let name = |ident, rule| Attributes::default().name(ident, rule).expect("a rule");
        assert_eq!(name("NotApplicable", Some("kebab-case")), "not-applicable");
        assert_eq!(name("time_ms", Some("camelCase")), "timeMs");
        assert_eq!(name("r#type", None), "type");
        assert_eq!(name("UnknownName", Some("snake_case")), "unknown_name");
    }

    #[test]
    fn links_to_code_are_left_out() {
        assert_eq!(
            unlinked("see [`A`](x::A), [`B`] and [c](d)"),
            "see `A`, `B` and [c](d)"
        );
    }
}
