import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The series that a query returned: label values, and points of time (seconds) and value. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

/** A running Prometheus that reads one application every second. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly url: string,
  ) {}

  /** @throws Error if it is not installed or does not start */
  static async start(port: number, target: string): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'pix-prometheus-'));
    const config = join(folder, 'prometheus.yml');
    await writeFile(
      config,
      `global: { scrape_interval: 1s }\nscrape_configs:\n  - job_name: shop\n    static_configs: [{ targets: ['${target}'] }]\n`,
    );
    const child = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const [error] = (await Promise.race([once(child, 'spawn'), once(child, 'error')])) as [Error?];
    if (error) throw new Error('prometheus does not start: apt-get install prometheus');
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`);
    for (const end = Date.now() + 30_000; ;) {
      const response = await fetch(`${prometheus.url}/-/ready`).catch(() => undefined);
      if (response?.ok === true) return prometheus;
      if (Date.now() > end) throw new Error('prometheus is not ready after 30 s.');
      await setTimeout(200);
    }
  }

  /** Evaluates a query every second of a period. Times are in seconds. */
  async query(expr: string, start: number, end: number): Promise<Series[]> {
    const query = new URLSearchParams({
      query: expr,
      start: String(start),
      end: String(end),
      step: '1',
    });
    const response = await fetch(`${this.url}/api/v1/query_range`, { method: 'POST', body: query });
    const answer = (await response.json()) as {
      status: string;
      error?: string;
      data: { result: Series[] };
    };
    if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error}`);
    return answer.data.result;
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}
