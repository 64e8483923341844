import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StateFolder } from '../../../devkit/simulator/persistence/state-folder.js';

const contender = fileURLToPath(new URL('./lock-contender.ts', import.meta.url));
const hooks = ['--import', './test/support/register-typescript.js'];

describe('the lock of a state folder', () => {
  let folder: string;
  let children: ChildProcess[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-lock-'));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
    }
    rmSync(folder, { recursive: true });
  });

  const locks = (path = folder) => readdirSync(path).filter((name) => name.startsWith('lock.'));

  async function startContender(): Promise<(path: string, at?: number) => Promise<string>> {
    const child = fork(contender, { execArgv: hooks });
    children.push(child);
    await once(child, 'message');
    return async (path, at = 0) => {
      child.send({ at, folder: path });
      const [answer] = (await once(child, 'message')) as [string];
      return answer;
    };
  }

  it('refuses a second start of the same process, until the first one closes', async () => {
    const first = await StateFolder.open(folder);
    await expect(StateFolder.open(folder)).rejects.toThrow(`Process ${process.pid}, here or`);
    expect(locks()).toHaveLength(1);
    first.close();
    expect(locks()).toEqual([]);
    (await StateFolder.open(folder)).close();
  });

  it('refuses the folder of another process, until that one is killed', async () => {
    const open = await startContender();
    expect(await open(folder)).toBe('has it');
    const [{ pid } = {}] = children;
    await expect(StateFolder.open(folder)).rejects.toThrow(`Process ${pid}, here or`);
    children[0]?.kill('SIGKILL');
    await once(children[0]!, 'exit');
    expect(locks()).toHaveLength(1);
    (await StateFolder.open(folder)).close();
    expect(locks()).toEqual([]);
  });

  it.each(['there is no lock', 'a killed process left a lock'])(
    'belongs to at most one of two concurrent processes when %s',
    async (situation) => {
      const contenders = [await startContender(), await startContender()];
      for (let round = 0; round < 30; round += 1) {
        const path = join(folder, String(round));
        mkdirSync(path);
        if (situation !== 'there is no lock') writeFileSync(join(path, 'lock.9.00000000'), '');
        const at = Date.now() + 10;
        const answers = await Promise.all(contenders.map((open) => open(path, at)));
        expect(answers.sort().slice(1)).toEqual(['refused']);
      }
    },
  );

  it('removes what a killed process left, and nothing else', async () => {
    for (const name of ['lock.1', 'lock.9.00000000', 'other'])
      writeFileSync(join(folder, name), '');
    const lock = await StateFolder.open(folder);
    expect(locks()).toEqual([expect.stringMatching(`^lock\\.${process.pid}\\.`)]);
    expect(existsSync(join(folder, 'other'))).toBe(true);
    lock.close();
  });

  it('refuses a folder whose path is too long for it', async () => {
    const deep = join(folder, 'd'.repeat(100));
    await expect(StateFolder.open(deep)).rejects.toThrow(
      `stateDir: ${deep} cannot be used as state folder (its path is too long for a lock)`,
    );
    expect(locks(deep)).toEqual([]);
  });

  it('is reported as missing where no socket can be', async () => {
    const warning = jest.spyOn(process, 'emitWarning').mockReturnValue();
    jest.spyOn(Server.prototype, 'listen').mockImplementation(() => {
      throw Object.assign(new Error('bind EPERM'), { code: 'EPERM' });
    });
    (await StateFolder.open(folder)).close();
    expect(warning).toHaveBeenCalledWith(
      expect.stringContaining(`No second process is refused on ${folder}`),
      { code: 'PIX_SIMULATOR_STATE' },
    );
    jest.restoreAllMocks();
  });
});
