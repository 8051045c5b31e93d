//! Positions as people write them: names of vertices.

use anyhow::bail;
use clap::Args;

use super::Board;

/// Where the tokens are.
#[derive(Args, Clone, Debug)]
pub(crate) struct At {
    /// The vertices that hold a token, separated by commas or white space
    #[arg(long, value_name = "VERTICES", required = true)]
    pub(crate) at: Vec<String>,
}

/// The vertices named in `text`. A text with white space is cut there only, and one that is itself a name
/// is that vertex, so that names with commas can be written too; otherwise commas separate.
pub(crate) fn places(board: &Board, text: &str) -> anyhow::Result<Vec<u32>> {
    let pieces: Vec<&str> = if text.contains(char::is_whitespace) {
        text.split_whitespace().collect()
    } else if board.names.find(text).is_some() {
        vec![text]
    } else {
        text.split(',').filter(|piece| !piece.is_empty()).collect()
    };
    pieces.iter().map(|piece| vertex(board, piece)).collect()
}

/// The vertex of that name.
fn vertex(board: &Board, name: &str) -> anyhow::Result<u32> {
    let Some(index) = board.names.find(name) else {
        let some: Vec<_> = board.names.iter().take(8).collect();
        let more = if board.names.len() > some.len() {
            ", …"
        } else {
            ""
        };
        bail!(
            "there is no vertex `{name}`; the graph has {} vertices: {}{more}",
            board.names.len(),
            some.join(", ")
        );
    };
    // A graph with 32-bit ids has fewer vertices than that.
    Ok(index as u32)
}
