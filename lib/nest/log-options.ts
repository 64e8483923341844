import { Logger } from '@nestjs/common';
import { applyDefaults, objectOf, type OptionRule } from '../options/index.js';
import {
  isLogLevelEnabled,
  logLevelRule,
  LogRecord,
  type LogFields,
  type PixLogLevel,
} from '../telemetry/index.js';

/** The levels of an account's log lines; `false` writes none. */
export interface PixLogOptions {
  /** One line when the client is created: provider, environment, end of the certificate. Default: `log`. */
  start?: PixLogLevel | false | undefined;
  /** One line for each call that succeeded. Default: `false`. */
  success?: PixLogLevel | false | undefined;
  /** One line for each write whose record has other names or texts, with their paths. Default: `debug`. */
  differences?: PixLogLevel | false | undefined;
  /** One line for each call that failed without an effect. Default: `debug`. */
  failures?: PixLogLevel | false | undefined;
  /** One line before a request is sent again. Default: `warn`. */
  retries?: PixLogLevel | false | undefined;
  /** One line for each call that may have taken effect. Default: `warn`. */
  unknownOutcomes?: PixLogLevel | false | undefined;
}

type Levels = Readonly<Record<keyof PixLogOptions, PixLogLevel | false>>;

const DEFAULTS: Levels = {
  start: 'log',
  success: false,
  differences: 'debug',
  failures: 'debug',
  retries: 'warn',
  unknownOutcomes: 'warn',
};

const levelsRule = objectOf<PixLogOptions>({
  start: logLevelRule,
  success: logLevelRule,
  differences: logLevelRule,
  failures: logLevelRule,
  retries: logLevelRule,
  unknownOutcomes: logLevelRule,
});

/** Checks the type of the option `log`. */
export const logRule: OptionRule = (value, name, report) =>
  value === false || levelsRule(value, name, report);

/** Writes log lines at the configured levels. */
export class LeveledLog {
  readonly #logger: Logger;
  readonly #levels: Levels;

  constructor(context: string, options: PixLogOptions | false = {}) {
    this.#logger = new Logger(context);
    this.#levels = options === false ? ALL_OFF : applyDefaults(options, DEFAULTS);
  }

  /** Whether a line of this kind would be written. */
  writes(kind: keyof PixLogOptions): boolean {
    const chosen = this.#levels[kind];
    return chosen !== false && isLogLevelEnabled(chosen);
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

const ALL_OFF: Levels = {
  start: false,
  success: false,
  differences: false,
  failures: false,
  retries: false,
  unknownOutcomes: false,
};
