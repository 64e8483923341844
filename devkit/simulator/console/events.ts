import type { ClockStatus } from '../control-api/answers.js';
import type { Fault } from '../faults/fault.js';
import type { SimulatorStats } from '../kernel/stats.js';

/** Data of a `status` event. */
export interface StatusEvent {
  clock: ClockStatus;
  stats: SimulatorStats;
  /** How often each fault was injected. */
  faults: Pick<Fault, 'id' | 'struck'>[];
  /** Number of logged requests. */
  requests: number;
}

/** Data of a `changed` event. */
export interface ChangedEvent {
  topics: string[];
}
