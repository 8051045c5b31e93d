//! The calculator itself, and the explorer of games.

use std::{fmt::Write, sync::Arc};

use sidle_core::Player;

use super::{
    NativeClass, Object, Show, class,
    extract::{items, text},
    in_tables, method, object, output, property, required,
};
use crate::{class::Class, diagnostic::Failure, evaluate::Machine, value::Value};

const EXPLORER: &str = "cgsuite.ui.Explorer";
/// The tree of an explorer is cut at this depth and after so many lines.
const MAX_DEPTH: usize = 3;
const MAX_LINES: usize = 200;

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        statics: &[
            method(
                "ClearAll",
                &[],
                "Forgets all names that were given.",
                "System.ClearAll()",
                |m, _| {
                    m.bindings.clear();
                    Ok(Value::Nothing)
                },
            ),
            property(
                "CopyrightYear",
                "The year of the latest changes.",
                "System.CopyrightYear",
                |_, _| Ok(Value::text("2026")),
            ),
            method(
                "Error",
                &[required("msg", "cgsuite.lang.String")],
                "Stops with a message.",
                "[System.Error(\"no\") for n from 1 to 0]",
                |_, a| Err(Failure::new(text(&a[0])?)),
            ),
            method(
                "Print",
                &[required("obj", "")],
                "Prints a value at once.",
                "System.Print(3)",
                |m, a| {
                    if let Some(print) = m.printer.clone() {
                        m.prepare_texts(a)?;
                        print(&output::unquoted(m, &a[0])?);
                        return Ok(Value::Nothing);
                    }
                    let shown = match &a[0] {
                        Value::Text(text) => output::output(&**text),
                        other => other.clone(),
                    };
                    m.answers.push(shown);
                    Ok(Value::Nothing)
                },
            ),
            property(
                "Version",
                "The version of the program.",
                "System.Version",
                |_, _| Ok(Value::text(env!("CARGO_PKG_VERSION"))),
            ),
        ],
        ..class(
            "cgsuite.lang.System",
            &["cgsuite.lang.Object"],
            "The calculator itself.",
            "System.Version",
        )
    },
    NativeClass {
        calls: &[method(
            "Explorer",
            &[required("g", "game.Game")],
            "The options of a game, their options and so on, as a tree.",
            "Explorer({2||1|0})",
            |m, a| explorer(m, &a[0]),
        )],
        statics: &[method(
            "NewExplorer",
            &[required("g", "game.Game")],
            "The options of a game, their options and so on, as a tree.",
            "Explorer.NewExplorer({2||1|0})",
            |m, a| explorer(m, &a[0]),
        )],
        members: &[property(
            "Selection",
            "The game at the root.",
            "Explorer({2||1|0}).Selection",
            |_, a| {
                object::<Explorer>(&a[0])
                    .map(|explorer| explorer.game.clone())
                    .ok_or_else(|| Failure::new("expected an explorer"))
            },
        )],
        ..class(
            EXPLORER,
            &["cgsuite.lang.Object"],
            "A tree of options.",
            "Explorer({2||1|0})",
        )
    },
];

/// A game and the tree of its options.
#[derive(Debug)]
struct Explorer {
    game: Value,
    tree: String,
}

/// The tree, a line for each option: the player who moves there and the option.
fn explorer(machine: &mut Machine<'_>, game: &Value) -> Result<Value, Failure> {
    let mut tree = output::unquoted(machine, game)?;
    let mut lines = 0;
    // What is still to be written: indentation, player, option, its depth.
    let mut stack: Vec<(String, Player, Value, usize)> = Vec::new();
    let mut next = Some((String::new(), game.clone(), 0));
    loop {
        if let Some((indent, game, depth)) = next.take()
            && depth < MAX_DEPTH
        {
            for player in [Player::Right, Player::Left] {
                let options =
                    machine.call_method(game.clone(), "Options", vec![Value::Player(player)])?;
                for option in items(&options)?.iter().rev() {
                    stack.push((indent.clone(), player, option.clone(), depth + 1));
                }
            }
        }
        let Some((indent, player, option, depth)) = stack.pop() else {
            break;
        };
        lines += 1;
        if lines > MAX_LINES {
            tree.push_str("\n…");
            break;
        }
        let shown = output::unquoted(machine, &option)?;
        let letter = match player {
            Player::Left => 'L',
            Player::Right => 'R',
        };
        let _ = write!(tree, "\n{indent}  {letter} {shown}");
        super::string::check_length(tree.len())?;
        next = Some((format!("{indent}  "), option, depth));
    }
    Ok(Value::object(Explorer {
        game: game.clone(),
        tree,
    }))
}

impl Object for Explorer {
    fn class(&self) -> &'static Arc<Class> {
        in_tables(EXPLORER)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Explorer>();
        other.is_some_and(|other| std::ptr::eq(self, other))
    }

    fn hash(&self) -> u64 {
        self.tree.len() as u64
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok(self.tree.clone())
    }

    fn depth(&self) -> u32 {
        self.game.depth()
    }
}
