import type { PixHttp } from '../../lib/transport/index.js';
import { Exchange, type NetworkRun } from './exchange.js';
import type { Process } from './process.js';
import type { Sequence } from './sequence.js';

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
