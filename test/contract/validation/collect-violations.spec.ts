import { describe, expect, it } from '@jest/globals';
import { checkBody, cobOperations, collectViolations } from '../../../lib/contract/index.js';
import { ListField, NestedField, TextField } from '../../../lib/contract/validation/fields.js';
import { isValidationError } from '../../../lib/errors/index.js';

const optional = { optional: true };

class Item {
  @TextField('Descrição.', optional)
  nome?: unknown;

  @TextField('Descrição.', optional)
  nomes?: unknown;
}
class Body extends Item {
  @NestedField(() => Item, 'Descrição.', optional)
  parte?: unknown;

  @ListField(() => Item, 'Descrição.', optional)
  itens?: unknown;
}

/** Returns the paths of the fields that resemble a known one. */
function findMistyped(value: unknown, allowed: readonly string[]): string[] {
  try {
    checkBody({ ...cobOperations.create, body: Body }, value, { allowed });
    return [];
  } catch (error) {
    if (!isValidationError(error)) throw error;
    return error.violacoes
      .filter(({ razao }) => razao.includes('não é um campo conhecido'))
      .map(({ propriedade }) => propriedade);
  }
}

describe('collectViolations', () => {
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

describe('checkBody', () => {
  it.each<[value: unknown, allowed: string[], paths: string[]]>([
    [{ nomee: 'a' }, [], ['nomee']],
    [{ nomee: 'a' }, ['nomee'], []],
    [{ nomee: undefined }, [], []],
    [{ nomee: null }, [], []],
    // The known field is present.
    [{ nomee: 'a', nome: 'b', nomes: 'c' }, [], ['nomee']],
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
    expect(findMistyped(value, allowed)).toEqual(paths);
  });
});
