import { Logger, type LogLevel } from '@nestjs/common';
import { objectOf, oneOf, type OptionRule } from '../errors/index.js';
import { LogRecord, type LogFields } from '../telemetry/index.js';

/** A level of Nest's `Logger`. */
export type PixLogLevel = 'verbose' | 'debug' | 'log' | 'warn' | 'error';

/** The levels of an account's log lines; `false` writes none. */
export interface PixLogOptions {
  /** One line when the client is created: provider, environment, end of the certificate. Default: `log`. */
  start?: PixLogLevel | false | undefined;
  /** One line for each call that succeeded or failed. Default: `debug`. */
  calls?: PixLogLevel | false | undefined;
  /** One line before a request is sent again. Default: `warn`. */
  retries?: PixLogLevel | false | undefined;
  /** One line for each call that may have taken effect. Default: `warn`. */
  unknownOutcomes?: PixLogLevel | false | undefined;
}

const DEFAULTS: Readonly<Record<keyof PixLogOptions, PixLogLevel>> = {
  start: 'log',
  calls: 'debug',
  retries: 'warn',
  unknownOutcomes: 'warn',
};

const level = oneOf(['verbose', 'debug', 'log', 'warn', 'error', false]);
const levelsRule = objectOf<PixLogOptions>({
  start: level,
  calls: level,
  retries: level,
  unknownOutcomes: level,
});

/** Checks the type of the option `log`. */
export const logRule: OptionRule = (value, name, report) =>
  value === false || levelsRule(value, name, report);

/** Writes log lines at the configured levels. */
export class LeveledLog {
  readonly #logger: Logger;
  readonly #levels: Readonly<Record<keyof PixLogOptions, PixLogLevel | false>>;

  constructor(context: string, options: PixLogOptions | false = {}) {
    this.#logger = new Logger(context);
    const { start, calls, retries, unknownOutcomes } = options === false ? ALL_OFF : options;
    this.#levels = {
      start: start ?? DEFAULTS.start,
      calls: calls ?? DEFAULTS.calls,
      retries: retries ?? DEFAULTS.retries,
      unknownOutcomes: unknownOutcomes ?? DEFAULTS.unknownOutcomes,
    };
  }

  /** Whether a line of this kind would be written. */
  writes(kind: keyof PixLogOptions): boolean {
    const chosen = this.#levels[kind];
    return chosen !== false && isEnabled(chosen);
  }

  /** Never throws: an error of the application's logger must not change the result of a call. */
  write(
    kind: keyof PixLogOptions,
    text: string,
    fields: LogFields,
    inText: readonly string[] = [],
  ): void {
    const chosen = this.#levels[kind];
    if (chosen === false) return;
    try {
      this.#logger[chosen](new LogRecord(text, fields, inText));
    } catch {
      // There is no other place to report it.
    }
  }
}

/** Nest 11 reports no level as enabled before levels are set, although it writes all of them. */
function isEnabled(chosen: LogLevel): boolean {
  return Logger.isLevelEnabled(chosen) || !Logger.isLevelEnabled('fatal');
}

const ALL_OFF: PixLogOptions = {
  start: false,
  calls: false,
  retries: false,
  unknownOutcomes: false,
};
