//! The parts of positions on boards, as the property `Decomposition` lists them. The engine finds more: it leaves out
//! parts in which nobody can move, and takes apart games that the library does not.

use sidle_rules::card::{BoardKind, Parts};
use sidle_solve::{Form, Position, Variant};

use super::{
    super::extract,
    boards,
    read::{board_kind, board_position},
    variants,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// The parts that a position of a ruleset, or an impartial variant of one, is the sum of; `None` if it is its only part.
pub(crate) fn parts_of(
    machine: &mut Machine<'_>,
    position: &Position,
) -> Result<Option<Vec<Position>>, Failure> {
    let Form::Variant(Variant::Impartial, base) = position.form() else {
        return parts_of_base(machine, position);
    };
    let parts = parts_of_base(machine, base)?;
    let variant = |part: &Position| Position::variant(Variant::Impartial, part);
    Ok(parts.map(|parts| parts.iter().map(variant).collect()))
}

fn parts_of_base(
    machine: &mut Machine<'_>,
    position: &Position,
) -> Result<Option<Vec<Position>>, Failure> {
    let Form::Atom(atom) = position.form() else {
        return Ok(None);
    };
    if atom.typed().is_none() {
        let meter = machine.meter;
        return Ok(atom.clone().decompose(machine, meter)?);
    }
    let Some((card, _)) = boards::parts(position) else {
        return Ok(None);
    };
    let name = atom.class_name().into_owned();
    let Some(rules) = variants::ruleset_of(machine, &name) else {
        return Ok(None);
    };
    let meter = machine.meter;
    // The text of a graph knows no weights.
    let weighted = board_kind(&name) == Some(BoardKind::WeightedGraph);
    let this = Value::Form(position.clone());
    let pieces = match card.parts {
        Parts::Unlisted => return Ok(None),
        Parts::FlippedRegions(blocked) => {
            let grid = machine.read_member(&this, "grid")?;
            let symmetries = machine.class_value("cgsuite.util.Symmetry")?;
            let flips = machine.read_member(&symmetries, "Flip")?;
            let blocked = Value::integer(i64::from(blocked));
            let regions = regions(machine, grid, "Decomposition", vec![blocked])?;
            let mut images = Vec::with_capacity(regions.len());
            for region in regions {
                let flips = vec![flips.clone()];
                images.push(machine.call_method(region, "SymmetryInvariant", flips)?);
            }
            images
        }
        // Stones that can enter empty cells, or jump over them, hold the regions together.
        Parts::Regions => {
            if atom.clone().decompose(machine, meter)?.is_none() {
                return Ok(None);
            }
            let ruleset = machine.read_member(&this, "EnclosingObject")?;
            let directions = machine.read_member(&ruleset, "directions")?;
            let grid = machine.read_member(&this, "grid")?;
            let arguments = vec![Value::integer(0), directions];
            regions(machine, grid, "Decomposition", arguments)?
        }
        Parts::Components if !weighted => {
            let graph = machine.read_member(&this, "graph")?;
            let parts = machine.read_member(&graph, "ConnectedComponents")?;
            listed(parts)?
        }
        Parts::Components | Parts::AsSolved => {
            return Ok(atom.clone().decompose(machine, meter)?);
        }
    };
    let mut parts = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        machine.tick()?;
        parts.push(board_position(machine, &*rules, piece)?);
    }
    Ok(Some(parts))
}

fn regions(
    machine: &mut Machine<'_>,
    board: Value,
    method: &str,
    arguments: Vec<Value>,
) -> Result<Vec<Value>, Failure> {
    listed(machine.call_method(board, method, arguments)?)
}

fn listed(list: Value) -> Result<Vec<Value>, Failure> {
    Ok(extract::items(&list)?.into_owned())
}
