use super::*;
use crate::ast::Nodes;

fn tree(source: &str) -> Ast {
    parse(source, &|_| true, Meter::none())
        .unwrap_or_else(|error| panic!("{source}: {}", error.render(source)))
}

/// A fully bracketed rendering, enough to see how a sentence was read (recursion: tests only).
fn show(ast: &Ast, id: NodeId) -> String {
    let list = |nodes: Nodes| {
        ast.list(nodes)
            .iter()
            .map(|&node| show(ast, node))
            .collect::<Vec<_>>()
            .join(",")
    };
    match ast.node(id) {
        Node::Number(value) => value.to_string(),
        Node::Name(name) => name.to_string(),
        Node::Label(name) => format!("@{name}"),
        Node::Text(text) => format!("{text:?}"),
        Node::Unary(op, a) => format!("{op:?}({})", show(ast, *a)),
        Node::Binary(op, a, b) => format!("{op:?}({},{})", show(ast, *a), show(ast, *b)),
        Node::Method(a, name, arguments) => {
            format!("{}.{name}({})", show(ast, *a), list(*arguments))
        }
        Node::Member(a, name) => format!("{}.{name}", show(ast, *a)),
        Node::Call(a, arguments) => format!("{}({})", show(ast, *a), list(*arguments)),
        Node::Game { left, right, .. } => format!("{{{}|{}}}", list(*left), list(*right)),
        Node::List(nodes) => format!("[{}]", list(*nodes)),
        Node::Set(nodes) => format!("{{{}}}", list(*nodes)),
        Node::Assign(name, a) => format!("{name}:={}", show(ast, *a)),
        Node::Block(nodes) => format!("begin {} end", list(*nodes)),
        other => format!("{other:?}"),
    }
}

fn read(source: &str) -> String {
    let ast = tree(source);
    ast.statements
        .iter()
        .map(|&node| show(&ast, node))
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn precedence_follows_the_grammar() {
    assert_eq!(
        read("5 - 3 / 4 * 6 - 2"),
        "Subtract(Subtract(5,Multiply(Divide(3,4),6)),2)"
    );
    assert_eq!(
        read("-3^22/2^72"),
        "Divide(Negative(Power(3,22)),Power(2,72))"
    );
    assert_eq!(read("2^3^2"), "Power(2,Power(3,2))");
    assert_eq!(read("2^(-3)"), "Power(2,Negative(3))");
    assert_eq!(read("3+-1"), "Add(3,PlusMinus(1))");
    assert_eq!(read("+-1/2"), "PlusMinus(1/2)");
    assert_eq!(read("a:b+c"), "Add(OrdinalSum(a,b),c)");
    assert_eq!(read("a Heat b+c == d"), "Equal(a.Heat(Add(b,c)),d)");
    assert_eq!(
        read("n NimProduct n.NimInverse != 1"),
        "NotEqual(n.NimProduct(n.NimInverse),1)"
    );
}

#[test]
fn infinitesimals_glue_to_numbers_and_to_each_other() {
    let up = "Ups(1)";
    assert_eq!(read("6^*"), format!("Add(Add(6,{up}),Nimber(1))"));
    assert_eq!(read("-1^^"), "Add(-1,Ups(2))");
    assert_eq!(read("73/16v9*8"), "Add(Add(73/16,Downs(9)),Nimber(8))");
    assert_eq!(read("^3*5"), "Add(Ups(3),Nimber(5))");
    assert_eq!(read("^3*"), "Add(Ups(3),Nimber(1))");
    assert_eq!(read("^[4]*"), "Add(PowerTo(Ups(1),4),Nimber(1))");
    assert_eq!(
        read("v<on>*2"),
        "Add(Negative(PowerOf(Ups(1),on)),Nimber(2))"
    );
    assert_eq!(read("*3.NimValue"), "Nimber(3).NimValue");
    assert_eq!(read("9/8*.Mean"), "Add(9/8,Nimber(1)).Mean");
    assert_eq!(read("5over"), "Add(5,over)");
    assert_eq!(read("-1/4v[on]"), "Add(-1/4,Negative(PowerTo(Ups(1),on)))");
    assert_eq!(read("9Tiny({2|1})"), "Add(9,Tiny({2|1}))");
}

#[test]
fn slashes_nest_by_their_length() {
    assert_eq!(
        read("{3|||2||1|0,*||||-1/2}"),
        "{{3|{2|{1|0,Nimber(1)}}}|Divide(Negative(1),2)}"
    );
    assert_eq!(read("{|}"), "{|}");
    assert_eq!(read("{||1|}"), "{|{1|}}");
    assert_eq!(read("{1,2}"), "{1,2}");
    assert_eq!(read("{}"), "{}");
    assert_eq!(
        read("a{0||||0|||a|*||*}"),
        "{0|{0|{{@a|Nimber(1)}|Nimber(1)}}}"
    );
    assert!(parse("{1|2|3}", &|_| true, Meter::none()).is_err());
}

#[test]
fn lines_end_statements_where_they_can() {
    assert_eq!(read("a\nb; c\n\n"), "a; b; c");
    assert_eq!(read("a +\n b"), "Add(a,b)");
    assert_eq!(read("[a,\n b\n]"), "[a,b]");
    assert_eq!(read("a\n.Mean"), "a.Mean");
    assert_eq!(read("x := begin a\n b end"), "x:=begin a,b end");
    assert_eq!(read("/* x */ a // y\n"), "a");
}

#[test]
fn a_game_nested_a_hundred_thousand_deep_is_read_and_dropped() {
    let depth = 100_000;
    let source = format!("{}0{}", "{".repeat(depth), "|0}".repeat(depth));
    assert_eq!(tree(&source).statements.len(), 1);
    let parens = format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(tree(&parens).statements.len(), 1);
    let unfinished = "[".repeat(depth);
    assert!(parse(&unfinished, &|_| true, Meter::none()).is_err_and(|error| error.is_incomplete()));
}

#[test]
fn errors_point_at_the_place() {
    for (source, start, end) in [
        ("1 + ", 4, 4),
        ("1 2", 2, 3),
        ("{1|2|3}", 4, 5),
        ("1|0", 1, 2),
        ("(1", 2, 2),
        ("x = 3", 2, 3),
        ("1 + ]", 4, 5),
    ] {
        let error = parse(source, &|_| false, Meter::none()).expect_err(source);
        assert_eq!(
            (error.span.start, error.span.end),
            (start, end),
            "{source}: {error}"
        );
    }
}

#[test]
fn unfinished_text_asks_for_more() {
    for source in [
        "{1|",
        "f(",
        "if a then b",
        "for n from 1 to 3 do",
        "1 +",
        "[x for x in",
        "'{0|1}",
    ] {
        assert!(
            parse(source, &|_| true, Meter::none()).is_err_and(|error| error.is_incomplete()),
            "{source}"
        );
    }
}
