use super::*;

/// 0 = 0, 1 = *, 2 = {1|} = 1 with vertex 0 as its option, 3 = {0,*,1|0}.
fn switch() -> Rows {
    vec![
        [vec![], vec![]],
        [vec![0], vec![0]],
        [vec![0], vec![]],
        [vec![0, 1, 2], vec![0]],
    ]
}

fn dominated(vertex: u32, player: u8, option: u32, by: u32) -> Step {
    Step::Dominated {
        vertex,
        player,
        option,
        by,
    }
}

fn explained(graph: Rows, reading: Reading, steps: Vec<Step>, result: Rows) -> Certificate {
    let start = graph.len() as u32 - 1;
    Certificate::new("", Vec::new(), graph, start, reading, steps, start, result)
}

#[test]
fn dominated_options_are_deleted_in_turn() {
    let mut result = switch();
    result[3][0] = vec![2];
    let steps = vec![dominated(3, 0, 0, 2), dominated(3, 0, 1, 2)];
    let good = explained(switch(), Reading::Stopper, steps, result);
    assert!(check(&good).is_valid(), "{}", check(&good));
    for reading in [Reading::Onside, Reading::Offside, Reading::Infinitesimal] {
        let same = Certificate {
            reading,
            ..good.clone()
        };
        assert!(check(&same).is_valid(), "{}", check(&same));
    }
    let changes: [fn(&mut Certificate); 7] = [
        |one| one.steps[0] = dominated(3, 0, 2, 1),
        |one| one.steps[0] = dominated(3, 0, 0, 1),
        |one| one.steps[0] = dominated(3, 1, 0, 2),
        |one| one.steps[0] = dominated(3, 2, 0, 2),
        |one| drop(one.steps.pop()),
        |one| one.result[3][0] = vec![1],
        |one| one.end = 2,
    ];
    for change in changes {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(!check(&bad).is_valid(), "{bad:?}");
    }
}

#[test]
fn reversible_options_are_bypassed_with_their_reply() {
    // 4 = {*|*} = 0: both options reverse through 0.
    let graph = vec![[vec![], vec![]], [vec![0], vec![0]], [vec![1], vec![1]]];
    let step = |player, reply| Step::Reversible {
        vertex: 2,
        player,
        through: vec![[1, reply]],
    };
    let result = vec![[vec![], vec![]], [vec![0], vec![0]], [vec![], vec![]]];
    let steps = vec![step(0, 0), step(1, 0)];
    let good = explained(graph, Reading::Stopper, steps, result);
    assert!(check(&good).is_valid(), "{}", check(&good));
    let mut bad = good.clone();
    bad.steps[1] = step(1, 1);
    assert!(!check(&bad).is_valid());
    // Up = {0|*}: its Left option 0 has no reply, and * reverses nowhere.
    let up = vec![[vec![], vec![]], [vec![0], vec![0]], [vec![0], vec![1]]];
    let mut wrong = up.clone();
    wrong[2] = [vec![], vec![1]];
    let bad = explained(up.clone(), Reading::Stopper, vec![step(1, 0)], wrong);
    assert!(!check(&bad).is_valid());
    // Up to infinitesimals up is 0.
    let fused = vec![Step::Fused { vertex: 2, into: 0 }];
    let mut equal = explained(up.clone(), Reading::Infinitesimal, fused, up);
    equal.end = 0;
    assert!(check(&equal).is_valid(), "{}", check(&equal));
    equal.reading = Reading::Stopper;
    assert!(!check(&equal).is_valid());
}

/// The counterexample to Lemma 16 as it is printed: two vertices equal `off` with Right edges to one another, and a
/// vertex `{off|off}` with the value `off` on the onside.
#[test]
fn equal_vertices_on_a_side_are_not_always_fused() {
    let graph = vec![[vec![], vec![1]], [vec![], vec![0]], [vec![0], vec![0]]];
    let step = Step::Fused { vertex: 0, into: 2 };
    let result = vec![[vec![], vec![1]], [vec![], vec![2]], [vec![2], vec![2]]];
    let bad = explained(graph, Reading::Onside, vec![step], result);
    let verdict = check(&bad);
    assert!(!verdict.is_valid());
    assert!(
        verdict.to_string().contains("alternating walks"),
        "{verdict}"
    );
}

#[test]
fn stoppers_have_no_alternating_cycle() {
    let dud = vec![[vec![0], vec![0]]];
    let certificate = |reading| explained(dud.clone(), reading, Vec::new(), dud.clone());
    assert!(check(&certificate(Reading::Onside)).is_valid());
    assert!(!check(&certificate(Reading::Stopper)).is_valid());
    let bytes = serde_json::to_vec(&certificate(Reading::Offside)).expect("json");
    assert!(crate::check_bytes(&bytes).expect("readable").is_valid());
}
