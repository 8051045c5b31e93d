//! # Sidle in a program
//!
//! A [`Workspace`](crate::Workspace) answers questions. It owns its values and its solvers, is cheap to clone, and can be
//! shared between threads. The first value takes ten lines:
//!
//! ```
//! use sidle::{Job, Workspace, questions::ValueQuestion};
//!
//! fn main() -> Result<(), sidle::Error> {
//!     let workspace = Workspace::new();
//!     let question = ValueQuestion::of("Domineering", "....|....");
//!     let answer = workspace.ask(&question, &Job::unlimited())?;
//!     println!("{}", answer.text(sidle::Style::Unicode));
//!     Ok(())
//! }
//! # use sidle::Report;
//! ```
//!
//! A ruleset of your own is a type that implements [`Rules`](crate::core::Rules). Letters give it a picture. The job carries
//! what another thread needs: a [`CancelSource`](crate::CancelSource) that stops the computation, and a sink for progress.
//!
//! ```
//! use std::{fmt, ops::ControlFlow, sync::Arc};
//! use sidle::core::{Flow, Player, Rules, Visit};
//! use sidle::{CancelSource, Event, Job, Position, Workspace, questions::ValueQuestion};
//!
//! /// On a strip Left covers two free cells beside each other, Right three.
//! struct Covering;
//!
//! impl Rules for Covering {
//!     type Position = String;
//!
//!     fn options(&self, strip: &String, player: Player, visit: Visit<'_, String>) -> Flow {
//!         let piece = if player == Player::Left { "xx" } else { "ooo" };
//!         for at in 0..strip.len() {
//!             if strip[at..].starts_with(&"..."[..piece.len()]) {
//!                 let mut next = strip.clone();
//!                 next.replace_range(at..at + piece.len(), piece);
//!                 visit(next)?;
//!             }
//!         }
//!         ControlFlow::Continue(())
//!     }
//!
//!     fn write(&self, strip: &String, f: &mut dyn fmt::Write) -> fmt::Result {
//!         f.write_str(strip)
//!     }
//!
//!     fn letters(&self) -> Option<&'static str> {
//!         Some(".xo")
//!     }
//! }
//!
//! let cancel = CancelSource::new();
//! let progress = |event: Event| if let Event::Progress(so_far) = event { println!("{so_far:?}") };
//! let job = Job::unlimited().with_cancel(cancel.token()).with_sink(progress);
//! let (workspace, strip) = (Workspace::new(), Position::of(&Arc::new(Covering), ".....".to_owned()));
//! let answer = workspace.ask(&ValueQuestion::new(strip.clone()), &job)?;
//! assert_eq!(answer.value.unwrap().to_string(), "{1|0}");
//! assert_eq!(strip.drawing().unwrap().text, "  1 2 3 4 5\n1 · · · · ·");
//! cancel.cancel();
//! assert!(workspace.ask(&ValueQuestion::new(strip), &job).unwrap_err().stopped.is_some());
//! # Ok::<(), sidle::Error>(())
//! ```
//!
//! The list of all questions is [`questions`](crate::questions).
