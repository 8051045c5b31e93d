//! Methods of games.

use sidle_core::{Outcome, Player};
use sidle_rules::card::Input;
use sidle_solve::{Compound, Form, Position, catalogue};
use sidle_values::{Game, loopy::Stopper};

use crate::{
    ast::BinaryOp,
    class::{Body, Class},
    diagnostic::Failure,
    evaluate::{
        Machine, ask, binary, canonical, compound, compound_or_value,
        loopy::{to_stopper, value_of_loopy},
        relation, to_form, to_game, value_of,
    },
    library::{self, Member, members},
    loader::Classes,
    rational::Rational,
    value::Value,
};

pub(super) const ANY: &[Member] = members! { m;
    /// The class of a value.
    get Class(x: &Value) "(^).Class" => class(m, x);
};

pub(super) const NUMBER: &[Member] = members! { m;
    /// The birthday: the depth of the canonical form.
    get Birthday(x: &Rational) "(5/8).Birthday" => match x.to_dyadic() {
        Some(dyadic) => Value::integer(m.store.birthday(m.store.number(&dyadic))),
        None if x.is_finite() => library::omega(),
        None => return Err(Failure::new(format!("{x} has no birthday"))),
    };
    /// Who wins: L, R, N (the next player) or P (the previous one).
    get OutcomeClass(x: &Rational) "(1/3).OutcomeClass" => match x.signum() {
        1 => Outcome::Left,
        -1 => Outcome::Right,
        _ => Outcome::Previous,
    };
};

pub(super) const GAME: &[Member] = members! { m;
    /// The canonical form: forms and compounds are worked out.
    get CanonicalForm(x: &Value) "('{*|*}' : 1).CanonicalForm" => library::canonical_form(m, x);
    /// The value, like CanonicalForm.
    get GameValue(x: &Value) "('{*|*}' + 1).GameValue" => library::game_value(m, x);
    /// The birthday: the depth of the canonical form.
    get Birthday(g: Game) "(^^).Birthday" => m.store.birthday(g);
    /// The set of Left's canonical options.
    get LeftOptions(g: Game) "(^*).LeftOptions" => options(m, g, &[Player::Left]);
    /// The set of Right's canonical options.
    get RightOptions(g: Game) "(^*).RightOptions" => options(m, g, &[Player::Right]);
    /// The set of both players' canonical options.
    get Options(g: Game) "(^*).Options" => options(m, g, &Player::BOTH);
    /// The set of a player's canonical options.
    fn Options(g: Game, player: Player) "(^*).Options(Left)" => options(m, g, &[player]);
    /// The number that play ends at when a player begins.
    fn StrongStop(g: Game, player: Player) "{3|1}.StrongStop(Left)" => m.store.stop(g, player);
    /// Are there finitely many positions?
    get IsFinite() "(^).IsFinite" => true;
    /// The set of all positions that can be reached, the game itself included.
    get Followers(g: Game) "(^).Followers" => set_of(m, m.store.try_followers(g, m.meter)?);
    /// How many positions can be reached, the game itself included.
    get FollowerCount(g: Game) "(^).FollowerCount" => m.store.try_follower_count(g, m.meter)?;
    /// The undominated incentives of both players.
    get Incentives(g: Game) "(v*).Incentives" => set_of(m, m.store.try_all_incentives(g, m.meter)?);
    /// The undominated G^L - G.
    get LeftIncentives(g: Game) "(v*).LeftIncentives"
        => set_of(m, m.store.try_incentives(g, Player::Left, m.meter)?);
    /// The undominated G - G^R.
    get RightIncentives(g: Game) "(v*).RightIncentives"
        => set_of(m, m.store.try_incentives(g, Player::Right, m.meter)?);
    /// The number that play ends at when Left begins.
    get LeftStop(g: Game) "{3||2|1}.LeftStop" => m.store.stop(g, Player::Left);
    /// The number that play ends at when Right begins.
    get RightStop(g: Game) "{3||2|1}.RightStop" => m.store.stop(g, Player::Right);
    /// The number that play ends at when a player begins.
    fn Stop(g: Game, player: Player) "{3||2|1}.Stop(Left)" => m.store.stop(g, player);
    /// How many lines of play there are down to a number.
    get StopCount(g: Game) "(*8).StopCount" => m.store.try_stop_count(g, m.meter)?;
    /// Who wins: L, R, N (the next player) or P (the previous one).
    get OutcomeClass(g: Game) "(v*).OutcomeClass"
        => Outcome::from(m.store.try_compare(g, m.store.zero(), m.meter)?);
    /// Who wins the canonical form when the last move loses. `'{*2|*2}'` keeps a form, `*[2]+*[2]` a misère game.
    get MisereOutcomeClass(g: Game) "(5).MisereOutcomeClass" => m.store.try_misere_outcome(g, m.meter)?;
    /// The value when infinite play is won by Left; of a game without loops, itself.
    get Onside(x: &Value) "(^).Onside" => canonical(m, x);
    /// The value when infinite play is won by Right; of a game without loops, itself.
    get Offside(x: &Value) "(^).Offside" => canonical(m, x);
    /// The degree of loopiness, 0 for a game without loops.
    get Degree() "(^).Degree" => 0i64;
    /// The variety, 0 for a game without loops.
    get Variety() "(^).Variety" => 0i64;
    /// The companion: 0 and * change places at the ends of play.
    get Companion(g: Game) "(^).Companion" => m.store.try_companion(g, m.meter)?;
    /// The n of a nimber *n.
    get NimValue(g: Game) "(*3).NimValue"
        => m.store.as_nimber(g).ok_or_else(|| Failure::new("that game is not a nimber"));
    /// The digits of an uptimal: number and nimber, then multiples of ^, ^<2>, ^<3> …
    get UptimalExpansion(g: Game) "^<2>.UptimalExpansion" => match m.store.try_uptimal_expansion(g, m.meter)? {
        Some(expansion) => Ok(Value::Uptimal(expansion.into())),
        None => Err(Failure::new("that game is not an uptimal")),
    };
    /// The power ^<n> for G = ^, in general {0 | H - G.PowTo(n - 1)} for G = {0|H}.
    fn Pow(g: &Value, x: &Value) "^.Pow(3)" => pow(m, g, x);
    /// The sum ^[n] of the first n powers for G = ^, in general G : (n Subordinate 1).
    fn PowTo(g: &Value, x: &Value) "^.PowTo(3)" => pow_to(m, g, x);
    /// The X with G equal to H : X, if there is one.
    fn Subordinate(g: Stopper, base: Position) "(1/8).Subordinate(1)" => subordinate(m, g, &base);
    /// G : H, where a move in G destroys H.
    fn OrdinalSum(g: &Value, that: &Value) "(*5).OrdinalSum(*6)"
        => compound_or_value(m, Compound::OrdinalSum, g, that);
};

