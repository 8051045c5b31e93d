//! The ends of braces: games, sets and maps.

use super::frames::FrameKind;
use std::sync::Arc;

use super::Parser;
use crate::{
    Diagnostic, Span,
    ast::{Node, NodeId, Nodes},
    symbols::Symbol,
    token::TokenKind,
};

impl Parser<'_> {
    pub(super) fn end_in_brace(&mut self, expression: Option<NodeId>) -> Result<(), Diagnostic> {
        if self.begins_comprehension(expression) {
            self.add_item(expression);
            return self.begin_header();
        }
        let token = self.token().clone();
        let Some(frame) = self.frames.last_mut() else {
            return Err(self.unexpected("an expression"));
        };
        // An empty group is fine, an empty entry after a comma is not.
        let complete = expression.is_some() || frame.items.is_empty();
        match token.kind {
            TokenKind::Slashes(count) if complete => {
                frame.items.extend(expression);
                let group = std::mem::take(&mut frame.items);
                if let FrameKind::Brace {
                    groups, slashes, ..
                } = &mut frame.kind
                {
                    groups.push(group);
                    slashes.push((count, token.span));
                }
                self.advance();
                self.wants_operand = true;
                Ok(())
            }
            TokenKind::Symbol(Symbol::Comma) if expression.is_some() => {
                frame.items.extend(expression);
                self.advance();
                self.wants_operand = true;
                Ok(())
            }
            TokenKind::Symbol(Symbol::CloseBrace) if complete => {
                frame.items.extend(expression);
                self.close()
            }
            _ if expression.is_none() => Err(self.unexpected("an expression")),
            _ => Err(self.unexpected("`,`, `|` or `}`")),
        }
    }

    pub(super) fn close_brace(
        &mut self,
        label: Option<Arc<str>>,
        explicit: bool,
        mut groups: Vec<Vec<NodeId>>,
        slashes: &[(u32, Span)],
        items: Vec<NodeId>,
        mut span: Span,
    ) -> Result<(), Diagnostic> {
        if let Some(label) = &label
            && let Some(open) = self.labels.get_mut(label)
        {
            *open -= 1;
        }
        if explicit {
            if !self.token().is(Symbol::Quote) {
                return Err(self.unexpected("`'` to end the explicit game"));
            }
            span = span.to(self.token().span);
            self.advance();
        }
        if slashes.is_empty() {
            if explicit || label.is_some() {
                let help = "separate Left and Right options, as in `{1|0}`";
                return Err(Diagnostic::syntax(span, "a game needs a `|`").with_help(help));
            }
            let is_entry = |&&item: &&NodeId| matches!(self.ast.node(item), Node::Pair(..));
            if items.iter().any(|item| is_entry(&item))
                && let Some(&other) = items.iter().find(|item| !is_entry(item))
            {
                let span = self.ast.span(other);
                let help = "write `{key => value, …}` for a map, `{a, b}` for a set";
                let message = "a map must not contain entries without `=>`";
                return Err(Diagnostic::syntax(span, message).with_help(help));
            }
            let entries = self.ast.nodes(&items);
            self.operand_done(Node::Set(entries), span);
            return Ok(());
        }
        groups.push(items);
        let (left, right) = self.nest(groups, slashes)?;
        let node = self.game(label, &left, &right, explicit);
        self.operand_done(node, span);
        Ok(())
    }

    /// Builds the games between runs of slashes, innermost (shortest run) first, and returns the two
    /// groups at the longest run, which alone is kept as written in an explicit game. One pass with a stack,
    /// as for operators.
    pub(super) fn nest(
        &mut self,
        groups: Vec<Vec<NodeId>>,
        slashes: &[(u32, Span)],
    ) -> Result<(Vec<NodeId>, Vec<NodeId>), Diagnostic> {
        let mut groups = groups.into_iter();
        let mut done: Vec<Vec<NodeId>> = vec![groups.next().unwrap_or_default()];
        let mut waiting: Vec<(u32, Span)> = Vec::new();
        for (&(count, span), group) in slashes.iter().zip(groups) {
            while let Some(&(top, _)) = waiting.last()
                && top < count
            {
                self.nest_top(&mut done, &mut waiting);
            }
            if let Some(&(top, _)) = waiting.last()
                && top == count
            {
                let run = "|".repeat(count.min(8) as usize);
                return Err(Diagnostic::syntax(
                    span,
                    format!("two runs `{run}` of the same length"),
                )
                .with_help("a longer run of slashes must separate them, as in `{a|b||c|d}`"));
            }
            waiting.push((count, span));
            done.push(group);
        }
        while waiting.len() > 1 {
            self.nest_top(&mut done, &mut waiting);
        }
        let right = done.pop().unwrap_or_default();
        Ok((done.pop().unwrap_or_default(), right))
    }

    pub(super) fn nest_top(&mut self, done: &mut Vec<Vec<NodeId>>, waiting: &mut Vec<(u32, Span)>) {
        let (Some((_, at)), Some(right), Some(left)) = (waiting.pop(), done.pop(), done.pop())
        else {
            return;
        };
        let cover = |span: Span, nodes: &[NodeId], ast: &crate::ast::Ast| {
            nodes
                .iter()
                .fold(span, |span, &node| span.to(ast.span(node)))
        };
        let span = cover(cover(at, &left, &self.ast), &right, &self.ast);
        let node = self.game(None, &left, &right, false);
        done.push(vec![self.ast.push(node, span)]);
    }

    pub(super) fn game(
        &mut self,
        label: Option<Arc<str>>,
        left: &[NodeId],
        right: &[NodeId],
        explicit: bool,
    ) -> Node {
        let is_loopy = |&option: &NodeId| {
            matches!(
                self.ast.node(option),
                Node::Pass | Node::Label(_) | Node::Game { loopy: true, .. }
            )
        };
        let loopy = label.is_some() || left.iter().chain(right).any(is_loopy);
        let (left, right): (Nodes, Nodes) = (self.ast.nodes(left), self.ast.nodes(right));
        Node::Game {
            label,
            left,
            right,
            loopy,
            explicit,
        }
    }
}
