import { afterEach, describe, expect, it } from '@jest/globals';
import { Faults, type FaultSubject } from '../../../devkit/simulator/faults/faults.js';
import { SimulatorProblem, type FaultRule } from '../../../devkit/simulator/index.js';

const putCob: FaultSubject = {
  targets: ['PUT /cob/{txid}', 'cob.createWithTxid', 'cob', 'api'],
  params: { txid: 'a' },
};
const getPix: FaultSubject = { targets: ['GET /pix/{e2eid}', 'pix.get', 'pix', 'api'] };
const token: FaultSubject = { targets: ['token'] };

describe('fault selection', () => {
  let faults = new Faults();
  afterEach(() => {
    faults = new Faults();
  });

  const matches = (subject: FaultSubject) => faults.selectForCall('before', subject).length > 0;
  const pattern = (subject: FaultSubject, times: number) =>
    Array.from({ length: times }, () => (matches(subject) ? 'x' : '.')).join('');

  it.each(['PUT /cob/{txid}', 'cob.createWithTxid', 'cob', 'api', undefined, ['pix', 'cob']])(
    'on %j matches an operation by id, path, family or all, and not the token endpoint',
    (on) => {
      faults.add({ kind: 'hang', count: 'always', ...(on !== undefined && { on }) });
      expect(matches(putCob)).toBe(true);
      expect(matches(getPix)).toBe(on === undefined || on === 'api' || Array.isArray(on));
      expect(matches(token)).toBe(false);
    },
  );

  it('on "token" matches only the token endpoint', () => {
    faults.add({ kind: 'hang', on: 'token', count: 'always' });
    expect([matches(token), matches(putCob)]).toEqual([true, false]);
  });

  it('params match only one record', () => {
    faults.add({ kind: 'hang', params: { txid: 'a' }, count: 'always' });
    expect(matches(putCob)).toBe(true);
    expect(matches({ ...putCob, params: { txid: 'b' } })).toBe(false);
    expect(matches(getPix)).toBe(false);
  });

  it('applies once by default, or count times, after skip', () => {
    faults.add({ kind: 'hang' });
    expect(pattern(putCob, 3)).toBe('x..');
    faults.clear();
    faults.add({ kind: 'hang', skip: 2, count: 2 });
    expect(pattern(putCob, 6)).toBe('..xx..');
  });

  it('rate applies to its share of the requests, and to the same ones for the same seed', () => {
    const run = (seed: number) => {
      faults.clear();
      faults.add({ kind: 'hang', rate: 0.3, seed });
      return pattern(putCob, 400);
    };
    const first = run(7);
    expect(run(7)).toBe(first);
    expect(run(8)).not.toBe(first);
    const share = first.replaceAll('.', '').length / 400;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.38);
  });

  it('faults without a seed draw independently: each one applies', () => {
    for (const status of [400, 409, 503]) faults.add({ kind: 'status', status, rate: 0.2 });
    for (let index = 0; index < 400; index += 1) faults.selectForCall('before', putCob);
    for (const { struck } of faults.list()) expect(struck).toBeGreaterThan(30);
  });

  it('values drawn from a range repeat for the same seed, and do not change which requests are selected', () => {
    const run = (rule: FaultRule) => {
      faults.clear();
      faults.add({ ...rule, rate: 0.3, seed: 7 });
      return Array.from({ length: 100 }, () => faults.selectForCall('before', putCob)[0]?.drawn);
    };
    const strengths = run({ kind: 'latency', ms: [0, 100] });
    expect(run({ kind: 'latency', ms: [0, 100] })).toEqual(strengths);
    expect(new Set(strengths).size).toBeGreaterThan(20);
    const selected = (row: (number | undefined)[]) => row.map((drawn) => drawn !== undefined);
    expect(selected(run({ kind: 'hang' }))).toEqual(selected(strengths));
  });

  it('count limits a fault with a rate', () => {
    faults.add({ kind: 'hang', rate: 0.5, count: 3 });
    expect(pattern(putCob, 100).replaceAll('.', '')).toBe('xxx');
  });

  it('selects the first fault that ends a call, and all that let it pass before it', () => {
    faults.add({ kind: 'latency', ms: 5 });
    faults.add({ kind: 'hang' });
    faults.add({ kind: 'reset' });
    faults.add({ kind: 'latency', ms: 7 });
    const kinds = () => faults.selectForCall('before', putCob).map(({ rule }) => rule.kind);
    expect(kinds()).toEqual(['latency', 'hang', 'latency']);
    expect(kinds()).toEqual(['reset']);
    expect(kinds()).toEqual([]);
  });

  it('lists faults with their counts, and removes them', () => {
    const rule: FaultRule = { on: 'cob', kind: 'reset', at: 'head' };
    const { id } = faults.add(rule);
    const other = faults.add({ kind: 'hang', on: 'token' });
    expect(faults.list()).toEqual([
      { id, rule, seen: 0, struck: 0, spent: false },
      { ...other, id: id + 1 },
    ]);
    matches(putCob);
    matches(putCob);
    expect(faults.list()[0]).toMatchObject({ seen: 2, struck: 1, spent: true });
    expect(faults.remove(id)).toBe(true);
    expect(faults.remove(id)).toBe(false);
    expect(faults.list()).toHaveLength(1);
    faults.clear();
    expect(faults.isEmpty).toBe(true);
  });

  it.each([
    [['kind'], {}],
    [['kind'], { kind: 'toString' }],
    [['kind'], undefined],
    [['on'], { kind: 'hang', on: 'PUT /cob' }],
    [['on'], { kind: 'hang', on: 'delivery' }],
    [['on'], { kind: 'lose', on: 'cob' }],
    [['on'], { kind: 'hang', on: [1] }],
    [['on'], { kind: 'hang', on: [] }],
    [['ms'], { kind: 'latency' }],
    [['ms'], { kind: 'latency', ms: [5, 1] }],
    [['status'], { kind: 'status' }],
    [['status'], { kind: 'status', status: 100 }],
    [['headers'], { kind: 'status', status: 500, headers: { 'a b': 'c' } }],
    [['headers'], { kind: 'status', status: 500, headers: { a: 'c\r\nd: e' } }],
    [['count', 'rate'], { kind: 'hang', count: 0, rate: 2 }],
    [['skip', 'seed'], { kind: 'hang', skip: -1, seed: 0.5 }],
    [['when'], { kind: 'hang', when: 'later' }],
    [['status'], { kind: 'reset', status: 500 }],
    [['retryAfter'], { kind: 'rate-limit', retryAfter: -1 }],
    [['times'], { kind: 'duplicate', times: 1 }],
    [['params'], { kind: 'hang', params: { txid: 1 } }],
    [['ms'], { kind: 'delay' }],
  ])('reports %j in %j', (propriedades, rule) => {
    let error: unknown;
    try {
      faults.add(rule as FaultRule);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SimulatorProblem);
    const { violacoes } = (error as SimulatorProblem).body;
    expect(violacoes?.map(({ propriedade }) => propriedade)).toEqual(propriedades);
    expect(faults.isEmpty).toBe(true);
  });
});
