//! Electrons and positrons on a digraph.

use super::{
    TokenAnswer, input,
    position::{repeated, vertices},
};
use crate::{
    core::{Meter, Player},
    draw::{Picture, Tone, TooLarge},
    graph::{
        Board, Digraph, Threads,
        annihilation::{MatterAntimatter, Particles},
        explore,
        gamma::Gamma,
        label::{Ends, try_label_symmetric},
    },
    questions::prelude::*,
};

/// Asks who wins matter and antimatter on a small digraph, and by which moves. A move takes a particle along an edge to
/// a vertex without another of its kind; it annihilates one of the other kind there. A loop is a pass. A player who
/// cannot move loses, and an endless play is a draw. Every position that can be reached is explored: up to 3^n of them
/// on n vertices.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatterQuestion {
    /// The graph.
    pub graph: Source,
    /// The vertices of the electrons: `a,b`.
    #[serde(default)]
    pub electrons: String,
    /// The vertices of the positrons.
    #[serde(default)]
    pub positrons: String,
}

impl Ask for MatterQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TokenAnswer, Error> {
        let board = input::board(&self.graph, workspace, job)?;
        let start = self.particles(&board)?;
        solve(&board, &start, job.meter())
    }
}

impl MatterQuestion {
    fn particles(&self, board: &Board) -> Result<Particles, Error> {
        let electrons = vertices(&board.names, &self.electrons)?;
        let positrons = vertices(&board.names, &self.positrons)?;
        let mut all = [&electrons[..], &positrons].concat();
        all.sort_unstable();
        if let Some(name) = repeated(&board.names, &all) {
            let message = format!("two particles on `{name}`; a vertex holds one");
            return Err(Error::new(ErrorKind::Request, message));
        }
        Ok(Particles::new(electrons, positrons))
    }
}

fn solve(board: &Board, start: &Particles, meter: &Meter) -> Result<TokenAnswer, Error> {
    let game = MatterAntimatter::new(board.graph.forward());
    let explored = explore::<_, u32>(&game, [start.clone()], Player::Left, meter)?;
    let graph = Digraph::new(explored.graph().clone());
    let labels = try_label_symmetric(&graph, &Ends::normal(), Threads::ONE, meter)?;
    let gamma = Gamma::try_of(&graph, meter)?;
    let find = |at: &Particles| explored.vertex(at).expect("options have been explored");
    let mut moves = Vec::new();
    for (from, to, result) in game.moves(start) {
        let vertex = find(&result);
        let named = [from, to].map(|v| board.name(v).into_owned());
        moves.push((labels.distance(vertex), (named, labels.label(vertex))));
    }
    // The shortest win comes first; wins lie at even distances behind a move.
    moves.sort_by_key(|(distance, _)| distance.unwrap_or(u64::MAX));
    let moves: Vec<_> = moves.into_iter().map(|(_, judged)| judged).collect();
    let value = gamma.value(graph.forward(), find(start));
    Ok(TokenAnswer::new(value, &moves, picture(board, start)))
}

fn picture(board: &Board, start: &Particles) -> Result<Picture, TooLarge> {
    let mut picture = Picture::of(board.graph.forward(), &board.names)?;
    for (vertices, sign) in [(&start.electrons, "−"), (&start.positrons, "+")] {
        for &v in vertices {
            picture.mark(v, sign.to_owned(), Tone::Plain);
            picture.put_token(v);
        }
    }
    Ok(picture)
}
