import { familyBodies, familyFilters, familyHandlers } from './families.js';
import { AnswerFaults } from './faults/answer-faults.js';
import { ApiEndpoint } from './http/api-endpoint.js';
import type { Endpoint } from './http/dispatcher.js';
import {
  authenticate,
  authorize,
  checkBody,
  checkFilter,
  checkParams,
  handleWith,
} from './http/stages.js';
import { oauthProblem } from './oauth/oauth-problem.js';
import { TokenEndpoint } from './oauth/token-endpoint.js';
import { offeredBy } from './quirks/addresses.js';
import { admit, checkKey, checkList } from './quirks/quirk-stages.js';
import { RateLimiter, tooManyRequests } from './quirks/rate-limiter.js';
import { testWebhook } from './quirks/webhook-test.js';
import type { SimulatorState } from './simulator-state.js';

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
    operations: offeredBy(quirks),
    handlers: familyHandlers(state),
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
        dress: oauthProblem,
        proceed: async () => {
          const wait = limiter.take();
          if (wait !== undefined) return tooManyRequests(wait, quirks.errors?.tooManyRequests);
          return endpoint.handle(request, query);
        },
      });
    },
  };
}
