/** Parses a modality, which may be a digit as text; returns `NaN` for any other value. */
export function parseModalidade(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}
