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
import { SimulatorDriver } from '../support/simulator-driver.js';

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
    const driver = await SimulatorDriver.start({ stateDir });
    for (let made = 0; made < 10; made += 1) await driver.ok('PUT', `/cob/${generateTxid()}`, COB);
    await driver.close();
    emitWarning.mockClear();
  });
  afterEach(() => rmSync(stateDir, { recursive: true }));

  /** Starts and closes a simulator; returns the warnings of both. */
  async function start(): Promise<string[]> {
    const driver = await SimulatorDriver.start({ stateDir });
    await driver.close();
    const found = warnings();
    emitWarning.mockClear();
    return found;
  }

  it('is reported once at the start with the remaining records, whether it ends with a line or within one', async () => {
    const whole = readFileSync(path);
    const lines = whole.toString().split('\n');
    const [left] = [lines.slice(0, 7).join('\n') + '\n'];
    for (const cut of [left, `${left}["cobs","a`, '']) {
      writeFileSync(path, cut);
      writeFileSync(`${path}.size`, `${String(whole.length).padStart(16, '0')}\n`);
      const [warning, ...others] = await start();
      expect(others).toEqual([]);
      expect(warning).toContain(`${path} is truncated: ${whole.length} bytes`);
      // Two lines are the header of the file.
      expect(warning).toContain(cut === '' ? '(0 lines)' : '(4 lines)');
      expect(await start()).toEqual([]);
    }
  });

  it('is not reported after a clean end, or when only the last append is incomplete', async () => {
    expect(await start()).toEqual([]);
    writeFileSync(path, '["cobs","torn",{"txid"', { flag: 'a' });
    expect(await start()).toEqual([]);
    expect(statSync(path).size).toBe(Number(readFileSync(`${path}.size`, 'utf8')));
  });

  it('is not reported for a folder of an earlier version, which has no mark', async () => {
    rmSync(`${path}.size`);
    expect(await start()).toEqual([]);
    expect(Number(readFileSync(`${path}.size`, 'utf8'))).toBe(statSync(path).size);
  });
});
