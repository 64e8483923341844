import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isValidationError } from '../../lib/errors/index.js';
import {
  isPossiblePixKey,
  normalizePixKey,
  parsePixKey,
  type PixKeyKind,
} from '../../lib/values/index.js';

/** A valid CPF that has the form of a mobile number with area code. */
const AMBIGUOUS = '11912345684';
const EVP = '123e4567-e12b-12d1-a456-426655440000';

const stored: [kind: PixKeyKind, value: string, others: readonly string[]][] = [
  ['cpf', '12345678909', ['123.456.789-09', ' 12345678909\n']],
  ['cnpj', '12345678000195', ['12.345.678/0001-95']],
  ['cnpj', '12ABC34501DE35', ['12.ABC.345/01DE-35', '12abc34501de35', '12.abc.345/01de-35']],
  [
    'phone',
    '+5561912345678',
    ['5561912345678', '+55 (61) 91234-5678', '55 61 91234-5678', '+55.61.91234.5678'],
  ],
  ['phone', '+556132123456', ['556132123456']],
  ['phone', '+14155552671', ['+1 415 555-2671']],
  ['email', 'loja@example.com', ['LOJA@Example.com', ' loja@example.com ']],
  ['email', 'a+b@c.example', ['A+B@c.example']],
  ['evp', EVP, [EVP.toUpperCase(), ` ${EVP}`]],
];

function catchReason(chave: unknown, kind?: PixKeyKind): string {
  try {
    parsePixKey(chave as string, { kind });
  } catch (error) {
    if (isValidationError(error)) return `${error.field}: ${error.message}`;
    throw error;
  }
  return '';
}

describe('parsePixKey', () => {
  it.each(stored)('returns for the kind %s the key %s, also for %j', (kind, value, others) => {
    for (const text of [value, ...others]) expect(parsePixKey(text)).toEqual({ kind, value });
    expect(parsePixKey(value, { kind })).toEqual({ kind, value });
  });

  it.each([
    ['12345678900', 'dígitos verificadores de CPF incorretos'],
    ['123.456.789-00', 'dígitos verificadores de CPF incorretos'],
    ['11111111111', 'dígitos verificadores de CPF incorretos'],
    ['12345678000190', 'dígitos verificadores de CNPJ incorretos'],
    ['12ABC34501DE36', 'dígitos verificadores de CNPJ incorretos'],
    ['61912345678', 'como +5561912345678'],
    ['(61) 91234-5678', 'parece um telefone'],
    ['061912345678', 'parece um telefone'],
    ['6132123456', 'parece um telefone'],
    ['+5561', 'não é um telefone válido'],
    ['+5501912345678', 'não é um telefone válido'],
    ['+55619123456789', 'não é um telefone válido'],
    ['+0619123456', 'não é um telefone válido'],
    ['josé@example.com', 'não é um e-mail válido'],
    ['loja @example.com', 'não é um e-mail válido'],
    ['@example.com', 'não é um e-mail válido'],
    ['loja@', 'não é um e-mail válido'],
    ['loja@-x.com', 'não é um e-mail válido'],
    [EVP.replaceAll('-', ''), 'não é uma chave Pix'],
    ['k', 'não é uma chave Pix'],
    ['', 'não pode ser vazia'],
    ['  ', 'não pode ser vazia'],
    [`${'c'.repeat(66)}@example.com`, 'no máximo 77'],
    [12_345_678_909, 'deve ser um texto'],
    [undefined, 'deve ser um texto'],
    [null, 'deve ser um texto'],
  ])('refuses %j: %s', (chave, reason) => {
    expect(catchReason(chave)).toContain(reason);
    expect(catchReason(chave)).toMatch(/^chave: chave /);
    expect(normalizePixKey(chave)).toBe(chave);
  });

  it('refuses 11 digits that are a valid CPF and a mobile number, unless the kind is named', () => {
    expect(catchReason(AMBIGUOUS)).toContain('pode ser um CPF ou um celular sem +55');
    expect(parsePixKey(AMBIGUOUS, { kind: 'cpf' }).value).toBe(AMBIGUOUS);
    expect(parsePixKey('119.123.456-84')).toEqual({ kind: 'cpf', value: AMBIGUOUS });
    expect(parsePixKey(`+55${AMBIGUOUS}`).kind).toBe('phone');
    // In a request to the API, 11 digits are a CPF.
    expect(normalizePixKey(AMBIGUOUS)).toBe(AMBIGUOUS);
  });

  it('refuses a key of another kind', () => {
    expect(catchReason(AMBIGUOUS, 'phone')).toContain('deve ser do tipo phone, mas é do tipo cpf');
    expect(catchReason(EVP, 'email')).toContain('deve ser do tipo email, mas é do tipo evp');
  });

  it('never repeats the key in an error', () => {
    for (const chave of ['98765432101', 'segredo@', '+55629', AMBIGUOUS]) {
      expect(catchReason(chave)).not.toContain(chave);
    }
  });

  it('returns a key that it has returned before unchanged', () => {
    const text = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9+./() a@B-]{0,20}$/),
      fc.stringMatching(/^\d{10,14}$/),
      fc.emailAddress(),
      fc.uuid(),
    );
    fc.assert(
      fc.property(text, (chave) => {
        const once = normalizePixKey(chave);
        expect(normalizePixKey(once)).toBe(once);
        expect(isPossiblePixKey(once)).toBe(isPossiblePixKey(chave));
        if (once !== chave) expect(parsePixKey(once as string).value).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isPossiblePixKey', () => {
  it.each(stored)('accepts every form of a key of kind %s: %s', (_, value, others) => {
    for (const text of [value, ...others]) expect(isPossiblePixKey(text)).toBe(true);
  });

  it.each([
    ...[AMBIGUOUS, '61912345678', '061912345678', '(61) 91234-5678', '6132123456'],
    ...['+5501912345678', '+55619123456789', '+5561'],
  ])('accepts %s, which may be a phone number, and leaves it unchanged', (chave) => {
    expect(isPossiblePixKey(chave)).toBe(true);
    expect(normalizePixKey(chave)).toBe(chave);
  });

  it.each([
    ...['12345678900', '119.123.456-85', '119123456-85', '12345678000190', '12ABC34501DE36'],
    ...[
      '+0619123456',
      'loja@',
      'josé@example.com',
      'k',
      'chave',
      '',
      '1234',
      EVP.replaceAll('-', ''),
    ],
    ...[12_345_678_909, undefined, null],
  ])('refuses %j', (chave) => {
    expect(isPossiblePixKey(chave)).toBe(false);
    expect(normalizePixKey(chave)).toBe(chave);
  });
});
