import { Logger } from '@nestjs/common';

/** Restores the levels that a command or an application has set for its process. */
export function restoreLogLevels(): void {
  Logger.overrideLogger(['log', 'error', 'warn', 'debug', 'verbose', 'fatal']);
}
