import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createState } from '../../../devkit/simulator/composition/pix-simulator.js';
import { payKey } from '../../../devkit/simulator/domain/payment/pay.js';
import { requestRefund } from '../../../devkit/simulator/domain/payment/refund.js';
import type { SimulatorState } from '../../../devkit/simulator/domain/state.js';
import { SimulatorClock } from '../../../devkit/simulator/kernel/clock.js';
import { DiskStateFile } from '../../../devkit/simulator/persistence/state-file.js';
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

  function open(
    file = new DiskStateFile(path),
    send = (): Promise<number> => Promise.reject(new Error('not sent')),
  ): { state: SimulatorState; writer: StateWriter } {
    const settings = { ...resolveSimulatorSettings({}), locationBase: 'pix.example.com' };
    const sender = { send };
    const state = createState(settings, new SimulatorClock(systemRuntime), sender as never);
    const writer = new StateWriter(state, file, (text) => warnings.push(text));
    return { state, writer };
  }

  const add = (state: SimulatorState, ...keys: string[]) =>
    state.commit(() => {
      for (const chave of keys) state.webhooks.add({ chave, webhookUrl: 'ç', createdAt: 1 });
    });
  const keys = (state: SimulatorState) =>
    Array.from(state.webhooks.values(), ({ chave }) => chave).join('');

  function reopen(): string {
    const { state, writer } = open();
    writer.close();
    return keys(state);
  }

  it('has all or nothing of a change, wherever it is truncated', () => {
    const { state, writer } = open();
    add(state, 'a');
    const start = readFileSync(path).length;
    add(state, 'b', 'c', 'd');
    writer.close();
    const whole = readFileSync(path);
    for (let size = whole.length; size >= start; size -= 1) {
      writeFileSync(path, whole.subarray(0, size));
      const again = open();
      expect(keys(again.state)).toBe(size === whole.length ? 'abcd' : 'a');
      add(again.state, 'e');
      again.writer.close();
      expect(reopen()).toBe(size === whole.length ? 'abcde' : 'ae');
    }
  });

  it('is read, also if a change is large', () => {
    const { state, writer } = open();
    const long = 'ç'.repeat(3 << 20);
    add(state, 'a', long, 'b');
    add(state, 'c');
    writer.close();
    expect(reopen()).toBe(`a${long}bc`);
  });

  it('is damaged if a line in the middle cannot be read', () => {
    open().writer.close();
    appendFileSync(path, '[["webhooks","k",{}\n[]\n');
    const before = readFileSync(path);
    expect(() => open()).toThrow(/is damaged at line 4/);
    expect(readFileSync(path)).toEqual(before);
  });

  it('has nothing of a change that failed in the middle, and neither has the state', () => {
    const file = new DiskStateFile(path);
    const { state, writer } = open(file);
    add(state, 'a');
    const write = file.write.bind(file);
    file.write = (text, position) => {
      write(text.slice(0, -2), position);
      throw ENOSPC;
    };
    for (const key of ['b', 'c']) {
      expect(() => add(state, key)).toThrow(expect.objectContaining({ status: 503 }));
      expect(keys(state)).toBe('a');
    }
    expect(warnings).toEqual([expect.stringContaining(`cannot be written to ${path}`)]);

    file.write = write;
    const torn = readFileSync(path);
    add(state, 'd');
    expect(warnings[1]).toContain('again');
    writer.close();
    expect(reopen()).toBe('ad');
    writeFileSync(path, torn);
    expect(reopen()).toBe('a');
  });

  it('has a change before the change is notified, and notifies nothing of one that it refused', async () => {
    const file = new DiskStateFile(path);
    const written: boolean[] = [];
    const { state, writer } = open(file, () => {
      written.push(readFileSync(path, 'utf8').includes('"status":"DEVOLVIDO"'));
      return Promise.resolve(200);
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

    const write = file.write.bind(file);
    file.write = () => {
      throw ENOSPC;
    };
    state.clock.advance(60);
    await new Promise(setImmediate);
    expect({ written, heard, refused: warnings.length }).toEqual({
      written: [],
      heard: [],
      refused: 1,
    });

    file.write = write;
    state.clock.advance(60);
    await state.deliveries.idle();
    expect({ written, heard }).toEqual({ written: [true], heard: ['delivered'] });
    writer.close();
  });

  it('stays as it is if it cannot be rewritten at the start', () => {
    const { state, writer } = open();
    add(state, 'a');
    writer.close();
    const before = readFileSync(path);
    const file = new DiskStateFile(path);
    file.replace = () => {
      throw ENOSPC;
    };
    expect(() => open(file)).toThrow(ENOSPC);
    expect(readFileSync(path)).toEqual(before);
  });
});
