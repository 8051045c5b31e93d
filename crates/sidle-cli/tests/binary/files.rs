//! What a run writes replaces neither what it reads nor anything else that it writes.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
};

use crate::program::{Ran, command, finish, sidle};

/// A folder of our own, removed in the end.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Room {
        let room = std::env::temp_dir().join(format!("sidle-files-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&room);
        fs::create_dir_all(&room).expect("a folder");
        Room(room)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs the binary inside the folder; words are separated by blanks.
    fn run(&self, line: &str) -> Ran {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = command(&words);
        finish(command.current_dir(&self.0).spawn().expect("started"))
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
    // A device takes both.
    if Path::new("/dev/null").exists() {
        let both = ["--plot", "/dev/null", "-o", "/dev/null"];
        sidle(&[&["octal", "0.77", "--values", "9"][..], &both].concat()).good();
    }
}
