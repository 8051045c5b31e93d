//! What every kind of certificate has: the four fields of its header, a line of the registry, and a reader.

/// Declares a kind: its certificate with the header before its own fields, its line `KIND` of the registry, and the
/// way from bytes to a verdict, which ends in the file's own `metered`.
macro_rules! certificate {
    (
        $name:literal version $version:literal:
        $(#[$attribute:meta])*
        pub struct Certificate { $($fields:tt)* }
    ) => {
        /// The line of the registry.
        pub(crate) const KIND: $crate::Kind = $crate::Kind {
            name: $name,
            version: $version,
            check: check_bytes,
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
            $($fields)*
        }

        fn check_bytes(
            bytes: &[u8],
            meter: &sidle_core::Meter,
        ) -> Result<$crate::Verdict, $crate::Error> {
            Ok(metered(&$crate::kinds::read(bytes, meter)?, meter))
        }
    };
}

pub(crate) use certificate;
