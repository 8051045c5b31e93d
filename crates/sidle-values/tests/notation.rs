//! Values as text in the four styles, and MathML that an XML reader accepts.

mod common;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use common::{Bridge, day_3};
use sidle_check::naive::Forms;
use sidle_core::{Dyadic, Meter, Player, StopReason};
use sidle_graph::bigraph::BigraphBuilder;
use sidle_numbers::{Ordinal, Quotient, Rational};
use sidle_values::{
    Game, NumberUpStar, Store, UptimalExpansion,
    loopy::{Effort, LoopyGraph, LoopyValue},
    notation::{MAX_LENGTH, Structure, Style, Symbol, Term, TextError, Writer},
};

const STYLES: [Style; 4] = [Style::Plain, Style::Unicode, Style::Latex, Style::MathMl];

fn text(store: &Store, term: impl Into<Term>, style: Style) -> String {
    let text = store.text(term, style, &Meter::unlimited());
    text.unwrap_or_else(|error| panic!("{error}"))
}

/// The content of `<math>`, which all texts in MathML share.
fn mathml(store: &Store, term: impl Into<Term>) -> String {
    let text = text(store, term, Style::MathMl);
    check_xml(&text);
    let inner = text
        .strip_prefix(r#"<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>"#)
        .and_then(|rest| rest.strip_suffix("</mrow></math>"));
    inner.unwrap_or_else(|| panic!("{text}")).to_owned()
}

/// How many children an element has: those of a fraction and of scripts are two, a token has none.
fn check_arity(tag: &str, children: usize, has_text: bool) {
    match tag {
        "mfrac" | "msub" | "msup" => assert_eq!(children, 2, "{tag}"),
        "mi" | "mo" | "mn" | "mtext" => assert!(children == 0 && has_text, "{tag}"),
        "math" => assert_eq!(children, 1),
        "mrow" => {}
        other => panic!("<{other}>"),
    }
    if !matches!(tag, "mi" | "mo" | "mn" | "mtext") {
        assert!(!has_text, "text in {tag}");
    }
}

/// Reads one element: tags nest, attributes are quoted, `<`, `>` and `&` occur as markup only.
fn check_xml(text: &str) {
    let mut open: Vec<(&str, usize, bool)> = Vec::new();
    let mut rest = text;
    let mut finished = false;
    while !rest.is_empty() {
        assert!(!finished, "something follows the element: {rest}");
        if let Some(markup) = rest.strip_prefix("</") {
            let (name, after) = markup.split_once('>').expect("the end of a tag");
            let (tag, children, has_text) = open.pop().expect("an open element");
            assert_eq!(tag, name);
            check_arity(tag, children, has_text);
            finished = open.is_empty();
            rest = after;
        } else if let Some(markup) = rest.strip_prefix('<') {
            let (inside, after) = markup.split_once('>').expect("the end of a tag");
            let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{name}");
            for attribute in attributes.split_terminator(' ') {
                let (key, value) = attribute.split_once('=').expect("a value");
                assert!(key.chars().all(|c| c.is_ascii_lowercase()), "{key}");
                assert!(value.len() > 1 && value.starts_with('"') && value.ends_with('"'));
            }
            if let Some((_, children, _)) = open.last_mut() {
                *children += 1;
            }
            open.push((name, 0, false));
            rest = after;
        } else {
            let end = rest.find('<').expect("the end of an element");
            let content = &rest[..end];
            assert!(!content.contains('>'), "{content}");
            assert!(content.chars().all(|c| c >= ' '), "{content:?}");
            for (at, _) in content.match_indices('&') {
                let entity = ["&amp;", "&lt;", "&gt;"];
                assert!(entity.iter().any(|name| content[at..].starts_with(name)));
            }
            open.last_mut().expect("text is in an element").2 = true;
            rest = &rest[end..];
        }
    }
    assert!(finished, "{open:?} is not closed");
}

#[test]
fn the_xml_check_refuses_what_is_not_well_formed() {
    for bad in [
        "<math><mi>a</mi>",
        "<math><mi>a</math></mi>",
        "<math><mrow><mo><</mo></mrow></math>",
        "<math><mrow><mo>&</mo></mrow></math>",
        "<math><mfrac><mn>1</mn></mfrac></math>",
        "<math><mrow>1</mrow></math>",
        "<math><mrow></mrow></math><math></math>",
    ] {
        assert!(
            std::panic::catch_unwind(|| check_xml(bad)).is_err(),
            "{bad}"
        );
    }
    check_xml(r#"<math a="b"><mrow><mo>&amp;</mo></mrow></math>"#);
}

#[test]
fn numbers_ups_and_stars() {
    let store = Store::new();
    let nus = |number: Dyadic, ups, star| store.number_up_star(&NumberUpStar { number, ups, star });
    let rows = [
        (nus(0.into(), 0, 0), ["0", "0", "0", "<mn>0</mn>"]),
        (
            nus(Dyadic::from(-3), 0, 0),
            ["-3", "-3", "-3", "<mrow><mo>−</mo><mn>3</mn></mrow>"],
        ),
        (
            nus(Dyadic::new(3, 1), 0, 1),
            [
                "3/2*",
                "3/2⋆",
                r"\frac{3}{2}\ast",
                "<mfrac><mn>3</mn><mn>2</mn></mfrac><mi>∗</mi>",
            ],
        ),
        (
            nus(Dyadic::new(-1, 2), 0, 0),
            [
                "-1/4",
                "-1/4",
                r"-\frac{1}{4}",
                "<mrow><mo>−</mo><mfrac><mn>1</mn><mn>4</mn></mfrac></mrow>",
            ],
        ),
        (nus(0.into(), 1, 0), ["^", "↑", r"\uparrow", "<mi>↑</mi>"]),
        (
            nus(0.into(), -2, 0),
            ["vv", "↓↓", r"\Downarrow", "<mi>⇓</mi>"],
        ),
        (
            nus(5.into(), 3, 2),
            [
                "5+^3*2",
                "5↑3⋆2",
                r"5+3\cdot\uparrow\ast2",
                "<mn>5</mn><mo>+</mo><mn>3</mn><mo>·</mo><mi>↑</mi><mi>∗</mi><mn>2</mn>",
            ],
        ),
        (
            nus(1.into(), 0, 4),
            ["1+*4", "1⋆4", r"1\ast4", "<mn>1</mn><mi>∗</mi><mn>4</mn>"],
        ),
    ];
    for (game, expected) in rows {
        check_row(&store, game, expected);
    }
    let infinity = Rational::infinity(true);
    check_row(
        &store,
        infinity,
        [
            "-inf",
            "-∞",
            r"-\infty",
            "<mrow><mo>−</mo><mi>∞</mi></mrow>",
        ],
    );
}

fn check_row(store: &Store, term: impl Into<Term>, expected: [&str; 4]) {
    let term = term.into();
    for (style, expected) in STYLES.into_iter().zip(expected) {
        let found = match style {
            Style::MathMl => mathml(store, term.clone()),
            style => text(store, term.clone(), style),
        };
        assert_eq!(found, expected);
    }
    assert_eq!(store.display(term).to_string(), expected[0]);
}

const BAR: &str = r#"<mo stretchy="false" lspace="0.17em" rspace="0.17em">|</mo>"#;

/// `BAR` with more bars.
fn bars(count: usize) -> String {
    BAR.replace('|', &"|".repeat(count))
}

#[test]
fn powers_tinies_switches_and_braces() {
    let store = Store::new();
    let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n));
    let power = |digits: &[i64]| {
        store.uptimal(&UptimalExpansion {
            number: Dyadic::ZERO,
            star: 0,
            digits: digits.to_vec(),
        })
    };
    check_row(
        &store,
        power(&[0, 1]),
        [
            "^<2>",
            "↑<2>",
            r"\uparrow^{2}",
            "<msup><mi>↑</mi><mn>2</mn></msup>",
        ],
    );
    check_row(
        &store,
        store.add(power(&[-1, -1, -1]), store.nimber(1)),
        [
            "v[3]*",
            "↓[3]⋆",
            r"\downarrow_{[3]}\ast",
            "<msub><mi>↓</mi><mrow><mo>[</mo><mn>3</mn><mo>]</mo></mrow></msub><mi>∗</mi>",
        ],
    );
    let tiny = store.game(&[zero], &[store.game(&[zero], &[store.integer(-2)])]);
    check_row(
        &store,
        store.add(one, tiny),
        [
            "1Tiny(2)",
            "1⧾(2)",
            r"1\mathord{+}_{2}",
            "<mn>1</mn><msub><mi>⧾</mi><mrow><mn>2</mn></mrow></msub>",
        ],
    );
    check_row(
        &store,
        store.negative(tiny),
        [
            "Miny(2)",
            "⧿(2)",
            r"\mathord{-}_{2}",
            "<msub><mi>⧿</mi><mrow><mn>2</mn></mrow></msub>",
        ],
    );
    let one_star = store.add(one, store.nimber(1));
    check_row(
        &store,
        store.game(&[one_star], &[store.negative(one_star)]),
        [
            "+-(1*)",
            "±(1⋆)",
            r"\pm(1\ast)",
            "<mrow><mo>±</mo><mo>(</mo><mn>1</mn><mi>∗</mi><mo>)</mo></mrow>",
        ],
    );
    let switch = store.game(&[one], &[zero]);
    let nested = format!(
        "<mrow><mo>{{</mo><mn>2</mn>{}<mrow><mn>1</mn>{BAR}<mn>0</mn></mrow><mo>}}</mo></mrow>",
        bars(2)
    );
    check_row(
        &store,
        store.game(&[two], &[switch]),
        [
            "{2||1|0}",
            "{2||1|0}",
            r"\{2\,||\,1\,|\,0\}",
            nested.as_str(),
        ],
    );
    let hot = store.game(&[two], &[store.integer(-1)]);
    let several = format!(
        "<mrow><mo>±</mo><mo>{{</mo><mn>1</mn><mo>,</mo><mrow><mo>{{</mo><mn>2</mn>{BAR}<mrow><mo>−</mo><mn>1</mn></mrow><mo>}}</mo></mrow><mo>}}</mo></mrow>"
    );
    check_row(
        &store,
        store.game(&[one, hot], &[store.integer(-1), store.negative(hot)]),
        [
            "+-{1,{2|-1}}",
            "±{1,{2|-1}}",
            r"\pm\{1,\{2\,|\,-1\}\}",
            several.as_str(),
        ],
    );
}

