//! Questions and their answers. Each question has a file, in the folder of its subject; one list names them all.
//!
//! `cargo xtask wire` makes the schema of the wire and `docs/questions.md` from the source: from the list, the doc comments
//! and the attributes of `serde`. Run it after every change of a question or an answer. A type in an answer
//! derives `Serialize` or is written by a function of `crate::wire` (`serialize_with`); what else it is written as stands in
//! `xtask/src/wire/shapes.rs`. Each question has sections in `crates/sidle/tests/questions`, which are asked in process,
//! through `sidle batch` and through the WebAssembly module.

#[cfg(feature = "lang")]
mod explain;
mod files;
#[cfg(feature = "draw")]
mod go;
#[cfg(feature = "draw")]
mod graphs;
#[cfg(feature = "impartial")]
mod impartial;
#[cfg(feature = "lang")]
mod language;
#[cfg(feature = "logic")]
mod logic;
#[cfg(feature = "lang")]
mod loopy;
mod positions;
mod prelude;
#[cfg(feature = "logic")]
mod puzzles;
#[cfg(all(feature = "lang", feature = "logic"))]
mod research;
#[cfg(feature = "lang")]
mod unicycles;

use serde::{Deserialize, Serialize};

use crate::{Blob, Drawing, Error, Job, Report, Table, Workspace, values::notation::Style};

#[cfg(all(feature = "lang", feature = "logic"))]
pub(crate) use self::explain::steps_are_verified;
#[cfg(feature = "lang")]
pub use self::explain::*;
#[cfg(feature = "impartial")]
pub(crate) use self::impartial::LastQuotient;
#[cfg(feature = "impartial")]
pub use self::impartial::*;
#[cfg(feature = "lang")]
pub use self::language::*;
#[cfg(all(feature = "lang", feature = "logic"))]
pub use self::research::*;
pub use self::{files::*, positions::*};
#[cfg(feature = "draw")]
pub use self::{go::*, graphs::*};
#[cfg(feature = "logic")]
pub use self::{logic::*, puzzles::*};
#[cfg(feature = "lang")]
pub use self::{loopy::*, unicycles::*};

/// The name of a question and the type of its answer, from the list of all questions.
pub trait QuestionKind {
    /// The name of the question on the wire.
    const KIND: &'static str;

    /// The answer.
    type Answer: Report;
}

/// A question that a [`Workspace`] answers.
pub trait Ask: QuestionKind {
    /// Computes the answer. Programs call [`Workspace::ask`], which checks the job first.
    ///
    /// # Errors
    /// If the question is malformed or has no answer.
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<Self::Answer, Error>;
}

