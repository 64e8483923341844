import type { RequestListener } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';

interface FastifyLike {
  ready(): PromiseLike<unknown>;
  routing: RequestListener;
}

/** Returns the application of a Nest HTTP adapter, Express or Fastify, as a listener for another server. */
export async function adapterListener(adapter: AbstractHttpAdapter): Promise<RequestListener> {
  if (adapter.getType() !== 'fastify') return adapter.getInstance<RequestListener>();
  const fastify = adapter.getInstance<FastifyLike>();
  await fastify.ready();
  return fastify.routing;
}
