//! Loops, the ways out of them, and `try`.

use super::{Compiler, Labels, MAX_PASSED, Work};
use crate::{
    Diagnostic, Span,
    ast::{Clause, Collect, NodeId, Nodes, Source},
    evaluate::{code::Op, scope::OpenLoop},
};

impl Compiler<'_> {
    pub(super) fn begin_loop(
        &mut self,
        collect: Collect,
        first: u32,
        clauses: u32,
        bodies: Nodes,
        span: Span,
    ) {
        let scope = self.builder().scope();
        let exit = self.builder().label();
        self.builder().blocks += 1;
        let take = if collect == Collect::Nothing {
            Op::Pop
        } else {
            self.builder().emit(Op::Collect, span);
            Op::Append
        };
        let mark = self.builder().slots(1);
        self.builder().emit(Op::Mark(mark), span);
        let result = match collect {
            Collect::Nothing => Op::Nothing,
            _ => Op::Collected(collect),
        };
        self.in_order([
            Work::CloseLoop,
            Work::Place(exit),
            Work::Emit(result, span),
            Work::CloseScope(scope),
        ]);
        // The loops nest: clause i's body is clause i + 1, the last one's body the loop's.
        let labels: Vec<Labels> = (0..clauses)
            .map(|index| Labels {
                next: self.builder().label(),
                exit: if index == 0 {
                    exit
                } else {
                    self.builder().label()
                },
            })
            .collect();
        for (index, clause) in labels.iter().enumerate() {
            // Behind clause i + 1's exit: on to clause i's next value.
            self.later(Work::Emit(Op::Jump(clause.next), span));
            if let Some(inner) = labels.get(index + 1) {
                self.later(Work::Place(inner.exit));
            }
        }
        for &body in self.ast.list(bodies).iter().rev() {
            self.work.push(Work::Emit(take, span));
            self.work.push(Work::Visit(body));
        }
        let innermost = labels.last().map_or(exit, |clause| clause.next);
        self.builder().loops.push(OpenLoop {
            mark,
            next: innermost,
            exit,
        });
        for (index, clause) in labels.iter().enumerate().rev() {
            self.later(Work::Clause(first + index as u32, *clause));
        }
    }

    pub(super) fn clause(&self, index: u32) -> Clause {
        self.ast.clauses(index, 1)[0].clone()
    }

    /// The source of a clause's values, evaluated once.
    pub(super) fn begin_clause(&mut self, index: u32, labels: Labels) {
        let clause = self.clause(index);
        match clause.source {
            Source::In(collection) => {
                let slot = self.builder().slots(3);
                let span = self.ast.span(collection);
                self.in_order([
                    Work::Visit(collection),
                    Work::Emit(Op::InStart(slot), span),
                    Work::Place(labels.next),
                    Work::Emit(
                        Op::InNext {
                            slot,
                            exit: labels.exit,
                        },
                        span,
                    ),
                    Work::ClauseBody(index, labels, slot + 2),
                ]);
            }
            Source::From { from, to, by } => {
                let slot = self.builder().slots(4);
                let test = self.builder().label();
                let span = self.ast.span(from);
                let part = |node: Option<NodeId>, otherwise: Op| match node {
                    Some(node) => Work::Visit(node),
                    None => Work::Emit(otherwise, span),
                };
                self.in_order([
                    Work::Visit(from),
                    part(to, Op::Nothing),
                    part(by, Op::Integer(1)),
                    Work::Emit(Op::ForStart(slot), span),
                    Work::Emit(Op::Jump(test), span),
                    Work::Place(labels.next),
                    Work::Emit(Op::ForStep(slot), span),
                    Work::Place(test),
                    Work::Emit(
                        Op::ForNext {
                            slot,
                            exit: labels.exit,
                        },
                        span,
                    ),
                    Work::ClauseBody(index, labels, slot + 3),
                ]);
            }
            Source::Let(value) => {
                let slot = self.builder().slots(1);
                let span = self.ast.span(value);
                let body = self.builder().label();
                self.in_order([
                    Work::Visit(value),
                    Work::Emit(Op::SetLocal(slot), span),
                    Work::Emit(Op::Pop, span),
                    Work::Emit(Op::Jump(body), span),
                    Work::Place(labels.next),
                    Work::Emit(Op::Jump(labels.exit), span),
                    Work::Place(body),
                    Work::ClauseBody(index, labels, slot),
                ]);
            }
            Source::Forever => self.in_order([
                Work::Place(labels.next),
                Work::ClauseBody(index, labels, u32::MAX),
            ]),
        }
    }

    pub(super) fn clause_body(
        &mut self,
        index: u32,
        labels: Labels,
        slot: u32,
    ) -> Result<(), Diagnostic> {
        let clause = self.clause(index);
        let mut work = Vec::new();
        if let Some(until) = clause.until {
            let span = self.ast.span(until);
            work.extend([
                Work::Visit(until),
                Work::Emit(Op::JumpUnless(labels.exit), span),
            ]);
        }
        if let Some(filter) = clause.filter {
            let span = self.ast.span(filter);
            work.extend([
                Work::Visit(filter),
                Work::Emit(Op::JumpUnless(labels.next), span),
            ]);
        }
        self.in_order(work);
        if let Some(name) = clause.variable {
            // The name lives in the slot that the source fills.
            let span = match clause.source {
                Source::In(node) | Source::Let(node) | Source::From { from: node, .. } => {
                    self.ast.span(node)
                }
                Source::Forever => Span::default(),
            };
            self.check_new(&name, span)?;
            self.builder().names.push((name, slot));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self, span: Span, out: bool) -> Result<(), Diagnostic> {
        let Some(&open) = self.builder().loops.last() else {
            let word = if out { "break" } else { "continue" };
            return Err(Diagnostic::syntax(
                span,
                format!("`{word}` stands outside any loop"),
            ));
        };
        let loops = self.builder().loops.len();
        let to = if out { open.exit } else { open.next };
        self.in_order([
            Work::Emit(Op::Restore(open.mark), span),
            Work::Emit(Op::Jump(to), span),
            // What comes behind is never reached, but wants a value.
            Work::Emit(Op::Nothing, span),
        ]);
        self.pass_tries(loops, span)
    }

    /// `try body finally last end`: `last` runs in any case. Its code stands there once for those who come
    /// from the end of the body and from a failure, and once for each other way out.
    pub(super) fn attempt(&mut self, body: NodeId, last: NodeId, span: Span) {
        let slot = self.builder().slots(1);
        let label = self.builder().label();
        let before = self.builder().tries.clone();
        let mut within = before.clone();
        within.push((last, self.builder().loops.len()));
        self.in_order([
            Work::Emit(Op::Try { slot, last: label }, span),
            Work::Tries(within),
            Work::Visit(body),
            Work::Tries(before),
            Work::Emit(Op::EndTry, span),
            Work::Place(label),
            Work::Visit(last),
            Work::Emit(Op::Pop, span),
            Work::Emit(Op::Rethrow(slot), span),
        ]);
    }

    /// The `finally` parts inside so many loops, from the inside outwards.
    pub(super) fn pass_tries(&mut self, loops: usize, span: Span) -> Result<(), Diagnostic> {
        let all = self.builder().tries.clone();
        if all.is_empty() {
            return Ok(());
        }
        let stay = all.iter().filter(|(_, around)| *around < loops).count();
        self.passed += all.len() - stay;
        if self.passed > MAX_PASSED {
            return Err(Diagnostic::syntax(
                span,
                format!("more than {MAX_PASSED} ways lead out of `try` parts here"),
            ));
        }
        self.later(Work::Tries(all.clone()));
        for open in stay..all.len() {
            self.in_order([
                Work::Tries(all[..open].to_vec()),
                Work::Emit(Op::EndTry, span),
                Work::Visit(all[open].0),
                Work::Emit(Op::Pop, span),
            ]);
        }
        Ok(())
    }
}
