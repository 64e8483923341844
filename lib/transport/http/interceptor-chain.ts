import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios';
import { isThenable } from '../../runtime/index.js';

/** A step of a chain, as Axios stores an interceptor. */
interface Step {
  readonly fulfilled?: ((value: never) => unknown) | null;
  readonly rejected?: ((error: unknown) => unknown) | null;
}

/**
 * Lists the interceptors that apply to a request around the step that sends it, in the order of
 * Axios: the request interceptor that was added last runs first.
 */
export function buildSteps(
  { request, response }: AxiosInstance['interceptors'],
  config: InternalAxiosRequestConfig,
  send: Step,
): Step[] {
  const steps = [send];
  for (const handler of request.handlers ?? [])
    if (isPresent(handler) && handler.runWhen?.(config) !== false) steps.unshift(handler);
  for (const handler of response.handlers ?? []) if (isPresent(handler)) steps.push(handler);
  return steps;
}

/** An ejected interceptor leaves `null` behind. */
function isPresent<Handler>(handler: Handler | null): handler is Handler {
  return handler !== null;
}

/**
 * Runs steps like a chain of `then(fulfilled, rejected)`, but continues at once after a step that
 * returns no promise.
 *
 * @param onWait called before the promise of a step is awaited
 */
export async function runSteps(
  value: unknown,
  steps: readonly Step[],
  onWait: () => void,
): Promise<void> {
  let current = value;
  let failed = false;
  for (const { fulfilled, rejected } of steps) {
    const handle = (failed ? rejected : fulfilled) as Step['rejected'];
    if (typeof handle !== 'function') continue;
    try {
      current = handle(current);
      if (isThenable(current)) {
        onWait();
        current = await current;
      }
      failed = false;
    } catch (error) {
      current = error;
      failed = true;
    }
  }
  if (failed) throw current;
}
