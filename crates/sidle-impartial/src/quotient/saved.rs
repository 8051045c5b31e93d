//! A partial quotient in a file, so that a long search can be stopped, moved and resumed.
//!
//! What is read is used only after the transition algebra has verified it again.

use std::{fs, io::Read, path::Path};

use serde::{Deserialize, Serialize};
use sidle_core::{Envelope, EnvelopeError, Meter, StopReason};

use super::{
    Growth, HeapGame, Partial, Quotient, QuotientOptions, QuotientSearch,
    element::{MOST_GENERATORS, Monomial},
};
const ENVELOPE: Envelope = Envelope::new("misere-quotient", 2);

/// Why a saved search could not be written or resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The file system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Not a saved quotient of this version as it was written.
    #[error("{0}")]
    Envelope(#[from] EnvelopeError),
    /// Another game.
    #[error("the saved quotient belongs to {0}; name another file or remove it")]
    Game(String),
    /// The contents are not a quotient of the game.
    #[error("the saved quotient is damaged: {0}; remove it and start again")]
    Damaged(String),
    /// A limit was met while it was verified.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    game: String,
    generators: Vec<u32>,
    forms: Vec<Vec<u8>>,
    steps: Vec<u32>,
    p_portion: Vec<u32>,
    rules: Vec<(Vec<u8>, u32)>,
    phi: Vec<u32>,
    growth: Vec<(u32, usize, usize)>,
}

impl QuotientSearch {
    /// Writes the partial quotient to a file, whole or not at all; `name` says which game it is.
    pub fn save(&self, path: &Path, name: &str) -> Result<(), SavedError> {
        let Partial {
            quotient,
            generators,
            phi,
        } = self.partial();
        let powers = |monomial: &Monomial| -> Vec<u8> {
            (0..generators.len()).map(|g| monomial.power(g)).collect()
        };
        let elements = 0..quotient.order() as u32;
        let saved = Saved {
            game: name.to_owned(),
            generators: generators.clone(),
            forms: quotient.normal_forms().iter().map(powers).collect(),
            steps: elements
                .clone()
                .flat_map(|x| (0..generators.len()).map(move |g| quotient.step(x, g)))
                .collect(),
            p_portion: elements.filter(|&x| quotient.is_p(x)).collect(),
            rules: quotient
                .rules()
                .iter()
                .map(|(leading, form)| (powers(leading), *form))
                .collect(),
            phi: phi.clone(),
            growth: self.growth().iter().map(|g| (g.0, g.1, g.2)).collect(),
        };
        let text = serde_json::to_string(&saved).map_err(std::io::Error::from)? + "\n";
        let state = ENVELOPE.seal(text.as_bytes());
        sidle_graph::io::write_whole(path, |out: &mut dyn std::io::Write| out.write_all(&state))?;
        Ok(())
    }

    /// Goes on from a file.
    pub fn resume(
        path: &Path,
        name: &str,
        game: HeapGame,
        options: QuotientOptions,
        meter: &Meter,
    ) -> Result<QuotientSearch, SavedError> {
        let mut text = Vec::new();
        fs::File::open(path)?.read_to_end(&mut text)?;
        QuotientSearch::parse(&text, name, game, options, meter)
    }

    /// Goes on from the text of a file.
    pub fn parse(
        text: &[u8],
        name: &str,
        game: HeapGame,
        options: QuotientOptions,
        meter: &Meter,
    ) -> Result<QuotientSearch, SavedError> {
        let damaged = |reason: &str| SavedError::Damaged(reason.to_owned());
        let saved: Saved = serde_json::from_slice(ENVELOPE.open(text)?)
            .map_err(|error| SavedError::Damaged(error.to_string()))?;
        if saved.game != name {
            return Err(SavedError::Game(saved.game));
        }
        let partial = partial(&saved).ok_or_else(|| damaged("it does not describe a monoid"))?;
        let growth: Vec<Growth> = saved
            .growth
            .iter()
            .map(|&(h, q, p)| Growth(h, q, p))
            .collect();
        let search = QuotientSearch::verified(game, options, partial, growth, meter)?
            .ok_or_else(|| damaged("it is not a quotient of the game"))?;
        let Partial { quotient, phi, .. } = search.partial();
        let grown = quotient.growth(phi);
        let grown = grown.iter().map(|&(heap, q, p)| Growth(heap as u32, q, p));
        if !grown.eq(search.growth().iter().copied()) {
            return Err(damaged("its growth is not that of the game"));
        }
        Ok(search)
    }
}

