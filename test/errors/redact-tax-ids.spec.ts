import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact } from '../../lib/errors/index.js';
import { isCnpj, isCpf } from '../../lib/errors/redact.js';
import { measureLeastCpu } from '../support/least-cpu.js';

const CPFS = ['52998224725', '11144477735', '12345678909'];
const CNPJS = ['12345678000195', '11222333000181', '12ABC34501DE35'];

const BEFORE = [
  ...['', ' ', '/', '/v2/', '/v2.1/', '?id=', '&x=1&id=', '1-', '2:', '1,', '1;', '"', "'", '('],
  ...[
    '[',
    '{"a":',
    '"a":"',
    '<id>',
    '%20',
    '%3D',
    '%22',
    '%252F',
    '\\n',
    '\\u000a',
    '\n',
    '\t',
    '=',
  ],
  ...[
    '\u001b[31m',
    '\u001b[0m',
    'id',
    'user_',
    'pix:',
    'ção ',
    '1. ',
    'item 1: ',
    '#',
    '@',
    '|',
    '*',
  ],
  ...[
    '52998224725,',
    '52998224725.',
    '52998224725-',
    '52998224725/',
    '12.50,',
    '12,50;',
    '10:20:30 ',
  ],
];
const AFTER = [
  ...[
    '',
    ' ',
    '/',
    '/1',
    '?a=1',
    '&a=1',
    ':1',
    ',1',
    ',500',
    ',10.00',
    ',52998224725',
    ';',
    '"',
    "'",
  ],
  ...[
    ')',
    ']',
    '}',
    '</id>',
    '%20',
    '%22',
    '\\n',
    '\n',
    '\u001b[0m',
    '_1',
    '-1',
    '-123',
    '.',
    ', ',
    '.pdf',
  ],
  ...['.52998224725', '-52998224725', '|', ' 10.00', '\u00e9'],
];

function spell(id: string): string[] {
  const [forms, separators] =
    id.length === 11
      ? [/(.{3})(.{3})(.{3})(.{2})/, ['$1.$2.$3-$4', '$1$2$3-$4', '$1 $2 $3 $4', '$1 $2 $3-$4']]
      : [
          /(.{2})(.{3})(.{3})(.{4})(.{2})/,
          [
            '$1.$2.$3/$4-$5',
            '$1$2$3/$4-$5',
            '$1.$2.$3\\/$4-$5',
            '$1.$2.$3%2F$4-$5',
            '$1 $2 $3/$4-$5',
          ],
        ];
  return [id, id.toLowerCase(), ...separators.map((form) => id.replace(forms, form))];
}

const spelled = [...CPFS, ...CNPJS].flatMap(spell);

it('the samples are valid', () => {
  expect(CPFS.every(isCpf) && CNPJS.every(isCnpj)).toBe(true);
});

it('redact masks a valid CPF and CNPJ between any neighbors', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BEFORE),
      fc.constantFrom(...spelled),
      fc.constantFrom(...AFTER),
      (before, id, after) => {
        // A letter before a CNPJ with letters belongs to the word.
        fc.pre(before !== 'id' || !/[A-Za-z]/.test(id.replace('%2F', '')));
        expect(redact(`${before}${id}${after}`)).not.toContain(id);
        expect(redact(`texto ${before}${id}${after} texto`)).not.toContain(id);
      },
    ),
    { numRuns: 5000, seed: 1 },
  );
});

describe('redact', () => {
  it.each([
    ['GET https://api.loja.example/v2/52998224725', 'GET https://api.loja.example/v2/***'],
    ['52998224725,11144477735', '***,***'],
    ['inscricao=00052998224725', 'inscricao=***'],
    ['documento 000052998224725.', 'documento ***.'],
    ['529.982.247\u201325', '***'],
    ['529 982 247\u201025', '***'],
    ['1-52998224725', '1-***'],
    ['CPF 1: 52998224725; CPF 2:52998224725', 'CPF 1: ***; CPF 2:***'],
    ['52998224725:1', '***:1'],
    ['529 982 247 25', '***'],
    ['529%20982%20247%2025', '***'],
    ['\u001b[31m52998224725\u001b[0m', '\u001b[31m***\u001b[0m'],
    ['\u001b[31m12ABC34501DE35', '\u001b[31m***'],
    ['12abc34501de35', '***'],
    ['"12.345.678\\/0001-95"', '"***"'],
    ['cnpj=12.345.678%2F0001-90', 'cnpj=***'],
    ['CPF 529 982 247 26 inválido', 'CPF *** inválido'],
    ['cliente52998224725', 'cliente***'],
    ['12345678901 52998224725', '12345678901 ***'],
    ['100 529 982 247 25', '100 ***'],
  ])('masks %j', (text, masked) => {
    expect(redact(text)).toBe(masked);
  });

  // All of these contain digits with correct check digits.
  it.each([
    'saldo 12345678909.50',
    'saldo 12345678909,50.',
    'saldo 12345678909.5',
    'parte 0.12345678909',
    'parte -123456.12345678909',
    'conta 12345678909-01',
    'versão 1.2.12345678909',
    'E12345678909202009091221kkkkkkk',
    'E1234567820200909122112345678909',
    'D1234567820200909122112345678909',
    'RN123456782024011512345678909',
    'txid abcdefghijklm12345678909',
    'txid 12345678909abcdefghijklmno',
    'txid abcdefghijklmnopqrstuvwx12345678909',
    'a3f12345678909c0ffee5299822472500',
    '123e4567-e12b-12d1-a456-a52998224725',
    '2024-01-15T10:20:30.123Z',
    '1705314030123',
    '    at load (/app/dist/pix.js:1234:56)',
    'v22.12.0',
    '10.0.0.1:54321',
    '12345.67',
    'R$ 12.345.678,90',
    'pagamentos2024 recebimento2025',
  ])('does not change %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('masks a number after 12 letters, which are not yet an identifier', () => {
    expect(redact('abcdefghijkl12345678909')).toBe('abcdefghijkl***');
  });

  it.each([
    '1',
    '52998224725x',
    '52998224725-',
    '529 982 ',
    '%25',
    '[1;1;',
    'ab1',
    '52998224725,',
    '\\u0031',
  ])('runs in linear time for a long text of %j', (piece) => {
    const text = piece.repeat(16_384 / piece.length);
    // Some milliseconds on an idle machine; quadratic time takes seconds.
    expect(measureLeastCpu(() => redact(text))).toBeLessThan(200);
  });
});
