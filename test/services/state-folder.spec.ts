import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { StateFolder } from '../../devkit/simulator/persistence/state-folder.js';
import { asRoot } from './support/as-root.js';
import { waitUntil } from './support/wait-until.js';

const contender = fileURLToPath(
  new URL('../simulator/persistence/lock-contender.ts', import.meta.url),
);

it('refuses a folder that a process in another container uses, until that one is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pix-namespaces-'));
  const isolate = asRoot('unshare', '--pid', '--net', '--fork', '--kill-child', process.execPath);
  const hooks = ['--import', './test/support/register-typescript.js'];
  const child = spawn(isolate[0], [...isolate[1], ...hooks, contender], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  child.send({ at: 0, folder });
  expect(await once(child, 'message')).toEqual(['has it', undefined]);

  await expect(StateFolder.open(folder)).rejects.toThrow('uses the same state folder');
  child.kill('SIGKILL');
  // The kernel kills the process in the namespace after its parent.
  let reopened: StateFolder | undefined;
  await waitUntil(async () => {
    reopened = await StateFolder.open(folder).catch(() => undefined);
    return reopened;
  });
  reopened?.close();
  rmSync(folder, { recursive: true });
});
