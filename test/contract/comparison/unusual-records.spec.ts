import { describe, expect, it } from '@jest/globals';
import { findDifferences } from '../../../lib/contract/index.js';
import {
  ListField,
  NestedField,
  TextField,
  TextListField,
} from '../../../lib/contract/validation/fields.js';

const optional = { optional: true };

class Item {
  @TextField('Descrição.', optional)
  nome?: unknown;

  @TextField('Descrição.', optional)
  valor?: unknown;
}
class Body {
  @TextField('Descrição.', { ...optional, assumed: 'MENSAL' })
  periodo?: unknown;

  @TextField('Descrição.', { ...optional, comparison: 'none' })
  senha?: unknown;

  @TextField('Descrição.', optional)
  texto?: unknown;

  @NestedField(() => Item, 'Descrição.', optional)
  parte?: unknown;

  @ListField(() => Item, 'Descrição.', optional)
  itens?: unknown;

  @TextListField('Descrição.', optional)
  textos?: unknown;
}

type Row = readonly [sent: unknown, found: unknown, paths: readonly string[]];

const a = { nome: 'a', valor: '1' };
const b = { nome: 'b', valor: '2' };
const c = { nome: 'c', valor: '3' };

/** Bodies with known fields. */
const known: readonly Row[] = [
  [5, {}, []],
  [undefined, {}, []],
  [{ texto: undefined }, {}, []],
  [{ texto: null }, { texto: 'x' }, []],
  [{ texto: 'x' }, { texto: null }, ['texto']],
  [{ texto: 'null' }, { texto: null }, ['texto']],
  [{ texto: ' ' }, {}, ['texto']],
  [{ texto: 'x' }, undefined, ['texto']],
  [{ texto: 'x' }, 'x', ['texto']],
  // An empty text is equal to an absent text.
  [{ texto: '' }, {}, []],
  [{ texto: '' }, { texto: null }, []],
  [{ texto: '' }, { texto: 'x' }, ['texto']],
  [{ senha: 'x' }, {}, []],
  [{ senha: 'x' }, { senha: 'y' }, []],
  [{ periodo: 'MENSAL' }, {}, []],
  [{ periodo: 'MENSAL' }, { periodo: null }, []],
  [{ periodo: 'ANUAL' }, {}, ['periodo']],
  [{ periodo: 'ANUAL' }, { periodo: 'ANUAL' }, []],
  [{ periodo: 'MENSAL' }, { periodo: 'ANUAL' }, ['periodo']],
  [{ parte: a }, { parte: a }, []],
  [{ parte: a }, { parte: { ...a, valor: '9' } }, ['parte.valor']],
  [{ parte: a }, { parte: 'a' }, ['parte.nome', 'parte.valor']],
  [{ itens: [a, b] }, { itens: [a, b] }, []],
  [{ itens: [a, b, c] }, { itens: [a, b, c] }, []],
  [{ itens: [a, b, c] }, { itens: [c, a, b] }, []],
  [{ itens: [a, b] }, { itens: [a, c] }, ['itens']],
  [{ itens: [a, b] }, { itens: [c, b] }, ['itens']],
  [{ itens: [a, a] }, { itens: [a, b] }, ['itens']],
  [{ itens: [a] }, { itens: [a, b] }, ['itens']],
  [{ itens: [a, b] }, { itens: [a] }, ['itens']],
  [{ itens: [a] }, { itens: [{ ...a, valor: '9' }] }, ['itens']],
  [{ itens: [a] }, { itens: a }, ['itens']],
  [{ itens: [a] }, {}, ['itens']],
  [{ itens: [] }, {}, []],
  [{ textos: ['x', 'y'] }, { textos: ['y', 'X'] }, []],
  [{ textos: ['x'] }, { textos: ['y'] }, ['textos']],
  // Objects in a field that holds texts.
  [{ textos: { de: 'x' } }, { textos: { de: 'x' } }, []],
  [{ textos: { de: 'x' } }, { textos: { de: 'y' } }, ['textos.de']],
  [{ textos: [{ de: 'x' }] }, { textos: [{ de: 'x' }] }, []],
  [{ textos: [{ de: 'x' }] }, { textos: [{ de: 'y' }] }, ['textos']],
];

/** Bodies with fields that no class defines: they are compared if the record has them. */
const unknown: readonly Row[] = [
  [{ x: 1 }, {}, []],
  [{ x: 1 }, { x: null }, []],
  [{ x: 1 }, { x: undefined }, []],
  [{ x: 1 }, { x: '1.00' }, []],
  [{ x: 1 }, { x: 2 }, ['x']],
  [{ x: 'São  Luís' }, { x: 'SAO LUIS' }, []],
  [{ x: 'a' }, { x: 'b' }, ['x']],
  [{ x: [1, 'a'] }, { x: ['1', 'A'] }, []],
  [{ x: [1, 'a'] }, { x: ['A', '1'] }, ['x']],
  [{ x: [1, 2] }, { x: [1, 3] }, ['x']],
  [{ x: [1] }, { x: [1, 2] }, ['x']],
  [{ x: [1, 2] }, { x: [1] }, ['x']],
  [{ x: [] }, { x: [] }, []],
  [{ x: [] }, { x: '' }, ['x']],
  [{ x: ['a'] }, { x: 'a' }, ['x']],
  [{ x: { y: 1 } }, { x: { y: 1, z: 2 } }, []],
  [{ x: { y: 1 } }, { x: { y: 2 } }, ['x']],
  [{ x: { y: 1 } }, { x: {} }, []],
  [{ x: { y: 1 } }, { x: 'y' }, ['x']],
  [{ x: {} }, { x: 5 }, ['x']],
  // Properties of Object.prototype are not fields of the record.
  [{ toString: 'x' }, {}, []],
  [{ constructor: 'x' }, {}, []],
];

describe('findDifferences of unusual records', () => {
  it.each(known)('with known fields %j and %j returns %j', (sent, found, paths) => {
    expect(findDifferences(Body, sent, found)).toEqual(paths);
  });

  it.each(unknown)('with unknown fields %j and %j returns %j', (sent, found, paths) => {
    expect(findDifferences(Body, sent, found)).toEqual(paths);
    expect(findDifferences(undefined, sent, found)).toEqual(paths);
  });
});
