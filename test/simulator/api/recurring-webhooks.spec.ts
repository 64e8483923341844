import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

describe('simulator, webhooks of Pix Automático', () => {
  let driver: SimulatorDriver;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start();
    receiver = await WebhookReceiver.start(driver.simulator);
  });
  beforeEach(() => {
    driver.begin('2024-05-01T12:00:00-03:00');
    receiver.notifications.length = 0;
  });
  afterAll(async () => {
    await receiver.close();
    await driver.close();
  });

  describe.each([
    ['webhookrec', 'WebhookRec'],
    ['webhookcobr', 'WebhookCobR'],
  ])('%s', (family, prefix) => {
    const path = `/${family}`;

    it('is registered, read, replaced and deleted', async () => {
      const put = await driver.call('PUT', path, { webhookUrl: 'https://loja.example/um' });
      expect([put.status, put.text]).toEqual([200, '']);
      await driver.ok('PUT', path, { webhookUrl: 'https://loja.example/dois' });
      expect(await driver.get(path)).toEqual({
        webhookUrl: 'https://loja.example/dois',
        criacao: expect.stringMatching(/^2024-05-01T15:/),
      });
      const gone = await driver.call('DELETE', path);
      expect([gone.status, gone.text]).toEqual([204, '']);
      for (const method of ['GET', 'DELETE']) {
        expectProblem(await driver.call(method, path), 404, 'NaoEncontrado');
      }
    });

    it(`${prefix}ConsultaInvalida: reports an invalid query parameter`, async () => {
      await driver.ok('PUT', path, { webhookUrl: 'https://loja.example/um' });
      const backwards = 'inicio=2024-01-02T00:00:00Z&fim=2024-01-01T00:00:00Z';
      for (const [query, propriedade] of [
        [backwards, 'fim'],
        ['paginacao.paginaAtual=-1', 'paginacao.paginaAtual'],
      ] as const) {
        const answer = await driver.call('GET', `${path}?${query}`);
        expectProblem(answer, 400, `${prefix}ConsultaInvalida`, [propriedade]);
      }
    });

    it(`${prefix}OperacaoInvalida: reports webhookUrl`, async () => {
      for (const body of [{}, { webhookUrl: 'loja' }, { webhookUrl: 'http://loja.example' }]) {
        const answer = await driver.call('PUT', path, body);
        expectProblem(answer, 400, `${prefix}OperacaoInvalida`, ['webhookUrl']);
      }
    });
  });

  it('receive every status of a recurrence at /rec, and every state of a recurring charge at /cobr', async () => {
    await driver.ok('PUT', '/webhookrec', { webhookUrl: `${receiver.url}/hook?s=1` });
    await driver.ok('PUT', '/webhookcobr', { webhookUrl: `${receiver.url}/hook?s=1` });
    const rec = await driver.ok('POST', '/rec', {
      ...REC,
      calendario: { ...REC.calendario, dataInicial: '2024-05-01' },
    });
    await driver.control.approve(rec.idRec as string);
    const cobr = await driver.ok('POST', '/cobr', {
      idRec: rec.idRec,
      calendario: { dataDeVencimento: '2024-05-06' },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { conta: '1', tipoConta: 'CORRENTE' },
    });
    driver.at('2024-05-06');
    const { pix } = await driver.get(`/cobr/${cobr.txid as string}`);
    const { endToEndId } = pix[0];
    await driver.ok('PUT', `/pix/${endToEndId as string}/devolucao/d1`, { valor: '5.00' });
    driver.settle();
    await driver.control.cancelByPayer(rec.idRec as string);
    await driver.control.idle();

    const of = (kind: string) =>
      receiver.notifications.filter(({ url }) => url === `/hook/${kind}?s=1`);
    const recs = of('rec').map(({ body }) => body.recs[0]);
    expect(recs.map(({ status }) => status as string).sort()).toEqual(['APROVADA', 'CANCELADA']);
    const cancelled = recs.find(({ status }) => status === 'CANCELADA');
    expect(cancelled).toEqual({
      idRec: rec.idRec,
      status: 'CANCELADA',
      atualizacao: expect.arrayContaining([expect.objectContaining({ status: 'APROVADA' })]),
      encerramento: { cancelamento: expect.objectContaining({ solicitante: 'USUARIO_PAGADOR' }) },
      ativacao: { tipoJornada: 'JORNADA_2' },
    });

    const cobsr = of('cobr').map(({ body }) => body.cobsr[0]);
    const states = cobsr.map(({ status, tentativas, pix: paid }: Json) =>
      [status, tentativas[0].status, paid?.[0].devolucoes?.[0].status].join(' ').trim(),
    );
    expect(states.sort()).toEqual([
      'ATIVA AGENDADA',
      'ATIVA SOLICITADA',
      'CONCLUIDA PAGA',
      'CONCLUIDA PAGA DEVOLVIDO',
    ]);
    expect(cobsr[0]).toMatchObject({ idRec: rec.idRec, txid: cobr.txid });
    expect(receiver.notifications.every(({ sender }) => sender?.includes('webhook'))).toBe(true);
  });
});
