import { describe, expect, it } from '@jest/globals';
import { Passwords } from '../src/backoffice/access/passwords.js';
import { CheapPasswords } from './support/cheap-passwords.js';

describe('Passwords', () => {
  const passwords = new Passwords();

  it('hashes with a salt and the parameters that OWASP recommends', async () => {
    const hashes = await Promise.all([passwords.hash('demo'), passwords.hash('demo')]);
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(new Set(hashes).size).toBe(2);
  });

  it('matches only the password, in any Unicode form', async () => {
    const hash = await passwords.hash('c\u0327\u00e3o');
    await expect(passwords.matches('\u00e7\u00e3o', hash)).resolves.toBe(true);
    await expect(passwords.matches('cao', hash)).resolves.toBe(false);
    await expect(passwords.matches('', undefined)).resolves.toBe(false);
  });

  it('matches a hash with other parameters', async () => {
    const hash = await new CheapPasswords().hash('demo');
    await expect(passwords.matches('demo', hash)).resolves.toBe(true);
    await expect(passwords.matches('omed', hash)).resolves.toBe(false);
  });
});
