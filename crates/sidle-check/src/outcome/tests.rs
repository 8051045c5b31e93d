use super::*;

fn certificate(ruleset: &str, positions: &[&str], outcome: Letter) -> Certificate {
    let positions = positions.iter().map(|&text| text.to_owned()).collect();
    let ruleset = ruleset.to_owned();
    Certificate::new(
        "",
        ruleset,
        positions,
        outcome,
        Vec::new(),
        Vec::new(),
        Vec::new(),
    )
}

fn star() -> Certificate {
    let mut star = certificate("Clobber", &["xo", ".x", "o."], Letter::N);
    star.wins = vec![(0, Mover::L, 1), (0, Mover::R, 2)];
    star.losses = vec![(1, Mover::R), (2, Mover::L)];
    star
}

#[test]
fn a_strategy_is_replayed() {
    assert!(check(&star()).is_valid(), "{}", check(&star()));
    let mut text = serde_json::to_vec(&star()).unwrap();
    assert!(crate::check_bytes(&text).unwrap().is_valid());
    text.truncate(text.len() - 2);
    assert!(crate::check_bytes(&text).is_err());
}

#[test]
fn forged_strategies_are_found() {
    let forgeries: [fn(&mut Certificate); 9] = [
        |c| c.outcome = Letter::P,
        |c| c.outcome = Letter::L,
        |c| c.wins[0].2 = 2,
        |c| c.wins[0].2 = 0,
        |c| c.wins[0].2 = 77,
        |c| c.losses.clear(),
        |c| c.positions[1] = "x.".to_owned(),
        |c| c.positions[0] = "xoo".to_owned(),
        |c| c.losses[0] = (99, Mover::L),
    ];
    for (i, forge) in forgeries.iter().enumerate() {
        let mut forged = star();
        forge(&mut forged);
        assert!(!check(&forged).is_valid(), "forgery {i}");
    }
    // A loss whose options are not all answered.
    let mut forged = certificate("Clobber", &["xo"], Letter::P);
    forged.losses = vec![(0, Mover::L), (0, Mover::R)];
    assert!(!check(&forged).is_valid());
}

#[test]
fn options_can_be_spelled_out() {
    let mut spelled = certificate("game.heap.Nim", &["2", "1", "0"], Letter::N);
    spelled.options = vec![
        [vec![1, 2], vec![1, 2]],
        [vec![2], vec![2]],
        [vec![], vec![]],
    ];
    spelled.wins = vec![(0, Mover::L, 2), (0, Mover::R, 2)];
    spelled.losses = vec![(2, Mover::L), (2, Mover::R)];
    assert!(check(&spelled).is_valid(), "{}", check(&spelled));
    let condition = "if the moves listed in the certificate are those of the game";
    assert!(check(&spelled).to_string().contains(condition));
    assert!(!check(&star()).to_string().contains(condition));
    let mut cyclic = spelled.clone();
    cyclic.options[2][0].push(0);
    assert!(!check(&cyclic).is_valid());
    let mut missing = spelled.clone();
    missing.options.pop();
    assert!(!check(&missing).is_valid());
    let mut twice = spelled.clone();
    twice.positions[1] = "0".to_owned();
    assert!(check(&twice).to_string().contains("`0` is listed twice"));
}

#[test]
fn moves_by_hand() {
    let left = |game: Naive, text: &str| game.options(text, Player::Left).unwrap();
    assert_eq!(left(Naive::Domineering, "..|.#"), ["#.|##"]);
    let mut moves = left(Naive::Amazons, "x..");
    moves.sort();
    assert_eq!(moves, ["#.x", "#x.", ".#x", ".x#"]);
    assert_eq!(
        left(Naive::Hackenbush, "0-1l 1-2r 0-2e"),
        ["1-2r 0-2e", "0-1l 1-2r"]
    );
    assert!(Naive::Clobber.options("xz", Player::Left).is_err());
    assert!(Naive::Clobber.options("x|xo", Player::Left).is_err());
    assert!(Naive::Hackenbush.options("0-é", Player::Left).is_err());
}

#[test]
fn a_bush_stands_on_the_ground() {
    let mut bush = certificate("Hackenbush", &["0-1l", ""], Letter::L);
    bush.wins = vec![(0, Mover::L, 1)];
    bush.losses = vec![(0, Mover::R), (1, Mover::R)];
    assert!(check(&bush).is_valid(), "{}", check(&bush));
    for floating in ["5-6l", "5-5l", "0-1l 2-3l"] {
        bush.positions[0] = floating.to_owned();
        let verdict = check(&bush);
        assert!(!verdict.is_valid(), "{verdict}");
        assert!(verdict.to_string().contains("is not joined to the ground"));
    }
}
