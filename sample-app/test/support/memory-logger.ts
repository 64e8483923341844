import type { LoggerService } from '@nestjs/common';

/** Keeps what Nest would print, one line a message: its text, then where it comes from. */
export function memoryLogger(lines: string[]): LoggerService {
  const write = (...parts: unknown[]) => {
    const said: unknown[] = parts.filter((part) => part !== undefined);
    lines.push(said.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '));
  };
  return { log: write, error: write, warn: write, debug: write, verbose: write, fatal: write };
}
