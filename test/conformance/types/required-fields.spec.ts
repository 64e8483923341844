import { describe, expect, it } from '@jest/globals';
import {
  findRequiredFields,
  parseFields,
  pickFields,
  type FieldTree,
} from '../../../devkit/simulator/hostile/alter-records.js';
import { allOperations } from '../../../lib/contract/operations.js';
import { deriveFields } from './derive-fields.js';

const answered = allOperations.filter(({ responseBody }) => responseBody === 'json');

describe('the required fields of responses', () => {
  it.each(answered.map((operation) => [operation.id, operation] as const))(
    '%s: those of the specification',
    (_, operation) => {
      const { required, known } = deriveFields(operation);
      const fields = findRequiredFields(operation) ?? new Map<string, FieldTree>();
      // A family's table also has fields that only some of its responses have.
      const possible = new Map([...fields].filter(([name]) => known.has(name)));
      expect(toPlain(possible)).toEqual(toPlain(parseFields(required)));
    },
  );

  it('are picked at any depth', () => {
    const fields = parseFields('a b(c) d()');
    expect(pickFields({ a: { x: 1 }, b: [{ c: 1, x: 2 }], d: { x: 1 }, e: 1 }, fields)).toEqual({
      a: { x: 1 },
      b: [{ c: 1 }],
      d: {},
    });
  });

  it('are not known for operations of a single provider', () => {
    const [operation] = answered;
    expect(operation && findRequiredFields({ ...operation, providers: ['bb'] })).toBeUndefined();
  });
});

function toPlain(fields: FieldTree | undefined): unknown {
  if (fields === undefined) return true;
  return Object.fromEntries([...fields].map(([name, inner]) => [name, toPlain(inner)]));
}
