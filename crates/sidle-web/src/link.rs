//! Links to worksheets: the file in the fragment of the page's address.

use std::fmt::Write;

use serde_json::Value;

/// The mark of a fragment with a worksheet; `page/document/link.js` has the same.
const MARK: &str = "#w1.";
/// The longest block of bytes that are stored as they are (RFC 1951, 3.2.4).
const LONGEST_BLOCK: usize = 0xFFFF;

/// The fragment that opens a worksheet, or a script as a worksheet of one cell.
///
/// The page reads any stream of DEFLATE; this one stores the bytes as they are.
///
/// ```
/// let link = sidle_web::link::fragment("sums.cgs", "1/2 + 1/2").unwrap();
/// assert!(link.starts_with("#w1.A"));
/// assert!(sidle_web::link::fragment("sums.sidlews", "1").is_err());
/// ```
///
/// # Errors
/// If the text is not a worksheet; scripts are not read.
pub fn fragment(name: &str, text: &str) -> Result<String, String> {
    let worksheet = if name.ends_with(".cgs") {
        let title = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let title = title.trim_end_matches(".cgs");
        serde_json::json!({ "format": "sidle-worksheet", "version": 1, "title": title,
            "cells": [{ "kind": "script", "source": text }] })
    } else {
        let worksheet: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if worksheet["format"] != "sidle-worksheet" || worksheet["version"] != 1 {
            return Err("this is not a worksheet of version 1".to_owned());
        }
        worksheet
    };
    Ok(format!(
        "{MARK}{}",
        base64url(&stored(worksheet.to_string().as_bytes()))
    ))
}

/// A stream of DEFLATE whose blocks hold the bytes as they are.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::with_capacity(bytes.len() + 16);
    let mut blocks = bytes.chunks(LONGEST_BLOCK).peekable();
    while let Some(block) = blocks.next() {
        let length = block.len() as u16;
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend_from_slice(&length.to_le_bytes());
        stream.extend_from_slice(&(!length).to_le_bytes());
        stream.extend_from_slice(block);
    }
    stream
}

/// Base64 with the letters that an address may have, without padding (RFC 4648, 5).
fn base64url(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let group = three
            .iter()
            .fold(0_u32, |all, byte| (all << 8) | u32::from(*byte));
        let group = group << (8 * (3 - three.len()));
        for letter in 0..=three.len() {
            let six = (group >> (18 - 6 * letter)) & 63;
            let _ = write!(text, "{}", char::from(LETTERS[six as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_rfc_4648_has_them() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let texts = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"];
        for (word, text) in words.iter().zip(texts) {
            assert_eq!(base64url(word.as_bytes()), text);
        }
        assert_eq!(base64url(&[0xFF, 0xEF]), "_-8");
    }

    #[test]
    fn blocks_have_their_lengths() {
        assert_eq!(stored(b"ab"), [1, 2, 0, 0xFD, 0xFF, b'a', b'b']);
        let long = stored(&[7; LONGEST_BLOCK + 1]);
        assert_eq!(long[..5], [0, 0xFF, 0xFF, 0, 0]);
        assert_eq!(long[LONGEST_BLOCK + 5..], [1, 1, 0, 0xFE, 0xFF, 7]);
    }
}
