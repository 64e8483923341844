import { describe, expect, it } from '@jest/globals';

import { crc16, decodeBrCode, encodeBrCode, type BrCode } from '../../lib/brcode/index.js';
import { isValidationError } from '../../lib/errors/index.js';
import { vectors } from './vectors.js';

const loja: BrCode = { chave: 'loja@example.com', nome: 'Loja', cidade: 'Recife' };

function refusedField(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (isValidationError(error)) return error.field;
    throw error;
  }
  return undefined;
}

/** A code made of the given text before the CRC. */
function signed(body: string): string {
  const text = `${body}6304`;
  return text + crc16(text);
}

describe('published codes', () => {
  it('the CRC of "123456789" is the check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it.each(vectors)('$from: encoding gives the very text', ({ code, text }) => {
    expect(encodeBrCode(code)).toBe(text);
  });

  it.each(vectors)('$from: decoding gives the fields', ({ code, text }) => {
    expect(decodeBrCode(text)).toEqual(code);
  });
});

describe('encodeBrCode', () => {
  it('carries amount, txid and description through a round trip, cents kept', () => {
    const code: BrCode = { ...loja, valor: '37.00', txid: 'Pedido42', descricao: 'Camiseta azul' };
    expect(encodeBrCode(code)).toContain('540537.00');
    expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
  });

  it('drops accents from what the payer reads', () => {
    const text = encodeBrCode({ ...loja, nome: 'Açaí da Conceição', cidade: 'São Luís' });
    expect(decodeBrCode(text)).toMatchObject({ nome: 'Acai da Conceicao', cidade: 'Sao Luis' });
  });

  it('takes an address with or without https://', () => {
    const code = { location: 'https://pix.example.com/qr/v2/abc', nome: 'Loja', cidade: 'Recife' };
    expect(decodeBrCode(encodeBrCode(code)).location).toBe('pix.example.com/qr/v2/abc');
  });

  it('takes an address on a port of this machine, as a simulator has it', () => {
    const location = '127.0.0.1:8443/qr/v2/abc';
    expect(decodeBrCode(encodeBrCode({ location, nome: 'Loja', cidade: 'Recife' })).location).toBe(
      location,
    );
  });

  it('says "used once" on codes with a location alone', () => {
    expect(encodeBrCode({ ...loja, valor: '1.00' })).not.toContain('010212');
    expect(encodeBrCode({ location: 'a.example/x', nome: 'L', cidade: 'R' })).toContain('010212');
  });

  it('accepts each text at its limit', () => {
    const code: BrCode = {
      chave: `${'c'.repeat(65)}@example.com`,
      nome: 'n'.repeat(25),
      cidade: 'd'.repeat(15),
      valor: '9999999999.99',
      txid: 't'.repeat(25),
    };
    expect(code.chave).toHaveLength(77);
    expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
  });

  it.each<[field: keyof BrCode, code: BrCode]>([
    ['nome', { ...loja, nome: 'n'.repeat(26) }],
    ['nome', { ...loja, nome: '  ' }],
    ['nome', { ...loja, nome: 'Loja 🛍' }],
    ['nome', { ...loja, nome: 'Loja\n1' }],
    ['nome', { ...loja, nome: undefined as never }],
    ['cidade', { ...loja, cidade: 'c'.repeat(16) }],
    ['valor', { ...loja, valor: '37' }],
    ['valor', { ...loja, valor: '37,00' }],
    ['valor', { ...loja, valor: '0.00' }],
    ['valor', { ...loja, valor: '12345678901.00' }],
    ['valor', { ...loja, valor: 37 as never }],
    ['txid', { ...loja, txid: 't'.repeat(26) }],
    ['txid', { ...loja, txid: '' }],
    ['txid', { ...loja, txid: 'pedido-1' }],
    ['chave', { ...loja, chave: 'c'.repeat(78) }],
    ['chave', { ...loja, chave: 'loja @example.com' }],
    ['chave', { nome: 'Loja', cidade: 'Recife' }],
    ['descricao', { ...loja, descricao: 'd'.repeat(58) }],
    ['descricao', { ...loja, chave: 'c'.repeat(77), descricao: 'd' }],
    ['descricao', { location: 'a.example/x', nome: 'L', cidade: 'R', descricao: 'd' }],
    ['location', { ...loja, location: 'a.example/x' }],
    ['location', { location: 'http://a.example/x', nome: 'L', cidade: 'R' }],
    ['location', { location: 'a.example', nome: 'L', cidade: 'R' }],
    ['location', { location: 'eu:senha@a.example/x', nome: 'L', cidade: 'R' }],
    ['location', { location: `a.example/${'x'.repeat(68)}`, nome: 'L', cidade: 'R' }],
    ['recLocation', { recLocation: 'ftp://a.example/x', nome: 'L', cidade: 'R' }],
  ])('refuses a bad %s, naming it: %j', (field, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe(field);
  });

  it('says why a description is refused: no room beside the key, or too long for the room', () => {
    const describe = (chave: string, descricao: string) => () =>
      encodeBrCode({ ...loja, chave, descricao });
    expect(describe('c'.repeat(77), 'd')).toThrow('descricao não cabe ao lado desta chave');
    expect(describe('c'.repeat(73), 'd')).toThrow('descricao não cabe ao lado desta chave');
    expect(describe('c'.repeat(72), 'd')).not.toThrow();
    expect(describe('c'.repeat(72), 'dd')).toThrow(/descricao .*\b1\b/);
  });

  it('takes the https:// of an address in any case, and only in front', () => {
    const location = (address: string) =>
      decodeBrCode(encodeBrCode({ location: address, nome: 'L', cidade: 'R' })).location;
    expect(location('HTTPS://A.example/X')).toBe('A.example/X');
    expect(location('a.example/https://b')).toBe('a.example/https://b');
    expect(location(`a.example/${'x'.repeat(67)}`)).toHaveLength(77);
  });

  it.each<[field: keyof BrCode, code: BrCode]>([
    ['cidade', { ...loja, cidade: undefined as never }],
    ['valor', { ...loja, valor: '37.001' }],
    ['valor', { ...loja, valor: 37 as never }],
    ['location', { location: 'a.example/x y', nome: 'L', cidade: 'R' }],
    ['location', { location: 'a.example/x\n', nome: 'L', cidade: 'R' }],
  ])('refuses a %s that no code may hold: %j', (field, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe(field);
  });

  it('says that a dynamic code needs no txid, and says so of no other', () => {
    const dynamic = { location: 'a.example/x', nome: 'L', cidade: 'R', txid: 'a-b' };
    expect(() => encodeBrCode(dynamic)).toThrow('dispensa o txid');
    const refused = () => encodeBrCode({ ...loja, txid: 'a-b' });
    expect(refused).toThrow(/25 letras ou dígitos$/);
  });

  it('names the limit that was passed', () => {
    expect(() => encodeBrCode({ ...loja, nome: 'n'.repeat(26) })).toThrow(/25/);
    expect(() => encodeBrCode({ ...loja, cidade: 'c'.repeat(16) })).toThrow(/15/);
  });
});

