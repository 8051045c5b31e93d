//! Small programs and what they answer.

mod support;

use sidle_lang::Session;

fn answer(source: &str) -> String {
    support::evaluate(&mut Session::new(), source)
        .unwrap_or_else(|error| panic!("{}", error.render(source)))
}

#[test]
fn names_functions_and_closures() {
    for (source, wanted) in [
        ("x := 3; x^2", "9"),
        ("def f(x, y) := x*y + 1; f(3, 4)", "13"),
        ("f := (x, y) -> x - y; f(5, 7)", "-2"),
        ("make := n -> (x -> x + n); add := make(5); add(2)", "7"),
        ("n := 1; f := x -> x + n; n := 10; f(1)", "11"),
        (
            "def fact(n) := if n <= 1 then 1 else n * fact(n - 1) end; fact(20)",
            "2432902008176640000",
        ),
        (
            "def f(n) := begin if n > 3 then return \"big\" end; \"small\" end; [f(2), f(5)]",
            "[\"small\",\"big\"]",
        ),
        ("f := () -> 7; f()", "7"),
        (
            "begin var x := 1; begin var y := 2; end; begin var y := 3; end; x end",
            "1",
        ),
        (
            "def f(x) := begin y := x + 1; y end; y := 100; f(1) + y",
            "4",
        ),
        (
            "compose := (f, g) -> (x -> f(g(x))); compose(x -> x + 1, x -> 2*x)(5)",
            "11",
        ),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

/// What follows a scope uses its room again, unless functions have taken variables of it along.
#[test]
fn variables_of_closed_scopes() {
    for (source, wanted) in [
        (
            "def f() begin var a := 1; for i in [1,2] do var b := i; a := a + b end; \
             for j in [5] do var c; if c == Nothing then a := a + 100 end end; a end; f()",
            "104",
        ),
        (
            "def f(n) begin var fs := []; for i from 1 to n do var b := i * i; fs := fs Concat [x -> x + b] end; \
             for k from 1 to n do var z := k * 100; z end; [g(1) for g in fs] end; f(3)",
            "[10,10,10]",
        ),
        (
            "def f() begin var r; begin var a := 1; r := () -> a; end; begin var b := 7; b := b + 1; end; r() end; f()",
            "1",
        ),
        (
            "def f(n) begin var s := 0; for i from 1 to n do for j from 1 to i do var t := i * j; s := s + t end end; \
             for x in [n] do var u := x; s := s + u end; s end; f(4)",
            "69",
        ),
        (
            "def f(n) := [begin var p := i; p + [j + p for j from 1 to i].Sum end for i from 1 to n]; f(3)",
            "[3,9,18]",
        ),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

/// Cells of boards are compared where they lie, on the board and beside it.
/// Functions share variables whose slots loops have used before.
#[test]
fn functions_share_variables_that_follow_loops() {
    for (source, wanted) in [
        (
            "f := n -> begin var l := [k for k from 1 to 3]; x -> l end; f(3)(1)",
            "[1,2,3]",
        ),
        (
            "begin var l := {i for i in [1,2]}; (x -> l)(1) end",
            "{1,2}",
        ),
        (
            "begin for k from 1 to 3 do end; [f(0) for f in [x -> j for j in [1,2]]].Size end",
            "2",
        ),
        (
            "begin var l := [k for k from 1 to 3].Size; var up := x -> begin l := l + x; l end; up(2); l := l + 10; up(1) end",
            "16",
        ),
        (
            "begin var s := 0; for r from 1 to 3 do var l := [k for k from 1 to r].Size; var f := x -> x + l; s := s + f(r) end; s end",
            "12",
        ),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

#[test]
fn cells_of_boards_in_conditions() {
    let mut session = Session::new();
    for (source, wanted) in [
        (
            "s := Strip.Parse(\"xo.x\", \".xo\"); [n for n from -1 to 6 where s[n] == 1]",
            "[1,4]",
        ),
        ("[n for n from -1 to 6 where s[n] != 0]", "[-1,0,1,2,4,5,6]"),
        (
            "g := Grid.Parse(\"xo|.x\", \".xo\"); d := (0,1); [c for c in [(1,1),(1,2),(2,1),(2,2)] where g[c + d] == 1]",
            "[(2,1)]",
        ),
    ] {
        let found = support::evaluate(&mut session, source)
            .unwrap_or_else(|error| panic!("{}", error.render(source)));
        assert_eq!(found, wanted, "{source}");
    }
}

#[test]
fn loops_and_comprehensions() {
    for (source, wanted) in [
        ("s := 0; for n from 1 to 10 do s := s + n end; s", "55"),
        (
            "s := 0; for n from 10 to 1 by -3 do s := s + n end; s",
            "22",
        ),
        (
            "s := 0; n := 0; while n < 5 do n := n + 1; s := s + n end; s",
            "15",
        ),
        (
            "s := 0; for n from 1 do if n > 4 then break end; s := s + n end; s",
            "10",
        ),
        (
            "s := 0; for n in [1,2,3,4] do if n.IsOdd then continue end; s := s + n end; s",
            "6",
        ),
        ("[n^2 for n from 0 to 6 where n.IsEven]", "[0,4,16,36]"),
        (
            "[[a,b] for a from 1 to 3 for b from a to 3 where a + b == 4]",
            "[[1,3],[2,2]]",
        ),
        ("{n % 3 for n from 1 to 10}", "{0,1,2}"),
        ("[n for n from 1 while n < 4]", "[1,2,3]"),
        ("Sum(n for n in 1..4)", "10"),
        ("[7 from 1 to 3]", "[7,7,7]"),
        ("{n => n^2 for n from 1 to 2}[2]", "4"),
        ("for n from 1 to 3 do n end", "Nothing"),
        ("[x for x from 0 to ^5 by ^*]", "[0,^*,^^,^3*,^4]"),
        ("if 1 > 2 then 3 elseif 2 > 1 then 4 else 5 end", "4"),
        ("if false then 3 end", "Nothing"),
        ("1 < 2 and not (2 < 1) or nonsense", "true"),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

#[test]
fn comparisons_are_those_of_games() {
    for (source, wanted) in [
        (
            "[^ > 0, ^ > *, ^ <> *, * <> 0, ^^ > *, 0 <| *, * |> 0, 0 <= 0, ^ == {0|*}]",
            "[true,false,true,true,true,true,true,true,true]",
        ),
        (
            "[1/3 < 1/2, {1|0} < 4/3, {1|0} <> 1/3, {1|0} > -1/3, inf > 10^100]",
            "[true,true,true,true,true]",
        ),
        (
            "['{*|*}' == 0, '{*|*}':1 == ^, '{0|}' > 0]",
            "[true,true,true]",
        ),
        (
            "[on > 10^9, over > 0, over < 1/1024, dud <> 0, upon > ^]",
            "[true,true,true,true,true]",
        ),
        (
            "[\"a\" < \"b\", \"a\" == \"a\", [1,2] == [1,2], {1,2} == {2,1}, 1 == \"1\"]",
            "[true,true,true,true,false]",
        ),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

#[test]
fn unicode_is_read() {
    for (source, wanted) in [
        ("↑⋆ + ↓", "*"),
        ("↑↑ ≥ 0", "true"),
        ("⧾2", "Tiny(2)"),
        ("±1", "+-1"),
        ("3 × 4 − 5", "7"),
        ("6↑⋆", "6^*"),
        ("5↓9⋆8", "5v9*8"),
        ("↑ ‖ ⋆", "true"),
    ] {
        assert_eq!(answer(source), wanted, "{source}");
    }
}

#[test]
fn an_argument_that_is_not_known_names_those_that_are() {
    let mut session = Session::new();
    for (function, help) in [
        ("def f() := 1", "it has no parameters"),
        ("def f(a) := a", "its only parameter is a"),
        ("def f(a, b) := a + b", "its parameters are a, b"),
        ("def f(zz...) := zz", "`zz...` are not given by name"),
    ] {
        let source = format!("{function}; f(zz => 2)");
        let error = support::evaluate(&mut session, &source).unwrap_err();
        let text = error.render(&source);
        assert!(text.contains(help), "{text}");
    }
}
