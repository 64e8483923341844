import type { LoggerService, NestApplicationOptions } from '@nestjs/common';

/** Records what Nest would print. */
export class RecordedLog implements LoggerService {
  readonly lines: string[] = [];

  log = (...parts: unknown[]) => this.record('log', parts);
  warn = (...parts: unknown[]) => this.record('warn', parts);
  error = (...parts: unknown[]) => this.record('error', parts);
  debug = (...parts: unknown[]) => this.record('debug', parts);

  get text(): string {
    return this.lines.join('\n');
  }

  private record(level: string, parts: unknown[]): void {
    this.lines.push([level, ...parts].map(String).join(' '));
  }
}

/** Options with which Nest prints nothing, and throws when it cannot start instead of ending the process. */
export function quiet(logger = new RecordedLog()): NestApplicationOptions {
  return { logger, abortOnError: false };
}
