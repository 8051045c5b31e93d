//! Certificates of comparisons and canonical forms.

use crate::{
    core::Relation, lang::Certified, questions::prelude::*, session::from_diagnostic,
    values::certify::Certificate,
};

/// Asks for a proof of a claim: of a comparison of two short games, or that a game has its canonical form. Braces are
/// certified as they are typed; any other expression stands for the canonical form of its value.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifyQuestion {
    /// The session, whose names the claim may use.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
    /// The claim: `{1|*} > 0`, or a game. Of several statements the last is certified; names that they give are forgotten.
    pub claim: String,
}

/// A proof of a claim, or the truth about it.
#[derive(Clone, Debug, Serialize)]
pub struct CertifyAnswer {
    /// Is the claim true?
    pub holds: bool,
    /// How the two games compare, if the claim is false.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::optional_text"
    )]
    pub relation: Option<Relation>,
    /// The proof of a true claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Blob>,
}

impl Ask for CertifyQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<CertifyAnswer, Error> {
        let certified = workspace.sessions().run(&self.session, job, |session, _| {
            session.certify(&self.claim, job.meter())
        })?;
        let certified = certified.map_err(|error| from_diagnostic(error, "claim"))?;
        Ok(match certified {
            Certified::Proved(certificate) => CertifyAnswer {
                holds: true,
                relation: None,
                certificate: Some(written(certificate)),
            },
            Certified::False(relation) => CertifyAnswer {
                holds: false,
                relation: Some(relation),
                certificate: None,
            },
        })
    }
}

fn written(certificate: Certificate) -> Blob {
    Blob::new("application/json", move |out| write!(out, "{certificate}"))
}

impl Report for CertifyAnswer {
    fn text(&self, _: Style) -> String {
        match self.relation {
            None => "the claim is true".to_owned(),
            Some(relation) => format!("the claim is false, the truth is `{relation}`"),
        }
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }
}
