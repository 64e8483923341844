import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  ConfigurationError,
  PixClientFactory,
  type PixClient,
  type PixModuleOptions,
} from '../../lib/index.js';
import {
  PixWebhookReceiverModule,
  type PixWebhookAuthentication,
  type PixWebhookTenant,
} from '../../lib/receiver/index.js';
import { startApp, type RunningApp } from '../receiver/support/app.js';
import { RecordedLog } from '../receiver/support/log.js';
import { pix } from '../receiver/support/notifications.js';
import { Orders } from '../receiver/support/orders.js';
import { post } from '../receiver/support/post.js';
import { toPkcs12 } from '../support/certificates.js';
import { ManualRuntime } from '../support/manual-runtime.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

// One process, two tenants: what the hostile one chooses or does never changes what the honest one gets.

const TXID = 'pedido00000000000000000000001234';
const DETAIL = `Não há cobrança imediata com o txid ${TXID} em https://banco.example/pix.`;
const HONEST = { clientId: 'honest', clientSecret: 'Segredo da loja honesta' };

/** What a hostile tenant may choose to black out: words, names, addresses, and another tenant's txid. */
const CHOSEN = [
  'Não há cobrança imediata com o txid',
  'https://banco.example/pix',
  'PixNaoEncontradoException',
  'PIX_NOT_FOUND',
  'scripted',
  TXID,
  HONEST.clientId,
  'aaaaaaaa',
];

