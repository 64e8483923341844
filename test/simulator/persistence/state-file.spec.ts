import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createState } from '../../../devkit/simulator/composition/pix-simulator.js';
import { payKey } from '../../../devkit/simulator/domain/payment/pay.js';
import { requestRefund } from '../../../devkit/simulator/domain/payment/refund.js';
import type { SimulatorState } from '../../../devkit/simulator/domain/state.js';
import { SimulatorClock } from '../../../devkit/simulator/kernel/clock.js';
import { StateFolder } from '../../../devkit/simulator/persistence/state-folder.js';
import { StateWriter } from '../../../devkit/simulator/persistence/state-writer.js';
import { resolveSimulatorSettings } from '../../../devkit/simulator/settings/resolve-settings.js';
import { DevolucaoSolicitadaDto } from '../../../lib/contract/index.js';
import { systemRuntime } from '../../../lib/runtime/index.js';

const ENOSPC = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

describe('the file of a state folder', () => {
  let folder: string;
  let path: string;
  let warnings: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-file-'));
    path = join(folder, 'state.ndjson');
    warnings = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function open({
    send = (): Promise<number> => Promise.reject(new Error('not sent')),
    file = undefined as StateFolder | undefined,
    identity = {},
  } = {}): Promise<{ state: SimulatorState; file: StateFolder; close: () => void }> {
    file ??= await StateFolder.open(folder);
    const settings = { ...resolveSimulatorSettings({}), locationBase: 'pix.example.com' };
    const sender = { send };
    const state = createState(settings, new SimulatorClock(systemRuntime), sender as never);
    const warn = (text: string) => warnings.push(text);
    try {
      const writer = new StateWriter(state, file, identity, undefined, warn);
      const close = () => {
        writer.close();
        file.close();
      };
      return { state, file, close };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  const add = (state: SimulatorState, ...keys: string[]) =>
    state.commit(() => {
      for (const chave of keys) state.webhooks.add({ chave, webhookUrl: 'ç', createdAt: 1 });
    });
  const keys = (state: SimulatorState) =>
    Array.from(state.webhooks.values(), ({ chave }) => chave).join('');

  async function reopen(): Promise<string> {
    const { state, close } = await open();
    close();
    return keys(state);
  }

  it('has all or nothing of a change, wherever it is truncated', async () => {
    const { state, close } = await open();
    add(state, 'a');
    const start = readFileSync(path).length;
    add(state, 'b', 'c', 'd');
    close();
    const whole = readFileSync(path);
    for (let size = whole.length; size >= start; size -= 1) {
      writeFileSync(path, whole.subarray(0, size));
      const again = await open();
      expect(keys(again.state)).toBe(size === whole.length ? 'abcd' : 'a');
      add(again.state, 'e');
      again.close();
      expect(await reopen()).toBe(size === whole.length ? 'abcde' : 'ae');
    }
  });

  it('is read, also if a change is large', async () => {
    const { state, close } = await open();
    const long = 'ç'.repeat(3 << 20);
    add(state, 'a', long, 'b');
    add(state, 'c');
    close();
    expect(await reopen()).toBe(`a${long}bc`);
  });

  it('is damaged if a line in the middle cannot be read', async () => {
    (await open()).close();
    appendFileSync(path, '[["webhooks","k",{}\n[]\n');
    const before = readFileSync(path);
    await expect(open()).rejects.toThrow(/is damaged at line 3/);
    expect(readFileSync(path)).toEqual(before);
  });

  it('has nothing of a change that failed in the middle, and neither has the state', async () => {
    const { state, file, close } = await open();
    add(state, 'a');
    const { append, probe } = file;
    file.append = (lines) => {
      appendFileSync(path, lines.slice(0, -2));
      throw ENOSPC;
    };
    file.probe = () => {
      throw ENOSPC;
    };
    for (const key of ['b', 'c']) {
      expect(() => add(state, key)).toThrow(expect.objectContaining({ status: 503 }));
      expect(keys(state)).toBe('a');
    }
    expect(warnings).toEqual([expect.stringContaining(`cannot be written to ${path}`)]);

    Object.assign(file, { append, probe });
    const torn = readFileSync(path);
    add(state, 'd');
    expect(warnings[1]).toContain('again');
    close();
    expect(await reopen()).toBe('ad');
    writeFileSync(path, torn);
    expect(await reopen()).toBe('a');
  });

  it('has a change before the change is notified, and notifies nothing of one that it refused', async () => {
    const written: boolean[] = [];
    const { state, file, close } = await open({
      send: () => {
        written.push(readFileSync(path, 'utf8').includes('"status":"DEVOLVIDO"'));
        return Promise.resolve(200);
      },
    });
    const heard: string[] = [];
    state.deliveries.subscribe((delivery) => heard.push(delivery.state));
    state.commit(() => {
      const pix = payKey(state, 'k', { valor: '1.00', txid: 'a' });
      requestRefund(
        state,
        pix,
        'r',
        Object.assign(new DevolucaoSolicitadaDto(), { valor: '1.00' }),
      );
      state.webhooks.add({ chave: 'k', webhookUrl: 'https://a.example', createdAt: 1 });
    });

    const { append, probe } = file;
    file.append = file.probe = () => {
      throw ENOSPC;
    };
    state.clock.advance(60);
    await new Promise(setImmediate);
    expect({ written, heard, refused: warnings.length }).toEqual({
      written: [],
      heard: [],
      refused: 1,
    });

    Object.assign(file, { append, probe });
    state.clock.advance(60);
    await state.deliveries.idle();
    expect({ written, heard }).toEqual({ written: [true], heard: ['delivered'] });
    close();
  });

  it('has all records after a change that follows a reset that it refused', async () => {
    const { state, file, close } = await open();
    add(state, 'a');
    const { replace } = file;
    file.replace = () => {
      throw ENOSPC;
    };
    state.clearRecords();
    await new Promise(setImmediate);
    expect({ keys: keys(state), refused: warnings.length }).toEqual({ keys: 'a', refused: 1 });
    file.replace = replace;
    add(state, 'b');
    close();
    expect(await reopen()).toBe('ab');
  });

  it('stays as it is if it cannot be rewritten at the start', async () => {
    const { state, close } = await open();
    add(state, 'a');
    close();
    const before = readFileSync(path);
    const file = await StateFolder.open(folder);
    file.replace = () => {
      throw ENOSPC;
    };
    await expect(open({ file, identity: { other: true } })).rejects.toMatchObject({
      name: 'ConfigurationError',
      cause: ENOSPC,
    });
    expect(readFileSync(path)).toEqual(before);
  });
});
