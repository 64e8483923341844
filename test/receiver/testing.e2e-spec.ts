import { afterEach, describe, expect, it } from '@jest/globals';
import {
  PixWebhookReceiverModule,
  type PixWebhookAuthentication,
} from '../../lib/receiver/index.js';
import {
  buildCobrancaRecorrente,
  buildDevolucao,
  buildPix,
  buildRecorrencia,
  CertificateAuthority,
  WebhookTestClient,
  type WebhookTestClientOptions,
} from '../../lib/testing.js';
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
  const play = (options: Partial<WebhookTestClientOptions> = {}) => {
    const provider = new WebhookTestClient({ url, ...options });
    closing.push(() => provider.close());
    return provider;
  };
  return { orders: app.get(Orders), url, play };
}

describe('nestjs-pix/testing', () => {
  it('delivers every event over mutual TLS, as the provider does', async () => {
    const bank = await CertificateAuthority.create('Banco');
    const { orders, play } = await start(
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
    const provider = play({ certificate, ca });
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
    expect(orders.heard[0]!.payload).toEqual(paid);

    expect((await play({ ca }).pix(buildPix())).status).toBe(403);
    const other = await CertificateAuthority.create('Outro');
    const stranger = play({ ca, certificate: await other.issueClient() });
    expect((await stranger.pix(buildPix())).status).toBe(403);
    expect(orders.heard).toHaveLength(4);
  });

  it('plays the proxy that TLS ends at', async () => {
    const bank = await CertificateAuthority.create('Banco');
    const certificateHeader = 'X-Client-Cert';
    const { play } = await start({
      trustedProxies: ['127.0.0.1'],
      mtls: { ca: bank.certificate, header: certificateHeader },
    });
    const certificate = await bank.issueClient();
    expect((await play({ certificate, certificateHeader }).pix(buildPix())).status).toBe(200);
    expect((await play({ certificateHeader }).pix(buildPix())).status).toBe(403);
  });

  it.each<[string, Partial<WebhookTestClientOptions>]>([
    ['with the suffix on the path', {}],
    ['with the suffix behind the query', { suffix: 'query' }],
    ['without a suffix', { suffix: 'none' }],
    ['as a bare array', { shape: 'array' }],
    ['as a bare array without a suffix', { shape: 'array', suffix: 'none' }],
  ])('delivers %s', async (_name, options) => {
    const { orders, url, play } = await start({ secret: 'a-secret-of-the-tests' });
    const provider = play({ url: `${url}?hmac=a-secret-of-the-tests`, ...options });
    expect((await provider.pix(buildPix())).status).toBe(200);
    expect((await provider.recorrencias(buildRecorrencia())).status).toBe(200);
    expect(orders.events).toEqual(['pix.recebido', 'recorrencia']);
    expect((await play(options).pix(buildPix())).status).toBe(403);
  });

  it('delivers what is not well-formed, with headers of one’s own', async () => {
    const { play } = await start({
      trustedProxies: ['127.0.0.1'],
      mtls: { header: 'x-verified', value: 'yes' },
    });
    const provider = play({ headers: { 'x-verified': 'yes' } });
    expect((await provider.send('pix', [{}])).status).toBe(400);
  });

  it('makes identifiers that are well-formed, and others each time', () => {
    const [one, two] = [buildPix(), buildPix()];
    expect(one.endToEndId).not.toBe(two.endToEndId);
    const { idRec } = buildRecorrencia();
    expect(one.endToEndId).toContain(parseEndToEndId(one.endToEndId).ispb);
    expect(idRec).toContain(parseIdRec(idRec).ispb);
    expect(one.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });
});
