/** Compares the size of the package with test/package/size-limits.json: `npm run check:size`, after a build. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
if (!existsSync(new URL('dist/index.js', root))) {
  throw new Error('There is nothing to measure: run npm run build first.');
}
const limits = JSON.parse(readFileSync(new URL('./size-limits.json', import.meta.url), 'utf8'));
const options = ['pack', '--dry-run', '--json', '--ignore-scripts'];
const stdio = ['ignore', 'pipe', 'ignore'];
const [packed] = JSON.parse(execFileSync('npm', options, { cwd: root, stdio, encoding: 'utf8' }));
const measured = {
  packed: packed.size,
  unpacked: packed.unpackedSize,
  files: packed.entryCount,
};
for (const [name, size] of Object.entries(measured)) {
  const limit = limits[name];
  const isOver = !(size <= limit);
  if (isOver) process.exitCode = 1;
  console.log(`${name.padEnd(8)} ${size} of ${limit}${isOver ? ': above the limit' : ''}`);
}
