import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KeySets } from '../../lib/payload/jws/key-sets.js';

const HEADER = { alg: 'ES256', kid: 'key-1' } as never;
const KEYS = [{ kid: 'key-1' }] as never;
const KEPT = 100;

describe('key sets', () => {
  const keySets = () => {
    const sets = new KeySets();
    const loaded: string[] = [];
    const find = (address: string) =>
      sets.find(address, HEADER, async () => {
        loaded.push(address);
        return KEYS;
      });
    return { find, loaded };
  };

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('of 100 addresses are kept, and the one read longest ago makes room', async () => {
    const { find, loaded } = keySets();
    for (let index = 0; index < KEPT; index += 1) await find(`host-${index}`);
    await find('host-0');
    expect(loaded).toHaveLength(KEPT);
    await find('one-more');
    loaded.length = 0;
    await find('host-1');
    expect(loaded).toEqual([]);
    await find('host-0');
    expect(loaded).toEqual(['host-0']);
  });

  it('are kept for ten minutes', async () => {
    const { find, loaded } = keySets();
    const start = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(start);
    await find('host');
    now.mockReturnValue(start + 10 * 60_000 - 1);
    await find('host');
    expect(loaded).toHaveLength(1);
    now.mockReturnValue(start + 10 * 60_000);
    await find('host');
    expect(loaded).toHaveLength(2);
  });

  it('count as read anew when they are read again', async () => {
    const { find, loaded } = keySets();
    const start = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(start);
    for (let index = 0; index < KEPT; index += 1) await find(`host-${index}`);
    now.mockReturnValue(start + 11 * 60_000);
    await find('host-0');
    await find('one-more');
    loaded.length = 0;
    await find('host-0');
    expect(loaded).toEqual([]);
  });
});
