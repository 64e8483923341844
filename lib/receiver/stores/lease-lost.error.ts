/**
 * Another process has taken over the event, or may have: the reason of an aborted `context.signal`.
 * @internal
 */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(key: string, reason: string) {
    super(`The lease of ${key} is lost: ${reason}.`);
  }
}
