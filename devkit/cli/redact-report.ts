import { maskHeldSecrets, maskTaxIds } from 'nestjs-pix/internal';

/**
 * Masks the secrets of the account and tax ids in every text of a value, as the last safeguard. Names of fields such as
 * `appKeyQuery` do not mask their values, because a report consists of names.
 */
export function redactReport<T>(value: T): T {
  return redactTexts(value) as T;
}

function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return maskTaxIds(maskHeldSecrets(value));
  if (Array.isArray(value)) return value.map(redactTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, redactTexts(field)]),
  );
}
