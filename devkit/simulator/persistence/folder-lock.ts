import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from 'nestjs-pix';
import { getErrorCode } from 'nestjs-pix/internal';

/** Folders that this process has locked. */
const held = new Set<string>();

/**
 * Locks a folder for this process, by a file with its id in the name. Files of processes that have ended are removed. Of
 * two processes that start at the same time, at least one is refused: each looks for others after it has written its file.
 *
 * @returns a function that releases the lock
 * @throws ConfigurationError if another process has the lock
 */
export function lockFolder(folder: string): () => void {
  if (held.has(folder)) throw inUse(folder, process.pid);
  const own = join(folder, `lock.${process.pid}`);
  writeFileSync(own, '');
  for (const name of readdirSync(folder)) {
    const owner = Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? process.pid);
    if (owner === process.pid) continue;
    if (!isAlive(owner)) rmSync(join(folder, name), { force: true });
    else {
      rmSync(own);
      throw inUse(folder, owner);
    }
  }
  held.add(folder);
  return () => {
    held.delete(folder);
    rmSync(own, { force: true });
  };
}

function inUse(folder: string, owner: number): ConfigurationError {
  return new ConfigurationError(
    `Process ${owner} uses the same state folder. Stop it, choose another folder, or remove ` +
      `${join(folder, `lock.${owner}`)} if that process is another program.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return getErrorCode(error) === 'EPERM';
  }
}
