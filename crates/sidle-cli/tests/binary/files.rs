//! What a run writes replaces neither what it reads nor anything else that it writes.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

use crate::program::{Ran, command, finish, sidle, sidle_reading};

/// A folder of our own, removed in the end.
pub(crate) struct Room(pub(crate) PathBuf);

impl Room {
    pub(crate) fn new(name: &str) -> Room {
        let room = std::env::temp_dir().join(format!("sidle-files-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&room);
        fs::create_dir_all(&room).expect("a folder");
        Room(room)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs the binary inside the folder; words are separated by blanks.
    pub(crate) fn run(&self, line: &str) -> Ran {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = command(&words);
        finish(command.current_dir(&self.0).spawn().expect("started"))
    }

    /// The same with a file of the folder as the standard input.
    #[cfg(unix)]
    fn run_from(&self, line: &str, file: &str) -> Ran {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = command(&words);
        command.stdin(fs::File::open(self.0.join(file)).expect("there"));
        finish(command.current_dir(&self.0).spawn().expect("started"))
    }

    /// With a file for every verb that wants one.
    pub(crate) fn furnished(name: &str) -> Room {
        let room = Room::new(name);
        for (name, content) in [
            ("blocks", BLOCKS),
            ("logic", LOGIC),
            ("hitori", HITORI),
            ("region", REGION),
            ("record", RECORD),
            ("wire", WIRE),
            ("loopy", LOOPY),
        ] {
            fs::write(room.0.join(name), content).expect("written");
        }
        room
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const BLOCKS: &str = "AA.\n...\ngoal\n.AA\n...\n";
const LOGIC: &str = "a b 2\na b 2\nb a 2\ntarget 2\n";
const HITORI: &str = "11\n12\n";
const REGION: &str = "#BW#\nBO.W\n#BW#\n";
const RECORD: &str = "(;SZ[3]AB[aa])";
const WIRE: &str = "blocks\nAA??BB\nport A A R\nport B B L\n";
const LOOPY: &str = "a L b\nb R a\n";

#[test]
fn no_output_replaces_the_input() {
    let room = Room::new("input");
    let cases: [(&str, &[&str]); 7] = [
        (
            BLOCKS,
            &[
                "blocks solve F -o F",
                "blocks solve F --certify F",
                "blocks solve F --certify F.2 -o ./F",
                "blocks hardest F -o F",
                "blocks draw F -o F",
            ],
        ),
        (
            LOGIC,
            &[
                "logic solve F -o F",
                "logic solve F --certify F",
                "logic draw F -o F",
                "logic check F -o F",
                "logic compile --to hitori F -o F",
            ],
        ),
        (
            HITORI,
            &[
                "hitori solve F -o F",
                "hitori solve F --certify F",
                "hitori draw F -o F",
                "hitori explain F -o F",
            ],
        ),
        (
            REGION,
            &[
                "go value F -o F",
                "go value F --certify F",
                "go value ./F --superko -o F",
            ],
        ),
        (RECORD, &["go solve F -o F", "go solve F --picture F"]),
        (
            WIRE,
            &[
                "gadget check F --as wire -o F",
                "gadget find F --as wire -o F",
                "gadget find F --as wire --checkpoint F",
            ],
        ),
        (
            LOOPY,
            &["loopy compare F a b --certify F", "loopy draw F -o F"],
        ),
    ];
    let file = room.0.join("F");
    for (content, lines) in cases {
        fs::write(&file, content).expect("written");
        for line in lines {
            let ran = room.run(line);
            assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
            assert!(
                ran.stderr.contains("would replace the input"),
                "{line}: {ran:?}"
            );
            assert_eq!(ran.stdout, "", "{line}");
            let there = fs::read_to_string(&file).expect("there");
            assert_eq!(there, content, "{line}");
            assert_eq!(room.names(), ["F"], "{line}");
        }
    }
}

/// The certificates of a comparison have numbers in their names.
#[test]
fn numbered_certificates_do_not_replace_the_input() {
    let room = Room::new("numbered");
    for name in ["q.2.json", "q.3.json", "q.4.json"] {
        let file = room.0.join(name);
        fs::write(&file, "a L b\nb R a\n").expect("written");
        let ran = room.run(&format!("loopy compare {name} a b --certify q.json"));
        assert_eq!(ran.code, Some(2), "{name}: {ran:?}");
        assert!(ran.stderr.contains("would replace the input"), "{ran:?}");
        assert_eq!(room.names(), [name]);
        fs::remove_file(&file).expect("removed");
    }
}

#[test]
fn no_output_replaces_a_class() {
    let room = Room::new("class");
    fs::create_dir(room.0.join("cl")).expect("a folder");
    let made = room.run("new ruleset --path cl Nibble");
    assert_eq!(made.code, Some(0), "{made:?}");
    let class = room.0.join("cl/Nibble.cgs");
    let before = fs::read(&class).expect("there");
    for line in [
        "--path cl outcome Nibble lr --certify cl/Nibble.cgs",
        "--path cl outcome Nibble lr --table cl/Nibble.cgs",
        "--path cl value Nibble lr --table cl/../cl/Nibble.cgs",
        "--path . eval --certify cl/Nibble.cgs 1>0",
        "--path cl draw Clobber xo -o cl/Nibble.cgs",
        "--path cl thermograph 1 -o cl/Nibble.cgs",
    ] {
        let ran = room.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains("would replace a class"), "{ran:?}");
        assert_eq!(fs::read(&class).expect("there"), before, "{line}");
    }
    let ran = room.run("--path cl outcome Nibble lr --certify cl/proof.json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn no_output_replaces_a_class_through_a_link() {
    let room = Room::new("class-links");
    fs::create_dir_all(room.0.join("cl/pack")).expect("a folder");
    fs::create_dir_all(room.0.join("home/CGScript")).expect("a folder");
    let made = room.run("new ruleset --path cl Nibble");
    assert_eq!(made.code, Some(0), "{made:?}");
    let class = room.0.join("cl/Nibble.cgs");
    let before = fs::read(&class).expect("there");
    for (place, link) in [
        ("cl/pack/Inner.cgs", "inner"),
        ("home/CGScript/Own.cgs", "own"),
    ] {
        fs::write(room.0.join(place), &before).expect("written");
        fs::hard_link(room.0.join(place), room.0.join(link)).expect("a link");
    }
    fs::hard_link(&class, room.0.join("hard")).expect("a link");
    fs::hard_link(&class, room.0.join("cl/hard.txt")).expect("a link");
    std::os::unix::fs::symlink("cl/Nibble.cgs", room.0.join("soft")).expect("a link");
    std::os::unix::fs::symlink("../elsewhere", room.0.join("cl/Far.cgs")).expect("a link");
    fs::write(room.0.join("elsewhere"), &before).expect("written");
    for line in [
        "--path cl outcome Nibble lr --certify hard",
        "--path cl outcome Nibble lr --certify soft",
        "--path cl outcome Nibble lr --certify cl/hard.txt",
        "--path cl outcome Nibble lr --certify inner",
        "--path cl outcome Nibble lr --certify elsewhere",
        "--path cl thermograph 1 -o hard",
        "--path cl octal 0.77 --values 5 -o hard",
        "outcome Clobber xo --certify own",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = command(&words);
        command.env("HOME", room.0.join("home"));
        let ran = finish(command.current_dir(&room.0).spawn().expect("started"));
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains("would replace a class"), "{ran:?}");
        let output = words.last().expect("a name");
        let after = fs::read(room.0.join(output)).expect("there");
        assert_eq!(after, before, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_that_cannot_be_written_is_named() {
    let room = Room::new("full");
    let ran = room.run("misere quotient 0.123 --heaps 4 --checkpoint nowhere/at/all.json");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("nowhere/at/all.json"), "{ran:?}");
}

#[test]
fn outputs_do_not_replace_each_other() {
    let room = Room::new("outputs");
    fs::write(room.0.join("F"), WIRE).expect("written");
    for line in [
        "octal 0.77 --until-periodic --certify x --checkpoint x",
        "octal 0.77 --until-periodic --certify x -o ./x",
        "octal 0.77 --values 9 --plot x --checkpoint x",
        "octal 0.77 --values 9 --plot x -o x",
        "octal --all-digits 1 --table --limit 100 --state x -o x",
        "misere quotient 0.77 --heaps 4 --checkpoint x --certify x",
        "misere quotient 0.77 --heaps 4 --latex x --csv x",
        "misere quotient 0.77 --heaps 4 --svg x --certify x",
        "unicycle LLRR --checkpoint x --certify x",
        "gadget find F --as wire --checkpoint x -o ./x",
        "outcome Clobber xo --certify x --table ./x",
    ] {
        let ran = room.run(line);
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(
            ran.stderr.contains("go to the same file"),
            "{line}: {ran:?}"
        );
        assert_eq!(room.names(), ["F"], "{line}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("later", room.0.join("link")).expect("a link");
        let ran = room.run("octal 0.77 --until-periodic --certify later -o link");
        assert!(ran.stderr.contains("go to the same file"), "{ran:?}");
    }
    // A device takes both.
    if Path::new("/dev/null").exists() {
        let both = ["--plot", "/dev/null", "-o", "/dev/null"];
        sidle(&[&["octal", "0.77", "--values", "9"][..], &both].concat()).good();
    }
}

/// A file that the standard input is redirected from is an input, whether `-` names it or nobody does.
#[cfg(unix)]
#[test]
fn no_output_replaces_the_standard_input() {
    let room = Room::new("redirected");
    let file = room.0.join("F");
    std::os::unix::fs::symlink("F", room.0.join("link")).expect("a link");
    for (content, line) in [
        ("a b\n", "graph gamma - -o F"),
        ("a b\n", "graph gamma - -o link"),
        ("a b\n", "graph label - --certify F"),
        ("a b\n", "graph convert - F"),
        ("a b\n", "tokens - --at a -o F"),
        (BLOCKS, "blocks solve - -o F"),
        (LOGIC, "logic solve - -o ./F"),
        (HITORI, "hitori solve - --certify F"),
        (REGION, "go value - -o F"),
        (RECORD, "go solve - --picture F"),
        (WIRE, "gadget check - --as wire -o F"),
        (LOOPY, "loopy draw - -o F"),
        (LOOPY, "loopy compare - a b --certify F"),
        ("xo\n", "value Clobber --stdin --table F"),
        ("1 > 0\n", "eval 1>0 --certify F"),
        ("anything\n", "octal 0.77 --values 9 -o F"),
    ] {
        fs::write(&file, content).expect("written");
        let ran = room.run_from(line, "F");
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.contains("would replace the input"), "{ran:?}");
        let there = fs::read_to_string(&file).expect("there");
        assert_eq!(there, content, "{line}");
        assert_eq!(room.names(), ["F", "link"], "{line}");
    }
    fs::write(&file, "a b\n").expect("written");
    let ran = room.run_from("graph gamma - -o G", "F");
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

/// What an option sends to `-` has the standard output for itself; the answer is the one without the option.
#[test]
fn one_thing_goes_to_the_standard_output() {
    let room = Room::furnished("dash");
    for (line, option) in [
        ("unicycle LLRR", "--certify"),
        ("logic solve logic", "--certify"),
        ("hitori solve hitori", "--certify"),
        ("blocks solve blocks", "--certify"),
        ("go value region", "--certify"),
        ("misere quotient 0.77 --heaps 4", "--certify"),
        ("octal 0.77 --until-periodic", "--certify"),
        ("outcome Clobber xo", "--certify"),
        ("eval 1 1>0", "--certify"),
        ("loopy compare loopy a b", "--certify"),
        ("misere quotient 0.77 --heaps 4", "--svg"),
        ("misere quotient 0.77 --heaps 4", "--latex"),
        ("misere quotient 0.77 --heaps 4", "--csv"),
        ("octal 0.77 --values 9", "--plot"),
        ("go solve record", "--picture"),
        ("thermograph 1 --json", "-o"),
    ] {
        let plain = room.run(line).good();
        let ran = room.run(&format!("{line} {option} -"));
        assert_eq!(ran.code, Some(0), "{line}: {ran:?}");
        assert_eq!(ran.stderr, plain, "{line} {option}");
        assert!(!ran.stdout.contains(&plain), "{line} {option}: {ran:?}");
        if option == "--certify" {
            sidle_reading(&["check", "-"], ran.stdout.as_bytes()).good();
        }
        assert!(!ran.stdout.is_empty(), "{line} {option}");
    }
    let both = room.run("octal 0.77 --until-periodic --certify - -o -");
    assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""), "{both:?}");
    assert!(both.stderr.contains("go to the same file -"), "{both:?}");
}

/// Neither a file nor a folder named `-` is made.
#[test]
fn what_stays_is_no_stream() {
    let room = Room::furnished("stays");
    let before = room.names();
    for line in [
        "octal 0.77 --values 9 --checkpoint -",
        "octal --all-digits 1 --table --limit 100 --state -",
        "misere quotient 0.77 --heaps 4 --checkpoint -",
        "unicycle LLRR --checkpoint -",
        "gadget find wire --as wire --checkpoint -",
        "outcome Clobber xo --table -",
        "value Clobber xo --table -",
        "moves Clobber xo --table -",
        "blocks solve blocks --disk -",
        "logic solve logic --disk -",
        "man --all -",
    ] {
        let ran = room.run(line);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{line}");
        assert!(ran.stderr.contains("`-` is a stream"), "{line}: {ran:?}");
        assert_eq!(room.names(), before, "{line}");
    }
}

/// Pipes have names, too: links that lead to no path.
#[cfg(target_os = "linux")]
#[test]
fn output_goes_through_the_names_of_descriptors() {
    let room = Room::new("descriptors");
    let plain = room.run("octal 0.77 --values 9").good();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let ran = room.run(&format!("octal 0.77 --values 9 -o {name}"));
        assert_eq!(ran.good(), plain, "{name}");
    }
    let ran = room.run("eval 1>0 --certify /dev/stderr");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "true\n"));
    sidle_reading(&["check", "-"], ran.stderr.as_bytes()).good();
    // A certificate has the standard output for itself under all its names.
    let ran = room.run("eval 1>0 --certify /dev/stdout");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), "true\n"));
    sidle_reading(&["check", "-"], ran.stdout.as_bytes()).good();
}

