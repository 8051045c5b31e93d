//! Certificates in their other form.

use std::{
    fs::File,
    io::{self, Cursor},
    path::Path,
};

use super::check::beginning;
use crate::{
    check::container::{CONTAINER_MAGIC, Container, Seekable, from_json, to_json},
    questions::prelude::*,
    source::unreadable,
};

/// Asks for a certificate in its other form: a JSON object as a container, a container as a JSON object.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConvertCertificateQuestion {
    /// The file; it holds one certificate.
    pub of: Source,
}

/// A form of certificates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CertificateForm {
    /// A JSON object.
    Json,
    /// A container.
    Container,
}

/// A certificate in its other form, which [`certificate`](Report::certificate) writes.
#[derive(Clone, Debug, Serialize)]
pub struct ConvertCertificateAnswer {
    /// The form that it is converted to.
    pub to: CertificateForm,
    #[serde(skip)]
    certificate: Blob,
}

impl Ask for ConvertCertificateQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<ConvertCertificateAnswer, Error> {
        let (of, workspace, meter) = (
            self.of.clone(),
            workspace.clone(),
            job.shared_meter().clone(),
        );
        let start = beginning(&mut open(&of, &workspace)?);
        let start = start.map_err(|error| unreadable(Path::new(&of.name()), &error))?;
        let from_container = start == CONTAINER_MAGIC;
        let write = move |out: &mut dyn io::Write| {
            let open = || open(&of, &workspace).map_err(io::Error::other);
            let written = match from_container {
                true => Container::open(open()?)
                    .and_then(|mut container| to_json(&mut container, out, &meter)),
                false => from_json(open, out, &meter),
            };
            written.map_err(io::Error::other)
        };
        Ok(match from_container {
            true => ConvertCertificateAnswer {
                to: CertificateForm::Json,
                certificate: Blob::new("application/json", write),
            },
            false => ConvertCertificateAnswer {
                to: CertificateForm::Container,
                certificate: Blob::new("application/octet-stream", write),
            },
        })
    }
}

/// A file that can be read at any place.
pub(super) fn open<'s>(
    of: &'s Source,
    workspace: &Workspace,
) -> Result<Box<dyn Seekable + 's>, Error> {
    Ok(match of {
        Source::Text(text) => Box::new(Cursor::new(text.as_bytes())),
        Source::Bytes(bytes) => Box::new(Cursor::new(&bytes[..])),
        Source::Path(path) => {
            let path = workspace.file(path)?;
            Box::new(File::open(&path).map_err(|error| unreadable(&path, &error))?)
        }
        Source::Stream(_) => {
            let mut bytes = Vec::new();
            let read = of.reader(workspace)?.read_to_end(&mut bytes);
            read.map_err(|error| unreadable(Path::new(&of.name()), &error))?;
            Box::new(Cursor::new(bytes))
        }
    })
}

impl Report for ConvertCertificateAnswer {
    fn text(&self, _: Style) -> String {
        match self.to {
            CertificateForm::Json => "converted to JSON".to_owned(),
            CertificateForm::Container => "converted to a container".to_owned(),
        }
    }

    fn certificate(&self) -> Option<Blob> {
        Some(self.certificate.clone())
    }
}
