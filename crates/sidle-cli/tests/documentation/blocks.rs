//! Finds the `console` blocks of a Markdown page.

/// One fenced block: its first line number (from 1) and its text.
pub(crate) struct Block {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Block {
    /// Whether lines of the calculator are shown, not commands of a shell.
    pub(crate) fn is_calculator(&self) -> bool {
        self.text.starts_with("> ")
    }

    /// How many lines somebody types.
    pub(crate) fn inputs(&self) -> usize {
        self.text
            .lines()
            .filter(|line| line.starts_with("> ") || line.starts_with("$ "))
            .count()
    }
}

/// The blocks of a page in their order.
pub(crate) fn find(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut fence = "";
    for (index, line) in page.lines().enumerate() {
        let trimmed = line.trim_start();
        if fence.is_empty() {
            let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
            if ticks >= 3 {
                fence = &trimmed[..ticks];
                let text = String::new();
                let line = index + 2;
                open = (trimmed[ticks..].trim() == "console").then_some(Block { line, text });
            }
        } else if trimmed.trim_end() == fence {
            fence = "";
            blocks.extend(open.take());
        } else if let Some(block) = &mut open {
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    blocks
}

#[test]
fn only_console_blocks_are_found() {
    let page =
        "a\n```console\n> 1\n1\n```\n```text\n> 2\n```\n````md\n```console\n> 3\n```\n````\n";
    let found = find(page);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].line, found[0].text.as_str()), (3, "> 1\n1\n"));
    assert_eq!(found[0].inputs(), 1);
    assert!(found[0].is_calculator());
}
