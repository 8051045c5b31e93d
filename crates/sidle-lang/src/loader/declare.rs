//! From the declarations in a file to a class, with all the rules about them.

use super::inherit::renumber;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, OnceLock},
};

use super::{
    Classes, Reading, Scope,
    level::{copy, level},
};
use crate::{
    Diagnostic, Span,
    ast::{Ast, ClassDecl, MemberDecl, NodeId, Param},
    class::{Body, Class, Definition, FieldInfo, Members, Method, Parameter, TypeTest},
    evaluate::{
        self, Context, Level, MemberInfo,
        code::{Origin, Prototype},
    },
    library,
};

/// A file whose declarations become a class.
pub(super) struct Declared<'d> {
    pub(super) ast: Arc<Ast>,
    pub(super) origin: Arc<Origin>,
    pub(super) package: Arc<str>,
    pub(super) reading: Reading<'d>,
}

/// A class while it is put together.
pub(super) struct Draft {
    pub(super) qualified: Arc<str>,
    pub(super) supers: Vec<Arc<Class>>,
    pub(super) members: Members,
    pub(super) statics: Members,
    pub(super) fields: Vec<FieldInfo>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Declared<'_> {
    /// The class of the file.
    pub(super) fn class(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
    ) -> Result<Arc<Class>, Vec<Diagnostic>> {
        let qualified = match self.package.strip_prefix(library::prelude::SCRIPTS_PACKAGE) {
            _ if self.package.is_empty() => decl.name.to_string(),
            Some(package) => format!("game.{package}.{}", decl.name),
            None => format!("{}.{}", self.package, decl.name),
        };
        self.build(
            classes,
            decl,
            decl.name.clone(),
            qualified.into(),
            Vec::new(),
        )
    }

    /// Builds a class inside the classes `outer`, innermost first. Recursion follows nested classes,
    /// which the parser bounds.
    fn build(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        name: Arc<str>,
        qualified: Arc<str>,
        outer: Vec<(Level, Members)>,
    ) -> Result<Arc<Class>, Vec<Diagnostic>> {
        let mut draft = Draft {
            qualified: qualified.clone(),
            supers: Vec::new(),
            members: Members::default(),
            statics: Members::default(),
            fields: Vec::new(),
            problems: Vec::new(),
        };
        self.check_modifiers(decl, &mut draft, !outer.is_empty());
        self.supers(classes, decl, &outer, &mut draft);
        self.inherit(decl, &mut draft);
        self.check_inherited_classes(&mut draft, decl);
        self.declare_fields(decl, &mut draft);
        self.declare_methods(classes, decl, &outer, &mut draft);
        self.go_on()?;
        // Members are known now: nested classes and code can be compiled.
        let mut levels = vec![level(&draft, decl)];
        levels.extend(outer.iter().map(|(level, _)| copy(level)));
        self.nested(classes, decl, &name, &outer, &mut draft, &mut levels);
        self.check_conflicts(&mut draft, decl);
        let constructor = self.constructor(classes, decl, &levels, &mut draft);
        self.bodies(classes, decl, &levels, &mut draft);
        let (initialisers, static_code) = self.initialisers(classes, decl, &levels, &mut draft);
        self.go_on()?;
        if !draft.problems.is_empty() {
            draft
                .problems
                .sort_by_key(|problem| (problem.span.start, problem.span.end));
            draft.problems.dedup();
            return Err(draft.problems);
        }
        let parameter_fields = decl
            .parameters
            .iter()
            .flat_map(|parameters| parameters.iter())
            .filter_map(|parameter| {
                let at = draft
                    .fields
                    .iter()
                    .position(|field| field.name == parameter.name)?;
                Some(at as u32)
            })
            .collect();
        let mut ancestors = vec![qualified.clone()];
        for above in &draft.supers {
            for ancestor in &above.ancestors {
                if !ancestors.contains(ancestor) {
                    ancestors.push(ancestor.clone());
                }
            }
        }
        let ordinal = classes.ordinal();
        Ok(Arc::new(Class {
            name,
            qualified,
            ordinal,
            supers: draft.supers,
            ancestors,
            members: draft.members,
            native: None,
            games: OnceLock::new(),
            user: Some(Definition {
                constructor,
                parameter_fields,
                fields: draft.fields,
                initialisers,
                mutable: decl.modifiers.mutable,
                singleton: decl.modifiers.singleton,
                instances: Mutex::new(Arc::from([])),
                statics: draft.statics,
                static_values: Mutex::new(HashMap::new()),
                literals: decl.literals.iter().map(|(name, _)| name.clone()).collect(),
                static_code,
                static_ready: Mutex::new(false),
            }),
        }))
    }

