import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { Endpoint } from '../http/dispatcher.js';
import { listOffered } from '../profiles/paths.js';
import { ApiEndpoint } from './api-endpoint.js';
import { ResponseFaults } from './fault-injection/response-faults.js';
import { familyBodies, familyFilters, apiHandlers } from './handlers/handlers.js';
import { toOAuthProblem } from './oauth/oauth-problem.js';
import { TokenEndpoint } from './oauth/token-endpoint.js';
import {
  authenticate,
  authorize,
  checkBody,
  checkFilter,
  checkParams,
  handleWith,
} from './pipeline/stages.js';
import { checkAccess, checkKey, checkList } from './provider/provider-stages.js';
import { RateLimiter, tooManyRequests } from './provider/rate-limiter.js';
import { testWebhook } from './provider/webhook-test.js';

/**
 * Creates the endpoint of the receiver's operations. Payload look-ups have no scope; the locations listener serves
 * them.
 */
export function createApiEndpoint(state: SimulatorState): Endpoint {
  const { quirks } = state.settings;
  const stages = [
    checkAccess(quirks, state.clock),
    authenticate(state.tokens),
    authorize,
    checkParams,
    checkFilter(familyFilters),
    checkList(quirks),
    checkBody(familyBodies, quirks),
    checkKey(quirks),
    testWebhook(quirks, state.sender),
    handleWith(state),
  ];
  const faults = new ResponseFaults(state.faults, state.tokens, quirks, state.runtime);
  return new ApiEndpoint({
    operations: listOffered(quirks),
    handlers: apiHandlers(state),
    stages,
    stats: state.stats,
    faults,
    quirks,
  });
}

/** Creates the token endpoint. */
export function createTokenEndpoint({
  settings,
  tokens,
  stats,
  faults,
  clock,
  runtime,
}: SimulatorState): Endpoint {
  const { quirks } = settings;
  const endpoint = new TokenEndpoint(settings, tokens, quirks.token);
  const responseFaults = new ResponseFaults(faults, tokens, quirks, runtime);
  const limiter = new RateLimiter(clock, quirks.limits?.token ?? Infinity);
  return {
    handle: (request, _, query) => {
      stats.tokenRequest();
      return responseFaults.apply(request, {
        subject: { targets: ['token'] },
        success: 200,
        convertProblem: toOAuthProblem,
        handle: async () => {
          const wait = limiter.take();
          if (wait !== undefined) return tooManyRequests(wait, quirks.errors?.tooManyRequests);
          return endpoint.handle(request, query);
        },
      });
    },
  };
}
