import { afterEach, describe, expect, it } from '@jest/globals';
import {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
  CertificateAuthority,
  WebhookTestClient,
  type WebhookTestClientOptions,
} from '../../devkit/testing.js';
import {
  PixWebhookReceiverModule,
  type PixWebhookAuthentication,
} from '../../lib/receiver/index.js';
import { parseEndToEndId, parseIdRec } from '../../lib/values/index.js';
import { startApp } from './support/app.js';
import { Orders } from './support/orders.js';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(authentication: PixWebhookAuthentication, https?: object) {
  const { app, port } = await startApp(
    'Express',
    { imports: [PixWebhookReceiverModule.forRoot({ authentication })], providers: [Orders] },
    https ? { https } : {},
  );
  closing.push(() => app.close());
  const url = `${https ? 'https' : 'http'}://127.0.0.1:${port}/webhooks/pix`;
  const createClient = (options: Partial<WebhookTestClientOptions> = {}) => {
    const provider = new WebhookTestClient({ url, ...options });
    closing.push(() => provider.close());
    return provider;
  };
  return { orders: app.get(Orders), url, createClient };
}

describe('WebhookTestClient with a receiver', () => {
  it('delivers every event over mutual TLS', async () => {
    const bank = await CertificateAuthority.create('Banco');
    const { orders, createClient } = await start(
      { mtls: { ca: bank.certificate, subject: 'webhook.banco' } },
      {
        ...(await bank.issueServer()),
        ca: bank.certificate,
        requestCert: true,
        rejectUnauthorized: false,
      },
    );
    const ca = bank.certificate;
    const certificate = await bank.issueClient({ commonName: 'webhook.banco' });
    const provider = createClient({ certificate, ca });
    expect(await provider.register()).toMatchObject({
      status: 200,
      body: '',
      headers: { connection: 'keep-alive' },
    });
    const paid = buildPix({ devolucoes: [buildDevolucao()] });
    expect((await provider.pix(paid)).status).toBe(200);
    expect((await provider.recorrencias(buildRecorrencia())).status).toBe(200);
    expect((await provider.cobrancasRecorrentes(buildCobrancaRecorrente())).status).toBe(200);
    expect(orders.events).toEqual([
      'pix.recebido',
      'pix.devolucao',
      'recorrencia',
      'cobranca-recorrente',
    ]);
    expect(orders.handled[0]!.payload).toEqual(paid);

    expect((await createClient({ ca }).pix(buildPix())).status).toBe(403);
    const other = await CertificateAuthority.create('Outro');
    const otherAuthority = createClient({ ca, certificate: await other.issueClient() });
    expect((await otherAuthority.pix(buildPix())).status).toBe(403);
    expect(orders.handled).toHaveLength(4);
  });

  it('sends the certificate header of a TLS-terminating proxy', async () => {
    const bank = await CertificateAuthority.create('Banco');
    const certificateHeader = 'X-Client-Cert';
    const { createClient } = await start({
      trustedProxies: ['127.0.0.1'],
      mtls: { ca: bank.certificate, header: certificateHeader },
    });
    const certificate = await bank.issueClient();
    expect((await createClient({ certificate, certificateHeader }).pix(buildPix())).status).toBe(
      200,
    );
    expect((await createClient({ certificateHeader }).pix(buildPix())).status).toBe(403);
  });

  it.each<[string, Partial<WebhookTestClientOptions>]>([
    ['with the suffix on the path', {}],
    ['with the suffix behind the query', { suffix: 'query' }],
    ['without a suffix', { suffix: 'none' }],
    ['as a bare array', { shape: 'array' }],
    ['as a bare array without a suffix', { shape: 'array', suffix: 'none' }],
  ])('delivers %s', async (_name, options) => {
    const { orders, url, createClient } = await start({ secret: 'a-secret-of-the-tests' });
    const provider = createClient({ url: `${url}?hmac=a-secret-of-the-tests`, ...options });
    expect((await provider.pix(buildPix())).status).toBe(200);
    expect((await provider.recorrencias(buildRecorrencia())).status).toBe(200);
    expect(orders.events).toEqual(['pix.recebido', 'recorrencia']);
    expect((await createClient(options).pix(buildPix())).status).toBe(403);
  });

  it('delivers malformed bodies, with additional headers', async () => {
    const { createClient } = await start({
      trustedProxies: ['127.0.0.1'],
      mtls: { header: 'x-verified', value: 'yes' },
    });
    const provider = createClient({ headers: { 'x-verified': 'yes' } });
    expect((await provider.send('pix', [{}])).status).toBe(400);
  });

  it('builds valid, unique identifiers', () => {
    const [one, two] = [buildPix(), buildPix()];
    expect(one.endToEndId).not.toBe(two.endToEndId);
    const { idRec } = buildRecorrencia();
    expect(one.endToEndId).toContain(parseEndToEndId(one.endToEndId).ispb);
    expect(idRec).toContain(parseIdRec(idRec).ispb);
    expect(one.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });
});
