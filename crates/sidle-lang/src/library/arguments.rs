//! Which of several methods a call means, and its arguments in the order of the parameters.

use std::sync::Arc;

use super::{Default, class_of};
use crate::{
    class::{Body, Fallback, Method, Parameter},
    diagnostic::Failure,
    evaluate::Machine,
    value::Value,
};

/// Chooses the method for a call and puts the arguments in the order of its parameters, defaults filled
/// in. `named` are the arguments given by name, behind those given by place.
pub(crate) fn bind(
    machine: &mut Machine<'_>,
    what: &str,
    methods: &[Arc<Method>],
    arguments: Vec<Value>,
    named: &[(Arc<str>, Value)],
) -> Result<(Arc<Method>, Vec<Value>), Failure> {
    let callable: Vec<&Arc<Method>> = methods
        .iter()
        .filter(|method| method.parameters.is_some())
        .collect();
    let method = match callable.as_slice() {
        [] => return Err(Failure::new(format!("`{what}` cannot be called"))),
        [only] => (*only).clone(),
        several => choose(machine, what, several, &arguments, named)?,
    };
    let parameters = method.parameters.clone().unwrap_or_else(|| Arc::from([]));
    match (
        place(machine, what, &parameters, arguments, named),
        &method.body,
    ) {
        (Ok(values), _) => Ok((method, values)),
        (Err(failure), Body::Native(member)) => {
            Err(failure.or_help(|| format!("for example: {}", member.example)))
        }
        (Err(failure), _) => Err(failure),
    }
}

/// The error about an argument by name where none is taken.
pub(crate) fn no_parameter(name: &str) -> Failure {
    Failure::new(format!("there is no parameter `{name}`"))
}

/// The one method whose parameters fit; a more specific one wins.
fn choose(
    machine: &Machine<'_>,
    what: &str,
    methods: &[&Arc<Method>],
    arguments: &[Value],
    named: &[(Arc<str>, Value)],
) -> Result<Arc<Method>, Failure> {
    let fitting: Vec<&Arc<Method>> = methods
        .iter()
        .copied()
        .filter(|method| {
            let parameters = method.parameters.as_deref().unwrap_or_default();
            fits(machine, parameters, arguments, named)
        })
        .collect();
    let beaten = |method: &Arc<Method>| {
        fitting
            .iter()
            .any(|other| !Arc::ptr_eq(other, method) && is_more_specific(other, method))
    };
    let best: Vec<&&Arc<Method>> = fitting.iter().filter(|method| !beaten(method)).collect();
    match best.as_slice() {
        [only] => Ok((**only).clone()),
        [] => Err(Failure::new(format!("no `{what}` takes these arguments"))),
        _ => Err(Failure::new(format!(
            "more than one `{what}` takes these arguments"
        ))),
    }
}

fn is_more_specific(a: &Method, b: &Method) -> bool {
    let (a, b) = (
        a.parameters.as_deref().unwrap_or_default(),
        b.parameters.as_deref().unwrap_or_default(),
    );
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            b.class.is_any()
                || a.class.class == b.class.class
                || super::native(&a.class.class)
                    .is_some_and(|class| class.descends_from(&b.class.class))
        })
}

fn fits(
    machine: &Machine<'_>,
    parameters: &[Parameter],
    arguments: &[Value],
    named: &[(Arc<str>, Value)],
) -> bool {
    let rest = parameters.last().is_some_and(|last| last.rest);
    if arguments.len() > parameters.len() && !rest {
        return false;
    }
    let mut given = vec![false; parameters.len()];
    for (index, argument) in arguments.iter().enumerate() {
        let index = index.min(parameters.len().saturating_sub(1));
        let Some(parameter) = parameters.get(index) else {
            return false;
        };
        given[index] = true;
        if !parameter.rest && !accepts(machine, parameter, argument) {
            return false;
        }
    }
    for (name, argument) in named {
        let Some(index) = parameters.iter().position(|found| found.name == *name) else {
            return false;
        };
        if given[index] || !accepts(machine, &parameters[index], argument) {
            return false;
        }
        given[index] = true;
    }
    parameters
        .iter()
        .zip(given)
        .all(|(parameter, given)| given || parameter.default.is_some() || parameter.rest)
}

