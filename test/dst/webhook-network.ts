import type { WebhookSender } from '../../lib/simulator/domain/webhook/webhook-sender.js';
import type { Fate } from './fates.js';
import { Prng, seedOf } from './prng.js';
import type { Process } from './process.js';
import { Sequence } from './sequence.js';
import type { World } from './world.js';

/** How long the bank waits for the response to a webhook, in milliseconds. */
const LIMIT = 10_000;

/** The way of the bank's webhooks to the shop, behind a balancer over its processes. */
export class WebhookNetwork {
  private readonly sequence = new Sequence();

  constructor(private readonly world: World) {}

  senderOf(bank: Process): WebhookSender {
    return {
      close: () => undefined,
      send: ({ pathname }, body) =>
        bank.bring(
          new Promise<number>((resolve, reject) => {
            const fail = (code: string) => reject(Object.assign(new Error(code), { code }));
            this.world.after(LIMIT, () => fail('TIMEOUT'));
            this.send(pathname, body, resolve, () => fail('ECONNRESET'));
          }),
        ),
    };
  }

  /** Sends a notification to the shop, once, as one whose sender does not mind the response. */
  notify(body: string): void {
    const prng = new Prng(seedOf(this.world.plan.seed, 'notify', body));
    this.deliver(prng, '/webhooks/pix/pix', body, (status) =>
      this.world.trace(`notified ${status}`),
    );
  }

  private send(
    path: string,
    body: string,
    resolve: (status: number) => void,
    fail: () => void,
  ): void {
    const { world } = this;
    const key = this.sequence.next(`webhook ${path} ${body.length}`);
    const prng = new Prng(seedOf(world.plan.seed, 'webhook', key));
    const fate = world.fateOf(key, { method: 'POST', isToken: false, isEmpty: true });
    if (isLost(fate)) world.after(20, fail);
    else if (fate.kind === 'gateway') world.after(15, () => resolve(fate.status));
    if (!arrives(fate)) return;
    const copies = prng.chance(world.healed ? 0 : 0.1) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = fate.kind === 'late' ? fate.out : prng.whole(1, 60);
      world.after(delay, () => {
        this.deliver(prng, path, body, (status) => {
          world.trace(`${key} ${status}`);
          // Of what was decided before, nothing is heard any more.
          world.after(3, () => resolve(status));
        });
      });
    }
  }

  private deliver(prng: Prng, path: string, body: string, answer: (status: number) => void): void {
    const shops = [...this.world.shops.values()];
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

function isLost({ kind }: Fate): boolean {
  return kind === 'refused' || kind === 'connect-timeout' || kind === 'reset' || kind === 'hang';
}

function arrives(fate: Fate): boolean {
  if (fate.kind === 'refused' || fate.kind === 'connect-timeout') return false;
  return !('at' in fate) || fate.at !== 'before';
}
