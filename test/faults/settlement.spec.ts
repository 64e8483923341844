import { describe, expect, it } from '@jest/globals';
import type { PixClient } from '../../lib/resources/index.js';
import { InMemoryClient } from '../client/support/in-memory-client.js';
import { takeShare } from '../support/share.js';
import {
  isFinal,
  ModelBank,
  getOperation,
  type Behavior,
  type Delivery,
  type Json,
} from './support/model-bank.js';

const TXID = 'a'.repeat(26);
const E2EID = 'E1234567820260101120000000000001';
const REC = 'RR1234567820240115abcdefghijk';
const COB = {
  valor: { original: '37.00' },
  chave: 'pix@example.com',
  devedor: { cpf: '12345678909', nome: 'Ana' },
  solicitacaoPagador: 'Pedido 1',
};
const COBV = { ...COB, calendario: { dataDeVencimento: '2026-12-31' } };
const COBR = {
  idRec: REC,
  calendario: { dataDeVencimento: '2026-12-31' },
  valor: { original: '37.00' },
  ajusteDiaUtil: false,
  recebedor: { conta: '1234', tipoConta: 'CORRENTE' as const },
  infoAdicional: 'x',
};
const REMOVED = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' as const };
const WEBHOOK = { webhookUrl: 'https://loja.example/pix' };
const OLD = '2025-12-31T00:00:00Z';
const LOTE = { descricao: 'Lote 1', cobsv: [{ ...COBV, txid: TXID }] };
const DAY = '2026-05-04';
const MINUTE = 60_000;

/** A write, what it asks for, and the records that can be there before it. */
interface Write {
  readonly id: string;
  readonly path: string;
  readonly call: (client: PixClient) => Promise<unknown>;
  /** Whether a state is what was asked for. */
  readonly holds: (state: Json | undefined) => boolean;
  /** The records before the call, by name. */
  readonly starts: (bank: ModelBank) => Record<string, Json | undefined>;
  /** What another client does to the record. */
  readonly other?: (state: Json) => Json;
}

const valor = (state: Json | undefined) => (state?.valor as Json | undefined)?.original;
const isAmount = (wanted: string) => (state: Json | undefined) => valor(state) === wanted;
const revised = (state: Json): Json => ({
  ...state,
  valor: { original: '50.00' },
  revisao: Number(state.revisao) + 1,
});

function charge(family: 'cob' | 'cobv', body: Json, send: Write['call']): Write {
  const path = `/${family}/${TXID}`;
  return {
    id: `${family}.createWithTxid`,
    path,
    call: send,
    holds: isAmount('37.00'),
    starts: (bank) => ({
      none: undefined,
      'another older': bank.create(path, { ...body, valor: { original: '1.00' } }, 10 * MINUTE),
      'another recent': bank.create(path, { ...body, valor: { original: '1.00' } }, 1000),
      'the same older': bank.create(path, body, 10 * MINUTE),
      'the same recent': bank.create(path, body, 1000),
      'another paid': {
        ...bank.create(path, { ...body, valor: { original: '1.00' } }, 10 * MINUTE),
        status: 'CONCLUIDA',
      },
    }),
    other: revised,
  };
}

function revision(family: 'cob' | 'cobv', body: Json, call: Write['call'], cancel: boolean): Write {
  const path = `/${family}/${TXID}`;
  return {
    id: `${family}.revise`,
    path,
    call,
    holds: cancel ? (state) => state?.status === REMOVED.status : isAmount('40.00'),
    starts: (bank) => {
      const open = bank.create(path, body, 10 * MINUTE);
      return { open, paid: { ...open, status: 'CONCLUIDA' }, none: undefined };
    },
    other: revised,
  };
}

const webhookPath = (family: string) =>
  family === 'webhook' ? '/webhook/pix@example.com' : `/${family}`;

const webhook = (family: string, call: Write['call']): Write => ({
  id: `${family}.register`,
  path: webhookPath(family),
  call,
  holds: (state) => state?.webhookUrl === WEBHOOK.webhookUrl,
  starts: () => ({ none: undefined, another: { webhookUrl: 'https://outra.example' } }),
});

const removal = (family: string, call: Write['call']): Write => ({
  id: `${family}.delete`,
  path: webhookPath(family),
  call,
  holds: (state) => state === undefined,
  starts: () => ({ registered: WEBHOOK, none: undefined }),
});

const cobr = (bank: ModelBank) => bank.create(`/cobr/${TXID}`, COBR, 10 * MINUTE);