    /// An error after a stop: members may be missing then.
    fn go_on(&self) -> Result<(), Vec<Diagnostic>> {
        let stopped = |stop| vec![Diagnostic::stopped(stop)];
        self.reading.meter.check().map_err(stopped)
    }

    fn check_modifiers(&self, decl: &ClassDecl, draft: &mut Draft, nested: bool) {
        let mut problem = |message: &str| {
            draft
                .problems
                .push(Diagnostic::syntax(decl.span, message.to_owned()));
        };
        if decl.modifiers.singleton && decl.parameters.is_some() {
            problem("a singleton has no parameters");
        }
        if decl.modifiers.singleton && nested {
            problem("a nested class cannot be a singleton");
        }
    }

    fn declare_fields(&self, decl: &ClassDecl, draft: &mut Draft) {
        let parameters = decl.parameters.iter().flat_map(|list| list.iter());
        for parameter in parameters {
            self.field(draft, &parameter.name, parameter.span, false, true);
        }
        for member in &decl.members {
            if self.reading.meter.check().is_err() {
                return;
            }
            let MemberDecl::Var {
                name,
                span,
                modifiers,
                value,
            } = member
            else {
                continue;
            };
            if modifiers.overrides || modifiers.singleton || modifiers.system {
                draft.problems.push(Diagnostic::syntax(
                    *span,
                    format!("the variable `{name}` cannot have that modifier"),
                ));
            }
            if modifiers.is_static {
                continue;
            }
            if modifiers.mutable && !decl.modifiers.mutable {
                draft.problems.push(
                    Diagnostic::syntax(
                        *span,
                        format!("the mutable variable `{name}` stands in an immutable class"),
                    )
                    .with_help("write `mutable class`"),
                );
            }
            if !modifiers.mutable && value.is_none() {
                draft.problems.push(
                    Diagnostic::syntax(*span, format!("`{name}` never gets a value"))
                        .with_help(format!("write `var {name} := …`, or `mutable var`")),
                );
            }
            self.field(draft, name, *span, modifiers.mutable, false);
        }
        renumber(draft);
    }

    fn field(
        &self,
        draft: &mut Draft,
        name: &Arc<str>,
        span: Span,
        mutable: bool,
        parameter: bool,
    ) {
        let hidden = draft.members.get(name).is_some_and(|group| {
            let mut methods = group.methods.iter();
            methods.any(|method| matches!(method.body, Body::Code(_) | Body::Nested(_)))
        });
        if hidden {
            draft.problems.push(
                Diagnostic::syntax(
                    span,
                    format!("the variable `{name}` would hide the inherited method `{name}`"),
                )
                .with_help("give it another name"),
            );
        }
        match draft.fields.iter().find(|field| field.name == *name) {
            Some(found) if parameter && found.parameter => {}
            Some(_) => draft.problems.push(Diagnostic::syntax(
                span,
                format!("there is already a variable `{name}` in this class"),
            )),
            None => draft.fields.push(FieldInfo {
                name: name.clone(),
                mutable,
                parameter,
            }),
        }
    }

