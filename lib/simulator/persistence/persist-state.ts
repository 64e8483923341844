import { ConfigurationError } from '../../errors/index.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { JournalFile } from './journal-file.js';
import { Journal, type MissingEnd } from './journal.js';
import { PersistedRecords } from './persisted-records.js';
import { StateWriter } from './state-writer.js';

/**
 * Restores the records of a journal into an empty state, and writes later changes to the journal.
 *
 * @param warn receives warnings for the operator
 * @throws ConfigurationError if the journal is damaged
 */
export function persistState(
  state: SimulatorState,
  file: JournalFile,
  warn: (text: string) => void,
): StateWriter {
  const persisted = new PersistedRecords(state.stores);
  const { path } = file;
  const journal = Journal.open(file, persisted.take);
  try {
    persisted.restore(state);
  } catch (cause) {
    journal.close();
    throw new ConfigurationError(
      `${path} contains records that this simulator cannot restore (${String(cause)}). Restore the folder, or start ` +
        'with another one.',
      { cause },
    );
  }
  if (journal.missing !== undefined) warn(describeMissingEnd(path, journal.missing));
  return new StateWriter(state, journal, persisted, {
    failed: (error) =>
      warn(
        `The simulator's state cannot be written to ${path} (${String(error)}). Until it can, changes fail with 503 ` +
          'and reads continue.',
      ),
    recovered: () => warn(`The simulator's state can be written to ${path} again.`),
  });
}

function describeMissingEnd(path: string, { acknowledged, readable, lines }: MissingEnd): string {
  const { size, at } = acknowledged;
  return (
    `${path} is truncated: ${size} bytes were written to it, the last at ${at.toISOString()}, and ${readable} ` +
    `bytes (${lines} lines) are left. The changes in the missing ${size - readable} bytes are lost: restore the folder ` +
    'from a copy, or continue with the remaining records.'
  );
}
