//! What a checkpoint says is not believed: each gadget in it is checked again.

use sidle_core::{Envelope, Meter, StopReason};

use super::{Chamber, Findings, Verdict, look};
use crate::{Error, gadget::Behaviour};

const ENVELOPE: Envelope = Envelope::new("gadgets", 3);

impl Findings {
    /// Reads a checkpoint. That fillings were looked at is taken from it, and counted as such.
    ///
    /// # Errors
    /// For anything that is not a checkpoint of this version as it was written.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Findings, Error> {
        let body = ENVELOPE
            .open(bytes)
            .map_err(|error| Error::whole(error.to_string()))?;
        let found: Findings = serde_json::from_slice(body).map_err(|error| {
            Error::whole(format!("not a checkpoint of a search for gadgets: {error}"))
        })?;
        Ok(Findings {
            believed: found.looked_at,
            ..found
        })
    }

    /// The bytes of a checkpoint.
    #[must_use]
    pub fn to_checkpoint(&self) -> Vec<u8> {
        let saved = Findings {
            believed: 0,
            ..self.clone()
        };
        let text = serde_json::to_string(&saved).unwrap_or_default() + "\n";
        ENVELOPE.seal(text.as_bytes())
    }

    /// Refuses findings that no search in this box can have. That the fillings before `at` hold no other gadgets cannot be
    /// tested short of searching them again.
    pub(super) fn verify(
        &self,
        chamber: &Chamber,
        behaviour: &Behaviour,
        task: &str,
        meter: &Meter,
    ) -> Result<Option<StopReason>, Error> {
        if self.task != task {
            return Err(Error::whole("the checkpoint belongs to another search"));
        }
        let damaged = || Error::whole("the checkpoint is damaged or forged");
        if !chamber.can_be(&self.at) || (self.complete && !self.at.is_empty()) {
            return Err(damaged());
        }
        let mut before: Option<Vec<usize>> = None;
        for rows in &self.found {
            if let Err(stop) = meter.check() {
                return Ok(Some(stop));
            }
            let choices = chamber.choices(rows).ok_or_else(damaged)?;
            // Gadgets are found in the order of their choices.
            let in_order = before.is_none_or(|before| before < choices)
                && (self.complete || choices < self.at);
            // What was found within limits does not count against them again.
            let verdict = look(chamber, behaviour, &choices, Meter::none())?;
            if !in_order || !matches!(verdict, Ok(Verdict::Gadget(_))) {
                return Err(damaged());
            }
            before = Some(choices);
        }
        Ok(None)
    }
}

impl Chamber {
    /// Can a search come to these choices?
    fn can_be(&self, choices: &[usize]) -> bool {
        let most = self.shapes.len() + 2;
        choices.len() <= self.open.len()
            && choices.iter().all(|&choice| choice < most)
            && (1..=choices.len()).all(|count| self.fits(&choices[..count]))
    }

    /// The choices that fill the box in this way.
    fn choices(&self, rows: &[String]) -> Option<Vec<usize>> {
        let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let cell = |r: usize, c: usize| cells.get(r)?.get(c).copied();
        let mut choices = Vec::new();
        while let Some(&(r, c)) = self.filling(&choices).left.first() {
            let choice = match cell(r, c)? {
                '%' => 0,
                '.' => 1,
                name => {
                    let height = (r..).take_while(|&y| cell(y, c) == Some(name)).count();
                    let width = (c..).take_while(|&x| cell(r, x) == Some(name)).count();
                    2 + self.shapes.binary_search(&(height, width)).ok()?
                }
            };
            choices.push(choice);
            if !self.fits(&choices) {
                return None;
            }
        }
        (self.shown(&choices) == rows).then_some(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gadget::find;

    #[test]
    fn a_checkpoint_that_was_edited_is_refused() {
        let text = "blocks\nAA??BB\nport A A R\nport B B L\n";
        let chamber = Chamber::parse(text, &[(1, 1), (1, 2), (2, 1)]).expect("a box");
        let behaviour = Behaviour::named("wire").expect("a behaviour");
        let (whole, _) = find(&chamber, &behaviour, None, &Meter::unlimited()).expect("good");
        let saved = whole.to_checkpoint();
        let read = Findings::from_checkpoint(&saved).expect("as written");
        let saved = String::from_utf8(saved).expect("JSON");
        assert_eq!(
            (read.believed, &read.found),
            (whole.looked_at, &whole.found)
        );
        let found = serde_json::to_string(&whole.found).expect("rows");
        for (part, other, why) in [
            (found.as_str(), "[]", "length"),
            ("\"complete\":true", "\"complete\":tRue", "checksum"),
            ("\"looked_at\":", "\"looked_at\":99", "checksum"),
            ("gadgets 3", "gadgets 2", "version 2"),
            ("sidle-state", "sidle", "not a saved state"),
        ] {
            assert!(saved.contains(part), "{part}");
            let edited = saved.replace(part, other);
            let error = Findings::from_checkpoint(edited.as_bytes()).expect_err(part);
            assert!(error.to_string().contains(why), "{error}");
        }
    }

    #[test]
    fn forged_findings_are_refused() {
        let text = "blocks\n%%T%%\n%%T%%\n%??%%\n%??%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n";
        let chamber = Chamber::parse(text, &[(1, 1), (1, 2), (2, 1)]).expect("a box");
        let behaviour = Behaviour::named("and").expect("a behaviour");
        let go_on = |findings| find(&chamber, &behaviour, Some(findings), &Meter::unlimited());
        let (good, _) = find(&chamber, &behaviour, None, &Meter::unlimited()).expect("good");
        assert_eq!(go_on(good.clone()).expect("good").0, good);
        assert!(good.found.len() > 1, "{good:?}");
        type Forge = fn(&mut Findings);
        let forgeries: [Forge; 8] = [
            |f| f.found[0][2] = "%%%%%".to_owned(),
            |f| f.found[0][2] = "%.".to_owned(),
            |f| f.found[0].clear(),
            |f| f.found[1] = f.found[0].clone(),
            |f| f.found.reverse(),
            |f| f.found[0][0] = f.found[0][0].replace('T', "Ä"),
            |f| f.at = vec![7],
            |f| (f.complete, f.at) = (false, vec![4, 4, 4]),
        ];
        for (number, forge) in forgeries.into_iter().enumerate() {
            let mut findings = good.clone();
            forge(&mut findings);
            assert!(go_on(findings).is_err(), "forgery {number}");
        }
    }
}
