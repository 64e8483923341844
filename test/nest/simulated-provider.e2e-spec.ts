import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import { PixSimulator } from '../../devkit/simulator/index.js';
import {
  decodeBrCode,
  generateTxid,
  PixCobService,
  PixModule,
  PixWebhookService,
} from '../../lib/index.js';

const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const COB = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: CHAVE };

let simulator: PixSimulator;
let app: TestingModule;
let cob: PixCobService;

async function startApp(): Promise<TestingModule> {
  return Test.createTestingModule({
    imports: [PixModule.forRoot(simulator.moduleOptions)],
  }).compile();
}

beforeAll(async () => {
  simulator = await PixSimulator.start();
  app = await startApp();
  cob = app.get(PixCobService);
});

afterAll(async () => {
  await app.close();
  await simulator.close();
});

describe('PixModule against the simulated provider', () => {
  it('creates, reads, revises, pays and lists a charge', async () => {
    const inicio = new Date(Date.now() - 60_000);
    const txid = generateTxid();
    const created = await cob.createWithTxid(txid, COB);
    expect(created).toMatchObject({ txid, status: 'ATIVA', revisao: 0, valor: COB.valor });
    expect(decodeBrCode(created.pixCopiaECola ?? '').location).toBe(created.loc?.location);

    const revised = await cob.revise(txid, { valor: { original: '38.50' } });
    expect(revised).toMatchObject({ revisao: 1, valor: { original: '38.50' } });
    expect((await cob.get(txid, { revisao: 0 })).valor.original).toBe('37.00');

    const pix = await simulator.control.pay(txid);
    expect(pix.valor).toBe('38.50');
    expect(await cob.get(txid)).toMatchObject({
      status: 'CONCLUIDA',
      pix: [{ endToEndId: pix.endToEndId, txid }],
    });

    const page = await cob.list({
      inicio,
      fim: new Date(Date.now() + 60_000),
      status: 'CONCLUIDA',
    });
    expect(page.cobs.map((item) => item.txid)).toContain(txid);
  });

  it('cancels with the status REMOVIDA_PELO_USUARIO_RECEBEDOR', async () => {
    const { txid } = await cob.create(COB);
    await expect(cob.cancel(txid)).resolves.toMatchObject({
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    // The bank refuses the second one, and the charge has the status that was asked for.
    await expect(cob.cancel(txid)).resolves.toMatchObject({
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    await expect(cob.revise(txid, { valor: { original: '1.00' } })).rejects.toMatchObject({
      name: 'PixErroValidacaoException',
      type: expect.stringContaining('CobOperacaoInvalida'),
      operation: 'PATCH /cob/{txid}',
      resultUnknown: false,
    });
  });

  it('iterates over all pages', async () => {
    const inicio = new Date();
    const wanted = new Set<string>();
    for (let index = 0; index < 7; index += 1) wanted.add((await cob.create(COB)).txid);
    const found = new Set<string>();
    for await (const { txid } of cob.iterate({
      inicio,
      fim: new Date(Date.now() + 1000),
      itensPorPagina: 3,
    })) {
      found.add(txid);
    }
    expect([...found]).toEqual(expect.arrayContaining([...wanted]));
  });

  it('registers, reads, lists and deletes a webhook', async () => {
    const webhook = app.get(PixWebhookService);
    const webhookUrl = 'https://example.com/pix';
    await expect(webhook.register(CHAVE, { webhookUrl })).resolves.toBeUndefined();
    await expect(webhook.get(CHAVE)).resolves.toMatchObject({ webhookUrl });
    expect((await webhook.list()).webhooks.map((item) => item.webhookUrl)).toEqual([webhookUrl]);
    await expect(webhook.delete(CHAVE)).resolves.toBeUndefined();
    await expect(webhook.get(CHAVE)).rejects.toMatchObject({
      name: 'PixRecursoNaoEncontradoException',
    });
  });

  it('refuses a scope that was not granted with PixAcessoNegadoException', async () => {
    const { txid } = await cob.create(COB);
    await expect(cob.get(txid, {}, { scopes: 'pix.read' })).rejects.toMatchObject({
      name: 'PixAcessoNegadoException',
    });
  });

  it('makes 1 token request for 1,000 concurrent calls without a cached token', async () => {
    const cold = await startApp();
    const before = simulator.control.stats.tokenRequests;
    const { txid } = await cob.create(COB);
    // On a busy machine, the last of them waits longer for a connection than the default allows.
    const patient = { timeout: 300, deadline: 300 };
    const read = () => cold.get(PixCobService).get(txid, undefined, patient);
    await Promise.all(Array.from({ length: 1000 }, read));
    expect(simulator.control.stats.tokenRequests - before).toBe(1);
    await cold.close();
  });

  it('opens 1 TLS connection for 200 sequential calls', async () => {
    const fresh = await startApp();
    const before = simulator.control.stats.tlsHandshakes;
    for (let call = 0; call < 200; call += 1) await fresh.get(PixCobService).create(COB);
    expect(simulator.control.stats.tlsHandshakes - before).toBe(1);
    await fresh.close();
  });
});
