import { execFileSync } from 'node:child_process';
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

const COB = { valor: { original: '37.00' }, chave: 'k' };
const EVER = 'inicio=1999-01-01T00:00:00Z&fim=2199-01-01T00:00:00Z&paginacao.itensPorPagina=1000';

/** Mounts a file system of 512 KiB; `false` where this user may not. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const disk = mkdtempSync(join(tmpdir(), 'pix-full-'));
const mounted = mountSmall(disk);
const onSmallDisk = mounted ? describe : describe.skip;

afterAll(() => {
  if (mounted) execFileSync('umount', [disk]);
  rmSync(disk, { recursive: true });
});

onSmallDisk('a simulator whose disk is full', () => {
  const ballast = join(disk, 'ballast');
  let emitWarning: jest.SpiedFunction<typeof process.emitWarning>;
  const warnings = () => emitWarning.mock.calls.map(([warning]) => String(warning));
  let stateDir: string;
  let world: World;

  beforeAll(() => {
    emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue();
  });
  afterAll(() => emitWarning.mockRestore());
  beforeEach(async () => {
    emitWarning.mockClear();
    stateDir = mkdtempSync(join(disk, 'state-'));
    world = await World.start({ stateDir });
  });
  afterEach(async () => {
    await world.close();
    rmSync(ballast, { force: true });
    rmSync(stateDir, { recursive: true });
  });

  const create = (txid = generateTxid()) => world.call('PUT', `/cob/${txid}`, COB);
  const charges = async (): Promise<string[]> =>
    (await world.get(`/cob?${EVER}`)).cobs.map(({ txid }: { txid: string }) => txid);
  const restart = async () => {
    await world.close();
    world = await World.start({ stateDir });
  };

  async function fillUp(): Promise<{ acknowledged: string[]; refused: string[] }> {
    for (let size = 64 * 1024; size > 0; size = size >> 1) {
      try {
        writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        size *= 2;
      } catch {
        // Half as much may still fit.
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
    for (const txid of refused) expect((await world.call('GET', `/cob/${txid}`)).status).toBe(404);
    rmSync(ballast);
    await restart();
    expect((await charges()).sort()).toEqual([...acknowledged].sort());
  });

  it('takes changes again once there is room, and has told its operator both', async () => {
    const { acknowledged } = await fillUp();
    rmSync(ballast);
    const txid = generateTxid();
    expect((await create(txid)).status).toBe(201);
    await restart();
    expect((await charges()).sort()).toEqual([...acknowledged, txid].sort());
    expect(warnings().filter((text) => text.includes('cannot be written'))).toHaveLength(1);
    expect(warnings().filter((text) => text.includes('again'))).toHaveLength(1);
  });

  it('changes nothing that was there: a refused revision, cancellation or payment leaves the charge as it was', async () => {
    const txid = generateTxid();
    const before = await world.ok('PUT', `/cob/${txid}`, COB);
    await fillUp();
    const revised = await world.call('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Outro' });
    const removed = await world.call('PATCH', `/cob/${txid}`, {
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect([revised.status, removed.status]).toEqual([503, 503]);
    await expect(world.control.pay(txid)).rejects.toMatchObject({ status: 503 });
    expect(() => world.control.clock.advance(10)).toThrow(expect.objectContaining({ status: 503 }));
    const after = await world.get(`/cob/${txid}`);
    expect(after).toMatchObject({ status: 'ATIVA', revisao: before.revisao });
    expect(after).not.toHaveProperty('solicitacaoPagador');
  });
});

describe('a journal that ends in the middle', () => {
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
      expect(warning).toContain(`${path} ends in the middle: ${whole.length} bytes`);
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
