import { copySafeHeaders } from '../errors/index.js';
import type { AccountTelemetry } from './account-telemetry.js';
import type { PixExchangeActivity } from './activities.js';
import type { PixRequestInfo } from './hooks.js';
import { observe } from './pix-telemetry.js';

interface ExchangeResponse {
  readonly status: number;
  readonly headers: unknown;
}

/** How to send a request, and how to describe it. */
export interface Exchange<Response extends ExchangeResponse> {
  readonly send: () => Promise<Response>;
  /** Called only if there is an observer. */
  readonly describe: (observers: AccountTelemetry) => PixExchangeActivity;
  readonly findRequestId: (response: Response) => string | undefined;
}

/**
 * Sends a request and reports it to the observers of the account. Without an observer, only sends
 * it.
 */
export function observeExchange<Response extends ExchangeResponse>(
  observers: AccountTelemetry | undefined,
  exchange: Exchange<Response>,
): Promise<Response> {
  if (!observers) return exchange.send();
  const { telemetry, onRequest, onResponse } = observers;
  if (!telemetry && !onRequest && !onResponse) return exchange.send();
  const activity = exchange.describe(observers);
  const send =
    onRequest || onResponse ? () => sendWithHooks(observers, activity, exchange) : exchange.send;
  return observe(telemetry, activity, async () => {
    const response = await send();
    activity.status = response.status;
    activity.requestId = exchange.findRequestId(response);
    return response;
  });
}

async function sendWithHooks<Response extends ExchangeResponse>(
  { onRequest, onResponse, elapsed, safeHeaders }: AccountTelemetry,
  activity: PixExchangeActivity,
  { send, findRequestId }: Exchange<Response>,
): Promise<Response> {
  const request = toRequestInfo(activity);
  onRequest?.(request);
  const began = elapsed();
  const report = (response: Response | undefined, error: unknown) =>
    onResponse?.({
      ...request,
      status: response?.status,
      requestId: response && findRequestId(response),
      headers:
        response && copySafeHeaders(response.headers as Record<string, unknown>, safeHeaders),
      durationMs: elapsed() - began,
      error,
    });
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    report(undefined, error);
    throw error;
  }
  report(response, undefined);
  return response;
}

function toRequestInfo(activity: PixExchangeActivity): PixRequestInfo {
  const { kind, account, operation, httpMethod, url, number } = activity;
  // `onResponse` gets the same fields, whatever `onRequest` does with them.
  return Object.freeze({ kind, account, operation, method: httpMethod, url, number });
}
