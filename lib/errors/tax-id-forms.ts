/** What may stand between the groups of a tax id, as sources of regular expressions. */
interface Separators {
  /** Between the first groups: `\.`. */
  readonly point: string;
  /** Before the number of a branch in a CNPJ: `/`. */
  readonly slash: string;
  /** Before the check digits: `-`. */
  readonly hyphen: string;
}

/** The usual punctuation: `000.000.000-00`, `00.000.000/0000-00`. */
const PUNCTUATION: Separators = { point: String.raw`\.`, slash: '/', hyphen: '-' };

/** A character of an alphanumeric CNPJ (IN RFB 2.229/2024). */
export const CNPJ_CHARACTER = '[0-9A-Z]';

/** Builds the source of a regular expression for a CPF with separators. */
export function buildCpfSource({ point, hyphen }: Omit<Separators, 'slash'> = PUNCTUATION): string {
  return String.raw`\d{3}${point}\d{3}${point}\d{3}${hyphen}\d{2}`;
}

/** Builds the source of a regular expression for a CNPJ, numeric or alphanumeric, with separators. */
export function buildCnpjSource({ point, slash, hyphen }: Separators = PUNCTUATION): string {
  const [two, three, four] = [2, 3, 4].map((count) => `${CNPJ_CHARACTER}{${count}}`);
  return String.raw`${two}${point}${three}${point}${three}${slash}${four}${hyphen}\d{2}`;
}
