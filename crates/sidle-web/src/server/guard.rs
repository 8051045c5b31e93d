//! Who may ask: names of this machine, the page of this server, the cookie.

use std::io;

use super::http::Request;

/// Bytes of a secret.
const SECRET: usize = 32;

/// A request that is not answered.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
}

/// The names and the secret of a server.
pub(crate) struct Guard {
    port: u16,
    secret: String,
}

impl Guard {
    pub(crate) fn new(port: u16, secret: String) -> Guard {
        Guard { port, secret }
    }

    /// The origin that the server calls itself.
    pub(crate) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Cookies are shared by the ports of a host, so the name has the port.
    fn cookie_name(&self) -> String {
        format!("sidle-{}", self.port)
    }

    /// The cookie as it is set.
    pub(crate) fn cookie(&self) -> String {
        format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/",
            self.cookie_name(),
            self.secret
        )
    }

    /// Is this a literal name of this machine, with the port?
    fn is_own_host(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"]
            .iter()
            .any(|name| host == format!("{name}:{}", self.port))
    }

    /// Checks `Host` and `Origin`. A socket and a write must have an origin; a browser sends it.
    pub(crate) fn check_names(&self, request: &Request) -> Result<(), Refusal> {
        if !request
            .header("host")
            .is_some_and(|host| self.is_own_host(host))
        {
            return Err(Refusal {
                status: 421,
                reason: "this is not the host of the request",
            });
        }
        let from_here = |origin: &str| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.is_own_host(host))
        };
        let needed =
            request.method != "GET" && request.method != "HEAD" || request.path == "/engine";
        match request.header("origin") {
            Some(origin) if from_here(origin) => Ok(()),
            None if !needed => Ok(()),
            _ => Err(Refusal {
                status: 403,
                reason: "the request comes from another site",
            }),
        }
    }

    /// Checks the cookie.
    pub(crate) fn check_cookie(&self, request: &Request) -> Result<(), Refusal> {
        let name = self.cookie_name();
        let cookies = request.header("cookie").unwrap_or_default();
        let found = cookies.split(';').any(|pair| {
            let pair = pair.trim().split_once('=');
            pair.is_some_and(|(key, value)| key == name && same(&self.secret, value))
        });
        if found {
            return Ok(());
        }
        Err(Refusal {
            status: 403,
            reason: "open the address that `sidle workbench` printed",
        })
    }
}

/// A new secret of the system's random numbers, in hexadecimal.
pub(crate) fn secret() -> io::Result<String> {
    let mut bytes = [0; SECRET];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares secrets in a time that depends on the lengths alone.
pub(crate) fn same(secret: &str, other: &str) -> bool {
    secret.len() == other.len()
        && secret
            .bytes()
            .zip(other.bytes())
            .fold(0, |all, (a, b)| all | (a ^ b))
            == 0
}
