//! Between the store and the naive code, and random games for both.
#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::HashMap;

use proptest::prelude::*;
use sidle_check::naive::{Form, Forms};
use sidle_core::Player::{Left, Right};
use sidle_values::{Game, Store};

/// The forms of the 1,474 values born by day 3.
pub(crate) fn day_3(forms: &mut Forms) -> Vec<Form> {
    let table = include_str!("../../../../data/golden/day3_values.tsv");
    let first_fields = table.lines().filter_map(|row| row.split('\t').next());
    first_fields
        .map(|text| forms.read_expanded(text).expect("the table is well formed"))
        .collect()
}

/// A bridge that remembers what it has carried over.
#[derive(Default)]
pub(crate) struct Bridge {
    games: HashMap<Form, Game>,
    forms: HashMap<Game, Form>,
}

impl Bridge {
    /// The value of a form, made by the store from the bottom up.
    pub(crate) fn game(&mut self, store: &Store, forms: &Forms, form: Form) -> Game {
        if let Some(&game) = self.games.get(&form) {
            return game;
        }
        for follower in forms.followers(form) {
            if self.games.contains_key(&follower) {
                continue;
            }
            let side = |player| -> Vec<Game> {
                let options = forms.options(follower, player).iter();
                options.map(|option| self.games[option]).collect()
            };
            let game = store.game(&side(Left), &side(Right));
            self.games.insert(follower, game);
        }
        self.games[&form]
    }

    /// The form that the store says is canonical.
    pub(crate) fn form(&mut self, store: &Store, forms: &mut Forms, game: Game) -> Form {
        let mut waiting = vec![game];
        while let Some(&game) = waiting.last() {
            if self.forms.contains_key(&game) {
                waiting.pop();
                continue;
            }
            let options = [Left, Right].map(|p| store.options(game, p).collect::<Vec<Game>>());
            let all = options.iter().flatten().copied();
            let missing: Vec<Game> = all.filter(|o| !self.forms.contains_key(o)).collect();
            if missing.is_empty() {
                let [left, right] =
                    options.map(|side| side.iter().map(|o| self.forms[o]).collect::<Vec<_>>());
                self.forms.insert(game, forms.form(&left, &right));
                waiting.pop();
            } else {
                waiting.extend(missing);
            }
        }
        self.forms[&game]
    }
}

/// A recipe for a random form: each line picks options among the lines before; line 0 is `{|}`.
#[derive(Clone, Debug)]
pub(crate) struct Recipe(pub(crate) Vec<(Vec<u8>, Vec<u8>)>);

impl Recipe {
    /// Follows the recipe; options that would make the form older than `birthday` are left out.
    pub(crate) fn cook(&self, forms: &mut Forms, birthday: u64) -> Form {
        let mut made = vec![(forms.zero(), 0)];
        for (left, right) in &self.0 {
            let mut height = 0;
            let mut pick = |choices: &[u8]| -> Vec<Form> {
                let picked = choices.iter().map(|&c| made[usize::from(c) % made.len()]);
                let young = picked.filter(|&(_, age)| age < birthday);
                young
                    .map(|(form, age)| {
                        height = height.max(age + 1);
                        form
                    })
                    .collect()
            };
            let (left, right) = (pick(left), pick(right));
            made.push((forms.form(&left, &right), height));
        }
        made.last().expect("there is line 0").0
    }
}

/// Random recipes with up to `lines` lines and up to `options` options for each player.
pub(crate) fn recipe(lines: usize, options: usize) -> impl Strategy<Value = Recipe> {
    let side = || prop::collection::vec(any::<u8>(), 0..=options);
    prop::collection::vec((side(), side()), 0..=lines).prop_map(Recipe)
}

/// Games for laws of sums of three.
pub(crate) fn small() -> impl Strategy<Value = Recipe> {
    recipe(6, 2)
}

/// Random games are not older than this.
pub(crate) const BIRTHDAY: u64 = 6;

/// One store, one naive arena and the bridge between them.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) forms: Forms,
    pub(crate) bridge: Bridge,
}

impl World {
    /// The form that a recipe gives, and its value.
    pub(crate) fn cook(&mut self, recipe: &Recipe) -> (Form, Game) {
        let form = recipe.cook(&mut self.forms, BIRTHDAY);
        (form, self.game(form))
    }

    /// The value of a form.
    pub(crate) fn game(&mut self, form: Form) -> Game {
        self.bridge.game(&self.store, &self.forms, form)
    }

    /// The canonical form of a value.
    pub(crate) fn form(&mut self, game: Game) -> Form {
        self.bridge.form(&self.store, &mut self.forms, game)
    }

    /// Does the store hold exactly the canonical form of this form?
    pub(crate) fn agrees(&mut self, game: Game, form: Form) -> bool {
        let stored = self.form(game);
        stored == self.forms.canonical(form)
    }
}

/// The canonical forms of some values.
pub(crate) fn forms_of(store: &Store, forms: &mut Forms, games: &[Game]) -> Vec<Form> {
    let mut bridge = Bridge::default();
    games
        .iter()
        .map(|&g| bridge.form(store, forms, g))
        .collect()
}

/// xorshift64*: reproducible samples.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}
