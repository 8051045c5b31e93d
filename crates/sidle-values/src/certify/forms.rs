//! Game forms as they were typed, with their values.

use std::collections::HashMap;

use sidle_core::{Dyadic, Meter, Player, StopReason};

use crate::{Game, Store};

/// A game form in a [`Forms`]. Its options have smaller indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(pub(super) u32);

/// Game forms over one store: explicit braces that are kept as they are, and canonical forms of
/// values.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_values::{Store, certify::{Claim, Forms, Symbol}};
/// let (store, meter) = (Store::new(), Meter::unlimited());
/// let mut forms = Forms::new(&store);
/// let zero = forms.canonical(store.zero(), &meter)?;
/// let star = forms.form(&[zero], &[zero], &meter)?;
/// let claim = Claim::Relation(star, Symbol::Fuzzy, zero);
/// let certificate = forms.certify(claim, "* <> 0", &meter)?;
/// assert_eq!(certificate.steps().len(), 3);
/// # Ok::<(), sidle_values::certify::CertifyError>(())
/// ```
#[derive(Debug)]
pub struct Forms<'s> {
    store: &'s Store,
    nodes: Vec<Node>,
    handles: HashMap<[Vec<Form>; 2], Form>,
    canonical: HashMap<Game, Form>,
    numbers: HashMap<Game, Form>,
}

#[derive(Debug)]
struct Node {
    options: [Vec<Form>; 2],
    value: Game,
    /// A number that is not played out: its options are listed when a proof asks for them.
    number: Option<Dyadic>,
}

/// Numbers born later than this are not played out.
const PLAYED_OUT: u32 = 32;

impl<'s> Forms<'s> {
    /// No forms yet.
    #[must_use]
    pub fn new(store: &'s Store) -> Forms<'s> {
        Forms {
            store,
            nodes: Vec::new(),
            handles: HashMap::new(),
            canonical: HashMap::new(),
            numbers: HashMap::new(),
        }
    }

    /// The store of the values.
    #[must_use]
    pub fn store(&self) -> &'s Store {
        self.store
    }

    /// The form `{left|right}`, exactly as given but for the order and repetition of options.
    pub fn form(
        &mut self,
        left: &[Form],
        right: &[Form],
        meter: &Meter,
    ) -> Result<Form, StopReason> {
        let options = [left, right].map(|side| {
            let mut side = side.to_vec();
            side.sort_unstable();
            side.dedup();
            side
        });
        if let Some(&form) = self.handles.get(&options) {
            return Ok(form);
        }
        let values = |side: &[Form]| -> Vec<Game> { side.iter().map(|&f| self.value(f)).collect() };
        let (left, right) = (values(&options[0]), values(&options[1]));
        let value = self.store.try_game(&left, &right, meter)?;
        self.push(options, value, meter)
    }

    /// The canonical form of a value, with everything below it but for numbers born after day 32, which
    /// stand for themselves.
    ///
    /// # Cost
    /// One form for each follower: `n + 1` of them for a small integer `n`.
    pub fn canonical(&mut self, value: Game, meter: &Meter) -> Result<Form, StopReason> {
        let mut waiting = vec![value];
        let mut ticker = meter.ticker();
        while let Some(&game) = waiting.last() {
            if self.canonical.contains_key(&game) {
                waiting.pop();
                continue;
            }
            if let Some(number) = self.store.as_number(game)
                && self.store.birthday(game) > PLAYED_OUT.into()
            {
                let form = self.number(number, meter)?;
                self.canonical.insert(game, form);
                continue;
            }
            let before = waiting.len();
            let mut options = [Vec::new(), Vec::new()];
            for player in Player::BOTH {
                for option in self.store.options(game, player) {
                    ticker.step()?;
                    match self.canonical.get(&option) {
                        Some(&form) => options[player.index()].push(form),
                        // A long descent is charged on the way down.
                        None => {
                            ticker.node(size_of::<Game>())?;
                            waiting.push(option);
                        }
                    }
                }
            }
            if waiting.len() > before {
                continue;
            }
            waiting.pop();
            options.iter_mut().for_each(|side| side.sort_unstable());
            let form = match self.handles.get(&options) {
                Some(&form) => form,
                None => self.push(options, game, meter)?,
            };
            self.canonical.insert(game, form);
        }
        Ok(self.canonical[&value])
    }

    /// A number that stands for itself.
    fn number(&mut self, number: Dyadic, meter: &Meter) -> Result<Form, StopReason> {
        let value = self.store.number(&number);
        if let Some(&form) = self.numbers.get(&value) {
            return Ok(form);
        }
        meter.ticker().node(size_of::<Node>())?;
        let form = self.next()?;
        self.nodes.push(Node {
            options: Default::default(),
            value,
            number: Some(number),
        });
        self.numbers.insert(value, form);
        Ok(form)
    }

    /// The number that a form stands for, if it is not played out.
    pub(super) fn as_number(&self, form: Form) -> Option<&Dyadic> {
        self.nodes[form.0 as usize].number.as_ref()
    }

    /// The options of a form; those of a number are listed now if they are not yet.
    pub(super) fn opened(
        &mut self,
        form: Form,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Form>, StopReason> {
        if let Some(number) = self.as_number(form) {
            let (left, right) = number.canonical_options();
            for (side, option) in [left, right].into_iter().enumerate() {
                if let Some(option) = option {
                    let option = self.number(option, meter)?;
                    self.nodes[form.0 as usize].options[side] = vec![option];
                }
            }
        }
        Ok(self.options(form, player).to_vec())
    }

    fn next(&self) -> Result<Form, StopReason> {
        let index = u32::try_from(self.nodes.len()).map_err(|_| StopReason::StoreFull)?;
        Ok(Form(index))
    }

    fn push(
        &mut self,
        options: [Vec<Form>; 2],
        value: Game,
        meter: &Meter,
    ) -> Result<Form, StopReason> {
        let count = options[0].len() + options[1].len();
        meter.ticker().node(size_of::<Node>() + 8 * count)?;
        let form = self.next()?;
        self.handles.insert(options.clone(), form);
        self.nodes.push(Node {
            options,
            value,
            number: None,
        });
        Ok(form)
    }

    /// The value of a form.
    #[must_use]
    pub fn value(&self, form: Form) -> Game {
        self.nodes[form.0 as usize].value
    }

    /// The options of a form; of a number that stands for itself, those that a proof has asked for.
    #[must_use]
    pub fn options(&self, form: Form, player: Player) -> &[Form] {
        &self.nodes[form.0 as usize].options[player.index()]
    }

    /// All forms that can be reached from some of them, themselves included, options first.
    pub(super) fn followers(&self, roots: &[Form]) -> Vec<Form> {
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = roots.to_vec();
        while let Some(form) = waiting.pop() {
            if !std::mem::replace(&mut seen[form.0 as usize], true) {
                waiting.extend(self.nodes[form.0 as usize].options.iter().flatten());
            }
        }
        (0..self.nodes.len() as u32)
            .map(Form)
            .filter(|form| seen[form.0 as usize])
            .collect()
    }
}
