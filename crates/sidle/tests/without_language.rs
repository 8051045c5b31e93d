//! The crate answers about every built-in ruleset without its other features: `cargo xtask test features` runs this with
//! `--no-default-features`.

use sidle::{
    Ask, Error, Job, Position, Report, Style, Value, Workspace,
    questions::{
        Answer, BestMovesQuestion, BoardFamily, BoardTableQuestion, ComparePositionsQuestion,
        MovesQuestion, OptionsQuestion, OutcomeQuestion, PlayQuestion, Question, RulesetsQuestion,
        ValueQuestion,
    },
    solve::catalogue,
};

fn ask<Q: Ask>(workspace: &Workspace, name: &str, question: &Q) -> Q::Answer {
    let answer = workspace.ask(question, &Job::unlimited());
    answer.unwrap_or_else(|error| panic!("{name}: {}: {error}", Q::KIND))
}

/// Value, outcome and moves about the example of every ruleset, and what one says agrees with what the others say.
#[test]
fn every_ruleset_answers() {
    let workspace = Workspace::new();
    for entry in catalogue::entries() {
        let (name, of) = (entry.name, (entry.name, entry.example));
        let value = ask(&workspace, name, &ValueQuestion::new(of));
        let outcome = ask(&workspace, name, &OutcomeQuestion::new(of));
        let moves = ask(&workspace, name, &MovesQuestion::new(of));
        assert_eq!(value.value.as_ref(), Some(&moves.value), "{name}");
        assert_eq!(outcome.outcome, Some(moves.outcome), "{name}");
        assert!(!moves.text(Style::Unicode).is_empty(), "{name}");
        let read = workspace.position(name, &moves.position.to_string());
        assert_eq!(read.expect(name).to_string(), moves.position.to_string());
    }
    let rulesets = ask(&workspace, "", &RulesetsQuestion {}).rulesets;
    assert_eq!(rulesets.len(), catalogue::entries().len());
}

/// A table of each ruleset that has usual boards, and of all others by a pattern that is an example.
#[test]
fn every_ruleset_has_a_table() {
    let workspace = Workspace::new();
    for entry in catalogue::entries() {
        let mut question = BoardTableQuestion::new(entry.name, 2, 2);
        if BoardFamily::usual(entry.name).is_none() {
            question.rows = 1;
            question.columns = 1;
            // A star would repeat a letter, and blanks are left out.
            if entry.example.contains(['*', ' ']) {
                continue;
            }
            question.boards = Some(BoardFamily::Pattern(entry.example.to_owned()));
        }
        let table = ask(&workspace, entry.name, &question);
        let cells = question.rows * question.columns;
        assert_eq!(table.cells.len(), cells as usize, "{}", entry.name);
        assert_eq!(table.table().expect("rows").rows.len(), cells as usize);
    }
}

#[test]
fn the_other_questions_about_positions() {
    let workspace = Workspace::new();
    let of = ("Clobber", "xox|o.o");
    let options = ask(&workspace, "", &OptionsQuestion { of: of.into() });
    let moves = ask(
        &workspace,
        "",
        &MovesQuestion {
            depth: 2,
            ..MovesQuestion::new(of)
        },
    );
    assert_eq!(options.options.len(), moves.moves.len());
    assert!(moves.moves.iter().any(|one| !one.moves.is_empty()));
    let player = sidle::core::Player::Left;
    let best = ask(
        &workspace,
        "",
        &BestMovesQuestion {
            of: of.into(),
            player,
        },
    );
    let play = ask(
        &workspace,
        "",
        &PlayQuestion {
            advise: true,
            ..PlayQuestion::new(of, player)
        },
    );
    let advised = &play.legal[play.best.expect("there are moves").number];
    assert!(best.moves.iter().any(|one| one.to == *advised));
    let same = ComparePositionsQuestion {
        left: of.into(),
        right: of.into(),
    };
    assert_eq!(
        ask(&workspace, "", &same).relation,
        sidle::core::Relation::Equal
    );
}

/// What programs hold and pass between threads can be held and passed.
#[test]
fn handles_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Workspace>();
    crosses::<Value>();
    crosses::<Position>();
    crosses::<Job>();
    crosses::<Error>();
    crosses::<Question>();
    crosses::<Answer>();
}
