import { describe, expect, it } from '@jest/globals';
import {
  ListField,
  NestedField,
  TextField,
  checkFields,
  collectNearMisses,
  collectViolations,
} from '../../../lib/contract/validation/index.js';

const optional = { describe: 'Descrição.', optional: true };

class Item {
  @TextField(optional)
  nome?: unknown;

  @TextField(optional)
  nomes?: unknown;
}
class Body extends Item {
  @NestedField(() => Item, optional)
  parte?: unknown;

  @ListField(() => Item, optional)
  itens?: unknown;
}

describe('checkFields', () => {
  it.each<[value: unknown, hasUnknown: boolean]>([
    [{}, false],
    [{ nome: 'a' }, false],
    [{ nome: 5 }, false],
    [{ nome: 'a', nomes: 'b', parte: { nome: 'c' }, itens: [{}, { nomes: 'd' }] }, false],
    [{ idade: 5 }, true],
    [{ nome: 'a', idade: 5 }, true],
    [{ nome: 'a', nomes: 'b', idade: 5, altura: 6 }, true],
    [{ parte: { idade: 5 } }, true],
    [{ itens: [{}, { idade: 5 }] }, true],
    // An object of another kind has no fields that could be unknown.
    [{ parte: 'x' }, false],
    [{ itens: { idade: 5 } }, false],
    [5, false],
  ])('of %j tells whether there are unknown fields: %p', (value, hasUnknown) => {
    expect(checkFields(Body, value).hasUnknown).toBe(hasUnknown);
  });

  it.each<[value: unknown, root: string, paths: string[]]>([
    [5, '', ['body']],
    [5, 'cob', ['cob']],
    [{ nome: 5 }, '', ['nome']],
    [{ nome: 5 }, 'cob', ['cob.nome']],
    [{ parte: { nome: 5 } }, 'cob', ['cob.parte.nome']],
    [{ parte: 'x' }, '', ['parte']],
    [{ itens: [{ nome: 5 }, {}, { nomes: 5 }] }, '', ['itens[0].nome', 'itens[2].nomes']],
    [{ itens: [{}, 'x'] }, '', ['itens']],
  ])('of %j under %j names the paths %j', (value, root, paths) => {
    const found = collectViolations(Body, value, root).map(({ path }) => path);
    expect([...new Set(found)]).toEqual(paths);
  });
});

describe('collectNearMisses', () => {
  it.each<[value: unknown, allowed: string[], paths: string[]]>([
    [{ nomee: 'a' }, [], ['nomee']],
    [{ nomee: 'a' }, ['nomee'], []],
    [{ nomee: undefined }, [], []],
    [{ nomee: null }, [], []],
    // The field that it resembles is there.
    [{ nomee: 'a', nome: 'b', nomes: 'c' }, [], []],
    // A known field resembles another one and is no mistake.
    [{ nome: 'a' }, [], []],
    [{ nomes: 'a' }, [], []],
    [{ parte: { nomess: 'a' } }, [], ['parte.nomess']],
    // What is allowed is so in the value itself alone.
    [{ parte: { nomess: 'a' } }, ['nomess'], ['parte.nomess']],
    [{ itens: [{}, { nomess: 'a' }, 'x'] }, [], ['itens[1].nomess']],
    [{ itens: { nomess: 'a' } }, [], ['itens.nomess']],
    [{ parte: 'x', itens: null }, [], []],
    ['nomee', [], []],
  ])('of %j, where %j are allowed: %j', (value, allowed, paths) => {
    const found = collectNearMisses(Body, value, allowed);
    expect(found.map(({ path }) => path)).toEqual(paths);
  });
});