#[test]
fn games_with_cycles() {
    let store = Store::new();
    let loopy = store.loopy();
    let (on, over) = (loopy.on(), loopy.over());
    check_row(&store, on, ["on", "on", r"\mathbf{on}", "<mi>on</mi>"]);
    let sum = loopy.add(over.into(), store.integer(3).into());
    check_row(
        &store,
        sum,
        [
            "3over",
            "3over",
            r"3\mathbf{over}",
            "<mn>3</mn><mi>over</mi>",
        ],
    );
    check_row(
        &store,
        loopy.dud(),
        ["dud", "dud", r"\mathbf{dud}", "<mi>dud</mi>"],
    );
    check_row(
        &store,
        loopy.upon(),
        [
            "^[on]",
            "↑[on]",
            r"\uparrow^{[\mathbf{on}]}",
            "<msup><mi>↑</mi><mrow><mo>[</mo><mi>on</mi><mo>]</mo></mrow></msup>",
        ],
    );
    let sides = loopy.add(over.into(), loopy.negative(over).into());
    check_row(
        &store,
        sides,
        [
            "over & under",
            "over & under",
            r"\mathbf{over}\,\&\,\mathbf{under}",
            "<mi>over</mi><mo>&amp;</mo><mi>under</mi>",
        ],
    );
}

