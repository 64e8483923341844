import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { World } from '../support/world.js';

describe('webhooks of Pix Automático, of the simulator', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start();
    receiver = await WebhookReceiver.start(world.simulator);
  });
  beforeEach(() => {
    world.begin('2024-05-01T12:00:00-03:00');
    receiver.notifications.length = 0;
  });
  afterAll(async () => {
    await receiver.close();
    await world.close();
  });

  describe.each([
    ['webhookrec', 'WebhookRec'],
    ['webhookcobr', 'WebhookCobR'],
  ])('%s', (family, prefix) => {
    const path = `/${family}`;

    it('is registered, read, replaced and deleted', async () => {
      const put = await world.call('PUT', path, { webhookUrl: 'https://loja.example/um' });
      expect([put.status, put.text]).toEqual([200, '']);
      await world.ok('PUT', path, { webhookUrl: 'https://loja.example/dois' });
      expect(await world.get(path)).toEqual({
        webhookUrl: 'https://loja.example/dois',
        criacao: expect.stringMatching(/^2024-05-01T15:/),
      });
      const gone = await world.call('DELETE', path);
      expect([gone.status, gone.text]).toEqual([204, '']);
      for (const method of ['GET', 'DELETE']) {
        expectProblem(await world.call(method, path), 404, 'NaoEncontrado');
      }
    });

    it(`${prefix}ConsultaInvalida: names what makes no sense in a query`, async () => {
      await world.ok('PUT', path, { webhookUrl: 'https://loja.example/um' });
      const backwards = 'inicio=2024-01-02T00:00:00Z&fim=2024-01-01T00:00:00Z';
      for (const [query, propriedade] of [
        [backwards, 'fim'],
        ['paginacao.paginaAtual=-1', 'paginacao.paginaAtual'],
      ] as const) {
        const answer = await world.call('GET', `${path}?${query}`);
        expectProblem(answer, 400, `${prefix}ConsultaInvalida`, [propriedade]);
      }
    });

    it(`${prefix}OperacaoInvalida: names webhookUrl`, async () => {
      for (const body of [{}, { webhookUrl: 'loja' }, { webhookUrl: 'http://loja.example' }]) {
        const answer = await world.call('PUT', path, body);
        expectProblem(answer, 400, `${prefix}OperacaoInvalida`, ['webhookUrl']);
      }
    });
  });

  it('hear of every state of a recurrence below /rec, and of every step of a charge below /cobr', async () => {
    await world.ok('PUT', '/webhookrec', { webhookUrl: `${receiver.url}/hook?s=1` });
    await world.ok('PUT', '/webhookcobr', { webhookUrl: `${receiver.url}/hook?s=1` });
    const rec = await world.ok('POST', '/rec', {
      ...REC,
      calendario: { ...REC.calendario, dataInicial: '2024-05-01' },
    });
    await world.control.approve(rec.idRec as string);
    const cobr = await world.ok('POST', '/cobr', {
      idRec: rec.idRec,
      calendario: { dataDeVencimento: '2024-05-06' },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { conta: '1', tipoConta: 'CORRENTE' },
    });
    world.at('2024-05-06');
    const { pix } = await world.get(`/cobr/${cobr.txid as string}`);
    const { endToEndId } = pix[0];
    await world.ok('PUT', `/pix/${endToEndId as string}/devolucao/d1`, { valor: '5.00' });
    world.settle();
    await world.control.cancelByPayer(rec.idRec as string);
    await world.control.idle();

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
    const steps = cobsr.map(({ status, tentativas, pix: paid }: Json) =>
      [status, tentativas[0].status, paid?.[0].devolucoes?.[0].status].join(' ').trim(),
    );
    expect(steps.sort()).toEqual([
      'ATIVA AGENDADA',
      'ATIVA SOLICITADA',
      'CONCLUIDA PAGA',
      'CONCLUIDA PAGA DEVOLVIDO',
    ]);
    expect(cobsr[0]).toMatchObject({ idRec: rec.idRec, txid: cobr.txid });
    expect(receiver.notifications.every(({ sender }) => sender?.includes('webhook'))).toBe(true);
  });
});
