//! Satisfiability of clauses, through the solver crate `batsat`: metered, and with the learnt clauses kept as a
//! proof that anybody can check by unit propagation.

use std::cell::Cell;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, clause, lbool};
use sidle_core::{Meter, StopReason};

/// A literal: the variable's number from 1, negative for its negation.
pub(crate) type Literal = i32;

/// One step of a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofStep {
    /// A clause that was added after the search had begun.
    Given(Vec<Literal>),
    /// A clause that follows by unit propagation from those before it.
    Learnt(Vec<Literal>),
}

struct Watcher<'m> {
    meter: &'m Meter,
    calls: Cell<u32>,
    stop: Cell<Option<StopReason>>,
    proof: Option<Vec<ProofStep>>,
}

impl Callbacks for Watcher<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], _: clause::Kind) {
        if let Some(proof) = &mut self.proof {
            proof.push(ProofStep::Learnt(
                clause.iter().map(|&lit| written(lit)).collect(),
            ));
        }
    }

    fn stop(&self) -> bool {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        if calls.is_multiple_of(256)
            && let Err(stop) = self.meter.check()
        {
            self.stop.set(Some(stop));
        }
        self.stop.get().is_some()
    }
}

fn written(lit: Lit) -> Literal {
    let number = lit.var().idx() as i32 + 1;
    if lit.sign() { number } else { -number }
}

/// A growing set of clauses.
pub(crate) struct Sat<'m> {
    solver: Solver<Watcher<'m>>,
    begun: bool,
    buffer: Vec<Lit>,
}

impl<'m> Sat<'m> {
    /// A solver over the variables 1 to `variables`; with `prove` it keeps a proof.
    pub(crate) fn new(variables: usize, prove: bool, meter: &'m Meter) -> Sat<'m> {
        let watcher = Watcher {
            meter,
            calls: Cell::new(0),
            stop: Cell::new(None),
            proof: prove.then(Vec::new),
        };
        let mut solver = Solver::new(SolverOpts::default(), watcher);
        for _ in 0..variables {
            solver.new_var_default();
        }
        Sat {
            solver,
            begun: false,
            buffer: Vec::new(),
        }
    }

    /// One more variable.
    pub(crate) fn variable(&mut self) -> Literal {
        self.solver.new_var_default().idx() as i32 + 1
    }

    fn lit(literal: Literal) -> Lit {
        Lit::new(
            Var::unsafe_from_idx(literal.unsigned_abs() - 1),
            literal > 0,
        )
    }

    /// Adds a clause.
    pub(crate) fn add(&mut self, clause: &[Literal]) {
        if self.begun
            && let Some(proof) = &mut self.solver.cb_mut().proof
        {
            proof.push(ProofStep::Given(clause.to_vec()));
        }
        self.buffer.clear();
        self.buffer
            .extend(clause.iter().map(|&literal| Sat::lit(literal)));
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// Are the clauses satisfiable together with the assumptions?
    pub(crate) fn solve(&mut self, assumptions: &[Literal]) -> Result<bool, StopReason> {
        self.begun = true;
        self.solver.cb().meter.check()?;
        let assumptions: Vec<Lit> = assumptions.iter().map(|&l| Sat::lit(l)).collect();
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            Ok(true)
        } else if answer == lbool::FALSE {
            Ok(false)
        } else {
            Err(self.solver.cb().stop.get().unwrap_or(StopReason::Cancelled))
        }
    }

    /// The value of a variable in the model just found.
    pub(crate) fn value(&self, variable: Literal) -> bool {
        self.solver.value_lit(Sat::lit(variable)) == lbool::TRUE
    }

    /// How many conflicts there were.
    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// The proof, if one was kept.
    pub(crate) fn into_proof(mut self) -> Vec<ProofStep> {
        self.solver.cb_mut().proof.take().unwrap_or_default()
    }
}
