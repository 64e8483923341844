import { afterEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../devkit/simulator/public.js';
import { createPixClient, type PixClient } from '../../lib/index.js';
import type { PixProviderName } from '../../lib/providers/index.js';

const chave = 'loja@example.com';
// Nothing answers there, so that a bank's test of the receiver fails.
const body = { webhookUrl: 'https://127.0.0.1:1/webhooks/pix?hmac=um-segredo-longo-de-teste' };

let bank: PixSimulator;
let client: PixClient;

const open = async (quirks: PixProviderName) => {
  bank = await PixSimulator.start({ quirks });
  client = await createPixClient({ ...bank.moduleOptions, features: 'all' });
};
afterEach(async () => {
  await client.close();
  await bank.close();
});

describe('a registration of a receiver without mutual TLS', () => {
  it('is refused by a bank that tests the receiver, with the option that skips the test', async () => {
    await open('efi');
    await expect(client.webhook.register(chave, body)).rejects.toMatchObject({
      name: 'PixErroValidacaoException',
      resultUnknown: false,
      message: expect.stringMatching(/\{ mtls: false \} .*--no-mtls/),
    });
  });

  it('is accepted with mtls: false, for each kind of webhook', async () => {
    await open('efi');
    const options = { mtls: false, headers: { 'x-own': '1' } };
    await client.webhook.register(chave, body, options);
    await client.webhookRec.register(body, options);
    await client.webhookCobR.register(body, options);
    expect(await client.webhook.get(chave)).toMatchObject(body);
    expect(await client.webhookRec.get()).toMatchObject(body);
    expect(await client.webhookCobR.get()).toMatchObject(body);
  });

  it('is the same as any other at a bank that tests nothing', async () => {
    await open('sicredi');
    await client.webhook.register(chave, body, { mtls: false });
    expect(await client.webhook.get(chave)).toMatchObject(body);
  });
});
