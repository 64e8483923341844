/** Formats a ratio, decimal text from "0.0000" to "1.0000", as "33,33%". Without orders there is none. */
export function formatShare(share: string | null): string {
  if (share === null) return '–';
  const [whole = '0', decimals = ''] = share.split('.');
  const digits = `${whole}${decimals.padEnd(4, '0').slice(0, 4)}`.padStart(5, '0');
  return `${Number(digits.slice(0, -2))},${digits.slice(-2)}%`;
}
