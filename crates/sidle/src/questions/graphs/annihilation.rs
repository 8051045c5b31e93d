//! Tokens that vanish when they meet.

use std::{io, sync::Arc};

use super::{
    LinearValue, NamedMove, TokenAnswer, input,
    position::{repeated, vertices},
};
use crate::{
    draw::{Picture, Tone, TooLarge},
    graph::{
        Names,
        annihilation::{Annihilation, AnnihilationError, Certificate},
        gamma::TokenMove,
        label::Label,
    },
    questions::prelude::*,
};

/// Asks who wins an annihilation game, and by which moves. A move takes one token along an edge; if it meets another
/// one, both vanish. A player who cannot move loses, and an endless play is a draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnihilationQuestion {
    /// The graph.
    pub graph: Source,
    /// The vertices of the tokens: `z0,z2`. Each is named once.
    pub at: Vec<String>,
}

impl Ask for AnnihilationQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TokenAnswer, Error> {
        let board = AnnihilationBoard::load(&self.graph, &self.at, workspace, job)?;
        let (game, position) = (&board.game, &board.position[..]);
        let moves = game.moves(position).into_iter();
        let judged: Vec<_> = moves
            .map(|chosen| (board.named(chosen), game.outcome_after(position, chosen)))
            .collect();
        let answer = TokenAnswer::new(game.value(position), &judged, board.picture());
        let linear = LinearValue {
            sigma: game.sigma(position),
            t: game.t(),
        };
        // The proof is worked out when it is wanted, under the limits of the same job.
        let (source, meter) = (self.graph.name(), job.shared_meter().clone());
        let certificate = Blob::new("application/json", move |out| {
            let proof = Certificate::try_of(&board.game, &board.position, &meter);
            let proof = proof.map_err(|error| io::Error::other(Error::from(error)))?;
            proof.write(&board.names, &source, out)
        });
        let mut answer = answer.with_certificate(certificate);
        answer.linear = Some(linear);
        Ok(answer)
    }
}

impl From<AnnihilationError> for Error {
    fn from(error: AnnihilationError) -> Error {
        match error {
            AnnihilationError::Stopped(reason) => reason.into(),
            error => Error::new(ErrorKind::NotDetermined, error.to_string()),
        }
    }
}

/// A graph, the solved game on it, and where the tokens are at the beginning.
#[derive(Debug)]
pub(super) struct AnnihilationBoard {
    pub(super) game: Annihilation<'static>,
    pub(super) names: Names,
    /// Increasing.
    pub(super) position: Vec<u32>,
}

impl AnnihilationBoard {
    pub(super) fn load(
        graph: &Source,
        at: &[String],
        workspace: &Workspace,
        job: &Job,
    ) -> Result<Arc<AnnihilationBoard>, Error> {
        let board = input::board(graph, workspace, job)?;
        let texts = at.iter().map(|text| vertices(&board.names, text));
        let mut position = texts.collect::<Result<Vec<_>, Error>>()?.concat();
        position.sort_unstable();
        if let Some(name) = repeated(&board.names, &position) {
            let message = format!("two tokens on `{name}` would have annihilated each other");
            return Err(Error::new(ErrorKind::Request, message).with_help("name each vertex once"));
        }
        Ok(Arc::new(AnnihilationBoard {
            game: Annihilation::try_owned(board.graph, job.meter())?,
            names: board.names,
            position,
        }))
    }

    pub(super) fn name(&self, vertex: u32) -> String {
        self.names.name(vertex as usize).into_owned()
    }

    pub(super) fn named(&self, chosen: TokenMove) -> NamedMove {
        [chosen.from, chosen.to].map(|vertex| self.name(vertex))
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        let (game, position) = (&self.game, &self.position[..]);
        let mut picture = Picture::of(game.graph().forward(), &self.names)?;
        for v in game.graph().vertices() {
            picture.mark(v, game.sigma(&[v]).to_string(), Tone::Plain);
        }
        position.iter().for_each(|&v| picture.put_token(v));
        let good = match game.outcome(position) {
            Label::N => game.winning_moves(position),
            _ => game.drawing_moves(position),
        };
        for chosen in good {
            picture.set_off(chosen.from, chosen.to);
        }
        Ok(picture)
    }
}
