//! A finite commutative monoid with a set of P-positions.

use rustc_hash::{FxHashMap, FxHashSet};

use super::element::Monomial;

/// A misère quotient: elements are numbered in the order of their normal forms, 0 is the identity.
#[derive(Clone, Debug)]
pub struct Quotient {
    generators: usize,
    normal_forms: Vec<Monomial>,
    /// For each element and generator, the product.
    steps: Vec<u32>,
    /// The whole multiplication table.
    products: Vec<u32>,
    is_p: Vec<bool>,
    /// The leading monomials that are not normal, with what they are equal to: a minimal presentation by the
    /// order of monomials.
    rules: Vec<(Monomial, u32)>,
    /// The classes of the elements in the monoid of the context (`context`), of which this one is a refinement.
    classes: Vec<u32>,
}

impl Quotient {
    /// The quotient of the game without moves alone, {0}: one element, an N-position if there is no context.
    pub(crate) fn trivial(is_p: bool) -> Quotient {
        Quotient {
            generators: 0,
            normal_forms: vec![Monomial::ONE],
            steps: Vec::new(),
            products: vec![0],
            is_p: vec![is_p],
            rules: Vec::new(),
            classes: vec![0],
        }
    }

    pub(crate) fn new(
        generators: usize,
        normal_forms: Vec<Monomial>,
        steps: Vec<u32>,
        is_p: Vec<bool>,
        rules: Vec<(Monomial, u32)>,
    ) -> Quotient {
        let order = normal_forms.len();
        let mut products = vec![0; order * order];
        // Every element but 1 is an earlier one times a generator.
        let origins: Vec<Option<(usize, usize)>> = normal_forms
            .iter()
            .enumerate()
            .map(|(y, form)| {
                let (last, _) = form.factors().last()?;
                let before = normal_forms[..y].binary_search(&form.without(last));
                Some((before.unwrap_or(0), last))
            })
            .collect();
        for (x, row) in products.chunks_exact_mut(order).enumerate() {
            for (y, origin) in origins.iter().enumerate() {
                row[y] = match *origin {
                    None => x as u32,
                    Some((before, last)) => steps[row[before] as usize * generators + last],
                };
            }
        }
        Quotient {
            generators,
            normal_forms,
            steps,
            products,
            is_p,
            rules,
            classes: vec![0; order],
        }
    }

    /// The same with the classes of the elements in the monoid of a context.
    pub(crate) fn with_classes(self, classes: Vec<u32>) -> Quotient {
        Quotient { classes, ..self }
    }

    /// The same with other P-positions.
    pub(crate) fn set_p(&mut self, is_p: Vec<bool>) {
        self.is_p = is_p;
    }

    /// The class of an element in the monoid of the context.
    #[inline]
    pub(crate) fn class(&self, element: u32) -> u32 {
        self.classes[element as usize]
    }

    /// The whole multiplication table.
    pub(crate) fn products(&self) -> &[u32] {
        &self.products
    }

    /// |Q|.
    #[must_use]
    pub fn order(&self) -> usize {
        self.normal_forms.len()
    }

    /// |P|.
    #[must_use]
    pub fn p_order(&self) -> usize {
        self.is_p.iter().filter(|&&p| p).count()
    }

    /// How many generators it has.
    #[must_use]
    pub fn generators(&self) -> usize {
        self.generators
    }

    /// The normal form of an element.
    #[must_use]
    pub fn normal_form(&self, element: u32) -> &Monomial {
        &self.normal_forms[element as usize]
    }

    /// All normal forms in order.
    #[must_use]
    pub fn normal_forms(&self) -> &[Monomial] {
        &self.normal_forms
    }

    /// Is an element a P-position?
    #[inline]
    #[must_use]
    pub fn is_p(&self, element: u32) -> bool {
        self.is_p[element as usize]
    }

