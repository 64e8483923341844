import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const COB = { valor: { original: '37.00' }, chave: 'k@example.com' };

describe('the time line of a charge', () => {
  let driver: SimulatorDriver;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    driver = await SimulatorDriver.start();
    receiver = await WebhookReceiver.start(driver.simulator);
  });
  beforeEach(() => {
    driver.begin('2024-05-01T12:00:00-03:00');
    receiver.script.length = 0;
  });
  afterAll(async () => {
    await receiver.close();
    await driver.close();
  });

  const readTimeline = async (txid: string): Promise<Json[]> =>
    (await driver.client.control('GET', `/charges/${txid}`)).body.timeline;
  const listKinds = async (txid: string) =>
    (await readTimeline(txid)).map(({ kind }) => kind as string);

  it('has the call, the payment, the delivery and the refund, and nothing of other charges', async () => {
    const { control } = driver;
    await driver.ok('PUT', '/webhook/k@example.com', { webhookUrl: receiver.url });
    const [txid, other] = [generateTxid(), generateTxid()];
    await driver.ok('PUT', `/cob/${txid}`, COB);
    await driver.ok('PUT', `/cob/${other}`, COB);
    control.clock.advance(60);
    receiver.script.push(503);
    const { endToEndId } = await control.pay(txid);
    await control.pay(other);
    control.clock.advance(0);
    const first = await findDelivery(txid, ({ attempts: [attempt] }) => attempt?.status === 503);
    expect(first.attempts[0].duration).toBeGreaterThanOrEqual(0);
    expect(Date.parse(first.dueAt as string)).toBeGreaterThan(Date.parse(first.attempts[0].at));
    await driver.ok('PUT', `/pix/${endToEndId}/devolucao/d1`, { valor: '7.00' });
    control.clock.advance(60);
    await findDelivery(txid, ({ state }) => state === 'delivered');
    expect(await listKinds(txid)).toEqual([
      'call',
      'payment',
      'delivery',
      'call',
      'refund',
      'refund',
      'delivery',
    ]);
    const entries = await readTimeline(txid);
    expect(entries[0]!.call).toMatchObject({ operation: 'cob.createWithTxid', status: 201 });
    expect(entries[3]!.call).toMatchObject({ operation: 'pix.refund' });
    expect(entries[5]).toMatchObject({
      ended: true,
      devolucao: { valor: '7.00', status: 'DEVOLVIDO' },
    });
    expect(await listKinds(other)).toEqual(['call', 'payment', 'delivery']);
  });

  /** Reads the first delivery of a charge until it is as asked for. */
  async function findDelivery(txid: string, matches: (delivery: Json) => boolean): Promise<Json> {
    for (;;) {
      const entry = (await readTimeline(txid)).find(({ kind }) => kind === 'delivery');
      if (entry && matches(entry.delivery)) return entry.delivery;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('has the look-up of the payload, and the expiry until a payment', async () => {
    const { control } = driver;
    const charge = { ...COB, calendario: { expiracao: 60 } };
    const { txid, location } = await driver.ok('POST', '/cob', charge);
    await driver.client.send('GET', `https://${String(location)}`, { raw: true });
    expect((await readTimeline(txid as string)).at(-1)!.call).toMatchObject({
      operation: 'payload.getCob',
      status: 200,
    });
    control.clock.advance(120);
    expect(await listKinds(txid as string)).toEqual(['call', 'call', 'expired']);
    const { charges } = (await driver.client.control('GET', '/charges?status=ATIVA&expired=true'))
      .body;
    expect(charges.map((each: Json) => each.txid)).toEqual([txid]);
    const open = await driver.client.control('GET', '/charges?status=ATIVA&expired=false');
    expect(open.body.charges).toEqual([]);
    await control.pay(txid as string, { force: true });
    expect((await listKinds(txid as string)).slice(-2)).toEqual(['expired', 'payment']);
  });

  it('begins with the creation of a charge that no logged call created', async () => {
    const { txid } = await driver.control.api.call('cob.create', { body: COB });
    expect(await listKinds(txid)).toEqual(['created']);
  });

  it('keeps what the application answered to a delivery, without secrets', async () => {
    await driver.ok('PUT', '/webhook/k@example.com', { webhookUrl: receiver.url });
    const txid = generateTxid();
    await driver.ok('PUT', `/cob/${txid}`, COB);
    receiver.answer =
      'erro com Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl de 12345678909';
    await driver.control.pay(txid);
    const { attempts } = await findDelivery(txid, ({ state }) => state === 'delivered');
    receiver.answer = 'ignored';
    expect(attempts[0].response).toContain('erro com');
    expect(attempts[0].response).not.toContain('eyJ');
    expect(attempts[0].response).not.toContain('12345678909');
  });
});
