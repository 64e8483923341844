import type { SimulatorState } from '../domain/state/simulator-state.js';

/** First item of the line that tells of the clock; no store is called so. */
export const CLOCK = 'clock';

/** First item of the line that says that all records were forgotten. */
export const CLEARED = '*';

export function clockLine({ clock }: SimulatorState): string {
  return `${JSON.stringify([CLOCK, '', clock.reading])}\n`;
}
