import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockFolder } from '../../../devkit/simulator/persistence/state-folder.js';

/** A process id that does not exist. */
const DEAD = '99999999';

describe('lockFolder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('replaces the lock of a process that has ended', () => {
    writeFileSync(join(folder, `lock.${DEAD}`), '');
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`Process ${process.pid} uses`);
    expect(readdirSync(folder)).toEqual([`lock.${process.pid}`]);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces a lock that this process left under the same id', () => {
    writeFileSync(join(folder, `lock.${process.pid}`), '');
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['there is no lock', undefined],
    ['a killed process left a lock', DEAD],
  ])('gives the lock to at most one of two concurrent processes when %s', async (_, left) => {
    const file = fileURLToPath(new URL('./lock-contender.ts', import.meta.url));
    const execArgv = ['--import', './test/support/register-typescript.js'];
    const contenders = [1, 2].map(() => fork(file, { execArgv }));
    await Promise.all(contenders.map((child) => once(child, 'message')));
    for (let round = 0; round < 30; round += 1) {
      const lock = join(folder, String(round));
      mkdirSync(lock);
      if (left !== undefined) writeFileSync(join(lock, `lock.${left}`), '');
      const at = Date.now() + 10;
      const answers = contenders.map(async (child) => {
        const [answer] = (await once(child, 'message')) as [string];
        return answer;
      });
      for (const child of contenders) child.send({ at, lock });
      expect((await Promise.all(answers)).sort().slice(1)).toEqual(['refused']);
    }
    for (const child of contenders) child.disconnect();
  });
});
