import type { INestApplicationContext, Type } from '@nestjs/common';
import { GUARDS_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ApiCookieAuth, ApiExcludeEndpoint, ApiHeader } from '@nestjs/swagger';
import { joinPaths } from '../backoffice/access/admin-route.js';
import { WithoutSession } from '../backoffice/roles.decorator.js';
import { ApiErrors, type ErrorStatus } from '../decorators/describe.js';
import { RateLimitGuard } from '../limits/rate-limit.guard.js';

/** The name of the session cookie in the document. */
export const SESSION = 'sessao';

/** Decorators belong to classes: another application of the same process finds them. */
const described = new WeakSet<object>();

/** Adds to the document of each route what its guards, its path and its parameters say. Pages are no part of it. */
export function describeRoutes(app: INestApplicationContext): void {
  const scanner = new MetadataScanner();
  const reflector = app.get(Reflector);
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    const controller = metatype as Type;
    const prototype = controller.prototype as object;
    for (const name of scanner.getAllMethodNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
      if (!descriptor) continue;
      const handler = descriptor.value as object;
      if (described.has(handler)) continue;
      described.add(handler);
      const isOpen = reflector.getAllAndOverride<true | undefined>(WithoutSession.KEY, [
        handler as () => void,
        controller,
      ]);
      for (const describe of listDecorators(controller, handler, name, isOpen === true)) {
        describe(prototype, name, descriptor);
      }
    }
  }
}

function listDecorators(
  controller: Type,
  handler: object,
  name: string,
  isOpen: boolean,
): MethodDecorator[] {
  const paths = joinPaths(controller, handler);
  if (!paths.some((path) => /^(?:api|health)\//.test(path))) return [ApiExcludeEndpoint()];
  const errors: ErrorStatus[] = [];
  const inputs = readInputs(controller, name);
  const isProtected = paths.some((path) => path.startsWith('api/admin')) && !isOpen;
  if (inputs.hasFields) errors.push(400);
  if (isProtected) errors.push(401, 403);
  if (paths.some((path) => path.includes(':'))) errors.push(404);
  if (isLimited(controller) || isLimited(handler)) errors.push(429);
  return [
    ApiErrors(...errors),
    ...(isProtected ? [ApiCookieAuth(SESSION)] : []),
    ...(inputs.hasKey ? [IDEMPOTENCY_KEY] : []),
  ];
}

const IDEMPOTENCY_KEY = ApiHeader({
  name: 'idempotency-key',
  required: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
});

function isLimited(target: object): boolean {
  const guards = Reflect.getMetadata(GUARDS_METADATA, target) as unknown[] | undefined;
  return guards?.includes(RateLimitGuard) ?? false;
}

interface Inputs {
  /** Whether the route reads a body or a query. */
  readonly hasFields: boolean;
  /** Whether the route reads an `Idempotency-Key`. */
  readonly hasKey: boolean;
}

/** Reads the parameters of a handler, which Nest stores by `<kind>:<index>`. */
function readInputs(controller: Type, name: string): Inputs {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
    Record<string, { readonly data?: unknown }>
  >;
  // Keys of other decorators begin with a random text.
  const kinds = Object.keys(parameters).map((key) => Number(/^(\d+):\d+$/.exec(key)?.[1]));
  return {
    hasFields: [RouteParamtypes.BODY, RouteParamtypes.QUERY].some((kind) => kinds.includes(kind)),
    hasKey: Object.values(parameters).some(({ data }) => data === 'idempotency-key'),
  };
}
