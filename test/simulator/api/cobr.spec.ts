import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateTxid } from '../../../lib/values/index.js';
import type { Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { EVER, World } from '../support/world.js';

const RECEBEDOR = { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' };
const CALENDARIO = { ...REC.calendario, dataInicial: '2024-05-01' };

describe('recurring charges of the simulator', () => {
  let world: World;
  let idRec: string;

  beforeAll(async () => {
    world = await World.start({ contas: [{ agencia: '9708', conta: '012682' }] });
  });
  beforeEach(async () => {
    world.begin('2024-05-01T12:00:00-03:00');
    idRec = await approved();
  });
  afterAll(() => world.close());

  async function approved(change: object = {}): Promise<string> {
    const rec = await world.ok('POST', '/rec', {
      ...REC,
      calendario: CALENDARIO,
      valor: undefined,
      politicaRetentativa: 'PERMITE_3R_7D',
      ...change,
    });
    await world.control.approve(rec.idRec as string);
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
    world.ok('PUT', `/cobr/${generateTxid()}`, body(change), 201);
  const read = ({ txid }: Json): Promise<Json> => world.get(`/cobr/${txid as string}`);
  const retry = ({ txid }: Json, day: string) =>
    world.call('POST', `/cobr/${txid as string}/retentativa/${day}`);
  const attempts = ({ tentativas = [] }: Json) =>
    tentativas.map(({ dataLiquidacao, tipo, status }: Json) =>
      [dataLiquidacao, tipo, status].join(' '),
    );

  it('are created CRIADA, under a txid of either side', async () => {
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
    const other = await world.ok(
      'POST',
      '/cobr',
      body({ calendario: { dataDeVencimento: '2024-06-20' } }),
      201,
    );
    expect(other.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it('are announced ten days ahead, scheduled, and settled on their day', async () => {
    const cobr = await created();
    world.at('2024-05-09', '23:59:59');
    expect((await read(cobr)).status).toBe('CRIADA');
    world.at('2024-05-10', '00:00:00');
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND SOLICITADA']);
    world.settle();
    expect(await read(cobr)).toMatchObject({ status: 'ATIVA' });
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND AGENDADA']);
    world.at('2024-05-20', '00:00:01');

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
    const pix = await world.get(`/pix/${tentativa.endToEndId as string}`);
    expect(pix).toMatchObject({ txid: cobr.txid, valor: '106.07' });
    expect(pix).not.toHaveProperty('chave');
    const { pix: found } = await world.get(`/pix?${EVER}&cpf=12345678909`);
    expect(found).toEqual([pix]);
  });

  it.each([
    // Saturday 25 May; the Monday after it.
    [true, '2024-05-25', '2024-05-27'],
    [false, '2024-05-25', '2024-05-25'],
    // Corpus Christi, a Thursday.
    [true, '2024-05-30', '2024-05-31'],
  ])('ajusteDiaUtil %s: due on %s they are settled on %s', async (ajusteDiaUtil, due, day) => {
    const cobr = await created({ ajusteDiaUtil, calendario: { dataDeVencimento: due } });
    world.at('2024-06-15');
    expect(attempts(await read(cobr))).toEqual([`${day} AGND PAGA`]);
  });

  it('wait for the recurrence to be authorised, and expire with their day when it is not', async () => {
    const open = await world.ok('POST', '/rec', {
      ...REC,
      calendario: CALENDARIO,
      valor: undefined,
    });
    const [lost, saved] = [
      await created({ idRec: open.idRec }),
      await created({ idRec: open.idRec, calendario: { dataDeVencimento: '2024-06-20' } }),
    ];
    world.at('2024-05-21', '00:00:01');
    expect(await read(lost)).toMatchObject({ status: 'EXPIRADA' });
    world.at('2024-06-15');
    await world.control.approve(open.idRec as string);
    world.settle();
    expect(attempts(await read(saved))).toEqual(['2024-06-20 AGND AGENDADA']);
    const [{ atualizacao }] = (await read(saved)).tentativas;
    expect(atualizacao[0].data).toMatch(/^2024-06-15T15:/);
  });

  it('settle at 18:00 where the payer had nothing at midnight', async () => {
    const cobr = await created();
    await world.control.setFunds(idRec, false);
    world.at('2024-05-20', '12:00:00');
    expect(attempts(await read(cobr))).toEqual(['2024-05-20 AGND AGENDADA']);
    await world.control.setFunds(idRec, true);
    world.at('2024-05-20', '18:00:01');
    expect((await read(cobr)).pix[0].horario).toBe('2024-05-20T21:00:00.000Z');
  });

  describe('retries', () => {
    async function failed(change: object = {}): Promise<Json> {
      const cobr = await created(change);
      await world.control.setFunds(idRec, false);
      world.at('2024-05-21', '00:00:01');
      return cobr;
    }

    it('PERMITE_3R_7D: up to 3 within 7 days, each on its day', async () => {
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
        world.at(after, '00:00:01');
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
      await world.control.setFunds(idRec, true);
      world.at('2024-05-23');
      expect(await read(cobr)).toMatchObject({ status: 'CONCLUIDA' });
      expect(attempts(await read(cobr))).toEqual([
        '2024-05-20 AGND EXPIRADA',
        '2024-05-23 NTAG PAGA',
      ]);
    });

    it('the charge expires when none is asked for in 7 days', async () => {
      const cobr = await failed();
      world.at('2024-05-27', '23:59:59');
      expect((await read(cobr)).status).toBe('ATIVA');
      world.at('2024-05-28', '00:00:01');
      expect((await read(cobr)).status).toBe('EXPIRADA');
    });

    it.each([
      ['of today', '2024-05-21', ['data']],
      ['of the past', '2024-05-20', ['data']],
      ['of the eighth day', '2024-05-28', ['data']],
      ['that is no date', '2024-02-30', ['data']],
    ])('CobROperacaoInvalida: refuses one %s', async (_, day, paths) => {
      expectProblem(await retry(await failed(), day), 400, 'CobROperacaoInvalida', paths);
    });

    it('CobROperacaoInvalida: refuses one while another stands, or before the first', async () => {
      const early = await created();
      expectProblem(await retry(early, '2024-05-22'), 400, 'CobROperacaoInvalida', ['cobr.status']);
      world.at('2024-05-11');
      const standing = await retry(early, '2024-05-22');
      expectProblem(standing, 400, 'CobROperacaoInvalida', ['cobr.tentativas']);
    });

    it('NAO_PERMITE refuses any, and the charge expires with its day', async () => {
      idRec = await approved({ politicaRetentativa: 'NAO_PERMITE' });
      const cobr = await failed();
      expect((await read(cobr)).status).toBe('EXPIRADA');
      const refused = await retry(cobr, '2024-05-22');
      expectProblem(refused, 400, 'CobROperacaoInvalida', ['politicaRetentativa']);
      expect(refused.body.detail).toMatch(/não permite retentativa/);
    });
  });

  describe('rejections', () => {
    it('AM09: an amount that is not the recurrence’s fixed one rejects the charge', async () => {
      idRec = await approved({ valor: { valorRec: '35.00' } });
      const cobr = await created();
      world.at('2024-05-11');
      const { status, encerramento, tentativas } = await read(cobr);
      expect(status).toBe('REJEITADA');
      expect(encerramento).toEqual({
        rejeicao: { codigo: 'AM09', descricao: expect.any(String) },
      });
      expect(tentativas[0]).toMatchObject({ status: 'REJEITADA', rejeicao: { codigo: 'AM09' } });
    });

    it('AM02: an amount above the payer’s limit fails the attempt', async () => {
      const rec = await world.ok('POST', '/rec', {
        ...REC,
        calendario: CALENDARIO,
        valor: undefined,
      });
      await world.control.approve(rec.idRec as string, { valorMaximo: '106.06' });
      const cobr = await created({ idRec: rec.idRec });
      world.at('2024-05-11');
      expect((await read(cobr)).tentativas[0].rejeicao.codigo).toBe('AM02');
    });

    it('by control: some codes reject the charge, others leave it to a retry', async () => {
      const cobr = await created();
      world.at('2024-05-11');
      const rejected = await world.control.settleAttempt(cobr.txid as string, 'REJEITADA', {
        codigo: 'DENC',
      });
      expect(rejected).toMatchObject({
        status: 'REJEITADA',
        encerramento: { rejeicao: { codigo: 'DENC' } },
      });
      const other = await created({ calendario: { dataDeVencimento: '2024-05-21' } });
      world.settle();
      const failed = await world.control.settleAttempt(other.txid as string, 'REJEITADA');
      expect(failed).toMatchObject({ status: 'ATIVA', tentativas: [{ status: 'REJEITADA' }] });
      expect((await retry(other, '2024-05-23')).status).toBe(201);
      await expect(world.control.settleAttempt(cobr.txid as string, 'PAGA')).rejects.toMatchObject({
        problem: 'PagamentoRecusado',
      });
    });

    it('RIFL: a failure of the receiver’s provider is sent again for the same day', async () => {
      const cobr = await created();
      world.at('2024-05-11');
      await world.control.settleAttempt(cobr.txid as string, 'REJEITADA', {
        codigo: 'AB10',
        reenviar: true,
      });
      world.at('2024-05-20');
      expect(attempts(await read(cobr))).toEqual([
        '2024-05-20 AGND REJEITADA',
        '2024-05-20 RIFL PAGA',
      ]);
    });
  });

  it('are paid ahead of their day by control, and before they are announced by force', async () => {
    const cobr = await created();
    await expect(world.control.pay(cobr.txid as string)).rejects.toMatchObject({
      problem: 'PagamentoRecusado',
    });
    const { txid } = await created({ calendario: { dataDeVencimento: '2024-06-20' } });
    await world.control.pay(txid as string, { force: true });
    expect(attempts(await read({ txid }))).toEqual(['2024-06-20 AGND PAGA']);
    world.at('2024-05-11');
    const pix = await world.control.pay(cobr.txid as string);
    expect(pix).toMatchObject({ txid: cobr.txid, valor: '106.07' });
    expect((await read(cobr)).status).toBe('CONCLUIDA');
    world.at('2024-05-21');
    expect((await read(cobr)).pix).toHaveLength(1);
  });

  describe('cancellation', () => {
    const cancel = ({ txid }: Json) =>
      world.call('PATCH', `/cobr/${txid as string}`, { status: 'CANCELADA' });

    it('by the receiver ends this charge alone', async () => {
      const cobr = await created();
      world.at('2024-05-19', '23:59:58');
      const { status, body: cancelled } = await cancel(cobr);
      expect(status).toBe(200);
      expect(cancelled).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR' } },
      });
      expect(attempts(cancelled)).toEqual(['2024-05-20 AGND CANCELADA']);
      expect((await world.get(`/rec/${idRec}`)).status).toBe('APROVADA');
      world.at('2024-05-21');
      expect(await read(cobr)).toMatchObject({ status: 'CANCELADA' });
      expectProblem(await cancel(cobr), 400, 'CobROperacaoInvalida', ['cobr.status']);
    });

    it('CobROperacaoInvalida: not on the day of the first attempt, or after it', async () => {
      const cobr = await created();
      await world.control.setFunds(idRec, false);
      for (const day of ['2024-05-20', '2024-05-21']) {
        world.at(day);
        expectProblem(await cancel(cobr), 400, 'CobROperacaoInvalida', ['cobr.status']);
      }
    });

    it('by the payer, until the day before', async () => {
      const [one, late] = [
        await created(),
        await created({ calendario: { dataDeVencimento: '2024-06-20' } }),
      ];
      const cancelled = await world.control.cancelByPayer(one.txid as string);
      expect(cancelled).toMatchObject({
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR', codigo: 'SLBD' } },
      });
      await world.control.setFunds(idRec, false);
      world.at('2024-06-20');
      await expect(world.control.cancelByPayer(late.txid as string)).rejects.toMatchObject({
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
    ])('names cobr.%s', async (path, change) => {
      for (const [method, target] of [
        ['PUT', `/cobr/${generateTxid()}`],
        ['POST', '/cobr'],
      ] as const) {
        const response = await world.call(method, target, body(change));
        expectProblem(response, 400, 'CobROperacaoInvalida', [`cobr.${path}`]);
      }
    });

    it('refuses a txid in use, and a second charge in a cycle unless the first came to nothing', async () => {
      const cobr = await created();
      const next = body({ calendario: { dataDeVencimento: '2024-06-20' } });
      const taken = await world.call('PUT', `/cobr/${cobr.txid as string}`, next);
      expectProblem(taken, 400, 'CobROperacaoInvalida', ['cobr.txid']);
      const again = body({ calendario: { dataDeVencimento: '2024-05-31' } });
      const twice = await world.call('POST', '/cobr', again);
      expectProblem(twice, 400, 'CobROperacaoInvalida', ['cobr.calendario.dataDeVencimento']);
      await world.control.cancelByPayer(cobr.txid as string);
      expect((await world.call('POST', '/cobr', again)).status).toBe(201);
    });

    it('refuses a recurrence that has ended, and a status that is not for the receiver', async () => {
      const cobr = await created();
      const wrong = await world.call('PATCH', `/cobr/${cobr.txid as string}`, {
        status: 'REJEITADA',
      });
      expectProblem(wrong, 400, 'CobROperacaoInvalida', ['cobr.status']);
      await world.control.cancelByPayer(idRec);
      const late = await world.call('POST', '/cobr', body());
      expectProblem(late, 400, 'CobROperacaoInvalida', ['cobr.idRec']);
    });
  });

  it('CobRNaoEncontrado: for a txid that has no charge', async () => {
    const path = `/cobr/${generateTxid()}`;
    expectProblem(await world.call('GET', path), 404, 'CobRNaoEncontrado');
    const patch = await world.call('PATCH', path, { status: 'CANCELADA' });
    expectProblem(patch, 404, 'CobRNaoEncontrado');
    const again = await world.call('POST', `${path}/retentativa/2024-05-22`);
    expectProblem(again, 404, 'CobRNaoEncontrado');
  });

  it('are listed by recurrence, debtor, state and agreement', async () => {
    await created();
    const other = await approved({
      vinculo: { ...REC.vinculo, devedor: { cnpj: '12345678000195', nome: 'Empresa SA' } },
      recebedor: { convenio: 'Master' },
    });
    await created({ idRec: other });
    const list = async (filter: string) => {
      const { cobsr, parametros } = await world.get(`/cobr?${EVER}${filter}`);
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
    const wrong = await world.call('GET', `/cobr?${EVER}&idRec=curto`);
    expectProblem(wrong, 400, 'CobRConsultaInvalida', ['idRec']);
  });
});
