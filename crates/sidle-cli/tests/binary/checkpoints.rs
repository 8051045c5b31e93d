//! Checkpoints that were changed: damage is found by the checksum, a forgery by its claims.

use std::fs;

use sidle::core::Envelope;

use crate::{files::Room, program::sidle};

/// The envelope of a search for unicycles.
const UNICYCLES: Envelope = Envelope::new("unicycles", 3);

#[test]
fn forged_checkpoints_are_refused() {
    let room = Room::new("checkpoints");
    let file = room.0.join("checkpoint");
    let path = file.to_str().expect("a name");
    let arguments = ["unicycle", "--all", "6", "--checkpoint", path];
    let first = sidle(&arguments);
    assert_eq!(first.code, Some(0), "{first:?}");
    let state = fs::read(&file).expect("written");
    let body = UNICYCLES.open(&state).expect("a saved state");
    let good = String::from_utf8(body.to_vec()).expect("text");
    assert_eq!(sidle(&arguments).code, Some(0));
    let place = good.find("[0,[").expect("a realized pattern");
    let end = place + good[place..].find("]]").expect("its end") + 2;
    let forged = |answer: &str| format!("{}{answer}{}", &good[..place], &good[end..]);
    let changed = [
        forged("[0,[0,0,0,0,0,0]]"),
        forged("[0,[0]]"),
        forged("[7,[0,0,0,0,0,0]]"),
        forged("[0,[4000000000,0,0,0,0,0]]"),
        good.replacen("LLLLRR", "LRLRLR", 1),
        good[..good.len() / 2].to_owned(),
    ];
    let head = &state[..state.len() - good.len()];
    for text in changed {
        // As an accident leaves it, and as a forger would.
        let damaged = [head, text.as_bytes()].concat();
        for state in [damaged, UNICYCLES.seal(text.as_bytes())] {
            fs::write(&file, &state).expect("written");
            let ran = sidle(&arguments);
            assert_eq!(ran.code, Some(2), "{text}: {ran:?}");
        }
    }
    fs::write(&file, UNICYCLES.seal(good.as_bytes())).expect("written");
    assert_eq!(sidle(&arguments).code, Some(0));
}
