import type { LoggerService } from '@nestjs/common';

/** Records what Nest would print, one line per message: its text, then its context. */
export function memoryLogger(lines: string[]): LoggerService {
  const write = (...parts: unknown[]) => {
    const printed: unknown[] = parts.filter((part) => part !== undefined);
    lines.push(
      printed.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '),
    );
  };
  return { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
}
