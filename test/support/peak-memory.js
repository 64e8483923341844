/**
 * Runs a command and reports the peak resident memory of the command and its descendants, sampled twice a second:
 * `node test/support/peak-memory.js <limit in MB> <command> [arguments]`. Fails above the limit, or if the command fails.
 * It reads /proc, so it requires Linux. Shared pages count once per process.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;

/** Returns the resident bytes of a process and all its descendants. */
function treeMemory(root) {
  const children = new Map();
  const resident = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The program name in parentheses can contain any characters.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const [, parent] = stat;
      resident.set(name, Number(stat[21]) * PAGE);
      children.set(parent, [...(children.get(parent) ?? []), name]);
    } catch {
      // The process has ended.
    }
  }
  const sum = (id) =>
    (children.get(id) ?? []).reduce((bytes, child) => bytes + sum(child), resident.get(id) ?? 0);
  return sum(String(root));
}

const [limit, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit' });
const start = performance.now();
let peak = 0;
const sampler = setInterval(() => (peak = Math.max(peak, treeMemory(child.pid))), 500);
child.on('exit', (code, signal) => {
  clearInterval(sampler);
  const megabytes = Math.round(peak / 1e6);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`peak memory ${megabytes} MB (limit ${limit}), ${seconds} s`);
  process.exitCode = code ?? 1;
  if (signal) console.error(`${command} was ended by ${signal}`);
  if (megabytes > Number(limit)) {
    console.error(`${command} took more memory than its limit`);
    process.exitCode ||= 1;
  }
});