#[test]
fn labels_and_passes() {
    let store = Store::new();
    let loopy = store.loopy();
    let (left, right) = (Player::Left, Player::Right);
    // Vertex 0 is a, vertices 4 and 5 are 0 and *.
    let mut builder = BigraphBuilder::new(6);
    for (from, player, to) in [
        (0, left, 4),
        (0, right, 1),
        (1, left, 4),
        (1, right, 2),
        (2, left, 3),
        (2, right, 5),
        (3, left, 0),
        (3, right, 5),
    ] {
        builder.edge(from, player, to);
    }
    let graph = LoopyGraph::new(builder.build())
        .with_exit(4, store.zero().into())
        .with_exit(5, store.nimber(1).into());
    let inner = format!(
        "<mrow><mi>a</mi>{BAR}<mi>∗</mi></mrow>{}<mi>∗</mi>",
        bars(2)
    );
    let outer = format!(
        "<mi>a</mi><mrow><mo>{{</mo><mn>0</mn>{}<mrow><mn>0</mn>{}<mrow>{inner}</mrow></mrow><mo>}}</mo></mrow>",
        bars(4),
        bars(3)
    );
    check_row(
        &store,
        loopy.graph_value(&graph, 0),
        [
            "a{0||||0|||a|*||*}",
            "a{0||||0|||a|⋆||⋆}",
            r"a\{0\,||||\,0\,|||\,a\,|\,\ast\,||\,\ast\}",
            outer.as_str(),
        ],
    );
    let mut builder = BigraphBuilder::new(3);
    builder.edge(0, left, 0).edge(0, left, 1).edge(0, right, 2);
    let graph = LoopyGraph::new(builder.build())
        .with_exit(1, store.integer(1).into())
        .with_exit(2, store.zero().into());
    let inner = format!("<mn>1</mn><mo>,</mo><mi>pass</mi>{BAR}<mn>0</mn>");
    check_row(
        &store,
        loopy.graph_value(&graph, 0),
        [
            "{1,pass|0}",
            "{1,pass|0}",
            r"\{1,\mathbf{pass}\,|\,0\}",
            format!("<mrow><mo>{{</mo>{inner}<mo>}}</mo></mrow>").as_str(),
        ],
    );
}

