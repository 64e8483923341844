import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationError, getErrorCode } from '../../errors/index.js';
import { readIfPresent } from './read-if-present.js';

/** Locks of this process. In a container, this process may have the same id as a killed process that left a lock. */
const held = new Set<string>();

/** Maximum reads of a lock that does not contain its process id yet, and the pause between them in milliseconds. */
const READS = 50;
const PAUSE = 10;

/**
 * Locks a folder for this process. A lock that a killed process left is replaced; only one of several concurrent
 * processes succeeds.
 *
 * @returns a function that releases the lock
 * @throws ConfigurationError if another process has the lock
 */
export function lockFolder(path: string): () => void {
  while (!create(path)) {
    const text = read(path);
    if (text === undefined) continue;
    const owner = Number(text);
    if (held.has(path) || (owner !== process.pid && isAlive(owner))) {
      throw new ConfigurationError(
        `Process ${owner} uses the same state folder. Stop it, choose another folder, or remove ${path} ` +
          'if that process is another program.',
      );
    }
    removeStale(path, text);
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** Creates a lock. @returns `false` if it exists */
function create(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Reads a lock. @returns the process id as text; `undefined` if the lock no longer exists */
function read(path: string): string | undefined {
  for (let reads = 1; ; reads += 1) {
    const text = readIfPresent(path)?.toString();
    // An empty lock is either new, and its process id follows, or its process was killed before it wrote the id.
    if (text !== '' || reads === READS) return text;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** Removes a stale lock. It is moved first: if another process has replaced it in the meantime, it is moved back. */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (readIfPresent(aside)?.toString() === text) rmSync(aside);
  else renameSync(aside, path);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return getErrorCode(error) === 'EPERM';
  }
}
