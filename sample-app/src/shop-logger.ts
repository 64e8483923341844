import { ConsoleLogger } from '@nestjs/common';

/** Contexts of Nest's startup messages, which are not logged. */
const ROUTINE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

/** Contexts of Nest's messages about a failed start. */
const FAILURE = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's logger without startup messages and without failures to start, which `main` reports. */
export class ShopLogger extends ConsoleLogger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (!ROUTINE.has(readContext(rest))) super.log(message, ...rest);
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!FAILURE.has(readContext(rest))) super.error(message, ...rest);
  }
}

/** Nest passes the context last. */
function readContext(rest: unknown[]): string {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : '';
}
