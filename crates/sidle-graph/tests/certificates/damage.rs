//! Documents that differ from a given one in one place.

use serde_json::{Value, json};

/// Every leaf changed to several others, every entry of a list dropped, doubled or exchanged with the next,
/// every field dropped.
pub(crate) fn mutations(document: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut paths = vec![String::new()];
    while let Some(path) = paths.pop() {
        let at = document.pointer(&path).expect("a path of the document");
        match at {
            Value::Array(items) => {
                paths.extend((0..items.len()).map(|i| format!("{path}/{i}")));
                all.extend(
                    changed_lists(items)
                        .into_iter()
                        .map(|list| (path.clone(), list)),
                );
            }
            Value::Object(fields) => {
                paths.extend(fields.keys().map(|key| format!("{path}/{key}")));
                for key in fields.keys() {
                    let mut fewer = fields.clone();
                    fewer.remove(key);
                    all.push((path.clone(), Value::Object(fewer)));
                }
            }
            leaf => all.extend(
                changed_leaves(leaf)
                    .into_iter()
                    .map(|leaf| (path.clone(), leaf)),
            ),
        }
    }
    let replaced = all.into_iter().map(|(path, value)| {
        let mut mutated = document.clone();
        *mutated.pointer_mut(&path).expect("the same paths") = value;
        mutated
    });
    replaced.collect()
}

fn changed_lists(items: &[Value]) -> Vec<Value> {
    let mut all = vec![json!(null)];
    for i in 0..items.len() {
        let mut fewer = items.to_vec();
        fewer.remove(i);
        all.push(Value::Array(fewer));
        let mut more = items.to_vec();
        more.insert(i, items[i].clone());
        all.push(Value::Array(more));
        if i > 0 && items[i] != items[i - 1] {
            let mut exchanged = items.to_vec();
            exchanged.swap(i - 1, i);
            all.push(Value::Array(exchanged));
        }
    }
    if items.iter().all(Value::is_number) {
        all.extend((0..3).map(|extra| {
            let mut more = items.to_vec();
            more.push(json!(extra));
            Value::Array(more)
        }));
    }
    all
}

fn changed_leaves(leaf: &Value) -> Vec<Value> {
    let mut all = vec![json!("inf"), json!(0), json!(1), json!(null)];
    match leaf {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            all.extend([number + 1, number.wrapping_sub(1), 3, 1 << 33].map(|n| json!(n)));
        }
        Value::String(_) => all.extend(["P", "N", "D", ""].map(|text| json!(text))),
        _ => all.extend([json!([0, 0]), json!([0, 1]), json!([0, 0, 1])]),
    }
    all.retain(|other| other != leaf);
    all
}
