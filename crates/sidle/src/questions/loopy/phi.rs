//! φ of any loopy game.

use super::file::GameFile;
use crate::{
    core::Player,
    go::{GraphExtent, KoRequest, table_position, valued},
    questions::{GoValueAnswer, go::phi, prelude::*},
    solve::go::{KoGame, KoTable, Threatened},
    values::loopy::Stopper,
};

/// Asks for φ, φ_L or φ_R of a loopy game: nobody may move back to the position before the last move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopyPhiQuestion {
    /// The graph file. The ban holds for the moves that it marks with `@ko`, or for all if it marks none.
    pub graph: Source,
    /// The vertex; where the game starts if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// The game.
    #[serde(default = "phi", with = "crate::wire::name")]
    pub game: KoGame,
    /// The ko threats of Left and of Right, in φ: each lets a player make one banned move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<[u32; 2]>,
    /// Value the game again by sidling, and compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
    /// Prove the value by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
    /// Make the graph of the game with its banned and its live moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub phi_graph: bool,
}

/// The set of the moves that the ban holds for.
const KO: &str = "ko";

impl Ask for LoopyPhiQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GoValueAnswer, Error> {
        if self.threats.is_some() && (self.game != KoGame::Phi || self.certify) {
            let message = "ko threats are counted in phi, without certificates";
            return Err(Error::new(ErrorKind::Request, message));
        }
        let game = GameFile::read(&self.graph, workspace, job)?;
        let vertex = game.vertex(self.vertex.as_deref())?;
        let table = table(&game, job)?;
        let request = KoRequest {
            game: self.game,
            trace: self.trace,
            thermograph: false,
            certify: self.certify,
            graph: self.phi_graph.then_some(GraphExtent::Whole),
        };
        let start = table.start(vertex);
        match self.threats {
            None => {
                let position = table_position(&table, vertex);
                valued(&table, &start, Some(position), request, job.meter())
            }
            Some(threats) => {
                let rules = Threatened::new(&table);
                valued(&rules, &(start, threats), None, request, job.meter())
            }
        }
    }
}

/// The moves of a file, with its exits written out. The named vertices keep their numbers.
fn table(game: &GameFile, job: &Job) -> Result<KoTable, Error> {
    let mut table = KoTable::default();
    for name in &game.file.names {
        table.vertex(name);
    }
    let mut targets: Vec<u32> = (0..game.file.names.len() as u32).collect();
    for (vertex, exit) in (game.file.names.len() as u32..).zip(&game.file.exits) {
        let value = game.graph.exit(vertex).and_then(|value| value.stopper());
        let Some(value) = value else {
            let message = format!(
                "the exit \"{}\" has two sides: a ban needs positions, which it has only as a stopper",
                exit.text
            );
            return Err(Error::new(ErrorKind::NotApplicable, message));
        };
        let options =
            |&at: &Stopper, player: Player| Ok::<_, Error>(game.loopy().options(at, player));
        targets.push(table.graft(value, options, job.meter())?);
    }
    let marked = game.file.sets.iter().find(|set| set.name == KO);
    let marked = marked.map(|set| &set.edges);
    for (from, player, to) in game.file.graph.edges() {
        let is_inner = (to as usize) < game.file.names.len();
        let is_ko = is_inner && marked.is_none_or(|set| set.contains(&(from, player, to)));
        table.edge(from, player, targets[to as usize], is_ko);
    }
    Ok(table)
}
