const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a webhook may be delivered there: `https`, or `http` on the machine itself, without user and password. */
export function isDeliverable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/**
 * Where an event goes: the registered address with `/pix`, `/rec` or `/cobr` appended to its path
 * (docs/decisions.md D67). A query, where integrators keep a secret, stays behind the path.
 *
 * @param keepPathParameter query parameter that keeps the path as it is
 */
export function deliveryUrl(webhookUrl: string, suffix: string, keepPathParameter?: string): URL {
  const url = new URL(webhookUrl);
  url.hash = '';
  if (keepPathParameter !== undefined && url.searchParams.has(keepPathParameter)) return url;
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${suffix}`;
  return url;
}
