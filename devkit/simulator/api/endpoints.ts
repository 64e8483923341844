import { pixScopes } from 'nestjs-pix';
import { listFamilyScopes, pixFamilies } from 'nestjs-pix/spec';
import { FixedToken } from '../domain/state/fixed-token.js';
import type { SimulatorState } from '../domain/state/simulator-state.js';
import type { Endpoint } from '../http/dispatcher.js';
import { listBasePaths, listOffered, listTokenPaths } from '../profiles/paths.js';
import { ApiEndpoint } from './api-endpoint.js';
import { ResponseFaults } from './fault-injection/response-faults.js';
import { familyBodies, familyFilters, apiHandlers } from './handlers/handlers.js';
import { handleAsHostile } from './hostile/hostile-stage.js';
import { toOAuthProblem } from './oauth/oauth-problem.js';
import { OAuthTokenEndpoint } from './oauth/token-endpoint.js';
import {
  authenticate,
  authenticateBy,
  authorize,
  checkBody,
  checkFilter,
  checkParams,
  handleWith,
  type Stage,
} from './pipeline/stages.js';
import { withJsonType } from './provider/client-habits.js';
import { checkAccess, checkKey, checkList } from './provider/provider-stages.js';
import { RateLimiter, tooManyRequests } from './provider/rate-limiter.js';
import { testWebhook } from './provider/webhook-test.js';

/** An endpoint with its base path. */
export type PlacedEndpoint = readonly [path: string, endpoint: Endpoint];

/** Creates the endpoints of a provider. A longer path comes before one that it is below. */
export function createEndpoints(state: SimulatorState): PlacedEndpoint[] {
  const endpoints = [
    ...createTokenEndpoints(state),
    ...createApiEndpoints(state, authenticate(state.tokens)),
  ];
  return endpoints.sort(([one], [other]) => other.length - one.length);
}

/** Creates the endpoints of a sandbox: the API with one token for every scope of the client, without a token endpoint. */
export function createSandboxEndpoints(state: SimulatorState, token: string): PlacedEndpoint[] {
  const endpoints = createApiEndpoints(
    state,
    authenticate(new FixedToken(token, state.settings.scopes)),
  );
  return endpoints.sort(([one], [other]) => other.length - one.length);
}

/**
 * Creates the endpoints of the receiver's operations, one for each base path. Payload look-ups have no scope; the
 * locations listener serves them.
 */
function createApiEndpoints(state: SimulatorState, checkToken: Stage): PlacedEndpoint[] {
  const { quirks } = state.settings;
  const handlers = apiHandlers(state);
  const stages = [
    checkAccess(quirks, state.clock),
    authenticateBy(checkToken, authenticate(new FixedToken(state.settings.sellerToken, []))),
    authorize,
    checkParams,
    checkFilter(familyFilters),
    checkList(quirks),
    checkBody(familyBodies, quirks),
    checkKey(quirks),
    testWebhook(quirks, state.sender),
    handleAsHostile(state, handlers, handleWith(state)),
  ];
  const faults = new ResponseFaults(state.faults, state.tokens, quirks, state.runtime);
  const operations = listOffered(quirks);
  return listBasePaths(quirks).map(({ path, serves }) => [
    path,
    new ApiEndpoint({
      operations: operations.filter(serves),
      handlers,
      stages,
      stats: state.stats,
      faults,
      quirks,
    }),
  ]);
}

/** Creates the token endpoints. Each grants only the scopes of its families. */
function createTokenEndpoints(state: SimulatorState): PlacedEndpoint[] {
  const { settings, clock } = state;
  const { quirks } = settings;
  const limiter = new RateLimiter(clock, quirks.limits?.token ?? Infinity);
  const paths = listTokenPaths(quirks);
  return paths.map(({ path, serves }, index) => {
    const own = pixFamilies.filter(serves).flatMap(listFamilyScopes);
    // Scopes of no family belong to the first endpoint, the provider's own.
    const isGranted = (scope: string) =>
      own.includes(scope) || (index === 0 && !pixScopes.includes(scope));
    const scopes = settings.scopes.filter(isGranted);
    return [path, createTokenEndpoint(state, scopes, limiter)];
  });
}

function createTokenEndpoint(
  { settings, tokens, stats, faults, runtime }: SimulatorState,
  scopes: readonly string[],
  limiter: RateLimiter,
): Endpoint {
  const { quirks } = settings;
  const endpoint = new OAuthTokenEndpoint({ ...settings, scopes }, tokens, quirks);
  const responseFaults = new ResponseFaults(faults, tokens, quirks, runtime);
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
          return withJsonType(quirks, await endpoint.handle(request, query));
        },
      });
    },
  };
}
