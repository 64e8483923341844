import type { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../../errors/index.js';
import { objectOf } from '../../options/index.js';
import { logLevelRule, type PixLogLevel } from '../../telemetry/index.js';
import type { PixEventType } from '../notifications/pix-event.js';

/** A run of a handler that failed. */
export interface PixEventFailure {
  readonly event: PixEventType;
  /** The key of the event: the same for every delivery. */
  readonly eventKey: string;
  /** The name of the receiver that the event arrived at. */
  readonly receiver: string;
  readonly tenant: string | undefined;
  /** When this delivery arrived. */
  readonly receivedAt: Date;
  /** The id of the handler: `Class.method`, or the `id` of its decorator. */
  readonly handler: string;
}

/**
 * Called after a handler has failed, its guards and interceptors included, or the event store failed
 * for it. The event is delivered again in any case.
 *
 * @param error as it was thrown; unlike in log lines, tax ids and credentials are not masked
 */
export type PixEventErrorListener = (error: unknown, failure: PixEventFailure) => unknown;

/** Calls the listener without waiting for it. Its own errors are logged. Never throws. */
export function reportFailure(
  listener: PixEventErrorListener | undefined,
  error: unknown,
  failure: PixEventFailure,
  logger: Pick<Logger, 'error'>,
): void {
  if (!listener) return;
  const logError = (problem: unknown) =>
    logger.error(toLogLine(`onError failed: ${toErrorText(problem)}`));
  try {
    Promise.resolve(listener(error, failure)).catch(logError);
  } catch (problem) {
    logError(problem);
  }
}

/** The level of a receiver's or worker's log lines about events; failures are always logged. */
export interface PixEventLogOptions {
  /** One line for each event that was handled, queued or is a duplicate. Default: `false`. */
  success?: PixLogLevel | false | undefined;
}

/** Checks the type of the option `log`. */
export const eventLogRule = objectOf<PixEventLogOptions>({ success: logLevelRule });
