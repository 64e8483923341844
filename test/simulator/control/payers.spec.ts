import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PayOptions } from '../../../devkit/simulator/index.js';
import { encodeBrCode } from '../../../lib/brcode/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const CHAVE = 'loja@example.com';
const RECEBEDOR = { nome: 'Loja', cidade: 'Recife' };
const CASH = { modalidadeAgente: 'AGTEC', prestadorDoServicoDeSaque: '12345678' };

describe('simulated payers', () => {
  let driver: SimulatorDriver;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ chaves: [CHAVE] });
  });
  beforeEach(() => driver.begin('2024-04-10T12:00:00-03:00'));
  afterAll(() => driver.close());

  const newCob = (valor: object = { original: '37.00' }): Promise<Json> =>
    driver.ok('PUT', `/cob/${generateTxid()}`, { valor, chave: CHAVE });

  const expectRefused = (work: Promise<unknown>, problem: string) =>
    expect(work).rejects.toMatchObject({ problem });

  describe('payBrCode', () => {
    it('pays the charge of a dynamic code', async () => {
      const { txid, pixCopiaECola } = await newCob();
      const pix = await driver.control.payBrCode(pixCopiaECola as string, { infoPagador: 'oi' });
      expect(pix).toMatchObject({ txid, valor: '37.00', infoPagador: 'oi' });
    });

    it('pays to the key of a static code, with its amount and txid', async () => {
      const code = { chave: CHAVE, ...RECEBEDOR, valor: '12.50', txid: 'pedido1' };
      const pix = await driver.control.payBrCode(encodeBrCode(code));
      expect(pix).toMatchObject({ txid: 'pedido1', valor: '12.50', chave: CHAVE });
      await expectRefused(
        driver.control.payBrCode(encodeBrCode(code), { valor: '1.00' }),
        'PagamentoRecusado',
      );
      const open = encodeBrCode({ chave: CHAVE, ...RECEBEDOR });
      await expectRefused(driver.control.payBrCode(open), 'PagamentoRecusado');
      expect((await driver.control.payBrCode(open, { valor: '9.00' })).valor).toBe('9.00');
    });

    it('refuses an invalid code, an unknown location and a location without a charge', async () => {
      const cob = await newCob();
      const text = cob.pixCopiaECola as string;
      await expectRefused(driver.control.payBrCode(text.slice(0, -1)), 'RequisicaoInvalida');
      const location = 'pix.example.com/qr/v2/0123456789abcdef';
      const foreign = encodeBrCode({ location, ...RECEBEDOR });
      await expectRefused(driver.control.payBrCode(foreign), 'CobPayloadNaoEncontrado');
      await driver.ok('DELETE', `/loc/${cob.loc.id as number}/txid`);
      await expectRefused(driver.control.payBrCode(text), 'CobPayloadNaoEncontrado');
    });
  });

  describe('payKey', () => {
    it('creates a Pix without a txid, for which no webhook is called', async () => {
      const receiver = await WebhookReceiver.startPlain();
      await driver.ok('PUT', `/webhook/${CHAVE}`, { webhookUrl: receiver.url });
      const pix = await driver.control.payKey(CHAVE, {
        valor: '50.00',
        pagador: { cpf: '12345678909' },
      });
      expect(pix).not.toHaveProperty('txid');
      await driver.control.payKey(CHAVE, { valor: '8.00', txid: 'balcao' });
      await driver.control.idle();
      const notified = receiver.notifications.map(({ body }) => body.pix[0].txid as string);
      expect(notified).toEqual(['balcao']);
      const { pix: found } = await driver.get(`/pix?${EVER}&txIdPresente=false&cpf=12345678909`);
      expect(found).toEqual([pix]);
      await receiver.close();
    });

    it('refuses a key of another receiver, and an invalid amount', async () => {
      await expectRefused(
        driver.control.payKey('x@example.com', { valor: '1.00' }),
        'PagamentoRecusado',
      );
      await expectRefused(driver.control.payKey(CHAVE, { valor: '1' }), 'RequisicaoInvalida');
      await expectRefused(
        driver.control.payKey(CHAVE, { valor: '1.00', txid: 'a b' }),
        'RequisicaoInvalida',
      );
    });
  });

  describe('cash', () => {
    const saque = (modalidadeAlteracao: number) => ({
      original: '0.00',
      retirada: { saque: { valor: '50.00', modalidadeAlteracao, ...CASH } },
    });
    const troco = (modalidadeAlteracao: number) => ({
      original: '80.00',
      retirada: { troco: { valor: '20.00', modalidadeAlteracao, ...CASH } },
    });

    it.each([
      ['saque', saque(1), '70.00', { original: '0.00', saque: '70.00' }],
      ['troco', troco(1), '110.00', { original: '80.00', troco: '30.00' }],
      ['troco', troco(1), undefined, { original: '80.00', troco: '20.00' }],
    ])('allows another amount for %s', async (_, valor, paid, parts) => {
      const { txid } = await newCob(valor);
      const options = paid === undefined ? {} : { valor: paid };
      const { componentesValor } = await driver.control.pay(txid as string, options);
      const amounts = Object.entries(componentesValor ?? {}).map(([name, part]) => [
        name,
        part.valor as unknown,
      ]);
      expect(Object.fromEntries(amounts)).toEqual(parts);
    });

    it.each([
      ['saque that is fixed', saque(0), { valor: '70.00' }],
      ['troco that is fixed', troco(0), { valor: '110.00' }],
      ['a purchase below its amount', troco(1), { valor: '80.00' }],
    ])('refuses another amount for %s', async (_, valor, options) => {
      const { txid } = await newCob(valor);
      await expectRefused(driver.control.pay(txid as string, options), 'PagamentoRecusado');
    });
  });

  describe('payments by force', () => {
    const pay = (txid: unknown, options: PayOptions = {}) =>
      driver.control.pay(txid as string, { force: true, ...options });

    it('pay a charge twice, and the charge lists both', async () => {
      const { txid } = await newCob();
      const one = await driver.control.pay(txid as string);
      const other = await pay(txid);
      expect(await driver.get(`/cob/${txid as string}`)).toMatchObject({
        status: 'CONCLUIDA',
        pix: [one, other],
      });
    });

    it('pay a charge that has expired or was removed', async () => {
      const [late, removed] = [await newCob(), await newCob()];
      const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      await driver.ok('PATCH', `/cob/${removed.txid as string}`, { status });
      driver.control.clock.advance(86_401);
      await pay(late.txid);
      await pay(removed.txid);
      expect((await driver.get(`/cob/${late.txid as string}`)).status).toBe('CONCLUIDA');
      expect((await driver.get(`/cob/${removed.txid as string}`)).status).toBe(status);
    });
  });

  describe('refunds', () => {
    it('end independently, by the clock or by control', async () => {
      const { txid } = await newCob();
      const { endToEndId } = await driver.control.pay(txid as string);
      const path = `/pix/${endToEndId}/devolucao`;
      await driver.ok('PUT', `${path}/um`, { valor: '10.00' });
      await driver.ok('PUT', `${path}/dois`, { valor: '7.00' });
      const failed = await driver.control.settleRefund(endToEndId, 'dois', 'NAO_REALIZADO');
      expect(failed.status).toBe('NAO_REALIZADO');
      driver.settle();
      const { devolucoes } = await driver.get(`/pix/${endToEndId}`);
      expect(devolucoes.map(({ id, status }: Json) => [id, status] as unknown)).toEqual([
        ['um', 'DEVOLVIDO'],
        ['dois', 'NAO_REALIZADO'],
      ]);
      expect(devolucoes[0].horario.liquidacao).toMatch(/^2024-04-10T15:/);
      await driver.ok('PUT', `${path}/tres`, { valor: '27.00' });
      await expect(
        driver.control.settleRefund(endToEndId, 'tres', { motivo: 'm'.repeat(141) }),
      ).rejects.toMatchObject({
        problem: 'RequisicaoInvalida',
        body: { violacoes: [{ propriedade: 'motivo' }] },
      });
      expect((await driver.control.settleRefund(endToEndId, 'tres')).status).toBe('DEVOLVIDO');
    });

    it('of the bank need no request of the receiver, whose webhook is notified', async () => {
      const receiver = await WebhookReceiver.startPlain();
      await driver.ok('PUT', `/webhook/${CHAVE}`, { webhookUrl: receiver.url });
      const { txid } = await newCob();
      const { endToEndId } = await driver.control.pay(txid as string);
      const part = await driver.control.refundByProvider(endToEndId, {
        valor: '30.00',
        natureza: 'MED_OPERACIONAL',
        descricao: 'Pix em duplicidade',
      });
      expect(part).toMatchObject({
        valor: '30.00',
        natureza: 'MED_OPERACIONAL',
        descricao: 'Pix em duplicidade',
        status: 'EM_PROCESSAMENTO',
      });
      const rest = await driver.control.refundByProvider(endToEndId);
      expect(rest).toMatchObject({ valor: '7.00', natureza: 'MED_FRAUDE' });
      driver.settle();
      await driver.control.idle();
      const last = receiver.notifications.at(-1)!.body;
      expect(last.pix[0].devolucoes).toMatchObject([
        { id: part.id, status: 'DEVOLVIDO', natureza: 'MED_OPERACIONAL' },
        { id: rest.id, status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' },
      ]);
      // Nothing is left for the receiver.
      expect(
        await driver.call('PUT', `/pix/${endToEndId}/devolucao/um`, { valor: '0.01' }),
      ).toMatchObject({ status: 400 });
      await receiver.close();
    });

    it.each([
      ['PixDevolucaoInvalida', 'devolucao.valor', { valor: '37.01' }],
      ['PixDevolucaoInvalida', 'devolucao.valor', { valor: '0.00' }],
      ['PixDevolucaoInvalida', 'devolucao.natureza', { natureza: 'MED_PIX_AUTOMATICO' }],
      ['RequisicaoInvalida', 'valor', { valor: '1' }],
      ['RequisicaoInvalida', 'descricao', { descricao: 'd'.repeat(141) }],
    ] as const)('of the bank fail with %s in %s', async (problem, propriedade, options) => {
      const { txid } = await newCob();
      const { endToEndId } = await driver.control.pay(txid as string);
      await expect(driver.control.refundByProvider(endToEndId, options)).rejects.toMatchObject({
        problem,
        body: { violacoes: [{ propriedade }] },
      });
    });
  });
});
