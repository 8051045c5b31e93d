//! Requests and responses of HTTP/1.1, one a connection. `httparse` reads the head.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    time::Duration,
};

/// The longest head.
const LONGEST_HEAD: usize = 16 * 1024;
/// The longest body, which is a worksheet.
pub(crate) const LONGEST_BODY: usize = 16 << 20;
const MOST_HEADERS: usize = 64;

/// The same rules as in the page itself, which a static host serves without headers; `frame-ancestors` works here only.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
    connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    query: String,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// Reads the request of a connection.
    pub(crate) fn read(mut stream: &TcpStream) -> Result<Request, Response> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        let (mut request, end) = loop {
            if let Some(parsed) = Request::parse(&bytes)? {
                break parsed;
            }
            if bytes.len() >= LONGEST_HEAD {
                return Err(Response::refused(431, "the head is too long"));
            }
            match stream.read(&mut chunk) {
                Ok(count) if count > 0 => bytes.extend_from_slice(&chunk[..count]),
                _ => return Err(Response::refused(408, "the request ends too soon")),
            }
        };
        if request.header("transfer-encoding").is_some() {
            return Err(Response::refused(411, "a body needs a length"));
        }
        let length = match request.header("content-length").map(str::parse::<usize>) {
            None => 0,
            Some(Ok(length)) if length <= LONGEST_BODY => length,
            Some(Ok(_)) => return Err(Response::refused(413, "the body is too long")),
            Some(Err(_)) => return Err(Response::refused(400, "the length is not a number")),
        };
        request.body = bytes.split_off(end);
        while request.body.len() < length {
            match stream.read(&mut chunk) {
                Ok(count) if count > 0 => request.body.extend_from_slice(&chunk[..count]),
                _ => return Err(Response::refused(408, "the request ends too soon")),
            }
        }
        request.body.truncate(length);
        Ok(request)
    }

    /// The request without its body and the length of its head, if that is complete.
    fn parse(bytes: &[u8]) -> Result<Option<(Request, usize)>, Response> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let wrong = |_| Response::refused(400, "this is not HTTP");
        let httparse::Status::Complete(end) = parsed.parse(bytes).map_err(wrong)? else {
            return Ok(None);
        };
        let target = parsed.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut headers = Vec::new();
        for header in parsed.headers.iter() {
            let name = header.name.to_ascii_lowercase();
            let value = std::str::from_utf8(header.value)
                .map_err(|_| wrong(httparse::Error::HeaderValue))?;
            // Two hosts, origins or lengths would be read differently by different programs.
            let twice = headers
                .iter()
                .any(|(other, _): &(String, String)| *other == name);
            if twice && ["host", "origin", "content-length"].contains(&name.as_str()) {
                return Err(Response::refused(400, "a header is given twice"));
            }
            headers.push((name, value.to_owned()));
        }
        let request = Request {
            method: parsed.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            headers,
            body: Vec::new(),
        };
        Ok(Some((request, end)))
    }

    /// A header by its name in small letters.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A field of the query as it stands there.
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .find_map(|(key, value)| (key == name).then_some(value))
    }
}

/// A text in which `%41` stands for `A`; nothing if it is not such a text.
pub(crate) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// A text as it stands in an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    status: u16,
    media: &'static str,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Response {
    fn new(status: u16, media: &'static str, body: impl Into<Vec<u8>>) -> Response {
        Response {
            status,
            media,
            headers: Vec::new(),
            body: body.into(),
        }
    }

    /// A refusal with its reason.
    pub(crate) fn refused(status: u16, reason: &str) -> Response {
        Response::new(status, "text/plain; charset=utf-8", format!("{reason}\n"))
    }

    pub(crate) fn page(html: &str) -> Response {
        Response::new(200, "text/html; charset=utf-8", html)
    }

    pub(crate) fn text(text: impl Into<Vec<u8>>) -> Response {
        Response::new(200, "text/plain; charset=utf-8", text)
    }

    /// A file of the page.
    pub(crate) fn asset(name: &str, body: &[u8]) -> Response {
        let media = match name.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("html") => "text/html; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        };
        Response::new(200, media, body)
    }

    pub(crate) fn redirect(to: &str) -> Response {
        let mut response = Response::new(303, "text/plain; charset=utf-8", "");
        response.headers.push(("Location", to.to_owned()));
        response
    }

    pub(crate) fn with_cookie(mut self, cookie: &str) -> Response {
        self.headers.push(("Set-Cookie", cookie.to_owned()));
        self
    }

    /// Writes the response and ends the connection.
    pub(crate) fn send(&self, mut stream: &TcpStream, head_only: bool) -> io::Result<()> {
        self.write(stream, head_only)?;
        stream.shutdown(Shutdown::Write)?;
        // What a refused request still sends is read for a moment: closing at once would reset the connection, and the
        // other side would lose the reason.
        if self.status >= 400 {
            stream.set_read_timeout(Some(Duration::from_millis(200)))?;
            let mut rest = [0; 4096];
            for _ in 0..16 {
                if !matches!(stream.read(&mut rest), Ok(count) if count > 0) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Writes the response; with nothing else written to the connection this does not wait.
    pub(crate) fn write(&self, mut stream: &TcpStream, head_only: bool) -> io::Result<()> {
        let mut head = format!(
            "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             X-Frame-Options: DENY\r\nCross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n",
            self.status,
            reason(self.status),
            self.media,
            self.body.len()
        );
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())?;
        if !head_only {
            stream.write_all(&self.body)?;
        }
        Ok(())
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        426 => "Upgrade Required",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}
