import { describe, expect, it } from '@jest/globals';
import { parseIdempotencyKey } from '../src/orders/idempotency-key.js';

describe('Idempotency-Key', () => {
  it.each(['a'.repeat(16), 'A-z_0'.repeat(4), 'f'.repeat(64)])('may be %s', (key) => {
    expect(parseIdempotencyKey(key)).toBe(key);
  });

  it('may be absent', () => {
    expect(parseIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each(['', 'a'.repeat(15), 'a'.repeat(65), `${'a'.repeat(16)}\n`, 'ç'.repeat(16)])(
    'may not be %j',
    (key) => expect(() => parseIdempotencyKey(key)).toThrow('16 a 64'),
  );
});