pub(super) const POSITION: &[Member] = members! { m;
    /// {0||0|-G}.
    get Tiny(g: &Value) "2.Tiny" => super::functions::tiny(m, g, Player::Left);
    /// {G|0||0}.
    get Miny(g: &Value) "2.Miny" => super::functions::tiny(m, g, Player::Right);
    /// Conway's product.
    fn ConwayProduct(g: &Value, that: &Value) "*4.ConwayProduct(*4)"
        => compound_or_value(m, Compound::ConwayProduct, g, that);
    /// Every move of H replaced by a copy of G or -G; kept as a form.
    fn OrdinalProduct(g: &Value, that: &Value) "((1/2) OrdinalProduct (1/4)).CanonicalForm"
        => compound(m, Compound::OrdinalProduct, g, that);
    /// Move in both games; kept as a form.
    fn ConjunctiveSum(g: &Value, that: &Value) "((^) ConjunctiveSum *2).CanonicalForm"
        => compound(m, Compound::ConjunctiveSum, g, that);
    /// Move in one game or both; kept as a form.
    fn SelectiveSum(g: &Value, that: &Value) "((+-1) SelectiveSum (^^)).CanonicalForm"
        => compound(m, Compound::SelectiveSum, g, that);
};

fn set_of(machine: &Machine<'_>, games: Vec<Game>) -> Result<Value, Failure> {
    Value::set(
        games
            .into_iter()
            .map(|game| value_of(machine.store, game))
            .collect(),
    )
}

/// The options of these players, counted before any is listed: a nimber has billions.
fn options(machine: &mut Machine<'_>, game: Game, players: &[Player]) -> Result<Value, Failure> {
    let mut options = Vec::new();
    /// About so many bytes does an option take in a set.
    const EACH: u64 = 96;
    for &player in players {
        let count = machine.store.option_count(game, player) as u64;
        machine.meter.room(count.saturating_mul(EACH))?;
        for _ in 0..count {
            machine.count_value()?;
        }
        options.extend(machine.store.options(game, player));
    }
    set_of(machine, options)
}

/// The class.
fn class(machine: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    if let Some(Value::Instance(twin)) = library::ruleset_scripts::twin_position(machine, value)? {
        return Ok(Value::Class(twin.class.clone()));
    }
    let class = library::class_of(machine, value);
    if let Some(base) = declaring_ruleset(&class, value) {
        let script = Classes::script_of(base);
        let base = machine.load_class(script.as_deref().unwrap_or(base))?;
        let nested = base.members.get("Position").and_then(|group| {
            let mut methods = group.methods.iter();
            methods.find_map(|method| match &method.body {
                Body::Nested(class) => Some(class.clone()),
                _ => None,
            })
        });
        return Ok(Value::Class(nested.unwrap_or(class)));
    }
    Ok(Value::Class(
        match library::public_class(&class.qualified) {
            Some(public) => machine.load_class(public)?,
            None => class,
        },
    ))
}

