//! Games with passes and labels.

use std::{collections::HashMap, sync::Arc};

use super::{Compiler, Work, misplaced};
use crate::{
    Diagnostic, Span,
    ast::{Node, NodeId},
    evaluate::code::{LoopyOption, LoopyShape, Op},
};

impl Compiler<'_> {
    /// Compiles braces that contain passes or labels, with all braces nested in them, to one shape.
    pub(super) fn loopy_game(&mut self, root: NodeId, span: Span) -> Result<(), Diagnostic> {
        let mut shape = LoopyShape::default();
        shape.vertices.push(Default::default());
        let mut values = Vec::new();
        let mut labels: HashMap<Arc<str>, Vec<u32>> = HashMap::new();
        // Enter and leave events, so that labels are visible inside their braces only.
        let mut stack = vec![(root, 0, true)];
        while let Some((id, vertex, entering)) = stack.pop() {
            let Node::Game {
                label, left, right, ..
            } = self.ast.node(id)
            else {
                continue;
            };
            if !entering {
                if let Some(label) = label {
                    labels.entry(label.clone()).or_default().pop();
                }
                continue;
            }
            if let Some(label) = label {
                let start = self.ast.span(id).start;
                self.check_new(label, Span::new(start, start + label.len()))?;
                labels.entry(label.clone()).or_default().push(vertex);
            }
            stack.push((id, vertex, false));
            for (player, side) in [left, right].into_iter().enumerate() {
                for &option in self.ast.list(*side) {
                    let target = match self.ast.node(option) {
                        Node::Pass => LoopyOption::Vertex(vertex),
                        Node::Label(name) => {
                            let visible = labels.get(name).and_then(|open| open.last());
                            LoopyOption::Vertex(
                                *visible.ok_or_else(|| misplaced(name, self.ast.span(option)))?,
                            )
                        }
                        Node::Game { loopy: true, .. } => {
                            let inner = shape.vertices.len() as u32;
                            shape.vertices.push(Default::default());
                            stack.push((option, inner, true));
                            LoopyOption::Vertex(inner)
                        }
                        _ => {
                            values.push(option);
                            LoopyOption::Value((values.len() - 1) as u32)
                        }
                    };
                    shape.vertices[vertex as usize].options[player].push(target);
                }
            }
        }
        shape.values = values.len() as u32;
        let builder = self.builder();
        builder.code.shapes.push(shape);
        let index = (builder.code.shapes.len() - 1) as u32;
        self.later(Work::Emit(Op::Loopy(index), span));
        self.work.extend(values.into_iter().rev().map(Work::Visit));
        Ok(())
    }
}
