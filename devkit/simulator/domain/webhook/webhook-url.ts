import { removeTrailingSlashes } from 'nestjs-pix/spec';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The rule of {@link isDeliverable}, to be appended to the name of a field. */
export const WEBHOOK_URL_RULE = 'deve ser https, ou http na própria máquina';

/** Whether a webhook address is allowed: `https`, or `http` on the loopback interface, without user and password. */
export function isDeliverable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/**
 * Builds the address of a delivery: the registered address with `/pix`, `/rec` or `/cobr` appended to its path
 * (docs/decisions.md D67). The query, where integrators put a secret, stays after the path.
 *
 * @param keepPathParameter if the address has this query parameter, nothing is appended
 */
export function deliveryUrl(webhookUrl: string, suffix: string, keepPathParameter?: string): URL {
  const url = new URL(webhookUrl);
  url.hash = '';
  if (keepPathParameter !== undefined && url.searchParams.has(keepPathParameter)) return url;
  url.pathname = `${removeTrailingSlashes(url.pathname)}/${suffix}`;
  return url;
}
