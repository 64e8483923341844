import type { IncomingMessage, ServerResponse } from 'node:http';
import { toErrorText } from '../../errors/index.js';

/**
 * A function that runs around the processing of a notification, with the request and response of
 * Node.js. It calls `next()` to continue, or `next(error)`: the notification is then answered with 500
 * and the provider repeats it.
 */
export type PixWebhookMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => unknown;

/**
 * Runs the functions one after the other, and the work inside the last call of `next`, so that the
 * work has the asynchronous context of each function.
 *
 * @returns the result of the work; `undefined` if the response ended before the last `next()`
 * @throws Error that a function throws, rejects with or passes to `next`
 */
export function runMiddleware<Result>(
  middleware: readonly PixWebhookMiddleware[],
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const [first, ...others] = middleware;
  if (!first) return work();
  return new Promise((resolve, reject) => {
    let waits = true;
    response.once('close', () => {
      if (waits) resolve(undefined);
      waits = false;
    });
    const next = (error?: unknown) => {
      if (!waits) return;
      waits = false;
      if (error === undefined || error === null) {
        runMiddleware(others, request, response, work).then(resolve, reject);
      } else {
        reject(error instanceof Error ? error : new Error(toErrorText(error)));
      }
    };
    Promise.resolve(first(request, response, next)).catch(reject);
  });
}
