import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { addVariables, nameAccount } from '../../../devkit/cli/account.js';
import { describeFailure } from '../../../devkit/cli/doctor/connection.checks.js';
import { runCheck } from '../../../devkit/cli/doctor/finding.js';
import { checkWebhook } from '../../../devkit/cli/doctor/webhook.checks.js';
import { PixSimulator } from '../../../devkit/simulator/public.js';
import { TestAuthority } from '../../support/certificates.js';
import { AccountFiles } from '../support/account-files.js';
import { doctorTexts as texts } from '../support/doctor-texts.js';
import { runCommand } from '../support/run-command.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Row {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly fix?: string;
}

let bank: PixSimulator;
let files: AccountFiles;
const servers: Server[] = [];

beforeAll(async () => {
  bank = await PixSimulator.start({ quirks: 'inter' });
  files = await AccountFiles.create(bank, 'inter');
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
afterAll(async () => {
  await bank.close();
  await files.remove();
});

async function start(options: object, answer: Answer): Promise<string> {
  const server = createServer(options, answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function diagnose(changes: Readonly<Record<string, string>>) {
  const env = await files.writeEnv(changes);
  const { exitCode, out } = await runCommand(['doctor', '--env', env, '--json', '--timeout', '3']);
  return { exitCode, rows: (JSON.parse(out) as { checks: Row[] }).checks };
}

describe('nestjs-pix doctor', () => {
  it.each<[string, Answer, RegExp]>([
    [
      'is too large',
      (_, response) => response.end('x'.repeat(4 * 1024 * 1024)),
      /cannot be read: .*exceeds \d+ bytes/,
    ],
    [
      'is not the gzip that it claims to be',
      (_, response) => response.setHeader('Content-Encoding', 'gzip').end('{"access_token":"x"}'),
      /cannot be read: .*cannot be decompressed/,
    ],
  ])('reports a token response that %s', async (_, answer, message) => {
    const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
    const url = await start({ ...server }, answer);
    const { exitCode, rows } = await diagnose({ PIX_TOKEN_URL: `${url}/token` });
    expect(exitCode).toBe(2);
    expect(rows.filter(({ fix }) => fix !== undefined)).toEqual([
      {
        check: 'token',
        status: 'failed',
        message: expect.stringMatching(message),
        fix: expect.stringContaining('PIX_TOKEN_URL'),
      },
    ]);
    expect(rows).toContainEqual(expect.objectContaining({ check: 'files', status: 'ok' }));
  });

  it.each<[string, Answer, RegExp, RegExp]>([
    [
      'resets the connection',
      (request) => request.socket.destroy(),
      /breaks the connection when it receives the token request \((ECONNRESET|EPIPE|closed)\)/,
      /The connection itself is accepted/,
    ],
    ['never answers', () => undefined, /did not answer the token request within 3 s/, /--timeout/],
    [
      'answers with a web page',
      (_, response) => response.end('<!DOCTYPE html><title>Login</title>'),
      /answers with a web page, not with a token \(HTTP 200\)/,
      /firewall or the bank's maintenance page/,
    ],
    [
      'is under maintenance',
      (_, response) => response.writeHead(503).end('<html>Manutenção</html>'),
      /answers with a web page, not with a token \(HTTP 503\)/,
      /repeat later/,
    ],
    [
      'fails',
      (_, response) => response.writeHead(500).end('{"error":"server_error"}'),
      /token service fails \(HTTP 500 server_error\)/,
      /in a few minutes/,
    ],
    ['has no token', (_, response) => response.end('{}'), /has no access_token/, /PIX_TOKEN_URL/],
    ['redirects', (_, response) => response.writeHead(302).end(), /no token endpoint/, /remove it/],
    [
      'asks for a certificate as nginx does',
      (_, response) =>
        response
          .writeHead(400)
          .end('<html><center>No required SSL certificate was sent</center></html>'),
      /the bank requires another client certificate \(HTTP 400\)/,
      /fingerprint/,
    ],
  ])('explains a token endpoint that %s', async (_, answer, message, fix) => {
    const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
    const url = await start({ ...server }, answer);
    const { exitCode, rows } = await diagnose({ PIX_TOKEN_URL: `${url}/token` });
    expect(exitCode).toBe(2);
    expect(rows.filter((row) => row.fix !== undefined)).toEqual([
      {
        check: 'token',
        status: 'failed',
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
      },
    ]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'explains with %s that the token endpoint requires a client certificate',
    async (maxVersion) => {
      const { ca } = bank.moduleOptions;
      const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
      const mutual = { ca, requestCert: true, rejectUnauthorized: true, maxVersion };
      const url = await start({ ...server, ...mutual }, (_, response) => response.end());
      const without = { PIX_CERT: '', PIX_KEY: '', PIX_MUTUAL_TLS: 'false' };
      const { rows } = await diagnose({ ...without, PIX_TOKEN_URL: `${url}/token` });
      const problems = rows.filter(({ fix }) => fix !== undefined);
      expect(problems[0]).toMatchObject({
        check: 'tls',
        message: expect.stringContaining('refuses the client certificate, or requires one'),
      });
    },
  );

  it('has one verdict on the connection to a server that refuses after the handshake', async () => {
    const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
    const mutual = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' };
    const url = await start({ ...server, ...mutual }, (_, response) => response.end());
    const changes = { PIX_BASE_URL: url, PIX_TOKEN_URL: `${url}/token` };
    const { rows } = await diagnose(changes);
    expect(rows.filter(({ check }) => check === 'tls')).toEqual([
      expect.objectContaining({ status: 'failed' }),
    ]);
  });

  it('reports servers without a common cipher as such', async () => {
    const server = await bank.control.issueServerCertificate({ names: ['127.0.0.1'] });
    const options = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' };
    const url = await start({ ...server, ...options }, (_, response) => response.end());
    const { rows } = await diagnose({ PIX_TOKEN_URL: `${url}/token` });
    expect(rows.find(({ fix }) => fix !== undefined)).toMatchObject({
      check: 'tls',
      message: expect.stringContaining('does not accept TLS 1.2 or 1.3'),
    });
  });

  it('says that no certificate is used with PIX_MUTUAL_TLS=false', async () => {
    const { rows } = await diagnose({ PIX_CERT: '', PIX_KEY: '', PIX_MUTUAL_TLS: 'false' });
    for (const check of ['files', 'key', 'chain', 'dates', 'cipher']) {
      const message = 'not used: PIX_MUTUAL_TLS=false';
      expect(rows).toContainEqual({ check, status: 'skipped', message });
    }
  });

  it('reports an invalid PIX_CHAVE as a problem of the variable, with all other findings', async () => {
    const { exitCode, rows } = await diagnose({ PIX_CHAVE: 'chave-invalida' });
    expect(exitCode).toBe(2);
    expect(rows.filter(({ fix }) => fix !== undefined)).toEqual([
      expect.objectContaining({ check: 'variables', message: 'PIX_CHAVE is not a Pix key' }),
    ]);
    expect(rows).toContainEqual(expect.objectContaining({ check: 'api', status: 'ok' }));
    expect(JSON.stringify(rows)).not.toContain('chave-invalida');
  });
});

describe('the command that shows a chain', () => {
  it.each([
    ['bank.example', '-connect bank.example:443 -servername bank.example '],
    ['127.0.0.1', '-connect 127.0.0.1:443 '],
    ['::1', "-connect '[::1]:443' "],
  ])('connects to %s', (host, connection) => {
    const { fix } = describeFailure('SELF_SIGNED_CERT_IN_CHAIN', { host, port: 443 }, texts);
    expect(fix).toContain(`\nopenssl s_client ${connection}-showcerts </dev/null`);
  });
});

describe('a check that fails unexpectedly', () => {
  it('is a problem, without secrets', async () => {
    const error = new TypeError('client_secret=segredo-do-cliente is not iterable');
    const [finding] = await runCheck('api', texts, () => Promise.reject(error));
    expect(finding).toMatchObject({
      check: 'api',
      status: 'failed',
      text: 'the check did not finish: TypeError: client_secret=*** is not iterable',
    });
  });
});

describe('a receiver of webhooks', () => {
  const secret = 'segredo-do-receptor-1234';
  let authority: TestAuthority;

  beforeAll(async () => {
    authority = await TestAuthority.create();
  });

  async function check(answer: Answer) {
    const url = `${await start({ ...(await authority.issueServer()) }, answer)}/webhooks/pix`;
    const [finding] = await checkWebhook({
      url,
      secret,
      timeout: 1,
      ca: [authority.cert],
      texts,
    });
    return { status: finding?.status, text: finding?.text };
  }

  it.each<[string, Answer, RegExp]>([
    [
      'resets the connection',
      (request) => request.socket.destroy(),
      /broke the connection .*\((ECONNRESET|EPIPE|closed)\)/,
    ],
    [
      'truncates its answer',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': '100' }).write('{');
        setTimeout(() => request.socket.destroy(), 20);
      },
      /broke the connection/,
    ],
    ['never answers', () => undefined, /did not answer within 1 s/],
    [
      'answers with more than anyone reads',
      (_, response) => response.end('x'.repeat(1024 * 1024)),
      /cannot be read: .*exceeds/,
    ],
  ])('is a problem if it %s', async (_, answer, message) => {
    expect(await check(answer)).toEqual({
      status: 'failed',
      text: expect.stringMatching(message),
    });
  });

  it('is a warning if only a notification without secret gets no answer', async () => {
    const finding = await check((request, response) => {
      if (request.url?.includes('hmac=') === true) response.end();
      else request.socket.destroy();
    });
    expect(finding).toEqual({
      status: 'warning',
      text: expect.stringMatching(/^without a secret, the receiver broke the connection/),
    });
  });

  it('warns of a fact that the sources of the bank disagree about, and names the variable', async () => {
    const { rows } = await diagnose({ PIX_PROVIDER: 'banrisul' });
    expect(rows.filter(({ status }) => status === 'warning')).toContainEqual({
      check: 'variables',
      status: 'warning',
      message: expect.stringContaining('clientAuth'),
      fix: expect.stringContaining('Set clientAuth (PIX_CLIENT_AUTH).'),
    });
  });

  it.each([
    ['baseUrl and tokenUrl', 'baseUrl (PIX_LOJA_BASE_URL) and tokenUrl (PIX_LOJA_TOKEN_URL)'],
    ['mutualTls: false', 'mutualTls: false (PIX_LOJA_MUTUAL_TLS=false)'],
    ['tokenUrls', 'tokenUrls'],
    ['baseUrls: { cobr: … }', 'baseUrls: { cobr: … }'],
    ['definePixProvider', 'definePixProvider'],
  ])('names the variables of the options that have one: %s', (options, named) => {
    const { v } = nameAccount({ prefix: 'PIX_LOJA_' });
    expect(addVariables(options, v)).toBe(named);
  });
});
