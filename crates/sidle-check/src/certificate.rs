//! What every kind of certificate has: the four fields of its header, a line of the registry, and a reader.

/// Declares a kind: its certificate with the header before its own fields and `new`, which fills the header in, its
/// line `KIND` of the registry, and the ways to a verdict (from bytes; and `check`, if it is asked for), which end in
/// the file's own `metered`.
macro_rules! certificate {
    (
        $name:literal version $version:literal:
        $(#[$attribute:meta])*
        pub struct Certificate {
            $($(#[$about:meta])* pub $field:ident: $type:ty,)*
        }
        $($(#[$checking:meta])* pub fn check;)?
    ) => {
        /// The line of the registry.
        pub(crate) const KIND: $crate::Kind = $crate::Kind {
            name: $name,
            version: $version,
            check: check_bytes,
            stream: None,
        };

        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Certificate {
            /// Always [`FORMAT`](crate::FORMAT).
            pub format: String,
            /// The version of this kind.
            pub version: u64,
            #[doc = concat!("`", $name, "`.")]
            pub kind: String,
            /// A comment that proves nothing and is not checked.
            pub text: String,
            $($(#[$about])* pub $field: $type,)*
        }

        impl Certificate {
            /// A certificate with its header and a comment.
            #[must_use]
            #[allow(clippy::too_many_arguments, reason = "as many as the kind has fields")]
            pub fn new(text: &str, $($field: $type),*) -> Certificate {
                Certificate {
                    format: $crate::FORMAT.to_owned(),
                    version: KIND.version,
                    kind: KIND.name.to_owned(),
                    text: text.to_owned(),
                    $($field,)*
                }
            }
        }

        fn check_bytes(
            bytes: &[u8],
            meter: &sidle_core::Meter,
        ) -> Result<$crate::Verdict, $crate::Error> {
            Ok(metered(&$crate::kinds::read(bytes, meter)?, meter))
        }

        $(
            $(#[$checking])*
            #[must_use]
            pub fn check(certificate: &Certificate) -> $crate::Verdict {
                metered(certificate, &sidle_core::Meter::unlimited())
            }
        )?
    };
}

pub(crate) use certificate;
