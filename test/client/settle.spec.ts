import { describe, expect, it } from '@jest/globals';
import { readBack, type RecordReader } from '../../lib/client/read-back.js';
import {
  classifyRefusal,
  compareRecord,
  decide,
  type RecordEvidence,
  type Refusal,
  type SentWrite,
  type SettleState,
  type Verdict,
} from '../../lib/client/settle.js';
import { findOperation } from '../../lib/contract/index.js';
import { PixErroValidacaoException, type PixViolacao } from '../../lib/errors/index.js';

const [A, B] = ['a'.repeat(26), 'b'.repeat(26)];
const COB = { valor: { original: '37.00' }, chave: 'pix@example.com' };
const RECENT = '2026-01-01T00:00:00Z';
const OLD = '2025-12-31T00:00:00Z';

const STATE: SettleState = {
  kind: 'create',
  refusal: 'none',
  mayArrive: false,
  isFresh: false,
  isSettled: false,
  isKnown: false,
  wasShown: false,
};
const OVER = { isFresh: true, isSettled: true };
const EQUAL: RecordEvidence = {
  kind: 'record',
  match: 'equal',
  isStale: false,
  isLasting: true,
  hasEnded: false,
  isExcluded: false,
  isFinal: false,
  mayRewrite: false,
};
const OTHER: RecordEvidence = {
  ...EQUAL,
  match: 'different',
  isLasting: false,
  isExcluded: true,
};
const ABSENT = { kind: 'absent' } as const;
const NOWHERE = { kind: 'nowhere' } as const;

type Row = [string, Partial<SettleState>, Parameters<typeof decide>[1], Verdict];

