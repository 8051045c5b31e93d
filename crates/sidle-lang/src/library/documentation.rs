//! What the help says about the class library.

use super::{Member, all_lines, bases};
use crate::builtins::Documentation;

/// The lines about a name: of a class, or of a member of any class.
pub(crate) fn documentation(name: &str) -> impl Iterator<Item = Documentation> {
    let lines = all_lines().flat_map(move |line| {
        let short = line.name.rsplit('.').next().unwrap_or(line.name);
        let about = (name == short || name == line.name).then(|| Documentation {
            signature: line.name.to_owned(),
            doc: line.doc,
            example: line.example,
        });
        let members = line
            .statics
            .iter()
            .chain(line.members)
            .filter(move |member| member.name == name);
        let members = members.map(move |member| Documentation {
            signature: signature(short, member),
            doc: member.doc,
            example: member.example,
        });
        about.into_iter().chain(members)
    });
    lines.chain(bases::documentation(name))
}

/// `Class.Member(first, second)`
fn signature(class: &str, member: &Member) -> String {
    let names = member.parameters.map(|parameters| {
        let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
        format!("({})", names.join(", "))
    });
    format!("{class}.{}{}", member.name, names.unwrap_or_default())
}

/// The examples of all classes and members.
#[cfg(test)]
pub(crate) fn examples() -> impl Iterator<Item = (String, &'static str)> {
    let lines = all_lines().flat_map(|line| {
        let members = line.calls.iter().chain(line.statics).chain(line.members);
        let members = members.map(|member| (signature(line.name, member), member.example));
        std::iter::once((line.name.to_owned(), line.example)).chain(members)
    });
    lines.chain(bases::examples())
}
