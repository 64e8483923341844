import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ConfigurationError } from '../../errors/index.js';

/** Locks of this process: a process of a container may have the number that a killed one had. */
const held = new Set<string>();

/**
 * Keeps a second process off a folder. What a killed one left is taken over.
 *
 * @returns a function that lets go of it
 * @throws ConfigurationError when another process has it
 */
export function lockFolder(path: string): () => void {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(path, 'utf8'));
    if (held.has(path) || (owner !== process.pid && isAlive(owner))) {
      throw new ConfigurationError(
        `Process ${owner} keeps its state in the same folder. Stop it, choose another folder, or remove ${path} ` +
          'if that process is another program.',
      );
    }
    writeFileSync(path, String(process.pid));
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one, though it takes no signal of ours.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
