// @ts-check
// Three lessons as worksheets.

import { FORMAT, VERSION } from "./file.js";

/** @param {string} name @param {string} title @param {object[]} cells */
const lesson = (name, title, cells) => ({ name, title, worksheet: { format: FORMAT, version: VERSION, title, cells } });
/** @param {string} source */
const text = (source) => ({ kind: "text", source });
/** @param {string} source */
const script = (source) => ({ kind: "script", source });
/** @param {string} rules @param {string} position */
const board = (rules, position) => ({ kind: "board", rules, position });

export const LESSONS = [
  lesson("values", "Values and ↑", [
    text("# Values and ↑\n\nIn **Domineering** Left places vertical dominoes and Right horizontal ones. A player who cannot move loses. The board below is worth one move to Left."),
    board("game.grid.Domineering", ".|."),
    text("Every position has a **value**. Values add up when positions lie side by side. Run the cell: the sum of two halves is one."),
    script("1/2 + 1/2"),
    text("Some values are smaller than every positive number and still positive. The smallest one that has a name of its own is ↑, written `^`."),
    script("^ > 0\n^ < 1/1024\n{0|*} == ^"),
    text("↑ and ∗ are **confused** with each other: the player who moves first in ↑ − ∗ wins. Two copies of ↑ are enough to beat ∗."),
    script("^ <> *\n^ + ^ > *"),
    text("Draw Clobber positions below, and find one with value ↑."),
    board("game.grid.Clobber", "xo."),
  ]),
  lesson("heat", "Hot games and thermographs", [
    text("# Hot games\n\nIn a **hot** game both players want to move first. The switch {3|−1} gives Left three moves, or Right one."),
    script("{3|-1}\n{3|-1}.Mean\n{3|-1}.Temperature"),
    text("The **thermograph** shows what each player gets when every move costs a tax of *t*. Press *thermograph* beside the first answer: its walls meet at the temperature, and the mast stands over the mean."),
    text("A square of Domineering is hot. Look at its temperature, then at that of the other boards."),
    board("game.grid.Domineering", "..|.."),
    board("game.grid.Domineering", "...|..#"),
    text("Which of these switches should Left move in first? The hottest one."),
    script("g := {5|1} + {4|-4} + {2|-1}\ng.LeftStop\ng.RightStop"),
  ]),
  lesson("loops", "Loops and a ko", [
    text("# Loops\n\nA game may return to an earlier position. The game **on** has one move, to itself, for Left alone. It is larger than every number."),
    script("on > 1000\non + off"),
    text("`on + off` is **dud**: each player can always move, so the game with it is drawn."),
    script("over > 0\nover < 1/1024"),
    text("A **ko** in Go is a loop of two positions. Left may end it with one point; Right may take, and then Left may take back or Right may end it with nothing."),
    script("k{1||k|0}"),
    text("The value has two sides: the first counts endless play as a win of Left, the second as a win of Right."),
    text("Hare and Hounds may repeat positions, too."),
    board("game.grid.HareAndHounds", "#x..#|x...o|#x..#"),
  ]),
];
