import { describe, expect, it } from '@jest/globals';
import { checkServers, type TestServer } from './servers.js';

const server = (name: string, tryOut: () => Promise<void>): TestServer => ({
  name,
  url: `postgres://user:password@${name}.example:5432/test`,
  variable: `URL_OF_${name}`,
  tryOut,
});
const unreachable = () => Promise.reject(new Error('ECONNREFUSED'));

describe('checkServers', () => {
  it('names unreachable servers without their credentials', async () => {
    const check = checkServers([server('one', unreachable), server('two', async () => undefined)]);
    await expect(check).rejects.toThrow(
      /^one cannot be reached at one\.example:5432: start it, or set URL_OF_one$/,
    );
  });

  it('resolves when all servers are reachable', async () => {
    await expect(checkServers([server('one', async () => undefined)])).resolves.toBeUndefined();
  });
});
