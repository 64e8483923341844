import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { StateFolder } from '../../../devkit/simulator/persistence/state-folder.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pix-folder-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function expectedError(path: string, code: string) {
  return {
    name: 'ConfigurationError',
    message: expect.stringMatching(
      new RegExp(`^stateDir: .*${path}.*\\(.*${code.replace('ERR_FS_', '')}`, 's'),
    ),
    cause: expect.objectContaining({ code }),
  };
}

describe('a state folder that cannot be used', () => {
  it.each(['/proc/x', '/proc/x/y', '/sys/x'])(
    '%s is refused without an endless attempt',
    async (path) => {
      await expect(StateFolder.open(path)).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining(path),
      });
    },
  );

  it.each<[string, () => string, string]>([
    [
      'a file',
      () => {
        writeFileSync(join(root, 'file'), '');
        return 'file';
      },
      'ENOTDIR',
    ],
    [
      'a folder in a file',
      () => {
        writeFileSync(join(root, 'file'), '');
        return 'file/a/b';
      },
      'ENOTDIR',
    ],
    ['a long name', () => 'n'.repeat(300), 'ENAMETOOLONG'],
    [
      'a loop of links',
      () => {
        symlinkSync(join(root, 'loop'), join(root, 'loop'));
        return 'loop';
      },
      'EEXIST',
    ],
    [
      'a folder in a loop of links',
      () => {
        symlinkSync(join(root, 'loop'), join(root, 'loop'));
        return 'loop/a';
      },
      'EEXIST',
    ],
    ...['lock.1', 'state.ndjson', 'state.ndjson.new'].map(
      (name): [string, () => string, string] => [
        `one whose ${name} is a folder`,
        () => {
          mkdirSync(join(root, 'state', name), { recursive: true });
          return 'state';
        },
        name === 'state.ndjson' ? 'EISDIR' : 'ERR_FS_EISDIR',
      ],
    ),
  ])('%s: the error names the option, the path and the cause', async (_case, build, code) => {
    const path = build();
    await expect(PixSimulator.start({ stateDir: join(root, path) })).rejects.toMatchObject(
      expectedError(path.slice(0, 20), code),
    );
  });

  it('is refused if its path has a NUL character', async () => {
    await expect(StateFolder.open(join(root, 'a\0b'))).rejects.toMatchObject({
      name: 'ConfigurationError',
    });
  });
});

it('creates all levels of a folder, for its owner only', async () => {
  const path = join(root, 'a/b/c');
  (await StateFolder.open(path)).close();
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(statSync(join(root, 'a')).mode & 0o077).toBe(0);
});

it('keeps a folder that it creates out of version control, and no other', async () => {
  const path = join(root, 'created');
  (await StateFolder.open(path)).close();
  expect(readFileSync(join(path, '.gitignore'), 'utf8')).toBe('*\n');
  rmSync(join(path, '.gitignore'));
  (await StateFolder.open(path)).close();
  expect(existsSync(join(path, '.gitignore'))).toBe(false);
});

it('uses a folder behind a symbolic link', async () => {
  mkdirSync(join(root, 'real'));
  symlinkSync(join(root, 'real'), join(root, 'link'));
  const folder = await StateFolder.open(join(root, 'link'));
  await expect(StateFolder.open(join(root, 'real'))).rejects.toThrow('same state folder');
  folder.close();
});

it('keeps the secret of an earlier start when the option is undefined', async () => {
  const start = () => PixSimulator.start({ stateDir: root, clientSecret: undefined as never });
  const first = await start();
  await first.close();
  const second = await start();
  await second.close();
  expect(second.moduleOptions.clientSecret).toBe(first.moduleOptions.clientSecret);
});
