import { hash, timingSafeEqual } from 'node:crypto';
import { holdSecrets } from '../../errors/index.js';
import type { Check } from './check.js';

/** Digests are compared, and all of them, so that the time tells neither length nor likeness nor which one matched. */
export function secretCheck(secrets: readonly string[], parameter: string): Check {
  const accepted = secrets.map(digest);
  const check: Check = ({ query }) => {
    const given = query.getAll(parameter);
    if (given.length !== 1) return given.length === 0 ? 'no secret' : 'more than one secret';
    const candidate = digest(given[0] ?? '');
    const matches = accepted.filter((secret) => timingSafeEqual(secret, candidate));
    return matches.length > 0 ? undefined : 'wrong secret';
  };
  // An error of the application may quote the address that was called, whatever the parameter is named.
  holdSecrets(check, ...secrets);
  return check;
}

/** Providers repeat the registered query as text, where a plus sign is itself; a query read as a form has a space there. */
function digest(text: string): Buffer {
  return hash('sha256', text.replaceAll('+', ' '), 'buffer');
}
