/**
 * Weights of the last check digit (modulo 11). The digit before it uses the same weights without
 * the first.
 */
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** A CPF without punctuation: 11 digits. */
export const CPF = /^\d{11}$/;

/** A CNPJ without punctuation, numeric or alphanumeric: 14 characters. */
export const CNPJ = /^[0-9A-Z]{14}$/;

/**
 * Whether 11 digits are a valid CPF. A repeated digit has correct check digits, but is not a CPF.
 */
export function isCpf(compact: string): boolean {
  return CPF.test(compact) && hasCheckDigits(compact, CPF_WEIGHTS);
}

/**
 * Whether 14 characters are a valid CNPJ, numeric or alphanumeric (IN RFB 2.229/2024).
 */
export function isCnpj(compact: string): boolean {
  return CNPJ.test(compact) && hasCheckDigits(compact, CNPJ_WEIGHTS);
}

function hasCheckDigits(text: string, weights: readonly number[]): boolean {
  if (/^(.)\1*$/.test(text)) return false;
  return [weights.length - 1, weights.length].every(
    (end) => text.charAt(end) === String(checkDigit(text.slice(0, end), weights.slice(-end))),
  );
}

/**
 * Computes a check digit. Each character counts as its ASCII code minus 48, which leaves digits
 * unchanged.
 */
function checkDigit(text: string, weights: readonly number[]): number {
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (text.charCodeAt(index) - 48),
    0,
  );
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
