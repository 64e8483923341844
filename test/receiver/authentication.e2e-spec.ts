import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Server } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  PixWebhookReceiverModule,
  type PixWebhookAuthentication,
} from '../../lib/receiver/index.js';
import { TestAuthority, type TestCertificate } from '../support/certificates.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { PAYER_CPF, pix } from './support/notifications.js';
import { Orders } from './support/orders.js';
import { post, type PostOptions } from './support/post.js';

const PATH = '/webhooks/pix/pix';
const SECRET = 'a-long-and-random-secret-of-tests';

const authorities = {} as Record<'server' | 'bank' | 'below' | 'other', TestAuthority>;
const issued = {} as Record<
  'server' | 'bank' | 'below' | 'otherAuthority' | 'expired' | 'serverOnly' | 'sameNameAuthority',
  TestCertificate
>;

beforeAll(async () => {
  const commonName = 'webhook.banco';
  const bank = await TestAuthority.create('Banco CA');
  const below = await bank.createIntermediate('Banco CA intermediária');
  // It has the name of the bank's authority and a different key.
  const sameName = await TestAuthority.create('Banco CA');
  const other = await TestAuthority.create('Outra CA');
  const server = await TestAuthority.create('Server CA');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  Object.assign(authorities, { server, bank, below, other });
  Object.assign(issued, {
    server: await server.issueServer(),
    bank: await bank.issueClient({ commonName }),
    below: await below.issueClient({ commonName }),
    otherAuthority: await other.issueClient({ commonName }),
    sameNameAuthority: await sameName.issueClient({ commonName }),
    expired: await bank.issueClient({ commonName, notBefore: ago(2), notAfter: ago(1) }),
    serverOnly: await bank.issueServer({ commonName }),
  });
});

