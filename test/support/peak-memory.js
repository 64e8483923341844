/**
 * Runs a command and reports the greatest resident memory of it and its descendants together, sampled twice a second:
 * `node test/support/peak-memory.js <limit in MB> <command> [arguments]`. Fails above the limit, or as the command does.
 * It reads /proc, so it needs Linux. Pages that processes share count for each of them.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;

/** Resident bytes of a process and all of its descendants. */
function treeMemory(root) {
  const children = new Map();
  const resident = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The name of the program, in parentheses, may hold anything.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const [, parent] = stat;
      resident.set(name, Number(stat[21]) * PAGE);
      children.set(parent, [...(children.get(parent) ?? []), name]);
    } catch {
      // It ended.
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
