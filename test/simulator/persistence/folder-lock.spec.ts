import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockFolder } from '../../../lib/simulator/persistence/folder-lock.js';

/** A process id that does not exist. */
const DEAD = '99999999';

describe('lockFolder', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-lock-'));
    path = join(folder, 'lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['of a process that has ended', DEAD],
    ['without a process id, after a kill', ''],
    ['with other content', 'hello'],
  ])('replaces a lock %s', (_, text) => {
    writeFileSync(path, text);
    const unlock = lockFolder(path);
    expect(() => lockFolder(path)).toThrow(`Process ${process.pid} uses`);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['there is no lock', undefined],
    ['a killed process left a lock', DEAD],
  ])('gives the lock to one of two concurrent processes when %s', async (_, left) => {
    const file = fileURLToPath(new URL('./lock-contender.ts', import.meta.url));
    const execArgv = ['--import', './test/support/register-typescript.js'];
    const contenders = [1, 2].map(() => fork(file, { execArgv }));
    await Promise.all(contenders.map((child) => once(child, 'message')));
    for (let round = 0; round < 30; round += 1) {
      const lock = `${path}-${round}`;
      if (left !== undefined) writeFileSync(lock, left);
      const at = Date.now() + 10;
      const answers = contenders.map(async (child) => {
        const [answer] = (await once(child, 'message')) as [string];
        return answer;
      });
      for (const child of contenders) child.send({ at, lock });
      expect((await Promise.all(answers)).sort()).toEqual(['has it', 'refused']);
    }
    for (const child of contenders) child.disconnect();
  });
});
