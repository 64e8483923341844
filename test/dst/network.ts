import type { PixHttp } from '../../lib/transport/index.js';
import type { Bank } from './bank.js';
import { Exchange } from './exchange.js';
import type { Fate, FateSubject } from './fates.js';
import type { Process } from './process.js';
import type { ReplicaReads } from './replica-reads.js';
import type { Sequence } from './sequence.js';

/** What the network asks the run for. */
export interface NetworkRun {
  readonly bank: Bank;
  readonly replica: ReplicaReads;
  fateOf(key: string, subject: FateSubject): Fate;
  trace(event: string): void;
  /** Records that a request did not simply succeed. @param call absent for a token request */
  trouble(call: string | undefined, process: string, what: string): void;
  /** Runs an action on the wire, which no process's end stops. */
  after(ms: number, action: () => void): void;
}

/** The way from a process of the shop to the bank, in the place of the transport's HTTPS connections. */
export function clientNetwork(
  run: NetworkRun,
  process: Process,
  sequence: Sequence,
): { http: PixHttp; destroy: () => void } {
  const open = new Set<Exchange>();
  return {
    http: (config) => {
      const exchange = new Exchange(run, process, config, sequence);
      open.add(exchange);
      return exchange.send().finally(() => open.delete(exchange));
    },
    destroy: () => {
      for (const exchange of open) exchange.close();
    },
  };
}
