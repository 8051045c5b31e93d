//! Methods of games with loops, and those that short games share with them.

use sidle_core::{Dyadic, Player, Relation};
use sidle_solve::Position;
use sidle_values::loopy::{LoopyValue, Pseudonumber, SideForm, Stopper};

use super::games::subordinate;
use crate::{
    ast::BinaryOp,
    diagnostic::Failure,
    evaluate::{
        Machine, binary,
        loopy::{self, to_loopy, to_stopper, value_of_loopy},
    },
    library::{Member, members},
    value::Value,
};

pub(super) const LOOPY: &[Member] = members! { m;
    /// The canonical form of a stopper.
    get CanonicalForm(x: &Value) "over.CanonicalForm" => x.clone();
    /// The value.
    get GameValue(x: &Value) "dud.GameValue" => x.clone();
    /// Who wins: L, R, N, P, or one of the five classes with draws.
    get OutcomeClass(g: LoopyValue) "dud.OutcomeClass" => {
        Value::LoopyOutcome(m.store.loopy().try_outcome(g, m.meter)?)
    };
    /// Who wins the canonical form of a stopper when the player who cannot move wins.
    get MisereOutcomeClass(g: Stopper) "on.MisereOutcomeClass" => m.store.loopy().try_misere_outcome(g, m.meter)?;
    /// The value when infinite play is won by Left.
    get Onside(g: LoopyValue) "dud.Onside" => side(g.onside());
    /// The value when infinite play is won by Right.
    get Offside(g: LoopyValue) "dud.Offside" => side(g.offside());
    /// The set of Left's canonical options.
    get LeftOptions(g: Stopper) "over.LeftOptions" => options(m, g, &[Player::Left]);
    /// The set of Right's canonical options.
    get RightOptions(g: Stopper) "over.RightOptions" => options(m, g, &[Player::Right]);
    /// The set of both players' canonical options.
    get Options(g: Stopper) "over.Options" => options(m, g, &Player::BOTH);
    /// The set of a player's canonical options.
    fn Options(g: Stopper, player: Player) "over.Options(Right)" => options(m, g, &[player]);
    /// The number, on or off that play ends at when a player begins; over and under do not count.
    fn StrongStop(g: Stopper, player: Player) "over.StrongStop(Left)" => {
        let loopy = m.store.loopy();
        loopy.pseudonumber_value(&match loopy.stop(g, player) {
            Pseudonumber::Over(number) | Pseudonumber::Under(number) => Pseudonumber::Number(number),
            other => other,
        })
    };
    /// Can both players move in every follower of both sides, or neither?
    get IsAllSmall(g: LoopyValue) "over.IsAllSmall" => {
        let Some((onside, offside)) = g.stopper_sides() else {
            return Err(Failure::new("its sides are not known to be stoppers"));
        };
        let loopy = m.store.loopy();
        loopy.try_is_all_small(onside, m.meter)? && loopy.try_is_all_small(offside, m.meter)?
    };
    /// Are there finitely many positions?
    get IsFinite() "over.IsFinite" => true;
    /// The set of all positions that can be reached, the game itself included.
    get Followers(g: Stopper) "over.Followers" => set_of(m, m.store.loopy().try_followers(g, m.meter)?);
    /// How many positions can be reached, the game itself included.
    get FollowerCount(g: Stopper) "over.FollowerCount" => m.store.loopy().try_followers(g, m.meter)?.len();
    /// The pseudonumber that play ends at when Left begins.
    get LeftStop(g: Stopper) "over.LeftStop" => stop(m, g, Player::Left);
    /// The pseudonumber that play ends at when Right begins.
    get RightStop(g: Stopper) "over.RightStop" => stop(m, g, Player::Right);
    /// The pseudonumber that play ends at when a player begins.
    fn Stop(g: Stopper, player: Player) "over.Stop(Left)" => stop(m, g, player);
    /// The degree of loopiness: the onside of G - G.
    get Degree(g: Stopper) "upon.Degree" => m.store.loopy().degree(g, m.meter)?;
    /// The variety of a stopper.
    get Variety(g: Stopper) "upon.Variety" => m.store.loopy().variety(g, m.meter)?;
    /// The simplest game infinitesimally close.
    get ReducedCanonicalForm(g: Stopper) "upon.ReducedCanonicalForm" => m.store.loopy().try_reduced(g, m.meter)?;
    /// G : H, where a move in G destroys H.
    fn OrdinalSum(g: &Value, that: &Value) "over.OrdinalSum(1)" => loopy::ordinal_sum(m, g, that);
    /// The X with G equal to H : X, if there is one.
    fn Subordinate(g: Stopper, base: Position) "over.Subordinate(1)" => subordinate(m, g, &base);
    /// Is G + G equal to G?
    get IsIdempotent(g: LoopyValue) "on.IsIdempotent" => m.store.loopy().is_idempotent(g, m.meter)?;
    /// Is G less than every positive number and greater than every negative one?
    get IsInfinitesimal(g: LoopyValue) "over.IsInfinitesimal" => g.stopper_sides().is_some_and(|(onside, offside)| {
        m.store.loopy().is_infinitesimal(onside) && m.store.loopy().is_infinitesimal(offside)
    });
    /// Is this a number plus an infinitesimal?
    get IsNumberish(g: LoopyValue) "over.IsNumberish" => g.stopper_sides().is_some_and(|(onside, offside)| {
        // Both sides must be infinitely close to the same number.
        let number = close_number(m, onside);
        number.is_some() && number == close_number(m, offside)
    });
    /// Is this a number plus a tiny or miny?
    get IsNumberTiny(x: &Value) "Tiny(on).IsNumberTiny" => is_number_tiny(m, x);
    /// Are passes the only cycles?
    get IsPlumtree(g: LoopyValue) "over.IsPlumtree" => g.stopper().is_some_and(|g| m.store.loopy().is_plumtree(g));
    /// Is this a number, on, off, or a number plus over or under?
    get IsPseudonumber(g: LoopyValue) "over.IsPseudonumber"
        => g.stopper().is_some_and(|g| m.store.loopy().as_pseudonumber(g).is_some());
    /// Do the upsum variety and the downsum variety agree?
    get IsStable(g: Stopper) "upon.IsStable" => m.store.loopy().is_stable(g, m.meter)?;
    /// Does every play with alternating moves end?
    get IsStopper(g: LoopyValue) "over.IsStopper" => g.stopper().is_some();
    /// Are both sides stoppers?
    get IsStopperSided(g: LoopyValue) "dud.IsStopperSided" => g.stopper_sides().is_some();
    /// Does every play end?
    get IsLoopfree() "over.IsLoopfree" => false;
    /// Is this the value of a nim heap?
    get IsNimber() "over.IsNimber" => false;
    /// Is this a number plus a nimber plus multiples of powers of up?
    get IsUptimal() "over.IsUptimal" => false;
};

