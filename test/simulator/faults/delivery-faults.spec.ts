import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import { BareClient } from '../support/bare-client.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

describe('delivery faults of the simulator', () => {
  let simulator: PixSimulator;
  let client: BareClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ webhook: { retryDelays: [20, 20] } });
    client = new BareClient(simulator);
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start(simulator);
    const response = await client.call('PUT', '/webhook/k@example.com', {
      webhookUrl: `${receiver.url}/in?secret=s3`,
    });
    expect(response.status).toBe(200);
  });
  afterEach(async () => {
    await receiver.close();
    simulator.control.reset();
    client.forgetToken();
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function paid(): Promise<string> {
    const txid = generateTxid();
    await client.call('PUT', `/cob/${txid}`, {
      valor: { original: '37.00' },
      chave: 'k@example.com',
    });
    await simulator.control.pay(txid);
    return txid;
  }
  const notifiedTxids = () => receiver.notifications.map(({ body }) => body.pix[0].txid as string);

  it('lose: no notification arrives until it is delivered again', async () => {
    simulator.control.faults.add({ kind: 'lose' });
    const dropped = await paid();
    const delivered = await paid();
    await simulator.control.idle();
    expect(notifiedTxids()).toEqual([delivered]);
    const [delivery] = simulator.control.deliveries;
    expect(delivery).toMatchObject({ state: 'failed', attempts: [{ error: 'LOST' }] });
    simulator.control.redeliver(delivery!.id);
    await simulator.control.idle();
    expect(notifiedTxids()).toEqual([delivered, dropped]);
    expect(simulator.control.deliveries[0]).toMatchObject({
      state: 'delivered',
      attempts: [{ error: 'LOST' }, { status: 200 }],
    });
    expect(receiver.notifications[1]!.url).toBe('/in/pix?secret=s3');
  });

  it('duplicate: the receiver gets the same notification several times', async () => {
    simulator.control.faults.add({ kind: 'duplicate', on: 'delivery:pix', times: 3 });
    const txid = await paid();
    await simulator.control.idle();
    expect(notifiedTxids()).toEqual([txid, txid, txid]);
  });

  it('delay: a later event arrives first', async () => {
    simulator.control.faults.add({ kind: 'delay', ms: 60_000 });
    const first = await paid();
    const second = await paid();
    while (notifiedTxids().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(simulator.control.deliveries[0]).toMatchObject({ state: 'pending', attempts: [] });
    simulator.control.clock.advance(60);
    await simulator.control.idle();
    expect(notifiedTxids()).toEqual([second, first]);
  });

  it('a fault of another event kind does not apply', async () => {
    simulator.control.faults.add({ kind: 'lose', on: ['delivery:rec', 'delivery:cobr'] });
    await paid();
    await simulator.control.idle();
    expect(notifiedTxids()).toHaveLength(1);
  });

  it('redelivery repeats a delivered event, and sends a pending one at once', async () => {
    await paid();
    await simulator.control.idle();
    simulator.control.redeliver(1);
    await simulator.control.idle();
    expect(notifiedTxids()).toHaveLength(2);
    simulator.control.faults.add({ kind: 'delay', ms: 3_600_000 });
    await paid();
    expect(simulator.control.redeliver(2).state).toBe('pending');
    await simulator.control.idle();
    expect(notifiedTxids()).toHaveLength(3);
    expect(() => simulator.control.redeliver(99)).toThrow('NaoEncontrado');
  });
});
