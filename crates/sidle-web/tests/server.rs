//! The server of the workbench over real connections. Every test of a refusal sends a request in which all but one thing
//! is right, so that it fails when the guard of that thing is missing.
#![cfg(unix)]

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use sidle_web::server::{Config, MOST_CONNECTIONS, Server};
use tungstenite::{Message, WebSocket, client::IntoClientRequest};

/// A running server and its cookie.
struct Running {
    port: u16,
    token: String,
    cookie: String,
    folder: PathBuf,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts a server whose engines are `program`, and exchanges the token for the cookie.
fn start(name: &str, program: &str) -> Running {
    let folder = std::env::temp_dir().join(format!("sidle-server-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("inner")).unwrap();
    let server = Server::bind(Config {
        port: 0,
        folder: folder.join("inner"),
        file: Some("a\"<b>.cgs".to_owned()),
        engine: (PathBuf::from(program), Vec::new()),
    })
    .unwrap();
    let address = server.address();
    thread::spawn(move || server.run());
    let (origin, token) = address.split_once("/?token=").unwrap();
    let port = origin.rsplit(':').next().unwrap().parse().unwrap();
    let token = token.to_owned();
    let mut running = Running {
        port,
        token: token.clone(),
        cookie: String::new(),
        folder,
    };
    let guess = format!("/?token={}", "0".repeat(token.len()));
    assert_eq!(running.get(&guess, &[]), 403, "a guess is not the token");
    let answer = running.send("GET", &format!("/?token={token}"), &[], b"");
    assert_eq!(status(&answer), 303);
    let cookie = header(&answer, "set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict; Path=/"));
    running.cookie = cookie.split(';').next().unwrap().to_owned();
    running
}

impl Running {
    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn origin(&self) -> String {
        format!("http://{}", self.host())
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).unwrap();
        stream
    }

    /// Sends a request. `Host`, `Origin` and `Cookie` are right unless `headers` has others; an empty one is left out.
    fn send(&self, method: &str, target: &str, headers: &[(&str, &str)], body: &[u8]) -> String {
        let defaults = [
            ("Host", self.host()),
            ("Origin", self.origin()),
            ("Cookie", self.cookie.clone()),
            ("Content-Length", body.len().to_string()),
        ];
        let mut head = format!("{method} {target} HTTP/1.1\r\n");
        for (name, value) in &defaults {
            if !headers.iter().any(|(other, _)| other == name) {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut stream = self.connect();
        // A refusal may come before everything was read.
        let _ = stream.write_all(format!("{head}\r\n").as_bytes());
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, target: &str, headers: &[(&str, &str)]) -> u16 {
        status(&self.send("GET", target, headers, b""))
    }

    /// A socket of the page, or the status with which it is refused.
    fn socket(&self, target: &str, headers: &[(&str, &str)]) -> Result<WebSocket<TcpStream>, u16> {
        let address = format!("ws://{}{target}", self.host());
        let mut request = address.into_client_request().unwrap();
        let defaults = [("origin", self.origin()), ("cookie", self.cookie.clone())];
        for (name, value) in defaults {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        for (name, value) in headers {
            let name = tungstenite::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().remove(&name);
            if !value.is_empty() {
                request.headers_mut().insert(name, value.parse().unwrap());
            }
        }
        match tungstenite::client::client(request, self.connect()) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn status(answer: &str) -> u16 {
    let word = answer.split(' ').nth(1);
    word.and_then(|status| status.parse().ok()).unwrap_or(0)
}

fn header(answer: &str, name: &str) -> Option<String> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then(|| value.to_owned())
    })
}

fn read(socket: &mut WebSocket<TcpStream>) -> String {
    socket.read().unwrap().into_text().unwrap().to_string()
}

fn tell(socket: &mut WebSocket<TcpStream>, message: &str) {
    socket.send(Message::text(message)).unwrap();
}

#[test]
fn the_page_is_served_with_a_strict_policy() {
    let server = start("page", "cat");
    let answer = server.send("GET", "/", &[], b"");
    assert_eq!(status(&answer), 200);
    let policy = header(&answer, "content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none';"));
    assert!(policy.contains("frame-ancestors 'none'"));
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    assert_eq!(
        header(&answer, "x-content-type-options").unwrap(),
        "nosniff"
    );
    assert_eq!(header(&answer, "access-control-allow-origin"), None);
    let marked = r#"<html lang="en" data-engine="socket" data-file="a&quot;&lt;b&gt;.cgs">"#;
    assert!(answer.contains(marked));
    assert_eq!(server.get("/app.js", &[]), 200);
    assert_eq!(server.get("/../Cargo.toml", &[]), 404);
    assert_eq!(server.get("/vendor/..%2fapp.js", &[]), 404);
    assert_eq!(status(&server.send("POST", "/", &[], b"")), 405);
}

#[test]
fn a_request_without_the_cookie_is_refused() {
    let server = start("cookie", "cat");
    for path in ["/", "/app.js", "/file?name=a.cgs"] {
        assert_eq!(server.get(path, &[("Cookie", "")]), 403, "{path}");
    }
    let name = server.cookie.split('=').next().unwrap();
    let wrong = [
        server.cookie[..server.cookie.len() - 1].to_owned(),
        format!("{}1", server.cookie),
        format!("{name}="),
        format!("{name}={}", "0".repeat(64)),
        format!("other{}", server.cookie),
    ];
    for cookie in &wrong {
        assert_eq!(server.get("/", &[("Cookie", cookie)]), 403, "{cookie}");
    }
    let among_others = format!("a=b; {}; c=d", server.cookie);
    assert_eq!(server.get("/", &[("Cookie", &among_others)]), 200);
    let refused = server.socket("/engine?sheet=a", &[("Cookie", "")]);
    assert_eq!(refused.err(), Some(403));
}

#[test]
fn the_token_is_exchanged_once() {
    let server = start("token", "cat");
    let again = format!("/?token={}", server.token);
    assert_eq!(server.get(&again, &[("Cookie", "")]), 403);
    // The browser that used it gets the page again.
    assert_eq!(server.get(&again, &[]), 303);
    let guess = format!("/?token={}", "0".repeat(server.token.len()));
    assert_eq!(server.get(&guess, &[("Cookie", "")]), 403);
}

#[test]
fn a_foreign_host_is_refused() {
    let server = start("host", "cat");
    let port = server.port;
    let foreign = [
        String::new(),
        "example.org".to_owned(),
        format!("example.org:{port}"),
        format!("127.0.0.1.example.org:{port}"),
        format!("localhost.example.org:{port}"),
        format!("0.0.0.0:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
        format!("127.0.0.1:{port}@example.org"),
    ];
    for host in &foreign {
        assert_eq!(server.get("/", &[("Host", host)]), 421, "{host}");
    }
    let local = format!("localhost:{port}");
    assert_eq!(server.get("/", &[("Host", &local)]), 200);
    let rebound = format!("rebound.example.org:{port}");
    let refused = server.socket("/engine?sheet=a", &[("Host", &rebound)]);
    assert_eq!(refused.err(), Some(421));
    let both = format!("{}\r\nHost: example.org", server.host());
    assert_eq!(server.get("/", &[("Host", &both)]), 400);
}

#[test]
fn a_foreign_origin_is_refused() {
    let server = start("origin", "cat");
    let port = server.port;
    let foreign = [
        "http://example.org".to_owned(),
        "null".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://127.0.0.1:{port}.example.org"),
    ];
    for origin in &foreign {
        assert_eq!(
            server.get("/app.js", &[("Origin", origin)]),
            403,
            "{origin}"
        );
        let refused = server.socket("/engine?sheet=a", &[("Origin", origin)]);
        assert_eq!(refused.err(), Some(403), "{origin}");
    }
    // A browser sends no origin when a page is opened, and always one for sockets and writes.
    assert_eq!(server.get("/", &[("Origin", "")]), 200);
    let refused = server.socket("/engine?sheet=a", &[("Origin", "")]);
    assert_eq!(refused.err(), Some(403));
    let written = server.send("PUT", "/file?name=a.cgs", &[("Origin", "")], b"1");
    assert_eq!(status(&written), 403);
    assert!(!server.folder.join("inner/a.cgs").exists());
}

#[test]
fn files_lie_below_the_folder() {
    let server = start("files", "cat");
    let secret = server.folder.join("secret.cgs");
    fs::write(&secret, "secret").unwrap();
    fs::write(server.folder.join("inner/other.txt"), "secret").unwrap();
    let written = server.send("PUT", "/file?name=a%20b.sidlews", &[], b"text");
    assert_eq!(status(&written), 200);
    let read = server.send("GET", "/file?name=a%20b.sidlews", &[], b"");
    assert!(read.ends_with("\r\n\r\ntext"));
    let absolute = secret.to_str().unwrap().replace('/', "%2f");
    let foreign = [
        "../secret.cgs",
        "..%2fsecret.cgs",
        "inner/../../secret.cgs",
        "%2e%2e/secret.cgs",
        "other.txt",
        &absolute,
    ];
    for name in foreign {
        let target = format!("/file?name={name}");
        let read = server.send("GET", &target, &[], b"");
        assert_eq!(status(&read), 403, "{name}");
        assert!(!read.contains("\r\n\r\nsecret"));
        let written = server.send("PUT", &target, &[], b"changed");
        assert_eq!(status(&written), 403, "{name}");
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
    let left = names(&server.folder.join("inner"));
    assert_eq!(left, ["a b.sidlews", "other.txt"]);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_too_long_is_refused() {
    let server = start("long", "cat");
    let long = "a".repeat(20_000);
    assert_eq!(server.get("/", &[("X-Long", &long)]), 431);
    let file = "/file?name=a.cgs";
    let length = (17_u64 << 20).to_string();
    let refused = server.send("PUT", file, &[("Content-Length", &length)], b"1");
    assert_eq!(status(&refused), 413);
    let refused = server.send("PUT", file, &[("Transfer-Encoding", "chunked")], b"");
    assert_eq!(status(&refused), 411);
    let mut socket = server.socket("/engine?sheet=long", &[]).unwrap();
    assert!(read(&mut socket).contains("hello"));
    let frame = format!("{{\"id\":1,\"long\":\"{}\"}}", "a".repeat(9 << 20));
    let _ = socket.send(Message::text(frame));
    let ended = (0..3).any(|_| match socket.read() {
        Ok(Message::Text(text)) => panic!("{} bytes came back", text.len()),
        Ok(message) => message.is_close(),
        Err(_) => true,
    });
    assert!(ended, "the socket is closed");
    assert_eq!(server.get("/", &[]), 200);
}

#[test]
fn a_thousand_connections_are_not_too_many() {
    let server = start("many", "cat");
    let idle: Vec<TcpStream> = (0..1000)
        .map_while(|_| TcpStream::connect(("127.0.0.1", server.port)).ok())
        .collect();
    assert!(idle.len() > MOST_CONNECTIONS + 20);
    let late = &idle[idle.len() - 20..];
    let refused = late.iter().filter(|stream| {
        let mut bytes = [0; 12];
        let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
        let mut stream: &TcpStream = stream;
        stream.read_exact(&mut bytes).is_ok() && &bytes == b"HTTP/1.1 503"
    });
    assert_eq!(refused.count(), 20);
    drop(idle);
    let answered = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(100));
        server.get("/", &[]) == 200
    });
    assert!(answered, "the server answers again");
}

/// `cat` answers each message with the message.
#[test]
fn a_client_that_reconnects_gets_what_it_missed() {
    let server = start("reconnect", "cat");
    let mut first = server.socket("/engine?sheet=one&after=0", &[]).unwrap();
    assert_eq!(read(&mut first), r#"{"hello":{"received":0}}"#);
    tell(&mut first, r#"{"id":1,"event":"row"}"#);
    assert_eq!(read(&mut first), r#"{"id":1,"event":"row"}"#);
    drop(first);
    let mut again = server.socket("/engine?sheet=one&after=0", &[]).unwrap();
    assert_eq!(read(&mut again), r#"{"hello":{"received":1}}"#);
    assert_eq!(read(&mut again), r#"{"id":1,"event":"row"}"#);
    let mut third = server.socket("/engine?sheet=one&after=1", &[]).unwrap();
    assert_eq!(read(&mut third), r#"{"hello":{"received":1}}"#);
    tell(&mut third, r#"{"id":2,"event":"done"}"#);
    assert_eq!(read(&mut third), r#"{"id":2,"event":"done"}"#);
}

#[test]
fn an_engine_can_be_ended_while_it_works() {
    let server = start("end", "cat");
    let mut socket = server.socket("/engine?sheet=two", &[]).unwrap();
    read(&mut socket);
    tell(&mut socket, r#"{"id":7}"#);
    assert_eq!(read(&mut socket), r#"{"id":7}"#);
    // A question that is not running ends nothing.
    tell(&mut socket, r#"{"end":6}"#);
    tell(&mut socket, r#"{"end":7}"#);
    let failed: serde_json::Value = serde_json::from_str(&read(&mut socket)).unwrap();
    assert_eq!(failed["id"], 7);
    assert_eq!(failed["event"], "failed");
    assert_eq!(failed["error"]["stopped"], "cancelled");
    assert!(read(&mut socket).contains("ended"));
    tell(&mut socket, r#"{"id":8,"event":"done"}"#);
    assert_eq!(read(&mut socket), r#"{"id":8,"event":"done"}"#);
}

#[test]
fn an_engine_that_ends_is_replaced() {
    let server = start("ends", "true");
    let mut socket = server.socket("/engine?sheet=three", &[]).unwrap();
    read(&mut socket);
    for id in 1..3 {
        tell(&mut socket, &format!(r#"{{"id":{id}}}"#));
        assert_eq!(read(&mut socket), r#"{"ended":"the engine ended"}"#);
    }
    let refused = server.socket("/engine?sheet=../x", &[]);
    assert_eq!(refused.err(), Some(400));
    let open: Vec<_> = (0..40)
        .filter_map(|i| server.socket(&format!("/engine?sheet=s{i}"), &[]).ok())
        .collect();
    assert!((20..30).contains(&open.len()), "{} engines", open.len());
}
