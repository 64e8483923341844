import { Logger } from '@nestjs/common';
import { getErrorCode, isPixAPIException, toErrorText, toLogLine } from '../errors/index.js';
import { oneOf, valueOr, defineOptions } from '../options/index.js';
import type { PixAccountLabels, PixCallActivity, PixCallOutcome } from './activities.js';
import type { Subscriber } from './channel.js';

/** A level of Nest's `Logger`. */
export type PixLogLevel = 'verbose' | 'debug' | 'log' | 'warn' | 'error';

/** The rule of an option that takes a level, or `false` for no line. */
export const logLevelRule = oneOf(['verbose', 'debug', 'log', 'warn', 'error', false]);

/**
 * Whether the logger prints this level. Nest 11 reports no level as enabled before levels are set,
 * although it writes all of them.
 */
export function isLogLevelEnabled(level: PixLogLevel): boolean {
  return Logger.isLevelEnabled(level) || !Logger.isLevelEnabled('fatal');
}

/** The fields of a log line. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A log line with structured fields, as a message of Nest's `Logger`. `ConsoleLogger` prints it as
 * one line of text; loggers for JSON (nestjs-pino, `ConsoleLogger` with `json`) print its fields.
 */
class LogRecord {
  readonly msg: string;
  readonly #inText: readonly string[];

  /**
   * @param msg and fields without secrets, CPF, CNPJ and line breaks
   * @param inText the fields that `msg` contains already, which the text does not repeat
   */
  constructor(msg: string, fields: LogFields, inText: readonly string[] = []) {
    this.msg = msg;
    this.#inText = inText;
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
  }

  /** The field in which winston expects the text. */
  get message(): string {
    return this.msg;
  }

  toString(): string {
    const fields = Object.entries(this).filter(
      ([name]) => name !== 'msg' && !this.#inText.includes(name),
    );
    return [this.msg, ...fields.map(([name, value]) => `${name}=${String(value)}`)].join(' ');
  }

  /** The text that `ConsoleLogger` prints. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

/** The levels of an account's log lines; `false` writes none. */
export interface PixLogOptions {
  /** One line when the client is created: provider, environment, beginning of the client id, end of the certificate. Default: `log`. */
  start?: PixLogLevel | false | undefined;
  /** One line for each call that succeeded. Default: `false`. */
  success?: PixLogLevel | false | undefined;
  /** One line for each write whose record has other names or texts, with their paths. Default: `false`. */
  differences?: PixLogLevel | false | undefined;
  /** One line for each call that failed without an effect. Default: `debug`. */
  failures?: PixLogLevel | false | undefined;
  /** One line before a request is sent again. Default: `warn`. */
  retries?: PixLogLevel | false | undefined;
  /** One line for each call that may have taken effect. Default: `warn`. */
  unknownOutcomes?: PixLogLevel | false | undefined;
}

type Kind = keyof PixLogOptions;

const table = defineOptions<PixLogOptions>()({
  start: { rule: logLevelRule, default: 'log' },
  success: { rule: logLevelRule, default: false },
  differences: { rule: logLevelRule, default: false },
  failures: { rule: logLevelRule, default: 'debug' },
  retries: { rule: logLevelRule, default: 'warn' },
  unknownOutcomes: { rule: logLevelRule, default: 'warn' },
});

/** Checks the type of the option `log`. */
export const logRule = valueOr([false], table.rule);

const KINDS = {
  success: 'success',
  failure: 'failures',
  unknown: 'unknownOutcomes',
} as const satisfies Record<PixCallOutcome, Kind>;

/**
 * Writes the log lines of an account: its start, the end of a call, each repeat, and a record that
 * differs.
 */
export class AccountLog implements Subscriber {
  readonly #levels: Readonly<Record<Kind, PixLogLevel | false>>;

  constructor(options: PixLogOptions = {}) {
    this.#levels = table.resolve(options);
  }

