/** Money is decimal text with two decimals, such as "37.00", and never a floating-point number. */

function toCents(valor: string): bigint {
  return BigInt(valor.replace('.', ''));
}

function fromCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function multiplyMoney(valor: string, quantity: number): string {
  return fromCents(toCents(valor) * BigInt(quantity));
}

export function sumMoney(valores: readonly string[]): string {
  return fromCents(valores.reduce((total, valor) => total + toCents(valor), 0n));
}

/** Subtracts an amount from one that is at least as large. */
export function subtractMoney(valor: string, less: string): string {
  return fromCents(toCents(valor) - toCents(less));
}

/** Formats "1234.50" as "R$ 1.234,50", with a space that does not break. */
export function formatMoney(valor: string): string {
  const [reais = '', centavos = ''] = valor.split('.');
  return `R$\u00a0${reais.replace(/\B(?=(\d{3})+$)/g, '.')},${centavos}`;
}

/** Returns "1.234,5" or "1234.5" as decimal text, "1234.50". Other text stays as it is, and is refused by the server. */
export function toAmount(text: string): string {
  const typed = text.trim();
  const brazilian = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(typed);
  const [, whole, cents = ''] = brazilian ?? /^(\d+)\.(\d{1,2})$/.exec(typed) ?? [];
  return whole === undefined ? typed : `${whole.replaceAll('.', '')}.${cents.padEnd(2, '0')}`;
}
