//! A static host for the tests: files of a folder, nothing else. It can be switched off, and it can serve an engine that crashes.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

/// The host; its threads end with the program.
pub(crate) struct Host {
    port: u16,
    off: Arc<AtomicBool>,
}

impl Host {
    pub(crate) fn start(site: PathBuf) -> anyhow::Result<Host> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let port = listener.local_addr()?.port();
        let off = Arc::new(AtomicBool::new(false));
        let switch = off.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if switch.load(SeqCst) {
                    continue;
                }
                let site = site.clone();
                thread::spawn(move || {
                    let _ = answer(stream, &site);
                });
            }
        });
        Ok(Host { port, off })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// The same page with an engine that traps when it is asked for `crash`.
    pub(crate) fn fragile(&self) -> String {
        format!("http://127.0.0.1:{}/fragile/", self.port)
    }

    /// Connections are closed without an answer from now on, or answered again.
    pub(crate) fn set_off(&self, off: bool) {
        self.off.store(off, SeqCst);
    }
}

fn answer(mut stream: TcpStream, site: &std::path::Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap_or(Ok(String::new()))?;
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("/");
    let path = path.split(['?', '#']).next().unwrap_or("/");
    let (path, fragile) = match path.strip_prefix("/fragile") {
        Some(rest) => (rest, true),
        None => (path, false),
    };
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let media = match name.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let Some(mut body) = fs::read(site.join(name))
        .ok()
        .filter(|_| !name.contains(".."))
    else {
        return write!(
            stream,
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    };
    if fragile && name == "engine/worker.js" {
        let text = String::from_utf8_lossy(&body).replace(
            "    serve(data.text);",
            "    if (data.text.includes('crash')) { throw new WebAssembly.RuntimeError('unreachable'); }\n    serve(data.text);",
        );
        body = text.into_bytes();
    }
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {media}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}
