import type { ChildProcess } from 'node:child_process';
import { Relay } from '../../services/support/relay.js';
import { POSTGRES_URL, REDIS_URL } from '../../services/support/servers.js';
import { kill, waitForMessage, startProcess } from '../processes.js';
import type { HandlerRuns } from './handler-runs.js';
import type { ReceiverOrder } from './store-kinds.js';

/** A receiver or worker process that is restarted after a kill, with relays to its servers. */
export class Receiver {
  #child: ChildProcess | undefined;
  #port = 0;
  #dying = false;
  #killed: ChildProcess | undefined;
  kills = 0;
  /** Number of exits that the run did not cause. */
  crashes = 0;

  private constructor(
    private readonly order: Omit<ReceiverOrder, 'postgresPort' | 'redisPort' | 'port'>,
    private readonly handlerRuns: HandlerRuns,
    readonly relays: readonly [postgres: Relay, redis: Relay],
  ) {}

  static async start(
    order: Omit<ReceiverOrder, 'postgresPort' | 'redisPort' | 'port'>,
    handlerRuns: HandlerRuns,
  ): Promise<Receiver> {
    const relays = [await Relay.to(POSTGRES_URL), await Relay.to(REDIS_URL)] as const;
    const receiver = new Receiver(order, handlerRuns, relays);
    await receiver.#start();
    return receiver;
  }

  /** Whether a load balancer treats it as healthy. */
  get isUp(): boolean {
    return !this.#dying && this.#port !== 0;
  }

  /** The port at which it listens, also while it is down. */
  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** Kills it and starts it again at the same port. */
  async restart(): Promise<void> {
    await this.#end();
    this.kills += 1;
    await this.#start();
  }

  async stop(): Promise<void> {
    await this.#end();
    for (const relay of this.relays) await relay.cut();
  }

  async #start(): Promise<void> {
    const [postgres, redis] = this.relays;
    const child = startProcess('receiver/receiver-process.ts');
    this.#child = child;
    child.on('exit', () => {
      if (child !== this.#killed) this.crashes += 1;
    });
    child.send({
      ...this.order,
      postgresPort: postgres.port,
      redisPort: redis.port,
      port: this.#port,
    } satisfies ReceiverOrder);
    this.#port = await waitForMessage<number>(child);
    this.#dying = false;
  }

  async #end(): Promise<void> {
    const child = this.#child!;
    this.#dying = true;
    this.#killed = child;
    await kill(child);
    await this.handlerRuns.killed(child.pid!);
  }
}
