//! Reference code that follows the definitions word for word.