/// Declares all questions: the enums of the wire, dispatch and the index. A question that needs a feature of the crate has
/// `#[cfg(feature = "…")]` below its sentence.
macro_rules! questions {
    ($($(#[doc = $about:literal])+ $(#[cfg($gate:meta)])? $kind:literal: $name:ident($question:ident) -> $answer:ident;)+) => {
        /// Any question, as the wire carries it.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(tag = "ask")]
        #[non_exhaustive]
        pub enum Question {
            $($(#[doc = $about])+ $(#[cfg($gate)])? #[serde(rename = $kind)] $name($question),)+
        }

        /// Any answer, as the wire carries it.
        #[derive(Debug, Serialize)]
        #[serde(tag = "answers")]
        #[non_exhaustive]
        pub enum Answer {
            $($(#[doc = $about])+ $(#[cfg($gate)])? #[serde(rename = $kind)] $name($answer),)+
        }

        /// The names of all questions, with what each asks.
        pub const INDEX: &[(&str, &str)] = &[$($(#[cfg($gate)])? ($kind, concat!($($about),+)),)+];

        impl Question {
            /// The name of the question.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $($(#[cfg($gate)])? Question::$name(_) => $kind,)+
                }
            }

            /// Answers the question.
            ///
            /// # Errors
            /// As [`Workspace::ask`].
            pub fn ask(&self, workspace: &Workspace, job: &Job) -> Result<Answer, Error> {
                match self {
                    $($(#[cfg($gate)])? Question::$name(question) => workspace.ask(question, job).map(Answer::$name),)+
                }
            }
        }

        impl Report for Answer {
            fn text(&self, style: Style) -> String {
                match self {
                    $($(#[cfg($gate)])? Answer::$name(answer) => answer.text(style),)+
                }
            }

            fn table(&self) -> Option<Table> {
                match self {
                    $($(#[cfg($gate)])? Answer::$name(answer) => answer.table(),)+
                }
            }

            fn picture(&self) -> Option<Drawing> {
                match self {
                    $($(#[cfg($gate)])? Answer::$name(answer) => answer.picture(),)+
                }
            }

            fn certificate(&self) -> Option<Blob> {
                match self {
                    $($(#[cfg($gate)])? Answer::$name(answer) => answer.certificate(),)+
                }
            }

            fn form(&self, name: &str) -> Option<Blob> {
                match self {
                    $($(#[cfg($gate)])? Answer::$name(answer) => answer.form(name),)+
                }
            }
        }

        $($(#[cfg($gate)])? impl From<$question> for Question {
            fn from(question: $question) -> Question {
                Question::$name(question)
            }
        })+

        $($(#[cfg($gate)])? impl QuestionKind for $question {
            const KIND: &'static str = $kind;

            type Answer = $answer;
        })+
    };
}

questions! {
    /// The canonical value of a position.
    "value": Value(ValueQuestion) -> ValueAnswer;
    /// The reduced canonical form of a position, without its canonical form.
    "reduced-value": ReducedValue(ReducedValueQuestion) -> ReducedValueAnswer;
    /// Who wins a position.
    "outcome": Outcome(OutcomeQuestion) -> OutcomeAnswer;
    /// The moves of a position with their values.
    "moves": Moves(MovesQuestion) -> MovesAnswer;
    /// The best moves of a player, with reasons.
    "best-moves": BestMoves(BestMovesQuestion) -> BestMovesAnswer;
    /// The options of a position: canonical, dominated, reversible.
    "options": Options(OptionsQuestion) -> OptionsAnswer;
    /// The values or outcomes of boards by rows and columns.
    "table": BoardTable(BoardTableQuestion) -> BoardTableAnswer;
    /// The drawing of a position.
    #[cfg(feature = "draw")]
    "draw": Draw(DrawQuestion) -> DrawAnswer;
    /// How a match stands, with the legal moves and the move of the engine.
    "play": Play(PlayQuestion) -> PlayAnswer;
    /// The rulesets that are built in.
    "rulesets": Rulesets(RulesetsQuestion) -> RulesetsAnswer;
    /// The card of a ruleset that is built in.
    "ruleset": Ruleset(RulesetQuestion) -> RulesetAnswer;
    /// A starting file for a ruleset of CGScript.
    #[cfg(feature = "lang")]
    "new-class": NewClass(NewClassQuestion) -> NewClassAnswer;
    /// The nim value of a position.
    "nim-value": NimValue(NimValueQuestion) -> NimValueAnswer;
    /// Which of two positions is better for Left.
    "compare-positions": ComparePositions(ComparePositionsQuestion) -> ComparePositionsAnswer;
    /// The score of a board of Nimstring, played as Dots and Boxes.
    "score": Score(ScoreQuestion) -> ScoreAnswer;
    /// A table of solved positions is read.
    "use-table": UseTable(UseTableQuestion) -> TableFileAnswer;
    /// A table of solved positions is written.
    "keep-table": KeepTable(KeepTableQuestion) -> TableFileAnswer;
    /// The answers of a line of CGScript in a session.
    #[cfg(feature = "lang")]
    "evaluate": Evaluate(EvaluateQuestion) -> EvaluateAnswer;
    /// A value in the other notations.
    #[cfg(feature = "lang")]
    "notation": Notation(NotationQuestion) -> NotationAnswer;
    /// The names of a session with their values.
    #[cfg(feature = "lang")]
    "names": Names(NamesQuestion) -> NamesAnswer;
    /// Forgets names of a session, or all of it.
    #[cfg(feature = "lang")]
    "forget": Forget(ForgetQuestion) -> ForgetAnswer;
    /// What the word before the cursor may become.
    #[cfg(feature = "lang")]
    "complete": Complete(CompleteQuestion) -> CompleteAnswer;
    /// What a word or a sign of the language means.
    #[cfg(feature = "lang")]
    "help": Help(HelpQuestion) -> HelpAnswer;
    /// A proof of a comparison or of a canonical form.
    #[cfg(feature = "lang")]
    "certify": Certify(CertifyQuestion) -> CertifyAnswer;
    /// The mistakes in a class or script.
    #[cfg(feature = "lang")]
    "check-script": CheckScript(CheckScriptQuestion) -> CheckScriptAnswer;
    /// The thermographs of games.
    #[cfg(feature = "lang")]
    "thermograph": Thermograph(ThermographQuestion) -> ThermographAnswer;
    /// The nim values of a take-and-break game, and their period.
    #[cfg(feature = "impartial")]
    "nim-sequence": NimSequence(NimSequenceQuestion) -> NimSequenceAnswer;
    /// The periods of all octal games with few digits.
    #[cfg(feature = "impartial")]
    "octal-table": OctalTable(OctalTableQuestion) -> OctalTableAnswer;
    /// Who wins a sum of heaps, and by which moves, in normal and in misère play.
    #[cfg(feature = "impartial")]
    "heap-moves": HeapMoves(HeapMovesQuestion) -> HeapMovesAnswer;
    /// Genus symbols or misère canonical forms of heaps or games.
    #[cfg(feature = "impartial")]
    "misere-forms": MisereForms(MisereFormsQuestion) -> MisereFormsAnswer;
    /// The misère quotient of a heap game or of some games.
    #[cfg(feature = "impartial")]
    "misere-quotient": MisereQuotient(MisereQuotientQuestion) -> MisereQuotientAnswer;
    /// The misère quotients of all octal games with few digits.
    #[cfg(feature = "impartial")]
    "misere-table": MisereTable(MisereTableQuestion) -> MisereTableAnswer;
    /// How two partizan games compare under misère play.
    #[cfg(feature = "impartial")]
    "misere-compare": MisereCompare(MisereCompareQuestion) -> MisereCompareAnswer;
    /// Who wins from each vertex of a digraph, and how soon.
    #[cfg(feature = "draw")]
    "graph-label": GraphLabel(GraphLabelQuestion) -> GraphLabelAnswer;
    /// The loopy nim values of the vertices of a digraph.
    #[cfg(feature = "draw")]
    "graph-gamma": GraphGamma(GraphGammaQuestion) -> GraphGammaAnswer;
    /// The quotient of a digraph by bisimulation.
    #[cfg(feature = "draw")]
    "graph-quotient": GraphQuotient(GraphQuotientQuestion) -> GraphQuotientAnswer;
    /// A graph file in another form.
    #[cfg(feature = "draw")]
    "graph-convert": GraphConvert(GraphConvertQuestion) -> GraphConvertAnswer;
    /// Whether a map between digraphs is a bounded epimorphism.
    #[cfg(feature = "draw")]
    "graph-epimorphism": GraphEpimorphism(GraphEpimorphismQuestion) -> GraphEpimorphismAnswer;
    /// Digraphs of the literature.
    #[cfg(feature = "draw")]
    "graph-example": GraphExample(GraphExampleQuestion) -> GraphExampleAnswer;
    /// Who wins with tokens on digraphs, and by which moves.
    #[cfg(feature = "draw")]
    "tokens": Tokens(TokensQuestion) -> TokenAnswer;
    /// Who wins an annihilation game, and by which moves.
    #[cfg(feature = "draw")]
    "annihilation": Annihilation(AnnihilationQuestion) -> TokenAnswer;
    /// Who wins matter and antimatter, and by which moves.
    #[cfg(feature = "draw")]
    "matter": Matter(MatterQuestion) -> TokenAnswer;
    /// A game of tokens: its moves and that of the engine.
    #[cfg(feature = "draw")]
    "token-play": TokenPlay(TokenPlayQuestion) -> TokenPlayAnswer;
    /// The value of a region of Go.
    #[cfg(feature = "draw")]
    "go-value": GoValue(GoValueQuestion) -> GoValueAnswer;
    /// The value of kos without a board.
    #[cfg(feature = "draw")]
    "go-kos": GoKos(GoKosQuestion) -> GoValueAnswer;
    /// φ, φ_L or φ_R of a loopy game.
    #[cfg(feature = "lang")]
    "loopy-phi": LoopyPhi(LoopyPhiQuestion) -> GoValueAnswer;
    /// The regions of a board of Go, and best play.
    #[cfg(feature = "draw")]
    "go-endgame": GoEndgame(GoEndgameQuestion) -> GoEndgameAnswer;
    /// A region of Go after some moves, and a best move.
    #[cfg(feature = "draw")]
    "go-play": GoPlay(GoPlayQuestion) -> GoPlayAnswer;
    /// Who wins a game on a constraint graph.
    #[cfg(feature = "logic")]
    "logic-solve": LogicSolve(LogicSolveQuestion) -> LogicSolveAnswer;
    /// Properties of a constraint graph.
    #[cfg(feature = "logic")]
    "logic-check": LogicCheck(LogicCheckQuestion) -> LogicCheckAnswer;
    /// A puzzle made of a constraint graph.
    #[cfg(feature = "logic")]
    "logic-compile": LogicCompile(LogicCompileQuestion) -> LogicCompileAnswer;
    /// A picture of a constraint graph.
    #[cfg(feature = "logic")]
    "logic-draw": LogicDraw(LogicDrawQuestion) -> LogicDrawAnswer;
    /// The behaviour of a gadget at its ports.
    #[cfg(feature = "logic")]
    "gadget-check": GadgetCheck(GadgetCheckQuestion) -> GadgetCheckAnswer;
    /// The gadgets that fill a box of sliding blocks.
    #[cfg(feature = "logic")]
    "gadget-find": GadgetFind(GadgetFindQuestion) -> GadgetFindAnswer;
    /// The number of solutions of a Hitori board.
    #[cfg(feature = "logic")]
    "hitori-solve": HitoriSolve(HitoriSolveQuestion) -> HitoriSolveAnswer;
    /// A new Hitori board.
    #[cfg(feature = "logic")]
    "hitori-new": HitoriNew(HitoriNewQuestion) -> HitoriNewAnswer;
    /// Why the cells of a Hitori board are as they are.
    #[cfg(feature = "logic")]
    "hitori-explain": HitoriExplain(HitoriExplainQuestion) -> HitoriExplainAnswer;
    /// A Hitori board after some moves, and a hint.
    #[cfg(feature = "logic")]
    "hitori-play": HitoriPlay(HitoriPlayQuestion) -> HitoriPlayAnswer;
    /// A shortest solution of sliding blocks.
    #[cfg(feature = "logic")]
    "blocks-solve": BlocksSolve(BlocksSolveQuestion) -> BlocksSolveAnswer;
    /// The positions of sliding blocks that are farthest from the goal.
    #[cfg(feature = "logic")]
    "blocks-hardest": BlocksHardest(BlocksHardestQuestion) -> BlocksHardestAnswer;
    /// Sliding blocks after some moves, and a hint.
    #[cfg(feature = "logic")]
    "blocks-play": BlocksPlay(BlocksPlayQuestion) -> BlocksPlayAnswer;
    /// Whether certificates show their claims.
    "check": Check(CheckQuestion) -> CheckAnswer;
    /// A certificate in its other form.
    "convert-certificate": ConvertCertificate(ConvertCertificateQuestion) -> ConvertCertificateAnswer;
    /// Published results, computed again and compared.
    #[cfg(all(feature = "lang", feature = "logic"))]
    "reproduce": Reproduce(ReproduceQuestion) -> ReproduceAnswer;
    /// The value of a vertex of a loopy game.
    #[cfg(feature = "lang")]
    "loopy-value": LoopyValue(LoopyValueQuestion) -> LoopyValueAnswer;
    /// The sides of the vertices of a loopy game.
    #[cfg(feature = "lang")]
    "loopy-sides": LoopySides(LoopySidesQuestion) -> LoopySidesAnswer;
    /// The canonical form of a vertex of a loopy game, as a graph.
    #[cfg(feature = "lang")]
    "loopy-canonical": LoopyCanonical(LoopyCanonicalQuestion) -> LoopyCanonicalAnswer;
    /// The value of a sum of vertices of a loopy game.
    #[cfg(feature = "lang")]
    "loopy-sum": LoopySum(LoopySumQuestion) -> LoopyValueAnswer;
    /// How two vertices of a loopy game compare.
    #[cfg(feature = "lang")]
    "loopy-compare": LoopyCompare(LoopyCompareQuestion) -> LoopyCompareAnswer;
    /// How the value of a game comes about, or why two games compare as they do.
    #[cfg(feature = "lang")]
    "explain": Explain(ExplainQuestion) -> ExplainAnswer;
    /// How the sides of a vertex of a loopy game are simplified.
    #[cfg(feature = "lang")]
    "loopy-explain": LoopyExplain(LoopyExplainQuestion) -> LoopyExplainAnswer;
    /// Which cycles a loopy game has, and whether it equals a stopper or a plumtree.
    #[cfg(feature = "lang")]
    "loopy-judge": LoopyJudge(LoopyJudgeQuestion) -> LoopyJudgeAnswer;
    /// Loopy games of the literature.
    #[cfg(feature = "lang")]
    "loopy-example": LoopyExample(LoopyExampleQuestion) -> LoopyExampleAnswer;
    /// How the vertices of a digraph get their labels.
    #[cfg(feature = "lang")]
    "graph-explain": GraphExplain(GraphExplainQuestion) -> GraphExplainAnswer;
    /// The order of all vertices of a loopy game, on each side.
    #[cfg(feature = "lang")]
    "loopy-order": LoopyOrder(LoopyOrderQuestion) -> LoopyOrderAnswer;
    /// A drawing of a loopy game.
    #[cfg(feature = "lang")]
    "loopy-draw": LoopyDraw(LoopyDrawQuestion) -> LoopyDrawAnswer;
    /// Approximations of a loopy game until a fixed point.
    #[cfg(feature = "lang")]
    "sidling": Sidling(SidlingQuestion) -> SidlingAnswer;
    /// Exits that make a unicycle with a given pattern of edges.
    #[cfg(feature = "lang")]
    "unicycle": Unicycle(UnicycleQuestion) -> UnicycleAnswer;
    /// Whether a pattern of edges with given exits is a unicycle.
    #[cfg(feature = "lang")]
    "unicycle-test": UnicycleTest(UnicycleTestQuestion) -> UnicycleTestAnswer;
    /// Which admissible patterns of a length are those of unicycles.
    #[cfg(feature = "lang")]
    "unicycles": Unicycles(UnicyclesQuestion) -> UnicyclesAnswer;
}
