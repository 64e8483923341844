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
    // A value that is not an object has no unknown fields.
    [{ parte: 'x' }, false],
    [{ itens: { idade: 5 } }, false],
    [5, false],
  ])('for %j returns hasUnknown %p', (value, hasUnknown) => {
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
  ])('for %j with the root %j reports the paths %j', (value, root, paths) => {
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
    // The known field is present.
    [{ nomee: 'a', nome: 'b', nomes: 'c' }, [], []],
    // A known field may resemble another one.
    [{ nome: 'a' }, [], []],
    [{ nomes: 'a' }, [], []],
    [{ parte: { nomess: 'a' } }, [], ['parte.nomess']],
    // `allowed` applies only to the top level.
    [{ parte: { nomess: 'a' } }, ['nomess'], ['parte.nomess']],
    [{ itens: [{}, { nomess: 'a' }, 'x'] }, [], ['itens[1].nomess']],
    [{ itens: { nomess: 'a' } }, [], ['itens.nomess']],
    [{ parte: 'x', itens: null }, [], []],
    ['nomee', [], []],
  ])('for %j with the allowed names %j returns %j', (value, allowed, paths) => {
    const found = collectNearMisses(Body, value, allowed);
    expect(found.map(({ path }) => path)).toEqual(paths);
  });
});
