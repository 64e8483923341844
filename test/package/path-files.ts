/**
 * Counts the files and functions of lib that one warm call and one warm notification execute, from the coverage of V8:
 * `node --import ./test/support/register-typescript.js test/package/path-files.ts`. `--list` prints the files.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { createPixClient, OnPixRecebido, PixWebhookReceiverModule } from '../../lib/index.js';
import { answer, charge, solicitada } from '../bench/transport-load.js';
import { TestAuthority } from '../support/certificates.js';

/** What one execution of a path runs. */
export interface PathFiles {
  /** Number of files of lib with a function that ran. */
  readonly files: number;
  /** Number of functions of lib that ran. */
  readonly functions: number;
  /** The functions of each file, by its path inside lib. */
  readonly byFile: Readonly<Record<string, readonly string[]>>;
}

const lib = resolve(import.meta.dirname, '../../lib');
const WARM_RUNS = 5;
const secret = 'a-long-and-random-secret-of-a-receiver';

/** Counts what a `PUT /cob/{txid}` runs, without a log and with its token in memory. */
export async function countCallFiles(): Promise<PathFiles> {
  const authority = await TestAuthority.create();
  const certificate = await authority.issueClient();
  const token = JSON.stringify({
    access_token: 'token',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'cob.write',
  });
  const server = createServer(
    { ...(await authority.issueServer()), ca: authority.cert, requestCert: true },
    (incoming, response) => {
      incoming.resume();
      const [status, text] = incoming.url === '/token' ? [200, token] : [201, answer];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await createPixClient({
    provider: {
      name: 'example',
      code: '999',
      production: { baseUrl: `${origin}/v2`, tokenUrl: `${origin}/token` },
      scopes: ['cob.write'],
    },
    clientId: 'client',
    clientSecret: 'secret',
    scopes: ['cob.write'],
    certificate,
    ca: authority.cert,
    log: false,
  });
  try {
    return await measure(() => client.cob.createWithTxid(charge.txid, solicitada));
  } finally {
    await client.close();
    server.close();
  }
}

/** Counts what a notification of one Pix runs, on Express with the store in memory, up to its response. */
export async function countNotificationFiles(): Promise<PathFiles> {
  let handled = 0;
  class Payments {
    @OnPixRecebido()
    receive(): void {
      handled += 1;
    }
  }
  @Module({
    imports: [PixWebhookReceiverModule.forRoot({ authentication: { secret } })],
    providers: [Payments],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, new ExpressAdapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  try {
    const counted = await measure((run) => notify(port, run));
    if (handled !== WARM_RUNS + 1) throw new Error('A notification did not reach its handler.');
    return counted;
  } finally {
    await app.close();
  }
}

/** Posts a notification of one Pix that differs by its number. */
async function notify(port: number, number: number): Promise<void> {
  const pix = {
    endToEndId: `E12345678202601011200${String(number).padStart(11, '0')}`,
    txid: charge.txid,
    valor: '37.00',
    chave: solicitada.chave,
    horario: '2026-01-01T12:00:00.000Z',
  };
  const post = request({
    host: '127.0.0.1',
    port,
    path: `/webhooks/pix?hmac=${secret}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  });
  post.end(JSON.stringify({ pix: [pix] }));
  const [response] = (await once(post, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`The receiver answered ${response.statusCode}.`);
}

/** Runs a path a few times, and once more with the coverage on. */
async function measure(path: (run: number) => Promise<unknown>): Promise<PathFiles> {
  for (let run = 0; run < WARM_RUNS; run += 1) await path(run);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await path(WARM_RUNS);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const byFile: Record<string, string[]> = {};
  for (const { url, functions } of result) {
    if (!url.startsWith('file:') || !fileURLToPath(url).startsWith(`${lib}/`)) continue;
    const ran = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
    if (ran.length === 0) continue;
    byFile[relative(lib, fileURLToPath(url))] = ran.map(({ functionName }) => functionName);
  }
  return {
    files: Object.keys(byFile).length,
    functions: Object.values(byFile).flat().length,
    byFile,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counts = {
    'PUT /cob/{txid}': await countCallFiles(),
    notification: await countNotificationFiles(),
  };
  for (const [name, { files, functions, byFile }] of Object.entries(counts)) {
    console.log(`${name}: ${files} files, ${functions} functions`);
    if (!process.argv.includes('--list')) continue;
    for (const [file, names] of Object.entries(byFile).sort()) {
      console.log(`  ${file}: ${names.map((each) => each || '(anonymous)').join(', ')}`);
    }
  }
}