const writes: Readonly<Record<string, Write>> = {
  'PUT /cob': charge('cob', COB, ({ cob }) => cob.createWithTxid(TXID, COB)),
  'PUT /cobv': charge('cobv', COBV, ({ cobV }) => cobV.createWithTxid(TXID, COBV)),
  'PATCH /cob': revision(
    'cob',
    COB,
    ({ cob }) => cob.revise(TXID, { valor: { original: '40.00' } }),
    false,
  ),
  'PATCH /cobv': revision(
    'cobv',
    COBV,
    ({ cobV }) => cobV.revise(TXID, { valor: { original: '40.00' } }),
    false,
  ),
  'cancel a cob': revision('cob', COB, ({ cob }) => cob.revise(TXID, REMOVED), true),
  'PUT devolucao': {
    id: 'pix.refund',
    path: `/pix/${E2EID}/devolucao/d1`,
    call: ({ recebidos }) =>
      recebidos.refund(E2EID, 'd1', { valor: '10.00', descricao: 'Devolução do pedido 1' }),
    holds: (state) => state?.valor === '10.00',
    starts: (bank) => ({
      none: undefined,
      'another older': bank.create('/d1', { valor: '5.00' }, 10 * MINUTE),
      'another recent': bank.create('/d1', { valor: '5.00' }, 1000),
    }),
  },
  'PUT /cobr': {
    id: 'cobr.createWithTxid',
    path: `/cobr/${TXID}`,
    call: ({ cobR }) => cobR.createWithTxid(TXID, COBR),
    holds: isAmount('37.00'),
    starts: (bank) => ({
      none: undefined,
      another: { ...cobr(bank), valor: { original: '1.00' } },
    }),
  },
  'cancel a cobr': {
    id: 'cobr.revise',
    path: `/cobr/${TXID}`,
    call: ({ cobR }) => cobR.revise(TXID, { status: 'CANCELADA' }),
    holds: (state) => state?.status === 'CANCELADA',
    starts: (bank) => ({ open: cobr(bank), paid: { ...cobr(bank), status: 'CONCLUIDA' } }),
  },
  'POST retentativa': {
    id: 'cobr.retry',
    path: `/cobr/${TXID}`,
    call: ({ cobR }) => cobR.retry(TXID, DAY),
    holds: () => false,
    starts: (bank) => ({
      open: cobr(bank),
      'with an attempt of that day': {
        ...cobr(bank),
        tentativas: [
          {
            dataLiquidacao: DAY,
            tipo: 'NTAG',
            status: 'SOLICITADA',
            atualizacao: [{ data: OLD }],
          },
        ],
      },
    }),
  },
  'PUT /webhook': webhook('webhook', ({ webhook: service }) =>
    service.register('pix@example.com', WEBHOOK),
  ),
  'DELETE /webhook': removal('webhook', ({ webhook: service }) =>
    service.delete('pix@example.com'),
  ),
  'cancel a rec': {
    id: 'rec.revise',
    path: `/rec/${REC}`,
    call: ({ rec }) => rec.revise(REC, { status: 'CANCELADA' }),
    holds: (state) => state?.status === 'CANCELADA',
    starts: () => ({
      open: { idRec: REC, status: 'APROVADA' },
      ended: { idRec: REC, status: 'REJEITADA' },
    }),
  },
  'cancel a cobv': revision('cobv', COBV, ({ cobV }) => cobV.revise(TXID, REMOVED), true),
  'PUT /lotecobv': {
    id: 'lotecobv.create',
    path: '/lotecobv/1',
    call: ({ loteCobV }) => loteCobV.create('1', LOTE),
    holds: (state) => state?.descricao === LOTE.descricao,
    starts: () => ({
      none: undefined,
      another: { descricao: 'outro', criacao: OLD, cobsv: [{ txid: 'b'.repeat(26) }] },
    }),
  },
  'PATCH /lotecobv': {
    id: 'lotecobv.revise',
    path: '/lotecobv/1',
    call: ({ loteCobV }) => loteCobV.revise('1', LOTE),
    holds: () => false,
    starts: () => ({
      open: { descricao: 'x', criacao: OLD, cobsv: [{ txid: TXID, status: 'CRIADA' }] },
    }),
  },
  'PUT /webhookcobr': webhook('webhookcobr', ({ webhookCobR }) => webhookCobR.register(WEBHOOK)),
  'DELETE /webhookcobr': removal('webhookcobr', ({ webhookCobR }) => webhookCobR.delete()),
  'PUT /webhookrec': webhook('webhookrec', ({ webhookRec }) => webhookRec.register(WEBHOOK)),
  'DELETE /webhookrec': removal('webhookrec', ({ webhookRec }) => webhookRec.delete()),
  'cancel a solicrec': {
    id: 'solicrec.revise',
    path: `/solicrec/${REC}`,
    call: ({ solicRec }) => solicRec.revise(REC, { status: 'CANCELADA' }),
    holds: (state) => state?.status === 'CANCELADA',
    starts: () => ({
      open: { idSolicRec: REC, status: 'ENVIADA' },
      ended: { idSolicRec: REC, status: 'ACEITA' },
    }),
  },
  'DELETE /locrec/{id}/idRec': {
    id: 'locrec.unlinkIdRec',
    path: '/locrec/7',
    call: ({ locRec }) => locRec.unlinkIdRec(7),
    holds: (state) => state !== undefined && state.idRec === undefined,
    starts: () => ({ linked: { id: 7, idRec: REC }, free: { id: 7 } }),
  },
  'DELETE /loc/{id}/txid': {
    id: 'loc.unlinkTxid',
    path: '/loc/7',
    call: ({ loc }) => loc.unlinkTxid(7),
    holds: (state) => state !== undefined && state.txid === undefined,
    starts: () => ({ linked: { id: 7, txid: TXID }, free: { id: 7 } }),
  },
};

