import { Logger } from '@nestjs/common';
import { toErrorText, toLogLine } from '../errors/index.js';
import { isThenable, systemRuntime } from '../runtime/index.js';
import type { PixExchangeActivity } from './activities.js';
import type { Subscriber } from './channel.js';

/** A request to the provider, for the hook `onRequest`. Contains no credentials and no body. */
export interface PixRequestInfo extends Pick<
  PixExchangeActivity,
  'kind' | 'account' | 'operation' | 'url' | 'number'
> {
  /** HTTP method. */
  readonly method: string;
}

/** A response of the provider, or its absence, for the hook `onResponse`. */
export interface PixResponseInfo extends PixRequestInfo {
  /** HTTP status; `undefined` if no response arrived. */
  readonly status: number | undefined;
  /** The provider's identifier of the request, for its support; `undefined` if it sent none. */
  readonly requestId: string | undefined;
  /** The headers that are safe to log, by name in lower case; `undefined` if no response arrived. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** From the sending to the end of the response, in milliseconds. */
  readonly durationMs: number;
  /** Why no response arrived: an error of the library; `undefined` after a response. */
  readonly error: unknown;
}

/** The hooks of an account. */
export interface PixHooks {
  /**
   * Called before each request to the provider, token requests included. An error that it throws is
   * logged and has no effect on the call.
   */
  onRequest?: ((request: PixRequestInfo) => void) | undefined;
  /**
   * Called after each request to the provider, token requests included, with the response or the
   * reason why none arrived. An error that it throws is logged and has no effect on the call.
   */
  onResponse?: ((response: PixResponseInfo) => void) | undefined;
}

/** Creates the subscriber that calls the hooks; `undefined` without hooks. */
export function subscribeHooks({ onRequest, onResponse }: PixHooks): Subscriber | undefined {
  if (!onRequest && !onResponse) return undefined;
  return {
    kinds: new Set(['attempt', 'token']),
    observe: (activity, work) => {
      if (activity.kind !== 'attempt' && activity.kind !== 'token') return work();
      const { kind, account, operation, httpMethod: method, url, number } = activity;
      // Each hook gets an object of its own, whatever it does with it.
      const request = { kind, account, operation, method, url, number };
      if (onRequest) callHook('onRequest', onRequest, request);
      if (!onResponse) return work();
      const began = systemRuntime.elapsed();
      const sent = work();
      const report = (error: unknown) => {
        const { status, requestId, responseHeaders: headers } = activity;
        const durationMs = systemRuntime.elapsed() - began;
        // Not a literal that begins with a spread: docs/decisions.md D256.
        const asked = { kind, account, operation, method, url, number };
        const received = { status, requestId, headers, durationMs, error };
        callHook('onResponse', onResponse, Object.assign(asked, received));
      };
      void sent.then(() => report(undefined), report);
      return sent;
    },
  };
}

/** Logs the errors of a hook instead of throwing them: a hook must not change the result of a call. */
function callHook<T>(name: string, hook: (info: T) => unknown, info: T): void {
  try {
    const result = hook(info);
    if (isThenable(result)) result.then(undefined, (error: unknown) => logError(name, error));
  } catch (error) {
    logError(name, error);
  }
}

function logError(name: string, error: unknown): void {
  const text = `The option ${name} threw an error: ${toErrorText(error)}`;
  try {
    new Logger('PixModule').error(toLogLine(text));
  } catch {
    // The application's logger fails: there is no other place to report it.
  }
}
