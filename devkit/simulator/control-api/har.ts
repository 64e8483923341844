import type { LoggedRequest } from '../http/request-log.js';

/**
 * Converts requests to an HTTP Archive (HAR 1.2), oldest first. It contains what the log shows: no secrets.
 *
 * @param base address of the API, whose origin the paths are relative to
 */
export function toHar(requests: readonly LoggedRequest[], base: string): object {
  const { origin } = new URL(base);
  return {
    log: {
      version: '1.2',
      creator: { name: 'nestjs-pix-devkit', version: '1' },
      entries: requests.toReversed().map((call) => toEntry(call, origin)),
    },
  };
}

function toEntry(call: LoggedRequest, origin: string): object {
  const { at, duration, method, path, status, requestHeaders, responseHeaders } = call;
  const url = new URL(path, origin);
  const request = toText(call.request);
  const response = toText(call.response);
  return {
    startedDateTime: at,
    time: duration,
    request: {
      method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(requestHeaders),
      queryString: toPairs(Object.fromEntries(url.searchParams)),
      ...(request !== '' && {
        postData: { mimeType: requestHeaders['content-type'] ?? '', text: request },
      }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request),
    },
    response: {
      // 0: the connection was closed without a response.
      status: call.fault && call.response === undefined ? 0 : status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(responseHeaders),
      content: {
        size: Buffer.byteLength(response),
        mimeType: responseHeaders['content-type'] ?? '',
        text: response,
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: Buffer.byteLength(response),
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(call.operation !== undefined && { comment: call.operation }),
  };
}

function toText(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function toPairs(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
