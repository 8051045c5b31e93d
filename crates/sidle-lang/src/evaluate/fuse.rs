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

/// Lets jumps that lead to jumps go to the end at once. What goes back in a loop still counts a step there:
/// either the jump itself does, as it goes backwards, or the instruction it leads to.
///
/// Cost: linear in the length of the code.
pub(super) fn thread(ops: &mut [Op]) {
    const MOST: usize = 16;
    for at in 0..ops.len() {
        let (Op::Jump(first)
        | Op::JumpUnless(first)
        | Op::ForNext { exit: first, .. }
        | Op::InNext { exit: first, .. }) = ops[at]
        else {
            continue;
        };
        let mut last = first;
        for _ in 0..MOST {
            match ops.get(last as usize) {
                Some(&Op::Jump(next)) => last = next,
                _ => break,
            }
        }
        match &mut ops[at] {
            Op::Jump(to)
            | Op::JumpUnless(to)
            | Op::ForNext { exit: to, .. }
            | Op::InNext { exit: to, .. } => *to = last,
            _ => {}
        }
    }
}

/// Where a condition goes on that is false in its first half: the label of the `JumpUnless` behind its end.
fn unless(ops: &[Op], end: u32) -> Option<u32> {
    match ops.get(end as usize) {
        Some(&Op::JumpUnless(unless)) => Some(unless),
        _ => None,
    }
}

fn short_cut(ops: &[Op], at: usize) -> Option<Op> {
    Some(match ops[at..] {
        [
            Op::Integer(integer),
            Op::Binary(op),
            Op::JumpUnless(unless),
            ..,
        ] => Op::TestInteger {
            op,
            skip: 2,
            integer,
            unless,
        },
        [
            Op::Integer(integer),
            Op::Binary(op),
            Op::JumpIfFalse(end),
            Op::Pop,
            ..,
        ] => Op::TestInteger {
            op,
            skip: 3,
            integer,
            unless: unless(ops, end)?,
        },
        [Op::Binary(op), Op::JumpIfFalse(end), Op::Pop, ..] => Op::Test {
            op,
            skip: 2,
            unless: unless(ops, end)?,
        },
        [Op::JumpIfFalse(end), Op::Pop, ..] => Op::And(unless(ops, end)?),
        [Op::JumpIfTrue(end), Op::Pop, ..] => {
            unless(ops, end)?;
            Op::Or(end + 1)
        }
        [Op::SetLocal(slot), Op::Pop, Op::Jump(to), ..] if to as usize > at => {
            Op::TakeLocalAndJump { slot, to }
        }
        [Op::ForStart(slot), Op::Jump(next), ..] => match ops.get(next as usize)? {
            Op::ForNext { .. } => Op::ForBegin { slot, next },
            _ => return None,
        },
        [Op::Integer(1), Op::ForStart(slot), Op::Jump(next), ..] => match ops.get(next as usize)? {
            Op::ForNext { .. } => Op::ForBeginByOne { slot, next },
            _ => return None,
        },
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
        [
            Op::ThisMember(site),
            Op::Local(_),
            Op::Local(_),
            Op::Binary(_),
            Op::Index(1),
            ..,
        ] => Op::FieldAtBinary { site },
        [Op::Outer(levels), Op::Member(site), ..] => Op::OuterField { levels, site },
        [Op::Binary(op), Op::JumpUnless(unless), ..] => Op::Test {
            op,
            skip: 1,
            unless,
        },
        [Op::ForStep(slot), Op::ForNext { exit, .. }, ..] => Op::ForStepNext { slot, exit },
        [Op::Jump(step), ..] => match *ops.get(step as usize..)? {
            [
                Op::ForStep(slot) | Op::ForStepNext { slot, .. },
                Op::ForNext { .. },
                ..,
            ] => Op::ForAgain { slot, step },
            _ => return None,
        },
        _ => return None,
    })
}
