import { Poster } from '../../services/support/deliveries.js';

export interface Deliveries {
  readonly bodies: readonly string[];
  readonly path: string;
  /** Returns the port of the receiver that the load balancer chooses. */
  readonly port: () => number;
  /** Maximum number of deliveries per second. */
  readonly rate: number;
}

/** The result of the deliveries. */
export interface Delivered {
  /** Bodies with at least one 2xx response: their events may not be lost from then on. */
  readonly acknowledged: ReadonlySet<string>;
  /** Deliveries without a 2xx response when the run gave up. */
  readonly undelivered: number;
  /** Number of responses other than 2xx. */
  readonly repeats: number;
}

const CONCURRENT = 64;
const PAUSE = 20;

/** Delivers each body until a 2xx response, as a provider does, or until `signal` aborts. */
export async function deliver(
  { bodies, path, port, rate }: Deliveries,
  signal: AbortSignal,
): Promise<Delivered> {
  const poster = new Poster();
  const waiting = [...bodies];
  const start = performance.now();
  const acknowledged = new Set<string>();
  let delivered = 0;
  let sent = 0;
  const worker = async () => {
    while (delivered < bodies.length && !signal.aborted) {
      const due = (performance.now() - start) * (rate / 1000);
      const body = sent < due ? waiting.shift() : undefined;
      if (body === undefined) {
        await pause();
        continue;
      }
      sent += 1;
      const status = await poster.post(port(), path, body);
      if (status >= 200 && status < 300) {
        delivered += 1;
        acknowledged.add(body);
      } else waiting.push(body);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  poster.close();
  return { acknowledged, undelivered: bodies.length - delivered, repeats: sent - delivered };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
