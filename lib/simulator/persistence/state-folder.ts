import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigurationError, getErrorCode } from '../../errors/index.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { lockFolder } from './folder-lock.js';
import { readIdentity, writeIdentity, type Identity, type PersistedIdentity } from './identity.js';
import { DiskJournalFile } from './journal-file.js';
import { persistState } from './persist-state.js';
import type { StateWriter } from './state-writer.js';

/**
 * A folder with the persisted state of a simulator: `identity.json` has certificates and credentials, `journal.ndjson`
 * has the changes of records and clock. Access tokens, counts and faults are not persisted.
 */
export class StateFolder {
  #writer: StateWriter | undefined;

  private constructor(
    private readonly folder: string,
    private readonly unlock: () => void,
    /** Identity of an earlier start. `undefined` in a new folder. */
    readonly identity: PersistedIdentity | undefined,
  ) {}

  /**
   * Creates the folder if it does not exist, and locks it.
   *
   * @throws ConfigurationError if the folder cannot be created or read (the `cause` is Node's error), another process has
   * the lock, or a file in the folder is damaged
   */
  static open(path: string): StateFolder {
    const folder = resolve(path);
    return explainFailure(folder, () => {
      createFolder(folder);
      const unlock = lockFolder(join(folder, 'lock'));
      try {
        return new StateFolder(folder, unlock, readIdentity(join(folder, 'identity.json')));
      } catch (error) {
        unlock();
        throw error;
      }
    });
  }

  /** Writes the identity to the folder. @throws ConfigurationError if it cannot be written */
  async saveIdentity(
    { authority, client, webhook }: Identity,
    others: Pick<PersistedIdentity, 'clientSecret' | 'locationPort'>,
  ): Promise<void> {
    const identity = { version: 1 as const, ...others, authority: await authority.export() };
    explainFailure(this.folder, () =>
      writeIdentity(join(this.folder, 'identity.json'), { ...identity, client, webhook }),
    );
  }

  /**
   * Restores the persisted records into an empty state, and writes later changes to the folder.
   *
   * @throws ConfigurationError if the journal is damaged, or cannot be read or written
   */
  persist(state: SimulatorState): void {
    const file = new DiskJournalFile(join(this.folder, 'journal.ndjson'));
    this.#writer = explainFailure(this.folder, () =>
      persistState(state, file, (text) =>
        process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' }),
      ),
    );
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
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) createFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (getErrorCode(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Runs work on a folder. @throws ConfigurationError with the error of the file system as `cause` */
function explainFailure<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `stateDir: ${folder} cannot be used as state folder (${code === undefined ? message : describeCode(code)}). ` +
        'Choose a folder that this user can create and write to.',
      { cause },
    );
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EEXIST', 'a part of the path is not a folder'],
  ['EISDIR', 'a file of the state is a folder'],
  ['ELOOP', 'the path has a loop of symbolic links'],
  ['ENAMETOOLONG', 'a name is too long'],
  ['ENOENT', 'its file system does not create folders there'],
  ['ENOSPC', 'no space left on the device'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EPERM', 'operation not permitted'],
  ['EROFS', 'the file system is read-only'],
]);

function describeCode(code: string): string {
  const reason = REASONS.get(code);
  return reason === undefined ? code : `${code}: ${reason}`;
}
