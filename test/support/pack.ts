import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './compile.js';

/** Packs what `npm run build` wrote into a folder. Returns the tarballs of `nestjs-pix` and of the devkit. */
export async function packAll(folder: string): Promise<string[]> {
  const options = ['--json', '--ignore-scripts', '--workspaces', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', ['pack', ...options], { cwd: ROOT });
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) =>
    join(folder, filename),
  );
}
