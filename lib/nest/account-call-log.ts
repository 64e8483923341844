import { getErrorCode, isPixAPIException, toErrorText, toLogLine } from '../errors/index.js';
import type {
  CallLog,
  LogFields,
  PixAccountLabels,
  PixCallActivity,
  PixCallOutcome,
} from '../telemetry/index.js';
import type { LeveledLog, PixLogOptions } from './log-options.js';

const KINDS = {
  success: 'success',
  failure: 'failures',
  unknown: 'unknownOutcomes',
} as const satisfies Record<PixCallOutcome, keyof PixLogOptions>;

/** Writes one line for the end of a call, one for each repeat, and one for a record that differs. */
export class AccountCallLog implements CallLog {
  constructor(private readonly log: LeveledLog) {}

  get writesDifferences(): boolean {
    return this.log.writes('differences');
  }

  ended(call: PixCallActivity, durationMs: number, error: unknown): void {
    if (this.writesDifferences && call.differences) this.#differed(call, call.differences);
    const kind = KINDS[call.outcome ?? 'failure'];
    if (!this.log.writes(kind)) return;
    const { operation, outcome, requests, status, requestId, txid } = call;
    this.log.write(
      kind,
      describeEnd(call, error),
      {
        operation,
        outcome,
        status,
        durationMs: Math.round(durationMs),
        requests,
        ...labelFields(call.account),
        requestId,
        ...(txid !== undefined && { txid: toLogLine(txid) }),
        ...errorFields(error),
      },
      ['operation', 'outcome'],
    );
  }

  repeated(call: PixCallActivity, number: number, cause: unknown): void {
    if (!this.log.writes('retries')) return;
    const { operation, txid } = call;
    this.log.write(
      'retries',
      `${operation} is sent again (attempt ${number})`,
      {
        operation,
        attempt: number,
        ...labelFields(call.account),
        ...(txid !== undefined && { txid: toLogLine(txid) }),
        ...errorFields(cause),
      },
      ['operation', 'attempt'],
    );
  }

  #differed({ operation, account, txid }: PixCallActivity, paths: readonly string[]): void {
    const differences = toLogLine(paths.join(', '));
    this.log.write(
      'differences',
      `${operation} took effect, and its record differs in ${differences}`,
      {
        operation,
        differences,
        ...labelFields(account),
        ...(txid !== undefined && { txid: toLogLine(txid) }),
      },
      ['operation', 'differences'],
    );
  }
}

function describeEnd({ operation, outcome }: PixCallActivity, error: unknown): string {
  if (outcome === 'success') return `${operation} succeeded`;
  const reason = toLogLine(error instanceof Error ? error.message : toErrorText(error));
  return outcome === 'unknown'
    ? `${operation} has an unknown outcome: ${reason}`
    : `${operation} failed: ${reason}`;
}

function labelFields({ name, provider, environment }: PixAccountLabels): LogFields {
  return { account: name, provider, environment };
}

function errorFields(error: unknown): LogFields {
  if (error === undefined) return {};
  const status = isPixAPIException(error) ? error.status : undefined;
  return { errorCode: getErrorCode(error), ...(status !== undefined && { errorStatus: status }) };
}
