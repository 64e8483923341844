import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import {
  createPixClient,
  generateTxid,
  type PixClient,
  type PixModuleOptions,
  type PixProviderName,
} from '../../../lib/index.js';
import { pixProviders } from '../../../lib/spec.js';

/** What a bank grants a client whose contract has no Pix Automático. */
const GRANTED = ['cob', 'cobv', 'lotecobv', 'pix', 'webhook', 'payloadlocation'].flatMap(
  (family) => [`${family}.read`, `${family}.write`],
);
const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const names = Object.keys(pixProviders) as PixProviderName[];
const sendingScope = names.filter((name) => {
  const { token } = pixProviders[name] as { token?: { sendScope?: boolean } };
  return token?.sendScope !== false;
});
/** Of those, the ones that refuse a scope that the client may not have, and offer Pix Automático. */
const strict = sendingScope.filter((name) => name !== 'sicredi' && name !== 'pagbank');

let simulator: PixSimulator | undefined;
let client: PixClient | undefined;

async function open(name: PixProviderName, options: Partial<PixModuleOptions> = {}) {
  simulator = await PixSimulator.start({ quirks: name, scopes: GRANTED });
  const { features, ...account } = simulator.moduleOptions;
  expect(features).toBe('all');
  client = await createPixClient({
    ...account,
    provider: name,
    baseUrl: simulator.url,
    tokenUrl: simulator.tokenUrl,
    ...options,
  });
  return { client, simulator };
}

afterEach(async () => {
  await client?.close();
  await simulator?.close();
});

describe('an account that is granted ordinary Pix only', () => {
  it.each(names)('creates a charge at %s with the default options', async (name) => {
    const pix = (await open(name)).client;
    const { txid, status } = await pix.cob.createWithTxid(generateTxid(), COB);
    expect(status).toBe('ATIVA');
    expect((await pix.cob.get(txid)).valor.original).toBe('37.00');
  });

  it.each(sendingScope)(
    'gets at %s an error that names the option for recurrences, before anything is sent',
    async (name) => {
      const { client: pix, simulator: bank } = await open(name);
      const message =
        name === 'pagbank'
          ? 'has no pix-automatico: add rec.read to scopes'
          : "features: ['pix-automatico']";
      await expect(pix.rec.get('RR1234567820240115abcdefghijk')).rejects.toMatchObject({
        name: 'ConfigurationError',
        message: expect.stringContaining(message),
      });
      expect(bank.control.stats).toMatchObject({ tokenRequests: 0 });
    },
  );

  it.each(strict)('gets at %s an error that names the refused scopes', async (name) => {
    const pix = (await open(name, { features: ['pix-automatico'], retry: false })).client;
    await expect(pix.cob.get(generateTxid())).rejects.toMatchObject({
      detail: expect.stringMatching(
        /^invalid_scope: .* Requested scopes: cob\.write .*rec\.write.* option scopes .*features: \['pix-automatico'\]/s,
      ),
    });
  });

  it('may narrow a token of every feature to one call', async () => {
    const pix = (await open('bb', { scopes: 'all' })).client;
    const { status } = await pix.cob.createWithTxid(generateTxid(), COB, { scopes: 'cob.write' });
    expect(status).toBe('ATIVA');
  });
});
