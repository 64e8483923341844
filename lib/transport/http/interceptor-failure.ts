import { PixErroTransporteException, PixTimeoutException } from '../../errors/index.js';
import { markFailure } from './failure-kind.js';
import { buildContext, type RequestFacts } from './failure.js';

/** Builds the error of a request that interceptors kept from being sent. */
export function refusedBefore(
  facts: RequestFacts,
  reason: string,
  cause?: unknown,
): PixErroTransporteException {
  return build(facts, `${reason} Nothing was sent to ${facts.host}.`, false, cause);
}

/** Builds the error of a request whose response interceptors refused. */
export function refusedAfter(
  facts: RequestFacts,
  status: number,
  cause: unknown,
): PixErroTransporteException {
  const detail = `An interceptor threw an error after ${facts.host} had responded with status ${status}.`;
  return build(facts, detail, true, cause);
}

/** Builds the error of a request that an interceptor answered without passing it on. */
export function answeredInstead(facts: RequestFacts): PixErroTransporteException {
  const detail = `An interceptor returned a response of its own. This client sent nothing to ${facts.host}; it does not know whether the interceptor did.`;
  return build(facts, detail, true);
}

/** Builds the error of a request whose response interceptors held beyond the time limit. */
export function heldResponse(facts: RequestFacts): PixTimeoutException {
  const error = new PixTimeoutException(
    {
      title: 'Interceptor time limit exceeded',
      detail: `An interceptor held the response of ${facts.host} beyond the time limit.`,
    },
    buildContext(facts, true),
  );
  return markFailure(error, 'interceptor');
}

function build(
  facts: RequestFacts,
  detail: string,
  resultUnknown: boolean,
  cause?: unknown,
): PixErroTransporteException {
  const error = new PixErroTransporteException(
    { title: 'Interceptor failed', detail },
    buildContext(facts, resultUnknown, cause),
  );
  return markFailure(error, 'interceptor');
}