describe('a hostile account next to an honest one', () => {
  let provider: ScriptedProvider;
  let factory: PixClientFactory;
  let log: RecordedLog;

  beforeEach(async () => {
    provider = await ScriptedProvider.start();
    provider.api = { status: 404, body: { title: 'Não encontrado', status: 404, detail: DETAIL } };
    factory = new PixClientFactory();
    log = new RecordedLog();
    Logger.overrideLogger(log);
  });

  afterEach(async () => {
    await factory.close();
    Logger.overrideLogger(true);
    await provider.close();
  });

  const get = (key: string, options: Partial<PixModuleOptions>) =>
    factory.get(key, provider.options({ log: { failures: 'warn' }, ...options }));

  async function fail(client: PixClient): Promise<Error> {
    return client.cob.get(TXID).then(
      () => new Error('no failure'),
      (error: unknown) => error as Error,
    );
  }

  /** Every form in which an error reaches a log or a monitor, and the account's own log lines. */
  const render = (error: Error) =>
    [String(error), JSON.stringify(error), inspect(error)].map((text) =>
      text.replaceAll(provider.origin, 'ORIGIN').replace(/^ +at .*$/gm, ''),
    );

  it.each(CHOSEN)(
    'does not change errors or log lines with the secret %j',
    async (clientSecret) => {
      const honest = await get('honest', HONEST);
      const before = render(await fail(honest));
      const linesBefore = log.lines.splice(0).map((line) => line.replace(/durationMs=\d+/, ''));
      const hostile = await get('hostile', { clientId: 'hostile', clientSecret });
      await fail(hostile);
      log.lines.length = 0;
      expect(render(await fail(honest))).toEqual(before);
      expect(before.join('\n')).toContain(DETAIL);
      expect(log.lines.map((line) => line.replace(/durationMs=\d+/, ''))).toEqual(
        linesBefore.filter((line) => line.includes('failed')),
      );
      expect(log.text).toContain(DETAIL);
    },
  );

  it('masks the secrets of each account in its own errors and log lines', async () => {
    const words = 'palavras que ninguém adivinha';
    const accounts = [
      ['honest', HONEST],
      ['hostile', { clientId: 'hostile', clientSecret: words }],
    ] as const;
    for (const [key, options] of accounts) await get(key, options);
    for (const [key, { clientSecret, ...options }] of accounts) {
      const detail = `O segredo ${clientSecret} não vale.`;
      provider.api = { status: 404, body: { title: 'x', status: 404, detail } };
      const error = await fail(await get(key, options));
      expect(render(error).join('\n')).toContain('O segredo *** não vale.');
      expect([...render(error), log.text].join('\n')).not.toContain(clientSecret);
    }
  });

  it.each([...CHOSEN, 'k7Jq2mX9vR4tLw8Z'])(
    'does not change texts of no account with the secret %j',
    async (clientSecret) => {
      await get('honest', HONEST);
      await get('hostile', { clientId: 'hostile', clientSecret });
      const text = `refused ${clientSecret}, ${DETAIL}`;
      expect(new ConfigurationError(text).message).toBe(text);
    },
  );

  it('separates tokens, also with the client id of the honest account', async () => {
    provider.token = ({ headers }) => ({
      body: { access_token: `token-of-${headers.authorization?.slice(-8) ?? ''}` },
    });
    const honest = await get('honest', HONEST);
    const hostile = await get('hostile', { ...HONEST, clientSecret: 'guessed-by-the-other' });
    const [own, other] = [await honest.tokens.getToken(), await hostile.tokens.getToken()];
    expect(other).not.toBe(own);
    await hostile.tokens.invalidate();
    expect(await honest.tokens.getToken()).toBe(own);
    expect(provider.tokenRequests).toHaveLength(2);
  });

  it('opens the file of the honest account next to 300 expensive ones of the hostile one', async () => {
    const { cert, key } = provider.client;
    const passphrase = 'senha';
    const file = { certificates: [cert], keys: [key], passphrase };
    const upload = (tenant: string, pfx: Buffer) => {
      factory.evict(tenant);
      return get(tenant, { certificate: { pfx, passphrase } });
    };
    const [expensive, usual] = [40_000, 2_048].map((iterations) =>
      toPkcs12({ ...file, iterations }),
    ) as [Buffer, Buffer];
    const hostile = Promise.allSettled(
      Array.from({ length: 300 }, () => upload('hostile', expensive)),
    );
    await expect(upload('honest', usual).then(fail)).resolves.toMatchObject({ status: 404 });
    const refused = (await hostile).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as unknown] : [],
    );
    expect(refused.length).toBeGreaterThan(270);
    for (const reason of refused) {
      expect(reason).toMatchObject({ errorCode: 'PIX_CERTIFICATE_BUSY' });
    }
  });

  it('leaves the retry budget and the calls of the honest account as they are', async () => {
    const honest = await get('honest', HONEST);
    const hostile = await get('hostile', { clientId: 'hostile', clientSecret: 'of-the-hostile' });
    const left = honest.monitor.retryBudget?.left;
    provider.api = ({ headers }) => {
      const isHostile = headers.client_id === 'hostile';
      return { status: isHostile ? 500 : 404, body: { title: 'x', status: isHostile ? 500 : 404 } };
    };
    const failures = await Promise.all(Array.from({ length: 10 }, () => fail(hostile)));
    expect(failures).toHaveLength(10);
    expect(hostile.monitor.retryBudget?.left).toBeLessThan(left ?? 0);
    expect(honest.monitor.retryBudget?.left).toBe(left);
    expect(await fail(honest)).toMatchObject({ status: 404 });
  });
});

