import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import type { Pix } from '../../../lib/contract/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import { BareClient } from '../support/bare-client.js';
import { expectProblem } from '../support/problems.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
const UNKNOWN = `E${'0'.repeat(31)}`;
const CASH = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '12345678' };

describe('simulator, received Pix', () => {
  let simulator: PixSimulator;
  let client: BareClient;

  beforeAll(async () => {
    simulator = await PixSimulator.start({ refundDelay: 60_000 });
    client = new BareClient(simulator);
  });
  beforeEach(() => {
    simulator.control.reset();
    client.forgetToken();
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  async function paid(body: object = {}): Promise<Pix> {
    const valor = { original: '100.00' };
    const charge = { valor, chave: 'k@example.com', ...body };
    const response = await client.call('PUT', `/cob/${generateTxid()}`, charge);
    return simulator.control.pay(response.body.txid as string);
  }

  const refund = (e2eid: string, id: string, body: object) =>
    client.call('PUT', `/pix/${e2eid}/devolucao/${id}`, body);

  it('GET /pix/{e2eid} returns what the payer sent', async () => {
    const pix = await paid();
    const { status, body } = await client.call('GET', `/pix/${pix.endToEndId}`);
    expect(status).toBe(200);
    expect(body).toEqual(pix);
    expectProblem(await client.call('GET', `/pix/${UNKNOWN}`), 404, 'PixNaoEncontrado');
  });

  describe('GET /pix', () => {
    it.each([
      ['', 2],
      ['&cpf=12345678909', 1],
      ['&cnpj=12345678000195', 0],
      ['&txIdPresente=true', 2],
      ['&txIdPresente=false', 0],
      ['&devolucaoPresente=true', 1],
      ['&devolucaoPresente=false', 1],
      [`&txid=${'x'.repeat(26)}`, 0],
    ])('filters by %s', async (filter, total) => {
      await paid({ devedor: { cpf: '12345678909', nome: 'Francisco' } });
      const { endToEndId } = await paid();
      await refund(endToEndId, 'd1', { valor: '1.00' });
      const { status, body } = await client.call('GET', `/pix?${PERIOD}${filter}`);
      expect(status).toBe(200);
      expect(body.pix).toHaveLength(total);
      expect(body.parametros.paginacao.quantidadeTotalDeItens).toBe(total);
    });

    it('finds the payment of a charge', async () => {
      await paid();
      const pix = await paid();
      const { body } = await client.call('GET', `/pix?${PERIOD}&txid=${pix.txid!}`);
      expect(body.pix).toEqual([pix]);
    });

    it.each([
      ['fim', '?inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z'],
      ['cnpj', `?${PERIOD}&cpf=12345678909&cnpj=12345678000195`],
      ['txid', `?${PERIOD}&txid=${'x'.repeat(36)}`],
    ])('PixConsultaInvalida: reports %s', async (propriedade, query) => {
      const response = await client.call('GET', `/pix${query}`);
      expectProblem(response, 400, 'PixConsultaInvalida', [propriedade]);
    });
  });

  describe('refunds', () => {
    it('are EM_PROCESSAMENTO, then DEVOLVIDO, and notify the webhook at the end', async () => {
      const receiver = await WebhookReceiver.startPlain();
      await client.call('PUT', '/webhook/k@example.com', { webhookUrl: receiver.url });
      const { endToEndId } = await paid();
      await simulator.control.idle();
      const requested = await refund(endToEndId, 'd1', { valor: '30.00', descricao: 'Troca' });
      expect(requested.status).toBe(201);
      expect(requested.body).toEqual({
        id: 'd1',
        rtrId: expect.stringMatching(/^D99999999\d{12}[a-zA-Z0-9]{11}$/),
        valor: '30.00',
        natureza: 'ORIGINAL',
        descricao: 'Troca',
        horario: { solicitacao: expect.stringMatching(/Z$/) },
        status: 'EM_PROCESSAMENTO',
      });

      const delivery = delivered();
      simulator.control.clock.advance(60);
      await delivery;
      const { body } = await client.call('GET', `/pix/${endToEndId}/devolucao/d1`);
      expect(body).toMatchObject({
        status: 'DEVOLVIDO',
        horario: { liquidacao: expect.stringMatching(/Z$/) },
      });
      expect(receiver.notifications).toHaveLength(2);
      const notified = receiver.notifications[1]!.body;
      expect(notified.pix[0].devolucoes).toEqual([body]);
      expect((await client.call('GET', `/pix/${endToEndId}`)).body.devolucoes).toEqual([body]);
      await receiver.close();
    });

    it('end as control sets, and a failed one restores its amount', async () => {
      const { endToEndId } = await paid();
      await refund(endToEndId, 'd1', { valor: '100.00' });
      const ended = await simulator.control.settleRefund(endToEndId, 'd1', {
        status: 'NAO_REALIZADO',
        motivo: 'Conta encerrada',
      });
      expect(ended).toMatchObject({ status: 'NAO_REALIZADO', motivo: 'Conta encerrada' });
      expect(ended.horario).not.toHaveProperty('liquidacao');
      expect((await refund(endToEndId, 'd2', { valor: '100.00' })).status).toBe(201);
    });

    it('PixDevolucaoInvalida: are refused when their sum exceeds the payment', async () => {
      const { endToEndId } = await paid();
      expect((await refund(endToEndId, 'd1', { valor: '60.00' })).status).toBe(201);
      const over = await refund(endToEndId, 'd2', { valor: '40.01' });
      expectProblem(over, 400, 'PixDevolucaoInvalida', ['devolucao.valor']);
      expect((await refund(endToEndId, 'd2', { valor: '40.00' })).status).toBe(201);
    });

    it('PixDevolucaoInvalida: are refused when their id is used for the same payment', async () => {
      const [one, other] = [await paid(), await paid()];
      await refund(one.endToEndId, 'd1', { valor: '1.00' });
      const again = await refund(one.endToEndId, 'd1', { valor: '1.00' });
      expectProblem(again, 400, 'PixDevolucaoInvalida', ['id']);
      expect((await refund(other.endToEndId, 'd1', { valor: '1.00' })).status).toBe(201);
    });

    it('are accepted until the end of the 90th day after the payment, in Brazil', async () => {
      const { clock } = simulator.control;
      clock.setRate(0);
      clock.set('2024-04-10T09:00:00-03:00');
      client.forgetToken();
      const { endToEndId } = await paid();
      clock.set('2024-07-09T23:59:59.999-03:00');
      client.forgetToken();
      expect((await refund(endToEndId, 'd1', { valor: '1.00' })).status).toBe(201);
      clock.set('2024-07-10T00:00:00-03:00');
      const late = await refund(endToEndId, 'd2', { valor: '1.00' });
      expectProblem(late, 400, 'PixDevolucaoInvalida', ['e2eid']);
      clock.setRate(1);
    });

    it.each([
      [['devolucao.valor'], {}],
      [['devolucao.valor'], { valor: '0.00' }],
      [['devolucao.natureza'], { valor: '1.00', natureza: 'MED_FRAUDE' }],
      [['devolucao.natureza'], { valor: '1.00', natureza: 'RETIRADA' }],
      [['devolucao.descricao'], { valor: '1.00', descricao: 'x'.repeat(141) }],
    ])('PixDevolucaoInvalida: reports %j in %j', async (propriedades, body) => {
      const { endToEndId } = await paid();
      const response = await refund(endToEndId, 'd1', body);
      expectProblem(response, 400, 'PixDevolucaoInvalida', propriedades);
    });

    it('of a Pix Troco are limited by the purchase and the cash separately', async () => {
      const retirada = { troco: { valor: '20.00', ...CASH } };
      const { endToEndId } = await paid({ valor: { original: '80.00', retirada } });
      const cash = await refund(endToEndId, 'd1', { valor: '20.01', natureza: 'RETIRADA' });
      expectProblem(cash, 400, 'PixDevolucaoInvalida', ['devolucao.valor']);
      const purchase = await refund(endToEndId, 'd1', { valor: '80.01' });
      expectProblem(purchase, 400, 'PixDevolucaoInvalida', ['devolucao.valor']);
      for (const body of [{ valor: '20.00', natureza: 'RETIRADA' }, { valor: '80.00' }]) {
        expect((await refund(endToEndId, body.natureza ?? 'd2', body)).status).toBe(201);
      }
    });

    it('answer PixNaoEncontrado, PixDevolucaoNaoEncontrada, and RequisicaoInvalida for an invalid identifier', async () => {
      const { endToEndId } = await paid();
      expectProblem(await refund(UNKNOWN, 'd1', { valor: '1.00' }), 404, 'PixNaoEncontrado');
      const missing = await client.call('GET', `/pix/${endToEndId}/devolucao/d1`);
      expectProblem(missing, 404, 'PixDevolucaoNaoEncontrada');
      const malformed = await client.call('GET', '/pix/abc/devolucao/-');
      expectProblem(malformed, 400, 'RequisicaoInvalida', ['e2eid', 'id']);
      await expect(simulator.control.settleRefund(endToEndId, 'd1')).rejects.toMatchObject({
        problem: 'PixDevolucaoNaoEncontrada',
      });
    });
  });

  function delivered(): Promise<void> {
    return new Promise((resolve) => {
      const end = simulator.control.onDelivery(() => {
        end();
        resolve();
      });
    });
  }
});
