import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SimulatorRules } from '../../../devkit/simulator/index.js';
import { generateTxid } from '../../../lib/values/index.js';
import type { BareResponse, Json } from '../support/bare-client.js';
import { REC } from '../support/bodies.js';
import { expectProblem } from '../support/problems.js';
import { SimulatorDriver } from '../support/simulator-driver.js';

const DUE = 'cobr.calendario.dataDeVencimento';

/** The recurrence is created on 1 May 2024, a Wednesday and a holiday. */
const TODAY = '2024-05-01';

describe.each(['network', 'specification'] as const)('with the rules of the %s', (rules) => {
  const strict = rules === 'network';
  let driver: SimulatorDriver;
  let idRec: string;

  beforeAll(async () => {
    driver = await SimulatorDriver.start({ rules });
  });
  beforeEach(async () => {
    driver.begin(`${TODAY}T12:00:00-03:00`);
    idRec = await newRec();
    await driver.control.approve(idRec);
  });
  afterAll(() => driver.close());

  async function newRec(change: object = {}): Promise<string> {
    const { idRec: id } = await driver.ok('POST', '/rec', {
      ...REC,
      calendario: { dataInicial: '2024-05-04', dataFinal: '2024-05-10', periodicidade: 'SEMANAL' },
      politicaRetentativa: 'PERMITE_3R_7D',
      ...change,
    });
    return id as string;
  }

  const body = (dataDeVencimento: string, change: object = {}) => ({
    idRec,
    calendario: { dataDeVencimento },
    valor: { original: '35.00' },
    ajusteDiaUtil: true,
    recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' },
    ...change,
  });
  const create = (day: string, change: object = {}): Promise<BareResponse> =>
    driver.call('PUT', `/cobr/${generateTxid()}`, body(day, change));
  const status = async (path: string): Promise<Json> => (await driver.get(path)).status;

  /** Expects a refusal by the rules of the network, and a success by those of the specification. */
  function expectStrict(response: BareResponse, propriedades: string[]): void {
    if (strict) expectProblem(response, 400, 'CobROperacaoInvalida', propriedades);
    else expect(response.status).toBeLessThan(300);
  }

  describe('a charge', () => {
    const always = { dataInicial: TODAY, periodicidade: 'SEMANAL' };
    beforeEach(async () => {
      idRec = await newRec({ calendario: always });
      await driver.control.approve(idRec);
    });

    it.each(['2024-05-03', '2024-05-11'])('accepts a charge due on %s', async (day) => {
      expect((await create(day)).status).toBe(201);
    });

    it.each([TODAY, '2024-05-02', '2024-05-12'])(
      'accepts a charge due on %s only by the rules of the specification',
      async (day) => {
        expectStrict(await create(day), [DUE]);
        expectStrict(await driver.call('POST', '/cobr', body(day, await another())), [DUE]);
      },
    );

    async function another(): Promise<object> {
      const id = await newRec({ calendario: always });
      await driver.control.approve(id);
      return { idRec: id };
    }

    it('refuses a charge due yesterday for one reason', async () => {
      driver.at('2024-05-02');
      expectProblem(await create(TODAY), 400, 'CobROperacaoInvalida', [DUE]);
    });

    it('counts the days to the due date in Brazil', async () => {
      const other = await another();
      driver.control.clock.set('2024-05-02T02:59:00Z');
      expect((await create('2024-05-03')).status).toBe(201);
      driver.control.clock.set('2024-05-02T03:00:00Z');
      expectStrict(await create('2024-05-03', other), [DUE]);
    });
  });

  it('accepts a charge of an unapproved recurrence only by the rules of the specification', async () => {
    expectStrict(await create('2024-05-08', { idRec: await newRec() }), ['cobr.idRec']);
  });

  it('accepts a charge with another amount than valorRec only by the rules of the specification', async () => {
    const other = await create('2024-05-08', { valor: { original: '35.01' } });
    expectStrict(other, ['cobr.valor.original']);
    if (strict) expect(other.text).toContain('35.00');
  });

  it.each(['2024-05-03', '2024-05-11'])(
    'accepts a charge due on %s, outside the recurrence, only by the rules of the specification',
    async (day) => expectStrict(await create(day), [DUE]),
  );

  it.each(['2024-05-04', '2024-05-10'])(
    'accepts a charge due on %s, the first or last day of the recurrence',
    async (day) => expect((await create(day)).status).toBe(201),
  );

  it('reports several violations together', async () => {
    const response = await create('2024-05-20', {
      idRec: await newRec(),
      valor: { original: '1.00' },
    });
    expectStrict(response, [DUE, 'cobr.idRec', 'cobr.valor.original', DUE]);
  });

  describe('the receiver', () => {
    const cancel = ({ body: { txid } }: BareResponse) =>
      driver.call('PATCH', `/cobr/${txid as string}`, { status: 'CANCELADA' });

    it('lets the receiver cancel a charge until 22:00 of the day before its first attempt', async () => {
      const cobr = await create('2024-05-08');
      driver.at('2024-05-07', '21:59:50');
      expect((await cancel(cobr)).body.status).toBe('CANCELADA');
    });

    it('lets the receiver cancel a charge after 22:00 only by the rules of the specification', async () => {
      const cobr = await create('2024-05-08');
      driver.at('2024-05-07', '22:00:01');
      expectStrict(await cancel(cobr), ['cobr.status']);
    });

    it('lets the receiver cancel a charge that moves to a business day until 22:00 of the day before that', async () => {
      // Saturday; the first attempt is on Monday.
      const cobr = await create('2024-05-04');
      driver.at('2024-05-05', '21:59:50');
      expect((await cancel(cobr)).body.status).toBe('CANCELADA');
    });

    it('lets the payer cancel a charge until midnight', async () => {
      const { body: cobr } = await create('2024-05-08');
      driver.at('2024-05-07', '23:59:58');
      const { status: after } = await driver.control.cancelByPayer(cobr.txid as string);
      expect(after).toBe('CANCELADA');
    });

    it.each([
      // Saturday, Sunday
      ['2024-05-11', false],
      ['2024-05-12', false],
      ['2024-05-13', true],
    ])('accepts a retry on %s: %s by the rules of the network', async (day, business) => {
      const cobr = await create('2024-05-08');
      await driver.control.setFunds(idRec, false);
      driver.at('2024-05-09');
      const path = `/cobr/${cobr.body.txid as string}/retentativa/${day}`;
      const response = await driver.call('POST', path);
      if (business) expect(response.status).toBe(201);
      else expectStrict(response, ['data']);
    });
  });

  describe('after the last day of a recurrence', () => {
    // Saturday; with ajusteDiaUtil, the first attempt is on Monday.
    const LAST = '2024-05-11';
    const read = (txid: Json): Promise<Json> => driver.get(`/cobr/${txid as string}`);
    const states = ({ status, tentativas = [] }: Json) => [
      status,
      ...tentativas.map((one: Json) => [one.dataLiquidacao, one.tipo, one.status].join(' ')),
    ];

    /** Creates an approved recurrence until `dataFinal` and a charge that is due on that day. */
    async function dueOn(dataFinal: string, change: object = {}): Promise<Json> {
      idRec = await newRec({
        calendario: { dataInicial: '2024-05-04', dataFinal, periodicidade: 'SEMANAL' },
      });
      await driver.control.approve(idRec);
      return (await create(dataFinal, change)).body.txid;
    }

    it('settles a charge whose first attempt moves to the next business day', async () => {
      const txid = await dueOn(LAST);
      driver.at('2024-05-12');
      expect(await status(`/rec/${idRec}`)).toBe('EXPIRADA');
      expect(states(await read(txid))).toEqual(['ATIVA', '2024-05-13 AGND AGENDADA']);
      driver.at('2024-05-13');
      expect(states(await read(txid))).toEqual(['CONCLUIDA', '2024-05-13 AGND PAGA']);
    });

    it('accepts retries until the seventh day, and settles them', async () => {
      const txid = await dueOn('2024-05-10');
      await driver.control.setFunds(idRec, false);
      driver.at('2024-05-11');
      expect(await status(`/rec/${idRec}`)).toBe('EXPIRADA');
      expect(states(await read(txid))).toEqual(['ATIVA', '2024-05-10 AGND EXPIRADA']);
      await driver.ok('POST', `/cobr/${txid as string}/retentativa/2024-05-17`);
      await driver.control.setFunds(idRec, true);
      driver.at('2024-05-17');
      expect(states(await read(txid))).toEqual([
        'CONCLUIDA',
        '2024-05-10 AGND EXPIRADA',
        '2024-05-17 NTAG PAGA',
      ]);
    });

    it('expires an unpaid charge after the last day for retries', async () => {
      const txid = await dueOn('2024-05-10');
      await driver.control.setFunds(idRec, false);
      driver.at('2024-05-17', '23:59:58');
      expect((await read(txid)).status).toBe('ATIVA');
      driver.at('2024-05-18', '00:00:01');
      expect((await read(txid)).status).toBe('EXPIRADA');
    });

    it('lets the receiver cancel a charge before its first attempt', async () => {
      const txid = await dueOn(LAST);
      driver.at('2024-05-12');
      const { status: code } = await driver.call('PATCH', `/cobr/${txid as string}`, {
        status: 'CANCELADA',
      });
      expect(code).toBe(200);
      expect(states(await read(txid))).toEqual(['CANCELADA', '2024-05-13 AGND CANCELADA']);
    });

    it('refuses a new charge', async () => {
      await dueOn('2024-05-10');
      driver.at('2024-05-11');
      const response = await create('2024-05-17');
      expectProblem(response, 400, 'CobROperacaoInvalida', [
        'cobr.idRec',
        ...(strict ? [DUE] : []),
      ]);
    });

    it('does not settle a charge of a recurrence that was cancelled on its last day', async () => {
      const txid = await dueOn(LAST);
      driver.at(LAST);
      await driver.control.cancelByPayer(idRec);
      driver.at('2024-05-13');
      expect(states(await read(txid))).toEqual(['CANCELADA', '2024-05-13 AGND CANCELADA']);
    });
  });

  describe('after 30 days', () => {
    const open = { calendario: { dataInicial: '2024-07-01', periodicidade: 'MENSAL' } };
    const ask = (id: string, dataExpiracaoSolicitacao: string) =>
      driver.ok('POST', '/solicrec', {
        idRec: id,
        calendario: { dataExpiracaoSolicitacao },
        destinatario: {
          cpf: '12345678909',
          conta: '1',
          agencia: '1',
          ispbParticipante: '91193552',
        },
      });

    it('expires an unapproved recurrence only by the rules of the network', async () => {
      const id = await newRec(open);
      driver.at('2024-05-31', '23:59:58');
      expect(await status(`/rec/${id}`)).toBe('CRIADA');
      driver.at('2024-06-01', '00:00:01');
      expect(await status(`/rec/${id}`)).toBe(strict ? 'EXPIRADA' : 'CRIADA');
    });

    it('keeps an approved recurrence', async () => {
      const id = await newRec(open);
      await driver.control.approve(id);
      driver.at('2024-08-01');
      expect(await status(`/rec/${id}`)).toBe('APROVADA');
    });

    it('expires a request, and then its recurrence, only by the rules of the network', async () => {
      const id = await newRec(open);
      driver.at('2024-05-21');
      const { idSolicRec } = await ask(id, '2024-07-30T12:00:00Z');
      driver.at('2024-06-20', '11:59:58');
      expect(await status(`/rec/${id}`)).toBe('CRIADA');
      expect(await status(`/solicrec/${idSolicRec as string}`)).toBe('RECEBIDA');
      driver.at('2024-06-20', '12:00:02');
      const request = await status(`/solicrec/${idSolicRec as string}`);
      expect(request).toBe(strict ? 'EXPIRADA' : 'RECEBIDA');
      expect(await status(`/rec/${id}`)).toBe('CRIADA');
      driver.at('2024-06-21', '00:00:01');
      expect(await status(`/rec/${id}`)).toBe(strict ? 'EXPIRADA' : 'CRIADA');
    });
  });
});

describe('the rules of a simulator', () => {
  it.each<[string, { rules?: SimulatorRules }]>([
    ['by default', {}],
    ['with rules: undefined', { rules: undefined as never }],
  ])('applies the rules of the network %s', async (_, options) => {
    const driver = await SimulatorDriver.start(options);
    const { idRec } = await driver.ok('POST', '/rec', REC);
    const response = await driver.call('POST', '/cobr', {
      idRec,
      calendario: { dataDeVencimento: '2098-06-10' },
      valor: { original: '35.00' },
      ajusteDiaUtil: true,
      recebedor: { conta: '1', tipoConta: 'CORRENTE' },
    });
    await driver.close();
    expectProblem(response, 400, 'CobROperacaoInvalida', [DUE, 'cobr.idRec']);
  });
});