pub(super) const POSITION: &[Member] = members! { m;
    /// The onside of the sum.
    fn Upsum(g: Stopper, that: Stopper) "upon.Upsum(^<on>)" => m.store.loopy().upsum(g, that, m.meter)?;
    /// The offside of the sum.
    fn Downsum(g: Stopper, that: Stopper) "upon.Downsum(^<on>)" => m.store.loopy().downsum(g, that, m.meter)?;
    /// The upsum variety of a stopper for an idempotent degree.
    fn UpsumVariety(g: Stopper, degree: Stopper) "upon.UpsumVariety(^<on>)"
        => m.store.loopy().upsum_variety(g, degree, m.meter)?;
    /// The downsum variety of a stopper for an idempotent degree.
    fn DownsumVariety(g: Stopper, degree: Stopper) "upon.DownsumVariety(^<on>)"
        => m.store.loopy().downsum_variety(g, degree, m.meter)?;
};

fn set_of(machine: &Machine<'_>, stoppers: Vec<Stopper>) -> Result<Value, Failure> {
    let values = stoppers.into_iter();
    Value::set(
        values
            .map(|stopper| value_of_loopy(machine.store, stopper.into()))
            .collect(),
    )
}

fn options(machine: &mut Machine<'_>, of: Stopper, players: &[Player]) -> Result<Value, Failure> {
    let mut options = Vec::new();
    for &player in players {
        options.extend(
            machine
                .store
                .loopy()
                .try_options(of, player, machine.meter)?,
        );
    }
    set_of(machine, options)
}

fn side(side: SideForm) -> Result<Stopper, Failure> {
    side.stopper()
        .ok_or_else(|| Failure::new("that side is not known to be a stopper"))
}

fn stop(machine: &Machine<'_>, of: Stopper, player: Player) -> Stopper {
    let loopy = machine.store.loopy();
    loopy.pseudonumber_value(&loopy.stop(of, player))
}

/// The number that a stopper is infinitely close to.
fn close_number(machine: &Machine<'_>, stopper: Stopper) -> Option<Dyadic> {
    let loopy = machine.store.loopy();
    let stop = loopy
        .is_numberish(stopper)
        .then(|| loopy.stop(stopper, Player::Left))?;
    stop.number().cloned()
}

/// `{0||0|-G}` or its negative, where G leaves its owner ahead even when the other moves first.
fn is_number_tiny(machine: &mut Machine<'_>, value: &Value) -> Result<bool, Failure> {
    let Some(stopper) = to_loopy(machine, value)?.stopper() else {
        return Ok(false);
    };
    let Some(number) = close_number(machine, stopper) else {
        return Ok(false);
    };
    let number = Value::Number(crate::Rational::from(&number));
    let rest = binary(machine, BinaryOp::Subtract, value.clone(), number)?;
    let rest = to_stopper(machine, &rest)?;
    let loopy = machine.store.loopy();
    let zero = Stopper::Short(machine.store.zero());
    let only = |stopper: Stopper, player: Player| match loopy.options(stopper, player)[..] {
        [option] => Some(option),
        _ => None,
    };
    let tiny = |player: Player| {
        let threat = only(rest, -player)?;
        let prize = only(threat, -player)?;
        let shaped = only(rest, player)? == zero && only(threat, player)? == zero;
        let wanted = match player {
            Player::Left => Relation::Less,
            Player::Right => Relation::Greater,
        };
        Some(shaped && loopy.compare(stop(machine, prize, player), zero) == wanted)
    };
    Ok(Player::BOTH
        .into_iter()
        .any(|player| tiny(player) == Some(true)))
}
