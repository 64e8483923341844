import { describe, expect, it } from '@jest/globals';
import {
  endOfRefusal,
  endOfStatus,
  isUnknown,
  outcomeTable,
  type AttemptEnd,
  type SendOutcome,
} from '../../lib/client/attempt.js';
import { findOperation, type PixOperation } from '../../lib/contract/index.js';

/** Expected rows: outcome of a write, repeat of a read, repeat of a write, reading the record. */
const expected: Record<AttemptEnd, [SendOutcome, boolean, boolean, boolean]> = {
  'not-connected': ['not-sent', true, true, true],
  unreachable: ['not-sent', false, false, true],
  'no-token': ['not-sent', false, false, true],
  'stopped-before': ['not-sent', false, false, false],
  success: ['done', false, false, true],
  rejected: ['refused', false, false, true],
  limited: ['refused', true, true, true],
  'early-or-late': ['unknown', true, false, true],
  'other-client-error': ['unknown', false, false, true],
  redirect: ['unknown', false, false, true],
  'server-error': ['unknown', true, false, true],
  unreadable: ['unknown', true, false, true],
  broken: ['unknown', true, false, true],
  'too-large': ['unknown', false, false, true],
  'stopped-after': ['unknown', false, false, false],
};

const [SEARCHED, WITH_READ, READ] = ['cob.create', 'cob.createWithTxid', 'cob.get'].map((id) =>
  findOperation(id)!,
) as [PixOperation, PixOperation, PixOperation];
const WITHOUT_READ = { ...SEARCHED, candidates: undefined } as unknown as PixOperation;

describe('outcomeTable', () => {
  it.each(Object.entries(expected))(
    'has the expected row for %s',
    (end, [write, repeatRead, repeatWrite, settle]) => {
      const row = { write, repeatRead, repeatWrite, settle };
      expect(outcomeTable[end as AttemptEnd]).toMatchObject(row);
      expect(isUnknown(WITHOUT_READ, end as AttemptEnd)).toBe(write === 'unknown');
    },
  );

  it('has no other rows', () => {
    expect(Object.keys(outcomeTable).sort()).toEqual(Object.keys(expected).sort());
  });

  it('repeats no write that may have taken effect', () => {
    for (const { write, repeatWrite } of Object.values(outcomeTable)) {
      expect(repeatWrite && (write === 'unknown' || write === 'done')).toBe(false);
    }
  });
});

describe('endOfStatus', () => {
  const DEFINITE = [400, 401, 403, 404, 422, 429];

  it.each(Array.from({ length: 300 }, (_, index) => index + 300))(
    'gives a write with status %d an unknown outcome unless the status is a definite refusal',
    (status) => {
      const end = endOfStatus(status);
      expect(isUnknown(WITHOUT_READ, end)).toBe(!DEFINITE.includes(status));
      const isAnswered = status >= 500 || status < 400 || [408, 425, 499].includes(status);
      expect(isUnknown(WITH_READ, end)).toBe(isAnswered);
      // A search decides about a refusal, as a read does.
      expect(isUnknown(SEARCHED, end)).toBe(isAnswered);
      expect(isUnknown(READ, end)).toBe(false);
    },
  );

  it.each<[number, AttemptEnd]>([
    [199, 'redirect'],
    [300, 'redirect'],
    [399, 'redirect'],
    [400, 'rejected'],
    [402, 'other-client-error'],
    [407, 'other-client-error'],
    [408, 'early-or-late'],
    [409, 'other-client-error'],
    [410, 'other-client-error'],
    [424, 'other-client-error'],
    [425, 'early-or-late'],
    [426, 'other-client-error'],
    [428, 'other-client-error'],
    [429, 'limited'],
    [430, 'other-client-error'],
    [499, 'early-or-late'],
    [500, 'server-error'],
  ])('classifies %d as %s', (status, end) => {
    expect(endOfStatus(status)).toBe(end);
  });

  it.each([200, 201, 202, 204, 299])('classifies %d as a success', (status) => {
    expect(endOfStatus(status)).toBe('success');
  });

  it('endOfRefusal returns an unknown outcome when the status or the body reports one', () => {
    expect(endOfRefusal(400, 500)).toBe('server-error');
    expect(endOfRefusal(503, 400)).toBe('server-error');
    expect(endOfRefusal(503, 409)).toBe('server-error');
    expect(endOfRefusal(400, 422)).toBe('rejected');
    expect(endOfRefusal(400, undefined)).toBe('rejected');
    expect(endOfRefusal(400, 0)).toBe('rejected');
    expect(endOfRefusal(400, 299)).toBe('rejected');
    expect(endOfRefusal(400, 300)).toBe('redirect');
    expect(endOfRefusal(503, 0)).toBe('server-error');
  });
});
