import { pixScopes } from 'nestjs-pix';
import { listFamilyScopes, operationName, pixFamilies, type PixOperation } from 'nestjs-pix/spec';
import type { AccessTokens, SimulatorState } from '../domain/state.js';
import { SimulatorProblem } from '../families/problems.js';
import { Router, type Endpoint } from '../http/dispatcher.js';
import { problemReply, setSubject, type ApiRequest, type Reply } from '../http/messages.js';
import type { SimulatorStats } from '../kernel/stats.js';
import {
  listBasePaths,
  listOffered,
  listProviderPaths,
  listTokenPaths,
  parseQuery,
  type SimulatedProfile,
} from '../profiles/profile.js';
import { apiHandlers, familyBodies, familyFilters } from './handlers/handlers.js';
import { handleAsHostile } from './hostile.js';
import { OAuthTokenEndpoint, toOAuthProblem } from './oauth.js';
import {
  authenticate,
  authenticateBy,
  authorize,
  checkBody,
  checkFilter,
  checkParams,
  handleWith,
  type Call,
  type Handler,
  type Handlers,
  type Stage,
} from './pipeline.js';
import {
  checkAccess,
  checkKey,
  checkList,
  RateLimiter,
  resolveMethod,
  resolvePath,
  resolveSuccess,
  testWebhook,
  tooManyRequests,
  toProviderError,
  toProviderReply,
  withJsonType,
} from './provider.js';
import { ResponseFaults } from './response-faults.js';

/** An endpoint with its base path. */
type PlacedEndpoint = readonly [path: string, endpoint: Endpoint];

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
    authenticate(fixedToken(token, state.settings.scopes)),
  );
  return endpoints.sort(([one], [other]) => other.length - one.length);
}

/** A token that is not issued, and never expires. */
function fixedToken(value: string, scopes: readonly string[] = []): Pick<AccessTokens, 'find'> {
  const token = { value, scopes: new Set(scopes), expiresAt: Infinity };
  return { find: (given) => (given === value ? token : undefined) };
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
    authenticateBy(checkToken, authenticate(fixedToken(state.settings.sellerToken))),
    authorize,
    checkParams,
    checkFilter(familyFilters),
    checkList(quirks),
    checkBody(familyBodies, quirks.server),
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
  const limiter = new RateLimiter(clock, quirks.rateLimits?.tokensPerMinute ?? Infinity);
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
      stats.tokenRequests++;
      setSubject(request, { operation: 'token', params: {} });
      return responseFaults.apply(request, {
        subject: { targets: ['token'] },
        success: 200,
        convertProblem: toOAuthProblem,
        handle: async () => {
          const wait = limiter.take();
          if (wait !== undefined)
            return tooManyRequests(wait, quirks.server?.errors?.tooManyRequests);
          return withJsonType(quirks, await endpoint.handle(request, query));
        },
      });
    },
  };
}

interface ApiEndpointOptions {
  readonly operations: readonly PixOperation[];
  readonly handlers: Handlers;
  readonly stages: readonly Stage[];
  readonly stats: SimulatorStats;
  readonly faults: ResponseFaults;
  readonly quirks: SimulatedProfile;
}

interface RoutedOperation {
  readonly operation: PixOperation;
  readonly name: string;
  readonly handler: Handler;
  /** Names of the operation in fault rules. */
  readonly targets: readonly string[];
}

/** The Pix API: one route for each operation of the contract. Every call passes through the same stages. */
export class ApiEndpoint implements Endpoint {
  readonly #router = new Router<RoutedOperation>();

  constructor(private readonly options: ApiEndpointOptions) {
    const { operations, handlers, quirks } = options;
    for (const operation of operations) {
      const name = operationName(operation);
      const handler = handlers[operation.id];
      if (handler === undefined) throw new Error(`${operation.id} has no handler.`);
      const targets = [name, operation.id, operation.family, 'api'];
      for (const path of listProviderPaths(quirks, operation)) {
        this.#router.add(operation.method, path, { operation, name, handler, targets });
      }
    }
  }

  async handle(request: ApiRequest, path: string, query: string): Promise<Reply> {
    const { stats, faults, quirks } = this.options;
    stats.requests++;
    const { target, params } = this.#route(
      resolveMethod(quirks, request),
      resolvePath(quirks, path),
    );
    const { operation, name, handler, targets } = target;
    setSubject(request, { operation: operation.id, params });
    stats.requestsByOperation[name] = (stats.requestsByOperation[name] ?? 0) + 1;
    const call: Call = {
      request,
      operation,
      handler,
      params,
      query: parseQuery(quirks, operation, query),
    };
    if (faults.isEmpty) return this.#respond(call);
    return faults.apply(request, {
      subject: { targets, params },
      success: resolveSuccess(quirks, operation),
      convertProblem: (reply) => toProviderError(quirks, operation, reply),
      handle: () => this.#respond(call),
    });
  }

  /** Runs the stages and converts the reply to the provider's format. */
  async #respond(call: Call): Promise<Reply> {
    const { quirks } = this.options;
    try {
      return toProviderReply(quirks, call.operation, await this.#run(call));
    } catch (error) {
      if (!(error instanceof SimulatorProblem)) throw error;
      return toProviderReply(quirks, call.operation, problemReply(error));
    }
  }

  async #run(call: Call): Promise<Reply> {
    for (const stage of this.options.stages) {
      const reply = await stage(call);
      if (reply !== undefined) return reply;
    }
    throw new Error(`No stage replied to ${operationName(call.operation)}.`);
  }

  #route(method: string, path: string) {
    const result = this.#router.find(method, path);
    if (result.kind === 'match') return result.match;
    if (result.kind === 'none') throw new SimulatorProblem('NaoEncontrado');
    throw new SimulatorProblem('MetodoNaoPermitido', {
      headers: { allow: result.allow.join(', ') },
    });
  }
}
