/**
 * Returns an example without prose: texts of several words become `texto 1`, `texto 2` and so on, equal texts the same.
 * A BR Code can contain spaces and remains unchanged, because its checksum covers them.
 */
export function buildExample(example: unknown): unknown {
  const texts = new Map<string, string>();
  const replace = (text: string): string => {
    if (!/\s/.test(text) || text.startsWith('0002')) return text;
    if (!texts.has(text)) texts.set(text, `texto ${texts.size + 1}`);
    return texts.get(text)!;
  };
  return JSON.parse(JSON.stringify(example), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    // Replace a reference to an example by a reference to its value.
    if (key === '$ref') return value.replace(/^(#\/components\/examples\/[^/]+)$/, '$1/value');
    return replace(value);
  }) as unknown;
}
