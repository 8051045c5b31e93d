//! What the code inside a class can see of it.

use super::declare::Draft;
use crate::{
    ast::{ClassDecl, MemberDecl},
    class::Body,
    evaluate::{Level, MemberInfo},
};

/// What the code of a class sees of it.
pub(super) fn level(draft: &Draft, decl: &ClassDecl) -> Level {
    let mut level = Level {
        class: draft.qualified.clone(),
        ..Level::default()
    };
    for name in draft.members.names() {
        let Some(group) = draft.members.get(name) else {
            continue;
        };
        let mut info = MemberInfo::default();
        for method in &group.methods {
            match (&method.parameters, &method.body) {
                (None, Body::Nested(_)) => {
                    info.nested = true;
                    info.property = true;
                }
                (None, Body::Field(field)) => {
                    info.property = true;
                    info.assignable = draft.fields[*field as usize].mutable;
                }
                (None, _) => info.property = true,
                (Some(parameters), _) => {
                    let least = parameters
                        .iter()
                        .filter(|parameter| parameter.default.is_none() && !parameter.rest)
                        .count();
                    let rest = parameters.last().is_some_and(|last| last.rest);
                    let most = if rest { usize::MAX } else { parameters.len() };
                    info.arities.push((least, most));
                }
            }
        }
        level.members.insert(name.clone(), info);
    }
    level.statics.extend(draft.statics.names().cloned());
    level
        .statics
        .extend(decl.literals.iter().map(|(name, _)| name.clone()));
    for member in &decl.members {
        if let MemberDecl::Var {
            name, modifiers, ..
        } = member
            && modifiers.is_static
        {
            level.statics.insert(name.clone());
        }
    }
    level
}

pub(super) fn copy(level: &Level) -> Level {
    Level {
        class: level.class.clone(),
        members: level.members.clone(),
        statics: level.statics.clone(),
    }
}
