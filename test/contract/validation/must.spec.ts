import { describe, expect, it } from '@jest/globals';
import { collectViolations } from '../../../lib/contract/index.js';
import {
  compose,
  Must,
  RefusedWhen,
  RequiredWhen,
  TextField,
  toRecord,
} from '../../../lib/contract/validation/fields.js';

interface Pair {
  cpf?: unknown;
  cnpj?: unknown;
}

/** Returns the reasons for which a pair is refused when its `cpf` has the decorator. */
function refusals(decorator: PropertyDecorator, pair: Pair): string[] {
  class Person {}
  const field = TextField('CPF.', { optional: true });
  compose(decorator, field)(Person.prototype, 'cpf');
  return collectViolations(Person, pair).map(({ rule }) => rule.text);
}

const required = RequiredWhen<Pair>('quando não há cnpj', ({ cnpj }) => cnpj === undefined);
const refused = RefusedWhen<Pair>('junto com cnpj', ({ cnpj }) => cnpj !== undefined);
const REQUIRED = 'é obrigatório quando não há cnpj';
const REFUSED = 'não pode ser enviado junto com cnpj';

describe('a rule that depends on another field', () => {
  it.each<[pair: Pair, reasons: string[]]>([
    [{}, [REQUIRED]],
    [{ cpf: 'a' }, []],
    [{ cnpj: 'b' }, []],
    [{ cpf: 'a', cnpj: 'b' }, []],
  ])('RequiredWhen for %j reports %j', (pair, reasons) => {
    expect(refusals(required, pair)).toEqual(reasons);
  });

  it.each<[pair: Pair, reasons: string[]]>([
    [{}, []],
    [{ cpf: 'a' }, []],
    [{ cnpj: 'b' }, []],
    [{ cpf: 'a', cnpj: 'b' }, [REFUSED]],
  ])('RefusedWhen for %j reports %j', (pair, reasons) => {
    expect(refusals(refused, pair)).toEqual(reasons);
  });
});

it('compose applies decorators from last to first', () => {
  const applied: unknown[][] = [];
  const record =
    (name: string): PropertyDecorator =>
    (prototype, property) =>
      void applied.push([name, prototype, property]);
  const prototype = {};
  compose(record('first'), record('second'))(prototype, 'field');
  expect(applied).toEqual([
    ['second', prototype, 'field'],
    ['first', prototype, 'field'],
  ]);
});

it('Must passes the value and the object to the rule', () => {
  const rulesArguments: unknown[] = [];
  const rule = Must<Pair>('regra', 'deve ser visto', (value, siblings) => {
    rulesArguments.push([value, siblings]);
    return true;
  });
  const pair = { cpf: 'a', cnpj: 'b' };
  expect(refusals(rule, pair)).toEqual([]);
  expect(rulesArguments).toEqual([['a', pair]]);
});

it('a rule of a property that is no field is refused', () => {
  class Person {}
  expect(() => required(Person.prototype, 'cpf')).toThrow(
    'cpf has a rule, but is not declared as a field.',
  );
});

describe('toRecord', () => {
  it.each([null, undefined, 'text', 5, true])('returns an empty object for %p', (value) => {
    expect(toRecord(value)).toEqual({});
  });

  it('returns the object itself', () => {
    const value = { a: 1 };
    expect(toRecord(value)).toBe(value);
  });
});
