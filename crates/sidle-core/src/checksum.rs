/// FNV-1a, 64 bits: tells a damaged file from a whole one. It does not defend against forgery.
///
/// ```
/// assert_eq!(sidle_core::checksum(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(sidle_core::checksum(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