    /// Declares methods, with empty bodies for now, so that all code can see all of them.
    fn declare_methods(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        _outer: &[(Level, Members)],
        draft: &mut Draft,
    ) {
        let scope = Scope::new(classes, self.reading, None);
        let mut own: HashMap<(bool, Arc<str>), Vec<Arc<Method>>> = HashMap::new();
        let variables: HashSet<Arc<str>> = draft
            .fields
            .iter()
            .map(|field| field.name.clone())
            .collect();
        for member in &decl.members {
            if self.reading.meter.check().is_err() {
                return;
            }
            let MemberDecl::Def {
                name,
                span,
                modifiers,
                parameters,
                body,
            } = member
            else {
                continue;
            };
            let method = Arc::new(Method {
                name: name.clone(),
                owner: draft.qualified.clone(),
                parameters: parameters
                    .as_ref()
                    .map(|list| signature(list, &scope, &self.package)),
                body: Body::Code(Arc::new(Prototype::default())),
            });
            if modifiers.mutable || modifiers.singleton || modifiers.system {
                draft.problems.push(Diagnostic::syntax(
                    *span,
                    format!("the method `{name}` cannot have that modifier"),
                ));
            }
            if body.is_none() {
                draft.problems.push(Diagnostic::syntax(
                    *span,
                    format!("the method `{name}` has no body"),
                ));
            }
            let same_name = own.entry((modifiers.is_static, name.clone())).or_default();
            if same_name.iter().any(|found| found.same_signature(&method)) {
                draft.problems.push(Diagnostic::syntax(
                    *span,
                    format!("there are two `{name}` with the same parameters"),
                ));
            }
            same_name.push(method.clone());
            if variables.contains(name) {
                draft.problems.push(Diagnostic::syntax(
                    *span,
                    format!("`{name}` is a variable and a method at once"),
                ));
            }
            if modifiers.is_static {
                draft.statics.add(method);
                continue;
            }
            self.check_override(draft, &method, modifiers.overrides, *span);
            draft.members.add(method);
        }
    }

    /// Nested classes: one may extend another that is declared later.
    fn nested(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        name: &Arc<str>,
        outer: &[(Level, Members)],
        draft: &mut Draft,
        levels: &mut [Level],
    ) {
        let mut waiting: Vec<&ClassDecl> = decl
            .members
            .iter()
            .filter_map(|member| match member {
                MemberDecl::Class(class) => Some(class),
                _ => None,
            })
            .collect();
        for class in &waiting {
            if self.reading.meter.check().is_err() {
                return;
            }
            if draft.fields.iter().any(|field| field.name == class.name) {
                draft.problems.push(Diagnostic::syntax(
                    class.span,
                    format!("`{}` is a variable and a class at once", class.name),
                ));
            }
            if decl.modifiers.mutable && !class.modifiers.mutable {
                draft.problems.push(Diagnostic::syntax(
                    class.span,
                    format!(
                        "`{}` must be mutable, as the class around it is",
                        class.name
                    ),
                ));
            }
            levels[0].members.insert(
                class.name.clone(),
                MemberInfo {
                    nested: true,
                    property: true,
                    ..MemberInfo::default()
                },
            );
        }
        while !waiting.is_empty() {
            if self.reading.meter.check().is_err() {
                return;
            }
            let names: Vec<Arc<str>> = waiting.iter().map(|class| class.name.clone()).collect();
            let ready = waiting.iter().position(|class| {
                class.supers.iter().all(|(above, _)| {
                    !names
                        .iter()
                        .any(|name| name == above && *name != class.name)
                })
            });
            let class = waiting.remove(ready.unwrap_or(0));
            let mut around: Vec<(Level, Members)> = vec![(copy(&levels[0]), draft.members.clone())];
            around.extend(
                outer
                    .iter()
                    .map(|(level, members)| (copy(level), members.clone())),
            );
            let inner_name: Arc<str> = format!("{name}.{}", class.name).into();
            let inner_qualified: Arc<str> = format!("{}.{}", draft.qualified, class.name).into();
            match self.build(classes, class, inner_name, inner_qualified, around) {
                Ok(built) => {
                    let method = Method {
                        name: class.name.clone(),
                        owner: draft.qualified.clone(),
                        parameters: None,
                        body: Body::Nested(built),
                    };
                    draft.members.replace(Arc::new(method));
                }
                Err(problems) => draft.problems.extend(problems),
            }
        }
    }

