//! Positions of users' classes on grids, strips and graphs: their boards as texts and pictures.

use std::sync::Arc;

use sidle_core::{Ink, Picture, Player};

use super::Machine;
use crate::{
    class::{Class, Instance, Parameter},
    diagnostic::Failure,
    library,
    value::Value,
};

/// A base of positions on boards.
struct Base {
    /// The class that positions extend.
    game: &'static str,
    /// The class of rulesets, which says how the board is written.
    ruleset: &'static str,
    /// The variable that holds the board.
    board: &'static str,
    /// The class of boards.
    reader: &'static str,
    /// The properties of the ruleset by which a board is written, and by which it is read.
    labels: [&'static [&'static str]; 2],
}

const BASES: [Base; 3] = [
    Base {
        game: "game.grid.GridRuleset.GridGame",
        ruleset: "game.grid.GridRuleset",
        board: "grid",
        reader: "cgsuite.util.Grid",
        labels: [&["CharMap"], &["CharMap"]],
    },
    Base {
        game: "game.strip.StripRuleset.StripGame",
        ruleset: "game.strip.StripRuleset",
        board: "strip",
        reader: "cgsuite.util.Strip",
        labels: [&["CharMap"], &["CharMap"]],
    },
    Base {
        game: "game.graph.GraphRuleset.GraphGame",
        ruleset: "game.graph.GraphRuleset",
        board: "graph",
        reader: "cgsuite.util.Graph",
        labels: [
            &["VertexToString", "EdgeToString"],
            &["VertexLabels", "EdgeLabels"],
        ],
    },
];

/// The bases of positions that are a heap or a pair of numbers, and the variables that hold these.
const HEAPS: [(&str, &str); 5] = [
    ("game.heap.HeapRuleset.Position", "heapSize"),
    ("game.heap.PartizanHeapRuleset.Position", "heapSize"),
    ("game.heap.PartizanTakeAndBreak.Position", "heapSize"),
    ("game.heap.CoordinateRuleset.Position", "Coord"),
    ("game.heap.PartizanCoordinateRuleset.Position", "Coord"),
];

fn base_of(class: &Class) -> Option<&'static Base> {
    BASES.iter().find(|base| class.descends_from(base.game))
}

/// The ruleset around a position of a base.
fn ruleset_of(base: &Base, around: Option<&Arc<Instance>>) -> Option<Arc<Instance>> {
    let mut at = around;
    while let Some(object) = at {
        if object.class.descends_from(base.ruleset) {
            return Some(object.clone());
        }
        at = object.enclosing.as_ref();
    }
    None
}

/// A board as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// In the notation of its ruleset.
    pub(crate) text: String,
    pub(crate) picture: Option<Picture>,
}

impl Machine<'_> {
    /// Does this parameter of a position's class take the board? Then texts stand for boards, too.
    fn takes_board(class: &Class, parameter: &Parameter) -> Option<&'static Base> {
        base_of(class).filter(|base| *parameter.name == *base.board)
    }

    fn labels(&mut self, ruleset: &Arc<Instance>, names: &[&str]) -> Result<Vec<Value>, Failure> {
        let object = Value::Instance(ruleset.clone());
        names
            .iter()
            .map(|name| self.read_member(&object, name))
            .collect()
    }

    /// Reads the boards among the arguments of a constructor that are given as texts.
    pub(super) fn read_boards(
        &mut self,
        class: &Class,
        enclosing: Option<&Arc<Instance>>,
        parameters: &[Parameter],
        arguments: &mut [Value],
        named: &mut [(Arc<str>, Value)],
    ) -> Result<(), Failure> {
        let by_place = arguments.iter_mut().zip(parameters);
        let by_name = named.iter_mut().filter_map(|(name, value)| {
            let parameter = parameters.iter().find(|own| own.name == *name)?;
            Some((value, parameter))
        });
        for (value, parameter) in by_place.chain(by_name) {
            let Value::Text(_) = value else { continue };
            let Some(base) = Self::takes_board(class, parameter) else {
                continue;
            };
            let Some(ruleset) = ruleset_of(base, enclosing) else {
                continue;
            };
            let mut all = vec![value.clone()];
            all.extend(self.labels(&ruleset, base.labels[1])?);
            let declared = parameter.class.name();
            let reader = match library::native(declared) {
                Some(class) if declared.starts_with("cgsuite.util.") => class,
                _ => self.load_class(base.reader)?,
            };
            *value = self.call_method(Value::Class(reader), "Parse", all)?;
        }
        Ok(())
    }

    /// The board of a position, if it is a position on one.
    pub(super) fn board_of(&mut self, instance: &Arc<Instance>) -> Result<Option<Board>, Failure> {
        let Some(base) = base_of(&instance.class) else {
            return self.heap_of(instance);
        };
        let Some(ruleset) = ruleset_of(base, instance.enclosing.as_ref()) else {
            return Ok(None);
        };
        let board = self.read_member(&Value::Instance(instance.clone()), base.board)?;
        if !matches!(board, Value::Object(_)) {
            return Ok(None);
        }
        let labels = self.labels(&ruleset, base.labels[0])?;
        let letters = match &labels[..] {
            [Value::Text(letters)] => Some(letters.clone()),
            _ => None,
        };
        let picture = library::graph_picture(self, &board, &labels)?;
        let written = self.call_method(board, "ToString", labels)?;
        let Value::Text(text) = written else {
            return Ok(None);
        };
        let picture = picture.or(letters.map(|letters| Picture::Board {
            rows: text.to_string(),
            letters: letters.to_string().into(),
        }));
        Ok(Some(Board {
            text: text.to_string(),
            picture,
        }))
    }

    /// The heap or the pair of numbers that a position is.
    fn heap_of(&mut self, instance: &Arc<Instance>) -> Result<Option<Board>, Failure> {
        let bases = HEAPS.iter();
        let mut bases = bases.filter(|(base, _)| instance.class.descends_from(base));
        let Some((_, name)) = bases.next() else {
            return Ok(None);
        };
        Ok(
            match self.read_member(&Value::Instance(instance.clone()), name)? {
                Value::Number(size) => Some(size.to_string()),
                Value::Coordinates(m, n) => Some(format!("{m},{n}")),
                _ => None,
            }
            .map(|text| Board {
                text,
                picture: None,
            }),
        )
    }

    /// The argument of a position's class for this parameter, as it is written.
    pub(super) fn board_argument(
        &mut self,
        instance: &Arc<Instance>,
        parameter: &Parameter,
    ) -> Result<Option<String>, Failure> {
        if Self::takes_board(&instance.class, parameter).is_none() {
            return Ok(None);
        }
        let board = self.board_of(instance)?;
        Ok(board.map(|board| crate::print::quote(&board.text)))
    }
}

/// The colour in which what belongs to a value is drawn.
pub(crate) fn ink_of(label: &Value) -> Ink {
    match label {
        Value::Player(Player::Left) => Ink::Left,
        Value::Player(Player::Right) => Ink::Right,
        other => library::colour_ink(other).unwrap_or_default(),
    }
}
