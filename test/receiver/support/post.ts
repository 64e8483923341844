import * as http from 'node:http';
import * as https from 'node:https';

export interface PostResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface PostOptions extends https.RequestOptions {
  /** Uses TLS; also set `ca`, `cert` and `key`. */
  tls?: boolean;
}

/** How long an answer may take, so that one that never comes fails before the time limit of a test. */
const TIMEOUT = 10_000;

/** Sends a body over a real socket: text and bytes as they are, anything else as JSON. */
export function post(
  port: number,
  path: string,
  body: unknown,
  { tls = false, headers, ...options }: PostOptions = {},
): Promise<PostResponse> {
  const bytes =
    typeof body === 'string' || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const request = (tls ? https : http).request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        timeout: TIMEOUT,
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
        ...options,
      },
      (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: text }),
        );
      },
    );
    request.on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`No answer to POST ${path}`)));
    request.end(bytes);
  });
}
