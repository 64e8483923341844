import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { generateTxid } from '../../../lib/index.js';
import { World } from '../support/world.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('a truncated journal', () => {
  let emitWarning: jest.SpiedFunction<typeof process.emitWarning>;
  const warnings = () => emitWarning.mock.calls.map(([warning]) => String(warning));
  let stateDir: string;
  let path: string;

  beforeAll(() => {
    emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue();
  });
  afterAll(() => emitWarning.mockRestore());
  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'pix-cut-'));
    path = join(stateDir, 'journal.ndjson');
    const world = await World.start({ stateDir });
    for (let made = 0; made < 10; made += 1) await world.ok('PUT', `/cob/${generateTxid()}`, COB);
    await world.close();
    emitWarning.mockClear();
  });
  afterEach(() => rmSync(stateDir, { recursive: true }));

  /** Starts once more; what the start and its end warned of. */
  async function start(): Promise<string[]> {
    const world = await World.start({ stateDir });
    await world.close();
    const found = warnings();
    emitWarning.mockClear();
    return found;
  }

  it('is reported at the start, at a line’s end or not, with what is left of it; and once', async () => {
    const whole = readFileSync(path);
    const lines = whole.toString().split('\n');
    const [left] = [lines.slice(0, 7).join('\n') + '\n'];
    for (const cut of [left, `${left}["cobs","a`, '']) {
      writeFileSync(path, cut);
      writeFileSync(`${path}.size`, `${String(whole.length).padStart(16, '0')}\n`);
      const [warning, ...others] = await start();
      expect(others).toEqual([]);
      expect(warning).toContain(`${path} is truncated: ${whole.length} bytes`);
      // Two lines are of what the file says of itself.
      expect(warning).toContain(cut === '' ? '(0 lines)' : '(4 lines)');
      expect(await start()).toEqual([]);
    }
  });

  it('is none after a clean end, and none when only the last append was torn', async () => {
    expect(await start()).toEqual([]);
    writeFileSync(path, '["cobs","torn",{"txid"', { flag: 'a' });
    expect(await start()).toEqual([]);
    expect(statSync(path).size).toBe(Number(readFileSync(`${path}.size`, 'utf8')));
  });

  it('is not suspected in a folder of an earlier version, which has no mark', async () => {
    rmSync(`${path}.size`);
    expect(await start()).toEqual([]);
    expect(Number(readFileSync(`${path}.size`, 'utf8'))).toBe(statSync(path).size);
  });
});
