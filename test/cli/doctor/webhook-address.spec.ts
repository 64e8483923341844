import 'reflect-metadata';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkWebhook, type WebhookTarget } from '../../../devkit/cli/doctor/webhook.checks.js';
import { PixRecursoNaoEncontradoException } from '../../../lib/errors/index.js';
import { TestAuthority, type TestCertificate } from '../../support/certificates.js';
import { doctorTexts as texts } from '../support/doctor-texts.js';

const secret = 'segredo-do-receptor-1234';

let authority: TestAuthority;
let certificate: TestCertificate;
const servers: Server[] = [];

beforeAll(async () => {
  authority = await TestAuthority.create();
  certificate = await authority.issueServer();
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});
afterAll(() => expect(servers).toEqual([]));

/** Starts a receiver that answers with the status for the query of a request. */
async function startReceiver(
  answer: (query: string, path: string) => number,
  options: object = {},
): Promise<string> {
  const server = createServer({ ...certificate, ...options }, (request, response) => {
    const { search, pathname } = new URL(request.url ?? '', 'https://receiver.example');
    response.writeHead(answer(search, pathname)).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/pix`;
}

async function check(target: Partial<WebhookTarget>) {
  const findings = await checkWebhook({ timeout: 5, ca: [authority.cert], texts, ...target });
  expect(findings).toHaveLength(1);
  const [{ status, text, fix = '' } = { status: 'skipped', text: '' }] = findings;
  return { status, text, fix };
}

const withQuery = (query: string): number => (query === `?hmac=${secret}` ? 200 : 403);

describe('the webhook address', () => {
  it('is right if the receiver accepts only its secret, below the suffix of the bank', async () => {
    const paths: string[] = [];
    const url = await startReceiver((query, path) => {
      paths.push(path);
      return withQuery(query);
    });
    const { status, text } = await check({ url, secret });
    expect(status).toBe('ok');
    expect(text).toMatch(/answers at https:.*\/webhooks\/pix\/pix\?hmac=\*\*\*$/);
    expect(new Set(paths)).toEqual(new Set(['/webhooks/pix/pix']));
  });

  it.each(['TLSv1.2', 'TLSv1.3'])(
    'is right if the receiver requires the certificate of the bank, with %s',
    async (maxVersion) => {
      const url = await startReceiver(() => 200, {
        requestCert: true,
        rejectUnauthorized: true,
        ca: authority.cert,
        maxVersion,
      });
      expect(await check({ url })).toMatchObject({
        status: 'ok',
        text: expect.stringContaining('mutual TLS'),
      });
    },
  );

  it('is refused if the receiver accepts anyone, with and without a secret in the address', async () => {
    const url = await startReceiver(() => 200);
    for (const target of [{ url }, { url, secret }]) {
      const { status, text, fix } = await check(target);
      expect(status).toBe('failed');
      expect(text).toContain('accepts notifications from anyone');
      expect(fix).toContain('PIX_WEBHOOK_SECRET=$(openssl rand -hex 32)');
    }
  });

  it('is refused if the registered address lacks the secret, or is another one', async () => {
    const url = 'https://loja.example.com/webhooks/pix';
    const lacking = await check({ url, secret, readRegistered: () => Promise.resolve(url) });
    expect(lacking).toMatchObject({ status: 'failed' });
    expect(lacking.text).toContain('has no parameter hmac');
    expect(lacking.fix).toContain('npx nestjs-pix webhook register');
    const registered = 'https://antigo.example.com/pix?hmac=outro-segredo';
    const other = await check({ url, readRegistered: () => Promise.resolve(registered) });
    expect(other.text).toContain('https://antigo.example.com/pix?hmac=***');
    expect(JSON.stringify([lacking, other])).not.toMatch(/outro-segredo|segredo-do-receptor/);
  });

  it('is a warning if a sandbox returns an example', async () => {
    const url = 'https://loja.example.com/webhooks/pix';
    const example = 'https://pix.example.com/api/webhook/';
    const findings = await checkWebhook({
      ...{ timeout: 5, ca: [authority.cert], texts, url, secret, isSandbox: true },
      readRegistered: () => Promise.resolve(example),
    });
    expect(findings).toEqual([
      {
        check: 'webhook',
        status: 'warning',
        text: `the sandbox returns another address: ${example}`,
        fix: texts.webhook.example,
      },
    ]);
  });

  it('is right if it is registered with a secret that is unknown here', async () => {
    const url = await startReceiver(withQuery);
    const registered = `${url}?hmac=${secret}`;
    const found = await check({ url, readRegistered: () => Promise.resolve(registered) });
    expect(found).toMatchObject({
      status: 'ok',
      text: expect.stringMatching(/answers at https:.*pix\?hmac=\*\*\*$/),
    });
  });

  it('is refused if none is registered', async () => {
    const none = new PixRecursoNaoEncontradoException({ type: 'x', title: 'x', status: 404 });
    const { text, fix } = await check({ readRegistered: () => Promise.reject(none) });
    expect(text).toContain('no webhook is registered');
    expect(fix).toContain('webhook register');
  });

  it('is refused if the certificate of the receiver is not of a public authority', async () => {
    const url = await startReceiver(withQuery);
    const { status, text, fix } = await check({ url, secret, ca: undefined });
    expect(status).toBe('failed');
    expect(text).toMatch(/unknown authority|intermediate/);
    expect(fix).toContain('fullchain.pem');
  });

  it.each([
    ['https://127.0.0.1:1/webhooks', /nothing answers at port 1/],
    ['https://nestjs-pix.invalid/webhooks', /does not exist/],
    ['http://loja.example.com/webhooks', /must begin with https/],
    ['https://a:b@loja.example.com/webhooks', /must not contain credentials/],
    ['https://loja.example.com/pix/pix', /the bank appends \/pix itself/],
  ])('is refused: %s', async (url, message) => {
    const { status, text, fix } = await check({ url, secret });
    expect(status).toBe('failed');
    expect(text).toMatch(message);
    expect(fix).not.toBe('');
  });

  it.each([
    [404, 'failed', /answers 404/],
    [301, 'failed', /answers redirect/],
    [500, 'failed', /answers 500/],
    [403, 'warning', /expects another secret, or also the bank's certificate/],
  ])('with an answer of %d is %s', async (answer, expected, message) => {
    const { status, text } = await check({ url: await startReceiver(() => answer), secret });
    expect(status).toBe(expected);
    expect(text).toMatch(message);
  });

  it('is skipped without an address', async () => {
    expect(await check({})).toMatchObject({ status: 'skipped' });
  });
});
