//! `sidle workbench`: the page and its engines for one person on one machine.
//!
//! The server binds `127.0.0.1` alone. It checks every request in this order, and a request that fails is refused before
//! anything of it is used:
//!
//! 1. The number of connections, the length of the head, the length of the body.
//! 2. `Host` is a literal name of this machine with the port of the server, so that a foreign name that resolves to
//!    `127.0.0.1` (DNS rebinding) does not lead here.
//! 3. `Origin`, where a browser sends one, is the page of this server. Sockets and writes must have one.
//! 4. The secret: a token in the address, valid once, which is exchanged for a cookie that scripts cannot read and other
//!    sites cannot send.
//!
//! Every engine is a child process that speaks the wire, so that ending it always works.

mod assets;
mod engines;
mod files;
mod guard;
mod http;
mod socket;

use std::{
    fmt, io,
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use engines::Engines;
use guard::{Guard, Refusal};
use http::{Request, Response};

/// The most connections at a time.
pub const MOST_CONNECTIONS: usize = 64;
/// How long a connection may take to send its request.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port; 0 for a free one.
    pub port: u16,
    /// Worksheets are read and written below this folder only.
    pub folder: PathBuf,
    /// The worksheet that the page opens first, a path below the folder.
    pub file: Option<String>,
    /// The program that speaks the wire on its standard input and output, with its arguments.
    pub engine: (PathBuf, Vec<String>),
}

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}

/// What all connections share.
struct Shared {
    config: Config,
    guard: Guard,
    engines: Engines,
    token: Mutex<Option<String>>,
    connections: AtomicUsize,
}

/// Ends the engines of a server.
#[derive(Clone)]
pub struct Closer(Arc<Shared>);

impl fmt::Debug for Closer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closer").finish_non_exhaustive()
    }
}

impl Closer {
    /// Ends all child processes.
    pub fn close(&self) {
        self.0.engines.close();
    }
}

impl Server {
    /// Binds the port and makes the secrets.
    ///
    /// # Errors
    /// If the port is taken or the system has no random numbers.
    pub fn bind(config: Config) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port))?;
        let port = listener.local_addr()?.port();
        let shared = Shared {
            guard: Guard::new(port, guard::secret()?),
            engines: Engines::new(config.engine.clone(), config.folder.clone()),
            token: Mutex::new(Some(guard::secret()?)),
            connections: AtomicUsize::new(0),
            config,
        };
        Ok(Server {
            listener,
            shared: Arc::new(shared),
        })
    }

    /// The address of the page with the token, which can be used once.
    #[must_use]
    pub fn address(&self) -> String {
        let token = lock(&self.shared.token).clone().unwrap_or_default();
        format!("{}/?token={token}", self.shared.guard.origin())
    }

    /// Ends the engines when the program is asked to end.
    #[must_use]
    pub fn closer(&self) -> Closer {
        Closer(self.shared.clone())
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// If no connection can be accepted any more.
    pub fn run(&self) -> io::Result<()> {
        loop {
            let (stream, _) = self.listener.accept()?;
            let shared = self.shared.clone();
            if shared.connections.fetch_add(1, SeqCst) >= MOST_CONNECTIONS {
                shared.connections.fetch_sub(1, SeqCst);
                // The thread that accepts waits for nobody.
                let _ = Response::refused(503, "too many connections").write(&stream, false);
                continue;
            }
            let accepted = thread::Builder::new().spawn(move || {
                let _ = shared.answer(stream);
                shared.connections.fetch_sub(1, SeqCst);
            });
            if accepted.is_err() {
                self.shared.connections.fetch_sub(1, SeqCst);
            }
        }
    }
}

impl Shared {
    /// Answers the one request of a connection.
    fn answer(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let request = match Request::read(&stream) {
            Ok(request) => request,
            Err(refused) => return refused.send(&stream, false),
        };
        if let Err(Refusal { status, reason }) = self.guard.check_names(&request) {
            return Response::refused(status, reason).send(&stream, false);
        }
        if let Some(token) = request.query("token").filter(|_| request.path == "/") {
            return self.welcome(&request, token).send(&stream, false);
        }
        if let Err(Refusal { status, reason }) = self.guard.check_cookie(&request) {
            return Response::refused(status, reason).send(&stream, false);
        }
        if request.path == "/engine" {
            return socket::serve(&self.engines, &request, stream);
        }
        let response = match (request.method.as_str(), request.path.as_str()) {
            ("GET" | "HEAD", "/") => Response::page(&self.index()),
            ("GET", "/file") => files::read(&self.config.folder, &request),
            ("PUT", "/file") => files::write(&self.config.folder, &request),
            ("GET" | "HEAD", path) => assets::find(path.trim_start_matches('/')).map_or_else(
                || Response::refused(404, "no such page"),
                |(name, body)| Response::asset(name, body),
            ),
            _ => Response::refused(405, "no such method"),
        };
        response.send(&stream, request.method == "HEAD")
    }

    /// Exchanges the token for the cookie.
    fn welcome(&self, request: &Request, token: &str) -> Response {
        let mut wanted = lock(&self.token);
        let is_token = wanted
            .as_ref()
            .is_some_and(|wanted| guard::same(wanted, token));
        if is_token {
            *wanted = None;
            return Response::redirect("/").with_cookie(&self.guard.cookie());
        }
        if self.guard.check_cookie(request).is_ok() {
            return Response::redirect("/");
        }
        Response::refused(403, "this address was used before, or it is wrong")
    }

    /// The first page, with a mark that its engine is a socket, and the worksheet to open.
    fn index(&self) -> String {
        let index = String::from_utf8_lossy(assets::INDEX);
        let file = self
            .config
            .file
            .as_deref()
            .map_or_else(String::new, |file| {
                format!(" data-file=\"{}\"", http::escaped(file))
            });
        let marked = format!("<html lang=\"en\" data-engine=\"socket\"{file}>");
        index.replacen("<html lang=\"en\">", &marked, 1)
    }
}

fn lock<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
