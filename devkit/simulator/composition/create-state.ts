import { planRecords } from '../api/handlers/handlers.js';
import { SimulatorState } from '../domain/state/simulator-state.js';

/** Creates an empty state. When a record changes, its next step is planned. */
export function createState(...args: ConstructorParameters<typeof SimulatorState>): SimulatorState {
  const state = new SimulatorState(...args);
  planRecords(state);
  return state;
}
