/** Compares the sizes of the packages with test/package/size-limits.json: `npm run check:size`, after a build. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
if (!existsSync(new URL('dist/index.js', root))) {
  throw new Error('There is nothing to measure: run npm run build first.');
}
const limits = JSON.parse(readFileSync(new URL('./size-limits.json', import.meta.url), 'utf8'));
const options = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspaces'];
const stdio = ['ignore', 'pipe', 'ignore'];
const output = execFileSync('npm', options, { cwd: root, stdio, encoding: 'utf8' });
for (const packed of JSON.parse(output)) {
  const measured = {
    packed: packed.size,
    unpacked: packed.unpackedSize,
    files: packed.entryCount,
  };
  for (const [name, size] of Object.entries(measured)) {
    const limit = limits[packed.name][name];
    const isOver = !(size <= limit);
    if (isOver) process.exitCode = 1;
    const text = isOver ? ': above the limit' : '';
    console.log(`${packed.name.padEnd(17)} ${name.padEnd(8)} ${size} of ${limit}${text}`);
  }
}
