import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError } from 'nestjs-pix';
import { getErrorCode } from 'nestjs-pix/internal';
import type { SimulatorState } from '../domain/state.js';
import { DiskStateFile } from './state-file.js';
import { IDENTITY, PersistedState, StateWriter } from './state-writer.js';

/**
 * A folder with the state of a simulator: `state.ndjson` has certificates, credentials, and the changes of records and
 * clock. Access tokens, counts and faults are not persisted.
 */
export class StateFolder {
  /** Certificates and credentials of an earlier start. `undefined` in a new folder. */
  readonly identity: object | undefined;
  /** The content of the file, until it is restored. */
  #persisted: PersistedState | undefined;
  #writer: StateWriter | undefined;

  private constructor(
    private readonly folder: string,
    private readonly file: DiskStateFile,
    private readonly unlock: () => void,
    persisted: PersistedState,
  ) {
    this.#persisted = persisted;
    this.identity = persisted.find(IDENTITY);
  }

  /**
   * Creates the folder if it does not exist, and locks it.
   *
   * @throws ConfigurationError if the folder cannot be created or read (the `cause` is Node's error), another process has
   * the lock, or its file is damaged
   */
  static open(path: string): StateFolder {
    const folder = resolve(path);
    return explainFailure(folder, () => {
      if (!existsSync(folder)) {
        createFolder(folder);
        // The folder is often inside of a repository, and its file has private keys.
        writeFileSync(join(folder, '.gitignore'), '*\n');
      }
      const unlock = lockFolder(folder);
      try {
        const file = new DiskStateFile(join(folder, 'state.ndjson'));
        return new StateFolder(folder, file, unlock, new PersistedState(file));
      } catch (error) {
        unlock();
        throw error;
      }
    });
  }

  /**
   * Restores the persisted records into an empty state, and writes later changes to the folder.
   *
   * @throws ConfigurationError if the file cannot be restored or written
   */
  persist(state: SimulatorState, identity: object): void {
    const warn = (text: string) => {
      process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' });
    };
    this.#writer = explainFailure(
      this.folder,
      () => new StateWriter(state, this.file, warn, identity, this.#persisted),
    );
    this.#persisted = undefined;
  }

  close(): void {
    this.#writer?.close();
    this.unlock();
  }
}

/**
 * Creates a folder level by level: `mkdirSync` with `recursive` does not return on file systems such as `/proc`, which
 * answer ENOENT in an existing folder.
 */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Runs work on a folder. @throws ConfigurationError with the error of the work as `cause` */
function explainFailure<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    throw new ConfigurationError(
      `stateDir: ${folder} cannot be used as state folder (${(cause as Error).message}). ` +
        'Choose a folder that this user can create and write to.',
      { cause },
    );
  }
}

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
