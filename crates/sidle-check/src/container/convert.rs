//! Between containers and certificates that are one JSON object.
//!
//! A field that is a list becomes a section, with a record for each entry; all other fields go to the header. Both ways
//! need the memory of the header and of one entry.

use std::{
    collections::BTreeSet,
    fmt,
    io::{self, BufReader, Read, Write},
};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
        value::MapAccessDeserializer,
    },
};
use serde_json::{Map, Value, value::RawValue};
use sidle_core::Meter;

use super::{Container, ContainerWriter, reader::damaged};
use crate::{Error, ErrorKind};

fn failed(error: io::Error) -> Error {
    Error::new(ErrorKind::Io(error.to_string()))
}

/// Converts a JSON certificate to a container. `open` is called twice: once for the header, once for the lists.
///
/// # Errors
/// For what is not a JSON object, those of reader and writer, and if the meter stops the work.
pub fn from_json<R: Read>(
    mut open: impl FnMut() -> io::Result<R>,
    out: impl Write,
    meter: &Meter,
) -> Result<(), Error> {
    let mut header = Map::new();
    let mut nowhere = ContainerWriter::new(io::sink(), "").map_err(failed)?;
    pass(open().map_err(failed)?, &mut header, &mut nowhere, meter)?;
    let text = Value::Object(header).to_string();
    let mut writer = ContainerWriter::new(out, &text).map_err(failed)?;
    pass(open().map_err(failed)?, &mut Map::new(), &mut writer, meter)?;
    writer.finish().map_err(failed)?;
    Ok(())
}

/// Reads an object: fields that are lists go to the writer, all others to the header.
fn pass(
    file: impl Read,
    header: &mut Map<String, Value>,
    writer: &mut ContainerWriter<impl Write>,
    meter: &Meter,
) -> Result<(), Error> {
    let mut json = serde_json::Deserializer::from_reader(BufReader::with_capacity(1 << 16, file));
    let mut stopped = None;
    let fields = Fields {
        header,
        writer,
        stopped: &mut stopped,
        meter,
    };
    let read = json.deserialize_map(fields).and_then(|()| json.end());
    match stopped {
        Some(error) => Err(error),
        None => read.map_err(Error::json),
    }
}

/// Writes the certificate of a container as one JSON object, on a line of its own.
///
/// # Errors
/// If the container is damaged, those of the writer, and if the meter stops the work.
pub fn to_json(
    container: &mut Container<'_>,
    out: &mut dyn Write,
    meter: &Meter,
) -> Result<(), Error> {
    let header: Map<String, Value> =
        serde_json::from_slice(container.header()).map_err(Error::json)?;
    let names: Vec<String> = container.sections().map(str::to_owned).collect();
    let mut between = "{";
    for (name, value) in &header {
        let name = Value::from(name.as_str());
        write!(out, "{between}{name}:{value}").map_err(failed)?;
        between = ",";
    }
    for (section, name) in names.iter().enumerate() {
        let field = Value::from(name.as_str());
        write!(out, "{between}{field}:[").map_err(failed)?;
        between = ",";
        for number in 0..container.count(section)? {
            if number % 1024 == 0 {
                meter.check()?;
            }
            let record = container.record(section, number)?;
            if serde_json::from_slice::<IgnoredAny>(record).is_err() {
                let place = format!("record {number} of `{name}`");
                return Err(damaged(place, "it is not JSON"));
            }
            if number > 0 {
                out.write_all(b",").map_err(failed)?;
            }
            out.write_all(record).map_err(failed)?;
        }
        out.write_all(b"]").map_err(failed)?;
    }
    let end = if between == "{" { "{}\n" } else { "}\n" };
    out.write_all(end.as_bytes()).map_err(failed)
}

/// The fields of an object.
struct Fields<'p, W: Write> {
    header: &'p mut Map<String, Value>,
    writer: &'p mut ContainerWriter<W>,
    /// Why reading ended before the end.
    stopped: &'p mut Option<Error>,
    meter: &'p Meter,
}

impl<'de, W: Write> Visitor<'de> for Fields<'_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = map.next_key::<String>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            map.next_value_seed(Field {
                name,
                fields: &mut self,
            })?;
        }
        Ok(())
    }
}

/// The value of a field.
struct Field<'f, 'p, W: Write> {
    name: String,
    fields: &'f mut Fields<'p, W>,
}

impl<'de, W: Write> DeserializeSeed<'de> for Field<'_, '_, W> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<W: Write> Field<'_, '_, W> {
    fn set(self, value: impl Into<Value>) {
        self.fields.header.insert(self.name, value.into());
    }
}

impl<'de, W: Write> Visitor<'de> for Field<'_, '_, W> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Fields {
            writer,
            stopped,
            meter,
            ..
        } = self.fields;
        let mut ticker = meter.ticker();
        let mut written = writer.section(&self.name).map_err(failed);
        while written.is_ok()
            && let Some(record) = list.next_element::<Box<RawValue>>()?
        {
            let record = writer.record(record.get().as_bytes()).map_err(failed);
            written = record.and_then(|()| Ok(ticker.step()?));
        }
        written.map_err(|error| {
            let message = A::Error::custom(&error);
            **stopped = Some(error);
            message
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.set(Value::deserialize(MapAccessDeserializer::new(map))?);
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.set(value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.set(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.set(value);
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.set(value);
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.set(value);
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.set(Value::Null);
        Ok(())
    }
}
