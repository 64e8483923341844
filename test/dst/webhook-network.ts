import type { WebhookSender } from '../../devkit/simulator/domain/deliveries.js';
import { deriveSeed, Prng } from './prng.js';
import type { Process } from './process.js';
import type { FaultTarget, RequestFault } from './request-faults.js';
import { Sequence } from './sequence.js';

/** Time limit of the bank for the response to a webhook, in milliseconds. */
const LIMIT = 10_000;

/** What the network uses of the run. */
interface WebhookRun {
  readonly plan: { readonly seed: number };
  readonly faultsEnded: boolean;
  readonly violations: string[];
  /** The running processes of the shop. */
  readonly shops: ReadonlyMap<unknown, WebhookTarget>;
  selectFault(key: string, subject: FaultTarget): RequestFault;
  trace(event: string): void;
  after(ms: number, action: () => void): void;
}

interface WebhookTarget {
  readonly process: Process;
  readonly receiver: { receive(path: string, body: string): Promise<number> };
}

/** Transmits the bank's webhooks to the shop, through a load balancer over its processes. */
export class WebhookNetwork {
  private readonly sequence = new Sequence();

  constructor(private readonly simulation: WebhookRun) {}

  createSender(bank: Process): WebhookSender {
    return {
      close: () => undefined,
      send: ({ pathname }, body) =>
        bank.receive(
          new Promise<number>((resolve, reject) => {
            const fail = (code: string) => reject(Object.assign(new Error(code), { code }));
            this.simulation.after(LIMIT, () => fail('TIMEOUT'));
            this.send(pathname, body, resolve, () => fail('ECONNRESET'));
          }),
        ),
    };
  }

  /** Sends a notification to the shop once, and ignores the response. */
  notify(body: string): void {
    const prng = new Prng(deriveSeed(this.simulation.plan.seed, 'notify', body));
    this.deliver(prng, '/webhooks/pix/pix', body, (status) =>
      this.simulation.trace(`notified ${status}`),
    );
  }

  private send(
    path: string,
    body: string,
    resolve: (status: number) => void,
    fail: () => void,
  ): void {
    const { simulation } = this;
    const key = this.sequence.next(`webhook ${path} ${body.length}`);
    const prng = new Prng(deriveSeed(simulation.plan.seed, 'webhook', key));
    const fault = simulation.selectFault(key, { method: 'POST', isToken: false, isEmpty: true });
    if (isLost(fault)) simulation.after(20, fail);
    else if (fault.kind === 'gateway') simulation.after(15, () => resolve(fault.status));
    if (!arrives(fault)) return;
    const copies = prng.chance(simulation.faultsEnded ? 0 : 0.1) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = fault.kind === 'late' ? fault.out : prng.whole(1, 60);
      simulation.after(delay, () => {
        this.deliver(prng, path, body, (status) => {
          simulation.trace(`${key} ${status}`);
          if (status === 400) simulation.violations.push(`A receiver cannot read ${body}.`);
          // The bank ignores later responses.
          simulation.after(3, () => resolve(status));
        });
      });
    }
  }

  private deliver(prng: Prng, path: string, body: string, answer: (status: number) => void): void {
    const shops = [...this.simulation.shops.values()];
    if (shops.length === 0) {
      answer(502);
      return;
    }
    const { receiver, process } = prng.pick(shops);
    process.enter(() => {
      void receiver.receive(path, body).then(answer, () => answer(500));
    });
  }
}

function isLost({ kind }: RequestFault): boolean {
  return kind === 'refused' || kind === 'connect-timeout' || kind === 'reset' || kind === 'hang';
}

function arrives(fault: RequestFault): boolean {
  if (fault.kind === 'refused' || fault.kind === 'connect-timeout') return false;
  return !('at' in fault) || fault.at !== 'before';
}
