//! Questions about a game with the answers true and false.

use std::collections::HashMap;

use dashu_int::ops::BitTest;
use sidle_core::Player;
use sidle_values::Game;

use crate::{
    diagnostic::Failure,
    evaluate::{Machine, to_game},
    library::{self, Member, members},
    value::Value,
};

pub(super) const GAME: &[Member] = members! { m;
    /// Can both players move in every follower but 0, or neither?
    get IsAllSmall(g: Game) "(^).IsAllSmall" => m.store.is_all_small(g);
    /// Does play take an even number of moves to any number?
    get IsEvenTempered(g: Game) "{3|1}.IsEvenTempered" => m.store.is_even_tempered(g);
    /// Does play take an odd number of moves to any number?
    get IsOddTempered(g: Game) "{3|1}.IsOddTempered" => m.store.is_odd_tempered(g);
    /// Is G + G equal to G?
    get IsIdempotent(g: Game) "(0).IsIdempotent" => g == m.store.zero();
    /// Is G less than every positive number and greater than every negative one?
    get IsInfinitesimal(g: Game) "(^).IsInfinitesimal" => m.store.is_infinitesimal(g);
    /// Does every play end?
    get IsLoopfree(_g: Game) "(^).IsLoopfree" => true;
    /// Is this the value of a nim heap?
    get IsNimber(g: Game) "(*8).IsNimber" => m.store.is_nimber(g);
    /// Is this a number plus an infinitesimal?
    get IsNumberish(g: Game) "(3+^).IsNumberish" => m.store.is_numberish(g);
    /// Is this a number, or a number plus a tiny or miny?
    get IsNumberTiny(g: Game) "(2+Tiny(1)).IsNumberTiny" => m.store.try_is_number_tiny(g, m.meter)?;
    /// Has no follower of G any infinite play but by one player's passes?
    get IsPlumtree(_g: Game) "(^).IsPlumtree" => true;
    /// Is this a number, on, off, or a number plus over or under?
    get IsPseudonumber(g: Game) "(5).IsPseudonumber" => m.store.is_number(g);
    /// Is the game its own variety plus something of degree 0?
    get IsStable(_g: Game) "(^).IsStable" => true;
    /// Does every play with alternating moves end?
    get IsStopper(_g: Game) "(^).IsStopper" => true;
    /// Are both sides stoppers?
    get IsStopperSided(_g: Game) "(^).IsStopperSided" => true;
    /// Is this a number plus a nimber plus multiples of powers of up?
    get IsUptimal(g: Game) "^<3>.IsUptimal" => m.store.try_uptimal_expansion(g, m.meter)?.is_some();
};

pub(super) const POSITION: &[Member] = members! { m;
    /// Is every option odd? Integers: is this even?
    get IsEven(x: &Value) "(6).IsEven" => parity(m, x)?.0;
    /// Are there options, and are all of them even? Integers: is this odd?
    get IsOdd(x: &Value) "(5).IsOdd" => parity(m, x)?.1;
};

pub(super) const VALUE: &[Member] = members! { m;
    /// Is this an integer?
    get IsInteger(x: &Value) "(5).IsInteger" => number_test(m, x, |x| x.is_integer());
    /// Is this a number?
    get IsNumber(x: &Value) "(-1/2).IsNumber" => {
        matches!(x, Value::Surreal(_)) || number_test(m, x, |x| x.is_finite())?
    };
    /// Is this an ordinal?
    get IsOrdinal(x: &Value) "(5).IsOrdinal" => match x {
        Value::Surreal(_) => Ok(library::is_ordinal(x)),
        x => number_test(m, x, |x| x.is_integer() && x.signum() >= 0),
    };
    /// Is this 0?
    get IsZero(x: &Value) "(*+*).IsZero" => number_test(m, x, |x| x.is_zero());
};

/// A test that only numbers can pass.
fn number_test(
    machine: &mut Machine<'_>,
    value: &Value,
    test: impl Fn(&crate::Rational) -> bool,
) -> Result<bool, Failure> {
    if let Value::Surreal(_) = value {
        return Ok(false);
    }
    let value = crate::evaluate::canonical(machine, value)?;
    Ok(matches!(&value, Value::Number(x) if test(x)))
}

/// Is a game even, and is it odd? It is even if all its options are odd, and odd if it has options and all
/// of them are even.
pub(super) fn parity(machine: &mut Machine<'_>, value: &Value) -> Result<(bool, bool), Failure> {
    let value = match value {
        Value::Surreal(_) => return Ok((false, false)),
        Value::Number(x) if x.to_dyadic().is_none() => return Ok((false, false)),
        value => value,
    };
    if let Value::Number(x) = value
        && let Some(n) = x.to_integer()
    {
        return Ok((!n.bit(0), n.bit(0)));
    }
    if let Value::Loopy(_) = value {
        return Ok((false, false));
    }
    let root = to_game(machine, value)?;
    let store = machine.store;
    let mut known: HashMap<Game, (bool, bool)> = HashMap::new();
    let start = |game| {
        let [left, right] = Player::BOTH.map(|player| store.options(game, player));
        let mut options = left.chain(right).peekable();
        let odd = options.peek().is_some();
        (game, options, (true, odd))
    };
    let mut stack = vec![start(root)];
    let mut answer = (false, false);
    while let Some((game, options, (even, odd))) = stack.last_mut() {
        machine.tick()?;
        if let Value::Number(x) = crate::evaluate::value_of(store, *game)
            && let Some(n) = x.to_integer()
        {
            (*even, *odd) = (!n.bit(0), n.bit(0));
        } else if (*even || *odd)
            && let Some(&option) = options.peek()
        {
            let Some(&(option_even, option_odd)) = known.get(&option) else {
                stack.push(start(option));
                continue;
            };
            options.next();
            (*even, *odd) = (*even && option_odd, *odd && option_even);
            continue;
        }
        answer = (*even, *odd);
        known.insert(*game, answer);
        stack.pop();
    }
    Ok(answer)
}