    /// The product of two elements.
    #[inline]
    #[must_use]
    pub fn product(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order() + y as usize]
    }

    /// The row of the multiplication table of an element.
    #[inline]
    pub(crate) fn row(&self, x: u32) -> &[u32] {
        let order = self.order();
        &self.products[x as usize * order..][..order]
    }

    /// An element times a generator.
    #[inline]
    #[must_use]
    pub fn step(&self, element: u32, generator: usize) -> u32 {
        self.steps[element as usize * self.generators + generator]
    }

    /// The element of a monomial in the generators.
    #[must_use]
    pub fn element(&self, monomial: &Monomial) -> u32 {
        let factors = monomial.factors();
        factors.fold(0, |mut element, (generator, power)| {
            for _ in 0..power {
                element = self.step(element, generator);
            }
            element
        })
    }

    /// The relations left = right that present the monoid, in order.
    #[must_use]
    pub fn rules(&self) -> &[(Monomial, u32)] {
        &self.rules
    }

    /// The idempotents, x² = x.
    #[must_use]
    pub fn idempotents(&self) -> Vec<u32> {
        let all = 0..self.order() as u32;
        all.filter(|&x| self.product(x, x) == x).collect()
    }

    /// The kernel: the least ideal, a group.
    #[must_use]
    pub fn kernel(&self) -> Vec<u32> {
        // The product of all elements lies in the kernel, and its multiples are all of it.
        let all = 0..self.order() as u32;
        let deep = all.fold(0, |product, x| self.product(product, x));
        let mut kernel = self.row(deep).to_vec();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// Classes of elements that divide each other, in order of their least elements.
    #[must_use]
    pub fn mutual_divisibility_classes(&self) -> Vec<Vec<u32>> {
        let order = self.order();
        let multiples: Vec<Vec<bool>> = (0..order as u32)
            .map(|x| {
                let mut set = vec![false; order];
                self.row(x).iter().for_each(|&y| set[y as usize] = true);
                set
            })
            .collect();
        let mut classes: Vec<Vec<u32>> = Vec::new();
        for x in 0..order {
            let place = classes.iter().position(|class| {
                let y = class[0] as usize;
                multiples[x][y] && multiples[y][x]
            });
            match place {
                Some(place) => classes[place].push(x as u32),
                None => classes.push(vec![x as u32]),
            }
        }
        classes
    }

    /// The orders of the quotients, and of their P-portions, of the sums of the first 1, 2, … of these elements, wherever one
    /// is larger than the one before.
    ///
    /// The sums of some heaps have the submonoid of their elements, reduced: two of its elements are the same if no
    /// third one of the submonoid tells them apart.
    pub(crate) fn growth(&self, elements: &[u32]) -> Vec<(usize, usize, usize)> {
        let mut growth: Vec<(usize, usize, usize)> = Vec::new();
        let mut inside = vec![false; self.order()];
        inside[0] = true;
        let mut monoid = vec![0];
        for (place, &new) in elements.iter().enumerate() {
            if inside[new as usize] {
                continue;
            }
            let mut next = 0;
            let generators = &elements[..=place];
            while next < monoid.len() {
                for &generator in generators {
                    let product = self.product(monoid[next], generator);
                    if !std::mem::replace(&mut inside[product as usize], true) {
                        monoid.push(product);
                    }
                }
                next += 1;
            }
            // A heap may be told apart from the sums of those before it only by a later one.
            let (order, p_order) = self.reduced_sizes(&monoid, generators);
            if growth
                .last()
                .is_none_or(|last| (last.1, last.2) != (order, p_order))
            {
                growth.push((place, order, p_order));
            }
        }
        growth
    }

    /// The orders of a submonoid and of its P-portion once it is reduced, by refinement of the partition into P and N.
    fn reduced_sizes(&self, monoid: &[u32], generators: &[u32]) -> (usize, usize) {
        let mut generators = generators.to_vec();
        generators.sort_unstable();
        generators.dedup();
        let mut class = vec![0; self.order()];
        for &x in monoid {
            class[x as usize] = u32::from(self.is_p(x));
        }
        let mut classes = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut finer = class.clone();
            for &x in monoid {
                let products = generators.iter().map(|&g| self.product(x, g));
                let signature = std::iter::once(x).chain(products);
                let signature = signature.map(|y| class[y as usize]).collect();
                let fresh = numbers.len() as u32;
                finer[x as usize] = *numbers.entry(signature).or_insert(fresh);
            }
            class = finer;
            if numbers.len() == classes {
                let p_classes: FxHashSet<u32> = monoid
                    .iter()
                    .filter(|&&x| self.is_p(x))
                    .map(|&x| class[x as usize])
                    .collect();
                return (classes, p_classes.len());
            }
            classes = numbers.len();
        }
    }

    /// Are no two different elements told apart by no third one? Every misère quotient is reduced.
    #[must_use]
    pub fn is_reduced(&self) -> bool {
        let mut rows: Vec<Vec<bool>> = (0..self.order() as u32)
            .map(|x| self.row(x).iter().map(|&y| self.is_p(y)).collect())
            .collect();
        rows.sort_unstable();
        rows.windows(2).all(|pair| pair[0] != pair[1])
    }
}
