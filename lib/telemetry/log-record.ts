import { Logger } from '@nestjs/common';
import { oneOf } from '../options/index.js';

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
export class LogRecord {
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
