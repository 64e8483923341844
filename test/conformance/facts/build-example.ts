/**
 * The value of an example as machine data: each text of several words becomes `texto 1`, `texto 2` and so on, equal
 * texts the same. A BR Code may hold words and stays, because its checksum covers them.
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
    // A reference to an example means its value.
    if (key === '$ref') return value.replace(/^(#\/components\/examples\/[^/]+)$/, '$1/value');
    return replace(value);
  }) as unknown;
}
