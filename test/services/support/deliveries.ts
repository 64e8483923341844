import { Agent, request } from 'node:http';

/** Creates a seeded generator of numbers from 0 to 1, so that a run can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffle<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}

/** Posts bodies over kept-alive connections; 0 represents no response. */
export class Poster {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });

  post(port: number, path: string, body: string): Promise<number> {
    return new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const call = request(
        { host: '127.0.0.1', port, path, method: 'POST', agent: this.agent, headers },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
          response.on('error', () => resolve(0));
        },
      );
      call.on('error', () => resolve(0));
      call.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

export interface DeliveryPlan {
  bodies: string[];
  path: string;
  /** Returns the port of the receiver that the load balancer chooses. */
  port: () => number;
  concurrency: number;
  /** Called after each delivery with a 2xx response, with their number. */
  onDelivered?: (count: number) => void;
}

/** Delivers each body until a 2xx response, as a provider does. Resolves with the number of other responses. */
export async function deliverAll(plan: DeliveryPlan): Promise<number> {
  const poster = new Poster();
  const waiting = [...plan.bodies];
  let delivered = 0;
  let repeats = 0;
  let next = 0;
  const worker = async () => {
    while (delivered < plan.bodies.length) {
      const body = waiting[next];
      if (body === undefined) {
        await pause(20);
        continue;
      }
      next += 1;
      const status = await poster.post(plan.port(), plan.path, body);
      if (status >= 200 && status < 300) {
        delivered += 1;
        plan.onDelivered?.(delivered);
      } else {
        repeats += 1;
        // After the rest, so that other bodies are not delayed.
        waiting.push(body);
        await pause(5);
      }
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, worker));
  poster.close();
  return repeats;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
