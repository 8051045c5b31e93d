// @ts-check
// A worksheet in the forms of other programs.

/**
 * @typedef {import("./document.js").Worksheet} Worksheet
 * @typedef {{text?: string, unicode?: string, latex?: string, mathml?: string, type: string}} Result
 * @typedef {(id: string) => Result[]} Results
 */

/** @param {string} text */
function html(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => names[/** @type {"&"} */ (sign)]);
}

/** @param {Worksheet} sheet */
export function toScript(sheet) {
  const cells = sheet.cells.map((cell) => {
    if (cell.kind === "script") {
      return cell.source;
    }
    const remark = cell.kind === "text" ? cell.source : `${cell.rules} ${cell.position}`;
    return remark.split("\n").map((line) => `// ${line}`).join("\n");
  });
  return `${cells.join("\n\n")}\n`;
}

/** @param {Worksheet} sheet @param {Results} results */
export function toHtml(sheet, results) {
  const cells = sheet.cells.map((cell) => {
    if (cell.kind === "text") {
      return `<p class="text">${html(cell.source)}</p>`;
    }
    if (cell.kind === "board") {
      return `<pre>${html(cell.rules)}\n${html(cell.position.replaceAll("|", "\n"))}</pre>`;
    }
    const answers = results(cell.id).map((result) => `<div>${html(result.unicode ?? result.text ?? "")}</div>`);
    return `<pre>${html(cell.source)}</pre>${answers.join("")}`;
  });
  const style = "body{font:16px/1.5 sans-serif;max-width:50rem;margin:2rem auto}pre{background:#eee;padding:.5rem}.text{white-space:pre-wrap}";
  return `<!doctype html>\n<meta charset="utf-8">\n<title>${html(sheet.title)}</title>\n<style>${style}</style>\n`
    + `<h1>${html(sheet.title)}</h1>\n${cells.join("\n")}\n`;
}

/** @param {string} text */
function tex(text) {
  return text.replace(/\\/g, "\u0000").replace(/[#$%&_{}]/g, "\\$&").replace(/\^/g, "\\^{}").replace(/~/g, "\\~{}")
    .replaceAll("\u0000", "\\textbackslash{}");
}

/** @param {string} source */
function verbatim(source) {
  // The end of the environment must not stand in it.
  return `\\begin{verbatim}\n${source.replaceAll("\\end{verbatim}", "\\end {verbatim}")}\n\\end{verbatim}`;
}

/** @param {Worksheet} sheet @param {Results} results */
export function toLatex(sheet, results) {
  const cells = sheet.cells.map((cell) => {
    if (cell.kind === "text") {
      return tex(cell.source);
    }
    if (cell.kind === "board") {
      return verbatim(`${cell.rules}\n${cell.position.replaceAll("|", "\n")}`);
    }
    const answers = results(cell.id).map((result) => (result.latex ? `\\[ ${result.latex} \\]` : verbatim(result.text ?? "")));
    return [verbatim(cell.source), ...answers].join("\n");
  });
  return `\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n\\section*{${tex(sheet.title)}}\n\n`
    + `${cells.join("\n\n")}\n\\end{document}\n`;
}

/** @param {Worksheet} sheet @param {Results} results */
export function toNotebook(sheet, results) {
  const cells = sheet.cells.map((cell) => {
    const metadata = {};
    if (cell.kind !== "script") {
      const source = cell.kind === "text" ? cell.source : `\`${cell.rules}\`\n\n\`\`\`\n${cell.position.replaceAll("|", "\n")}\n\`\`\``;
      return { id: cell.id, cell_type: "markdown", metadata, source };
    }
    const outputs = results(cell.id).map((result) => {
      const data = { "text/plain": result.text ?? "" };
      const formula = result.latex ? { "text/latex": `$${result.latex}$` } : {};
      return { output_type: "execute_result", execution_count: null, metadata, data: { ...data, ...formula } };
    });
    return { id: cell.id, cell_type: "code", metadata, execution_count: null, source: cell.source, outputs };
  });
  const metadata = { language_info: { name: "cgscript", file_extension: ".cgs" }, title: sheet.title };
  return `${JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata, cells }, undefined, 1)}\n`;
}
