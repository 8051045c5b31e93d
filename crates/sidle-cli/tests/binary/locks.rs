//! Files that a run reads and writes again are its own while it lasts: a second process is refused, and a killed one leaves no lock.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::Child,
    thread,
    time::Duration,
};

use sidle::graph::io::FileLock;

use crate::{
    files::Room,
    program::{Ran, command, finish, piped},
};

/// Klotski with another goal, 116 moves away: the search has a hundred levels of many runs.
const KLOTSKI: &str = "abbc\nabbc\ndeef\ndghf\ni..j\ngoal\n....\n....\n....\n.bb.\n.bb.\n";

/// Every option that names something shared, with the name `shared`.
const LINES: [&str; 9] = [
    "value Clobber xo --table shared",
    "outcome Clobber xo --table shared --certify certificate",
    "moves Clobber xo --table shared",
    "octal --all-digits 1 --table --limit 100 --state shared",
    "octal 0.77 --values 9 --checkpoint shared",
    "misere quotient 0.77 --heaps 4 --checkpoint shared",
    "unicycle --all 6 --checkpoint shared",
    "gadget find wire --as wire --checkpoint shared",
    "outcome Clobber --stdin --table ./shared",
];

#[track_caller]
fn is_refused(ran: &Ran, name: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    let message = format!("{name}: another process is using it");
    assert!(ran.stderr.contains(&message), "{name}: {ran:?}");
}

fn start(room: &Room, line: &str) -> Child {
    let words: Vec<&str> = line.split(' ').collect();
    let mut command = command(&words);
    command.current_dir(&room.0).spawn().expect("started")
}