#[test]
fn ordinals() {
    let store = Store::new();
    let (omega, meter) = (Ordinal::omega(), Meter::unlimited());
    let square = omega.mul(&omega, &meter).expect("ω^2");
    let sum = square.add(&omega).add(&omega).add(&Ordinal::from(-1));
    check_row(
        &store,
        Quotient::from(sum.clone()),
        [
            "ω^2+ω×2-1",
            "ω^2+ω×2-1",
            r"\omega^2+\omega×2-1",
            "<mrow><msup><mi>ω</mi><mrow><mn>2</mn></mrow></msup><mo>+</mo><mi>ω</mi><mo>×</mo><mn>2</mn><mo>−</mo><mn>1</mn></mrow>",
        ],
    );
    let quotient = Quotient::from(sum).div(&Quotient::from(omega), &meter);
    let quotient = quotient.expect("a quotient");
    let found = mathml(&store, quotient);
    assert!(
        found.starts_with("<mfrac><mrow><msup>")
            && found.ends_with("<mrow><mi>ω</mi></mrow></mfrac>")
    );
}

#[test]
fn every_value_born_by_day_3_is_well_formed_and_has_a_text_of_its_own() {
    let store = Store::new();
    let (mut forms, mut bridge) = (Forms::new(), Bridge::default());
    let values = day_3(&mut forms);
    for style in STYLES {
        let mut texts = HashSet::new();
        for &form in &values {
            let game = bridge.game(&store, &forms, form);
            let found = match style {
                Style::MathMl => mathml(&store, game),
                style => text(&store, game, style),
            };
            assert!(texts.insert(found), "{}", store.display(game));
        }
        assert_eq!(texts.len(), 1474);
    }
}

