import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { VERSION } from '../../lib/nest/version.js';

it('VERSION equals the version of package.json', async () => {
  const manifest = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(VERSION).toBe(manifest.version);
});
