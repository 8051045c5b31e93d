//! Certificates as streams of JSON: what all kinds about digraphs share.

use std::{
    fmt::Display,
    io::{self, Write},
};

use crate::{
    Csr, Names,
    csr::VertexId,
    gamma::{Gamma, LoopyNimber},
};

/// A certificate that is being written. Nothing is held in memory.
pub(crate) struct Out<W>(pub(crate) W);

impl<W: Write> Out<W> {
    /// The fields that every certificate begins with.
    pub(crate) fn head(&mut self, kind: &str, text: &str) -> io::Result<()> {
        write!(
            self.0,
            "{{\"format\":\"sidle-certificate\",\"version\":1,\"kind\":\"{kind}\",\"text\":"
        )?;
        Ok(serde_json::to_writer(&mut self.0, text)?)
    }

    /// The fields `vertices` and `options`, the first without the comma in front.
    pub(crate) fn graph<V: VertexId>(&mut self, graph: &Csr<V>, names: &Names) -> io::Result<()> {
        write!(self.0, "\"vertices\":")?;
        self.list(names.iter().map(serde_json::Value::from))?;
        write!(self.0, ",\n\"options\":")?;
        self.list(graph.vertices().map(|v| Row(graph.successors(v))))
    }

    /// The fields `gamma` and `counters`, the first without the comma in front.
    pub(crate) fn measures<M: Iterator<Item = Option<(u32, u64)>>>(
        &mut self,
        measures: impl Fn() -> M,
    ) -> io::Result<()> {
        write!(self.0, "\"gamma\":")?;
        let finite = measures().map(|measure| measure.map(|(value, _)| value));
        self.list(finite.map(|value| Or(value, "\"inf\"")))?;
        write!(self.0, ",\n\"counters\":")?;
        let counters = measures().map(|measure| measure.map(|(_, counter)| counter));
        self.list(counters.map(|counter| Or(counter, "null")))
    }

    /// A digraph with its γ: `vertices`, `options`, `gamma`, `counters`.
    pub(crate) fn board<V: VertexId>(
        &mut self,
        graph: &Csr<V>,
        names: &Names,
        gamma: &Gamma<V>,
    ) -> io::Result<()> {
        self.graph(graph, names)?;
        writeln!(self.0, ",")?;
        self.measures(|| {
            let vertices = graph.vertices();
            vertices.map(|v| gamma.finite(v).zip(gamma.counter(v)))
        })
    }

    pub(crate) fn list(&mut self, items: impl Iterator<Item = impl Display>) -> io::Result<()> {
        write!(self.0, "[")?;
        for (place, item) in items.enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(self.0, "{comma}{item}")?;
        }
        write!(self.0, "]")
    }

    /// The fields `value` and `finite_options`, the first without the comma in front.
    pub(crate) fn value(&mut self, value: &LoopyNimber) -> io::Result<()> {
        let none = Vec::new();
        let (shown, set) = match value {
            LoopyNimber::Finite(value) => (Some(*value), &none),
            LoopyNimber::Infinite(set) => (None, set),
        };
        write!(self.0, "\"value\":{}", Or(shown, "\"inf\""))?;
        write!(self.0, ",\"finite_options\":{}", Row(set))
    }

    pub(crate) fn tail(&mut self) -> io::Result<()> {
        self.0.write_all(b"}\n")?;
        self.0.flush()
    }
}

/// A list of numbers.
pub(crate) struct Row<'r, T>(pub(crate) &'r [T]);

impl<T: Display> Display for Row<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (place, item) in self.0.iter().enumerate() {
            f.write_str(if place > 0 { "," } else { "" })?;
            item.fmt(f)?;
        }
        f.write_str("]")
    }
}

/// Something, or what stands for nothing.
pub(crate) struct Or<T>(pub(crate) Option<T>, pub(crate) &'static str);

impl<T: Display> Display for Or<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(item) => item.fmt(f),
            None => f.write_str(self.1),
        }
    }
}