describe('decide', () => {
  it.each<Row>([
    ['an equal record is a success', {}, EQUAL, 'done'],
    ['an equal record that is stale is read again', {}, { ...EQUAL, isStale: true }, 'read'],
    ['an equal record that may be old is read again', {}, { ...EQUAL, isLasting: false }, 'read'],
    ['until it is fresh', { isFresh: true }, { ...EQUAL, isLasting: false }, 'done'],
    ['an ended record is a conflict of a create', {}, { ...EQUAL, hasEnded: true }, 'conflict'],
    ['but what a cancel asks', { kind: 'change' }, { ...EQUAL, hasEnded: true }, 'done'],
    ['an absent record is created again', {}, ABSENT, 'send'],
    ['unless it was seen', { isKnown: true }, ABSENT, 'read'],
    ['and not after a refusal', { refusal: 'stateful' }, ABSENT, 'read'],
    ['which becomes definite', { refusal: 'stateful', ...OVER }, ABSENT, 'refused'],
    [
      'not if an attempt is on its way',
      { refusal: 'stateful', ...OVER, mayArrive: true },
      ABSENT,
      'read',
    ],
    ['a refused format is definite', { refusal: 'stateless' }, ABSENT, 'refused'],
    ['also if the read fails', { refusal: 'stateless' }, { kind: 'unreadable' }, 'refused'],
    ['a denied account is definite', { refusal: 'denied' }, ABSENT, 'refused'],
    ['or if another record shows it', { kind: 'set', refusal: 'denied' }, OTHER, 'refused'],
    [
      'but not if a record may be the effect',
      { kind: 'change', refusal: 'denied' },
      { ...OTHER, isExcluded: false },
      'unknown',
    ],
    ['nor if it is stale', { refusal: 'denied' }, { ...OTHER, isStale: true }, 'read'],
    ['nor if the read is denied too', { refusal: 'denied' }, { kind: 'denied' }, 'unknown'],
    ['or limited', { refusal: 'denied' }, { kind: 'limited' }, 'unknown'],
    ['a read that fails is repeated', { refusal: 'denied' }, { kind: 'unreadable' }, 'read'],
    ['an address without a record is read again', { refusal: 'stateful' }, NOWHERE, 'read'],
    ['until a read is complete', { refusal: 'stateful', ...OVER }, NOWHERE, 'unknown'],
    ['which an attempt under way is not', { ...OVER, mayArrive: true }, NOWHERE, 'read'],
    ['and so is a limited one otherwise', { refusal: 'stateful' }, { kind: 'limited' }, 'read'],
    ['but not if the record is there', { refusal: 'denied' }, EQUAL, 'done'],
    [
      'nor if it is there and may be old',
      { refusal: 'denied' },
      { ...EQUAL, isLasting: false },
      'read',
    ],
    [
      'nor after it was there',
      { refusal: 'stateless', wasShown: true },
      { kind: 'unreadable' },
      'read',
    ],
    [
      'a denied read leaves a refusal unknown',
      { refusal: 'stateful' },
      { kind: 'denied' },
      'unknown',
    ],
    ['404 of a change is definite', { kind: 'change', refusal: 'missing' }, ABSENT, 'refused'],
    [
      'unless the record was seen',
      { kind: 'change', refusal: 'missing', isKnown: true, ...OVER },
      ABSENT,
      'unknown',
    ],
    ['a deletion with 404 is done', { kind: 'remove', refusal: 'missing' }, ABSENT, 'done'],
    ['a deletion needs a fresh read', { kind: 'remove' }, ABSENT, 'read'],
    ['and is then done', { kind: 'remove', isFresh: true }, ABSENT, 'done'],
    [
      'a 404 of a deletion is no proof if the record is there',
      { kind: 'remove', refusal: 'missing', ...OVER },
      { ...OTHER, isFinal: true },
      'unknown',
    ],
    ['a step is never sent again', { kind: 'step' }, ABSENT, 'read'],
    ['nor if it may be rewritten', { kind: 'step' }, { ...OTHER, mayRewrite: true }, 'read'],
    [
      'another record is written again if nobody changed it',
      {},
      { ...OTHER, mayRewrite: true },
      'send',
    ],
    ['and read again otherwise', {}, OTHER, 'read'],
    [
      'a refusal is no proof if an earlier read showed the effect',
      { kind: 'set', refusal: 'stateful', wasShown: true, ...OVER },
      OTHER,
      'unknown',
    ],
    [
      'nor is an absence',
      { kind: 'set', refusal: 'stateful', wasShown: true, ...OVER },
      ABSENT,
      'unknown',
    ],
    ['until the outcome is unknown', OVER, OTHER, 'unknown'],
    ['or is a conflict after a refusal', { refusal: 'stateful', ...OVER }, OTHER, 'conflict'],
    ['at once if it is final', {}, { ...OTHER, isFinal: true }, 'conflict'],
    ['unless the effect is open', OVER, { ...OTHER, isFinal: true, isExcluded: false }, 'unknown'],
    [
      'the refusal of a webhook is no conflict',
      { kind: 'set', refusal: 'stateful', ...OVER },
      OTHER,
      'refused',
    ],
    [
      'a refused cancel of a paid record is definite',
      { kind: 'change', refusal: 'stateful' },
      { ...OTHER, isFinal: true },
      'refused',
    ],
  ])('%s', (_, state, evidence, verdict) => {
    expect(decide({ ...STATE, ...state }, evidence)).toBe(verdict);
  });
});

