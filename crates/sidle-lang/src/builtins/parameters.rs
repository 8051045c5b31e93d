//! The parameters of the lines of the tables: how many arguments there are, and those that are given by name.

use std::sync::Arc;

use super::Builtin;
use crate::{diagnostic::Failure, value::Value};

/// How many arguments there are at least and at most.
pub(super) const fn count(parameters: &[u8]) -> (u8, u8) {
    if parameters.is_empty() {
        return (0, 0);
    }
    let (mut least, mut most) = (1, 1);
    let mut at = 0;
    while at < parameters.len() {
        match parameters[at] {
            b',' => (least, most) = (least + 1, most + 1),
            b'?' => least -= 1,
            b'.' => most = u8::MAX,
            _ => {}
        }
        at += 1;
    }
    (least, most)
}

/// Puts named arguments in their places, after those that have theirs; the receiver is the first.
pub(super) fn place_named(
    line: &Builtin,
    all: &mut Vec<Value>,
    given: &[(Arc<str>, Value)],
) -> Result<(), Failure> {
    let mut names = line.parameters.split(", ").skip(all.len() - 1);
    let mut left: Vec<_> = given.iter().collect();
    while !left.is_empty() {
        let next = names.next().map(|name| name.trim_end_matches('?'));
        match left.iter().position(|(name, _)| next == Some(&**name)) {
            Some(place) => all.push(left.swap_remove(place).1.clone()),
            None => return Err(no_parameter(&left[0].0)),
        }
    }
    Ok(())
}

pub(super) fn no_parameter(name: &str) -> Failure {
    Failure::new(format!("there is no parameter `{name}`"))
}

/// Is a line read or called, with so many arguments, as it wants to be?
pub(crate) fn check_use(line: &Builtin, found: Option<usize>) -> Result<(), Failure> {
    if found == Some(0) && line.arguments.0 == 0 {
        return Err(called_property(line.name));
    }
    check_arguments(line, found.unwrap_or(0))
}

/// A property was called without arguments, and what it holds cannot be.
pub(super) fn called_property(name: &str) -> Failure {
    let help = format!("write `{name}` without parentheses");
    Failure::new(format!("`{name}` is a property, not a method")).with_help(help)
}

pub(super) fn check_arguments(line: &Builtin, found: usize) -> Result<(), Failure> {
    let (least, most) = (usize::from(line.arguments.0), usize::from(line.arguments.1));
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let wanted = if least == most {
        least.to_string()
    } else if most == usize::from(u8::MAX) {
        format!("{least} or more")
    } else {
        format!("{least} to {most}")
    };
    let plural = if wanted == "1" { "" } else { "s" };
    Err(Failure::new(format!(
        "`{}` takes {wanted} argument{plural}, not {found}",
        line.name
    ))
    .with_help(format!("for example: {}", line.example)))
}
