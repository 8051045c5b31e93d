//! `sidle play misere`: a person against the misère quotient, in the terminal.

use std::{collections::HashSet, process::ExitCode};

use anyhow::Context;
use clap::Args;
use sidle::{
    core::{Meter, StopReason},
    impartial::quotient::{HeapMove, QuotientSearch},
};

use super::{
    entries,
    limits::Limits,
    misere, output,
    play::{Side, persons_line},
};
use crate::{process::interrupt, progress::run_with_progress};

const EXAMPLES: &str = "\
Examples:
  sidle play misere 0.77 --at 5,9,12
  sidle play misere 0.07 --at 8,8,20 --as second

Who cannot move wins. A move is written as a heap and what is left of it: `9 4 4` or `9 -> 4+4`, and `1` or `1 -> 0` if
nothing is left. Other words: moves, hint, quit.";

/// Play a heap game under the misère rule against its quotient
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A code such as 0.77
    code: String,

    /// The heaps, such as 5,9,12
    #[arg(long, value_name = "HEAPS", value_parser = entries::heaps, required = true)]
    at: Vec<entries::Heaps>,

    /// Who you are
    #[arg(long = "as", value_enum, value_name = "WHO", default_value_t)]
    side: Side,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let heaps = arguments.at.concat();
    let search = match misere::search_for(&arguments.code, &heaps, &meter)? {
        Ok((search, _)) => search,
        Err(code) => return Ok(code),
    };
    // People take their time; the limits are those of each analysis.
    interrupt::end();
    let mut game = Game {
        search,
        limits: arguments.limits.clone(),
        heaps: heaps.into_iter().filter(|&heap| heap > 0).collect(),
    };
    game.play(arguments.side)?;
    Ok(ExitCode::SUCCESS)
}

struct Game {
    search: QuotientSearch,
    limits: Limits,
    heaps: Vec<u32>,
}

fn shown(heaps: &[u32]) -> String {
    match heaps {
        [] => "0".to_owned(),
        heaps => {
            let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
            heaps.join("+")
        }
    }
}

impl Game {
    /// Looks at the position under the limits.
    fn analyse<T>(&self, work: impl FnOnce(&Meter) -> Result<T, StopReason>) -> anyhow::Result<T> {
        let meter = self.limits.meter();
        let found = run_with_progress(&meter, "looking at the moves", || work(&meter))?;
        interrupt::end();
        Ok(found)
    }

    fn moves(&self) -> anyhow::Result<Vec<HeapMove>> {
        let mut heaps = self.heaps.clone();
        heaps.sort_unstable();
        heaps.dedup();
        self.analyse(|meter| {
            let mut ticker = meter.ticker();
            let mut moves = Vec::new();
            for heap in heaps {
                let mut known = HashSet::new();
                for left in self.search.game().options(heap, meter)? {
                    ticker.node(size_of::<HeapMove>())?;
                    if known.insert(left.clone()) {
                        moves.push(HeapMove { heap, left });
                    }
                }
            }
            Ok(moves)
        })
    }

    fn make(&mut self, chosen: &HeapMove) {
        if let Some(place) = self.heaps.iter().position(|&heap| heap == chosen.heap) {
            self.heaps.remove(place);
        }
        let left = chosen.left.iter().copied();
        self.heaps.extend(left.filter(|&heap| heap > 0));
        self.heaps.sort_unstable();
    }

    /// The moves that win; the engine tries others only if there are none.
    fn winning(&self) -> anyhow::Result<Vec<HeapMove>> {
        let position = self.analyse(|meter| self.search.judge(&self.heaps, meter))?;
        let position = position.context("a heap has not been looked at")?;
        Ok(position.winning_moves)
    }

    fn play(&mut self, side: Side) -> anyhow::Result<()> {
        output::line("Who cannot move wins. Type a move such as `9 4 4`, or moves, hint, quit.")?;
        let mut persons_turn = side == Side::First;
        loop {
            let moves = self.moves()?;
            if moves.is_empty() {
                return output::line(if persons_turn {
                    "You cannot move: you win."
                } else {
                    "I cannot move: I win."
                });
            }
            if persons_turn {
                output::line(&format!("Heaps {}", shown(&self.heaps)))?;
                match self.persons_move(&moves)? {
                    Some(chosen) => self.make(&chosen),
                    None => return Ok(()),
                }
            } else {
                let winning = self.winning()?;
                let chosen = winning.first().unwrap_or(&moves[0]).clone();
                output::line(&format!(
                    "I move {} -> {}",
                    chosen.heap,
                    shown(&chosen.left)
                ))?;
                self.make(&chosen);
            }
            persons_turn = !persons_turn;
        }
    }

    /// Asks until there is a move; none if the person leaves.
    fn persons_move(&self, moves: &[HeapMove]) -> anyhow::Result<Option<HeapMove>> {
        loop {
            let Some(line) = persons_line()? else {
                return Ok(None);
            };
            let line = line.replace("->", " ").replace('+', " ");
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [] => continue,
                ["quit" | "exit"] => return Ok(None),
                ["moves"] => {
                    let moves = moves
                        .iter()
                        .map(|m| format!("{} -> {}", m.heap, shown(&m.left)));
                    output::line(&moves.collect::<Vec<_>>().join(", "))?;
                    continue;
                }
                ["hint"] => {
                    output::line(&match self.winning()?.first() {
                        Some(m) => format!("You win. Try {} -> {}.", m.heap, shown(&m.left)),
                        None => "You lose if I make no mistake.".to_owned(),
                    })?;
                    continue;
                }
                _ => {}
            }
            let numbers: Result<Vec<u32>, _> = words.iter().map(|word| word.parse()).collect();
            let Ok(numbers) = numbers else {
                output::line(
                    "A move is a heap and what is left of it, such as `9 4 4`. Other words: moves, hint, quit.",
                )?;
                continue;
            };
            let mut left: Vec<u32> = numbers[1..].iter().copied().filter(|&h| h > 0).collect();
            left.sort_unstable();
            let found = moves.iter().find(|m| {
                let mut other = m.left.clone();
                other.sort_unstable();
                m.heap == numbers[0] && other == left
            });
            match found {
                Some(chosen) => return Ok(Some(chosen.clone())),
                None => output::line(&format!(
                    "{} -> {} is not a move here; `moves` lists them.",
                    numbers[0],
                    shown(&left)
                ))?,
            }
        }
    }
}
