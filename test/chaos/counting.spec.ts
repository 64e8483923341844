import { describe, expect, it } from '@jest/globals';
import type { Json } from '../simulator/support/bare-client.js';
import type { BankState } from './bank/bank-state.js';
import { isCorrect, countOutcomes } from './client/outcome-counts.js';
import type { Outcome, Report } from './client/report.js';
import { writeOperations } from './operations/index.js';
import { countEvents } from './receiver/count.js';
import type { Run } from './receiver/handler-runs.js';

const [putCob, postCob, postLoc] = ['PUT /cob/{txid}', 'POST /cob', 'POST /loc'].map((wanted) =>
  writeOperations.find(({ name }) => name === wanted)!,
);

const ofValor = (original: string) => ({ valor: { original } });

const NTAG = { tipo: 'NTAG', dataLiquidacao: '2026-03-16' };

/** Counts the outcomes of `PUT /cob/{txid}` calls with the given outcomes, and charges by txid with their revision. */
function buildPutCounts(reports: Record<string, Outcome>, charges: Record<string, number>) {
  const sent = Object.entries(reports).map(([txid, outcome]): Report => {
    const target = { txid, valor: '37.00' };
    return { operation: putCob!.name, target, outcome, answer: txid, milliseconds: 1 };
  });
  const cob = new Map(
    Object.entries(charges).map(([txid, revisao]) => [
      txid,
      { txid, revisao, valor: { original: '37.00' } },
    ]),
  );
  return countOutcomes(putCob!, sent, { cob } as unknown as BankState);
}

