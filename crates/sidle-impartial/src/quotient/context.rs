//! Sums in context: beside a fixed number of copies of one heap, or of several.
//!
//! Let C be a position, and ask for the outcomes of C + r for all sums r. A move in C leads to a smaller C' with
//! some heaps more, and the outcomes beside C' are known from a finite monoid M: so the class of r in M tells whether
//! a move in C wins. Such classes are called answered; all other sums are P exactly if no option of r is P beside the
//! same C. That is the rule of misère play but for the classes, and the same algorithm finds the monoid of
//! these outcomes, which is finer than M.

/// The context of all sums: the monoid M, and which of its classes are answered.
#[derive(Clone, Debug)]
pub(super) struct Context {
    alone: bool,
    order: usize,
    /// The multiplication table of M.
    products: Vec<u32>,
    answered: Vec<bool>,
    /// The class of each heap, heap 0 first.
    classes: Vec<u32>,
}

impl Context {
    /// None: sums alone.
    pub(super) fn none() -> Context {
        Context {
            alone: true,
            order: 1,
            products: vec![0],
            answered: vec![false],
            classes: Vec::new(),
        }
    }

    /// A monoid by its multiplication table, its answered classes, and the classes of the heaps.
    pub(super) fn new(products: Vec<u32>, answered: Vec<bool>, classes: Vec<u32>) -> Context {
        Context {
            alone: false,
            order: answered.len(),
            products,
            answered,
            classes,
        }
    }

    /// Are the sums alone?
    pub(super) fn is_none(&self) -> bool {
        self.alone
    }

    #[inline]
    pub(super) fn product(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// The class of a heap.
    pub(super) fn class(&self, heap: u32) -> u32 {
        self.classes.get(heap as usize).copied().unwrap_or(0)
    }

    /// Does a move in the context win beside a sum of this class?
    #[inline]
    pub(super) fn answers(&self, class: u32) -> bool {
        self.answered[class as usize]
    }

    /// The classes that are answered.
    pub(super) fn answered(&self) -> &[bool] {
        &self.answered
    }
}
