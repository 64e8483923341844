import { describe, expect, it } from '@jest/globals';

import { isValidationError } from '../../lib/errors/index.js';
import {
  generateDevolucaoId,
  generateEndToEndId,
  generateIdRec,
  generateIdSolicRec,
  generateRtrId,
  generateTxid,
  parseEndToEndId,
  parseIdRec,
  type IdRecInput,
} from '../../lib/values/index.js';

const COUNT = 1000;
const base: IdRecInput = { ispb: '12345678', politicaRetentativa: 'NAO_PERMITE' };

function refusedField(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error.field;
    throw error;
  }
  return undefined;
}

function repeat<T>(generate: () => T): T[] {
  return Array.from({ length: COUNT }, generate);
}

describe('generateTxid and generateDevolucaoId', () => {
  it('return a unique txid of 32 letters or digits', () => {
    const txids = repeat(generateTxid);
    expect(new Set(txids).size).toBe(COUNT);
    for (const txid of txids) expect(txid).toMatch(/^[a-zA-Z0-9]{32}$/);
  });

  it('return a unique refund id of 32 letters or digits', () => {
    const ids = repeat(generateDevolucaoId);
    expect(new Set(ids).size).toBe(COUNT);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{32}$/);
  });

  it('use all characters of the alphabet with equal frequency', () => {
    const counts = new Map<string, number>();
    for (const character of repeat(generateTxid).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (COUNT * 32) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) {
      // Eight standard deviations: a fair generator practically never fails this.
      expect(Math.abs(count - expected)).toBeLessThan(8 * Math.sqrt(expected));
    }
  });
});

describe('generateIdRec', () => {
  it('returns R, the retry letter, the ISPB, yyyyMMdd and 11 of [a-zA-Z0-9]', () => {
    expect(generateIdRec({ ...base, creationDate: '2024-01-15', sequence: 'abcdefghijk' })).toBe(
      'RN1234567820240115abcdefghijk',
    );
    for (const id of repeat(() => generateIdRec(base))) {
      expect(id).toMatch(/^RN12345678\d{8}[a-zA-Z0-9]{11}$/);
    }
  });

  it('uses R for PERMITE_3R_7D and N for NAO_PERMITE', () => {
    expect(generateIdRec({ ...base, politicaRetentativa: 'PERMITE_3R_7D' })).toMatch(/^RR/);
    expect(generateIdRec({ ...base, politicaRetentativa: 'NAO_PERMITE' })).toMatch(/^RN/);
  });

  it('uses the day of an instant in Brazil, whatever the time zone of the machine', () => {
    const at = (instant: string) =>
      parseIdRec(generateIdRec({ ...base, creationDate: new Date(instant) })).creationDate;
    expect(at('2024-01-16T02:59:59Z')).toBe('2024-01-15');
    expect(at('2024-01-16T03:00:00Z')).toBe('2024-01-16');
  });

  it('uses the current day in Brazil by default', () => {
    const today = () =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    const before = today();
    const { creationDate } = parseIdRec(generateIdRec(base));
    expect([before, today()]).toContain(creationDate);
  });

  it.each<[field: string, input: Partial<Record<keyof IdRecInput, unknown>>]>([
    ['ispb', { ispb: '1234567' }],
    ['ispb', { ispb: '123456789' }],
    ['ispb', { ispb: '1234567A' }],
    ['ispb', { ispb: 12345678 }],
    ['politicaRetentativa', { politicaRetentativa: 'PERMITE' }],
    ['politicaRetentativa', { politicaRetentativa: 'toString' }],
    ['politicaRetentativa', { politicaRetentativa: undefined }],
    ['sequence', { sequence: 'abcdefghij' }],
    ['sequence', { sequence: 'abcdefghijkl' }],
    ['sequence', { sequence: 'abcdefghij-' }],
    ['sequence', { sequence: '' }],
    ['creationDate', { creationDate: '2024-02-30' }],
    ['creationDate', { creationDate: '20240115' }],
    ['creationDate', { creationDate: new Date(Number.NaN) }],
    ['creationDate', { creationDate: 20240115 }],
  ])('refuses an invalid %s: %j', (field, input) => {
    expect(refusedField(() => generateIdRec({ ...base, ...input } as IdRecInput))).toBe(field);
  });
});

