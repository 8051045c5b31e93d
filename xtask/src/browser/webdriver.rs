//! The few commands of WebDriver that the scenarios need: JSON over HTTP/1.1, to a driver on this machine.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use anyhow::{Context, bail};
use serde_json::{Value, json};

/// How long a command may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// A browser, which is closed with this value.
pub(crate) struct Session {
    port: u16,
    id: String,
}

impl Session {
    pub(crate) fn open(port: u16, capabilities: &Value) -> anyhow::Result<Session> {
        let answer = request(port, "POST", "/session", capabilities)?;
        let id = answer["sessionId"]
            .as_str()
            .context("the driver opened no session")?
            .to_owned();
        Ok(Session { port, id })
    }

    /// A command of the session.
    pub(crate) fn command(&self, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
        request(
            self.port,
            method,
            &format!("/session/{}{path}", self.id),
            body,
        )
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.command("DELETE", "", &Value::Null);
    }
}

/// Sends one request on a connection of its own, and returns the field `value` of the answer.
fn request(port: u16, method: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = if body.is_null() && method == "POST" {
        json!({}).to_string()
    } else if method == "POST" {
        body.to_string()
    } else {
        String::new()
    };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let (status, answer) = read(&mut stream).with_context(|| format!("{method} {path}"))?;
    let answer: Value = serde_json::from_slice(&answer)?;
    let value = &answer["value"];
    if status != 200 {
        bail!(
            "{}: {}",
            value["error"].as_str().unwrap_or("error"),
            value["message"].as_str().unwrap_or_default()
        );
    }
    Ok(value.clone())
}

/// Status and body of an answer with a length.
fn read(stream: &mut TcpStream) -> anyhow::Result<(u16, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 * 1024];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
            let length: usize = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length:"))
                .and_then(|length| length.trim().parse().ok())
                .context("an answer without a length")?;
            let status = head
                .split(' ')
                .nth(1)
                .and_then(|status| status.parse().ok())
                .context("an answer without a status")?;
            let mut body = bytes.split_off(end + 4);
            while body.len() < length {
                let count = stream.read(&mut chunk)?;
                if count == 0 {
                    bail!("the answer ends too soon");
                }
                body.extend_from_slice(&chunk[..count]);
            }
            return Ok((status, body));
        }
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            bail!("no answer");
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
}
