//! What is printed as JSON is what `docs/schema/` says.
//!
//! The checker below knows exactly the keywords that the schemas use; an unknown one is a failure, so
//! that nothing is promised that is not checked.

use std::{fs, path::Path};

use serde_json::{Map, Value};

use crate::program::sidle;

pub(crate) fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/schema")
        .join(name);
    let text = fs::read_to_string(path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

/// Follows `#/$defs/name` and `file`.
fn resolve(reference: &str, root: &Value) -> (Value, Value) {
    match reference.strip_prefix("#/") {
        Some(path) => {
            let found = path.split('/').fold(root, |at, step| &at[step]);
            assert!(!found.is_null(), "{reference} leads nowhere");
            (found.clone(), root.clone())
        }
        None => (schema(reference), schema(reference)),
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the type {other} is not known here"),
    }
}

fn matches_pattern(text: &str, pattern: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let whole = |text: &str| digits(text.strip_prefix('-').unwrap_or(text));
    match pattern {
        "^[0-9]+$" => digits(text),
        "^-?[0-9]+$" => whole(text),
        "^-?[0-9]+(/[0-9]+)?$" => match text.split_once('/') {
            Some((above, below)) => whole(above) && digits(below),
            None => whole(text),
        },
        other => panic!("the pattern {other} is not known here"),
    }
}

fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

pub(crate) fn check(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let schema = schema.as_object().expect("a schema is an object");
    for (keyword, rule) in schema {
        check_keyword(value, keyword, rule, schema, root)
            .map_err(|reason| format!("{reason} ({keyword})"))?;
    }
    Ok(())
}

fn check_keyword(
    value: &Value,
    keyword: &str,
    rule: &Value,
    schema: &Map<String, Value>,
    root: &Value,
) -> Result<(), String> {
    let ensure = |truth: bool| truth.then_some(()).ok_or_else(|| value.to_string());
    let object = value.as_object();
    match keyword {
        "$schema" | "$id" | "$defs" | "title" | "description" | "then" => Ok(()),
        "$ref" => {
            let (found, root) = resolve(rule.as_str().expect("a text"), root);
            check(value, &found, &root)
        }
        "type" => ensure(strings(rule).iter().any(|name| has_type(value, name))),
        "const" => ensure(value == rule),
        "enum" => ensure(rule.as_array().expect("a list").contains(value)),
        "pattern" => ensure(match value.as_str() {
            Some(text) => matches_pattern(text, rule.as_str().expect("a text")),
            None => true,
        }),
        "minimum" => ensure(
            value
                .as_i64()
                .is_none_or(|n| n >= rule.as_i64().expect("a number")),
        ),
        "minItems" | "maxItems" => {
            let length = value.as_array().map(|all| all.len() as u64);
            let bound = rule.as_u64().expect("a number");
            ensure(length.is_none_or(|length| match keyword {
                "minItems" => length >= bound,
                _ => length <= bound,
            }))
        }
        "required" => ensure(
            object.is_none_or(|all| strings(rule).iter().all(|name| all.contains_key(*name))),
        ),
        "dependentRequired" => ensure(object.is_none_or(|all| {
            let rules = rule.as_object().expect("an object");
            rules
                .iter()
                .filter(|(name, _)| all.contains_key(*name))
                .all(|(_, needed)| strings(needed).iter().all(|name| all.contains_key(*name)))
        })),
        "properties" => {
            for (name, rule) in rule.as_object().expect("an object") {
                if let Some(part) = object.and_then(|all| all.get(name)) {
                    check(part, rule, root)?;
                }
            }
            Ok(())
        }
        "additionalProperties" => {
            let none = Map::new();
            let known = schema
                .get("properties")
                .and_then(Value::as_object)
                .unwrap_or(&none);
            let mut others = object
                .into_iter()
                .flatten()
                .filter(|(name, _)| !known.contains_key(*name));
            match rule {
                Value::Bool(false) => ensure(others.next().is_none()),
                rule => others.try_for_each(|(_, other)| check(other, rule, root)),
            }
        }
        "prefixItems" => {
            let rules = rule.as_array().expect("a list");
            let items = value.as_array().into_iter().flatten();
            items
                .zip(rules)
                .try_for_each(|(item, rule)| check(item, rule, root))
        }
        "anyOf" => {
            let rules = rule.as_array().expect("a list").iter();
            let failed: Vec<String> = rules
                .map_while(|rule| check(value, rule, root).err())
                .collect();
            let fits = failed.len() < rule.as_array().map_or(0, Vec::len);
            fits.then_some(()).ok_or_else(|| failed.join("; or "))
        }
        "items" => value
            .as_array()
            .into_iter()
            .flatten()
            .try_for_each(|item| check(item, rule, root)),
        "allOf" => rule
            .as_array()
            .expect("a list")
            .iter()
            .try_for_each(|rule| check(value, rule, root)),
        "oneOf" => {
            let rules = rule.as_array().expect("a list").iter();
            let results: Vec<_> = rules.map(|rule| check(value, rule, root)).collect();
            match results.iter().filter(|result| result.is_ok()).count() {
                1 => Ok(()),
                count => Err(format!("{count} of the cases fit {value}: {results:?}")),
            }
        }
        "if" => match (check(value, rule, root), schema.get("then")) {
            (Ok(()), Some(then)) => check(value, then, root),
            _ => Ok(()),
        },
        other => panic!("the keyword {other} is not known here"),
    }
}

fn line(arguments: &[&str]) -> Value {
    let ran = sidle(arguments);
    serde_json::from_str(ran.stdout.trim_end()).unwrap_or_else(|_| panic!("{ran:?}"))
}

#[test]
fn answers_are_as_the_schema_says() {
    let answer = schema("answer.schema.json");
    let inputs = [
        "1",
        "-3/4",
        "1/3",
        "^",
        "*5",
        "1/2^^*3",
        "{3|1}",
        "{3||1|-2}",
        "+-{2|^}",
        "on",
        "dud",
        "over + *",
        "a{0|a,*}",
        "on & off",
        "{pass|*} + ^",
        "tis",
        "[1, ^, {2|0}]",
        "{1,*}",
        "true",
        "\"text\"",
        "{1 => ^}",
        "Left",
        "{3|1}.OutcomeClass",
        "dud.OutcomeClass",
        "{3|1}.Thermograph",
        "Nothing",
        "x -> x",
        "'{*|*}'",
        "(2,3)",
        "{1|",
        "1 +",
        "1/0",
        "inf",
    ];
    for input in inputs {
        for extra in [&[][..], &["--temperature"]] {
            let arguments = [&["eval", "--json"], extra, &["--", input]].concat();
            let value = line(&arguments);
            check(&value, &answer, &answer).unwrap_or_else(|reason| panic!("{input}: {reason}"));
        }
    }
    let stopped = line(&["eval", "--json", "--max-nodes", "1", "{3|1}+{4|1}+{5|1}"]);
    check(&stopped, &answer, &answer).expect("a stop has its object");
    assert_eq!(stopped["error"]["kind"], "stopped");
    // A place in a class of the library is not a place in the input.
    let endless = "game.heap.PartizanSubtraction({0,4,7}, {3}).GameValueSequence(14)";
    let inside = line(&["eval", "--json", endless]);
    check(&inside, &answer, &answer).expect("a failure has its object");
    assert_eq!(
        inside["error"]["file"],
        "game/heap/PartizanTakeAndBreak.cgs"
    );
    assert_eq!(inside["error"]["calls"].as_array().map(Vec::len), Some(1));
}

/// The structure alone gives the game back.
#[test]
fn a_game_can_be_built_again_from_its_data() {
    for input in [
        "{3||1|-2}",
        "1/2^^*3",
        "+-{2|^}",
        "{4|2||1|-3}",
        "*5",
        "{0||0|-2}",
    ] {
        let value = line(&["eval", "--json", input]);
        let game = &value["answers"][0]["game"];
        let nodes = game["nodes"].as_array().expect("nodes");
        let mut texts: Vec<String> = Vec::new();
        for node in nodes {
            let text = match node.get("left") {
                Some(_) => {
                    let side = |name: &str| {
                        let places = node[name].as_array().expect("a list").iter();
                        let parts: Vec<&str> = places
                            .map(|place| texts[place.as_u64().expect("a place") as usize].as_str())
                            .collect();
                        parts.join(",")
                    };
                    format!("{{{}|{}}}", side("left"), side("right"))
                }
                None => format!(
                    "({}/{} + ({})*(^) + *({}))",
                    node["number"]["numerator"].as_str().expect("digits"),
                    node["number"]["denominator"].as_str().expect("digits"),
                    node["ups"],
                    node["star"]
                ),
            };
            texts.push(text);
        }
        let root = game["root"].as_u64().expect("a place") as usize;
        let same = sidle(&["eval", "--", &format!("{} == {input}", texts[root])]);
        assert_eq!(same.stdout, "true\n", "{input}: {}: {same:?}", texts[root]);
    }
    let stops = line(&["eval", "--json", "--temperature", "{3||1|-2}"]);
    let game = &stops["answers"][0]["game"];
    assert_eq!(game["stops"]["left"], "3");
    assert_eq!(game["temperature"], "7/4");
    let over = line(&["eval", "--json", "over"]);
    let nodes = &over["answers"][0]["game"]["nodes"];
    assert_eq!(nodes[0]["right"][0], 0, "over = {{0|over}}: {over}");
}

#[test]
fn a_long_list_has_no_smaller_limit_than_its_text() {
    let list = "[n for n from 1 to 100000]";
    let text = sidle(&["eval", list]);
    let json = sidle(&["eval", "--json", list]);
    assert_eq!(
        (text.code, json.code),
        (Some(0), Some(0)),
        "{} {}",
        text.stderr,
        json.stderr
    );
}
