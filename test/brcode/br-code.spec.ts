import { describe, expect, it } from '@jest/globals';

import { crc16 } from '../../lib/brcode/br-code.js';
import { decodeBrCode, encodeBrCode, type BrCode } from '../../lib/brcode/index.js';
import { refusedField } from './support/refused-field.js';
import { vectors } from './vectors.js';

/** A key of the given length. */
const longKey = (length: number) => `${'c'.repeat(length - 12)}@example.com`;

const loja: BrCode = { chave: 'loja@example.com', nome: 'Loja', cidade: 'Recife' };

describe('published BR Codes', () => {
  it('crc16 returns the check value of CRC-16/CCITT-FALSE for "123456789"', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  it.each(vectors)('encodeBrCode returns the text of $from', ({ code, text }) => {
    expect(encodeBrCode(code)).toBe(text);
  });

  it.each(vectors)('decodeBrCode returns the fields of $from', ({ code, text }) => {
    expect(decodeBrCode(text)).toEqual(code);
  });
});

describe('an argument of another type', () => {
  it.each([null, undefined, 5, 'x', []])('%p is refused with field brCode', (given) => {
    const expected = expect.objectContaining({ name: 'ValidationError', field: 'brCode' });
    expect(() => encodeBrCode(given as never)).toThrow(expected);
    expect(() => decodeBrCode(given as never)).toThrow(expected);
  });
});

describe('encodeBrCode', () => {
  it('encodes the amount with cents, the txid and the description', () => {
    const code: BrCode = { ...loja, valor: '37.00', txid: 'Pedido42', descricao: 'Camiseta azul' };
    expect(encodeBrCode(code)).toContain('540537.00');
    expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
  });

  it('removes accents from the name and the city', () => {
    const text = encodeBrCode({ ...loja, nome: 'Açaí da Conceição', cidade: 'São Luís' });
    expect(decodeBrCode(text)).toMatchObject({ nome: 'Acai da Conceicao', cidade: 'Sao Luis' });
  });

  it('removes https:// from a location', () => {
    const code = { location: 'https://pix.example.com/qr/v2/abc', nome: 'Loja', cidade: 'Recife' };
    expect(decodeBrCode(encodeBrCode(code)).location).toBe('pix.example.com/qr/v2/abc');
  });

  it('accepts a location with an IP address and a port', () => {
    const location = '127.0.0.1:8443/qr/v2/abc';
    expect(decodeBrCode(encodeBrCode({ location, nome: 'Loja', cidade: 'Recife' })).location).toBe(
      location,
    );
  });

  it('sets "used once" only for a code with a location', () => {
    expect(encodeBrCode({ ...loja, valor: '1.00' })).not.toContain('010212');
    expect(encodeBrCode({ location: 'a.example/x', nome: 'L', cidade: 'R' })).toContain('010212');
  });

  it('accepts texts of the maximum length', () => {
    const code: BrCode = {
      chave: longKey(77),
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
    ['chave', { ...loja, chave: longKey(78) }],
    ['chave', { ...loja, chave: 'loja @example.com' }],
    ['chave', { nome: 'Loja', cidade: 'Recife' }],
    ['descricao', { ...loja, descricao: 'd'.repeat(58) }],
    ['descricao', { ...loja, chave: longKey(77), descricao: 'd' }],
    ['descricao', { location: 'a.example/x', nome: 'L', cidade: 'R', descricao: 'd' }],
    ['location', { ...loja, location: 'a.example/x' }],
    ['location', { location: 'http://a.example/x', nome: 'L', cidade: 'R' }],
    ['location', { location: 'a.example', nome: 'L', cidade: 'R' }],
    ['location', { location: 'eu:senha@a.example/x', nome: 'L', cidade: 'R' }],
    ['location', { location: `a.example/${'x'.repeat(68)}`, nome: 'L', cidade: 'R' }],
    ['recLocation', { recLocation: 'ftp://a.example/x', nome: 'L', cidade: 'R' }],
  ])('refuses an invalid %s and names it: %j', (field, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe(field);
  });

  it('explains that a description does not fit next to the key or is too long', () => {
    const encode = (chave: string, descricao: string) => () =>
      encodeBrCode({ ...loja, chave, descricao });
    expect(encode(longKey(77), 'd')).toThrow('descricao não cabe ao lado desta chave');
    expect(encode(longKey(73), 'd')).toThrow('descricao não cabe ao lado desta chave');
    expect(encode(longKey(72), 'd')).not.toThrow();
    expect(encode(longKey(72), 'dd')).toThrow(/descricao .*\b1\b/);
  });

  it('removes https:// only at the start, in any letter case', () => {
    const location = (address: string) =>
      decodeBrCode(encodeBrCode({ location: address, nome: 'L', cidade: 'R' })).location;
    expect(location('HTTPS://A.example/X')).toBe('A.example/X');
    expect(location('a.example/https://b')).toBe('a.example/https://b');
    expect(location(`a.example/${'x'.repeat(67)}`)).toHaveLength(77);
  });

  it.each<[field: keyof BrCode, code: BrCode]>([
    ['cidade', { ...loja, cidade: undefined as never }],
    ['valor', { ...loja, valor: '37.001' }],
    // As text, these numbers would be valid.
    ['valor', { ...loja, valor: 37.55 as never }],
    ['txid', { ...loja, txid: 42 as never }],
    ['chave', { ...loja, chave: 5511999998888 as never }],
    ['descricao', { ...loja, descricao: 42 as never }],
    ['location', { location: 42 as never, nome: 'L', cidade: 'R' }],
    ['recLocation', { ...loja, recLocation: 42 as never }],
    ['location', { location: 'a.example/x y', nome: 'L', cidade: 'R' }],
    ['location', { location: 'a.example/x\n', nome: 'L', cidade: 'R' }],
  ])('refuses an unencodable %s: %j', (field, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe(field);
  });

  it('explains that a dynamic code needs no txid', () => {
    const dynamic = { location: 'a.example/x', nome: 'L', cidade: 'R', txid: 'a-b' };
    expect(() => encodeBrCode(dynamic)).toThrow('dispensa o txid');
    const refused = () => encodeBrCode({ ...loja, txid: 'a-b' });
    expect(refused).toThrow(/25 letras ou dígitos$/);
  });

  it('names the exceeded limit', () => {
    expect(() => encodeBrCode({ ...loja, nome: 'n'.repeat(26) })).toThrow(/25/);
    expect(() => encodeBrCode({ ...loja, cidade: 'c'.repeat(16) })).toThrow(/15/);
  });

  it.each([
    ['123.456.789-09', '12345678909'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['5561912345678', '+5561912345678'],
    ['LOJA@Example.com', 'loja@example.com'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('writes the key %s as the directory stores it', (chave, stored) => {
    expect(decodeBrCode(encodeBrCode({ ...loja, chave })).chave).toBe(stored);
  });

  it.each([
    ['11912345678', 'um telefone precisa de +55'],
    ['12345678900', 'dígitos verificadores de CPF incorretos'],
    ['chave', 'não é uma chave Pix'],
  ])('refuses the key %s with the reason: %s', (chave, reason) => {
    expect(() => encodeBrCode({ ...loja, chave })).toThrow(reason);
    expect(refusedField(() => encodeBrCode({ ...loja, chave }))).toBe('chave');
  });

  it('reads 11 digits as a CPF, as the directory does', () => {
    const code: BrCode = { ...loja, chave: '11912345684' };
    expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
    expect(decodeBrCode(encodeBrCode({ ...loja, chave: '119.123.456-84' }))).toEqual(code);
  });

  it('accepts the txid ***, which stands for no txid', () => {
    expect(encodeBrCode({ ...loja, txid: '***' })).toBe(encodeBrCode(loja));
    expect(
      encodeBrCode({ location: 'a.example/x', nome: 'L', cidade: 'R', txid: '***' }),
    ).toContain('62070503***');
    expect(refusedField(() => encodeBrCode({ ...loja, txid: '**' }))).toBe('txid');
  });

  it('writes the facilitator of a withdrawal as 26-03, after the description', () => {
    const code: BrCode = { ...loja, descricao: 'Saque', fss: '12345678', valor: '50.00' };
    const text = encodeBrCode(code);
    expect(text).toContain('0205Saque030812345678');
    expect(decodeBrCode(text)).toEqual(code);
  });

  it.each<[field: keyof BrCode, code: BrCode]>([
    ['fss', { ...loja, fss: '1234567' }],
    ['fss', { ...loja, fss: '1234567A' }],
    ['fss', { ...loja, fss: 12345678 as never }],
    ['fss', { location: 'a.example/x', nome: 'L', cidade: 'R', fss: '12345678' }],
    ['reusable', { ...loja, reusable: true }],
    ['reusable', { location: 'a.example/x', nome: 'L', cidade: 'R', reusable: 'yes' as never }],
  ])('refuses a %s without meaning: %j', (field, code) => {
    expect(refusedField(() => encodeBrCode(code))).toBe(field);
  });

  it('omits the field 01 from the code of a reusable location', () => {
    const code: BrCode = { location: 'a.example/x', reusable: true, nome: 'L', cidade: 'R' };
    expect(encodeBrCode(code)).toMatch(/^00020126/);
    expect(decodeBrCode(encodeBrCode(code))).toEqual(code);
    expect(encodeBrCode({ ...code, reusable: false })).toContain('010212');
  });
});