describe('classifyRefusal', () => {
  const statelessRefusals = ['json_invalido', '4001'];

  function classify(
    id: string,
    problem: Partial<PixErroValidacaoException>,
    isMissing = false,
  ): Refusal {
    const error = new PixErroValidacaoException({ title: 'x', status: 400, ...problem });
    return classifyRefusal({ operation: findOperation(id)!, statelessRefusals }, error, isMissing);
  }
  const violation = (propriedade: string): { violacoes: PixViolacao[] } => ({
    violacoes: [{ propriedade }],
  });

  it.each<[string, string, Refusal]>([
    ['cob.createWithTxid', 'cob.valor.original', 'stateless'],
    ['cob.createWithTxid', 'valor.original', 'stateless'],
    ['cob.createWithTxid', 'devedor', 'stateless'],
    ['cob.createWithTxid', 'infoAdicionais[0].nome', 'stateless'],
    ['cob.createWithTxid', 'txid', 'stateful'],
    ['cob.createWithTxid', 'cob.txid', 'stateful'],
    ['cob.createWithTxid', 'cob.loc.id', 'stateful'],
    ['cob.revise', 'cob.status', 'stateful'],
    ['cobv.createWithTxid', 'cobv.calendario.dataDeVencimento', 'stateful'],
    ['cobv.createWithTxid', 'cobv.calendario.validadeAposVencimento', 'stateless'],
    ['pix.refund', 'devolucao.valor', 'stateful'],
    ['pix.refund', 'devolucao.descricao', 'stateless'],
    ['cobr.createWithTxid', 'cobr.idRec', 'stateful'],
    ['cobr.createWithTxid', 'cobr.calendario.dataDeVencimento', 'stateful'],
    ['cobr.createWithTxid', 'cobr.valor', 'stateless'],
    ['rec.revise', 'rec.calendario.dataInicial', 'stateful'],
    ['lotecobv.create', 'loteCobV.cobsv', 'stateful'],
    ['lotecobv.create', 'loteCobV.descricao', 'stateless'],
    ['webhook.register', 'webhook.webhookUrl', 'stateful'],
    ['cobr.retry', 'data', 'stateful'],
  ])('%s: a refused %s is %s', (id, propriedade, refusal) => {
    expect(classify(id, violation(propriedade))).toBe(refusal);
  });

  it('knows what a provider lists by type, title or code', () => {
    expect(classify('cob.revise', { title: 'json_invalido' })).toBe('stateless');
    expect(classify('cob.revise', { violacoes: [{ codigo: '4001' }] })).toBe('stateless');
    expect(classify('cob.revise', { title: 'txid_duplicado' })).toBe('stateful');
  });

  it('knows what denies an account, and what is missing', () => {
    expect(classify('cob.revise', { status: 401 })).toBe('denied');
    const type = 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado';
    expect(classify('cob.revise', { status: 403, type })).toBe('denied');
    expect(classify('cob.revise', { status: 403 })).toBe('stateful');
    expect(classify('cob.revise', { status: 404 }, true)).toBe('missing');
  });
});

