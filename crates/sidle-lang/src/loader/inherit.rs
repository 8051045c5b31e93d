//! Superclasses, and what a class inherits from them.

use super::declare::{Declared, Draft};
use std::{collections::HashSet, sync::Arc};

use super::{Classes, Loaded, Scope};
use crate::{
    Diagnostic, Span,
    ast::{ClassDecl, MemberDecl},
    class::{Body, Class, Members, Method},
    evaluate::{self, Level},
    library,
};

/// The classes without a script that others may extend.
const EXTENSIBLE: &[&str] = &["cgsuite.lang.Object", "game.Game", "game.ImpartialGame"];

impl Declared<'_> {
    pub(super) fn supers(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        outer: &[(Level, Members)],
        draft: &mut Draft,
    ) {
        for (name, span) in &decl.supers {
            match self.superclass(classes, name, outer) {
                Ok(class) => {
                    let user = class.user.as_ref();
                    if user.is_some_and(|user| user.singleton) {
                        draft.problems.push(Diagnostic::syntax(
                            *span,
                            format!("`{name}` is a singleton and cannot be extended"),
                        ));
                    }
                    if user.is_none() && !EXTENSIBLE.contains(&&*class.qualified) {
                        draft.problems.push(
                            Diagnostic::syntax(*span, format!("`{name}` cannot be extended"))
                                .with_help(
                                    "its objects are made by the program itself; extend `Game`, `ImpartialGame`, a class of rulesets or one of yours",
                                ),
                        );
                    }
                    if class.is_mutable() && !decl.modifiers.mutable {
                        draft.problems.push(
                            Diagnostic::syntax(
                                *span,
                                format!("`{name}` is mutable, so `{}` must be too", decl.name),
                            )
                            .with_help("write `mutable class`"),
                        );
                    }
                    draft.supers.push(class);
                }
                Err(message) => {
                    draft.problems.push(Diagnostic::syntax(*span, message));
                }
            }
        }
        if draft.supers.is_empty() {
            let root = if decl.is_enum {
                "cgsuite.lang.Enum"
            } else {
                "cgsuite.lang.Object"
            };
            draft.supers.extend(library::native(root));
        }
    }

    /// A superclass by name: a nested class of the enclosing ones, or any class that can be seen.
    pub(super) fn superclass(
        &self,
        classes: &mut Classes,
        name: &Arc<str>,
        outer: &[(Level, Members)],
    ) -> Result<Arc<Class>, String> {
        for (_, members) in outer {
            let nested = members.get(name).and_then(|group| {
                group.methods.iter().find_map(|method| match &method.body {
                    Body::Nested(class) => Some(class.clone()),
                    _ => None,
                })
            });
            if let Some(class) = nested {
                return Ok(class);
            }
        }
        let (qualified, near) = {
            let scope = Scope::new(classes, self.reading, None);
            let names: &dyn evaluate::Names = &scope;
            let qualified = names.class(&self.package, name);
            let near = match &qualified {
                Some(_) => None,
                None => names.similar(name, &[]).or_else(|| classes.elsewhere(name)),
            };
            (qualified, near)
        };
        let Some(qualified) = qualified else {
            return Err(match near {
                Some(near) => format!("there is no class `{name}`; did you mean {near}?"),
                None => format!("there is no class `{name}`"),
            });
        };
        let script = Classes::script_of(&qualified);
        if script.is_none()
            && let Some(class) = library::native(&qualified)
        {
            return Ok(class);
        }
        let qualified = script.as_deref().unwrap_or(&qualified);
        match classes.load(qualified, self.reading) {
            Ok(Loaded::Class(class)) => Ok(class),
            Ok(Loaded::Script(_)) => Err(format!("`{name}` is a script, not a class")),
            Err(error) => Err(format!("the class `{name}` cannot be used: {error}")),
        }
    }

    /// Members and variables of the superclasses: the last named first, so that earlier ones win
    /// where one descends from the other.
    pub(super) fn inherit(&self, decl: &ClassDecl, draft: &mut Draft) {
        for above in draft.supers.clone().iter().rev() {
            let mut names: Vec<&Arc<str>> = above.members.names().collect();
            names.sort();
            for name in names {
                let Some(group) = above.members.get(name) else {
                    continue;
                };
                for method in &group.methods {
                    self.inherit_one(decl, draft, method);
                }
            }
            if let Some(user) = &above.user {
                for field in &user.fields {
                    if !draft.fields.iter().any(|found| found.name == field.name) {
                        draft.fields.push(field.clone());
                    }
                }
            }
        }
        renumber(draft);
    }

    pub(super) fn inherit_one(&self, decl: &ClassDecl, draft: &mut Draft, method: &Arc<Method>) {
        let found = draft.members.get(&method.name).and_then(|group| {
            group
                .methods
                .iter()
                .find(|found| found.same_signature(method))
                .cloned()
        });
        if let Some(found) = found {
            let is_field = |method: &Method| matches!(method.body, Body::Field(_));
            if found.owner == method.owner || (is_field(&found) && is_field(method)) {
                return;
            }
            if descends(draft, &found.owner, &method.owner) {
                return;
            }
            if !descends(draft, &method.owner, &found.owner) && !redeclares(decl, method) {
                draft.problems.push(
                    Diagnostic::syntax(
                        decl.span,
                        format!(
                            "`{}` is inherited from both {} and {}",
                            method.name, found.owner, method.owner
                        ),
                    )
                    .with_help(format!("declare `override def {}` here", method.name)),
                );
            }
        }
        draft.members.add(method.clone());
    }

    pub(super) fn check_override(
        &self,
        draft: &mut Draft,
        method: &Method,
        overrides: bool,
        span: Span,
    ) {
        let group = draft.members.get(&method.name);
        let inherited = group.is_some_and(|group| {
            group
                .methods
                .iter()
                .any(|found| found.same_signature(method) && found.owner != draft.qualified)
        });
        let name = &method.name;
        if inherited && !overrides {
            draft.problems.push(
                Diagnostic::syntax(span, format!("`{name}` is inherited already"))
                    .with_help(format!("write `override def {name}`")),
            );
        }
        if !inherited && overrides {
            let problem = Diagnostic::syntax(
                span,
                format!("`{name}` overrides nothing: no superclass has it with these parameters"),
            );
            let known: Vec<Arc<str>> = draft.members.names().cloned().collect();
            let help = match group.filter(|group| !group.methods.is_empty()) {
                Some(_) => "the classes of the parameters must be the same".to_owned(),
                None => match crate::library::similar(name, &known) {
                    Some(near) => format!("did you mean {near}?"),
                    None => "leave out `override`".to_owned(),
                },
            };
            draft.problems.push(problem.with_help(help));
        }
    }

    /// A nested class that is inherited keeps its name: no class and no method may take it.
    pub(super) fn check_inherited_classes(&self, draft: &mut Draft, decl: &ClassDecl) {
        for member in &decl.members {
            let (name, span) = match member {
                MemberDecl::Class(class) => (&class.name, class.span),
                MemberDecl::Def {
                    name,
                    span,
                    modifiers,
                    ..
                } if !modifiers.is_static => (name, *span),
                _ => continue,
            };
            let owner = draft.members.get(name).and_then(|group| {
                let nested = |method: &&Arc<Method>| matches!(method.body, Body::Nested(_));
                group.methods.iter().find(nested)
            });
            if let Some(found) = owner {
                let problem = format!("the class `{name}` is inherited from {}", found.owner);
                draft.problems.push(
                    Diagnostic::syntax(span, problem)
                        .with_help(format!("give it another name; it may say `extends {name}`")),
                );
            }
        }
    }

    /// A nested class may hide a method that is inherited, but not one that stands beside it; nor may an
    /// element of an enum.
    fn check_nested_names(&self, draft: &mut Draft, decl: &ClassDecl) {
        let nested: HashSet<&Arc<str>> = decl
            .members
            .iter()
            .filter_map(|member| match member {
                MemberDecl::Class(class) => Some(&class.name),
                _ => None,
            })
            .collect();
        let literals: HashSet<&Arc<str>> = decl.literals.iter().map(|(name, _)| name).collect();
        for member in &decl.members {
            let MemberDecl::Def {
                name,
                span,
                modifiers,
                ..
            } = member
            else {
                continue;
            };
            let mut problem = |message: String| {
                draft.problems.push(Diagnostic::syntax(*span, message));
            };
            if nested.contains(name) {
                problem(format!("`{name}` is a method and a class at once"));
            }
            if literals.contains(name) {
                problem(format!("`{name}` is an element and a method at once"));
            }
            if modifiers.is_static && modifiers.overrides {
                problem(format!(
                    "`{name}` overrides nothing: static members are not inherited"
                ));
            }
        }
    }

    pub(super) fn check_conflicts(&self, draft: &mut Draft, decl: &ClassDecl) {
        self.check_nested_names(draft, decl);
        for member in &decl.members {
            if let MemberDecl::Var {
                name,
                span,
                modifiers,
                ..
            } = member
                && !modifiers.is_static
            {
                let clash = draft.members.get(name).is_some_and(|group| {
                    group
                        .methods
                        .iter()
                        .any(|method| !matches!(method.body, Body::Field(_)))
                });
                if clash {
                    draft.problems.push(Diagnostic::syntax(
                        *span,
                        format!("`{name}` is a variable and a method at once"),
                    ));
                }
            }
        }
    }
}

/// Gives every variable its place in this class.
pub(super) fn renumber(draft: &mut Draft) {
    for (at, field) in draft.fields.iter().enumerate() {
        draft.members.add(Arc::new(Method {
            name: field.name.clone(),
            owner: draft.qualified.clone(),
            parameters: None,
            body: Body::Field(at as u32),
        }));
    }
}

/// Does one class, both by name, descend from the other?
pub(super) fn descends(draft: &Draft, lower: &str, upper: &str) -> bool {
    let mut waiting = draft.supers.clone();
    while let Some(class) = waiting.pop() {
        if *class.qualified == *lower {
            return class.descends_from(upper);
        }
        waiting.extend(class.supers.iter().cloned());
    }
    false
}

/// Does the class declare a member like this itself?
pub(super) fn redeclares(decl: &ClassDecl, method: &Method) -> bool {
    decl.members.iter().any(|member| match member {
        MemberDecl::Def {
            name, parameters, ..
        } => {
            *name == method.name
                && parameters.as_ref().map(|list| list.len())
                    == method.parameters.as_ref().map(|list| list.len())
        }
        MemberDecl::Class(class) => class.name == method.name,
        _ => false,
    })
}
