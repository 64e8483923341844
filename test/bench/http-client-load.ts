import { Agent, request } from 'node:http';

/** A notification to be posted. */
export interface Post {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Posts notifications with Node's HTTP client over kept-alive connections, as a provider does: each connection sends the
 * next one when the previous one is answered.
 *
 * @returns the milliseconds until each answer
 * @throws Error on any other status than `status`
 */
export async function loadWithClient(
  { host, port }: { host: string; port: number },
  concurrent: number,
  next: () => Post | undefined,
  status: number,
): Promise<number[]> {
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const post = ({ path, body, headers: own }: Post) =>
    new Promise<void>((resolve, reject) => {
      const length = { 'content-length': Buffer.byteLength(body) };
      const headers = { 'content-type': 'application/json', ...length, ...own };
      const call = request({ agent, host, port, path, method: 'POST', headers }, (response) => {
        if (response.statusCode !== status) reject(new Error(`status ${response.statusCode}`));
        response.resume();
        response.on('end', resolve);
      });
      call.on('error', reject);
      call.end(body);
    });
  const worker = async () => {
    for (let item = next(); item !== undefined; item = next()) {
      const sent = performance.now();
      await post(item);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  agent.destroy();
  return times;
}
