/** Returns a random key for `Idempotency-Key`. Unlike `crypto.randomUUID`, this works without https. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