#[test]
fn a_file_in_use_is_refused_by_name() {
    for line in LINES {
        let room = Room::furnished("in-use");
        let name = line.split(' ').find(|word| word.ends_with("shared"));
        let before = room.names();
        let lock = FileLock::acquire(&room.0.join("shared")).expect("free");
        is_refused(&room.run(line), name.expect("the name"));
        drop(lock);
        assert_eq!(room.names(), before, "{line}");
        let free = room.run(line);
        assert_eq!((free.code, free.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(room.0.join("shared").is_file(), "{line}");
        assert!(!room.0.join("shared.sidle-lock").exists(), "{line}");
    }
}

#[test]
fn a_folder_in_use_is_refused_by_name() {
    for line in [
        "blocks solve blocks --disk shared",
        "logic solve logic --disk shared",
    ] {
        let room = Room::furnished("folder-in-use");
        fs::create_dir(room.0.join("shared")).expect("a folder");
        let lock = FileLock::acquire(&room.0.join("shared/search.json")).expect("free");
        is_refused(&room.run(line), "shared");
        drop(lock);
        let free = room.run(line);
        assert_eq!((free.code, free.stderr.as_str()), (Some(0), ""), "{line}");
    }
}

/// The holder reads lines from the test, so that it holds its table as long as the test wants.
#[test]
fn a_table_is_free_when_its_process_ends_or_is_killed() {
    let room = Room::new("killed");
    let line = "outcome Clobber --stdin --table table";
    for is_killed in [false, true] {
        let mut holder = start(&room, line);
        let mut input = holder.stdin.take().expect("a pipe");
        let mut output = BufReader::new(holder.stdout.take().expect("a pipe"));
        input.write_all(b"xo\n").expect("sent");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("an answer");
        assert_eq!(answer, "N\n");
        is_refused(&room.run("value Clobber xo --table table"), "table");
        if is_killed {
            holder.kill().expect("killed");
        }
        drop(input);
        assert_eq!(finish(holder).code.is_none(), is_killed);
        // A process that is killed cannot remove the file of its lock.
        let left = room.0.join("table.sidle-lock");
        assert_eq!(left.exists(), is_killed);
        room.run("value Clobber xo --table table").good();
        assert!(!left.exists());
    }
}

#[test]
fn a_search_on_disk_that_is_killed_leaves_no_lock() {
    let room = Room::new("killed-search");
    fs::write(room.0.join("klotski"), KLOTSKI).expect("written");
    let line = "blocks solve klotski --metric unit --disk levels";
    let level = room.0.join("levels/level-00005");
    for _ in 0..100 {
        let mut holder = start(&room, line);
        while !level.exists() && holder.try_wait().expect("a status").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        holder.kill().expect("killed");
        if finish(holder).code.is_none() {
            let whole = room.run(line);
            assert_eq!(whole.code, Some(0), "{whole:?}");
            assert!(whole.stdout.starts_with("116 moves"), "{whole:?}");
            return;
        }
        fs::remove_dir_all(room.0.join("levels")).expect("the folder");
    }
    panic!("the search always ended before it was killed");
}

/// Each of several processes answers right or is refused, and one of them answers.
#[test]
fn processes_at_once_in_one_folder_answer_right_or_are_refused() {
    let room = Room::new("at-once");
    fs::write(room.0.join("klotski"), KLOTSKI).expect("written");
    for round in 0..10 {
        let folder = format!("levels-{round}");
        let line = format!("blocks solve klotski --metric unit --disk {folder}");
        let children: Vec<Child> = (0..4).map(|_| start(&room, &line)).collect();
        let mut answers = 0;
        for ran in children.into_iter().map(finish) {
            if ran.code == Some(0) {
                assert!(ran.stdout.starts_with("116 moves (unit)\n"), "{ran:?}");
                answers += 1;
            } else {
                is_refused(&ran, &folder);
            }
        }
        assert!(answers > 0, "{line}");
        let names = fs::read_dir(room.0.join(&folder)).expect("a folder");
        let names = names.flatten().map(|entry| entry.file_name());
        for name in names.map(|name| name.to_string_lossy().into_owned()) {
            assert!(
                name == "search.json" || name.starts_with("level-"),
                "{name}"
            );
        }
    }
}

/// Where nothing can be created a table is written in place and locked itself.
#[cfg(unix)]
#[test]
fn a_table_in_a_folder_that_is_read_only_can_be_used() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new("read-only");
    let table = room.0.join("table");
    let line = ["outcome", "Clobber", "xo", "--table", "table"];
    room.run(&line.join(" ")).good();
    let mode = |path: &Path, bits| {
        fs::set_permissions(path, fs::Permissions::from_mode(bits)).expect("permissions");
    };
    mode(&table, 0o666);
    mode(&room.0, 0o555);
    let ran = as_ordinary_user(&room, &line);
    let lock = fs::File::open(&table).expect("the table");
    lock.lock().expect("free");
    let refused = as_ordinary_user(&room, &line);
    mode(&room.0, 0o755);
    assert_eq!(ran.good(), "N\n");
    is_refused(&refused, "table");
    assert_eq!(room.names(), ["table"]);
}

/// Runs the binary as a user to whom permissions apply: root reads and writes whatever there is.
#[cfg(unix)]
fn as_ordinary_user(room: &Room, words: &[&str]) -> Ran {
    use std::{
        os::unix::{fs::MetadataExt, process::CommandExt},
        process::Command,
    };
    const NOBODY: u32 = 65_534;
    let mut command = command(words);
    let place = Room::new("program");
    if fs::metadata(&place.0).expect("the folder").uid() == 0 {
        // The folder of the binary may be one that only root enters.
        let own = Path::new(env!("CARGO_BIN_EXE_sidle"));
        let program = place.0.join("sidle");
        let linked = fs::hard_link(own, &program);
        linked
            .or_else(|_| fs::copy(own, &program).map(drop))
            .expect("copied");
        command = piped(Command::new(program), words);
        command.uid(NOBODY).gid(NOBODY);
    }
    finish(command.current_dir(&room.0).spawn().expect("started"))
}
