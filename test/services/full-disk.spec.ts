import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { generateTxid } from '../../lib/index.js';
import { SimulatorDriver } from '../simulator/support/simulator-driver.js';
import { asRoot } from './support/as-root.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };
const EVER = 'inicio=1999-01-01T00:00:00Z&fim=2199-01-01T00:00:00Z&paginacao.itensPorPagina=1000';

const disk = mkdtempSync(join(tmpdir(), 'pix-full-'));

describe('simulator with stateDir on a full disk', () => {
  const ballast = join(disk, 'ballast');
  let emitWarning: jest.SpiedFunction<typeof process.emitWarning>;
  const warnings = () => emitWarning.mock.calls.map(([warning]) => String(warning));
  let stateDir: string;
  let driver: SimulatorDriver;

  beforeAll(() => {
    execFileSync(...asRoot('mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk));
    emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue();
  });
  afterAll(() => {
    emitWarning.mockRestore();
    execFileSync(...asRoot('umount', disk));
    rmSync(disk, { recursive: true });
  });
  beforeEach(async () => {
    emitWarning.mockClear();
    stateDir = mkdtempSync(join(disk, 'state-'));
    driver = await SimulatorDriver.start({ stateDir });
  });
  afterEach(async () => {
    await driver.close();
    rmSync(ballast, { force: true });
    rmSync(stateDir, { recursive: true });
  });

  const create = (txid = generateTxid()) => driver.call('PUT', `/cob/${txid}`, COB);
  const charges = async (): Promise<string[]> =>
    (await driver.get(`/cob?${EVER}`)).cobs.map(({ txid }: { txid: string }) => txid);
  const restart = async () => {
    await driver.close();
    driver = await SimulatorDriver.start({ stateDir });
  };

  async function fillUp(): Promise<{ acknowledged: string[]; refused: string[] }> {
    for (let size = 64 * 1024; size > 0; size = size >> 1) {
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        size *= 2;
      } catch {
        // Half of it may still fit.
      }
    }
    const acknowledged: string[] = [];
    const refused: string[] = [];
    while (refused.length < 5) {
      const txid = generateTxid();
      const { status } = await create(txid);
      expect([201, 503]).toContain(status);
      (status === 201 ? acknowledged : refused).push(txid);
    }
    return { acknowledged, refused };
  }

  it('has after a restart exactly the charges that it acknowledged', async () => {
    const { acknowledged, refused } = await fillUp();
    expect((await charges()).sort()).toEqual([...acknowledged].sort());
    for (const txid of refused) expect((await driver.call('GET', `/cob/${txid}`)).status).toBe(404);
    rmSync(ballast);
    await restart();
    expect((await charges()).sort()).toEqual([...acknowledged].sort());
  });

  it('accepts changes again when there is space, and reports both', async () => {
    const { acknowledged } = await fillUp();
    rmSync(ballast);
    const txid = generateTxid();
    expect((await create(txid)).status).toBe(201);
    await restart();
    expect((await charges()).sort()).toEqual([...acknowledged, txid].sort());
    expect(warnings().filter((text) => text.includes('cannot be written'))).toHaveLength(1);
    expect(warnings().filter((text) => text.includes('again'))).toHaveLength(1);
  });

  it('keeps a charge unchanged when it refuses a revision, a removal or a payment', async () => {
    const txid = generateTxid();
    const before = await driver.ok('PUT', `/cob/${txid}`, COB);
    await fillUp();
    const revised = await driver.call('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Outro' });
    const removed = await driver.call('PATCH', `/cob/${txid}`, {
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect([revised.status, removed.status]).toEqual([503, 503]);
    await expect(driver.control.pay(txid)).rejects.toMatchObject({ status: 503 });
    expect(() => driver.control.clock.advance(10)).toThrow(
      expect.objectContaining({ status: 503 }),
    );
    const after = await driver.get(`/cob/${txid}`);
    expect(after).toMatchObject({ status: 'ATIVA', revisao: before.revisao });
    expect(after).not.toHaveProperty('solicitacaoPagador');
  });
});
