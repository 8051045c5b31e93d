//! The smallest front end: evaluates the lines of standard input, one answer a line. Arguments are
//! folders of classes.

use std::{
    io::{self, BufRead, Write},
    path::Path,
};

use sidle_core::Meter;
use sidle_lang::{Format, Session};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut session = Session::new();
        for folder in std::env::args().skip(1) {
            session.add_folder(Path::new(&folder));
        }
        let meter = Meter::new().with_max_nodes(50_000_000);
        let text = match session.evaluate(&line, &meter) {
            Ok(answers) => match answers.last() {
                Some(answer) => session
                    .show(answer, Format::Plain, &meter)
                    .unwrap_or_else(|error| format!("!!{error}")),
                None => String::new(),
            },
            Err(error) => format!("!!{}", error.render(&line).replace('\n', " / ")),
        };
        writeln!(out, "{}", text.replace('\n', "\\n"))?;
        out.flush()?;
    }
    Ok(())
}