describe('a hostile tenant of a receiver next to an honest one', () => {
  const buildSecret = (tenant: string) => `the-long-secret-of-${tenant}`;
  let running: RunningApp;
  let runtime: ManualRuntime;
  /** Holds the look-ups of other names until it is called. */
  let release: () => void;
  let asked: number;

  async function start(
    secrets: Readonly<Record<string, string>> = {},
    authentication?: PixWebhookAuthentication,
  ) {
    runtime = new ManualRuntime();
    asked = 0;
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    const resolve: PixWebhookAuthentication['resolve'] = ({ tenant }) => {
      asked += 1;
      if (tenant.startsWith('slow')) return held;
      const found: PixWebhookTenant = { secret: secrets[tenant] ?? buildSecret(tenant) };
      return ['honest', 'hostile'].includes(tenant) ? found : undefined;
    };
    running = await startApp('Express', {
      imports: [
        PixWebhookReceiverModule.forRoot({
          path: authentication ? '/webhooks' : '/webhooks/:tenant',
          authentication: authentication ?? { resolve },
          runtime,
        }),
      ],
      providers: [Orders],
    });
  }

  afterEach(() => running.app.close());

  const send = (tenant: string, secret: string, body: unknown = [pix()]) =>
    post(running.port, `/webhooks/${tenant}/pix?hmac=${secret}`, body);

  it('does not use up the log lines of the honest tenant', async () => {
    await start();
    for (let count = 0; count < 20; count += 1) {
      await send('hostile', 'wrong');
      await send('hostile', buildSecret('hostile'), 'nonsense');
    }
    for (let count = 0; count < 3; count += 1) {
      await send('honest', 'wrong');
      await send('honest', buildSecret('honest'), 'nonsense');
    }
    const countLines = (text: string) =>
      running.log.lines.filter((line) => line.includes(text)).length;
    expect(countLines('for tenant hostile: wrong secret')).toBe(5);
    expect(countLines('for tenant honest: wrong secret')).toBe(3);
    expect(countLines('Invalid notification from 127.0.0.1 for tenant hostile')).toBe(5);
    expect(countLines('Invalid notification from 127.0.0.1 for tenant honest')).toBe(3);
    await runtime.advance(60_000);
    expect(countLines('Refused notifications of tenant hostile (wrong secret): 15 more')).toBe(1);
  });

  it('shares one limit of log lines between made-up tenants', async () => {
    await start();
    for (let count = 0; count < 20; count += 1) await send(`made-up-${count}`, 'wrong');
    expect(running.log.lines.filter((line) => line.includes('unknown tenant'))).toHaveLength(5);
  });

  it('gives unknown tenants, known tenants and wrong secrets the same answer, also under load', async () => {
    await start();
    const probe = async () => {
      const answers = await Promise.all(
        [send('unknown', 'wrong'), send('honest', 'wrong')].map(async (answer) => {
          const { status, body, headers } = await answer;
          return { status, body, headers: { ...headers, date: '' } };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      return answers[0]?.status;
    };
    expect(await probe()).toBe(403);
    expect((await send('honest', buildSecret('honest'))).status).toBe(200);
    const before = asked;
    const slow = Array.from({ length: 64 }, (_, index) => send(`slow${index}`, 'wrong'));
    while (asked < before + 64) await new Promise(setImmediate);
    expect(await probe()).toBe(503);
    expect((await send('honest', buildSecret('honest'))).status).toBe(200);
    release();
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([403]));
    expect(await probe()).toBe(403);
  });

  it('does not change the log lines of the honest tenant with its secret, and masks that of each', async () => {
    const chosen = 'could not reserve the order';
    await start({ hostile: chosen });
    running.app.get(Orders).during = () => {
      throw new Error(`${chosen} of ${buildSecret('honest')}`);
    };
    expect((await send('hostile', encodeURIComponent(chosen))).status).toBe(500);
    expect(running.log.text).not.toContain(chosen);
    running.log.lines.length = 0;
    expect((await send('honest', buildSecret('honest'))).status).toBe(500);
    expect(running.log.text).toContain(`${chosen} of ***`);
  });

  it.each(['/webhooks/:tenant', '/webhooks'])(
    'does not change log lines of handlers at %s with the txid of another tenant as its secret',
    async (path) => {
      const secret = buildSecret('honest');
      const isOfTenants = path.includes(':');
      await start({ hostile: TXID }, isOfTenants ? undefined : { secret });
      const factory = new PixClientFactory();
      const provider = await ScriptedProvider.start();
      try {
        const own = 'k7Jq2mX9vR4tLw8Z';
        await factory.get('hostile', provider.options({ clientId: TXID, clientSecret: TXID }));
        const honest = await factory.get('honest', provider.options({ clientSecret: own }));
        running.app.get(Orders).during = async () => {
          await honest.cob.get(TXID).catch(() => undefined);
          throw new Error(`no order for ${TXID} of ${own} of ${secret}`);
        };
        if (isOfTenants) expect((await send('hostile', TXID)).status).toBe(500);
        running.log.lines.length = 0;
        const to = path.replace(':tenant', 'honest');
        expect((await post(running.port, `${to}/pix?hmac=${secret}`, [pix()])).status).toBe(500);
        expect(running.log.text).toContain(`no order for ${TXID} of *** of ***`);
      } finally {
        await factory.close();
        await provider.close();
      }
    },
  );
});