/// The ruleset that declares the class of a native position.
fn declaring_ruleset(class: &Class, value: &Value) -> Option<&'static str> {
    if &*class.qualified == "game.heap.HeapPosition" {
        return Some("game.heap.HeapRuleset");
    }
    let Value::Form(position) = value else {
        return None;
    };
    let Form::Atom(atom) = position.form() else {
        return None;
    };
    let name = atom.class_name();
    if let Some(card) = catalogue::card_of(&name) {
        return match card.input {
            _ if card.declares_positions => Some(card.class),
            Input::Pair => Some("game.heap.CoordinateRuleset"),
            Input::Text | Input::Heaps | Input::Rows | Input::Squares => None,
        };
    }
    match catalogue::class_of(&name) {
        "TakeAway" => Some("game.heap.CoordinateRuleset"),
        "PartizanSubtraction" | "PartizanSplittles" => Some("game.heap.PartizanTakeAndBreak"),
        _ => None,
    }
}

/// `{0 | H - G raised up to n - 1}` for G = {0|H}; the mirror image for negatives of such.
fn pow(machine: &mut Machine<'_>, value: &Value, exponent: &Value) -> Result<Value, Failure> {
    let game = to_game(machine, value)?;
    let one = Value::integer(1);
    check_exponent(machine, exponent, &one)?;
    let store = machine.store;
    let zero = store.zero();
    let shape = Player::BOTH.into_iter().find_map(|player| {
        let own = store.only_option(game, player)?;
        let other = store.only_option(game, -player)?;
        (own == zero).then_some((player, value_of(store, other)))
    });
    let Some((player, other)) = shape else {
        return Err(Failure::new(
            "`Pow` takes a game of the form {0|G} or {G|0}",
        ));
    };
    let less = binary(machine, BinaryOp::Subtract, exponent.clone(), one)?;
    let sum = pow_to(machine, value, &less)?;
    let option = vec![binary(machine, BinaryOp::Subtract, other, sum)?];
    let zero = vec![Value::integer(0)];
    match player {
        Player::Left => crate::evaluate::game(machine, zero, option),
        Player::Right => crate::evaluate::game(machine, option, zero),
    }
}

/// `G : Y` with `1 : Y` equal to the exponent; 0 for the exponent 0.
fn pow_to(machine: &mut Machine<'_>, game: &Value, exponent: &Value) -> Result<Value, Failure> {
    let (zero, one) = (Value::integer(0), Value::integer(1));
    check_exponent(machine, exponent, &zero)?;
    if matches!(exponent, Value::Number(number) if number.is_zero()) {
        return Ok(zero);
    }
    let large = relation(machine, exponent, &one)?.is_some_and(|order| order.is_ge());
    let over_one = if large {
        binary(machine, BinaryOp::Subtract, exponent.clone(), one)?
    } else {
        let (exponent, one) = (to_stopper(machine, exponent)?, to_form(machine, &one)?);
        subordinate(machine, exponent, &one).map_err(|failure| match failure {
            Failure::Error { .. } => invalid_exponent(),
            other => other,
        })?
    };
    binary(machine, BinaryOp::OrdinalSum, game.clone(), over_one)
}

/// An exponent is a pseudonumber that is not less than `least`.
fn check_exponent(machine: &mut Machine<'_>, value: &Value, least: &Value) -> Result<(), Failure> {
    let number = match value {
        Value::Number(_) => true,
        Value::Loopy(loopy) => loopy
            .stopper()
            .is_some_and(|stopper| machine.store.loopy().as_pseudonumber(stopper).is_some()),
        _ => false,
    };
    if number && relation(machine, value, least)?.is_some_and(|order| order.is_ge()) {
        return Ok(());
    }
    Err(invalid_exponent())
}

fn invalid_exponent() -> Failure {
    Failure::new("invalid exponent")
        .with_help("an exponent is a positive number, on, or a number plus over or under")
}

/// The X for which a game is the ordinal sum of the base and X.
pub(super) fn subordinate(
    machine: &mut Machine<'_>,
    game: Stopper,
    base: &Position,
) -> Result<Value, Failure> {
    match ask(machine, |solver, asking| {
        solver.subordinate(game, base, asking)
    })? {
        Some(found) => Ok(value_of_loopy(machine.store, found)),
        None => Err(Failure::new(
            "that game cannot be subordinated to the specified base",
        )),
    }
}
