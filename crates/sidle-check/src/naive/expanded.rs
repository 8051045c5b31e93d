//! The notation that needs no conventions: `{|}` for 0, `{{|}|{|}}` for `*`.

use sidle_core::Player;

use super::{Form, Forms};

impl Forms {
    /// Reads the expanded notation: braces, bars and commas, spaces anywhere. `None` if it is not
    /// that.
    ///
    /// ```
    /// use sidle_check::naive::Forms;
    /// let mut forms = Forms::new();
    /// let star = forms.read_expanded("{{|}|{|}}").expect("well formed");
    /// assert_eq!(star, forms.nimber(1));
    /// assert_eq!(forms.read_expanded("{{|}"), None);
    /// ```
    pub fn read_expanded(&mut self, text: &str) -> Option<Form> {
        // Each open brace: the options so far, and whether the bar has been met.
        let mut open: Vec<([Vec<Form>; 2], usize)> = Vec::new();
        let mut finished = None;
        let mut before = '{';
        for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
            match letter {
                '{' if finished.is_none() && before != '}' => open.push(Default::default()),
                '|' if before != ',' => {
                    let (_, side) = open.last_mut().filter(|(_, side)| *side == 0)?;
                    *side = 1;
                }
                ',' if before == '}' && !open.is_empty() => (),
                '}' if before != ',' => {
                    let (options, side) = open.pop()?;
                    if side == 0 {
                        return None;
                    }
                    let form = self.form(&options[0], &options[1]);
                    match open.last_mut() {
                        Some((options, side)) => options[*side].push(form),
                        None => finished = Some(form),
                    }
                }
                _ => return None,
            }
            before = letter;
        }
        finished.filter(|_| open.is_empty())
    }

    /// Writes the expanded notation. Shared branches are written out each time: for small games.
    #[must_use]
    pub fn expanded(&self, form: Form) -> String {
        enum Piece {
            Form(Form),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut waiting = vec![Piece::Form(form)];
        while let Some(piece) = waiting.pop() {
            let form = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Form(form) => form,
            };
            text.push('{');
            let mut pieces = Vec::new();
            for player in Player::BOTH {
                for (i, &option) in self.options(form, player).iter().enumerate() {
                    if i > 0 {
                        pieces.push(Piece::Text(","));
                    }
                    pieces.push(Piece::Form(option));
                }
                pieces.push(Piece::Text(if player == Player::Left { "|" } else { "}" }));
            }
            waiting.extend(pieces.into_iter().rev());
        }
        text
    }
}