describe('decodeBrCode', () => {
  const text = encodeBrCode({ ...loja, valor: '37.00', txid: 'Pedido42' });

  it('refuses a code with any one character changed', () => {
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === '7' ? '8' : '7';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      expect(refusedField(() => decodeBrCode(changed))).toBe('brCode');
    }
  });

  it('refuses a code cut anywhere', () => {
    for (let length = 0; length < text.length; length += 1) {
      expect(refusedField(() => decodeBrCode(text.slice(0, length)))).toBe('brCode');
    }
  });

  it.each([
    ['a length past the end', '0002019930014br.gov.bcb.pix'],
    ['a field twice', '00020100020126180014br.gov.bcb.pix53039865802BR'],
    ['an id that is no number', '000201XX0112653039865802BR'],
    ['another currency', '00020126270014br.gov.bcb.pix0105a@b.c53038405802BR'],
    ['another country', '00020126270014br.gov.bcb.pix0105a@b.c53039865802PT'],
    ['another format', '00020226270014br.gov.bcb.pix0105a@b.c53039865802BR'],
    ['another arrangement alone', '00020126270014br.gov.bcb.abc0105a@b.c53039865802BR'],
    ['neither key nor address', '00020126180014br.gov.bcb.pix53039865802BR'],
  ])('refuses %s under a right CRC', (_what, body) => {
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it('says whether a code is incomplete or was changed', () => {
    const incomplete = /está incompleto: não termina com o CRC/;
    for (const length of [0, 1, 20, text.length - 8, text.length - 4, text.length - 1]) {
      expect(() => decodeBrCode(text.slice(0, length))).toThrow(incomplete);
    }
    expect(() => decodeBrCode(`${text}0`)).toThrow(incomplete);
    expect(() => decodeBrCode(text.replace('Recife', 'Racife'))).toThrow(/tem CRC incorreto/);
    const [last] = text.slice(-1);
    expect(() => decodeBrCode(text.slice(0, -1) + (last === '0' ? '1' : '0'))).toThrow(
      /tem CRC incorreto/,
    );
  });

  it.each([26, 51])(
    'finds Pix in the template %i, the first and the last that it may be in',
    (id) => {
      const body = `000201${id}270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N6001C`;
      expect(decodeBrCode(signed(body)).chave).toBe('a@b.c');
    },
  );

  it.each([25, 52])('finds no Pix in the field %i', (id) => {
    const body = `000201${id}270014br.gov.bcb.pix0105a@b.c53039865802BR5901N6001C`;
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it.each([80, 99])('finds a recurrence in the template %i', (id) => {
    const body = `00020126180014br.gov.bcb.pix5204000053039865802BR5901N6001C${id}330014br.gov.bcb.pix2511a.example/r`;
    expect(decodeBrCode(signed(body)).recLocation).toBe('a.example/r');
  });

  it('finds no recurrence in the field 79', () => {
    const body =
      '00020126180014br.gov.bcb.pix5204000053039865802BR5901N6001C79330014br.gov.bcb.pix2511a.example/r';
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it('reads a code without name and city, and has no field that the code has not', () => {
    const found = decodeBrCode(signed('00020126270014br.gov.bcb.pix0105a@b.c53039865802BR'));
    expect(Object.entries(found)).toEqual([
      ['chave', 'a@b.c'],
      ['nome', ''],
      ['cidade', ''],
    ]);
  });

  it.each([
    ['', undefined],
    ['80330014br.gov.bcb.pix2511a.example/r', 'a.example/r'],
  ])(
    'counts characters where both counts fit and the fields are in order%s',
    (rest, recLocation) => {
      // By bytes, the city would end before 6100, which is a field without content.
      const body = `00020126270014br.gov.bcb.pix0105a@b.c53039865802BR5901N6008áéíó6100${rest}`;
      const found = decodeBrCode(signed(body));
      expect(found.cidade).toBe('áéíó6100');
      expect(found.recLocation).toBe(recLocation);
    },
  );

  it('reads fields that stand in another order', () => {
    const body = '00020153039865802BR5901N6001C26270014br.gov.bcb.pix0105a@b.c';
    expect(decodeBrCode(signed(body))).toMatchObject({ chave: 'a@b.c', nome: 'N', cidade: 'C' });
  });

  it('refuses what is no text', () => {
    expect(refusedField(() => decodeBrCode(undefined as never))).toBe('brCode');
  });

  it('reads what real codes do: capital GUI, small CRC, surrounding blanks, "11", a long name', () => {
    const body =
      '00020101021126270014BR.GOV.BCB.PIX0105a@b.c520400005303986540510.005802BR5930' +
      `${'N'.repeat(30)}6006Recife62070503***`;
    const code = signed(body);
    expect(decodeBrCode(`\n ${code.slice(0, -4)}${code.slice(-4).toLowerCase()} \n`)).toEqual({
      chave: 'a@b.c',
      nome: 'N'.repeat(30),
      cidade: 'Recife',
      valor: '10.00',
    });
  });

  it('finds Pix beside another arrangement, and ignores fields that it does not use', () => {
    const body =
      '00020126180014com.other.card27270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N6001C610812345678';
    expect(decodeBrCode(signed(body))).toEqual({ chave: 'a@b.c', nome: 'N', cidade: 'C' });
  });

  it.each([
    ['characters', 'São Luís', '08'],
    ['bytes', 'São Luís', '10'],
  ])('reads accents whose length counts %s', (_unit, cidade, length) => {
    const body = `00020126270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N60${length}${cidade}62070503***`;
    expect(decodeBrCode(signed(body)).cidade).toBe(cidade);
  });
});
