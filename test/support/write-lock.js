/**
 * Writes `package-lock.json` so that `npm ci` of every supported Node accepts it: `npm run lock`, after each change of
 * dependencies. Recent versions of npm leave out optional peer dependencies that older versions require in the file;
 * older versions leave out `libc`, without which the packages of every C library are installed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The npm of the oldest Node in `engines`. */
const OLDEST_NPM = 'npm@10.8.2';

const FILE = 'package-lock.json';
const read = () => JSON.parse(readFileSync(FILE, 'utf8'));
const install = ['install', '--package-lock-only', '--ignore-scripts'];

execFileSync('npm', install, { stdio: 'inherit' });
const { packages: recent } = read();
execFileSync('npx', ['--yes', OLDEST_NPM, ...install], { stdio: 'inherit' });
const lock = read();
for (const [path, entry] of Object.entries(lock.packages)) {
  if (recent[path]?.version === entry.version) lock.packages[path] = { ...recent[path], ...entry };
}
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
