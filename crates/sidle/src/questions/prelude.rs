//! The names that questions share.

pub(super) use serde::{Deserialize, Serialize};

pub(super) use crate::{
    Ask, Blob, Drawing, Error, ErrorKind, Job, Report, Source, Table, Workspace, core::StopReason,
    values::notation::Style,
};
