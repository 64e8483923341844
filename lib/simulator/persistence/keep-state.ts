import { ConfigurationError } from '../../errors/index.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { JournalFile } from './journal-file.js';
import { Journal } from './journal.js';
import type { MissingEnd } from './journal.js';
import { KeptRecords } from './kept-records.js';
import { StateKeeper } from './state-keeper.js';

/**
 * Puts the records of a journal into a state that is still empty, and keeps what changes from now on.
 *
 * @param warn receives what the operator has to know
 * @throws ConfigurationError when the journal is damaged
 */
export function keepState(
  state: SimulatorState,
  file: JournalFile,
  warn: (text: string) => void,
): StateKeeper {
  const kept = new KeptRecords(state.stores);
  const { path } = file;
  const journal = Journal.open(file, kept.take);
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
  return new StateKeeper(state, journal, kept, {
    failed: (error) =>
      warn(
        `The simulator's state cannot be written to ${path} (${String(error)}). Until it can, changes are answered ` +
          'with 503 and reads go on.',
      ),
    recovered: () => warn(`The simulator's state can be written to ${path} again.`),
  });
}

function endMissing(path: string, { acknowledged, readable, lines }: MissingEnd): string {
  const { size, at } = acknowledged;
  return (
    `${path} ends in the middle: ${size} bytes were written to it, the last at ${at.toISOString()}, and ${readable} ` +
    `bytes (${lines} lines) are left. What the missing ${size - readable} bytes recorded is lost: restore the folder ` +
    'from a copy, or go on with what is left.'
  );
}
