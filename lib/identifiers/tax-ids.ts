/**
 * Whether the text is a CPF with right check digits: 11 digits, or `000.000.000-00`. One digit
 * repeated passes the arithmetic and is no CPF.
 */
export function isValidCpf(text: string): boolean {
  const compact = compactOf(text, /^(\d{3})\.(\d{3})\.(\d{3})-(\d{2})$/, /^\d{11}$/);
  if (compact === undefined) return false;
  const weights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
  return hasCheckDigits(compact, weights);
}

/**
 * Whether the text is a CNPJ with right check digits, numeric or alphanumeric (Receita Federal,
 * IN RFB 2.229/2024): 14 characters of [0-9A-Z], the last two digits, or `00.000.000/0000-00`.
 */
export function isValidCnpj(text: string): boolean {
  const compact = compactOf(
    text,
    /^([0-9A-Z]{2})\.([0-9A-Z]{3})\.([0-9A-Z]{3})\/([0-9A-Z]{4})-(\d{2})$/,
    /^[0-9A-Z]{12}\d{2}$/,
  );
  if (compact === undefined) return false;
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return hasCheckDigits(compact, weights);
}

/** The characters of the id without its punctuation; `undefined` when it has neither shape. */
function compactOf(text: unknown, punctuated: RegExp, plain: RegExp): string | undefined {
  if (typeof text !== 'string') return undefined;
  const compact = punctuated.exec(text)?.slice(1).join('') ?? text;
  return plain.test(compact) && !/^(.)\1*$/.test(compact) ? compact : undefined;
}

/** The two last characters must be the modulo-11 digits of those before; `weights` are the second's. */
function hasCheckDigits(text: string, weights: readonly number[]): boolean {
  return [weights.length - 1, weights.length].every(
    (end) => text.charAt(end) === String(checkDigit(text.slice(0, end), weights.slice(-end))),
  );
}

/** Each character counts as its ASCII code less 48, which leaves digits as they are. */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (text.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
