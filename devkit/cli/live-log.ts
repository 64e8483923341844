import { styleText } from 'node:util';
import type { LoggedRequest, WebhookDelivery } from '../simulator/index.js';
import type { CommandContext } from './command.js';
import { escapeLine } from './terminal-text.js';
import type { Texts } from './texts/en.js';

/** How calls and deliveries are printed: a line of text, a line of JSON, or not at all. */
export const LOG_FORMATS = ['text', 'json', 'none'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** The columns of a line: those of the bank's texts, what has a color, and the others. */
type Columns = readonly [readonly string[], number | string, readonly string[]];

/** Prints one line for each call, and for each attempt of a delivery. */
export class LiveLog {
  readonly #texts: Texts['log'];
  readonly #hasColors: boolean;
  #isFirst = true;

  constructor(
    private readonly context: CommandContext,
    private readonly format: LogFormat,
  ) {
    this.#texts = context.texts.log;
    this.#hasColors = context.console.terminal !== undefined && !context.environment.NO_COLOR;
  }

  call(call: LoggedRequest): void {
    const { at, method, path, status, duration, fault } = call;
    this.#print('call', call, [
      [toTime(at), method.padEnd(METHOD), path],
      status,
      [toMilliseconds(duration), ...(fault ? [this.#texts.fault] : [])],
    ]);
  }

  delivery(delivery: WebhookDelivery): void {
    const { kind, attempts, dueAt, state } = delivery;
    // The query of a registered address contains the secret of the receiver.
    const url = delivery.url.replace(/\?.*/, '?…');
    const { at = '', status, error, duration } = attempts.at(-1) ?? {};
    this.#print('delivery', { ...delivery, url }, [
      [toTime(at), '→'.padEnd(METHOD), `${kind} ${url}`],
      status ?? error ?? '',
      [
        ...(duration === undefined ? [] : [toMilliseconds(duration)]),
        ...(dueAt === undefined ? [] : [this.#texts.next(toTime(dueAt))]),
        ...(state === 'failed' ? [this.#texts.given] : []),
      ],
    ]);
  }

  #print(kind: string, record: object, [before, status, after]: Columns): void {
    const { console } = this.context;
    if (this.format === 'json') console.out(`${JSON.stringify({ kind, ...record })}\n`);
    if (this.format !== 'text') return;
    if (this.#isFirst) console.out(this.#texts.zone);
    this.#isFirst = false;
    const columns = [...before.map(escapeLine), this.#paint(status), ...after];
    console.writeColored(`${columns.join('  ')}\n`);
  }

  #paint(status: number | string): string {
    const text = escapeLine(String(status));
    if (!this.#hasColors) return text;
    const color = typeof status !== 'number' || status >= 500 ? 'red' : findColor(status);
    return styleText(color, text, { validateStream: false });
  }
}

function findColor(status: number): 'green' | 'yellow' {
  return status < 400 ? 'green' : 'yellow';
}

/** The longest method, `DELETE`. */
const METHOD = 6;

const time = new Intl.DateTimeFormat('pt-BR', {
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** The time of Brasília. */
function toTime(instant: string): string {
  return Number.isNaN(Date.parse(instant)) ? '--:--:--' : time.format(new Date(instant));
}

function toMilliseconds(duration: number): string {
  return `${Math.round(duration)} ms`;
}
