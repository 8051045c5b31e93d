//! On macOS an extension module leaves the symbols of the interpreter to be found when it is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
