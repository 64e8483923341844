import { describe, expect, it } from '@jest/globals';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { createPixClient } from '../../lib/index.js';
import {
  describeDispute,
  findDoubts,
  findPixProvider,
  pixProviders,
} from '../../lib/providers/index.js';
import { DAY_MS } from '../../lib/runtime/index.js';
import { createLeanAdapter, PixAgent } from '../../lib/transport/index.js';
import { TokenFixture } from '../auth/support/token-fixture.js';
import { InMemoryClient } from '../client/support/in-memory-client.js';
import { TestAuthority } from '../support/certificates.js';
import { ScriptedProvider } from '../support/scripted-provider.js';

const now = Date.parse('2026-11-28T12:00:00Z');

const COBR = 'production.families.cobr webhookcobr.baseUrl';
const RECURRENCES = 'https://pixautomatico-recebimentos.api.itau.com/pixautomatico/v1';

const findBankDoubts = (name: keyof typeof pixProviders, options: object = {}) =>
  findDoubts({ provider: findPixProvider(name), environment: 'production' }, options, now);

describe('the facts of a bank', () => {
  it('are in doubt if the sources disagree about one that the account uses', () => {
    expect(findBankDoubts('itau')).toEqual({
      disputed: [
        {
          fact: 'production.baseUrl',
          alternative: 'https://secure.api.itau/pix_recebimentos/v2',
          set: 'baseUrl',
          address: 'secure.gateway.api.itau',
        },
        {
          fact: 'production.tokenUrl',
          alternative: 'https://sts.itau.com.br/as/token.oauth2',
          set: 'tokenUrl',
          address: 'sts.itau.com.br',
        },
        {
          fact: COBR,
          alternative: `${RECURRENCES}, as for recurrences`,
          set: 'baseUrls.cobr and baseUrls.webhookcobr',
          address: 'https://pixautomatico-recebimentos.api.itau.com',
        },
      ],
      outdated: [],
    });
  });

  it.each([
    ['santander', 'versions', 'https://trust-pix.santander.com.br/api'],
    ['sicredi', 'versions.resources./cob/{txid}', 'https://api-pix.sicredi.com.br/api'],
  ] as const)(
    'are at the base address if they are versions of paths: %s',
    (bank, fact, address) => {
      const { disputed } = findBankDoubts(bank);
      expect(disputed).toEqual([expect.objectContaining({ fact, address })]);
    },
  );

  it.each(['sicoob', 'bb', 'banestes'] as const)(
    'are not in doubt if only a simulated bank has them: %s',
    (bank) => {
      expect(findBankDoubts(bank).disputed).toEqual([]);
    },
  );

  it('are not in doubt if the account sets them', () => {
    const { disputed } = findBankDoubts('itau', { baseUrl: 'https://secure.api.itau/v2' });
    expect(disputed.map(({ fact }) => fact)).toEqual(['production.tokenUrl', COBR]);
  });

  it.each([
    [{ cobr: RECURRENCES, webhookcobr: RECURRENCES }, false],
    [{ cobr: RECURRENCES }, true],
    [{ rec: RECURRENCES }, true],
  ])('are in doubt until the account sets each of their families: %j', (baseUrls, isDisputed) => {
    const { disputed } = findBankDoubts('itau', { baseUrls });
    expect(disputed.some(({ fact }) => fact === COBR)).toBe(isDisputed);
  });

  it('are not in doubt if a profile of the application sets them', () => {
    const provider = { ...pixProviders.c6, clientAuth: 'body' } as const;
    expect(findDoubts({ provider, environment: 'production' }, {}, now).disputed).toEqual([]);
    expect(findBankDoubts('c6').disputed.map(({ fact }) => fact)).toEqual(['clientAuth']);
  });

  it('are not in doubt at a simulated bank, which has other addresses', () => {
    const addresses = { baseUrl: 'https://localhost/v2', tokenUrl: 'https://localhost/token' };
    const provider = { ...pixProviders.bb, production: addresses };
    expect(findDoubts({ provider, environment: 'production' }, {}, now).disputed).toEqual([]);
  });

  it('are in doubt if no source was read for a year', () => {
    const account = { provider: pixProviders.efi, environment: 'production' } as const;
    expect(findDoubts(account, {}, now + 300 * DAY_MS).outdated).toEqual([]);
    const { outdated } = findDoubts(account, {}, now + 400 * DAY_MS);
    expect(outdated).toEqual(expect.arrayContaining(['production.baseUrl', 'token']));
    // Of another environment, and of interest to a simulated bank only.
    expect(outdated).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(sandbox|server)/)]),
    );
    const { outdated: others } = findDoubts(
      account,
      { baseUrl: 'https://x.example' },
      now + 400 * DAY_MS,
    );
    expect(others).not.toContain('production.baseUrl');
  });

  it('are described with the option that sets the alternative', () => {
    expect(describeDispute(pixProviders.itau, findBankDoubts('itau').disputed[0]!)).toBe(
      'The sources disagree about production.baseUrl of itau. The alternative is https://secure.api.itau/pix_recebimentos/v2: set baseUrl.',
    );
  });
});

