/**
 * Replaces the text between two markers of a Markdown text: `<!-- coverage:start -->` and `<!-- coverage:end -->` for the
 * section `coverage`.
 *
 * @throws Error when the text lacks a marker
 */
export function replaceSection(markdown: string, section: string, content: string): string {
  const [start, end] = [`<!-- ${section}:start -->`, `<!-- ${section}:end -->`];
  const [from, to] = [markdown.indexOf(start), markdown.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The text has no ${start} … ${end}.`);
  return `${markdown.slice(0, from)}${start}\n\n${content}\n\n${markdown.slice(to)}`;
}

/** Builds a Markdown table. */
export function buildTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}