fn accepts(machine: &Machine<'_>, parameter: &Parameter, value: &Value) -> bool {
    matches!(value, Value::Nothing)
        || parameter
            .class
            .accepts(value, |value| class_of(machine, value))
}

/// Puts arguments in the order of the parameters and checks their classes.
pub(crate) fn place(
    machine: &mut Machine<'_>,
    what: &str,
    parameters: &[Parameter],
    arguments: Vec<Value>,
    named: &[(Arc<str>, Value)],
) -> Result<Vec<Value>, Failure> {
    let rest = parameters.last().is_some_and(|last| last.rest);
    let fixed = parameters.len() - usize::from(rest);
    if arguments.len() > fixed && !rest {
        return Err(count_failure(what, parameters, arguments.len()));
    }
    let mut arguments = arguments.into_iter();
    let mut values: Vec<Option<Value>> = arguments.by_ref().take(fixed).map(Some).collect();
    values.resize(fixed, None);
    if rest {
        values.push(Some(Value::list(arguments.collect())?));
    }
    for (name, value) in named {
        let Some(index) = parameters.iter().position(|found| found.name == *name) else {
            let known: Vec<&str> = parameters.iter().map(|found| &*found.name).collect();
            let help = match &known[..] {
                [] => "it has no parameters".to_owned(),
                [one] => format!("its only parameter is {one}"),
                _ => format!("its parameters are {}", known.join(", ")),
            };
            return Err(Failure::new(format!("`{what}` has no parameter `{name}`")).with_help(help));
        };
        if parameters[index].rest {
            return Err(Failure::new(format!(
                "the arguments for `{name}...` are not given by name"
            )));
        }
        if values[index].is_some() {
            return Err(Failure::new(format!(
                "`{what}` gets the parameter `{name}` twice"
            )));
        }
        values[index] = Some(value.clone());
    }
    let mut placed = Vec::with_capacity(values.len());
    for (parameter, value) in parameters.iter().zip(values) {
        let value = match (value, &parameter.default) {
            (Some(value), _) => {
                if !parameter.rest && !accepts(machine, parameter, &value) {
                    return Err(class_failure(machine, what, parameter, &value));
                }
                value
            }
            (None, Some(fallback)) => default_value(machine, fallback)?,
            (None, None) => {
                return Err(Failure::new(format!(
                    "`{what}` needs the argument `{}`",
                    parameter.name
                )));
            }
        };
        placed.push(value);
    }
    Ok(placed)
}

/// The value of a parameter for which nothing is given. The code of users fills in its own.
pub(crate) fn default_value(
    machine: &mut Machine<'_>,
    fallback: &Fallback,
) -> Result<Value, Failure> {
    Ok(match fallback {
        Fallback::Native(default) => match default {
            Default::Required | Default::Rest | Default::Nothing => Value::Nothing,
            Default::Bool(truth) => Value::Bool(*truth),
            Default::Integer(n) => Value::integer(*n),
            Default::Text(text) => Value::text(text),
            Default::Made(make) => make(machine)?,
        },
        Fallback::Code => Value::Missing,
    })
}

fn count_failure(what: &str, parameters: &[Parameter], found: usize) -> Failure {
    let most = parameters.len();
    let plural = if most == 1 { "" } else { "s" };
    Failure::new(format!(
        "`{what}` takes {most} argument{plural}, not {found}"
    ))
}

fn class_failure(
    machine: &Machine<'_>,
    what: &str,
    parameter: &Parameter,
    value: &Value,
) -> Failure {
    let found = class_of(machine, value);
    Failure::new(format!(
        "`{}` of `{what}` must be of the class {}, this is of the class {}",
        parameter.name,
        parameter.class.class.rsplit('.').next().unwrap_or_default(),
        found.name,
    ))
}
