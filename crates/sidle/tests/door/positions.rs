//! Positions: values, outcomes and moves, of built-in rulesets and of classes.

use std::fs;

use sidle::{
    Error, ErrorKind, Job, Workspace,
    questions::{
        KeepTableQuestion, MovesQuestion, OutcomeQuestion, UseTableQuestion, ValueQuestion,
    },
    solve::catalogue,
};

fn value(workspace: &Workspace, rules: &str, position: &str) -> Result<String, Error> {
    let answer = workspace.ask(&ValueQuestion::of(rules, position), &Job::unlimited())?;
    Ok(answer.value.expect("no limits").to_string())
}

fn outcome(workspace: &Workspace, rules: &str, position: &str, misere: bool) -> String {
    let question = OutcomeQuestion {
        misere,
        ..OutcomeQuestion::new((rules, position))
    };
    let answer = workspace
        .ask(&question, &Job::unlimited())
        .expect("an answer");
    answer.outcome.expect("no limits").to_string()
}

/// Every ruleset of the registry answers value, outcome and moves about its example, without the language.
#[test]
fn every_built_in_ruleset_answers() {
    let workspace = Workspace::new();
    for entry in catalogue::entries() {
        let about = |error: Error| panic!("{}: {error}", entry.name);
        value(&workspace, entry.name, entry.example).unwrap_or_else(about);
        let moves = MovesQuestion::new((entry.name, entry.example));
        let moves = workspace
            .ask(&moves, &Job::unlimited())
            .unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        let outcome = outcome(&workspace, entry.name, entry.example, false);
        assert_eq!(moves.outcome.to_string(), outcome, "{}", entry.name);
    }
}

#[test]
fn parameters_and_variants() {
    let workspace = Workspace::new();
    let frogs = "GenToadsAndFrogs(maxSlide => 1, maxJump => 2, allowFriendlyJump => true)";
    assert_eq!(outcome(&workspace, frogs, "tt.f", false), "L");
    assert_eq!(
        value(&workspace, "Domineering.ImpartialVariant", "...").expect("a value"),
        "*"
    );
    assert_eq!(value(&workspace, "Nim", " 3 , 5").expect("a value"), "*6");
    assert_eq!(outcome(&workspace, "Nim", "1,1", true), "N");
}

#[test]
fn faults_name_their_field() {
    let workspace = Workspace::new();
    for (rules, position, kind, field, span) in [
        ("Clobberr", "xo", ErrorKind::UnknownName, "rules", 0..8),
        (
            "GenHareAndHounds(4)",
            "",
            ErrorKind::Notation,
            "rules",
            17..18,
        ),
        ("Clobber", "xu", ErrorKind::Notation, "position", 1..2),
        ("Nim", "3, x", ErrorKind::Notation, "position", 3..4),
    ] {
        let error = value(&workspace, rules, position).expect_err("a fault");
        let place = error.place.expect("a place");
        assert_eq!(
            (error.kind, place.field, place.start..place.end),
            (kind, field, span),
            "{rules} {position}"
        );
    }
}

#[test]
fn moves_have_values_and_incentives() {
    let workspace = Workspace::new();
    let question = MovesQuestion::new(("ToadsAndFrogs", "t.f"));
    let answer = workspace.ask(&question, &Job::unlimited()).expect("moves");
    assert_eq!(answer.value.to_string(), "*");
    let moves: Vec<String> = answer
        .moves
        .iter()
        .map(|one| format!("{} {} {} {}", one.player, one.to, one.value, one.wins))
        .collect();
    assert_eq!(moves, ["Left .tf 0 true", "Right tf. 0 true"]);
}

/// What a move leads to is a position of the same ruleset: in twisted variants the sides are exchanged after a move.
#[test]
fn moves_lead_to_positions_that_are_read() {
    let workspace = Workspace::new();
    let job = Job::unlimited();
    for (rules, position) in [
        ("Domineering.TwistedVariant", "...|..."),
        ("Domineering.TwistedVariant", "~..|.."),
        ("Shove.TwistedVariant.DicoticVariant", "lrl"),
        ("ArcKayles.TwistedVariant", "---"),
        ("PartizanArcKayles.TwistedVariant", "lrl"),
        ("Cutcake.TwistedVariant", "3,4"),
        ("GenHareAndHounds(5).TwistedVariant", "#x..#|x...o|#x..#"),
        ("FibonacciNim", "12,3"),
        ("Kayles", "1"),
        ("Kayles", "2,7"),
    ] {
        let answer = workspace.ask(&MovesQuestion::new((rules, position)), &job);
        let answer = answer.unwrap_or_else(|error| panic!("{position} of {rules}: {error}"));
        assert!(!answer.moves.is_empty(), "{position} of {rules}");
        for one in &answer.moves {
            let to = one.to.to_string();
            let read = |rules: &str| match value(&workspace, rules, &to) {
                Ok(value) => assert_eq!(value, one.value.to_string(), "{to} of {rules}"),
                Err(error) => panic!("{to} of {rules}: {error}"),
            };
            read(rules);
            if rules == "Kayles" {
                // A class of the language, whose heaps fall apart.
                continue;
            }
            // The names on the wire.
            read(&one.to.ruleset().expect("a ruleset"));
        }
    }
}

/// Classes from a folder are rulesets of a session.
#[test]
fn classes_of_a_folder() {
    let folder = std::env::temp_dir().join(format!("sidle-door-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let class = "\
singleton class Nibble extends game.strip.StripRuleset
  class Position(strip as Strip) extends StripGame
    override def Options(player as Player) :=
      [Position(strip Updated { k => 0 }) for k in strip FindAll player.Ordinal where k == 1 or strip[k - 1] == 0];
  end
  override def CharMap := \".lr\";
end
";
    fs::write(folder.join("Nibble.cgs"), class).expect("written");
    let workspace = Workspace::new();
    workspace.add_folder(&folder);
    let found = value(&workspace, "Nibble", "lr.rl");
    let unknown = value(&workspace, "Nibbble", "lr.rl");
    let misread = value(&workspace, "Nibble", "lx");
    fs::remove_dir_all(&folder).expect("removed");
    assert_eq!(
        unknown.expect_err("no such class").kind,
        ErrorKind::UnknownName
    );
    let misread = misread.expect_err("no such letter");
    assert!(misread.message.contains('x'), "{}", misread.message);
    assert!(!found.expect("a value").is_empty());
}

/// A table of solved positions that one workspace writes is read, and solved again, by another.
#[test]
fn use_and_keep_tables() {
    let file = std::env::temp_dir().join(format!("sidle-door-table-{}", std::process::id()));
    let (rules, board) = ("Domineering", "...|...|...");
    let job = Job::unlimited();
    let first = Workspace::new();
    let found = value(&first, rules, board).expect("a value");
    let kept = KeepTableQuestion {
        rules: rules.to_owned(),
        file: file.clone(),
    };
    let kept = first.ask(&kept, &job).expect("written");
    assert!(kept.bytes > 0);
    let second = Workspace::new();
    let used = UseTableQuestion {
        rules: rules.to_owned(),
        file: file.clone(),
        verify: true,
    };
    assert_eq!(second.ask(&used, &job).expect("read").bytes, kept.bytes);
    assert_eq!(value(&second, rules, board).expect("a value"), found);
    let mut bytes = fs::read(&file).expect("there");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).expect("written");
    assert!(second.ask(&used, &job).is_err(), "damaged");
    fs::remove_file(&file).expect("removed");
}
