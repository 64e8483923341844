import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../../errors/index.js';

/** Locks of this process: a process of a container may have the number that a killed one had. */
const held = new Set<string>();

/** How often, and how many milliseconds apart, a lock is read whose process has not yet written its number. */
const READS = 50;
const PAUSE = 10;

/**
 * Keeps a second process off a folder. What a killed one left is taken over, by one alone of those who find it.
 *
 * @returns a function that lets go of it
 * @throws ConfigurationError when another process has it
 */
export function lockFolder(path: string): () => void {
  while (!make(path)) {
    const text = read(path);
    if (text === undefined) continue;
    const owner = Number(text);
    if (held.has(path) || (owner !== process.pid && isAlive(owner))) {
      throw new ConfigurationError(
        `Process ${owner} keeps its state in the same folder. Stop it, choose another folder, or remove ${path} ` +
          'if that process is another program.',
      );
    }
    takeAway(path, text);
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** @returns whether there was none */
function make(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What a lock says; `undefined` when it is there no longer. */
function read(path: string): string | undefined {
  for (let reads = 1; ; reads += 1) {
    const text = textOf(path);
    // Made a moment ago, and the number comes; or by a process that was killed in that moment.
    if (text !== '' || reads === READS) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** Removes a lock that nobody holds. It is moved first: what another process put in its place is put back. */
function takeAway(path: string, text: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (textOf(aside) === text) rmSync(aside);
  else renameSync(aside, path);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one, though it takes no signal of ours.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
