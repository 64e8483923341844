import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
   * @throws ConfigurationError if another process has the lock, or a file in the folder is damaged
   * @throws Error Node's own, such as `EACCES`
   */
  static open(path: string): StateFolder {
    const folder = resolve(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(join(folder, 'lock'));
    try {
      return new StateFolder(folder, unlock, readIdentity(join(folder, 'identity.json')));
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Writes the identity to the folder. */
  async saveIdentity(
    { authority, client, webhook }: Identity,
    others: Pick<PersistedIdentity, 'clientSecret' | 'locationPort'>,
  ): Promise<void> {
    const identity = { version: 1 as const, ...others, authority: await authority.export() };
    writeIdentity(join(this.folder, 'identity.json'), { ...identity, client, webhook });
  }

  /**
   * Restores the persisted records into an empty state, and writes later changes to the folder.
   *
   * @throws ConfigurationError if the journal is damaged
   */
  persist(state: SimulatorState): void {
    const file = new DiskJournalFile(join(this.folder, 'journal.ndjson'));
    this.#writer = persistState(state, file, (text) =>
      process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' }),
    );
  }

  close(): void {
    this.#writer?.close();
    this.unlock();
  }
}
