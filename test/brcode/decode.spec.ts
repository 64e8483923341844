import { describe, expect, it } from '@jest/globals';

import { crc16 } from '../../lib/brcode/br-code.js';
import { decodeBrCode, encodeBrCode } from '../../lib/brcode/index.js';
import { refusedField } from './support/refused-field.js';

/** Returns a code with this text and its CRC. */
function signed(body: string): string {
  const text = `${body}6304`;
  return text + crc16(text);
}

describe('decodeBrCode', () => {
  const text = encodeBrCode({
    chave: 'loja@example.com',
    nome: 'Loja',
    cidade: 'Recife',
    valor: '37.00',
    txid: 'Pedido42',
  });

  it('refuses a code with one changed character', () => {
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === '7' ? '8' : '7';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      expect(refusedField(() => decodeBrCode(changed))).toBe('brCode');
    }
  });

  it('refuses a truncated code', () => {
    for (let length = 0; length < text.length; length += 1) {
      expect(refusedField(() => decodeBrCode(text.slice(0, length)))).toBe('brCode');
    }
  });

  it.each([
    ['a length past the end', '0002019930014br.gov.bcb.pix'],
    ['a field twice', '00020100020126180014br.gov.bcb.pix53039865802BR'],
    ['an id that is not a number', '000201XX0112653039865802BR'],
    ['another currency', '00020126270014br.gov.bcb.pix0105a@b.c53038405802BR'],
    ['another country', '00020126270014br.gov.bcb.pix0105a@b.c53039865802PT'],
    ['another format', '00020226270014br.gov.bcb.pix0105a@b.c53039865802BR'],
    ['only another arrangement', '00020126270014br.gov.bcb.abc0105a@b.c53039865802BR'],
    ['neither a key nor a location', '00020126180014br.gov.bcb.pix53039865802BR'],
  ])('refuses %s with a correct CRC', (_case, body) => {
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it('reports whether a code is incomplete or has a wrong CRC', () => {
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

  it.each([26, 51])('finds Pix in template %i', (id) => {
    const body = `000201${id}270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N6001C`;
    expect(decodeBrCode(signed(body)).chave).toBe('a@b.c');
  });

  it.each([25, 52])('finds no Pix in field %i', (id) => {
    const body = `000201${id}270014br.gov.bcb.pix0105a@b.c53039865802BR5901N6001C`;
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it.each([80, 99])('finds a recurrence in template %i', (id) => {
    const body = `00020126180014br.gov.bcb.pix5204000053039865802BR5901N6001C${id}330014br.gov.bcb.pix2511a.example/r`;
    expect(decodeBrCode(signed(body)).recLocation).toBe('a.example/r');
  });

  it('finds a recurrence in a code without template 26', () => {
    const body = '00020153039865802BR5901N6001C80330014br.gov.bcb.pix2511a.example/r';
    expect(decodeBrCode(signed(body))).toEqual({
      recLocation: 'a.example/r',
      nome: 'N',
      cidade: 'C',
    });
  });

  it('finds no recurrence in field 79', () => {
    const body =
      '00020126180014br.gov.bcb.pix5204000053039865802BR5901N6001C79330014br.gov.bcb.pix2511a.example/r';
    expect(refusedField(() => decodeBrCode(signed(body)))).toBe('brCode');
  });

  it('reads a code without name and city and adds no fields', () => {
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
    'counts characters when both counts fit and the fields are in order%s',
    (rest, recLocation) => {
      // Counted in bytes, the city would end before 6100, which is a field without content.
      const body = `00020126270014br.gov.bcb.pix0105a@b.c53039865802BR5901N6008áéíó6100${rest}`;
      const found = decodeBrCode(signed(body));
      expect(found.cidade).toBe('áéíó6100');
      expect(found.recLocation).toBe(recLocation);
    },
  );

  it('reads fields in another order', () => {
    const body = '00020153039865802BR5901N6001C26270014br.gov.bcb.pix0105a@b.c';
    expect(decodeBrCode(signed(body))).toMatchObject({ chave: 'a@b.c', nome: 'N', cidade: 'C' });
  });

  it('reads fields in another order with accents', () => {
    const body = '00020153039865802BR5902Zé6001C26270014br.gov.bcb.pix0105a@b.c';
    expect(decodeBrCode(signed(body))).toMatchObject({ chave: 'a@b.c', nome: 'Zé', cidade: 'C' });
  });

  it('refuses a value that is not text', () => {
    expect(refusedField(() => decodeBrCode(undefined as never))).toBe('brCode');
  });

  it('accepts an upper-case GUI, a lower-case CRC, surrounding white space, "11" and a long name', () => {
    const body =
      '00020101021126270014BR.GOV.BCB.PIX0105a@b.c520400005303986540510.005802BR5930' +
      `${'N'.repeat(30)}6006Recife62070503***`;
    const code = signed(body);
    expect(decodeBrCode(`\n ${code.slice(0, -4)}${code.slice(-4).toLowerCase()} \n`)).toEqual({
      chave: 'a@b.c',
      nome: 'N'.repeat(30),
      cidade: 'Recife',
      valor: '10.00',
      unknownFields: { '01': '11' },
    });
  });

  it('finds Pix next to another arrangement and ignores unused fields', () => {
    const body =
      '00020126180014com.other.card27270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N6001C610812345678';
    expect(decodeBrCode(signed(body))).toEqual({
      chave: 'a@b.c',
      nome: 'N',
      cidade: 'C',
      unknownFields: { '26': '0014com.other.card', '61': '12345678' },
    });
  });

  it('finds Pix next to an arrangement whose template has no fields', () => {
    const body = '0002012605hello27270014br.gov.bcb.pix0105a@b.c53039865802BR5901N6001C';
    expect(decodeBrCode(signed(body)).chave).toBe('a@b.c');
  });

  it.each([
    ['characters', 'São Luís', '08'],
    ['bytes', 'São Luís', '10'],
  ])('reads accents when the length counts %s', (_unit, cidade, length) => {
    const body = `00020126270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901N60${length}${cidade}62070503***`;
    expect(decodeBrCode(signed(body)).cidade).toBe(cidade);
  });
});
