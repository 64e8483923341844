import {
  findMoneyDifferences,
  normalizeBody,
  type Plain,
  type PixListOperation,
  type PixOperation,
} from '../contract/index.js';
import { MINUTE_MS } from '../runtime/index.js';
import { assertPeriod, assertRequestOptions } from './call-options.js';
import { iteratePages } from './pagination.js';
import type { OperationCaller } from './prepare.js';
import type { PixCandidatePeriod, PixRequestOptions } from './request-options.js';

/**
 * Searches for records that a create with an unknown outcome may have left: the records of the
 * period whose money is what was sent.
 *
 * @param given the body that was passed to the create
 * @throws ValueError if an option or a field of the period is unknown or has another type
 * @returns the records in the order of the provider; empty if there are none
 */
export async function findCandidates<Found extends object>(
  caller: OperationCaller,
  operation: PixOperation,
  given: object | undefined,
  period: PixCandidatePeriod,
  options: PixRequestOptions = {},
): Promise<Found[]> {
  assertPeriod(period);
  assertRequestOptions(options);
  const body = normalizeBody(operation.body, given) as object | undefined;
  const found: Found[] = [];
  for await (const record of iterateCandidates(caller, operation, body ?? {}, period, options)) {
    if (hasEnded(operation, record)) continue;
    if (findMoneyDifferences(operation, body, record).length === 0) found.push(record as Found);
  }
  return found;
}

async function* iterateCandidates(
  caller: OperationCaller,
  { candidates }: PixOperation,
  body: object,
  { inicio, fim }: PixCandidatePeriod,
  options: PixRequestOptions,
): AsyncGenerator<object> {
  if (candidates === undefined) return;
  if ('within' in candidates) {
    const { within, field } = candidates;
    const record = await caller.call(within, { params: candidates.params(body) }, options);
    const list: unknown = Reflect.get(record as object, field);
    if (Array.isArray(list)) yield* list as object[];
    return;
  }
  const now = caller.runtime.now();
  const filter = {
    ...candidates.filter?.(body),
    inicio: inicio ?? new Date(now - 10 * MINUTE_MS),
    fim: fim ?? new Date(now + MINUTE_MS),
  };
  const list = candidates.list as PixListOperation<undefined, object, object>;
  yield* iteratePages(caller, list, filter as Plain<object>, options) as AsyncGenerator<object>;
}

/** Whether a record was removed, refused or failed, so that it cannot be used. */
function hasEnded({ record: rule }: PixOperation, record: object): boolean {
  const { status } = record as { status?: unknown };
  return rule?.lifecycle?.ended.some((ended) => ended === status) === true;
}
