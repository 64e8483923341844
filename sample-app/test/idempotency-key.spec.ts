import { describe, expect, it } from '@jest/globals';
import { parseIdempotencyKey } from '../src/orders/idempotency-key.js';

describe('parseIdempotencyKey', () => {
  it.each(['a'.repeat(16), 'A-z_0'.repeat(4), 'f'.repeat(64)])('accepts %s', (key) => {
    expect(parseIdempotencyKey(key)).toBe(key);
  });

  it('accepts an absent key', () => {
    expect(parseIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each(['', 'a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}\n`, 'ç'.repeat(16)])(
    'refuses %j',
    (key) => expect(() => parseIdempotencyKey(key)).toThrow('16 a 64'),
  );
});
