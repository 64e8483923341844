/** The number of a modality, which may be a digit in text; `NaN` for anything else. */
export function modalidadeOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
}
