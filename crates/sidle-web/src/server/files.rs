//! Worksheets and scripts below the folder in which the server was started.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
};

use super::http::{LONGEST_BODY, Request, Response, decoded};

/// The kinds of files that the page opens and saves.
const ENDINGS: [&str; 2] = ["sidlews", "cgs"];

/// The place of a file that the page names, if it lies below the folder: a relative path without `..`, whose folder,
/// after all symbolic links, is the folder or below it.
fn place(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let plain = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !plain || name.contains('\0') || !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let place = folder.join(path);
    let parent = place.parent()?.canonicalize().ok()?;
    // A file that is itself a link could lead anywhere.
    let is_link = fs::symlink_metadata(&place).is_ok_and(|data| data.file_type().is_symlink());
    (parent.starts_with(&folder) && !is_link).then_some(place)
}

fn named(folder: &Path, request: &Request) -> Result<PathBuf, Response> {
    let name = request.query("name").and_then(decoded);
    let place = name.and_then(|name| place(folder, &name));
    place.ok_or_else(|| {
        Response::refused(
            403,
            "only .sidlews and .cgs files below the folder in which `sidle workbench` was started",
        )
    })
}

/// The text of a file.
pub(crate) fn read(folder: &Path, request: &Request) -> Response {
    let place = match named(folder, request) {
        Ok(place) => place,
        Err(refused) => return refused,
    };
    match fs::metadata(&place) {
        Ok(data) if data.len() > LONGEST_BODY as u64 => {
            Response::refused(413, "the file is too long")
        }
        Ok(_) => fs::read(&place).map_or_else(|error| failed(&error), Response::text),
        Err(error) => failed(&error),
    }
}

/// Replaces a file as a whole.
pub(crate) fn write(folder: &Path, request: &Request) -> Response {
    let place = match named(folder, request) {
        Ok(place) => place,
        Err(refused) => return refused,
    };
    let mut unfinished = place.clone().into_os_string();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let written = fs::write(&unfinished, &request.body)
        .and_then(|()| fs::rename(&unfinished, &place))
        .inspect_err(|_| {
            let _ = fs::remove_file(&unfinished);
        });
    written.map_or_else(|error| failed(&error), |()| Response::text("saved\n"))
}

fn failed(error: &io::Error) -> Response {
    let status = if error.kind() == io::ErrorKind::NotFound {
        404
    } else {
        403
    };
    Response::refused(status, &error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_folder_have_a_place() {
        let folder = std::env::temp_dir().join(format!("sidle-files-{}", std::process::id()));
        let inner = folder.join("inner");
        fs::create_dir_all(inner.join("deep")).unwrap();
        fs::write(folder.join("secret.cgs"), "1").unwrap();
        assert_eq!(
            place(&inner, "a.sidlews"),
            Some(inner.canonicalize().unwrap().join("a.sidlews"))
        );
        assert!(place(&inner, "deep/a.cgs").is_some());
        for refused in [
            "../secret.cgs",
            "deep/../../secret.cgs",
            "/etc/a.cgs",
            "./a.cgs",
            "a.txt",
            "a",
            "",
            "..",
            "none/a.cgs",
            "a\0.cgs",
        ] {
            assert_eq!(place(&inner, refused), None, "{refused}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&folder, inner.join("out")).unwrap();
            std::os::unix::fs::symlink(folder.join("secret.cgs"), inner.join("link.cgs")).unwrap();
            assert_eq!(place(&inner, "out/secret.cgs"), None);
            assert_eq!(place(&inner, "link.cgs"), None);
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
