import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { scenarios } from '../../../devkit/simulator/control/scenarios/rows.js';
import {
  PixSimulator,
  type ScenarioId,
  type ScenarioRecord,
  type ScenarioResult,
} from '../../../devkit/simulator/index.js';
import { pixProviders, type PixProvider } from '../../../lib/providers/index.js';
import { send, type Json } from '../support/bare-client.js';
import { SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const CHAVE = 'loja@example.com';
const NOON = '2024-05-02T12:00:00-03:00';

/** Where the Pix API shows each kind of record. */
const PATHS: Readonly<Record<string, (record: ScenarioRecord) => string>> = {
  cob: ({ id }) => `/cob/${id}`,
  cobv: ({ id }) => `/cobv/${id}`,
  pix: ({ id }) => `/pix/${id}`,
  devolucao: ({ id, endToEndId }) => `/pix/${endToEndId!}/devolucao/${id}`,
  rec: ({ id }) => `/rec/${id}`,
  solicrec: ({ id }) => `/solicrec/${id}`,
  cobr: ({ id }) => `/cobr/${id}`,
};

describe('scenarios', () => {
  let driver: SimulatorDriver;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ webhook: { retryDelays: [] } });
    receiver = await WebhookReceiver.start(driver.simulator);
  });
  beforeEach(async () => {
    driver.begin(NOON);
    await driver.ok('PUT', `/webhook/${CHAVE}`, { webhookUrl: receiver.url });
  });
  afterAll(async () => {
    await receiver.close();
    await driver.close();
  });

  const run = (id: ScenarioId) => driver.control.scenarios.run(id);
  /** Returns what the scenario states about the records of one kind. */
  const states = ({ records }: ScenarioResult, kind: string) =>
    records.filter((record) => record.kind === kind).map(({ status, valor }) => [status, valor]);
  const read = (record: ScenarioRecord): Promise<Json> => driver.get(PATHS[record.kind]!(record));
  /** Returns the txids of the scenario's charge in the notifications that the receiver got. */
  const listNotified = (result: ScenarioResult) =>
    receiver.notifications
      .map(({ body }) => body.pix[0].txid as string)
      .filter((txid) => txid === first(result, 'cob').id);
  const first = ({ records }: ScenarioResult, kind: string) =>
    records.find((record) => record.kind === kind)!;

  describe.each(scenarios)('$id', (scenario) => {
    it('performs its steps and states what the API then shows', async () => {
      const listed = driver.control.scenarios.list().find(({ id }) => id === scenario.id)!;
      const result = await run(scenario.id);
      expect(result.events.map(({ text }) => text)).toEqual(listed.steps);
      expect(result.title).toBe(listed.title);
      driver.control.faults.clear();
      const shown = result.records.filter(({ kind }) => kind !== 'delivery');
      for (const record of shown) {
        const { status, valor } = await read(record);
        const amount = (valor as { original?: string } | undefined)?.original ?? valor;
        expect(record.status).toBe(status);
        if (record.valor !== undefined) expect(record.valor).toBe(amount);
      }
      const ids = driver.control.deliveries.map(({ id }) => String(id));
      const deliveries = result.records.filter(({ kind }) => kind === 'delivery');
      expect(deliveries.map(({ id }) => id)).toEqual(ids);
    });

    it('declares only operations that it calls', async () => {
      const { api } = driver.control;
      const called = new Set<string>();
      const call = api.call.bind(api);
      api.call = (id, parts) => {
        called.add(id);
        return call(id, parts);
      };
      await run(scenario.id).finally(() => {
        Reflect.deleteProperty(api, 'call');
      });
      expect([...called].sort()).toEqual(
        [...scenario.needs].filter((need) => need !== 'webhook').sort(),
      );
    });
  });

  it.each([
    ['a Thursday', '2024-05-02', '2024-05-03'],
    ['a Friday', '2024-05-03', '2024-05-06'],
    ['a Saturday', '2024-05-04', '2024-05-06'],
    ['the Friday before Carnival', '2024-02-09', '2024-02-14'],
  ])('pays a late charge with the same fine and interest from %s on', async (_, today, due) => {
    driver.begin(`${today}T12:00:00-03:00`);
    const result = await run('cobv/late-with-interest');
    // 100.00, a fine of 2 % and 1 % a month for ten days.
    expect(states(result, 'pix')).toEqual([[undefined, '102.33']]);
    expect(states(result, 'cobv')).toEqual([['CONCLUIDA', '100.00']]);
    const { calendario } = await read(first(result, 'cobv'));
    expect(calendario.dataDeVencimento).toBe(due);
    const { componentesValor } = await read(first(result, 'pix'));
    expect(componentesValor).toEqual({
      original: { valor: '100.00' },
      multa: { valor: '2.00' },
      juros: { valor: '0.33' },
    });
  });

  it('pays one charge twice', async () => {
    const result = await run('cob/paid-twice');
    expect(states(result, 'pix')).toEqual([
      [undefined, '37.00'],
      [undefined, '37.00'],
    ]);
    const { pix } = await read(first(result, 'cob'));
    expect(pix).toHaveLength(2);
  });

  it('pays another amount than that of the charge', async () => {
    const result = await run('cob/wrong-amount');
    expect(states(result, 'cob')).toEqual([['CONCLUIDA', '37.00']]);
    expect(states(result, 'pix')).toEqual([[undefined, '30.00']]);
  });

  it('refunds a Pix in parts, or not at all', async () => {
    expect(states(await run('refund/partial'), 'devolucao')).toEqual([
      ['DEVOLVIDO', '30.00'],
      ['DEVOLVIDO', '20.00'],
    ]);
    const refused = await run('refund/refused');
    expect(states(refused, 'devolucao')).toEqual([['NAO_REALIZADO', '37.00']]);
    expect((await read(first(refused, 'devolucao'))).motivo).toBe('Conta de destino encerrada');
  });

  it('refunds a Pix as the bank', async () => {
    const result = await run('refund/by-bank');
    expect(states(result, 'devolucao')).toEqual([['DEVOLVIDO', '60.00']]);
    expect((await read(first(result, 'devolucao'))).natureza).toBe('MED_FRAUDE');
  });

  it('loses only the notification of its own payment', async () => {
    const lost = await run('webhook/lost');
    expect(states(lost, 'delivery')).toEqual([['failed', undefined]]);
    expect(lost.faults).toEqual([]);
    expect(driver.control.faults.list()).toEqual([]);
    const notified = await run('cob/wrong-amount');
    await driver.control.idle();
    expect(listNotified(lost)).toEqual([]);
    expect(listNotified(notified)).toEqual([first(notified, 'cob').id]);
  });

  it('notifies a payment that the first reads do not show', async () => {
    const result = await run('webhook/before-read');
    await driver.control.idle();
    expect(listNotified(result)).toEqual([first(result, 'cob').id]);
    const [cob, pix] = [first(result, 'cob'), first(result, 'pix')];
    const path = PATHS.pix!(pix);
    expect((await driver.call('GET', path)).status).toBe(404);
    expect((await driver.call('GET', path)).status).toBe(200);
    expect((await read(cob)).status).toBe('ATIVA');
    expect((await read(cob)).status).toBe('CONCLUIDA');
  });

  it('refuses every request for an hour and then notifies the payment', async () => {
    driver.control.clock.setRate(0);
    driver.control.clock.set(NOON);
    const result = await run('bank/down-for-an-hour');
    expect(result.faultsUntil).toBe('2024-05-02T16:00:00.000Z');
    expect(result.faults).toHaveLength(2);
    expect(states(result, 'delivery')).toEqual([['pending', undefined]]);
    driver.control.clock.advance(3_599);
    expect((await driver.call('GET', PATHS.cob!(first(result, 'cob')))).status).toBe(503);
    await expect(driver.client.requestToken({})).resolves.toMatchObject({ status: 503 });
    expect(listNotified(result)).toEqual([]);
    driver.control.clock.advance(1);
    await driver.control.idle();
    expect((await read(first(result, 'cob'))).status).toBe('CONCLUIDA');
    expect(listNotified(result)).toEqual([first(result, 'cob').id]);
    expect(driver.control.faults.list()).toEqual([]);
  });

  it('issues an expired certificate that the bank refuses', async () => {
    const { certificate } = await run('bank/certificate-expired');
    const { ca, tokenUrl } = driver.simulator;
    await expect(send(tokenUrl, { ca, ...certificate })).rejects.toThrow();
    const valid = await driver.control.issueClientCertificate();
    await expect(send(tokenUrl, { ca, ...valid, raw: true })).resolves.toHaveProperty('status');
    const { validTo } = new X509Certificate(certificate!.cert);
    expect(Date.parse(validTo)).toBeLessThan(Date.now());
  });

  it('settles a recurring charge by a retry', async () => {
    const result = await run('pix-automatico/insufficient-funds-then-retry');
    expect(states(result, 'cobr')).toEqual([['CONCLUIDA', '49.90']]);
    expect(states(result, 'pix')).toEqual([[undefined, '49.90']]);
    const { tentativas } = await read(first(result, 'cobr'));
    expect(tentativas.map(({ tipo, status }: Json) => [tipo, status])).toEqual([
      ['AGND', 'EXPIRADA'],
      ['NTAG', 'PAGA'],
    ]);
  });

  it.each(['2024-05-02', '2024-02-05', '2024-12-19', '2025-04-14', '2026-11-22'])(
    'uses up three retries from %s on, whatever the holidays',
    async (day) => {
      driver.at(day);
      const result = await run('pix-automatico/retries-exhausted');
      expect(states(result, 'cobr')).toEqual([['EXPIRADA', '49.90']]);
      const { tentativas } = await read(first(result, 'cobr'));
      expect(tentativas.map(({ tipo, status }: Json) => [tipo, status])).toEqual([
        ['AGND', 'EXPIRADA'],
        ['NTAG', 'EXPIRADA'],
        ['NTAG', 'EXPIRADA'],
        ['NTAG', 'EXPIRADA'],
      ]);
    },
  );

  it('rejects a recurrence, or cancels it with its open charge', async () => {
    const refused = await run('pix-automatico/recurrence-refused');
    expect(states(refused, 'rec')).toEqual([['REJEITADA', undefined]]);
    expect(states(refused, 'solicrec')).toEqual([['REJEITADA', undefined]]);
    const cancelled = await run('pix-automatico/cancelled-by-payer');
    expect(states(cancelled, 'rec')).toEqual([['CANCELADA', undefined]]);
    expect(states(cancelled, 'cobr')).toEqual([['CANCELADA', '49.90']]);
  });

  it('can run again and again', async () => {
    const [one, other] = [await run('refund/partial'), await run('refund/partial')];
    expect(first(one, 'cob').id).not.toBe(first(other, 'cob').id);
    expect(states(other, 'devolucao')).toEqual(states(one, 'devolucao'));
  });

  it('names all scenarios when it is asked for an unknown one', async () => {
    const failed = run('cob/paid-thrice' as ScenarioId);
    await expect(failed).rejects.toMatchObject({ problem: 'NaoEncontrado' });
    for (const { id } of scenarios) await expect(failed).rejects.toThrow(id);
  });

  it('runs over HTTP, and reports an unknown id as 404', async () => {
    const { client } = driver;
    const { body } = await client.control('GET', '/scenarios');
    expect(body.scenarios).toEqual(driver.control.scenarios.list());
    const { status, body: result } = await client.control('POST', '/scenarios/cob/paid-twice');
    expect(status).toBe(201);
    expect(result).toMatchObject({ id: 'cob/paid-twice', faults: [] });
    expect((await client.control('POST', '/scenarios/cob/none')).status).toBe(404);
  });

  it('refuses a scenario of notifications without a webhook, and creates nothing', async () => {
    await driver.ok('DELETE', `/webhook/${CHAVE}`);
    await expect(run('webhook/lost')).rejects.toThrow('Cadastre um webhook');
    expect((await driver.client.control('GET', '/charges')).body.total).toBe(0);
    const list = driver.control.scenarios.list();
    expect(list.filter(({ unavailable }) => unavailable !== undefined).map(({ id }) => id)).toEqual(
      ['webhook/lost', 'webhook/before-read'],
    );
  });

  it('runs with whichever key has a webhook', async () => {
    const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
    await driver.ok('DELETE', `/webhook/${CHAVE}`);
    await driver.ok('PUT', `/webhook/${chave}`, { webhookUrl: receiver.url });
    expect(driver.control.scenarios.list().filter(({ unavailable }) => unavailable)).toEqual([]);
    const result = await run('webhook/before-read');
    await driver.control.idle();
    await expect(read(first(result, 'cob'))).resolves.toMatchObject({ chave });
    expect(listNotified(result)).toHaveLength(1);
  });
});

describe('scenarios of a provider', () => {
  it.each(Object.keys(pixProviders) as (keyof typeof pixProviders)[])(
    'run with %s, except those that it does not offer',
    async (quirks) => {
      const simulator = await PixSimulator.start({
        quirks,
        chaves: [CHAVE],
        contas: [{ conta: '998877' }],
      });
      try {
        const { scenarios: all } = simulator.control;
        const { unsupported = {} }: PixProvider = pixProviders[quirks];
        const missing = Object.keys(unsupported);
        for (const { id, unavailable } of all.list()) {
          if (unavailable === undefined) expect((await all.run(id)).id).toBe(id);
          else if (!unavailable.startsWith('Cadastre um webhook')) {
            expect(missing.some((name) => unavailable.includes(name))).toBe(true);
            await expect(all.run(id)).rejects.toMatchObject({ problem: 'RequisicaoInvalida' });
          }
        }
      } finally {
        await simulator.close();
      }
    },
  );
});