interface Result {
  readonly outcome: 'ok' | 'failed' | 'unknown';
  readonly error: unknown;
  /** What is false in what the call reports. */
  readonly problem: string | undefined;
}

/** Who else changes the record: nobody, another client before the call, or one during it. */
type Writer = 'nobody' | 'before' | 'during';

const open = (readLag = 5) =>
  new InMemoryClient({
    provider: {
      name: 'scripted',
      code: '999',
      production: { baseUrl: 'https://bank.example', tokenUrl: 'https://bank.example/token' },
      scopes: [],
      readLag,
    },
    retry: { budget: false },
  });

/** Makes one call, and compares what it reports with the bank. */
async function run(
  { id, path, call, holds, starts, other }: Write,
  start: string,
  behavior: Behavior,
  { writer = 'nobody', readLag = 5 }: { writer?: Writer; readLag?: number } = {},
): Promise<Result> {
  const client = open(readLag);
  const bank = new ModelBank(client.runtime, getOperation(id), behavior);
  client.answer = (request) => bank.answer(request);
  bank.set(path, starts(bank)[start], -10_000);
  if (id === 'lotecobv.revise') {
    const own = `/cobv/${TXID}`;
    bank.set(own, bank.create(own, { ...COBV, valor: { original: '1.00' } }, MINUTE), -10_000);
  }
  const change = () => {
    const state = bank.state(path);
    if (other && state?.status === 'ATIVA') bank.set(path, other(state));
  };
  client.runtime.advance(1000);
  if (writer === 'before') change();
  if (writer === 'during') bank.schedule(60, change);
  client.runtime.advance(10);
  const began = client.runtime.elapsed();
  let error: unknown;
  await call(client.client).catch((thrown: unknown) => {
    error = thrown;
  });
  const during = bank.statesSince(path, began);
  const { resultUnknown, recordStatus = '' } = (error ?? {}) as {
    resultUnknown?: boolean;
    recordStatus?: string;
  };
  const outcome = error === undefined ? 'ok' : resultUnknown === true ? 'unknown' : 'failed';
  bank.finish();
  const effects = bank.effects.length;
  // The error states the final status of a record, also of one that another writer created.
  const hasEnded = isFinal(recordStatus) && during.some(holds);
  const problem =
    outcome === 'failed' && effects > 0 && !hasEnded
      ? `says no effect, has ${effects}: ${String(error)}`
      : outcome === 'ok' && effects === 0 && !during.some(holds)
        ? 'says done, has no effect'
        : undefined;
  return { outcome, error, problem };
}