describe.each(platforms)('receiver authentication on %s', (platform) => {
  let running: RunningApp & { orders: Orders };

  async function start(authentication: PixWebhookAuthentication, https?: object) {
    const started = await startApp(
      platform,
      {
        imports: [PixWebhookReceiverModule.forRoot({ authentication })],
        providers: [Orders],
      },
      https ? { https } : {},
    );
    running = { ...started, orders: started.app.get(Orders) };
    return running;
  }

  /** An HTTPS server that requests a certificate, and trusts more authorities than the bank's. */
  function startTls(authentication: PixWebhookAuthentication) {
    return start(authentication, {
      ...issued.server,
      ca: [authorities.bank.cert, authorities.other.cert],
      requestCert: true,
      rejectUnauthorized: false,
    });
  }

  function postTls(
    certificate: Pick<TestCertificate, 'cert' | 'key'> | undefined,
    options: PostOptions = {},
  ) {
    return post(running.port, PATH, [pix()], {
      tls: true,
      ca: authorities.server.cert,
      agent: false,
      ...certificate,
      ...options,
    });
  }

  async function expectRefusal(answer: Promise<unknown>, reason: string) {
    expect(await answer).toMatchObject({ status: 403, body: '' });
    expect(running.orders.handled).toHaveLength(0);
    const lines = running.log.lines.filter((line) => line.includes('Refused'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('127.0.0.1');
    expect(lines[0]).toContain(reason);
    expect(running.log.text).not.toMatch(new RegExp(`${SECRET}|${PAYER_CPF}`));
  }

  afterEach(() => running.app.close());

  describe('mutual TLS that ends at the application', () => {
    it('accepts a certificate of the configured authority', async () => {
      await startTls({ mtls: { ca: authorities.bank.cert } });
      expect((await postTls(issued.bank)).status).toBe(200);
      expect(running.orders.handled).toHaveLength(1);
    });

    it('refuses a request without a certificate', async () => {
      await startTls({ mtls: { ca: authorities.bank.cert } });
      await expectRefusal(postTls(undefined), 'no client certificate');
    });

    it.each([
      ['otherAuthority', 'not signed by the configured authority'],
      ['sameNameAuthority', 'not signed by the configured authority'],
      ['expired', 'expired or is not yet valid'],
      ['serverOnly', 'not valid for client authentication'],
    ] as const)('refuses an unacceptable certificate: %s', async (which, reason) => {
      await startTls({ mtls: { ca: authorities.bank.cert } });
      await expectRefusal(postTls(issued[which]), reason);
    });

    it('accepts a chain through an intermediate that the provider sends, including on a resumed session', async () => {
      await startTls({ mtls: { ca: authorities.bank.cert } });
      const resumed: boolean[] = [];
      running.app
        .getHttpServer()
        .on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
      const { cert, key } = issued.below;
      const agent = new Agent({ keepAlive: false, maxCachedSessions: 10 });
      const chain = { cert: `${cert}\n${authorities.below.cert}`, key };
      for (let connection = 0; connection < 3; connection += 1) {
        expect((await postTls(chain, { agent })).status).toBe(200);
      }
      expect(resumed).toEqual([false, true, true]);
    });

    it('refuses a certificate whose intermediate is neither sent nor configured', async () => {
      await startTls({ mtls: { ca: authorities.bank.cert } });
      await expectRefusal(postTls(issued.below), 'not signed by the configured authority');
    });

    it('accepts an intermediate, a client certificate or a list as authority', async () => {
      await startTls({ mtls: { ca: authorities.below.cert } });
      expect((await postTls(issued.below)).status).toBe(200);
      await running.app.close();
      await startTls({ mtls: { ca: issued.otherAuthority.cert } });
      expect((await postTls(issued.otherAuthority)).status).toBe(200);
      expect((await postTls(issued.bank)).status).toBe(403);
      await running.app.close();
      await startTls({
        mtls: {
          ca: [
            `${authorities.other.cert}\n${authorities.below.cert}`,
            new X509Certificate(authorities.bank.cert).raw,
          ],
        },
      });
      for (const each of [issued.otherAuthority, issued.below, issued.bank]) {
        expect((await postTls(each)).status).toBe(200);
      }
    });

    it('reads the authority from a file', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
      const file = join(folder, 'ca.pem');
      await writeFile(file, authorities.bank.cert);
      await startTls({ mtls: { ca: file } });
      await rm(folder, { recursive: true });
      expect((await postTls(issued.bank)).status).toBe(200);
      expect((await postTls(issued.otherAuthority)).status).toBe(403);
    });

    it.each([
      ['common name', 'webhook.banco'],
      ['pattern', /^CN=webhook\.banco$/gm],
      ['test', (certificate: X509Certificate) => certificate.subject.includes('webhook.banco')],
    ])('accepts a certificate whose subject matches the %s', async (_how, subject) => {
      await startTls({ mtls: { ca: [authorities.bank.cert, authorities.other.cert], subject } });
      expect((await postTls(issued.bank)).status).toBe(200);
      expect((await postTls(issued.bank)).status).toBe(200);
    });

    it('compares the common name literally when it contains special characters', async () => {
      const commonName = 'Banco Itaú, S.A. + Filial';
      const { cert, key } = await authorities.bank.issueClient({ commonName });
      await startTls({ mtls: { ca: authorities.bank.cert, subject: commonName } });
      expect((await postTls({ cert, key })).status).toBe(200);
      expect((await postTls(issued.bank)).status).toBe(403);
    });

    it('accepts a client certificate as its own authority, and refuses one that it signed', async () => {
      const { bank } = issued;
      const commonName = 'webhook.banco';
      const child = await TestAuthority.impersonatedBy(commonName, bank).issueClient({
        commonName,
      });
      await startTls({ mtls: { ca: bank.cert } });
      expect((await postTls(bank)).status).toBe(200);
      running.orders.handled.length = 0;
      await expectRefusal(postTls(child), 'not signed by the configured authority');
    });

    it.each([
      ['common name', 'webhook'],
      ['pattern', /CN=other/],
      ['test', () => false],
      ['test that returns a promise', (async () => true) as unknown as () => boolean],
    ])('refuses a certificate whose subject does not match the %s', async (_how, subject) => {
      await startTls({ mtls: { ca: authorities.bank.cert, subject } });
      await expectRefusal(postTls(issued.bank), 'has another subject');
    });

    it('answers 500 when the subject test throws', async () => {
      const subject = () => {
        throw new Error(`unexpected ${PAYER_CPF}`);
      };
      await startTls({ mtls: { ca: authorities.bank.cert, subject } });
      expect(await postTls(issued.bank)).toMatchObject({ status: 500, body: '' });
      expect(running.orders.handled).toHaveLength(0);
      expect(running.log.text).toContain('Could not receive a notification: Error: unexpected ***');
    });

    it('logs a warning at startup and refuses every request when the server has no TLS', async () => {
      const { port, log } = await start({ mtls: { ca: authorities.bank.cert } });
      expect(log.text).toContain('every notification will be refused');
      await expectRefusal(post(port, PATH, [pix()]), 'no client certificate');
    });

    it('logs no warning when the application runs its own server', async () => {
      const { log } = await start({ mtls: { ca: authorities.bank.cert, ownServer: true } });
      expect(log.text).not.toContain('will be refused');
    });

    it('logs a warning at startup when the server does not request a certificate', async () => {
      const { log } = await start({ mtls: { ca: authorities.bank.cert } }, issued.server);
      expect(log.text).toContain('every notification will be refused');
    });
  });

  describe('mutual TLS that ends at a proxy', () => {
    const escaped = (text: string) => encodeURIComponent(text);
    const base64 = (text: string) => new X509Certificate(text).raw.toString('base64');
    const trustedProxies = ['127.0.0.1'];
    const header = 'X-Client-Cert';

    function fromProxy(value: string | string[] | undefined) {
      return post(running.port, PATH, [pix()], {
        headers: value === undefined ? {} : { [header]: value as string },
      });
    }

    it.each([
      ['percent-encoded PEM', (): string => escaped(issued.bank.cert)],
      [
        'PEM with spaces for line breaks',
        (): string => issued.bank.cert.trim().replaceAll('\n', ' '),
      ],
      ['base64 DER', (): string => base64(issued.bank.cert)],
      ['RFC 9440', (): string => `:${base64(issued.bank.cert)}:`],
      ['Envoy', (): string => `Hash=00;Cert="${escaped(issued.bank.cert)}";Subject="CN=x"`],
      ['a chain in PEM', (): string => escaped(issued.below.cert + authorities.below.cert)],
      [
        'a chain in a list',
        (): string => `${base64(issued.below.cert)},${base64(authorities.below.cert)}`,
      ],
    ])('accepts the certificate in the header: %s', async (_form, value) => {
      await start({ trustedProxies, mtls: { ca: authorities.bank.cert, header } });
      expect((await fromProxy(value())).status).toBe(200);
    });

    it.each([
      ['none', (): undefined => undefined, 'no client certificate'],
      ['empty', (): string => '', 'no client certificate'],
      ['nonsense', (): string => 'certainly', 'no client certificate'],
      [
        'of another authority',
        (): string => escaped(issued.otherAuthority.cert),
        'configured authority',
      ],
      [
        'another client’s certificate before the sender’s own',
        (): string => `${base64(issued.bank.cert)}, ${base64(issued.otherAuthority.cert)}`,
        'not one chain',
      ],
      [
        'another client’s certificate before an empty entry',
        (): string => `${base64(issued.bank.cert)},`,
        'no client certificate',
      ],
      [
        'another client’s certificate in a repeated header',
        (): string[] => [base64(issued.bank.cert), base64(issued.bank.cert)],
        'no client certificate',
      ],
    ] as const)('refuses the certificate in the header: %s', async (_name, value, reason) => {
      await start({ trustedProxies, mtls: { ca: authorities.bank.cert, header } });
      await expectRefusal(fromProxy(value()), reason);
    });

    it('ignores the certificate header of an untrusted proxy', async () => {
      await start({
        trustedProxies: ['10.0.0.0/8'],
        mtls: { ca: authorities.bank.cert, header },
      });
      await expectRefusal(fromProxy(escaped(issued.bank.cert)), 'not from a trusted proxy');
    });

    it('checks no signature with a key that only the caller trusts', async () => {
      await start({ trustedProxies, mtls: { ca: authorities.bank.cert, header } });
      const verify = jest.spyOn(X509Certificate.prototype, 'verify');
      const list = [issued.otherAuthority.cert, authorities.other.cert].map(base64).join(',');
      await expectRefusal(fromProxy(list), 'configured authority');
      expect(verify).not.toHaveBeenCalled();
      verify.mockRestore();
    });

    it('checks each signature of a list once, for its path and its order together', async () => {
      await start({ trustedProxies, mtls: { ca: authorities.bank.cert, header } });
      const verify = jest.spyOn(X509Certificate.prototype, 'verify');
      const list = [issued.below.cert, authorities.below.cert].map(base64).join(',');
      expect((await fromProxy(list)).status).toBe(200);
      expect(verify).toHaveBeenCalledTimes(2);
      verify.mockRestore();
    });

    it('does not start with the header if anyone is a trusted proxy', async () => {
      const mtls = { ca: authorities.bank.cert, header };
      await expect(start({ trustedProxies: ['0.0.0.0/0'], mtls })).rejects.toThrow(
        /mtls\.header could be forged by anyone/,
      );
    });

    it.each([
      [['::/0']],
      [['0.0.0.0/1', '128.0.0.0/1']],
      [['::ffff:0.0.0.0/97', '::ffff:128.0.0.0/97']],
    ])('does not start with a list of addresses if proxies are in %j', async (trustedProxies) => {
      const allowedIps = ['34.193.116.226'];
      await expect(start({ trustedProxies, allowedIps })).rejects.toThrow(
        /allowedIps could be forged by anyone/,
      );
    });

    it('accepts only the configured value of the proxy’s verification header', async () => {
      await start({ trustedProxies, mtls: { header, value: 'SUCCESS' } });
      expect((await fromProxy('SUCCESS')).status).toBe(200);
      expect((await fromProxy('FAILED')).status).toBe(403);
      expect((await fromProxy(undefined)).status).toBe(403);
      expect((await fromProxy(['SUCCESS', 'SUCCESS'])).status).toBe(403);
    });

    it('ignores the verification header of an untrusted proxy', async () => {
      await start({ trustedProxies: ['10.0.0.1'], mtls: { header, value: 'SUCCESS' } });
      await expectRefusal(fromProxy('SUCCESS'), 'not from a trusted proxy');
    });
  });

  describe('secret in the query', () => {
    const send = (query: string) => post(running.port, PATH + query, [pix()]);

    it('accepts the secret wherever the provider appends its suffix', async () => {
      const { port } = await start({ secret: SECRET });
      expect((await send(`?hmac=${SECRET}`)).status).toBe(200);
      for (const appended of [`?hmac=${SECRET}/pix`, `?hmac=${SECRET}&ignorar=/pix`]) {
        expect((await post(port, `/webhooks/pix${appended}`, [pix()])).status).toBe(200);
      }
    });

    it.each([
      ['', 'no secret'],
      ['?hmac=', 'wrong secret'],
      ['?hmac=wrong', 'wrong secret'],
      [`?HMAC=${SECRET}`, 'no secret'],
      [`?hmac=${SECRET}x`, 'wrong secret'],
      [`?hmac=${SECRET.slice(0, -1)}`, 'wrong secret'],
      [`?hmac=x&hmac=${SECRET}`, 'more than one secret'],
    ])('refuses the query %j', async (query, reason) => {
      await start({ secret: SECRET });
      await expectRefusal(send(query), reason);
    });

    it('accepts a base64 secret, percent-encoded or not', async () => {
      const secret = 'ab+cd/efghijklmnop==';
      await start({ secret });
      expect((await send(`?hmac=${secret}`)).status).toBe(200);
      expect((await send(`?hmac=${encodeURIComponent(secret)}`)).status).toBe(200);
      expect((await send('?hmac=abcd/efghijklmnop==')).status).toBe(403);
    });

    it('accepts several secrets during a rotation, under a configured parameter name', async () => {
      await start({
        secret: { value: ['the-old-secret-text', 'the-new-secret-text'], parameter: 'token' },
      });
      expect((await send('?token=the-old-secret-text')).status).toBe(200);
      expect((await send('?token=the-new-secret-text')).status).toBe(200);
      expect((await send('?hmac=the-new-secret-text')).status).toBe(403);
    });
  });

  describe('secret in Basic credentials', () => {
    const basic = (text: string, scheme = 'Basic') => ({
      headers: { authorization: `${scheme} ${Buffer.from(text).toString('base64')}` },
    });

    it('accepts the secret as the password of any user', async () => {
      const { port } = await start({
        secret: { value: [SECRET, 'sécret: of the future'], in: 'basic' },
      });
      for (const text of [`pix:${SECRET}`, `:${SECRET}`, 'pix:sécret: of the future']) {
        expect((await post(port, PATH, [pix()], basic(text))).status).toBe(200);
      }
    });

    it.each([
      ['', 'no secret', {}],
      [`?hmac=${SECRET}`, 'no secret', {}],
      ['', 'no secret', basic(`pix:${SECRET}`, 'Bearer')],
      ['', 'no secret', { headers: { authorization: `Basic pix:${SECRET}` } }],
      ['', 'wrong secret', basic(`${SECRET}:pix`)],
      ['', 'wrong secret', basic(`pix:${SECRET}x`)],
    ])('refuses the query %j (%s) with %j', async (query, reason, options) => {
      const { port } = await start({ secret: { value: SECRET, in: 'basic' } });
      await expectRefusal(post(port, PATH + query, [pix()], options), reason);
    });
  });

  describe("OpenTelemetry's instrumentation of HTTP", () => {
    const { emit } = Server.prototype;

    beforeEach(() => {
      // As its function `wrap` does.
      Server.prototype.emit = Object.assign(
        function (this: Server, ...args: unknown[]) {
          return Reflect.apply(emit, this, args);
        },
        { __wrapped: true },
      ) as typeof emit;
    });
    afterEach(() => {
      Server.prototype.emit = emit;
    });

    const isWarned = async (authentication: PixWebhookAuthentication) =>
      /(OpenTelemetry|dd-trace) records the queries/.test((await start(authentication)).log.text);

    it.each<[PixWebhookAuthentication, boolean]>([
      [{ secret: SECRET }, true],
      [{ secret: [SECRET] }, true],
      [{ secret: { value: SECRET, parameter: 'token' } }, true],
      [{ secret: { value: SECRET, parameter: 'Signature' } }, false],
      [{ secret: { value: SECRET, in: 'basic' } }, false],
      [{ allowedIps: ['127.0.0.1'] }, false],
      [{ resolve: () => undefined }, true],
    ])('and %j: warns at startup: %p', async (authentication, warned) => {
      expect(await isWarned(authentication)).toBe(warned);
    });

    /** As with a tracer: the span of the request is active while it is handled, with its query as the options redact it. */
    function trace(redacted: readonly string[]): () => void {
      let span: object | undefined;
      const api = Symbol.for('opentelemetry.js.api.1');
      const key = Symbol.for('OpenTelemetry Context Key SPAN');
      const active = () => ({ getValue: (wanted: symbol) => (wanted === key ? span : undefined) });
      Reflect.set(globalThis, api, { context: { active } });
      const untraced = Server.prototype.emit;
      const traced = function (this: Server, event: string, ...args: [{ url: string }]) {
        if (event !== 'request') return Reflect.apply(emit, this, [event, ...args]);
        const { searchParams } = new URL(args[0].url, 'http://shop');
        for (const name of redacted) if (searchParams.has(name)) searchParams.set(name, 'REDACTED');
        span = { attributes: { 'url.query': searchParams.toString() } };
        try {
          return Reflect.apply(emit, this, [event, ...args]);
        } finally {
          span = undefined;
        }
      };
      Server.prototype.emit = Object.assign(traced, { __wrapped: true }) as never;
      return () => {
        Reflect.deleteProperty(globalThis, api);
        Server.prototype.emit = untraced;
      };
    }

    it.each([
      ['hmac', ['hmac'], false],
      ['a[b]&c', ['a[b]&c'], false],
      ['hmac', ['sig', 'Signature'], true],
      ['hmac', [], true],
      // A list of its own replaces the default one.
      ['Signature', ['hmac'], true],
    ])(
      'with a tracer and the parameter %s, redacting %j: warns: %p',
      async (name, list, warned) => {
        const stop = trace(list);
        try {
          const secret = { value: SECRET, parameter: name };
          expect(await isWarned({ secret })).toBe(warned);
        } finally {
          stop();
        }
      },
    );

    it('causes no warning when it is not active', async () => {
      Server.prototype.emit = emit;
      expect(await isWarned({ secret: SECRET })).toBe(false);
    });

    it.each([
      ['', true],
      ['.*', false],
    ])('or dd-trace with the pattern "%s" warns: %p', async (pattern, warned) => {
      Server.prototype.emit = emit;
      process.env.DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP = pattern;
      Object.assign(globalThis, { _ddtrace: {} });
      try {
        expect(await isWarned({ secret: SECRET })).toBe(warned);
      } finally {
        Reflect.deleteProperty(globalThis, '_ddtrace');
        delete process.env.DD_TRACE_OBFUSCATION_QUERY_STRING_REGEXP;
      }
    });
  });

  describe('allowed addresses', () => {
    const send = (forwardedFor?: string) =>
      post(running.port, PATH, [pix()], {
        headers: forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor },
      });

    it('accepts an allowed address and an address of an allowed network', async () => {
      await start({ allowedIps: ['2001:db8::/32', '127.0.0.0/8'] });
      expect((await send()).status).toBe(200);
    });

    it('refuses any other address, whatever X-Forwarded-For contains', async () => {
      await start({ allowedIps: ['34.193.116.226'] });
      await expectRefusal(send('34.193.116.226'), 'the address is not allowed');
    });

    it('uses the first address when all of them are trusted proxies', async () => {
      await start({ allowedIps: ['10.1.2.3'], trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
      expect((await send('10.1.2.3, 10.4.5.6')).status).toBe(200);
      expect((await send('10.4.5.6, 10.1.2.3')).status).toBe(403);
    });

    it('uses the last address before the trusted proxies', async () => {
      await start({
        allowedIps: ['34.193.116.226', '2001:db8::1'],
        trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      });
      for (const hops of [
        '34.193.116.226',
        '6.6.6.6, 34.193.116.226',
        '34.193.116.226, 10.1.2.3',
        '34.193.116.226:4711',
        '::ffff:34.193.116.226',
        '[2001:db8::1]:4711',
      ]) {
        expect([hops, (await send(hops)).status]).toEqual([hops, 200]);
      }
      for (const hops of [
        '34.193.116.226, 6.6.6.6',
        '34.193.116.226%x',
        'unknown',
        '34.193.116.226, unknown',
        '10.1.2.3',
      ]) {
        expect([hops, (await send(hops)).status]).toEqual([hops, 403]);
      }
      expect((await send()).status).toBe(403);
    });
  });

  it('requires every configured method to pass', async () => {
    await startTls({
      mtls: { ca: authorities.bank.cert },
      secret: SECRET,
      allowedIps: ['127.0.0.1'],
    });
    const path = `${PATH}?hmac=${SECRET}`;
    expect((await postTls(issued.bank, { path })).status).toBe(200);
    expect((await postTls(issued.bank)).status).toBe(403);
    expect((await postTls(issued.otherAuthority, { path })).status).toBe(403);
    expect((await postTls(undefined, { path })).status).toBe(403);
  });

  it('sends the same response for every refusal', async () => {
    const { port } = await start({ secret: SECRET, allowedIps: ['127.0.0.1'] });
    const { headers } = await post(port, PATH, [pix()]);
    expect(headers).toEqual({
      date: expect.any(String),
      'content-length': '0',
      'cache-control': 'no-store',
      // The body was not read.
      connection: 'close',
    });
  });

  it('refuses an unauthenticated request before the body arrives', async () => {
    const { port } = await start({ secret: SECRET });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
  });
});
