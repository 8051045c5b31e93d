//! The calculator itself, and the explorer of games.

use std::{fmt::Write, sync::Arc};

use sidle_core::Player;

use super::{
    NativeClass, Object, Show, State,
    class_names::{GAME, OBJECT},
    classes,
    extract::items,
    in_tables, output,
};
use crate::{class::Class, diagnostic::Failure, evaluate::Machine, value::Value};

const EXPLORER: &str = "cgsuite.ui.Explorer";
/// The tree of an explorer is cut at this depth and after so many lines.
const MAX_DEPTH: usize = 3;
const MAX_LINES: usize = 200;

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// The calculator itself.
    class "cgsuite.lang.System": [OBJECT] "System.Version"
    static {
        /// Forgets all names that were given.
        fn ClearAll() "System.ClearAll()" => {
            m.bindings.clear();
            Value::Nothing
        };
        /// The year of the latest changes.
        get CopyrightYear "System.CopyrightYear" => "2026";
        /// Stops with a message.
        fn Error(msg: &str) "[System.Error(\"no\") for n from 1 to 0]" => Err::<Value, _>(Failure::new(msg));
        /// Prints a value at once.
        fn Print(obj: &Value) "System.Print(3)" => {
            if let Some(print) = m.printer.clone() {
                print(&output::unquoted(m, obj)?);
                return Ok(Value::Nothing);
            }
            let shown = match obj {
                Value::Text(text) => output::output(&**text),
                other => other.clone(),
            };
            m.answers.push(shown);
            Value::Nothing
        };
        /// The version of the program.
        get Version "System.Version" => env!("CARGO_PKG_VERSION");
    }
    {}
    /// A tree of options.
    class EXPLORER: [OBJECT] "Explorer({2||1|0})"
    new {
        /// The options of a game, their options and so on, as a tree.
        fn Explorer(g: &Value as GAME) "Explorer({2||1|0})" => explorer(m, g);
    }
    static {
        /// The options of a game, their options and so on, as a tree.
        fn NewExplorer(g: &Value as GAME) "Explorer.NewExplorer({2||1|0})" => explorer(m, g);
    }
    {
        /// The game at the root.
        get Selection(explorer: &Explorer) "Explorer({2||1|0}).Selection" => explorer.game.clone();
    }
};

/// A game and the tree of its options.
#[derive(Debug)]
struct Explorer {
    game: Value,
    tree: String,
}

impl State for Explorer {
    const CLASS: &'static str = EXPLORER;
    const WHAT: &'static str = "an explorer";
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
