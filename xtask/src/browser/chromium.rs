//! Chromium and its driver: found, installed where that is possible, started.

use std::{
    fs,
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use serde_json::json;

use super::webdriver::Session;
use crate::runner;

/// How long the driver may take to start.
const START: Duration = Duration::from_secs(30);

/// The two programs.
pub(crate) struct Browser {
    chromium: &'static str,
    driver: &'static str,
}

/// Both programs of one installation, installed with apt if they are missing.
pub(crate) fn find() -> Result<Browser, String> {
    if let Some(browser) = installed() {
        return Ok(browser);
    }
    println!("installing chromium and chromium-driver with apt-get");
    // The lists of packages may be old: an update first, whose failure is not the end, since a foreign list may be unreachable.
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("timeout");
        command.arg("600").arg("apt-get").args(arguments);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        runner::works(&mut command)
    };
    apt(&["update", "-q"]);
    let packages = ["chromium", "chromium-driver"];
    let install = ["install", "-y", "-q", "--no-install-recommends"];
    apt(&[&install[..], &packages[..]].concat());
    installed().ok_or_else(|| {
        "no Chromium with its driver, and `apt-get install chromium chromium-driver` does not work here".to_owned()
    })
}

/// The first pair that answers.
fn installed() -> Option<Browser> {
    let pairs = [
        ("chromium", "chromedriver"),
        ("chromium-browser", "chromedriver"),
        ("google-chrome", "chromedriver"),
    ];
    let answers = |program: &str| runner::works(Command::new(program).arg("--version"));
    pairs
        .into_iter()
        .find(|(chromium, driver)| answers(chromium) && answers(driver))
        .map(|(chromium, driver)| Browser { chromium, driver })
}

/// A running driver, which ends with this value.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    chromium: &'static str,
    profiles: PathBuf,
    next: AtomicU32,
}

impl Driver {
    pub(crate) fn start(browser: &Browser) -> anyhow::Result<Driver> {
        // The driver takes a port number; this one was free a moment ago.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new(browser.driver)
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the driver of Chromium cannot be started")?;
        let profiles =
            std::env::temp_dir().join(format!("sidle-browser-{}-{port}", std::process::id()));
        let driver = Driver {
            child,
            port,
            chromium: browser.chromium,
            profiles,
            next: AtomicU32::new(0),
        };
        let begun = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if begun.elapsed() > START {
                bail!("the driver of Chromium does not answer");
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(driver)
    }

    /// A new browser with an empty profile.
    pub(crate) fn session(&self) -> anyhow::Result<Session> {
        let number = self.next.fetch_add(1, Ordering::SeqCst);
        let profile = self.profiles.join(number.to_string());
        fs::create_dir_all(&profile)?;
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--window-size=1280,900".to_owned(),
            format!("--user-data-dir={}", profile.display()),
        ];
        let path = runner::path_of(self.chromium);
        let options = json!({ "args": arguments, "binary": path });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "timeouts": { "script": 60_000, "pageLoad": 60_000 },
        } } });
        Session::open(self.port, &wanted)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profiles);
    }
}