describe('countOutcomes', () => {
  it('returns correct counts when every report agrees with the bank', () => {
    const counts = buildPutCounts({ a: 'ok', b: 'failed' }, { a: 0 });
    expect(counts).toMatchObject({ sent: 2, atBank: 1, ok: 1, failed: 1 });
    expect(isCorrect(counts)).toBe(true);
  });

  it.each<[string, Outcome, Record<string, number>, object]>([
    ['a success without a charge', 'ok', {}, { falseSuccesses: 1 }],
    ['a success with two revisions', 'ok', { a: 1 }, { doubled: 1 }],
    ['a definite failure with a charge', 'failed', { a: 0 }, { lost: 1 }],
    ['an unknown outcome that a read can settle', 'unknown', { a: 0 }, { unknownAtBank: 1 }],
    ['an error without an outcome', 'broken', {}, { broken: 1 }],
  ])('returns incorrect counts for %s', (_, outcome, charges, expected) => {
    const counts = buildPutCounts({ a: outcome }, charges);
    expect(counts).toMatchObject(expected);
    expect(isCorrect(counts)).toBe(false);
    expect(counts.contradictions).toHaveLength(1);
  });

  it.each<[string, Record<string, Json>]>([
    ['of another amount', { revisao: 0, valor: { original: '1.00' } }],
    [
      'paid with another amount',
      { revisao: 0, valor: { original: '37.00' }, pix: [{ valor: '1.00' }] },
    ],
  ])('counts a success of a charge %s as false', (_, charge) => {
    const report: Report = {
      operation: putCob!.name,
      target: { txid: 'a', valor: '37.00' },
      outcome: 'ok',
      milliseconds: 1,
    };
    const state = { cob: new Map([['a', charge]]) } as unknown as BankState;
    expect(countOutcomes(putCob!, [report], state)).toMatchObject({ falseSuccesses: 1 });
  });

  it.each<[string, Partial<BankState>, Json]>([
    ['POST /cob', { marked: new Map([['m', [ofValor('1.00')]]]) }, { mark: 'm' }],
    ['POST /cobr', { marked: new Map([['m', [ofValor('1.00')]]]) }, { mark: 'm' }],
    ['POST /rec', { marked: new Map([['m', [{ valor: { valorRec: '1.00' } }]]]) }, { mark: 'm' }],
    [
      'PUT /pix/{e2eid}/devolucao/{id}',
      { pix: new Map([['e', { devolucoes: [{ valor: '1.00' }] }]]) },
      { e2eid: 'e', valor: '10.00' },
    ],
    [
      'POST /cobr/{txid}/retentativa/{data}',
      { cobr: new Map([['t', { ...ofValor('1.00'), tentativas: [NTAG] }]]) },
      { txid: 't', data: NTAG.dataLiquidacao },
    ],
  ])('compares the amount of %s', (wanted, state, target) => {
    const { effects } = writeOperations.find(({ name }) => name === wanted)!;
    expect(effects(state as BankState, target)).toBe(0);
  });

  it('counts each retry of a day', () => {
    const { effects } = writeOperations.find(({ on }) => on.endsWith('/retentativa/{data}'))!;
    const cobr = new Map([['t', { ...ofValor('35.00'), tentativas: [NTAG, NTAG] }]]);
    const target = { txid: 't', data: NTAG.dataLiquidacao };
    expect(effects({ cobr } as unknown as BankState, target)).toBe(2);
  });

  it('counts the effects that were read after a call', () => {
    const register = writeOperations.find(({ name }) => name === 'PUT /webhookrec')!;
    const report: Report = {
      operation: register.name,
      target: {},
      outcome: 'ok',
      effects: 0,
      milliseconds: 1,
    };
    const state = {} as BankState;
    expect(countOutcomes(register, [report], state)).toMatchObject({ falseSuccesses: 1 });
    expect(isCorrect(countOutcomes(register, [{ ...report, effects: 1 }], state))).toBe(true);
  });

  it('counts charges created by one POST, and a success that names another charge', () => {
    const target = { mark: 'm' };
    const report: Report = {
      operation: postCob!.name,
      target,
      outcome: 'ok',
      answer: 'c',
      milliseconds: 1,
    };
    const ofMark = ['a', 'b'].map((txid) => ({ txid, ...ofValor('37.00') }));
    const marked = new Map([['m', ofMark]]);
    const counts = countOutcomes(postCob!, [report], { marked } as unknown as BankState);
    expect(counts).toMatchObject({ doubled: 1, falseSuccesses: 1 });
  });

  it('assigns records without a mark to successes first, then to unknown outcomes and failures', () => {
    const buildReport = (outcome: Outcome, answer?: string): Report => ({
      operation: postLoc!.name,
      target: {},
      outcome,
      milliseconds: 1,
      ...(answer !== undefined && { answer }),
    });
    const reports = [buildReport('failed'), buildReport('unknown'), buildReport('ok', '1')];
    const countWith = (ids: string[]) => {
      const loc = new Map(ids.map((id) => [id, { id, tipoCob: 'cobv' }]));
      return countOutcomes(postLoc!, reports, { loc } as unknown as BankState);
    };
    expect(countWith(['1'])).toMatchObject({ falseSuccesses: 0, lost: 0, unknownAtBank: 0 });
    expect(countWith(['1', '2'])).toMatchObject({ unknownAtBank: 1, lost: 0, doubled: 0 });
    expect(countWith(['1', '2', '3'])).toMatchObject({ unknownAtBank: 1, lost: 1, doubled: 0 });
    expect(countWith(['1', '2', '3', '4'])).toMatchObject({ lost: 1, doubled: 1 });
    expect(countWith(['9'])).toMatchObject({ falseSuccesses: 1, unknownAtBank: 1 });
  });
});

describe('countEvents', () => {
  const run = (event: string, begunAt: number, more: Partial<Run> = {}): Run => ({
    id: begunAt,
    event,
    pid: 1,
    begunAt,
    endedAt: begunAt + 10,
    killed: false,
    effects: 1,
    ...more,
  });

  it('finds events without an effect', () => {
    const { lost } = countEvents(['a', 'b', 'c'], [run('a', 0), run('b', 5, { effects: 0 })], []);
    expect(lost).toEqual(['b', 'c']);
  });

  it('explains a second effect only by a kill or an outage of the same process', () => {
    const twice = (first: Partial<Run>, pid = 1) =>
      countEvents(['a'], [run('a', 0, first), run('a', 60_000)], [{ pid, from: 20, to: 30 }]);
    expect(twice({})).toMatchObject({ twice: ['a'], unexplained: [] });
    expect(twice({}, 2)).toMatchObject({ twice: ['a'], unexplained: ['a'] });
    expect(twice({ killed: true }, 2)).toMatchObject({ twice: ['a'], unexplained: [] });
  });

  it('finds overlapping runs of one event', () => {
    const { overlapping } = countEvents(
      ['a', 'b'],
      [run('a', 0), run('a', 5), run('b', 0), run('b', 10)],
      [],
    );
    expect(overlapping).toEqual(['a']);
  });
});
