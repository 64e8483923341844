import { isPixAPIException, type PixClient, type PixRequestOptions } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import type { WriteOperation } from '../operations/index.js';

/**
 * What the library reported to its caller: success, failure, or an unknown outcome. `broken` is an error that is not a
 * `PixAPIException`, from which the caller learns no outcome.
 */
export type Outcome = 'ok' | 'failed' | 'unknown' | 'broken';

/** One call and the library's report of it; plain data. */
export interface Report {
  /** {@link WriteOperation.name}. */
  readonly operation: string;
  readonly target: Json;
  readonly outcome: Outcome;
  /** Identifier of the record in the response. */
  readonly answer?: string;
  readonly error?: string;
  /** Whether the bank refused the last attempt. */
  readonly refused?: boolean;
  /** Number of times that the call took effect, if that was read after it. */
  readonly effects?: number;
  readonly milliseconds: number;
}

/** Statuses of the mix of faults that are no refusals, although they are 4xx. */
const NO_REFUSALS: readonly number[] = [408, 425, 429];

/** Makes a call and records what the library reported. */
export async function makeReport(
  operation: WriteOperation,
  client: PixClient,
  target: Json,
  options?: PixRequestOptions,
): Promise<Report> {
  const start = performance.now();
  const end = (rest: Pick<Report, 'outcome' | 'answer' | 'error' | 'refused'>): Report => ({
    operation: operation.name,
    target,
    milliseconds: performance.now() - start,
    ...rest,
  });
  try {
    const answer = await operation.call(client, target, options);
    return end({
      outcome: 'ok',
      ...(operation.getIdentifier && { answer: operation.getIdentifier(answer) }),
    });
  } catch (error) {
    if (!isPixAPIException(error)) return end({ outcome: 'broken', error: String(error) });
    const { status = 0 } = error;
    return end({
      outcome: error.resultUnknown ? 'unknown' : 'failed',
      error: `${error.name}${status ? ` ${status}` : ''}: ${error.message}`,
      refused: status >= 400 && status < 500 && !NO_REFUSALS.includes(status),
    });
  }
}