describe('compareRecord', () => {
  const sent = (id: string, body: object, params = { txid: A }): SentWrite => {
    const operation = findOperation(id)!;
    return { operation, settlement: operation.settle!, params, body };
  };
  const COBR = {
    idRec: 'R',
    calendario: { dataDeVencimento: '2026-11-28' },
    valor: { original: '1.00' },
    ajusteDiaUtil: true,
    recebedor: { conta: '1234-5', tipoConta: 'CORRENTE', agencia: '0001' },
    infoAdicional: 'x',
  };

  it.each<[string, string, object, object, RecordEvidence['match']]>([
    [
      'ignores the texts of a create',
      'cob.createWithTxid',
      { ...COB, solicitacaoPagador: 'x' },
      COB,
      'equal',
    ],
    [
      'ignores its expiry',
      'cob.createWithTxid',
      { ...COB, calendario: { expiracao: 60 } },
      { ...COB, calendario: { expiracao: 90 } },
      'equal',
    ],
    [
      'compares amounts as decimals',
      'cob.createWithTxid',
      COB,
      { ...COB, valor: { original: '37.0' } },
      'equal',
    ],
    [
      'compares the amount',
      'cob.createWithTxid',
      COB,
      { ...COB, valor: { original: '1.00' } },
      'different',
    ],
    ['needs the amount', 'cob.createWithTxid', COB, { chave: COB.chave }, 'different'],
    ['needs the key', 'cob.createWithTxid', COB, { valor: COB.valor }, 'different'],
    [
      'compares the debtor',
      'cob.createWithTxid',
      { ...COB, devedor: { cpf: '1', nome: 'A' } },
      { ...COB, devedor: { cpf: '2', nome: 'A' } },
      'different',
    ],
    [
      'allows to omit the debtor',
      'cob.createWithTxid',
      { ...COB, devedor: { cpf: '1', nome: 'A' } },
      COB,
      'equal',
    ],
    [
      'compares the location',
      'cob.createWithTxid',
      { ...COB, loc: { id: 7 } },
      { ...COB, loc: { id: 8 } },
      'different',
    ],
    [
      'compares only the amount of a refund',
      'pix.refund',
      { valor: '1.00', descricao: 'x' },
      { valor: '1.00' },
      'equal',
    ],
    [
      'accepts a due date that moved to a working day',
      'cobr.createWithTxid',
      COBR,
      { ...COBR, calendario: { dataDeVencimento: '2026-11-30' } },
      'equal',
    ],
    [
      'but not one that moved to a weekend',
      'cobr.createWithTxid',
      { ...COBR, calendario: { dataDeVencimento: '2026-11-27' } },
      COBR,
      'different',
    ],
    [
      'nor one that was not to move',
      'cobr.createWithTxid',
      { ...COBR, ajusteDiaUtil: false },
      { ...COBR, calendario: { dataDeVencimento: '2026-11-30' } },
      'different',
    ],
    [
      'compares the digits of an account',
      'cobr.createWithTxid',
      COBR,
      { ...COBR, recebedor: { conta: '012345' } },
      'equal',
    ],
    [
      'compares every field of a change',
      'cob.revise',
      { solicitacaoPagador: 'x' },
      { ...COB, solicitacaoPagador: 'y' },
      'unclear',
    ],
    ['also one that the record omits', 'cob.revise', { solicitacaoPagador: 'x' }, COB, 'unclear'],
    ['confirms a change', 'cob.revise', { valor: { original: '37.00' } }, COB, 'equal'],
    [
      'finds the status of a cancel',
      'cob.revise',
      { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      { ...COB, status: 'ATIVA' },
      'different',
    ],
  ])('%s', (_, id, body, record, match) => {
    expect(compareRecord(sent(id, body), record)).toBe(match);
  });
});

describe('readBack', () => {
  const knowledge = {
    sinceSent: 0,
    measure: () => 0,
    isSettled: true,
    before: undefined,
    repeated: undefined,
    newest: undefined,
  };

  function read(id: string, body: object | undefined, records: Record<string, object>, known = {}) {
    const operation = findOperation(id)!;
    const reader: RecordReader = (_, params, filter) => {
      const { revisao } = (filter ?? {}) as { revisao?: number };
      const key = `${String(params.txid ?? params.id)}${revisao === undefined ? '' : `?${revisao}`}`;
      const record = records[key];
      return record ? Promise.resolve(record) : Promise.reject(new Error('there is no record'));
    };
    const params = id.startsWith('lote') ? { id: '1' } : { txid: A, chave: COB.chave };
    const sent: SentWrite = { operation, settlement: operation.settle!, params, body };
    return readBack(sent, reader, { ...knowledge, ...known });
  }

  describe('of a charge with revisions', () => {
    const charge = (original: string, revisao: number) => ({
      txid: A,
      status: 'ATIVA',
      revisao,
      calendario: { criacao: RECENT },
      valor: { original },
      chave: COB.chave,
    });

    it('does not know whether an equal revision is an effect of the call', async () => {
      const records = { [A]: charge('50.00', 2), [`${A}?1`]: charge('37.00', 1) };
      const known = { before: { revision: 0 } };
      const change = { valor: { original: '37.00' } };
      const { evidence, record } = await read('cob.revise', change, records, known);
      expect(evidence).toMatchObject({ match: 'different', isExcluded: false });
      expect(record).toEqual(charge('50.00', 2));
    });

    it('takes no revision of a charge that it has never received as its effect', async () => {
      const records = { [A]: charge('50.00', 1), [`${A}?0`]: charge('37.00', 0) };
      const { evidence } = await read('cob.createWithTxid', COB, records);
      expect(evidence).toMatchObject({ match: 'different', isExcluded: false });
    });

    it('takes no revision of before the call as its effect', async () => {
      const records = {
        [A]: charge('40.00', 2),
        [`${A}?1`]: charge('40.00', 1),
        [`${A}?0`]: charge('37.00', 0),
      };
      const change = { valor: { original: '37.00' } };
      expect((await read('cob.revise', change, records)).evidence).toMatchObject({
        isExcluded: false,
      });
      const known = { before: { revision: 1 } };
      expect((await read('cob.revise', change, records, known)).evidence).toMatchObject({
        isExcluded: true,
        mayRewrite: false,
      });
    });

    it('does not know whose another amount is that came since the call began', async () => {
      const records = { [A]: charge('36.99', 1), [`${A}?0`]: charge('37.00', 0) };
      const change = { valor: { original: '40.00' } };
      const known = { before: { revision: 0 } };
      expect((await read('cob.revise', change, records, known)).evidence).toMatchObject({
        isExcluded: false,
      });
    });

    it('allows to write again only what nobody has changed since the call began', async () => {
      const records = { [A]: charge('50.00', 0) };
      const change = { valor: { original: '37.00' } };
      const known = { before: { revision: 0 } };
      expect((await read('cob.revise', change, records, known)).evidence).toMatchObject({
        mayRewrite: true,
      });
      expect((await read('cob.revise', change, records)).evidence).toMatchObject({
        mayRewrite: true,
      });
      const revised = { [A]: charge('50.00', 1), [`${A}?0`]: charge('40.00', 0) };
      expect((await read('cob.revise', change, revised)).evidence).toMatchObject({
        mayRewrite: false,
      });
      // Someone else has created it during the call.
      expect((await read('cob.createWithTxid', COB, records)).evidence).toMatchObject({
        mayRewrite: false,
      });
    });

    it('takes a revision older than a known one as no proof', async () => {
      const { evidence } = await read(
        'cob.createWithTxid',
        COB,
        { [A]: charge('37.00', 0) },
        { newest: 1 },
      );
      expect(evidence).toMatchObject({ match: 'equal', isStale: true });
    });
  });

  it.each([
    ['another identifier', { txid: B, status: 'ATIVA', ...COB }],
    ['no identifier', { status: 'ATIVA', ...COB }],
    ['no status', { txid: A, ...COB }],
    ['an unknown status', { txid: A, ...COB, status: 'MANUTENCAO' }],
    ['a notice', { message: 'manutenção programada' }],
  ])('finds a body with %s unreadable', async (_, record) => {
    const { evidence } = await read('cob.createWithTxid', COB, { [A]: record });
    expect(evidence).toEqual({ kind: 'unreadable' });
  });

  it.each(['webhook.register', 'webhook.delete', 'webhookrec.delete'])(
    'finds a notice instead of the webhook of %s unreadable',
    async (id) => {
      const webhook = { webhookUrl: 'https://loja.example/pix' };
      const readKind = async (record: object) =>
        (await read(id, webhook, { [A]: record })).evidence.kind;
      expect(await readKind({ message: 'manutenção programada' })).toBe('unreadable');
      expect(await readKind(webhook)).toBe('record');
    },
  );

  describe('of a batch', () => {
    const item = (txid: string) => ({
      txid,
      ...COB,
      calendario: { dataDeVencimento: '2030-01-31' },
    });
    const body = { descricao: 'x', cobsv: [item(A), item(B)] };
    const listed = (status: string, ...txids: string[]) => txids.map((txid) => ({ txid, status }));
    const charges = (original: string) => ({
      [A]: { ...item(A), status: 'ATIVA' },
      [B]: { ...item(B), status: 'ATIVA', valor: { original } },
    });
    const match = async (id: string, cobsv: object[], original = '37.00', criacao = RECENT) => {
      const records = { ...charges(original), 1: { descricao: 'x', criacao, cobsv } };
      const known = criacao === OLD ? { before: { revision: undefined } } : {};
      return (await read(id, body, records, known)).evidence;
    };

    it.each<[string, string, object[], string, RecordEvidence['match']]>([
      ['is equal if its charges are', 'lotecobv.create', listed('CRIADA', B, A), '37.00', 'equal'],
      [
        'is unclear if one has another amount',
        'lotecobv.create',
        listed('CRIADA', A, B),
        '1.00',
        'unclear',
      ],
      [
        'is another one with other charges',
        'lotecobv.create',
        listed('CRIADA', A),
        '37.00',
        'different',
      ],
      [
        'does not count a denied charge as a result if it may be older',
        'lotecobv.create',
        listed('NEGADA', A, B),
        '1.00',
        'unclear',
      ],
      ['but not of a change', 'lotecobv.revise', listed('NEGADA', A, B), '37.00', 'unclear'],
      [
        'allows more charges than a change has',
        'lotecobv.revise',
        listed('CRIADA', A, B, 'c'),
        '37.00',
        'equal',
      ],
    ])('%s', async (_, id, cobsv, original, expected) => {
      expect(await match(id, cobsv, original)).toMatchObject({ match: expected });
    });

    it('is unclear if an older one has a denied charge', async () => {
      expect(await match('lotecobv.create', listed('NEGADA', A, B), '37.00', OLD)).toMatchObject({
        match: 'unclear',
      });
    });
  });
});
