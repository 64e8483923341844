import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { KeySets } from '../../lib/payload/jws.js';

const HEADER = { alg: 'ES256', kid: 'key-1' } as never;
const KEYS = [{ kid: 'key-1' }] as never;
const MAX_SETS = 100;

describe('KeySets', () => {
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

  it('keeps 100 key sets and evicts the one read longest ago', async () => {
    const { find, loaded } = keySets();
    for (let index = 0; index < MAX_SETS; index += 1) await find(`host-${index}`);
    await find('host-0');
    expect(loaded).toHaveLength(MAX_SETS);
    await find('one-more');
    loaded.length = 0;
    await find('host-1');
    expect(loaded).toEqual([]);
    await find('host-0');
    expect(loaded).toEqual(['host-0']);
  });

  it('keeps a key set for ten minutes', async () => {
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

  it('counts a key set as new when it is read again', async () => {
    const { find, loaded } = keySets();
    const start = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(start);
    for (let index = 0; index < MAX_SETS; index += 1) await find(`host-${index}`);
    now.mockReturnValue(start + 11 * 60_000);
    await find('host-0');
    await find('one-more');
    loaded.length = 0;
    await find('host-0');
    expect(loaded).toEqual([]);
  });
});
