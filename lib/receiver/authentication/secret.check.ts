import { hash, timingSafeEqual } from 'node:crypto';
import { holdSecrets } from '../../errors/index.js';
import type { Check } from './check.js';

/**
 * Compares the digests of all secrets, so that the response time reveals neither the length, nor
 * the similarity, nor which secret matched.
 */
export function secretCheck(secrets: readonly string[], parameter: string): Check {
  const accepted = secrets.map(digest);
  const check: Check = ({ query }) => {
    const given = query.getAll(parameter);
    if (given.length !== 1) return given.length === 0 ? 'no secret' : 'more than one secret';
    const candidate = digest(given[0] ?? '');
    const matches = accepted.filter((secret) => timingSafeEqual(secret, candidate));
    return matches.length > 0 ? undefined : 'wrong secret';
  };
  // An error of the application may quote the requested address, whatever the parameter's name.
  holdSecrets(check, ...secrets);
  return check;
}

/**
 * Treats a plus sign as itself, because providers repeat the registered query as text. A query that
 * is parsed as a form has a space in its place.
 */
function digest(text: string): Buffer {
  return hash('sha256', text.replaceAll('+', ' '), 'buffer');
}