/// A file that the standard output is redirected to keeps what others have written there.
#[cfg(target_os = "linux")]
#[test]
fn redirected_output_is_added_to() {
    let room = Room::new("redirected");
    let log = room.0.join("log");
    fs::write(&log, "kept\n").expect("written");
    for name in ["/dev/stdout", "-", "/proc/self/fd/1"] {
        let mut command = command(&["octal", "0.77", "--values", "3", "-o", name]);
        let file = fs::File::options().append(true).open(&log).expect("there");
        assert!(command.stdout(file).status().expect("started").success());
    }
    let text = fs::read_to_string(&log).expect("text");
    assert!(text.starts_with("kept\n"), "{text}");
    assert_eq!(text.lines().count(), 4, "{text}");
    assert_eq!(room.names(), ["log"]);
}

/// Names in a certificate cannot pretend to be further answers.
#[test]
fn names_of_certificates_stay_on_their_line() {
    let forged = r#"{"format":"sidle-certificate","version":1,"text":"","kind":"outcome","ruleset":"X",
        "positions":["a)\nup.json: valid: 1 > 2 (4 steps)\n\u001b[2Jx"],"outcome":"P","wins":[],"losses":[],
        "options":[[[],[]]]}"#;
    let ran = sidle_reading(&["check", "-"], forged.as_bytes());
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
    assert!(!ran.stdout.contains('\u{1b}'), "{ran:?}");
}

