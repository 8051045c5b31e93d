//! Help texts of the binary and of the verbs of the calculator.

use crate::program::sidle;

#[test]
fn the_first_page_names_the_verbs_and_the_exit_codes() {
    let text = sidle(&["--help"]).good();
    for part in [
        "eval",
        "run",
        "completions",
        "man",
        "Examples:",
        "Exit codes: 0 done",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

#[test]
fn help_of_eval_shows_every_option_and_examples() {
    let text = sidle(&["eval", "--help"]).good();
    for part in [
        "--stdin",
        "--json",
        "--latex",
        "--timeout <TIME>",
        "--max-nodes <COUNT>",
        "--max-memory <BYTES>",
        "sidle eval '{1|0} + ^*'",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

/// All pages of help, of verbs and of their members.
fn pages() -> Vec<(String, String)> {
    let verbs_of = |page: &str| -> Vec<String> {
        let behind = page.split("Commands:\n").nth(1).unwrap_or_default();
        let lines = behind.lines().take_while(|line| !line.is_empty());
        let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        names
            .filter(|name| *name != "help")
            .map(str::to_owned)
            .collect()
    };
    let mut pages = vec![("sidle".to_owned(), sidle(&["--help"]).good())];
    for verb in verbs_of(&pages[0].1) {
        let page = sidle(&[&verb, "--help"]).good();
        for member in verbs_of(&page) {
            let name = format!("sidle {verb} {member}");
            pages.push((name, sidle(&[&verb, &member, "--help"]).good()));
        }
        pages.push((format!("sidle {verb}"), page));
    }
    pages
}

#[test]
fn help_fits_on_a_terminal_and_stands_alone() {
    let pages = pages();
    assert!(pages.len() > 15, "{}", pages.len());
    for (name, page) in pages {
        for line in page.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
            assert!(!line.contains("docs/"), "{name}: {line}");
        }
    }
}

/// An example can be copied as it is printed: what is said about it is a comment of the shell.
#[test]
fn remarks_on_examples_are_comments() {
    for (name, page) in pages() {
        let behind = page.split("Examples:").nth(1);
        let behind = behind.unwrap_or_else(|| panic!("{name} has no examples"));
        let examples = behind.lines().filter(|line| {
            ["  sidle ", "  echo ", "  printf "]
                .iter()
                .any(|start| line.starts_with(start))
        });
        for line in examples {
            let remark = line
                .trim()
                .split_once("  ")
                .map(|(_, remark)| remark.trim());
            let comment = remark.is_none_or(|remark| remark.starts_with('#'));
            assert!(comment && !line.contains(" ("), "{name}: {line}");
        }
    }
}

/// What a page of a family shows makes its own files and can be typed as it stands.
#[test]
fn examples_of_families_run() {
    let room = std::env::temp_dir().join(format!("sidle-examples-{}", std::process::id()));
    std::fs::create_dir_all(&room).expect("a folder");
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_sidle"));
    let folder = binary.parent().expect("a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    for family in [
        "blocks", "go", "gadget", "graph", "hitori", "logic", "loopy",
    ] {
        let page = sidle(&[family, "--help"]).good();
        let examples = page.split("Examples:\n").nth(1).expect("examples");
        let examples = examples.split("\n\n").next().unwrap_or_default();
        let ran = std::process::Command::new("sh")
            .args(["-e", "-c", examples])
            .env("PATH", &path)
            .current_dir(&room)
            .output()
            .expect("a shell");
        assert!(ran.status.success(), "{family}: {ran:?}");
    }
    std::fs::remove_dir_all(&room).expect("removed");
}

#[test]
fn pages_of_text_fit_on_a_terminal() {
    for topic in ["formats", "calculator", "methods"] {
        let page = sidle(&["man", topic]).good();
        let mut is_code = false;
        for line in page.lines() {
            is_code ^= line.starts_with("```");
            let is_code = is_code || line.starts_with("    ");
            assert!(is_code || line.chars().count() <= 80, "{topic}: {line}");
        }
    }
}

#[test]
fn every_verb_has_a_manual_page_of_its_own() {
    let room = std::env::temp_dir().join(format!("sidle-man-{}", std::process::id()));
    sidle(&["man", "--all", room.to_str().expect("a name")]).good();
    for page in [
        "sidle.1",
        "sidle-eval.1",
        "sidle-graph.1",
        "sidle-graph-label.1",
        "sidle-man.1",
    ] {
        let text = std::fs::read_to_string(room.join(page)).expect(page);
        assert!(text.contains(".SH NAME"), "{page}");
    }
    std::fs::remove_dir_all(&room).expect("removed");
    assert!(sidle(&["man", "graph", "label"]).good().contains("label"));
    assert!(sidle(&["man", "formats"]).good().contains("# "));
    assert!(sidle(&["man", "methods"]).good().contains("AtomicWeight"));
    assert_eq!(sidle(&["man", "nothing"]).code, Some(2));
    assert!(
        sidle(&["man", "evl"])
            .stderr
            .contains("did you mean `eval`")
    );
}

#[test]
fn the_version_is_the_one_of_the_manifest() {
    let expected = format!("sidle {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(sidle(&["--version"]).good(), expected);
}
