import { isPixAPIException, type PixClient, type PixRequestOptions } from '../../../lib/index.js';
import type { Json } from '../../simulator/support/bare-client.js';
import type { WriteOperation } from '../operations/index.js';

/**
 * What the library told its caller: success, failure, or that it does not know. `broken` is an error that is no
 * `PixAPIException`: the caller learns nothing from it.
 */
export type Outcome = 'ok' | 'failed' | 'unknown' | 'broken';

/** One call and what the library reported of it; plain data. */
export interface Report {
  /** {@link WriteOperation.name}. */
  readonly operation: string;
  readonly target: Json;
  readonly outcome: Outcome;
  /** Identifier of the record in the answer. */
  readonly answer?: string;
  readonly error?: string;
  readonly milliseconds: number;
}

/** Makes a call and keeps what the library reported. */
export async function reportOf(
  operation: WriteOperation,
  client: PixClient,
  target: Json,
  options?: PixRequestOptions,
): Promise<Report> {
  const start = performance.now();
  const end = (rest: Pick<Report, 'outcome' | 'answer' | 'error'>): Report => ({
    operation: operation.name,
    target,
    milliseconds: performance.now() - start,
    ...rest,
  });
  try {
    const answer = await operation.call(client, target, options);
    return end({
      outcome: 'ok',
      ...(operation.answered && { answer: operation.answered(answer) }),
    });
  } catch (error) {
    if (!isPixAPIException(error)) return end({ outcome: 'broken', error: String(error) });
    const status = error.status === undefined ? '' : ` ${error.status}`;
    return end({
      outcome: error.resultUnknown ? 'unknown' : 'failed',
      error: `${error.name}${status}: ${error.message}`,
    });
  }
}
