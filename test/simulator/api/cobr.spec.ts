import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { EVER, SimulatorDriver } from '../support/simulator-driver.js';

const RECEBEDOR = { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' };
const CALENDARIO = { ...REC.calendario, dataInicial: '2024-05-01' };

describe('simulator with the rules of the specification, recurring charges', () => {
  let driver: SimulatorDriver;
  let idRec: string;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({
      rules: 'specification',
      contas: [{ agencia: '9708', conta: '012682' }],
    });
  });
  beforeEach(async () => {
    driver.begin('2024-05-01T12:00:00-03:00');
    idRec = await approved();
  });
  afterAll(() => driver.close());

  async function approved(change: object = {}): Promise<string> {
    const rec = await driver.ok('POST', '/rec', {
      ...REC,
      calendario: CALENDARIO,
      valor: undefined,
      politicaRetentativa: 'PERMITE_3R_7D',
      ...change,
    });
    await driver.control.approve(rec.idRec as string);
    return rec.idRec as string;
  }

  const body = (change: object = {}) => ({
    idRec,
    infoAdicional: 'Serviços',
    calendario: { dataDeVencimento: '2024-05-20' },
    valor: { original: '106.07' },
    ajusteDiaUtil: true,
    recebedor: RECEBEDOR,
    devedor: { email: 'sebastiao@example.com', cep: '89256140' },
    ...change,
  });
  const created = (change: object = {}): Promise<Json> =>
    driver.ok('PUT', `/cobr/${generateTxid()}`, body(change), 201);
  const read = ({ txid }: Json): Promise<Json> => driver.get(`/cobr/${txid as string}`);
  const retry = ({ txid }: Json, day: string) =>
    driver.call('POST', `/cobr/${txid as string}/retentativa/${day}`);
  const attempts = ({ tentativas = [] }: Json) =>
    tentativas.map(({ dataLiquidacao, tipo, status }: Json) =>
      [dataLiquidacao, tipo, status].join(' '),
    );

  it('are created CRIADA, with a given or a generated txid', async () => {
    const cobr = await created();
    expect(cobr).toEqual({
      ...body(),
      txid: expect.any(String),
      calendario: { criacao: '2024-05-01', dataDeVencimento: '2024-05-20' },
      recebedor: { cnpj: '12345678000195', nome: 'Loja Simulada', ...RECEBEDOR },
      status: 'CRIADA',
      politicaRetentativa: 'PERMITE_3R_7D',
      atualizacao: [{ status: 'CRIADA', data: expect.stringMatching(/^2024-05-01T15:/) }],
    });
    expect(await read(cobr)).toEqual(cobr);
    const other = await driver.ok(
      'POST',
      '/cobr',
      body({ calendario: { dataDeVencimento: '2024-06-20' } }),
      201,
    );
    expect(other.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it('become ATIVA ten days ahead, are scheduled, and are settled on their day', async () => {
    const cobr = await created();
    driver.at('2024-05-09', '23:59:59');
    expect((await read(cobr)).status).toBe('CRIADA');
    driver.at('2024-05-10', '00:00:00');
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND SOLICITADA']);
    driver.settle();
    expect(await read(cobr)).toMatchObject({ status: 'ATIVA' });
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND AGENDADA']);
    driver.at('2024-05-20', '00:00:01');

    const paid = await read(cobr);
    const [tentativa] = paid.tentativas;
    expect(paid.status).toBe('CONCLUIDA');
    expect(paid.atualizacao.map(({ status }: Json) => status as string)).toEqual([
      'CRIADA',
      'ATIVA',
      'CONCLUIDA',
    ]);
    expect(
      tentativa.atualizacao.map(({ status, data }: Json) => [status, data] as unknown),
    ).toEqual([
      ['SOLICITADA', '2024-05-10T03:00:00.000Z'],
      ['AGENDADA', '2024-05-10T03:00:00.200Z'],
      ['PAGA', '2024-05-20T03:00:00.000Z'],
    ]);
    expect(paid.pix).toEqual([
      {
        endToEndId: tentativa.endToEndId,
        txid: cobr.txid,
        valor: '106.07',
        horario: '2024-05-20T03:00:00.000Z',
      },
    ]);
    const pix = await driver.get(`/pix/${tentativa.endToEndId as string}`);
    expect(pix).toMatchObject({ txid: cobr.txid, valor: '106.07' });
    expect(pix).not.toHaveProperty('chave');
    const { pix: found } = await driver.get(`/pix?${EVER}&cpf=12345678909`);
    expect(found).toEqual([pix]);
  });

  it.each([
    // Saturday 25 May; settled on the following Monday.
    [true, '2024-05-25', '2024-05-27'],
    [false, '2024-05-25', '2024-05-25'],
    // Corpus Christi, a Thursday.
    [true, '2024-05-30', '2024-05-31'],
  ])('ajusteDiaUtil %s: due on %s, settled on %s', async (ajusteDiaUtil, due, day) => {
    const cobr = await created({ ajusteDiaUtil, calendario: { dataDeVencimento: due } });
    driver.at('2024-06-15');
    expect(attempts(await read(cobr))).toEqual([`${day} AGND PAGA`]);
  });

  it('are settled after the recurrence is authorized, and otherwise expire with their day', async () => {
    const open = await driver.ok('POST', '/rec', {
      ...REC,
      calendario: CALENDARIO,
      valor: undefined,
    });
    const [lost, saved] = [
      await created({ idRec: open.idRec }),
      await created({ idRec: open.idRec, calendario: { dataDeVencimento: '2024-06-20' } }),
    ];
    driver.at('2024-05-21', '00:00:01');
    expect(await read(lost)).toMatchObject({ status: 'EXPIRADA' });
    driver.at('2024-06-15');
    await driver.control.approve(open.idRec as string);
    driver.settle();
    expect(attempts(await read(saved))).toEqual(['2024-06-20 AGND AGENDADA']);
    const [{ atualizacao }] = (await read(saved)).tentativas;
    expect(atualizacao[0].data).toMatch(/^2024-06-15T15:/);
  });

  it('are settled after the last day of an approved recurrence, and canceled with an unapproved one', async () => {
    const calendario = { ...CALENDARIO, dataFinal: '2024-05-05' };
    const open = await driver.ok('POST', '/rec', { ...REC, calendario, valor: undefined });
    idRec = await approved({ calendario });
    const [kept, lost] = [await created(), await created({ idRec: open.idRec })];
    driver.at('2024-05-06', '00:00:01');
    expect((await read(kept)).status).toBe('CRIADA');
    expect(await read(lost)).toMatchObject({
      status: 'CANCELADA',
      encerramento: { cancelamento: { solicitante: 'PSP_RECEBEDOR', codigo: 'CCLD' } },
    });
    driver.at('2024-05-20', '00:00:01');
    expect(attempts(await read(kept))).toEqual(['2024-05-20 AGND PAGA']);
  });

  it('are settled at 18:00 when the payer has no funds at midnight', async () => {
    const cobr = await created();
    await driver.control.setFunds(idRec, false);
    driver.at('2024-05-20', '12:00:00');
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND AGENDADA']);
    await driver.control.setFunds(idRec, true);
    driver.at('2024-05-20', '18:00:01');
    expect((await read(cobr)).pix[0].horario).toBe('2024-05-20T21:00:00.000Z');
  });

  describe('retries', () => {
    async function failed(change: object = {}): Promise<Json> {
      const cobr = await created(change);
      await driver.control.setFunds(idRec, false);
      driver.at('2024-05-21', '00:00:01');
      return cobr;
    }

    it('PERMITE_3R_7D: allows up to 3 within 7 days, each on its day', async () => {
      const cobr = await failed();
      expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND EXPIRADA']);
      expect((await read(cobr)).status).toBe('ATIVA');
      for (const [day, after] of [
        ['2024-05-22', '2024-05-23'],
        ['2024-05-24', '2024-05-25'],
        ['2024-05-26', '2024-05-27'],
      ] as const) {
        const { status, body: answer } = await retry(cobr, day);
        expect(status).toBe(201);
        expect(attempts(answer).at(-1)).toBe(`${day} NTAG SOLICITADA`);
        driver.at(after, '00:00:01');
      }
      expect(attempts(await read(cobr))).toEqual([
        '2024-05-20 AGND EXPIRADA',
        '2024-05-22 NTAG EXPIRADA',
        '2024-05-24 NTAG EXPIRADA',
        '2024-05-26 NTAG EXPIRADA',
      ]);
      expect((await read(cobr)).status).toBe('EXPIRADA');
      const fourth = await retry(cobr, '2024-05-27');
      expectProblem(fourth, 400, 'CobROperacaoInvalida', [
        'cobr.status',
        'data',
        'cobr.tentativas',
      ]);
    });

    it('settle the charge when the payer has funds again', async () => {
      const cobr = await failed();
      await retry(cobr, '2024-05-23');
      await driver.control.setFunds(idRec, true);
      driver.at('2024-05-23');
      expect(await read(cobr)).toMatchObject({ status: 'CONCLUIDA' });
      expect(attempts(await read(cobr))).toEqual([
        '2024-05-20 AGND EXPIRADA',
        '2024-05-23 NTAG PAGA',
      ]);
    });

    it('are requested within 7 days, otherwise the charge expires', async () => {
      const cobr = await failed();
      driver.at('2024-05-27', '23:59:59');
      expect((await read(cobr)).status).toBe('ATIVA');
      driver.at('2024-05-28', '00:00:01');
      expect((await read(cobr)).status).toBe('EXPIRADA');
    });

    it.each([
      ['for today', '2024-05-21', ['data']],
      ['for a past day', '2024-05-20', ['data']],
      ['for the eighth day', '2024-05-28', ['data']],
      ['with an invalid date', '2024-02-30', ['data']],
    ])('CobROperacaoInvalida: refuses a retry %s', async (_, day, paths) => {
      expectProblem(await retry(await failed(), day), 400, 'CobROperacaoInvalida', paths);
    });

    it('CobROperacaoInvalida: refuses a retry while another is pending, or before the first attempt', async () => {
      const early = await created();
      expectProblem(await retry(early, '2024-05-22'), 400, 'CobROperacaoInvalida', ['cobr.status']);
      driver.at('2024-05-11');
      const pending = await retry(early, '2024-05-22');
      expectProblem(pending, 400, 'CobROperacaoInvalida', ['cobr.tentativas']);
    });

    it('NAO_PERMITE: refuses every retry, and the charge expires with its day', async () => {
      idRec = await approved({ politicaRetentativa: 'NAO_PERMITE' });
      const cobr = await failed();
      expect((await read(cobr)).status).toBe('EXPIRADA');
      const refused = await retry(cobr, '2024-05-22');
      expectProblem(refused, 400, 'CobROperacaoInvalida', ['politicaRetentativa']);
      expect(refused.body.detail).toMatch(/não permite retentativa/);
    });
  });

  describe('rejections', () => {
    it('AM09: rejects the charge when its amount differs from the recurrence’s fixed amount', async () => {
      idRec = await approved({ valor: { valorRec: '35.00' } });
      const cobr = await created();
      driver.at('2024-05-11');
      const { status, encerramento, tentativas } = await read(cobr);
      expect(status).toBe('REJEITADA');
      expect(encerramento).toEqual({
        rejeicao: { codigo: 'AM09', descricao: expect.any(String) },
      });
      expect(tentativas[0]).toMatchObject({ status: 'REJEITADA', rejeicao: { codigo: 'AM09' } });
    });

    it('AM02: fails the attempt when the amount exceeds the payer’s limit', async () => {
      const rec = await driver.ok('POST', '/rec', {
        ...REC,
        calendario: CALENDARIO,
        valor: undefined,
      });
      await driver.control.approve(rec.idRec as string, { valorMaximo: '106.06' });
      const cobr = await created({ idRec: rec.idRec });
      driver.at('2024-05-11');
      expect((await read(cobr)).tentativas[0].rejeicao.codigo).toBe('AM02');
    });

    it('reject the charge or allow a retry, depending on the code that control sets', async () => {
      const cobr = await created();
      driver.at('2024-05-11');
      const rejected = await driver.control.settleAttempt(cobr.txid as string, 'REJEITADA', {
        codigo: 'DENC',
      });
      expect(rejected).toMatchObject({
        status: 'REJEITADA',
        encerramento: { rejeicao: { codigo: 'DENC' } },
      });
      const other = await created({ calendario: { dataDeVencimento: '2024-05-21' } });
      driver.settle();
      const failed = await driver.control.settleAttempt(other.txid as string, 'REJEITADA');
      expect(failed).toMatchObject({ status: 'ATIVA', tentativas: [{ status: 'REJEITADA' }] });
      expect((await retry(other, '2024-05-23')).status).toBe(201);
      await expect(driver.control.settleAttempt(cobr.txid as string, 'PAGA')).rejects.toMatchObject(
        {
          problem: 'PagamentoRecusado',
        },
      );
    });

    it('RIFL: repeats the attempt on the same day after a failure of the receiver’s provider', async () => {
      const cobr = await created();
      driver.at('2024-05-11');
      await driver.control.settleAttempt(cobr.txid as string, 'REJEITADA', {
        codigo: 'AB10',
        reenviar: true,
      });
      driver.at('2024-05-20');
      expect(attempts(await read(cobr))).toEqual([
        '2024-05-20 AGND REJEITADA',
        '2024-05-20 RIFL PAGA',
      ]);
    });
  });

  it('can be paid by control before their day, and with force before they are ATIVA', async () => {
    const cobr = await created();
    await expect(driver.control.pay(cobr.txid as string)).rejects.toMatchObject({
      problem: 'PagamentoRecusado',
    });
    const { txid } = await created({ calendario: { dataDeVencimento: '2024-06-20' } });
    await driver.control.pay(txid as string, { force: true });
    expect(attempts(await read({ txid }))).toEqual(['2024-06-20 AGND PAGA']);
    driver.at('2024-05-11');
    const pix = await driver.control.pay(cobr.txid as string);
    expect(pix).toMatchObject({ txid: cobr.txid, valor: '106.07' });
    expect((await read(cobr)).status).toBe('CONCLUIDA');
    driver.at('2024-05-21');
    expect((await read(cobr)).pix).toHaveLength(1);
  });

  describe('cancellation', () => {
    const cancel = ({ txid }: Json) =>
      driver.call('PATCH', `/cobr/${txid as string}`, { status: 'CANCELADA' });

    it('by the receiver affects only this charge', async () => {
      const cobr = await created();
      driver.at('2024-05-19', '23:59:58');
      const { status, body: cancelled } = await cancel(cobr);
      expect(status).toBe(200);
      expect(cancelled).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR' } },
      });
      expect(attempts(cancelled)).toEqual(['2024-05-20 AGND CANCELADA']);
      expect((await driver.get(`/rec/${idRec}`)).status).toBe('APROVADA');
      driver.at('2024-05-21');
      expect(await read(cobr)).toMatchObject({ status: 'CANCELADA' });
      expectProblem(await cancel(cobr), 400, 'CobROperacaoInvalida', ['cobr.status']);
    });

    it('CobROperacaoInvalida: is refused on the day of the first attempt and later', async () => {
      const cobr = await created();
      await driver.control.setFunds(idRec, false);
      for (const day of ['2024-05-20', '2024-05-21']) {
        driver.at(day);
        expectProblem(await cancel(cobr), 400, 'CobROperacaoInvalida', ['cobr.status']);
      }
    });

    it('by the payer is allowed until the day before', async () => {
      const [one, late] = [
        await created(),
        await created({ calendario: { dataDeVencimento: '2024-06-20' } }),
      ];
      const cancelled = await driver.control.cancelByPayer(one.txid as string);
      expect(cancelled).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR', codigo: 'SLBD' } },
      });
      await driver.control.setFunds(idRec, false);
      driver.at('2024-06-20');
      await expect(driver.control.cancelByPayer(late.txid as string)).rejects.toMatchObject({
        problem: 'AutorizacaoRecusada',
      });
    });
  });

  describe('CobROperacaoInvalida', () => {
    it.each([
      ['idRec', { idRec: `RN${'0'.repeat(27)}` }],
      ['infoAdicional', { infoAdicional: 'x'.repeat(141) }],
      ['calendario', { calendario: undefined }],
      ['calendario.dataDeVencimento', { calendario: { dataDeVencimento: '2024-04-30' } }],
      ['valor.original', { valor: { original: '0.00' } }],
      ['recebedor.tipoConta', { recebedor: { ...RECEBEDOR, tipoConta: 'SALARIO' } }],
      ['recebedor.conta', { recebedor: { ...RECEBEDOR, conta: '1' } }],
      ['recebedor.conta', { recebedor: { ...RECEBEDOR, agencia: '1' } }],
      ['devedor.uf', { devedor: { uf: 'SPX' } }],
    ])('reports cobr.%s', async (path, change) => {
      for (const [method, target] of [
        ['PUT', `/cobr/${generateTxid()}`],
        ['POST', '/cobr'],
      ] as const) {
        const response = await driver.call(method, target, body(change));
        expectProblem(response, 400, 'CobROperacaoInvalida', [`cobr.${path}`]);
      }
    });

    it('refuses a used txid, and a second charge in a cycle while the first is not cancelled', async () => {
      const cobr = await created();
      const next = body({ calendario: { dataDeVencimento: '2024-06-20' } });
      const taken = await driver.call('PUT', `/cobr/${cobr.txid as string}`, next);
      expectProblem(taken, 400, 'CobROperacaoInvalida', ['cobr.txid']);
      const again = body({ calendario: { dataDeVencimento: '2024-05-31' } });
      const twice = await driver.call('POST', '/cobr', again);
      expectProblem(twice, 400, 'CobROperacaoInvalida', ['cobr.calendario.dataDeVencimento']);
      await driver.control.cancelByPayer(cobr.txid as string);
      expect((await driver.call('POST', '/cobr', again)).status).toBe(201);
    });

    it('refuses a recurrence that has ended, and a status that the receiver may not set', async () => {
      const cobr = await created();
      const wrong = await driver.call('PATCH', `/cobr/${cobr.txid as string}`, {
        status: 'REJEITADA',
      });
      expectProblem(wrong, 400, 'CobROperacaoInvalida', ['cobr.status']);
      await driver.control.cancelByPayer(idRec);
      const late = await driver.call('POST', '/cobr', body());
      expectProblem(late, 400, 'CobROperacaoInvalida', ['cobr.idRec']);
    });
  });

  it('CobRNaoEncontrado: is returned for a txid without a charge', async () => {
    const path = `/cobr/${generateTxid()}`;
    expectProblem(await driver.call('GET', path), 404, 'CobRNaoEncontrado');
    const patch = await driver.call('PATCH', path, { status: 'CANCELADA' });
    expectProblem(patch, 404, 'CobRNaoEncontrado');
    const again = await driver.call('POST', `${path}/retentativa/2024-05-22`);
    expectProblem(again, 404, 'CobRNaoEncontrado');
  });

  it('are listed by recurrence, debtor, status and agreement', async () => {
    await created();
    const other = await approved({
      vinculo: { ...REC.vinculo, devedor: { cnpj: '12345678000195', nome: 'Empresa SA' } },
      recebedor: { convenio: 'Master' },
    });
    await created({ idRec: other });
    const list = async (filter: string) => {
      const { cobsr, parametros } = await driver.get(`/cobr?${EVER}${filter}`);
      return [cobsr.length, parametros] as const;
    };
    expect((await list(''))[0]).toBe(2);
    expect((await list(`&idRec=${other}`))[0]).toBe(1);
    expect((await list('&cpf=12345678909'))[0]).toBe(1);
    expect((await list('&cnpj=12345678000195&status=CRIADA'))[0]).toBe(1);
    expect((await list('&status=ATIVA'))[0]).toBe(0);
    const [count, parametros] = await list('&convenio=Master');
    expect(count).toBe(1);
    expect(parametros.recebedor).toEqual({ convenio: 'Master' });
    const wrong = await driver.call('GET', `/cobr?${EVER}&idRec=curto`);
    expectProblem(wrong, 400, 'CobRConsultaInvalida', ['idRec']);
  });
});
