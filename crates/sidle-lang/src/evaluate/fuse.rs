//! Common sequences of instructions done at one stroke.
//!
//! The instruction for a sequence is put over the first one; the others stay behind it. So places in the
//! code do not move, jumps into the middle work, and where the short cut does not apply the machine goes
//! the long way.

use super::code::Op;

/// Puts short cuts into code whose jumps are complete.
///
/// Cost: linear in the length of the code.
pub(super) fn fuse(ops: &mut [Op]) {
    for at in 0..ops.len() {
        if let Some(short) = short_cut(ops, at) {
            ops[at] = short;
        }
    }
}

fn short_cut(ops: &[Op], at: usize) -> Option<Op> {
    Some(match ops[at..] {
        [Op::Nothing, Op::Pop, ..] => Op::Skip(1),
        [Op::Global(list), Op::Local(index), Op::Index(1), ..] => Op::GlobalAt { list, index },
        [Op::Local(list), Op::Local(index), Op::Index(1), ..] => Op::LocalAt { list, index },
        [Op::Local(slot), Op::Integer(integer), Op::Binary(op), ..] => {
            Op::LocalInteger { op, slot, integer }
        }
        [Op::Local(first), Op::Local(second), Op::Binary(op), ..] => {
            Op::LocalLocal { op, first, second }
        }
        [Op::SetLocal(slot), Op::Pop, ..] => Op::TakeLocal(slot),
        [Op::ThisMember(site), Op::Local(slot), Op::Index(1), ..] => Op::FieldAt { site, slot },
        [Op::Outer(levels), Op::Member(site), ..] => Op::OuterField { levels, site },
        [Op::Binary(op), Op::JumpUnless(unless), ..] => Op::Test { op, unless },
        [Op::Jump(step), ..] => match ops.get(step as usize..)? {
            [Op::ForStep(slot), Op::ForNext { .. }, ..] => Op::ForAgain { slot: *slot, step },
            _ => return None,
        },
        _ => return None,
    })
}
