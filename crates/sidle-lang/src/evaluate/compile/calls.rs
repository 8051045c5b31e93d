//! Members, calls and functions.

use std::sync::Arc;

use super::{Compiler, Kind, MAX_FUNCTIONS, Work, count, names::Meaning};
use crate::{
    Diagnostic, Span,
    ast::{Node, NodeId, Nodes, Param},
    class::{Fallback, Parameter, TypeTest},
    evaluate::{code::Op, scope::Packaged},
    library,
};

impl Compiler<'_> {
    /// The package that an expression names, if it does.
    pub(super) fn package_of(&mut self, node: NodeId) -> Option<String> {
        let mut parts: Vec<Arc<str>> = Vec::new();
        let mut at = node;
        loop {
            match self.ast.node(at) {
                Node::Member(receiver, name) => {
                    parts.push(name.clone());
                    at = *receiver;
                }
                Node::Name(name) => {
                    parts.push(name.clone());
                    break;
                }
                _ => return None,
            }
            if parts.len() > 30 {
                return None;
            }
        }
        let root = parts.last()?.clone();
        let member = self
            .context
            .levels
            .iter()
            .any(|level| level.members.contains_key(&root) || level.statics.contains(&root));
        if member || self.resolve(&root).is_some() || !self.context.names.is_package(&root) {
            return None;
        }
        parts.reverse();
        let name = parts.join(".");
        self.context.names.is_package(&name).then_some(name)
    }

    /// Emits the class or constant of a package; false if there is none.
    pub(super) fn packaged(&mut self, package: &str, name: &str, span: Span) -> bool {
        let names = self.context.names;
        let Some(packaged) = names.in_package(package, name) else {
            let known = library::is_constant_of(package, name);
            let Some(value) = names.builtin(name).filter(|_| known) else {
                return false;
            };
            self.named_constant(value, name, span);
            return true;
        };
        let qualified: Arc<str> = format!("{package}.{name}").into();
        let site = self.builder().site(qualified, 0, Box::default());
        let op = match packaged {
            Packaged::Class => Op::Class(site),
            Packaged::Constant => Op::PackageConstant(site),
        };
        self.builder().emit(op, span);
        true
    }

    pub(super) fn member(&mut self, _id: NodeId, receiver: NodeId, name: &Arc<str>, span: Span) {
        if let Some(package) = self.package_of(receiver) {
            if self.packaged(&package, name, span) {
                return;
            }
            self.missing_in_package(&package, name, span);
            return;
        }
        let site = self.builder().site(name.clone(), 0, Box::default());
        self.in_order([Work::Visit(receiver), Work::Emit(Op::Member(site), span)]);
    }

    pub(super) fn missing_in_package(&mut self, package: &str, name: &str, span: Span) {
        let inner = format!("{package}.{name}");
        let problem = if self.context.names.is_package(&inner) {
            Diagnostic::syntax(span, format!("`{inner}` is a package"))
                .with_help(format!("name a class in it: `{inner}.…`"))
        } else {
            let message = format!("there is no `{name}` in the package `{package}`");
            let error = Diagnostic::syntax(span, message);
            match crate::library::similar_in_package(package, name) {
                Some(near) => error.with_help(format!("did you mean {near}?")),
                None => error,
            }
        };
        self.problems.push(problem);
        self.builder().emit(Op::Nothing, span);
        if self.on_worksheet() {
            self.work.clear();
        }
    }

    pub(super) fn method(
        &mut self,
        _id: NodeId,
        receiver: NodeId,
        name: &Arc<str>,
        arguments: Nodes,
        span: Span,
    ) {
        if let Some(package) = self.package_of(receiver) {
            if let Some(Packaged::Constant) = self.context.names.in_package(&package, name) {
                self.call_constant(&format!("{package}.{name}"), arguments, span);
                return;
            }
            if !self.packaged(&package, name, span) {
                self.missing_in_package(&package, name, span);
                return;
            }
            let site = self.arguments_site(Arc::from(""), arguments);
            self.later(Work::Emit(Op::Call(site), span));
            self.visit_arguments(arguments);
            return;
        }
        let site = self.arguments_site(name.clone(), arguments);
        if &**name == "Updated"
            && let Some(pairs) = self.written_map(arguments)
        {
            let op = Op::Updated {
                site,
                pairs: pairs.len() as u32,
            };
            self.later(Work::Emit(op, span));
            for (key, value) in pairs.into_iter().rev() {
                self.later(Work::Visit(value));
                self.later(Work::Visit(key));
            }
        } else {
            self.later(Work::Emit(Op::CallMember(site), span));
            self.visit_arguments(arguments);
        }
        self.later(Work::Visit(receiver));
    }

    /// The keys and values of a map that is the only argument, if it is written out.
    fn written_map(&self, arguments: Nodes) -> Option<Vec<(NodeId, NodeId)>> {
        let &[only] = self.ast.list(arguments) else {
            return None;
        };
        let Node::Set(entries) = self.ast.node(only) else {
            return None;
        };
        let entries = self.ast.list(*entries);
        if entries.is_empty() {
            return None;
        }
        entries
            .iter()
            .map(|&entry| match self.ast.node(entry) {
                Node::Pair(key, value) => Some((*key, *value)),
                _ => None,
            })
            .collect()
    }

    /// The site is behind `super`: the declarations of the class at hand are passed over.
    pub(super) fn pass_over_own(&mut self, site: u32) {
        let class = self.context.levels[0].class.clone();
        self.builder().pass_over(site, &class);
    }

    pub(super) fn arguments_site(&mut self, name: Arc<str>, arguments: Nodes) -> u32 {
        let ast = self.ast;
        let named: Vec<Arc<str>> = ast
            .list(arguments)
            .iter()
            .filter_map(|&node| match ast.node(node) {
                Node::Named(name, _) => Some(name.clone()),
                _ => None,
            })
            .collect();
        self.builder()
            .site(name, count(arguments), named.into_boxed_slice())
    }

    pub(super) fn visit_arguments(&mut self, arguments: Nodes) {
        let ast = self.ast;
        let work = ast.list(arguments).iter().rev().map(|&node| {
            Work::Visit(match ast.node(node) {
                Node::Named(_, value) => *value,
                _ => node,
            })
        });
        self.work.extend(work);
    }

    pub(super) fn call(
        &mut self,
        callee: NodeId,
        arguments: Nodes,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let ast = self.ast.clone();
        match ast.node(callee) {
            Node::Super(name) => {
                self.require_this("super", span)?;
                let site = self.arguments_site(name.clone(), arguments);
                self.pass_over_own(site);
                self.builder().emit(Op::This, span);
                self.later(Work::Emit(Op::CallSuper(site), span));
                self.visit_arguments(arguments);
                return Ok(());
            }
            Node::Name(name) => {
                let meaning = self.meaning(name);
                if let Meaning::PackageConstant(constant) = &meaning {
                    self.call_constant(constant, arguments, span);
                    return Ok(());
                }
                let depth = match meaning {
                    Meaning::Member(depth) | Meaning::Static(depth) => depth,
                    _ => usize::MAX,
                };
                if depth != usize::MAX {
                    self.check_arity(name, depth, arguments, span)?;
                    match meaning {
                        Meaning::Static(_) => self.load_class(depth, span),
                        _ if depth == 0 => self.builder().emit(Op::This, span),
                        _ => self.builder().emit(Op::Outer(depth as u32), span),
                    }
                    let site = self.arguments_site(name.clone(), arguments);
                    self.later(Work::Emit(Op::CallMember(site), span));
                    self.visit_arguments(arguments);
                    return Ok(());
                }
            }
            _ => {}
        }
        let site = self.arguments_site(Arc::from(""), arguments);
        self.later(Work::Emit(Op::Call(site), span));
        self.visit_arguments(arguments);
        self.later(Work::Visit(callee));
        Ok(())
    }

    /// A call of a method, or of the value of a variable, of a package's `constants`.
    fn call_constant(&mut self, qualified: &str, arguments: Nodes, span: Span) {
        let (package, name) = qualified.rsplit_once('.').unwrap_or(("", qualified));
        let constants: Arc<str> = match package {
            "" => "constants".into(),
            package => format!("{package}.constants").into(),
        };
        let site = self.builder().site(constants, 0, Box::default());
        self.builder().emit(Op::Class(site), span);
        let site = self.arguments_site(name.into(), arguments);
        self.later(Work::Emit(Op::CallMember(site), span));
        self.visit_arguments(arguments);
    }

    /// Methods of the own class are known: a wrong number of arguments is found at once.
    pub(super) fn check_arity(
        &mut self,
        name: &Arc<str>,
        depth: usize,
        arguments: Nodes,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let Some(info) = self.context.levels[depth].members.get(name) else {
            return Ok(());
        };
        if info.property || info.nested || info.arities.is_empty() {
            return Ok(());
        }
        let given = arguments.len();
        let fits = info
            .arities
            .iter()
            .any(|&(least, most)| least <= given && given <= most);
        if fits {
            return Ok(());
        }
        let wanted: Vec<String> = info
            .arities
            .iter()
            .map(|&(least, most)| match most {
                usize::MAX => format!("{least} or more"),
                most if most == least => least.to_string(),
                most => format!("{least} to {most}"),
            })
            .collect();
        let wanted = wanted.join(" or ");
        let plural = if wanted == "1" { "" } else { "s" };
        self.problems.push(Diagnostic::syntax(
            span,
            format!("`{name}` takes {wanted} argument{plural}, not {given}"),
        ));
        Ok(())
    }

    /// Declares the parameters of the function that is being compiled, which fills in their defaults
    /// first. Each default sees the parameters before it.
    pub(super) fn parameters(&mut self, parameters: &[Param], kind: Kind) {
        let first = self.builder().slots(parameters.len() as u32);
        let mut list = Vec::with_capacity(parameters.len());
        let mut work = Vec::new();
        for (slot, parameter) in (first..).zip(parameters) {
            let Param { name, span, .. } = parameter;
            if let Some(default) = parameter.default {
                let given = self.builder().label();
                work.extend([
                    Work::OpenDefault,
                    Work::Emit(Op::Given { slot, to: given }, *span),
                    Work::Visit(default),
                    Work::Emit(Op::SetLocal(slot), *span),
                    Work::Emit(Op::Pop, *span),
                    Work::Place(given),
                    Work::CloseDefault,
                ]);
            }
            work.push(Work::Parameter(name.clone(), slot, *span, kind));
            let made = self.parameter(parameter);
            let plain = made.class.is_any() && made.default.is_none() && !made.rest;
            self.builder().code.simple &= plain;
            list.push(made);
        }
        self.builder().code.parameters = list.into();
        self.in_order(work);
    }

    /// A parameter with its class.
    fn parameter(&mut self, parameter: &Param) -> Parameter {
        let names = self.context.names;
        let class = match &parameter.class {
            None => TypeTest::new(""),
            Some(class) => match names.class(&self.context.package, class) {
                Some(qualified) => TypeTest::new(qualified),
                None => {
                    let error =
                        Diagnostic::syntax(parameter.span, format!("there is no class `{class}`"));
                    self.problems.push(match names.similar(class, &[]) {
                        Some(near) => error.with_help(format!("did you mean {near}?")),
                        None => error,
                    });
                    TypeTest::new("")
                }
            },
        };
        Parameter {
            name: parameter.name.clone(),
            class,
            default: parameter.default.map(|_| Fallback::Code),
            rest: parameter.rest,
        }
    }

    pub(super) fn function(
        &mut self,
        name: Option<Arc<str>>,
        parameters: &Arc<[Param]>,
        body: NodeId,
        span: Span,
        node: NodeId,
    ) -> Result<(), Diagnostic> {
        if self.builders.len() > MAX_FUNCTIONS {
            return Err(Diagnostic::syntax(
                span,
                format!("functions are nested more than {MAX_FUNCTIONS} levels deep"),
            ));
        }
        let mut builder = self.fresh();
        builder.code.name = name;
        builder.blocks = 1;
        self.builders.push(builder);
        self.in_order([Work::Visit(body), Work::CloseFunction(span, node)]);
        self.parameters(parameters, Kind::Locals);
        Ok(())
    }

    pub(super) fn close_function(&mut self, span: Span, node: NodeId) {
        let Some(mut builder) = self.builders.pop() else {
            return;
        };
        builder.emit(Op::Return, span);
        builder.code.text = Some((self.ast.clone(), node));
        let outer = self.builder();
        outer.code.functions.push(Arc::new(builder.finish()));
        let index = (outer.code.functions.len() - 1) as u32;
        outer.emit(Op::Closure(index), span);
    }
}
