import type { PixHttp } from '../../lib/transport/index.js';
import type { Bank } from './bank.js';
import { Exchange } from './exchange.js';
import type { Process } from './process.js';
import type { ReplicaReads } from './replica-reads.js';
import type { RequestFault, FaultTarget } from './request-faults.js';
import type { Sequence } from './sequence.js';

/** What the network uses of the run. */
export interface NetworkRun {
  readonly bank: Bank;
  readonly replica: ReplicaReads;
  selectFault(key: string, subject: FaultTarget): RequestFault;
  trace(event: string): void;
  /** Records the fault of a request. @param call absent for a token request */
  recordFault(call: string | undefined, process: string, what: string): void;
  /** Runs an action on the network, independently of any process. */
  after(ms: number, action: () => void): void;
}

/** Replaces the transport's HTTPS connections from a process of the shop to the bank. */
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
