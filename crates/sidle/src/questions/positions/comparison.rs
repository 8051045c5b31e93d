//! The order of two positions.

use crate::{
    Position, PositionSource, Value,
    core::{Meter, Relation},
    questions::prelude::*,
};

/// Asks which of two positions is better for Left, or whether they are equal or confused.
///
/// ```
/// use sidle::{Job, Workspace, core::Relation, questions::ComparePositionsQuestion};
/// let question = ComparePositionsQuestion {
///     left: ("Domineering", ".|.").into(),
///     right: ("Clobber", "xo").into(),
/// };
/// let answer = Workspace::new().ask(&question, &Job::unlimited())?;
/// assert_eq!(answer.relation, Relation::Greater);
/// assert_eq!(answer.difference.unwrap().to_string(), "1*");
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComparePositionsQuestion {
    /// The first position.
    pub left: PositionSource,
    /// The second position.
    pub right: PositionSource,
}

/// How two positions compare.
#[derive(Clone, Debug, Serialize)]
pub struct ComparePositionsAnswer {
    /// The positions.
    pub positions: [ComparedPosition; 2],
    /// `<`, `=`, `>` or `<>` between the first and the second.
    #[serde(serialize_with = "crate::wire::text")]
    pub relation: Relation,
    /// The first minus the second; none with cycles.
    pub difference: Option<Value>,
}

/// One of two positions, with its value.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedPosition {
    /// The position.
    #[serde(serialize_with = "crate::wire::text")]
    pub position: Position,
    /// Its value.
    pub value: Value,
}

impl Ask for ComparePositionsQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ComparePositionsAnswer, Error> {
        let positions = [&self.left, &self.right].map(|of| workspace.resolve(of, job));
        let [left, right] = positions;
        let (left, right) = (left?, right?);
        if let (Some(one), Some(other)) = (left.session(), right.session())
            && one != other
        {
            let message = "positions of classes of two sessions cannot be compared";
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let at = [&left, &right].map(Position::engine);
        // The solver of a session knows the built-in rulesets, too.
        let of = if left.session().is_some() {
            &left
        } else {
            &right
        };
        let (store, (values, relation, difference)) =
            workspace.solve(of, job, |solver, asking| {
                let values = [solver.value(at[0], asking)?, solver.value(at[1], asking)?];
                let loopy = asking.store.loopy();
                let relation = loopy.try_compare_values(values[0], values[1], asking.meter)?;
                let difference = values[0].short().zip(values[1].short());
                let difference = difference.map(|(a, b)| asking.store.try_sub(a, b, asking.meter));
                Ok((values, relation, difference.transpose()?))
            })?;
        let [first, second] = values.map(|value| Value::new(&store, value));
        Ok(ComparePositionsAnswer {
            positions: [(left, first), (right, second)]
                .map(|(position, value)| ComparedPosition { position, value }),
            relation,
            difference: difference.map(|game| Value::new(&store, game)),
        })
    }
}

impl Report for ComparePositionsAnswer {
    fn text(&self, style: Style) -> String {
        let values = self.positions.each_ref().map(|one| {
            let text = one.value.text(style, Meter::none());
            text.unwrap_or_else(|_| "…".to_owned())
        });
        format!("{} {} {}", values[0], self.relation, values[1])
    }
}
