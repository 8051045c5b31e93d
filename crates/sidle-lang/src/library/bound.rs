//! A nested class together with the object it belongs to: `outer.Inner`.

use std::sync::Arc;

use super::{Object, Show, in_tables};
use crate::{
    class::{Class, Instance},
    diagnostic::Failure,
};

/// A nested class of an object; calling it makes an object inside that one.
#[derive(Debug)]
pub(crate) struct BoundClass {
    pub(crate) class: Arc<Class>,
    pub(crate) enclosing: Arc<Instance>,
}

impl Object for BoundClass {
    fn class(&self) -> &'static Arc<Class> {
        in_tables("cgsuite.lang.InstanceClass")
    }

    fn equal(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<BoundClass>().is_some_and(|other| {
            Arc::ptr_eq(&self.class, &other.class) && self.enclosing == other.enclosing
        })
    }

    fn hash(&self) -> u64 {
        u64::from(self.class.ordinal)
    }

    fn text(&self, _show: Show<'_>) -> Result<String, Failure> {
        Ok("InstanceClass.instance".to_owned())
    }
}
