//! The socket of a page: messages of the wire in both directions.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use tungstenite::{
    Message, WebSocket,
    handshake::derive_accept_key,
    protocol::{Role, WebSocketConfig},
};

use super::{
    engines::{Engine, Engines},
    http::{Request, Response},
};

/// The longest message of a page.
pub(crate) const LONGEST_MESSAGE: usize = 8 << 20;

/// Both directions of a connection. A `WebSocket` writes whole frames; the lock keeps those of two threads apart.
struct Shared {
    stream: TcpStream,
    writing: Arc<Mutex<()>>,
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.stream.write_all(buffer)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Is this the name of a worksheet: letters, digits and hyphens, not many?
fn is_name(sheet: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    !sheet.is_empty() && sheet.len() <= 80 && sheet.chars().all(plain)
}

/// Makes the connection a socket and serves it until one side ends it.
pub(crate) fn serve(engines: &Engines, request: &Request, mut stream: TcpStream) -> io::Result<()> {
    let key = request.header("sec-websocket-key");
    let upgrade = request
        .header("upgrade")
        .is_some_and(|to| to.eq_ignore_ascii_case("websocket"));
    let version = request.header("sec-websocket-version") == Some("13");
    let (Some(key), true, true, "GET") = (key, upgrade, version, request.method.as_str()) else {
        return Response::refused(426, "this address is for sockets").send(&stream, false);
    };
    let sheet = request.query("sheet").filter(|sheet| is_name(sheet));
    let Some(sheet) = sheet else {
        return Response::refused(400, "the socket needs the name of a worksheet")
            .send(&stream, false);
    };
    let Some(engine) = engines.open(sheet) else {
        return Response::refused(503, "too many worksheets").send(&stream, false);
    };
    let after = request.query("after").and_then(|after| after.parse().ok());
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n\r\n",
        derive_accept_key(key.as_bytes())
    )?;
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)?;
    let (client, received) = engine.attach();
    let writing = Arc::new(Mutex::new(()));
    let half = |stream: TcpStream| {
        let config = WebSocketConfig::default()
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        let shared = Shared {
            stream,
            writing: writing.clone(),
        };
        WebSocket::from_raw_socket(shared, Role::Server, Some(config))
    };
    let mut out = half(stream.try_clone()?);
    let sender = engine.clone();
    let closing = stream.try_clone()?;
    let talk = thread::spawn(move || {
        let _ = send(&sender, client, received, after.unwrap_or(0), &mut out);
        let _ = closing.shutdown(Shutdown::Both);
    });
    let mut input = half(stream);
    loop {
        match input.read() {
            Ok(Message::Text(text)) => engine.receive(engines, text.as_str()),
            Ok(Message::Binary(_)) | Err(_) => break,
            Ok(_) => {}
        }
    }
    engine.detach(client);
    let _ = talk.join();
    Ok(())
}

/// Sends the greeting, then messages as they come.
fn send(
    engine: &Engine,
    client: u64,
    received: u64,
    mut after: u64,
    out: &mut WebSocket<Shared>,
) -> Result<(), tungstenite::Error> {
    out.send(Message::text(format!(
        r#"{{"hello":{{"received":{received}}}}}"#
    )))?;
    while let Some((messages, end)) = engine.messages(client, after) {
        after = end;
        for message in messages {
            out.send(Message::text(message))?;
        }
    }
    Ok(())
}