describe('an account with facts in doubt', () => {
  it('warns of them when it starts', async () => {
    const warnings: string[] = [];
    const logger = new ConsoleLogger();
    logger.warn = (message: string) => void warnings.push(message);
    logger.log = () => undefined;
    Logger.overrideLogger(logger);
    const authority = await TestAuthority.create('Bank');
    const client = await createPixClient({
      provider: 'itau',
      clientId: 'client-1',
      clientSecret: 'secret-1',
      certificate: await authority.issueClient(),
    });
    await client.close();
    Logger.overrideLogger(true);
    expect(warnings).toEqual([
      expect.stringContaining('production.baseUrl of itau'),
      expect.stringContaining('production.tokenUrl of itau'),
      expect.stringContaining(`${COBR} of itau`),
    ]);
  });
});

describe('the error of a disputed address', () => {
  const advice = new Map([['bank.example', 'Set baseUrl.']]);

  it.each([
    ['a page', 404, '<html>', true],
    ['a record that does not exist', 404, { title: 'Não Encontrado', status: 404 }, false],
    ['another status', 502, '<html>', false],
  ])('names the alternative for a 404 unless the bank reports it: %s', async (...row) => {
    const [, status, body, isNamed] = row;
    const bank = new InMemoryClient({ advice, retry: false });
    bank.script({ status, body });
    const error: unknown = await bank.client.cob.get('a'.repeat(26)).catch((e: unknown) => e);
    expect((error as Error).message.includes('Set baseUrl.')).toBe(isNamed);
  });

  it('names the alternative for a 404 of the families that it concerns, not of others at their host', async () => {
    const bank = new InMemoryClient({
      advice: new Map([['https://auto.example', 'Set baseUrls.cobr.']]),
      baseUrls: { rec: 'https://auto.example/v1', cobr: 'https://auto.example' },
      retry: false,
    });
    bank.answer = () => ({ status: 404, body: '<html>' });
    const { cobR, rec } = bank.client;
    await expect(cobR.get('a'.repeat(26))).rejects.toThrow('Set baseUrls.cobr.');
    const refused = rec.get(`RR1234567820260101${'a'.repeat(11)}`);
    await expect(refused).rejects.toThrow(/^(?!.*Set baseUrls).*404/s);
  });

  it('names the alternative for a 404 of paths whose versions are disputed', async () => {
    const provider = findPixProvider('santander');
    const { baseUrl } = provider.production;
    const advice = new Map([[baseUrl, 'Set definePixProvider.']]);
    const bank = new InMemoryClient({ advice, baseUrl, provider, retry: false });
    bank.answer = () => ({ status: 404, body: '<html>' });
    await expect(bank.client.cob.get('a'.repeat(26))).rejects.toThrow('Set definePixProvider.');
  });

  it('names the alternative for a write whose outcome the 404 leaves open', async () => {
    const bank = new InMemoryClient({ advice, retry: false });
    bank.script({ status: 404, body: '<html>' }, { status: 404, body: '<html>' });
    const body = { valor: { original: '37.00' }, chave: 'pix@example.com' };
    const created = bank.client.cob.createWithTxid('a'.repeat(26), body, { deadline: 1 });
    await expect(created).rejects.toThrow(
      /outcome is unknown: .* before sending it again\. Set baseUrl\.$/,
    );
  });

  it('names the alternative for a 404 of the token endpoint', async () => {
    const fixture = new TokenFixture();
    fixture.endpoint = { status: 404, body: '<html>' };
    const service = fixture.open({ advice });
    await expect(service.getToken()).rejects.toThrow('Set baseUrl.');
  });

  it('names the alternative if no connection with TLS can be made', async () => {
    const bank = await ScriptedProvider.start();
    const { host } = new URL(bank.origin);
    const send = createLeanAdapter({
      agent: new PixAgent(),
      advice: new Map([[host, 'Set baseUrl.']]),
    });
    await expect(send({ method: 'GET', url: bank.origin })).rejects.toThrow(
      /authority that is not trusted.* Set baseUrl\./,
    );
    await bank.close();
  });
});
