import { familyBodies, familyFilters, apiHandlers } from './handlers/handlers.js';
import { AnswerFaults } from './fault-injection/answer-faults.js';
import { ApiEndpoint } from './api-endpoint.js';
import type { Endpoint } from '../http/dispatcher.js';
import {
  authenticate,
  authorize,
  checkBody,
  checkFilter,
  checkParams,
  handleWith,
} from './pipeline/stages.js';
import { toOAuthProblem } from './oauth/oauth-problem.js';
import { TokenEndpoint } from './oauth/token-endpoint.js';
import { listOffered } from '../profiles/paths.js';
import { admit, checkKey, checkList } from './provider/provider-stages.js';
import { RateLimiter, tooManyRequests } from './provider/rate-limiter.js';
import { testWebhook } from './provider/webhook-test.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';

/** The receiver's operations. Payload look-ups, those without a scope, lie at locations and not below the base address. */
export function newApi(state: SimulatorState): Endpoint {
  const { quirks } = state.settings;
  const stages = [
    admit(quirks, state.clock),
    authenticate(state.tokens),
    authorize,
    checkParams,
    checkFilter(familyFilters),
    checkList(quirks),
    checkBody(familyBodies),
    checkKey(quirks),
    testWebhook(quirks, state.sender),
    handleWith(state),
  ];
  const faults = new AnswerFaults(state.faults, state.tokens, quirks, state.runtime);
  return new ApiEndpoint({
    operations: listOffered(quirks),
    handlers: apiHandlers(state),
    stages,
    stats: state.stats,
    faults,
    quirks,
  });
}

export function newTokenEndpoint({
  settings,
  tokens,
  stats,
  faults,
  clock,
  runtime,
}: SimulatorState): Endpoint {
  const { quirks } = settings;
  const endpoint = new TokenEndpoint(settings, tokens, quirks.token);
  const spoiled = new AnswerFaults(faults, tokens, quirks, runtime);
  const limiter = new RateLimiter(clock, quirks.limits?.token ?? Infinity);
  return {
    handle: (request, _, query) => {
      stats.tokenRequest();
      return spoiled.around(request, {
        subject: { targets: ['token'] },
        success: 200,
        dress: toOAuthProblem,
        proceed: async () => {
          const wait = limiter.take();
          if (wait !== undefined) return tooManyRequests(wait, quirks.errors?.tooManyRequests);
          return endpoint.handle(request, query);
        },
      });
    },
  };
}