    fn context<'c>(
        &'c self,
        scope: &'c Scope<'c>,
        levels: &'c [Level],
        is_static: bool,
    ) -> Context<'c> {
        Context {
            names: scope,
            package: self.package.clone(),
            levels,
            is_static,
            origin: Some(self.origin.clone()),
            meter: self.reading.meter,
        }
    }

    /// Compiles the constructor. Its defaults come before there is an object.
    fn constructor(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        levels: &[Level],
        draft: &mut Draft,
    ) -> Option<Arc<Prototype>> {
        let scope = Scope::new(classes, self.reading, None);
        let context = self.context(&scope, levels, true);
        let parameters = decl.parameters.as_ref()?;
        match evaluate::compile_constructor(&self.ast, &decl.name, parameters, &context) {
            Ok(mut code) => {
                code.owner = Some(draft.qualified.clone());
                Some(Arc::new(code))
            }
            Err(problems) => {
                draft.problems.extend(problems);
                None
            }
        }
    }

    /// Compiles the bodies of the methods.
    fn bodies(&self, classes: &mut Classes, decl: &ClassDecl, levels: &[Level], draft: &mut Draft) {
        let scope = Scope::new(classes, self.reading, None);
        for member in &decl.members {
            let MemberDecl::Def {
                name,
                modifiers,
                parameters,
                body: Some(body),
                ..
            } = member
            else {
                continue;
            };
            let context = self.context(&scope, levels, modifiers.is_static);
            let list = parameters.as_deref().unwrap_or_default();
            match evaluate::compile_body(&self.ast, name, list, *body, &context) {
                Ok(mut code) => {
                    code.owner = Some(draft.qualified.clone());
                    let method = Arc::new(Method {
                        name: name.clone(),
                        owner: draft.qualified.clone(),
                        parameters: parameters.as_ref().map(|_| code.parameters.clone()),
                        body: Body::Code(Arc::new(code)),
                    });
                    if modifiers.is_static {
                        draft.statics.add(method);
                    } else {
                        draft.members.add(method);
                    }
                }
                Err(problems) => draft.problems.extend(problems),
            }
        }
    }

    /// The code that fills in the variables of an object, ancestors' first, and static variables.
    #[allow(clippy::type_complexity)]
    fn initialisers(
        &self,
        classes: &mut Classes,
        decl: &ClassDecl,
        levels: &[Level],
        draft: &mut Draft,
    ) -> (Vec<Arc<Prototype>>, Vec<(Option<Arc<str>>, Arc<Prototype>)>) {
        let mut codes: Vec<Arc<Prototype>> = Vec::new();
        for above in draft.supers.iter().rev() {
            for code in above.user.iter().flat_map(|user| &user.initialisers) {
                if !codes.iter().any(|found| Arc::ptr_eq(found, code)) {
                    codes.push(code.clone());
                }
            }
        }
        let scope = Scope::new(classes, self.reading, None);
        let mut own: Vec<(Option<Arc<str>>, NodeId)> = Vec::new();
        let mut statics: Vec<(Option<Arc<str>>, Arc<Prototype>)> = Vec::new();
        let context = self.context(&scope, levels, true);
        for member in &decl.members {
            let (name, node) = match member {
                MemberDecl::Var {
                    name,
                    modifiers,
                    value: Some(value),
                    ..
                } if modifiers.is_static => (Some(name.clone()), *value),
                MemberDecl::Var {
                    name,
                    value: Some(value),
                    ..
                } => {
                    own.push((Some(name.clone()), *value));
                    continue;
                }
                MemberDecl::Statement(node) => {
                    own.push((None, *node));
                    continue;
                }
                MemberDecl::Static(node) => (None, *node),
                _ => continue,
            };
            let label = name.clone().unwrap_or_else(|| "static".into());
            match evaluate::compile_body(&self.ast, &label, &[], node, &context) {
                Ok(mut code) => {
                    code.owner = Some(draft.qualified.clone());
                    statics.push((name, Arc::new(code)));
                }
                Err(problems) => draft.problems.extend(problems),
            }
        }
        if !own.is_empty() {
            let context = self.context(&scope, levels, false);
            let compiled = evaluate::compile_initialiser(&self.ast, &decl.name, &own, &context);
            match compiled {
                Ok(code) => codes.push(Arc::new(code)),
                Err(problems) => draft.problems.extend(problems),
            }
        }
        (codes, statics)
    }
}

/// The parameters of a method without their defaults.
fn signature(parameters: &[Param], scope: &Scope<'_>, package: &str) -> Arc<[Parameter]> {
    let names: &dyn evaluate::Names = scope;
    parameters
        .iter()
        .map(|parameter| {
            let class = parameter.class.as_ref();
            let class = class.and_then(|class| names.class(package, class));
            Parameter {
                name: parameter.name.clone(),
                class: TypeTest::new(class.unwrap_or_else(|| "".into())),
                default: parameter.default.map(|_| crate::class::Fallback::Code),
                rest: parameter.rest,
            }
        })
        .collect()
}
