import { ValidationError } from '../errors/index.js';
import { VALOR } from './patterns.js';

/** Decimal text (`"37"`, `"37.5"`, `"37.50"`), or integer cents. */
export type ValorInput = string | number | bigint | { readonly centavos: number | bigint };

/** Ten digits before the point. */
const MAX_CENTAVOS = 10n ** 12n - 1n;

/**
 * An amount as the wire carries it: `\d{1,10}\.\d{2}` (docs/decisions.md D12).
 *
 * Text is reais; a number or bigint is integer cents. A number with a fraction is refused, since
 * binary fractions lose cents: `formatValor('37.5')` and `formatValor(3750)` are both `"37.50"`.
 *
 * @throws ValidationError with field `valor` for what is negative, too large or no amount
 */
export function formatValor(valor: ValorInput): string {
  const centavos = toCentavos(valor);
  if (centavos === undefined || centavos < 0n || centavos > MAX_CENTAVOS) {
    throw new ValidationError(
      'valor deve ser texto decimal com ponto e até 2 casas, ou centavos inteiros, entre 0.00 e 9999999999.99',
      { field: 'valor' },
    );
  }
  const digits = centavos.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The cents of an amount of the wire, for sums without rounding.
 *
 * @throws ValidationError with field `valor` unless it matches `\d{1,10}\.\d{2}`
 */
export function parseValor(valor: string): bigint {
  if (typeof valor !== 'string' || !VALOR.test(valor)) {
    throw new ValidationError('valor deve seguir o formato \\d{1,10}\\.\\d{2}', { field: 'valor' });
  }
  return BigInt(valor.replace('.', ''));
}

function toCentavos(valor: unknown): bigint | undefined {
  if (typeof valor === 'bigint') return valor;
  if (typeof valor === 'number') return Number.isSafeInteger(valor) ? BigInt(valor) : undefined;
  if (typeof valor === 'string') {
    const [, reais, centavos = ''] = /^(\d{1,32})(?:\.(\d{1,2}))?$/.exec(valor) ?? [];
    return reais === undefined ? undefined : BigInt(reais + centavos.padEnd(2, '0'));
  }
  if (typeof valor !== 'object' || valor === null) return undefined;
  const centavos: unknown = Reflect.get(valor, 'centavos');
  return typeof centavos === 'string' ? undefined : toCentavos(centavos);
}

/** Whether a text is an amount of money as the specification writes it: `37.00`. */
export function isValor(value: unknown): value is string {
  return typeof value === 'string' && VALOR.test(value);
}

/** An amount in cents, exact up to the ten digits that the specification allows. */
export function toCents(valor: string): number {
  return Number(valor.replace('.', ''));
}

/** Whether a value is an amount of nothing: `0.00`. */
export function isZero(value: unknown): boolean {
  return isValor(value) && toCents(value) === 0;
}
