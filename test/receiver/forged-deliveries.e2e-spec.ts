import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPix, CertificateAuthority, type PemCertificate } from '../../devkit/testing.js';
import { PixWebhookReceiverModule, PixWebhookStats } from '../../lib/receiver/index.js';
import { platforms, startApp, type RunningApp } from './support/app.js';
import { Orders } from './support/orders.js';
import { post, type PostOptions } from './support/post.js';
import { Provider } from './support/provider.js';

const SECRET = 'a-long-and-random-secret-of-tests';
const PATH = '/webhooks/pix/pix';
const TIMES = 25;

/** Uses every authentication method, and omits or forges one part of it in each case. */
describe.each(platforms)('forged deliveries on %s', (platform) => {
  const provider = new Provider();
  const genuine = buildPix();
  let bank: CertificateAuthority;
  let running: RunningApp;
  let certificates: Record<'own' | 'otherAuthority' | 'otherSubject' | 'expired', PemCertificate>;

  beforeAll(async () => {
    bank = await CertificateAuthority.create('Banco');
    const other = await CertificateAuthority.create('Banco');
    const commonName = 'webhook.banco';
    const past = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    certificates = {
      own: await bank.issueClient({ commonName }),
      otherAuthority: await other.issueClient({ commonName }),
      otherSubject: await bank.issueClient({ commonName: 'outro.cliente' }),
      expired: await bank.issueClient({ commonName, notBefore: past(2), notAfter: past(1) }),
    };
    provider.received.push(genuine);
    running = await startApp(
      platform,
      {
        imports: [
          PixWebhookReceiverModule.forRoot({
            authentication: {
              mtls: { ca: bank.certificate, subject: 'webhook.banco' },
              secret: SECRET,
              allowedIps: ['127.0.0.1'],
            },
            verifyWithProvider: true,
            recebidos: provider,
          }),
        ],
        providers: [Orders],
      },
      {
        https: {
          ...(await bank.issueServer()),
          ca: [bank.certificate, other.certificate],
          requestCert: true,
          rejectUnauthorized: false,
        },
      },
    );
  });

  afterAll(() => running.app.close());

  function deliver(body: unknown, options: PostOptions = {}) {
    return post(running.port, `${PATH}?hmac=${SECRET}`, body, {
      tls: true,
      ca: bank.certificate,
      agent: false,
      ...certificates.own,
      ...options,
    });
  }

  const noCertificate = { cert: undefined, key: undefined } as unknown as PostOptions;
  const another = { ...genuine, valor: '3700.00' };

  it.each<[string, unknown, () => PostOptions]>([
    ['without a certificate', genuine, () => noCertificate],
    [
      'with a certificate of another authority of the same name',
      genuine,
      () => certificates.otherAuthority,
    ],
    ['with a certificate of another subject', genuine, () => certificates.otherSubject],
    ['with a certificate that has expired', genuine, () => certificates.expired],
    ['without a secret', genuine, () => ({ path: PATH })],
    ['with a wrong secret', genuine, () => ({ path: `${PATH}?hmac=${SECRET}x` })],
    ['from another address', genuine, () => ({ localAddress: '127.0.0.2' })],
    [
      'from another address that claims to be the right one',
      genuine,
      () => ({ localAddress: '127.0.0.2', headers: { 'x-forwarded-for': '127.0.0.1' } }),
    ],
    ['with another amount than the provider’s', another, () => ({})],
    ['with another txid than the provider’s', { ...genuine, txid: 'a'.repeat(32) }, () => ({})],
    ['of a Pix that the provider does not have', buildPix(), () => ({})],
  ])('are all refused: %s', async (_name, pix, options) => {
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () => deliver({ pix: [pix] }, options())),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(['403 ']),
    );
    expect(running.app.get(Orders).handled).toEqual([]);
  });

  it('are refused with another amount, while the genuine one is accepted', async () => {
    expect((await deliver({ pix: [genuine] })).status).toBe(200);
    expect((await deliver({ pix: [another] })).status).toBe(403);
    expect(running.app.get(Orders).handled.map(({ payload }) => payload)).toEqual([genuine]);
    const { unauthenticated, refused, handled } = running.app.get(PixWebhookStats).notifications;
    expect({ unauthenticated, refused, handled }).toEqual({
      unauthenticated: 8 * TIMES,
      refused: 3 * TIMES + 1,
      handled: 1,
    });
  });
});
