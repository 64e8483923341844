import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packAll } from '../support/pack.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** The version that runs the tests, and those of `TRACING_NODE` (`22,24`). */
const versions = ['', ...(process.env.TRACING_NODE ?? '').split(',').filter(Boolean)];

const DATADOG = {
  DD_TRACE_EXPERIMENTAL_EXPORTER: 'log',
  DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
  DD_REMOTE_CONFIGURATION_ENABLED: 'false',
  DD_TRACE_STARTUP_LOGS: 'false',
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestjs-pix-tracing-'));
  await cp(join(root, 'test/consumers/tracing'), folder, { recursive: true });
  const tarballs = await packAll(folder);
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...tarballs], {
    cwd: folder,
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Output = Record<string, unknown>[];

/** Runs the application; returns the JSON objects that it and its agent print. */
function runApp(version: string, ...args: string[]): Promise<Output> {
  return runWith({}, version, ...args);
}

async function runWith(
  variables: Readonly<Record<string, string>>,
  version: string,
  ...args: string[]
): Promise<Output> {
  const command = version === '' ? process.execPath : 'npx';
  const before = version === '' ? [] : ['-y', `node@${version}`];
  const { stdout } = await run(command, [...before, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', ...DATADOG, ...variables },
    maxBuffer: 10 ** 7,
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

interface DatadogSpan {
  readonly name: string;
  readonly resource: string;
}

function listDatadogCalls(output: readonly Record<string, unknown>[]): string[] {
  const traces = output.flatMap(({ traces: some = [] }) => some as DatadogSpan[][]);
  const calls = traces.flat().filter(({ name }) => name === 'http.request');
  return calls.map(({ resource }) => resource);
}

describe.each(versions)('with Node.js %s', (version) => {
  it.each([
    ['--import', './opentelemetry.mjs', 'main.mjs'],
    ['--require', './opentelemetry.cjs', 'main.cjs'],
  ])('a call has client spans of OpenTelemetry (%s %s %s)', async (...args) => {
    const output = await runApp(version, ...args);
    expect(output).toContainEqual({ status: 'ATIVA' });
    const spans = output.flatMap(({ spans: names = [] }) => names as string[]);
    // The token request and the call.
    expect([...new Set(spans)].sort()).toEqual(['POST', 'PUT']);
  });

  it.each([
    ['--import', 'dd-trace/initialize.mjs', 'main.mjs'],
    ['--require', 'dd-trace/init', 'main.cjs'],
  ])('a call has client spans of Datadog (%s %s %s)', async (...args) => {
    const output = await runApp(version, ...args);
    expect(output).toContainEqual({ status: 'ATIVA' });
    expect(listDatadogCalls(output).sort()).toEqual(['POST', 'PUT']);
  });

  describe('the secret of a notification in the query', () => {
    const SECRET = 'a-long-and-random-secret-of-tests';

    it.each([
      ['hmac', {}, { isWarned: true, isTraced: true }],
      ['hmac', { REDACTED: 'hmac' }, { isWarned: false, isTraced: false }],
      ['Signature', {}, { isWarned: false, isTraced: false }],
      ['Signature', { REDACTED: 'hmac' }, { isWarned: true, isTraced: true }],
    ])('as %s with %j in OpenTelemetry: %j', async (parameter, variables, expected) => {
      const args = ['--require', './opentelemetry.cjs', 'receiver.cjs', parameter];
      const output = await runWith(variables, version, ...args);
      const { status, isWarned } = output.find((line) => 'isWarned' in line) ?? {};
      const { received } = output.find((line) => 'received' in line) ?? {};
      expect(status).toBe(200);
      expect(received).toHaveLength(1);
      const isTraced = JSON.stringify(received).includes(SECRET);
      expect({ isWarned, isTraced }).toEqual(expected);
    });

    it.each([
      ['hmac', {}, true],
      ['hmac', { DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP: '.*' }, false],
      ['Signature', {}, false],
    ])('as %s with %j in Datadog: %p', async (parameter, variables, isTraced) => {
      const args = ['--require', 'dd-trace/init', 'receiver.cjs', parameter];
      const output = await runWith(variables, version, ...args);
      expect(output.find((line) => 'isWarned' in line)).toMatchObject({
        status: 200,
        isWarned: isTraced,
      });
      const traces = output.filter((line) => 'traces' in line);
      const urls = JSON.stringify(traces).match(/"http.url":"[^"]*webhooks\/pix[^"]*"/g) ?? [];
      expect(urls.length).toBeGreaterThan(0);
      expect(urls.some((url) => url.includes(SECRET))).toBe(isTraced);
    });
  });
});