  /**
   * @param certificate `undefined` without a client certificate
   * @param clientId of which only the beginning is written
   */
  started(
    account: PixAccountLabels,
    certificate: { readonly notAfter: Date; readonly daysLeft: number } | undefined,
    clientId = '',
  ): void {
    if (!this.#writes('start')) return;
    const { name, provider, environment } = account;
    const end = certificate?.notAfter.toISOString();
    const until = end === undefined ? 'no client certificate' : `certificate valid until ${end}`;
    // At most a third: it tells accounts apart, and not what it is.
    const shown = clientId.slice(0, Math.min(4, clientId.length / 3));
    const client = clientId === '' ? undefined : toLogLine(`${shown}…`);
    const fields = { certificateNotAfter: end, certificateDaysLeft: certificate?.daysLeft };
    const which = client === undefined ? environment : `${environment}, client ${client}`;
    this.#write(
      'start',
      toLogLine(`Account ${name}: ${provider}, ${which}, ${until}`),
      { account: name, provider, environment, clientId: client, ...fields },
      ['account', 'provider', 'environment', 'clientId', 'certificateNotAfter'],
    );
  }

  repeated(call: PixCallActivity, number: number, cause: unknown): void {
    if (!this.#writes('retries')) return;
    const fields = { attempt: number, ...accountFields(call), ...errorFields(cause) };
    const text = `${call.operation} is sent again (attempt ${number})`;
    this.#write('retries', text, { operation: call.operation, ...fields }, [
      'operation',
      'attempt',
    ]);
  }

  ended(call: PixCallActivity, durationMs: number, error: unknown): void {
    if (this.#writes('differences')) this.#differed(call);
    const kind = KINDS[call.outcome ?? 'failure'];
    if (!this.#writes(kind)) return;
    const { operation, outcome, requests, status, requestId } = call;
    const { txid, ...account } = accountFields(call);
    const fields = { operation, outcome, status, durationMs: Math.round(durationMs), requests };
    this.#write(
      kind,
      describeEnd(call, error),
      { ...fields, ...account, requestId, txid, ...errorFields(error) },
      ['operation', 'outcome'],
    );
  }

  #differed(call: PixCallActivity): void {
    const { operation, differences: paths } = call;
    if (!paths) return;
    const differences = toLogLine(paths.join(', '));
    this.#write(
      'differences',
      `${operation} took effect, and its record differs in ${differences}`,
      { operation, differences, ...accountFields(call) },
      ['operation', 'differences'],
    );
  }

  /** Whether a line of this kind would be written. */
  #writes(kind: Kind): boolean {
    const level = this.#levels[kind];
    return level !== false && isLogLevelEnabled(level);
  }

  /** Never throws: an error of the application's logger must not change the result of a call. */
  #write(kind: Kind, text: string, fields: LogFields, inText: readonly string[]): void {
    const level = this.#levels[kind];
    if (level === false) return;
    try {
      const logger = new Logger(kind === 'start' ? 'PixModule' : 'PixClient');
      logger[level](new LogRecord(text, fields, inText));
    } catch {
      // There is no other place to report it.
    }
  }
}

function describeEnd({ operation, outcome }: PixCallActivity, error: unknown): string {
  if (outcome === 'success') return `${operation} succeeded`;
  const reason = toLogLine(error instanceof Error ? error.message : toErrorText(error));
  return outcome === 'unknown'
    ? `${operation} has an unknown outcome: ${reason}`
    : `${operation} failed: ${reason}`;
}

function accountFields({ account, txid }: PixCallActivity): LogFields {
  const { name, provider, environment } = account;
  return { account: name, provider, environment, txid: txid && toLogLine(txid) };
}

function errorFields(error: unknown): LogFields {
  if (error === undefined) return {};
  const status = isPixAPIException(error) ? error.status : undefined;
  return { errorCode: getErrorCode(error), errorStatus: status };
}
