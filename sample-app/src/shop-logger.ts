import { ConsoleLogger } from '@nestjs/common';

/** What Nest tells of its own making, which would bury the line that says where the shop is. */
const ROUTINE = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

/** Where Nest tells why an application does not start. */
const FAILURE = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's logger without the routine, and without failures to start, which `main` explains. */
export class ShopLogger extends ConsoleLogger {
  override log(message: unknown, ...rest: unknown[]): void {
    if (!ROUTINE.has(contextOf(rest))) super.log(message, ...rest);
  }

  override error(message: unknown, ...rest: unknown[]): void {
    if (!FAILURE.has(contextOf(rest))) super.error(message, ...rest);
  }
}

/** Nest passes the context last. */
function contextOf(rest: unknown[]): string {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : '';
}
