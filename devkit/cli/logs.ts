import type { IncomingMessage } from 'node:http';
import type {
  DeliveryList,
  LoggedRequest,
  RequestList,
  WebhookDelivery,
} from '../simulator/index.js';
import { CommandError, type CommandContext } from './command.js';
import { LiveLog, type LogFormat } from './live-log.js';
import { RunningBank } from './running-bank.js';

/** The options of `nestjs-pix logs`. */
export interface LogsCommandOptions {
  readonly bank: string;
  readonly limit: number;
  readonly follow?: true;
  readonly log: LogFormat;
}

/** Prints the latest calls and deliveries of a simulated bank, and with `follow` each new one. */
export async function printLogs(
  { bank: place, limit, follow, log: format }: LogsCommandOptions,
  context: CommandContext,
): Promise<void> {
  const bank = await RunningBank.find(place, context.texts.bank);
  const reader = new LogReader(bank, new LiveLog(context, format));
  // Opened first, so that nothing is missed in between.
  const events = follow && (await bank.open('GET', '/events'));
  await reader.print(limit);
  if (!events) return;
  const ended = context.console.untilEnded().then(() => {
    events.destroy();
  });
  await Promise.race([ended, followEvents(events, reader, bank)]);
}

/** @throws CommandError if the bank ends or refuses */
async function followEvents(events: IncomingMessage, reader: LogReader, bank: RunningBank) {
  try {
    // What changed is read again: an event only says that something did.
    for await (const event of events) if (event) await reader.print();
  } catch (error) {
    throw error instanceof CommandError ? error : bank.silence(error as Error);
  }
  throw bank.silence();
}

/** A line, and when it happened. */
interface Line {
  readonly at: string;
  readonly print: () => void;
}

/** Records of a list: the bank keeps no more calls. */
const ALL = 200;

/** Reads what was not printed yet. */
class LogReader {
  #lastCall = 0;
  /** Attempts of each delivery that were printed. */
  readonly #attempts = new Map<number, number>();

  constructor(
    private readonly bank: RunningBank,
    private readonly log: LiveLog,
  ) {}

  /** @param limit only the latest lines */
  async print(limit = Infinity): Promise<void> {
    const { requests } = await this.bank.get<RequestList>(`/requests?limit=${ALL}`);
    const { deliveries } = await this.bank.get<DeliveryList>(`/deliveries?limit=${ALL}`);
    const lines = [
      ...requests.flatMap((call) => this.#toLine(call)),
      ...deliveries.flatMap((delivery) => this.#toLines(delivery)),
    ];
    lines.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
    for (const { print } of lines.slice(-limit)) print();
    this.#lastCall = Math.max(this.#lastCall, ...requests.map(({ id }) => id));
  }

  #toLine(call: LoggedRequest): Line[] {
    const print = () => {
      this.log.call(call);
    };
    return call.id > this.#lastCall ? [{ at: call.at, print }] : [];
  }

  #toLines(delivery: WebhookDelivery): Line[] {
    const { id, attempts } = delivery;
    const ended = attempts.filter(({ status, error }) => (status ?? error) !== undefined);
    const printed = this.#attempts.get(id) ?? 0;
    this.#attempts.set(id, ended.length);
    return ended.slice(printed).map((attempt, index) => ({
      at: attempt.at,
      print: () => {
        this.log.delivery({ ...delivery, attempts: ended.slice(0, printed + index + 1) });
      },
    }));
  }
}
