import type { SimulatorState } from '../domain/state/simulator-state.js';

/** First item of a line with the clock's reading. No store has this name. */
export const CLOCK = 'clock';

/** First item of a line that removes all records. */
export const CLEARED = '*';

/** Builds the line with the clock's reading. */
export function clockLine({ clock }: SimulatorState): string {
  return `${JSON.stringify([CLOCK, '', clock.reading])}\n`;
}
