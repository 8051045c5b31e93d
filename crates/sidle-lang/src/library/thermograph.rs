//! Thermographs and their walls.

use std::{hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_draw::{ThermographPanel, thermographs_svg};
use sidle_values::{Thermograph, Trajectory};

use super::{NativeClass, Object, Show, class, in_tables, method, plot, required};
use crate::{class::Class, diagnostic::Failure, value::Value};

const TRAJECTORY: &str = "cgsuite.util.Trajectory";

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[
            method(
                "Plot",
                &[],
                "A picture of the thermograph.",
                "{3|1}.Thermograph.Plot()",
                |_, a| {
                    let panel = ThermographPanel {
                        label: String::new(),
                        thermograph: thermograph(&a[0])?.clone(),
                        unit: 1,
                    };
                    Ok(plot::plotted("<Plot>", thermographs_svg(&[panel])))
                },
            ),
            method(
                "Wall",
                &[required("player", "game.Player")],
                "The wall of a player.",
                "{3|1}.Thermograph.Wall(Left)",
                |_, a| {
                    let Value::Player(player) = a[1] else {
                        return Err(Failure::new("expected a player"));
                    };
                    let wall = thermograph(&a[0])?.wall(player).clone();
                    Ok(Value::object(Wall(wall)))
                },
            ),
        ],
        ..class(
            "cgsuite.util.Thermograph",
            &["cgsuite.lang.Object"],
            "The walls of a thermograph.",
            "{3|1}.Thermograph",
        )
    },
    class(
        TRAJECTORY,
        &["cgsuite.lang.Object"],
        "One wall of a thermograph.",
        "{3|1}.Thermograph.Wall(Left)",
    ),
];

fn thermograph(value: &Value) -> Result<&Thermograph, Failure> {
    match value {
        Value::Thermograph(thermograph) => Ok(thermograph),
        other => Err(other.unlike("a thermograph")),
    }
}

/// One wall of a thermograph.
#[derive(Debug)]
struct Wall(Trajectory);

impl Object for Wall {
    fn is_free_of_games(&self) -> bool {
        true
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(TRAJECTORY)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Wall>();
        other.is_some_and(|other| self.0 == other.0)
    }

    fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.0.mast().to_string().as_bytes());
        hasher.finish()
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        let list = |values: Vec<String>| format!("[{}]", values.join(","));
        let points = self.0.critical_points().iter().map(ToString::to_string);
        let slopes = self.0.slopes().iter().map(ToString::to_string);
        Ok(format!(
            "Trajectory({},{},{})",
            self.0.mast(),
            list(points.collect()),
            list(slopes.collect())
        ))
    }
}
