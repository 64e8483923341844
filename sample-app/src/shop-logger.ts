import { ConsoleLogger } from '@nestjs/common';
import { hideQueryValues } from './database/hide-query-values.js';
import { LOG_LEVELS, type LogFormat, type LogLevel } from './settings/settings.js';

/** Contexts of Nest's startup messages, which are not logged. */
const ROUTINE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

/** Contexts of Nest's messages about a failed start. */
const FAILURE = new Set(['ExceptionHandler', 'NestApplication']);

/**
 * Nest's logger without startup messages, without failures to start, which `main` reports, and without the values of
 * failed queries.
 */
export class ShopLogger extends ConsoleLogger {
  /** Creates a logger of the lines that are at least as important as `level`. */
  static create(format: LogFormat, level: LogLevel): ShopLogger {
    const logLevels = LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
    return new ShopLogger({ json: format === 'json', logLevels });
  }

  override log(message: unknown, ...rest: unknown[]): void {
    if (!ROUTINE.has(readContext(rest))) super.log(message, ...rest);
  }

  override warn(message: unknown, ...rest: unknown[]): void {
    super.warn(hideQueryValues(message), ...rest.map(hideQueryValues));
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (FAILURE.has(readContext(rest))) return;
    super.error(hideQueryValues(message), ...rest.map(hideQueryValues));
  }

  override fatal(message: unknown, ...rest: unknown[]): void {
    super.fatal(hideQueryValues(message), ...rest.map(hideQueryValues));
  }
}

/** Nest passes the context last. */
function readContext(rest: unknown[]): string {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : '';
}