/// The monoid that a file describes, if it describes one.
fn partial(saved: &Saved) -> Option<Partial> {
    let (order, generators) = (saved.forms.len(), saved.generators.len());
    let in_range = |element: &u32| (*element as usize) < order;
    let monomial = |powers: &Vec<u8>| {
        let mut monomial = Monomial::ONE;
        for (generator, &power) in powers.iter().enumerate() {
            monomial.set_power(generator, power);
        }
        (powers.len() == generators).then_some(monomial)
    };
    let sound = generators <= MOST_GENERATORS
        && saved.steps.len() == order * generators
        && saved.steps.iter().all(in_range)
        && saved.phi.iter().all(in_range)
        && saved.p_portion.iter().all(in_range)
        && saved.rules.iter().all(|rule| in_range(&rule.1));
    if !sound || saved.phi.first() != Some(&0) {
        return None;
    }
    let forms: Vec<Monomial> = saved.forms.iter().map(monomial).collect::<Option<_>>()?;
    let ordered = forms.windows(2).all(|pair| pair[0] < pair[1]);
    if !ordered || forms.first() != Some(&Monomial::ONE) {
        return None;
    }
    let step = |x: u32, g: usize| saved.steps[x as usize * generators + g];
    let elements = 0..order as u32;
    let commute = elements.clone().all(|x| {
        (0..generators).all(|g| (0..g).all(|h| step(step(x, g), h) == step(step(x, h), g)))
    });
    // Every normal form is an earlier one times a generator.
    let reached = forms.iter().enumerate().skip(1).all(|(y, form)| {
        form.factors().last().is_some_and(|(last, _)| {
            let before = forms[..y].binary_search(&form.without(last));
            before.is_ok_and(|before| step(before as u32, last) == y as u32)
        })
    });
    if !commute || !reached {
        return None;
    }
    let mut is_p = vec![false; order];
    saved
        .p_portion
        .iter()
        .for_each(|&x| is_p[x as usize] = true);
    let rules: Vec<(Monomial, u32)> = saved
        .rules
        .iter()
        .map(|(powers, form)| Some((monomial(powers)?, *form)))
        .collect::<Option<_>>()?;
    let normal = |monomial: &Monomial| forms.binary_search(monomial).is_ok();
    let is_minimal = |monomial: &Monomial| {
        let mut factors = monomial.factors();
        !normal(monomial) && factors.all(|(generator, _)| normal(&monomial.without(generator)))
    };
    // Every rule is an equation of the monoid, about a monomial that is not normal while all its divisors are.
    let holds = |(leading, form): &(Monomial, u32)| {
        let mut product = 0;
        for (generator, power) in leading.factors() {
            (0..power).for_each(|_| product = step(product, generator));
        }
        product == *form && is_minimal(leading)
    };
    // And there is one for each such monomial.
    let mut leading: Vec<Monomial> = rules.iter().map(|rule| rule.0).collect();
    leading.sort_unstable();
    let complete = forms.iter().all(|form| {
        (0..generators).all(|generator| {
            let next = form.times(generator);
            !is_minimal(&next) || leading.binary_search(&next).is_ok()
        })
    });
    let once = leading.windows(2).all(|pair| pair[0] < pair[1]);
    if !rules.iter().all(holds) || !complete || !once {
        return None;
    }
    let quotient = Quotient::new(generators, forms, saved.steps.clone(), is_p, rules);
    quotient.is_reduced().then(|| Partial {
        quotient,
        generators: saved.generators.clone(),
        phi: saved.phi.clone(),
    })
}

/// A file with a checksum that fits.
#[cfg(test)]
pub(super) fn with_checksum(file: &serde_json::Value) -> Vec<u8> {
    ENVELOPE.seal(file.to_string().as_bytes())
}

/// The body of a file.
#[cfg(test)]
pub(super) fn body(file: &[u8]) -> &[u8] {
    ENVELOPE.open(file).expect("as it was written")
}