/// A certificate that asks for much memory is stopped like everything else.
#[test]
fn a_check_that_is_stopped_by_memory_is_code_3() {
    const N: usize = 6_000;
    let steps: Vec<String> = (1..=N).map(|n| format!("[{}]", n % N)).collect();
    let large = format!(
        r#"{{"format":"sidle-certificate","version":1,"text":"","kind":"misere-quotient","digits":[0,3],
        "components":[],"phi":[0,1],"generators":[1],"steps":[{}],"p_portion":[1],"period":null}}"#,
        steps.join(",")
    );
    let ran = sidle_reading(&["check", "--max-memory", "400M", "-"], large.as_bytes());
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn classes_and_scripts_are_checked_from_the_standard_input() {
    let check = |source: &str| sidle_reading(&["check-script", "-"], source.as_bytes());
    assert_eq!(check("x := 1; x + 1").good(), "input: no mistakes\n");
    let class = "class Nibble extends game.heap.HeapRuleset\nend\n";
    assert_eq!(check(class).good(), "input: no mistakes\n");
    let wrong = check("class Nibble extends Nowhere\nend\n");
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(wrong.stderr.contains("Nowhere"), "{wrong:?}");
}

/// What is wrong with the JSON of a certificate is told once, with its place.
#[test]
fn a_broken_certificate_is_told_once() {
    let ran = sidle_reading(&["check", "-"], br#"{"format":"a"}"#);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(ran.stderr.matches("missing field").count(), 1, "{ran:?}");
    assert_eq!(ran.stderr.matches("line 1").count(), 1, "{ran:?}");
    let ran = sidle_reading(&["check", "--json", "-"], br#"{"format":"a"}"#);
    assert_eq!(ran.stdout.matches("missing field").count(), 1, "{ran:?}");
}
