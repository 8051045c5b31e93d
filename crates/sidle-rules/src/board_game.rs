//! What games on boards of letters have in common.

/// Implements `Rules` and `Ruleset` for a game on a [`PackedBoard`](crate::packed::PackedBoard) of two bits a
/// cell that always ends. The game itself says its moves, in a method `moves`; everything else is a line each:
///
/// * `name`: the name in the calculator; `letters`: the letters of the cells; `read`: how a text is read
/// * `normal`: the representative of a board under the symmetries of the game
/// * `parts`: the regions that a board falls into, `None` where it never does
/// * `negative`: the board with the players exchanged
macro_rules! board_game {
    (
        $game:ident,
        name: $name:expr,
        letters: $letters:literal,
        read: $read:ident,
        normal: $normal:expr,
        parts: $parts:expr,
        negative: $negative:expr $(,)?
    ) => {
        impl $game {
            /// The letters of the board.
            pub const LETTERS: &'static str = $letters;
        }

        impl ::sidle_core::Rules for $game {
            type Position = $crate::packed::PackedBoard<2>;

            fn options(
                &self,
                at: &Self::Position,
                player: ::sidle_core::Player,
                visit: &mut dyn FnMut(Self::Position) -> ::std::ops::ControlFlow<()>,
            ) -> ::std::ops::ControlFlow<()> {
                self.moves(at, player, visit)
            }

            fn shortcuts(&self) -> ::sidle_core::Shortcuts<'_, Self::Position> {
                ::sidle_core::Shortcuts {
                    decompose: Some(self),
                    normalize: Some(self),
                    ends: true,
                    ..::sidle_core::Shortcuts::NONE
                }
            }

            fn letters(&self) -> Option<&'static str> {
                Some(Self::LETTERS)
            }

            fn name(&self) -> ::std::borrow::Cow<'static, str> {
                let name: fn(&Self) -> &'static str = $name;
                name(self).into()
            }

            fn write(
                &self,
                at: &Self::Position,
                f: &mut dyn ::std::fmt::Write,
            ) -> ::std::fmt::Result {
                f.write_str(&at.write(Self::LETTERS))
            }
        }

        impl ::sidle_core::Decompose<$crate::packed::PackedBoard<2>> for $game {
            fn decompose(
                &self,
                at: &$crate::packed::PackedBoard<2>,
                part: &mut dyn FnMut($crate::packed::PackedBoard<2>),
            ) -> bool {
                type Board = $crate::packed::PackedBoard<2>;
                let parts: fn(&Board) -> Option<Vec<Board>> = $parts;
                parts(at).is_some_and(|parts| $crate::ruleset::hand_out(self, at, parts, part))
            }
        }

        impl ::sidle_core::Normalize<$crate::packed::PackedBoard<2>> for $game {
            fn normalize(
                &self,
                at: $crate::packed::PackedBoard<2>,
            ) -> ::sidle_core::Normal<$crate::packed::PackedBoard<2>> {
                type Board = $crate::packed::PackedBoard<2>;
                let normal: fn(&$game, Board) -> ::sidle_core::Normal<Board> = $normal;
                normal(self, at)
            }
        }

        impl $crate::ruleset::Ruleset for $game {
            fn parse(&self, text: &str) -> Result<Self::Position, $crate::notation::NotationError> {
                $crate::packed::PackedBoard::$read(text, Self::LETTERS)
            }

            fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
                let negative: fn(&Self::Position) -> Self::Position = $negative;
                Some(negative(at))
            }
        }
    };
}
