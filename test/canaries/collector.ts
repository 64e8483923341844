import { inspect, types } from 'node:util';
import type { LoggerService } from '@nestjs/common';
import type { Canary } from './canaries.js';

const LEVELS = ['log', 'error', 'warn', 'debug', 'verbose', 'fatal'] as const;
const CONSOLE = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;

/** Collects all output of the library except results and requests, and searches it for canaries. */
export class Collector {
  /** The name of the current scenario. */
  scenario = '';
  /** The occurrences of canaries: the canary, the source, the scenario, and the adjacent text. */
  readonly found = new Set<string>();
  /** Number of searched texts, by source. */
  readonly counts = new Map<string, number>();
  /** Number of errors, by name. */
  readonly errors = new Map<string, number>();
  readonly #searched = new Set<string>();
  readonly #restore: (() => void)[] = [];

  constructor(private readonly canaries: readonly Canary[]) {}

  get count(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Searches a text that others than the application may read: a log line, output, the name of a job, a metric. */
  text(source: string, text: string): void {
    this.counts.set(source, (this.counts.get(source) ?? 0) + 1);
    const known = `${source} ${text}`;
    if (this.#searched.has(known)) return;
    this.#searched.add(known);
    for (const { name, needles, mayBeInUrls } of this.canaries) {
      if (source === 'url' && mayBeInUrls) continue;
      const needle = needles.find((spelling) => text.includes(spelling));
      if (needle === undefined) continue;
      const at = text.indexOf(needle);
      const around = text.slice(Math.max(0, at - 60), at + needle.length + 20);
      this.found.add(`${name}: ${source} in ${this.scenario}: ${around.replaceAll('\n', ' ')}`);
    }
  }

  /** Searches a value in each format in which a program prints it. */
  value(source: string, value: unknown): void {
    this.text(source, inspect(value, { depth: 10, maxArrayLength: null, maxStringLength: null }));
    this.text(source, inspect(value, { depth: 10, showHidden: true }));
    this.text(source, inspect(value));
    this.text(source, String(value));
    this.text(source, toJson(value));
  }

  /** Searches an error, its causes, and their fields. */
  error(error: unknown): void {
    for (let cause = error, depth = 0; cause !== undefined && depth < 10; depth += 1) {
      this.value('error', cause);
      if (!isError(cause)) return;
      this.errors.set(cause.name, (this.errors.get(cause.name) ?? 0) + 1);
      this.text('error', `${cause.name} ${cause.message} ${cause.stack ?? ''}`);
      this.value('error', Object.fromEntries(ownValues(cause)));
      const { errors } = cause as { errors?: unknown };
      if (Array.isArray(errors)) for (const part of errors) this.error(part);
      cause = cause.cause;
    }
  }

  /** Searches an address of a request, which the other party's access log contains. */
  url(url: string): void {
    this.text('url', url);
  }

  /** Waits for work that may fail, and records its error. */
  async failure(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.error(error);
    }
  }

  /** A logger for Nest that prints nothing and records each line, at every level. */
  readonly logger: LoggerService = Object.fromEntries(
    LEVELS.map((level) => [
      level,
      (...parts: unknown[]) => {
        for (const part of parts) this.value('log', part);
      },
    ]),
  ) as unknown as LoggerService;

  /** Records the console, standard output and error, and warnings of the process. */
  attach(): void {
    for (const name of CONSOLE) {
      const original = console[name];
      console[name] = (...parts: unknown[]) => {
        for (const part of parts) this.value('console', part);
      };
      this.#restore.push(() => (console[name] = original));
    }
    for (const stream of [process.stdout, process.stderr]) {
      const original = stream.write.bind(stream);
      stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
        this.text('output', Buffer.from(chunk).toString());
        return original(chunk, ...rest);
      };
      this.#restore.push(() => (stream.write = original));
    }
    const onWarning = (warning: Error) => this.error(warning);
    process.on('warning', onWarning);
    this.#restore.push(() => process.off('warning', onWarning));
  }

  detach(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }
}

/** Node's own errors belong to another realm than those of the tests. */
function isError(value: unknown): value is Error {
  return types.isNativeError(value);
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    return String(error);
  }
}

function ownValues(error: Error): [string, unknown][] {
  return Reflect.ownKeys(error)
    .filter((key) => key !== 'stack' && key !== 'cause')
    .map((key) => [String(key), Reflect.get(error, key) as unknown]);
}
