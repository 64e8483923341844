import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packAll } from '../support/pack.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

let folder: string;
let stdout: string;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestjs-pix-pino-'));
  await cp(join(root, 'test/consumers/pino'), folder, { recursive: true });
  const tarballs = await packAll(folder);
  await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...tarballs], {
    cwd: folder,
  });
  ({ stdout } = await run(process.execPath, ['main.mjs'], { cwd: folder }));
  lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an application with nestjs-pino', () => {
  it('gets one JSON line with fields for each call', () => {
    const account = { account: 'default', provider: 'simulator', environment: 'production' };
    const txid = expect.stringMatching(/^[A-Za-z0-9]{26,35}$/);
    const common = { ...account, txid, durationMs: expect.any(Number), requests: 1 };
    expect(lines.filter(({ context }) => context === 'PixClient')).toEqual([
      {
        level: 20,
        context: 'PixClient',
        msg: 'PUT /cob/{txid} succeeded',
        operation: 'PUT /cob/{txid}',
        outcome: 'success',
        status: 201,
        ...common,
      },
      {
        level: 20,
        context: 'PixClient',
        msg: expect.stringMatching(/^GET \/cob\/\{txid\} failed: /),
        operation: 'GET /cob/{txid}',
        outcome: 'failure',
        status: 404,
        errorCode: 'PIX_RECURSO_NAO_ENCONTRADO',
        errorStatus: 404,
        ...common,
      },
    ]);
  });

  it('runs handlers in the AsyncLocalStorage of its request logger', () => {
    const req = { id: 'delivery-1', method: 'POST' };
    expect(lines.find(({ msg }) => msg === 'paid')).toEqual({
      level: 30,
      msg: 'paid',
      step: 'handler',
      endToEndId: expect.stringMatching(/^E/),
      req,
    });
    // The receiver writes its own line in the same context.
    expect(lines.find(({ context, step }) => context === 'PixWebhookReceiver' && step)).toEqual(
      expect.objectContaining({ req, msg: expect.stringMatching(/handled$/) }),
    );
    expect(lines).toContainEqual({ delivered: 200 });
  });

  it('logs no secret', () => {
    expect(stdout).not.toContain('a-long-and-random-secret-of-tests');
  });
});
