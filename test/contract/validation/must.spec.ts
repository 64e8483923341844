import { describe, expect, it } from '@jest/globals';
import {
  Must,
  RefusedWhen,
  RequiredWhen,
  collectViolations,
  compose,
  toRecord,
} from '../../../lib/contract/validation/index.js';

interface Pair {
  cpf?: unknown;
  cnpj?: unknown;
}

/** Why a pair is refused whose `cpf` has this rule. */
function refusals(decorator: PropertyDecorator, pair: Pair): string[] {
  class Person {}
  decorator(Person.prototype, 'cpf');
  return collectViolations(Person, pair).map(({ rule }) => rule.text);
}

const required = RequiredWhen<Pair>('quando não há cnpj', ({ cnpj }) => cnpj === undefined);
const refused = RefusedWhen<Pair>('junto com cnpj', ({ cnpj }) => cnpj !== undefined);
const REQUIRED = 'é obrigatório quando não há cnpj';
const REFUSED = 'não pode ser enviado junto com cnpj';

describe('a rule that looks at another field', () => {
  it.each<[pair: Pair, reasons: string[]]>([
    [{}, [REQUIRED]],
    [{ cpf: 'a' }, []],
    [{ cnpj: 'b' }, []],
    [{ cpf: 'a', cnpj: 'b' }, []],
  ])('RequiredWhen: %j breaks %j', (pair, reasons) => {
    expect(refusals(required, pair)).toEqual(reasons);
  });

  it.each<[pair: Pair, reasons: string[]]>([
    [{}, []],
    [{ cpf: 'a' }, []],
    [{ cnpj: 'b' }, []],
    [{ cpf: 'a', cnpj: 'b' }, [REFUSED]],
  ])('RefusedWhen: %j breaks %j', (pair, reasons) => {
    expect(refusals(refused, pair)).toEqual(reasons);
  });
});

it('composed decorators are applied like a stack, the last one first', () => {
  const applied: unknown[][] = [];
  const noting =
    (name: string): PropertyDecorator =>
    (prototype, property) =>
      void applied.push([name, prototype, property]);
  const prototype = {};
  compose(noting('first'), noting('second'))(prototype, 'field');
  expect(applied).toEqual([
    ['second', prototype, 'field'],
    ['first', prototype, 'field'],
  ]);
});

it('a rule sees the value and the fields beside it', () => {
  const seen: unknown[] = [];
  const rule = Must<Pair>('regra', 'deve ser visto', (value, siblings) => {
    seen.push([value, siblings]);
    return true;
  });
  const pair = { cpf: 'a', cnpj: 'b' };
  expect(refusals(rule, pair)).toEqual([]);
  expect(seen).toEqual([['a', pair]]);
});

describe('the parts of a value', () => {
  it.each([null, undefined, 'text', 5, true])('that is no object are none: %p', (value) => {
    expect(toRecord(value)).toEqual({});
  });

  it('that is an object are its own', () => {
    const value = { a: 1 };
    expect(toRecord(value)).toBe(value);
  });
});
