//! The workbench in a tab: what a person does, and what is then to be seen.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::{host::Host, keys, webdriver::Session};

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(30);

/// The engine behind the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// WebAssembly in a worker; the page comes from a static host.
    Page,
    /// A child process of `sidle workbench`.
    Native,
}

impl Engine {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Page => "page",
            Engine::Native => "native",
        }
    }
}

/// A tab with the workbench.
pub(crate) struct Page<'h> {
    session: Session,
    pub(crate) host: &'h Host,
    pub(crate) address: String,
    pub(crate) root: &'h Path,
}

impl<'h> Page<'h> {
    /// Opens the page with an empty profile and waits until its engine is ready.
    pub(crate) fn open(
        session: Session,
        host: &'h Host,
        address: &str,
        root: &'h Path,
    ) -> anyhow::Result<Page<'h>> {
        let page = Page {
            session,
            host,
            address: address.to_owned(),
            root,
        };
        page.visit(address)?;
        page.ready()?;
        Ok(page)
    }

    pub(crate) fn visit(&self, address: &str) -> anyhow::Result<()> {
        let body = json!({ "url": address });
        self.session.command("POST", "/url", &body)?;
        Ok(())
    }

    pub(crate) fn reload(&self) -> anyhow::Result<()> {
        self.session.command("POST", "/refresh", &json!({}))?;
        Ok(())
    }

    /// Waits until the engine waits for questions and the rulesets are known.
    pub(crate) fn ready(&self) -> anyhow::Result<()> {
        self.wait(
            "the engine to be ready",
            "return document.querySelector('[data-status=ready]') !== null",
        )?;
        Ok(())
    }

    /// The value of a script, which ends with `return`.
    pub(crate) fn run(&self, script: &str) -> anyhow::Result<Value> {
        let body = json!({ "script": script, "args": [] });
        self.session.command("POST", "/execute/sync", &body)
    }

    /// The value of an asynchronous function body.
    pub(crate) fn run_async(&self, body: &str) -> anyhow::Result<Value> {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             (async () => {{ {body} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));"
        );
        let body = json!({ "script": script, "args": [] });
        let answer = self.session.command("POST", "/execute/async", &body)?;
        if let Some(error) = answer["error"].as_str() {
            bail!("{error}");
        }
        Ok(answer["value"].clone())
    }

    /// Waits until a script returns something true, and returns it.
    pub(crate) fn wait(&self, what: &str, script: &str) -> anyhow::Result<Value> {
        let begun = Instant::now();
        loop {
            let value = self.run(script)?;
            let is_true =
                !matches!(&value, Value::Null | Value::Bool(false)) && value.as_str() != Some("");
            if is_true {
                return Ok(value);
            }
            if begun.elapsed() > PATIENCE {
                bail!("waited in vain for {what}");
            }
            thread::sleep(Duration::from_millis(40));
        }
    }

    /// Waits until the text of an element contains something.
    pub(crate) fn sees(&self, css: &str, text: &str) -> anyhow::Result<()> {
        let script = format!(
            "return [...document.querySelectorAll({})].some((each) => each.textContent.includes({}))",
            json!(css),
            json!(text)
        );
        self.wait(&format!("`{text}` in {css}"), &script)
            .with_context(|| format!("there is: {}", self.text(css).unwrap_or_default()))?;
        Ok(())
    }

    /// The texts of all elements of a kind.
    pub(crate) fn text(&self, css: &str) -> anyhow::Result<String> {
        let script = format!(
            "return [...document.querySelectorAll({})].map((each) => each.textContent).join(' / ')",
            json!(css)
        );
        Ok(self.run(&script)?.as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn count(&self, css: &str) -> anyhow::Result<u64> {
        let script = format!("return document.querySelectorAll({}).length", json!(css));
        self.run(&script)?.as_u64().context("a number")
    }

    /// Clicks an element that is to be seen, as a mouse does.
    pub(crate) fn click(&self, css: &str) -> anyhow::Result<()> {
        let exists = format!("return document.querySelector({}) !== null", json!(css));
        self.wait(css, &exists)?;
        let found = json!({ "using": "css selector", "value": css });
        let begun = Instant::now();
        loop {
            let clicked = self
                .session
                .command("POST", "/element", &found)
                .and_then(|element| {
                    let id = element
                        .as_object()
                        .and_then(|fields| fields.values().next())
                        .and_then(Value::as_str)
                        .context("an element")?
                        .to_owned();
                    self.session
                        .command("POST", &format!("/element/{id}/click"), &json!({}))
                });
            match clicked {
                Ok(_) => return Ok(()),
                // The page may have been drawn anew in between.
                Err(error) if begun.elapsed() > Duration::from_secs(5) => {
                    return Err(error).context(css.to_owned());
                }
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Clicks the button with this text or label.
    pub(crate) fn press(&self, label: &str) -> anyhow::Result<()> {
        let script = format!(
            "const found = [...document.querySelectorAll('button, summary')].find((each) => \
               (each.getAttribute('aria-label') ?? each.textContent.trim()) === {0} || each.textContent.trim() === {0}); \
             if (found) {{ document.querySelectorAll('[data-pressed]').forEach((each) => each.removeAttribute('data-pressed')); \
               found.setAttribute('data-pressed', ''); found.scrollIntoView({{ block: 'center' }}); }} return found !== undefined",
            json!(label)
        );
        self.wait(&format!("the button `{label}`"), &script)?;
        self.click("[data-pressed]")
    }

    /// Types keys, one after the other; Control and Shift hold for the next one.
    pub(crate) fn keys(&self, text: &str) -> anyhow::Result<()> {
        let mut actions = Vec::new();
        let mut held = Vec::new();
        for key in text.chars() {
            let name = key.to_string();
            actions.push(json!({ "type": "keyDown", "value": name }));
            if key == keys::SHIFT || key == keys::CONTROL {
                held.push(name);
                continue;
            }
            actions.push(json!({ "type": "keyUp", "value": name }));
            for name in held.drain(..) {
                actions.push(json!({ "type": "keyUp", "value": name }));
            }
        }
        let body = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] });
        self.session.command("POST", "/actions", &body)?;
        Ok(())
    }

    /// Replaces the text of a script cell, counted from 1, and runs it.
    pub(crate) fn script(&self, cell: usize, text: &str) -> anyhow::Result<()> {
        let css = format!(".cell:nth-of-type({cell}) .cm-content");
        self.click(&css)?;
        self.keys(&format!("{}a", keys::CONTROL))?;
        // Typed brackets and quotes arrive as they are: the editor closes nothing by itself.
        self.keys(text)?;
        let shown = format!(
            "return [...document.querySelectorAll('.cell:nth-of-type({cell}) .cm-line')].map((line) => line.textContent).join('\\n') === {}",
            json!(text)
        );
        self.wait("the text to be typed", &shown)?;
        Ok(())
    }

    /// Types a script into a cell and runs it.
    pub(crate) fn evaluate(&self, cell: usize, text: &str) -> anyhow::Result<()> {
        self.script(cell, text)?;
        self.keys(&format!("{}{}", keys::CONTROL, keys::ENTER))
    }

    /// Waits for the state of a cell: `done`, `failed`, `stopped`, `running`.
    pub(crate) fn state(&self, cell: usize, state: &str) -> anyhow::Result<()> {
        let css = format!(".cell:nth-of-type({cell}) .answers[data-state={state}]");
        let script = format!("return document.querySelector({}) !== null", json!(css));
        self.wait(&format!("cell {cell} to be {state}"), &script)
            .with_context(|| {
                format!(
                    "there is: {}",
                    self.text(".cell .answers").unwrap_or_default()
                )
            })?;
        Ok(())
    }

    /// Sets an input or a menu and tells the page, as leaving it does.
    pub(crate) fn set(&self, css: &str, value: &str) -> anyhow::Result<()> {
        let exists = format!("return document.querySelector({}) !== null", json!(css));
        self.wait(css, &exists)?;
        let script = format!(
            "const field = document.querySelector({}); field.value = {}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); \
             field.dispatchEvent(new Event('change', {{ bubbles: true }}));",
            json!(css),
            json!(value)
        );
        self.run(&script)?;
        Ok(())
    }

    /// Waits until the facts beside the board of a cell are complete.
    pub(crate) fn known(&self) -> anyhow::Result<()> {
        thread::sleep(Duration::from_millis(200));
        self.wait(
            "the facts about the board",
            "return document.querySelector('.value[data-busy=no]') !== null",
        )?;
        Ok(())
    }

    /// Opens another tab and switches to it; returns the one before.
    pub(crate) fn new_tab(&self) -> anyhow::Result<String> {
        let before = self.session.command("GET", "/window", &Value::Null)?;
        let made = self
            .session
            .command("POST", "/window/new", &json!({ "type": "tab" }))?;
        self.switch(made["handle"].as_str().context("a tab")?)?;
        Ok(before.as_str().context("a tab")?.to_owned())
    }

    pub(crate) fn switch(&self, tab: &str) -> anyhow::Result<()> {
        let body = json!({ "handle": tab });
        self.session.command("POST", "/window", &body)?;
        Ok(())
    }

    /// The width of the window in pixels of a page; headless windows have no frame.
    pub(crate) fn resize(&self, width: u32, height: u32) -> anyhow::Result<()> {
        let body = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        } });
        self.session.command("POST", "/goog/cdp/execute", &body)?;
        Ok(())
    }

    /// Light or dark.
    pub(crate) fn scheme(&self, scheme: &str) -> anyhow::Result<()> {
        let body = json!({ "cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{ "name": "prefers-color-scheme", "value": scheme }],
        } });
        self.session.command("POST", "/goog/cdp/execute", &body)?;
        Ok(())
    }

    /// The picture of the window, as PNG.
    pub(crate) fn picture(&self) -> anyhow::Result<Vec<u8>> {
        let value = self.session.command("GET", "/screenshot", &Value::Null)?;
        base64(value.as_str().context("a picture")?)
    }

    /// Writes a picture down for those who look for the cause of a failure.
    pub(crate) fn keep_picture(&self, path: &Path) {
        if let (Ok(picture), Some(folder)) = (self.picture(), path.parent()) {
            let _ = fs::create_dir_all(folder);
            let _ = fs::write(path, picture);
        }
    }
}

/// The bytes of a text in base64.
fn base64(text: &str) -> anyhow::Result<Vec<u8>> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut buffer, mut bits) = (0_u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = LETTERS
            .iter()
            .position(|each| *each == letter)
            .context("this is not base64")?;
        buffer = (buffer << 6) | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_read() {
        assert_eq!(super::base64("U2lkbGU=").unwrap(), b"Sidle");
        assert!(super::base64("%").is_err());
    }
}
