//! Functions that belong to no value.

use sidle_core::Player;

use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{Machine, game, negative, value_of},
    library::{Member, collection, extract, statics, surreal},
    value::{Order, Value},
};

pub(in crate::library) const FUNCTIONS: &[Member] = statics! { m;
    /// Tiny(G) = {0||0|-G}.
    fn Tiny(x: &Value) "Tiny(2)" => tiny(m, x, Player::Left);
    /// Miny(G) = {G|0||0}.
    fn Miny(x: &Value) "Miny(2)" => tiny(m, x, Player::Right);
    /// The sum of the entries of a collection.
    fn Sum(values: &Value) "Sum(n^2 for n from 1 to 10)" => collection::sum(m, values);
    /// The greatest entry of a collection.
    fn Max(values: &Value) "Max(n % 7 for n from 1 to 10)" => collection::extreme(m, values, BinaryOp::Greater);
    /// The least entry of a collection.
    fn Min(values: &Value) "Min([3,1,2])" => collection::extreme(m, values, BinaryOp::Less);
    /// The least natural number that is not in a collection.
    fn Mex(values: &Value) "Mex([0,1,3])" => collection::mex(values);
    /// The list of all values born by day 0, 1, 2 or 3.
    fn BornBy(day: &Value) "BornBy(2).Size" => {
        let day = u32::try_from(extract::integer(day)?).ok().filter(|day| *day <= 3);
        let day = day.ok_or_else(|| {
            Failure::new("`BornBy` takes a day from 0 to 3").with_help("day 4 has more values than any memory")
        })?;
        let mut values = m.store.try_born_by(day, m.meter)?;
        let mut order = Order::new(m.store);
        values.sort_by(|&a, &b| order.compare_games(a, b));
        values.into_iter().map(|game| value_of(m.store, game)).collect::<Vec<_>>()
    };
    /// Lenstra's excess of a prime.
    fn excess(p: &Value) "excess(19)" => surreal::excess(m, p);
    /// Lenstra's set of prime powers of a prime, in the order of the primes.
    fn qSet(p: &Value) "qSet(13)" => surreal::q_set(m, p);
    /// Stops with a message.
    fn error(message: &Value) "[error(\"no\") for n from 1 to 0]" => {
        let message = match message {
            Value::Text(text) => text.to_string(),
            other => crate::print::plain(m, other)?,
        };
        Err::<Value, _>(Failure::new(message))
    };
};

/// `{0||0|-G}` for Left, its negative for Right.
pub(in crate::library) fn tiny(
    machine: &mut Machine<'_>,
    value: &Value,
    player: Player,
) -> Result<Value, Failure> {
    let zero = || vec![Value::integer(0)];
    match player {
        Player::Left => {
            let negative = negative(machine, value)?;
            let threat = game(machine, zero(), vec![negative])?;
            game(machine, zero(), vec![threat])
        }
        Player::Right => {
            let threat = game(machine, vec![value.clone()], zero())?;
            game(machine, vec![threat], zero())
        }
    }
}
