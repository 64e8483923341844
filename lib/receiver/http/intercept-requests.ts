import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers a request and returns true, or returns false to pass it on. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => boolean;

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

const interceptors = new WeakMap<Server, Interceptor[]>();

/**
 * Registers an interceptor that receives each request of a server before the platform of Nest.
 * Interceptors of one server are called in the order of registration.
 *
 * The platform's own pipeline costs more than the whole receiver: on Express the application's
 * router and response prototypes, on Fastify eight hooks, the middleware engine and the router of
 * unknown routes.
 */
export function interceptRequests(server: Server, interceptor: Interceptor): void {
  const known = interceptors.get(server);
  if (known) {
    known.push(interceptor);
    return;
  }
  const all = [interceptor];
  interceptors.set(server, all);
  const platform = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (all.some((each) => each(request, response))) return;
    for (const listener of platform) listener.call(server, request, response);
  });
}
