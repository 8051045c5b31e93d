//! Classes in files: rulesets of users, their rules and their mistakes.

mod support;
mod wanted;

use std::{
    fs,
    path::{Path, PathBuf},
};

use sidle_lang::Session;

use wanted::is_wanted;

fn evaluate(session: &mut Session, input: &str) -> Result<String, String> {
    support::evaluate(session, input).map_err(|error| error.render(input))
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/cgscript")
}

#[test]
fn rulesets_in_files_answer_as_they_must() {
    let table = fs::read_to_string(golden().join("classes.tsv")).expect("the table");
    let (mut count, mut failures) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, input, expected] = cells[..] else {
            panic!("{line}")
        };
        let mut session = Session::new();
        session.add_folder(&golden().join("lib"));
        let got = support::evaluate(&mut session, input);
        count += 1;
        if !is_wanted(&got, input, expected) {
            failures.push(format!("{id}: {input}\n  {got:?}\n  wanted {expected}"));
        }
    }
    assert!(count >= 68, "only {count} rows");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A folder with these files, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let folder = std::env::temp_dir().join(format!("sidle-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        Folder(folder)
    }

    fn session(&self) -> Session {
        let mut session = Session::new();
        session.add_folder(&self.0);
        session
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn classes_have_members_defaults_and_enclosing_objects() {
    let folder = Folder::new(
        "members",
        &[
            (
                "zoo/Outer.cgs",
                "class Outer(size as Integer, tag ? \"z\")\n\
                 var double := size * 2;\n\
                 class Inner(n as Integer) def Both := n + size + double; end\n\
                 def Make(n as Integer) := Inner(n);\n\
                 def Count(xs...) := xs.Length;\n\
                 static var Start := 40;\n\
                 static def From(n as Integer) := Outer(n + Start);\n\
                 end",
            ),
            (
                "zoo/Sub.cgs",
                "class Sub(size as Integer) extends Outer override def Make(n as Integer) := super.Make(n + 1); end",
            ),
            (
                "zoo/Mood.cgs",
                "enum Mood Happy, Sad; def Not := if this == Mood.Happy then Mood.Sad else Mood.Happy end; end",
            ),
            (
                "zoo/Counter.cgs",
                "mutable class Counter() mutable var n := 0; def Up() begin n := n + 1; n end end",
            ),
            (
                "zoo/constants.cgs",
                "singleton class constants var Answer := 42; end",
            ),
        ],
    );
    let mut session = folder.session();
    for (input, wanted) in [
        ("zoo.Outer(3)", "Outer(3, tag => \"z\")"),
        ("Outer(3)", "Outer(3, tag => \"z\")"),
        ("zoo.Outer(tag => 1, size => 2).double", "4"),
        ("zoo.Outer(3).Make(4)", "Outer(3, tag => \"z\").Inner(4)"),
        ("zoo.Outer(3).Make(4).Both", "13"),
        ("zoo.Outer(3).Inner(1).EnclosingObject.size", "3"),
        ("zoo.Outer(3).Count(1, 2, 3)", "3"),
        ("zoo.Outer.From(2).size", "42"),
        ("zoo.Sub(3).Make(4)", "Sub(3).Inner(5)"),
        ("zoo.Sub(3) is zoo.Outer", "true"),
        ("zoo.Mood.Happy.Not", "Sad"),
        ("{zoo.Mood.Happy, zoo.Mood.Happy}.Size", "1"),
        ("c := zoo.Counter(); c.Up(); c.Up()", "2"),
        ("zoo.Answer", "42"),
        ("zoo.Outer(1) == zoo.Outer(1)", "true"),
    ] {
        assert_eq!(
            evaluate(&mut session, input).as_deref(),
            Ok(wanted),
            "{input}"
        );
    }
    for (input, part) in [
        ("zoo.Outer(\"a\")", "must be of the class Integer"),
        ("zoo.Outer()", "needs the argument"),
        ("zoo.Outer(3).size()", "cannot be called like a function"),
        ("zoo.Nobody", "no `Nobody` in the package `zoo`"),
    ] {
        let error = evaluate(&mut session, input).expect_err(input);
        assert!(error.contains(part), "{input}: {error}");
    }
}

#[test]
fn defaults_of_methods_see_the_object_and_those_of_constructors_do_not() {
    let folder = Folder::new(
        "defaults",
        &[
            (
                "zoo/Own.cgs",
                "class Own(a as Integer, b ? a * 10, c ? (() -> b))\n\
                 static var Base := 100;\n\
                 def Bare(n ? a + 1) := n;\n\
                 def Self(n ? this.a + 1) := n;\n\
                 def Method(n ? Sum(1)) := n;\n\
                 def Sum(k as Integer, m ? k + a) := k + m;\n\
                 def Later(k ? 1, f ? (() -> k + a)) begin k := 7; f() end\n\
                 def Two(k as Integer, n ? a) := [k, n];\n\
                 def Two(k as String, n ? this) := [k, n.a];\n\
                 static def From(n ? Base) := n;\n\
                 class Inner(d) def Both(n ? a + d) := n; end\n\
                 end",
            ),
            (
                "zoo/Below.cgs",
                "class Below(a as Integer) extends Own override def Sum(k as Integer, m ? a) := -m;\n\
                 def Above(n ? super.Sum(3)) := n; end",
            ),
            (
                "zoo/Calls.cgs",
                "class Calls(n as Integer, twice ? 2 * n) static def Eval(s as String) := s; end",
            ),
        ],
    );
    let mut session = folder.session();
    for (input, wanted) in [
        ("zoo.Own(3).Bare()", "4"),
        ("zoo.Own(3).Bare(9)", "9"),
        ("zoo.Own(3).Self()", "4"),
        ("zoo.Own(3).Method()", "5"),
        ("zoo.Own(3).Sum(m => 1, k => 2)", "3"),
        ("zoo.Own(3).Sum(k => 2)", "7"),
        ("zoo.Own(3).Later()", "10"),
        ("zoo.Own(3).Two(1)", "[1,3]"),
        ("zoo.Own(3).Two(\"x\")", "[\"x\",3]"),
        ("zoo.Own.From()", "100"),
        ("zoo.Own(3).Inner(4).Both()", "7"),
        ("zoo.Own(3).b", "30"),
        ("zoo.Own(b => 5, a => 1).c()", "5"),
        ("zoo.Below(3).Method()", "-3"),
        ("zoo.Below(3).Above()", "9"),
        ("zoo.Calls(4).twice", "8"),
        ("zoo.Calls(twice => 1, n => 4).twice", "1"),
        ("[1,2].Apply(zoo.Own(3).Bare(k -> k))", "[1,2]"),
    ] {
        assert_eq!(
            evaluate(&mut session, input).as_deref(),
            Ok(wanted),
            "{input}"
        );
    }
    for (name, source, word) in [
        ("This", "class This(a, b ? this.a) end", "`this`"),
        (
            "Bare",
            "class Bare(a, b ? Twice(a)) def Twice(n) := 2 * n; end",
            "`Twice` belongs to an object",
        ),
        ("Next", "class Next(a ? b, b ? 1) end", "`b`"),
        (
            "Fixed",
            "class Fixed(a) static def F(n ? a) := n; end",
            "`a` belongs to an object",
        ),
    ] {
        let folder = Folder::new(name, &[(&format!("zoo/{name}.cgs"), source)]);
        let error = evaluate(&mut folder.session(), &format!("zoo.{name}")).unwrap_err();
        assert!(error.contains(word), "{source}: {error}");
    }
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once_and_disturb_nobody() {
    let folder = Folder::new(
        "mistakes",
        &[
            (
                "Bad.cgs",
                "class Bad(n as Integer) extends Game\n\
                 def Options(player as Player) := [];\n\
                 override def Optoins(player as Player) := [];\n\
                 def F := nn + 1;\n\
                 def G(a, b) := a;\n\
                 def H := G(1);\n\
                 end",
            ),
            ("Good.cgs", "class Good() def F := 1; end"),
        ],
    );
    let mut session = folder.session();
    let error = evaluate(&mut session, "Bad(3)").expect_err("mistakes");
    for part in [
        "override def Options",
        "overrides nothing",
        "`nn`",
        "takes 2",
        "Bad.cgs:4",
    ] {
        assert!(error.contains(part), "{part}: {error}");
    }
    assert_eq!(evaluate(&mut session, "Good().F").as_deref(), Ok("1"));
}

#[test]
fn errors_tell_file_line_and_calls() {
    let folder = Folder::new(
        "trace",
        &[(
            "Deep.cgs",
            "class Deep()\n def A(n) := B(n);\n def B(n) :=\n  error(\"no \" + n.ToString);\n def Loop(n) := Loop(n + 1);\n end",
        )],
    );
    let mut session = folder.session();
    let error = evaluate(&mut session, "Deep().A(7)").expect_err("an error");
    for part in ["no 7", "Deep.cgs:4", "in Deep.B", "in Deep.A"] {
        assert!(error.contains(part), "{part}: {error}");
    }
    let error = evaluate(&mut session, "Deep().Loop(1)").expect_err("no end");
    assert!(
        error.contains("more than 100000 calls inside each other"),
        "{error}"
    );
}

#[test]
fn class_files_of_all_kinds_answer_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let rows: String = [
        "rows.txt",
        "studies.txt",
        "conditions.txt",
        "agreement.txt",
        "library.txt",
    ]
    .iter()
    .map(|name| fs::read_to_string(folder.join(name)).expect("the rows are there"))
    .collect();
    let mut session = Session::new();
    session.add_folder(&folder);
    let (mut count, mut wrong) = (0, Vec::new());
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let (input, wanted) = row.split_once(" ==> ").expect("an input and its answer");
        let got = support::evaluate(&mut session, input);
        let got = got.map(|text| text.replace('\n', "\\n"));
        count += 1;
        if !is_wanted(&got, input, wanted) {
            wrong.push(format!("{input}: {got:?}, not {wanted}"));
        }
    }
    assert!(count > 1300, "only {count} rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