/// Random graphs on up to five vertices with exits: stoppers, sides, labels.
#[test]
fn values_of_small_graphs_with_cycles_are_well_formed() {
    let store = Store::new();
    let loopy = store.loopy();
    let exits = [store.integer(0), store.nimber(1), store.integer(1)];
    let exits: Vec<LoopyValue> = exits.into_iter().map(LoopyValue::from).collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut texts: HashMap<String, String> = HashMap::new();
    for _ in 0..1000 {
        let inner = random.u32(1..=6);
        let all = inner + exits.len() as u32;
        let mut builder = BigraphBuilder::new(all as usize);
        for v in 0..inner {
            for player in Player::BOTH {
                for _ in 0..random.u32(1..=2) {
                    builder.edge(v, player, random.u32(0..all));
                }
            }
        }
        let graph = LoopyGraph::new(builder.build());
        let bound = (inner..all).zip(exits.iter().copied());
        let graph = bound.fold(graph, |graph, (v, exit)| graph.with_exit(v, exit));
        let values = loopy.try_graph_values(&graph, Effort::default(), &Meter::unlimited());
        for value in values.expect("unlimited") {
            let formula = mathml(&store, value);
            let plain = text(&store, value, Style::Plain);
            assert_eq!(texts.entry(plain).or_insert(formula.clone()), &formula);
        }
    }
    let with = |part: &str| texts.keys().filter(|text| text.contains(part)).count();
    assert!(texts.len() > 100 && with("a{") > 3 && with("pass") > 20 && with("&") > 20);
}

#[test]
fn words_and_operators_are_escaped() {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let mut writer = Writer::new(&store, Style::MathMl, &meter);
    for operator in [" <= ", " ", "&"] {
        writer.operator(operator).expect("short");
    }
    writer.word("a<b> & \u{1}\n]]>").expect("short");
    writer.symbol(Symbol::Maps).expect("short");
    let found = writer.finish().expect("short");
    check_xml(&found);
    assert!(found.contains(
        "<mo>&lt;=</mo><mo>&amp;</mo><mtext>a&lt;b&gt; &amp; \u{fffd} ]]&gt;</mtext><mo>⇒</mo>"
    ));
}

/// Every game of the chain occurs twice in the next.
fn doubling(store: &Store, steps: i64) -> Game {
    let mut game = store.game(&[store.integer(1)], &[store.integer(-2)]);
    for step in 1..=steps {
        let right = store.add(game, store.integer(-4 * step));
        let left = store.add(game, store.integer(4 * step));
        game = store.game(&[left], &[right]);
    }
    game
}

#[test]
fn a_text_that_is_too_long_or_stopped_is_an_error() {
    let store = Store::new();
    let long = doubling(&store, 24);
    for style in STYLES {
        let found = store.text(long, style, &Meter::unlimited());
        assert_eq!(found, Err(TextError::TooLong));
    }
    assert_eq!(
        TextError::TooLong.to_string(),
        "the text would be longer than 4194304 characters"
    );
    let shown = store.display(long).to_string();
    assert!(shown.ends_with('…') && shown.len() > MAX_LENGTH && shown.len() < MAX_LENGTH + 100);
    let cancelled = Meter::new().with_cancel(Arc::new(true.into()));
    let found = store.text(long, Style::Plain, &cancelled);
    assert_eq!(found, Err(StopReason::Cancelled.into()));
    let source = std::error::Error::source(&found.unwrap_err()).map(ToString::to_string);
    assert_eq!(source, Some(StopReason::Cancelled.to_string()));
}

#[test]
fn data_of_games_with_cycles() {
    let store = Store::new();
    let loopy = store.loopy();
    let data = |value: LoopyValue| Structure::of(&store, value, true, &Meter::unlimited());
    let json = |value| serde_json::to_string(&data(value).expect("unlimited")).expect("JSON");
    assert_eq!(
        json(loopy.on().into()),
        r#"{"kind":"stopper","root":0,"nodes":[{"left":[0],"right":[]}]}"#
    );
    assert_eq!(
        json(store.nimber(2).into()),
        r#"{"kind":"number-up-star","root":0,"nodes":[{"number":{"numerator":"0","denominator":"1"},"ups":0,"star":2}],"stops":{"left":"0","right":"0"},"mean":"0","temperature":"0"}"#
    );
    let sides = loopy.add(loopy.over().into(), loopy.under().into());
    assert!(json(sides).starts_with(r#"{"kind":"sided","onside":{"root":0,"#));
}