describe('parseIdRec', () => {
  it('returns the parts of a generated identifier', () => {
    for (const politicaRetentativa of ['NAO_PERMITE', 'PERMITE_3R_7D'] as const) {
      for (let day = 1; day <= 28; day += 1) {
        const creationDate = `2024-02-${String(day).padStart(2, '0')}`;
        const idRec = generateIdRec({ ...base, politicaRetentativa, creationDate });
        expect(parseIdRec(idRec)).toEqual({
          politicaRetentativa,
          ispb: '12345678',
          creationDate,
          sequence: idRec.slice(18),
        });
      }
    }
  });

  it('accepts capital letters in the ISPB', () => {
    expect(parseIdRec('RR12ABC34520240115abcdefghijk').ispb).toBe('12ABC345');
  });

  it.each([
    '',
    'RR1234567820240115abcdefghij',
    'RR1234567820240115abcdefghijkl',
    'XR1234567820240115abcdefghijk',
    'RX1234567820240115abcdefghijk',
    'RR1234567a20240115abcdefghijk',
    'RR1234567820240230abcdefghijk',
    'rr1234567820240115abcdefghijk',
  ])('refuses %j', (text) => {
    expect(refusedField(() => parseIdRec(text))).toBe('idRec');
  });
});

describe('provider identifiers', () => {
  const date = new Date('2024-03-01T00:05:59.999Z');

  it('generateEndToEndId returns E, the ISPB, yyyyMMddHHmm in UTC and 11 characters', () => {
    expect(generateEndToEndId({ ispb: '12345678', date, sequence: 'kkkkkkkkkkk' })).toBe(
      'E12345678202403010005kkkkkkkkkkk',
    );
    for (const id of repeat(() => generateEndToEndId({ ispb: '12345678' }))) {
      expect(id).toMatch(/^E12345678\d{12}[a-zA-Z0-9]{11}$/);
    }
  });

  it('parseEndToEndId returns the parts of a generated identifier', () => {
    const id = generateEndToEndId({ ispb: '87654321', date });
    expect(parseEndToEndId(id)).toEqual({
      ispb: '87654321',
      date: '2024-03-01',
      time: '00:05',
      timestamp: new Date('2024-03-01T00:05:00Z'),
      sequence: id.slice(21),
    });
  });

  it('generateRtrId returns the same format with D', () => {
    expect(generateRtrId({ ispb: '12345678', date, sequence: '20200808006' })).toBe(
      'D1234567820240301000520200808006',
    );
  });

  it('generateIdSolicRec returns SC, the ISPB, yyyyMMdd and 11 characters', () => {
    expect(
      generateIdSolicRec({
        ispb: '12345678',
        creationDate: '2024-01-15',
        sequence: 'abcdefghijk',
      }),
    ).toBe('SC1234567820240115abcdefghijk');
    expect(generateIdSolicRec({ ispb: '12345678' })).toMatch(/^SC12345678\d{8}[a-zA-Z0-9]{11}$/);
  });

  it.each([
    '',
    'E1234567820240301000kkkkkkkkkkk',
    'D12345678202403010005kkkkkkkkkkk',
    'E12345678202413010005kkkkkkkkkkk',
    'E12345678202403012405kkkkkkkkkkk',
    'E12345678202403010060kkkkkkkkkkk',
    'E12345678202403010005kkkkkkkkkk-',
  ])('parseEndToEndId refuses %j', (text) => {
    expect(refusedField(() => parseEndToEndId(text))).toBe('endToEndId');
  });

  it('the generators name an invalid ISPB, instant or sequence', () => {
    const ispb = '12345678';
    expect(refusedField(() => generateEndToEndId({ ispb: '1' }))).toBe('ispb');
    expect(refusedField(() => generateRtrId({ ispb, sequence: '1' }))).toBe('sequence');
    expect(refusedField(() => generateIdSolicRec({ ispb, creationDate: 'x' }))).toBe(
      'creationDate',
    );
    for (const invalid of [new Date(Number.NaN), new Date(8.64e15), '2024-03-01' as never]) {
      expect(refusedField(() => generateEndToEndId({ ispb, date: invalid }))).toBe('date');
    }
  });
});
