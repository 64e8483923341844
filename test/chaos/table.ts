/** Formats text in columns below headings, numbers aligned to the right. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (string | number)[][],
): string {
  const lines = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/** Returns the number below which the given share of the numbers is found. The numbers are in ascending order. */
export function percentile(ascending: readonly number[], share: number): number {
  const index = Math.min(Math.floor(ascending.length * share), ascending.length - 1);
  return ascending[index] ?? 0;
}