const USED = { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', title: 'em uso' };
const REFUSALS = [400, 403, 404, 409, 410, 422];

const LOST: Delivery = { kind: 'answered', status: undefined };
const refusedAfter = (status: number): Delivery => ({ kind: 'answered', status, body: USED });

/** Refusals of the account or its rate: one read decides about them. */
const denials: Readonly<Record<string, Delivery>> = {
  'access denied': {
    kind: 'answered',
    status: 403,
    body: { type: 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado', title: 'x', status: 403 },
  },
  401: { kind: 'answered', status: 401 },
  429: { kind: 'answered', status: 429 },
  '429, 60 s': { kind: 'answered', status: 429, retryAfter: 60 },
};

const deliveries: Readonly<Record<string, Delivery>> = {
  once: { kind: 'once' },
  'delivered twice': { kind: 'twice' },
  'lost before the bank': { kind: 'lost' },
  'lost answer': LOST,
  '503 after the effect': { kind: 'answered', status: 503 },
  '503 before the effect': { kind: 'refused', status: 503 },
  ...Object.fromEntries(
    REFUSALS.flatMap((status): [string, Delivery][] => [
      [`${status} after the effect`, refusedAfter(status)],
      [`${status} before the effect`, { kind: 'refused', status, body: USED }],
    ]),
  ),
  'an arrival after 2 s': { kind: 'late', ms: 2000 },
  'an arrival after 20 s': { kind: 'late', ms: 20_000 },
  'an arrival after 100 s': { kind: 'late', ms: 100_000 },
};

/** What happens to the second sending, if there is one. */
const seconds: readonly Delivery[][] = [
  [],
  [{ kind: 'refused', status: 400, body: USED }],
  [refusedAfter(400)],
];

const NO_FAULT: Behavior = { strict: true, lag: 0, skew: 0, deliveries: [] };

const listStarts = ({ id, starts }: Write) =>
  Object.keys(starts(new ModelBank(open().runtime, getOperation(id), NO_FAULT)));

/** Lists each start, delivery, bank, replica and writer of a write. */
function listCases(write: Write) {
  const writers: Writer[] = write.other ? ['nobody', 'before', 'during'] : ['nobody'];
  const banks = write.other ? [true, false] : [true];
  const replicas = [
    { lag: 0, skew: 50_000 },
    { lag: 5000, skew: -50_000 },
  ];
  return listStarts(write).flatMap((start) =>
    Object.entries(deliveries).flatMap(([how, first]) => {
      // After a refusal nothing is sent again.
      const repeats = REFUSALS.some((status) => how.startsWith(`${status} `)) ? [[]] : seconds;
      return repeats.flatMap((second, index) =>
        banks.flatMap((strict) =>
          replicas.flatMap(({ lag, skew }) =>
            writers.map((writer) => ({
              start,
              behavior: { strict, lag, skew, deliveries: [first, ...second] },
              writer,
              facts: [start, how, index, strict, lag, writer].join(', '),
            })),
          ),
        ),
      );
    }),
  );
}

/** A share has each bank, replica, writer and second sending: their numbers have no factor in common with this one. */
const PARTS = 5;

/** Makes the calls of all cases, or of a share of them. Returns what is false. */
async function findFalse(write: Write, readLag: number): Promise<string[]> {
  const found: string[] = [];
  for (const { start, behavior, writer, facts } of takeShare(listCases(write), PARTS)) {
    const { problem } = await run(write, start, behavior, { writer, readLag });
    if (problem !== undefined) found.push(`${facts}: ${problem}`);
  }
  return found;
}

describe('a call against a model of bank, gateway, replica and another writer', () => {
  it.each(Object.entries(writes))(
    '%s never reports what is false',
    async (_, write) => {
      expect(await findFalse(write, 5)).toEqual([]);
    },
    300_000,
  );

  it('finds what is false if a replica is later than `readLag`', async () => {
    expect((await findFalse(writes['PUT devolucao']!, 0)).length).toBeGreaterThan(0);
  });
});

const LOST_ANSWER: Behavior = { ...NO_FAULT, deliveries: [LOST] };

/** Renames what people write, and leaves out what the specification does not require. */
function alterEcho(record: Json): Json {
  const kept = Object.entries(record).filter(([name]) => !/^(descricao|infoAdicional)$/.test(name));
  const { solicitacaoPagador, ...echo } = Object.fromEntries(kept);
  return solicitacaoPagador === undefined ? echo : { ...echo, solicitacaoPagador: 'X' };
}

function alterMoney(record: Json): Json {
  const { valor } = record;
  if (valor === undefined) return record;
  return { ...record, valor: typeof valor === 'string' ? '99.00' : { original: '99.00' } };
}

/** The columns of the table: faults of one call whose write takes effect. */
const columns: Readonly<Record<string, Behavior>> = {
  'lost answer': LOST_ANSWER,
  ...Object.fromEntries(
    REFUSALS.map((status): [string, Behavior] => [
      String(status),
      { ...NO_FAULT, deliveries: [refusedAfter(status)] },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(denials).map(([name, delivery]): [string, Behavior] => [
      name,
      { ...NO_FAULT, deliveries: [delivery] },
    ]),
  ),
  twice: { ...NO_FAULT, deliveries: [{ kind: 'twice' }] },
  'echo altered': { ...LOST_ANSWER, alter: alterEcho },
  'lag of 3 s': { ...LOST_ANSWER, lag: 3000 },
  '400, 3 s': { ...NO_FAULT, deliveries: [refusedAfter(400)], lag: 3000 },
  'twice, 3 s': { ...NO_FAULT, deliveries: [{ kind: 'twice' }], lag: 3000 },
  'money altered': { ...LOST_ANSWER, alter: alterMoney },
};

/** Writes of amounts. A bank cannot alter a status or an absence, and a webhook has no response to compare. */
const ofMoney = new Set(
  'PUT /cob,PUT /cobv,PATCH /cob,PATCH /cobv,PUT devolucao,PUT /cobr'.split(','),
);

describe('the table of writes and faults', () => {
  // SHOW_TABLE=1 npm run test:faults -- settlement -t table
  it('has no false result, and no unknown one that a read can settle', async () => {
    const table: Record<string, Record<string, string>> = {};
    const expected: typeof table = {};
    for (const [name, write] of Object.entries(writes)) {
      const [start = ''] = listStarts(write);
      const row: Record<string, string> = {};
      for (const [fault, behavior] of Object.entries(columns)) {
        const { outcome, problem } = await run(write, start, behavior);
        row[fault] = problem ?? outcome;
      }
      table[name] = row;
      const isAltered = (fault: string) => fault === 'money altered' && ofMoney.has(name);
      expected[name] = Object.fromEntries(
        Object.keys(columns).map((fault) => [fault, isAltered(fault) ? 'unknown' : 'ok']),
      );
    }
    if (process.env.SHOW_TABLE === '1') console.table(table);
    expect(table).toEqual(expected);
  });
});

describe.each(Object.entries(writes))('%s', (_, write) => {
  const [start = ''] = listStarts(write);

  it.each(['none', 'open', 'registered', 'linked'].filter((one) => one === start))(
    'is refused where a 400 tells the truth (%s)',
    async () => {
      const refused: Delivery = { kind: 'refused', status: 400, body: USED };
      const { outcome } = await run(write, start, { ...NO_FAULT, deliveries: [refused] });
      expect(outcome).toBe(write.id === 'lotecobv.revise' ? 'unknown' : 'failed');
    },
  );
});

describe('a create whose money the bank alters', () => {
  it.each(['PUT /cob', 'PUT /cobv', 'PUT /cobr', 'PUT devolucao'])(
    'has an unknown outcome: %s',
    async (name) => {
      const write = writes[name]!;
      const amount = name === 'PUT devolucao' ? '99.00' : { original: '99.00' };
      const alter = (record: Json) => ({ ...record, valor: amount });
      for (const first of Object.values(deliveries)) {
        const behavior = { ...NO_FAULT, alter, deliveries: [first] };
        const { outcome, problem } = await run(write, 'none', behavior);
        expect(outcome === 'ok' ? 'ok' : problem).toBeUndefined();
      }
    },
  );
});

describe('an application that asks again under a new identifier after each definite failure', () => {
  const alterations = { nothing: (record: Json) => record, 'its texts': alterEcho };

  it.each(
    Object.entries(deliveries).flatMap(([how, first]) =>
      [0, 3000, 5000].flatMap((lag) =>
        Object.entries(alterations).map(([what, alter]) => ({ how, first, lag, what, alter })),
      ),
    ),
  )('refunds 10.00: $how, a lag of $lag ms, $what altered', async ({ first, lag, alter }) => {
    const client = open();
    const bank = new ModelBank(client.runtime, getOperation('pix.refund'), {
      ...NO_FAULT,
      deliveries: [first],
      lag,
      alter,
    });
    client.answer = (request) => bank.answer(request);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const body = { valor: '10.00', descricao: 'Devolução do pedido 1' };
      const error: unknown = await client.client.recebidos
        .refund(E2EID, `d${attempt}`, body)
        .then(() => undefined)
        .catch((thrown: unknown) => thrown);
      if (!(error instanceof Error) || (error as { resultUnknown?: boolean }).resultUnknown) break;
    }
    bank.finish();
    const refunded = [1, 2, 3, 4, 5].map((n) => bank.state(`/pix/${E2EID}/devolucao/d${n}`)?.valor);
    expect(refunded.filter((valor) => valor !== undefined)).toEqual(['10.00']);
  });
});
