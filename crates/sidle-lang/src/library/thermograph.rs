//! Thermographs and their walls.

use std::{hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_core::Player;
use sidle_draw::{ThermographPanel, thermographs_svg};
use sidle_values::{Thermograph, Trajectory};

use super::{
    Argument, NativeClass, Object, Show,
    class_names::{OBJECT, PLAYER},
    classes, in_tables, plot,
};
use crate::{class::Class, diagnostic::Failure, evaluate::Machine, value::Value};

const TRAJECTORY: &str = "cgsuite.util.Trajectory";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// The walls of a thermograph.
    class "cgsuite.util.Thermograph": [OBJECT] "{3|1}.Thermograph" {
        /// A picture of the thermograph.
        fn Plot(thermograph: &Thermograph) "{3|1}.Thermograph.Plot()" => {
            let (label, thermograph) = (String::new(), thermograph.clone());
            plot::plotted("<Plot>", thermographs_svg(&[ThermographPanel { label, thermograph, unit: 1 }]))
        };
        /// The wall of a player.
        fn Wall(thermograph: &Thermograph, player: Player as PLAYER) "{3|1}.Thermograph.Wall(Left)"
            => Value::object(Wall(thermograph.wall(player).clone()));
    }
    /// One wall of a thermograph.
    class TRAJECTORY: [OBJECT] "{3|1}.Thermograph.Wall(Left)" {}
};

impl<'v> Argument<'v> for &'v Thermograph {
    fn of(_: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure> {
        match value {
            Value::Thermograph(thermograph) => Ok(thermograph),
            other => Err(other.unlike("a thermograph")),
        }
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
