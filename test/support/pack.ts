import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './compile.js';

/**
 * Packs what `npm run build` wrote into a folder. Returns the tarballs of `nestjs-pix` and of the devkit. `PIX_TARBALLS`
 * names a folder with tarballs to test instead.
 */
export async function packAll(folder: string): Promise<string[]> {
  const { PIX_TARBALLS: packed } = process.env;
  if (packed !== undefined) {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    return ['nestjs-pix', 'nestjs-pix-devkit'].map((name) =>
      join(packed, `${name}-${version}.tgz`),
    );
  }
  const options = ['--json', '--ignore-scripts', '--workspaces', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', ['pack', ...options], { cwd: ROOT });
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) =>
    join(folder, filename),
  );
}
