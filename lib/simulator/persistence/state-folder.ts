import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import { lockFolder } from './folder-lock.js';
import { readIdentity, writeIdentity } from './identity.js';
import type { Identity, KeptIdentity } from './identity.js';
import { DiskJournalFile } from './journal-file.js';
import { keepState } from './keep-state.js';
import type { StateKeeper } from './state-keeper.js';

/**
 * A folder that a simulator's state is kept in: `identity.json` with certificates and credentials, `journal.ndjson` with
 * the changes of its records and its clock. Access tokens, counts and faults are not kept.
 */
export class StateFolder {
  private keeper: StateKeeper | undefined;

  private constructor(
    private readonly folder: string,
    private readonly unlock: () => void,
    /** What an earlier start left; `undefined` in a new folder. */
    readonly identity: KeptIdentity | undefined,
  ) {}

  /**
   * Makes the folder where there is none, and takes it.
   *
   * @throws ConfigurationError when another process has it, or what is in it is damaged
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

  /** Keeps who the simulator is. */
  async keepIdentity(
    { authority, client, webhook }: Identity,
    others: Pick<KeptIdentity, 'clientSecret' | 'locationPort'>,
  ): Promise<void> {
    const kept = { version: 1 as const, ...others, authority: await authority.export() };
    writeIdentity(join(this.folder, 'identity.json'), { ...kept, client, webhook });
  }

  /**
   * Puts what was kept into a state that is still empty, and keeps what changes from now on.
   *
   * @throws ConfigurationError when the journal is damaged
   */
  keep(state: SimulatorState): void {
    const file = new DiskJournalFile(join(this.folder, 'journal.ndjson'));
    this.keeper = keepState(state, file, (text) =>
      process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' }),
    );
  }

  close(): void {
    this.keeper?.close();
    this.unlock();
  }
}
