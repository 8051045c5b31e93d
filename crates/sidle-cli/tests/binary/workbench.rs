//! `sidle workbench` as a process: its first line, its refusals, its end.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

fn sidle() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sidle"))
}

/// A server and the address of its first line.
fn start(arguments: &[&str]) -> (Child, String) {
    let mut child = sidle()
        .args(["workbench", "--no-open"])
        .args(arguments)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    (child, line.trim_end().to_owned())
}

/// Sends a GET request and returns the answer.
fn get(host: &str, target: &str, cookie: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_first_line_is_the_address() {
    let (mut child, address) = start(&["missing.sidlews"]);
    let rest = address.strip_prefix("http://").unwrap();
    let (host, token) = rest.split_once("/?token=").unwrap();
    assert!(host.starts_with("127.0.0.1:"));
    assert_eq!(token.len(), 64);
    assert!(get(host, "/", "").starts_with("HTTP/1.1 403 "));
    let welcome = get(host, &format!("/?token={token}"), "");
    assert!(welcome.starts_with("HTTP/1.1 303 "));
    let cookie = welcome.split("Set-Cookie: ").nth(1).unwrap();
    let page = get(host, "/", cookie.split(';').next().unwrap());
    assert!(page.contains("data-file=\"missing.sidlews\""));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn files_elsewhere_are_refused() {
    for file in ["/etc/passwd", "../a.cgs", "a.txt"] {
        let output = sidle().args(["workbench", "--no-open", file]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(output.stdout.is_empty());
    }
}

/// An engine that computes for ever ends with the server.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server_and_its_engines() {
    use std::{
        fs, thread,
        time::{Duration, Instant},
    };

    use tungstenite::{Message, client::IntoClientRequest};

    let (mut child, address) = start(&[]);
    let (origin, token) = address.split_once("/?token=").unwrap();
    let host = origin.strip_prefix("http://").unwrap();
    let welcome = get(host, &format!("/?token={token}"), "");
    let cookie = welcome.split("Set-Cookie: ").nth(1).unwrap();
    let mut request = format!("ws://{host}/engine?sheet=a")
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("origin", origin.parse().unwrap());
    headers.insert("cookie", cookie.split(';').next().unwrap().parse().unwrap());
    let stream = TcpStream::connect(host).unwrap();
    let (mut socket, _) = tungstenite::client::client(request, stream).unwrap();
    let line = r#"{"id":1,"question":{"ask":"evaluate","line":"while true do 1 end"}}"#;
    socket.send(Message::text(line)).unwrap();
    let running = |parent: u32| -> Vec<u32> {
        let of = |id: u32| fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let all = fs::read_dir("/proc").unwrap().flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|id| of(*id).split(' ').nth(3) == Some(&parent.to_string()))
            .collect()
    };
    // The greeting, then progress: the engine works.
    for _ in 0..2 {
        socket.read().unwrap();
    }
    let engines = running(child.id());
    let has_processes = fs::exists("/proc/self/stat").unwrap_or(false);
    assert!(!has_processes || engines.len() == 1, "{engines:?}");
    let signalled = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signalled.unwrap().success());
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    while engines
        .iter()
        .any(|id| fs::exists(format!("/proc/{id}/stat")).unwrap_or(false))
    {
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "the engine lives on"
        );
        thread::sleep(Duration::from_millis(20));
    }
}
