import { describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import {
  createPixClient,
  generateTxid,
  type PixClient,
  type PixModuleOptions,
} from '../../../lib/index.js';
import { pixProviders, type PixProviderName } from '../../../lib/providers/index.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const names = Object.keys(pixProviders) as PixProviderName[];
const COB = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const PERIOD = { inicio: '2026-01-01T00:00:00Z', fim: '2026-01-03T00:00:00Z' };

/** Creates, pays, refunds and removes charges, and receives notifications. */
async function expectBasicFlow(client: PixClient, simulator: PixSimulator): Promise<void> {
  const { clock } = simulator.control;
  clock.set('2026-01-02T00:00:00Z');
  const receiver = await WebhookReceiver.start(simulator);
  await client.webhook.register('loja@example.com', { webhookUrl: `${receiver.url}/in?ignorar=` });
  const { txid, pixCopiaECola } = await client.cob.createWithTxid(generateTxid(), COB);
  expect(pixCopiaECola).toMatch(/^000201/);
  const { endToEndId } = await simulator.control.pay(txid);
  expect(await client.cob.get(txid)).toMatchObject({ status: 'CONCLUIDA' });
  expect((await client.recebidos.list({ ...PERIOD, txid })).pix).toHaveLength(1);
  expect((await client.recebidos.list({ ...PERIOD, txid: generateTxid() })).pix).toEqual([]);
  const refund = await client.recebidos.refund(endToEndId, 'd1', { valor: '7.00' });
  expect(refund).toMatchObject({ id: 'd1', status: 'EM_PROCESSAMENTO' });
  const other = await client.cob.createWithTxid(generateTxid(), COB);
  await client.cob.cancel(other.txid);
  await simulator.control.idle();
  const [first] = receiver.notifications;
  expect([first?.body].flat()[0]).toBeDefined();
  await receiver.close();
}

describe.each(names)('quirks of %s', (name) => {
  it('match the library’s profile of that provider', async () => {
    const simulator = await PixSimulator.start({ quirks: name });
    const { moduleOptions, url, tokenUrl } = simulator;
    const options: PixModuleOptions = {
      ...moduleOptions,
      provider: name,
      baseUrl: url,
      tokenUrl,
    };
    const client = await createPixClient(options);
    await expectBasicFlow(client, simulator);
    await client.close();
    await simulator.close();
  });

  it('are part of moduleOptions', async () => {
    const simulator = await PixSimulator.start({ quirks: name });
    const client = await createPixClient(simulator.moduleOptions);
    await expectBasicFlow(client, simulator);
    await client.close();
    await simulator.close();
  });
});
