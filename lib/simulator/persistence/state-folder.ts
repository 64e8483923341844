import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ConfigurationError } from '../../errors/index.js';
import type { SimulatorState } from '../simulator-state.js';
import { lockFolder } from './folder-lock.js';
import { readIdentity, writeIdentity } from './identity.js';
import type { Identity, KeptIdentity } from './identity.js';
import { Journal } from './journal.js';
import type { MissingEnd } from './journal.js';
import { KeptRecords } from './kept-records.js';
import { StateKeeper } from './state-keeper.js';

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
    const kept = new KeptRecords();
    const path = join(this.folder, 'journal.ndjson');
    const journal = Journal.open(path, kept.take);
    try {
      kept.restore(state);
    } catch (cause) {
      journal.close();
      throw new ConfigurationError(
        `${path} holds records that this simulator cannot take up (${String(cause)}). Restore the folder, or start ` +
          'with another one.',
        { cause },
      );
    }
    if (journal.missing !== undefined) warn(endMissing(path, journal.missing));
    this.keeper = new StateKeeper(state, journal, kept, {
      failed: (error) =>
        warn(
          `The simulator's state cannot be written to ${path} (${String(error)}). Until it can, changes are answered ` +
            'with 503 and reads go on.',
        ),
      recovered: () => warn(`The simulator's state can be written to ${path} again.`),
    });
  }

  close(): void {
    this.keeper?.close();
    this.unlock();
  }
}

function warn(text: string): void {
  process.emitWarning(text, { code: 'PIX_SIMULATOR_STATE' });
}

function endMissing(path: string, { acknowledged, readable, lines }: MissingEnd): string {
  const { size, at } = acknowledged;
  return (
    `${path} ends in the middle: ${size} bytes were written to it, the last at ${at.toISOString()}, and ${readable} ` +
    `bytes (${lines} lines) are left. What the missing ${size - readable} bytes recorded is lost: restore the folder ` +
    'from a copy, or go on with what is left.'
  );
}
