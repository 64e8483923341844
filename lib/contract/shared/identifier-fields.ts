import {
  CNPJ,
  CPF,
  ID_REC,
  ISPB,
  isPossiblePixKey,
  normalizePixKey,
  PIX_KEY_RULE,
  PIX_TXID,
  TXID,
} from '../../values/index.js';
import {
  Must,
  PatternField,
  RefusedWhen,
  RequiredWhen,
  TextField,
  compose,
  type FieldOptions,
} from '../validation/index.js';

type Options = Omit<FieldOptions, 'describe'> & { readonly describe?: string };

/** CPF of a person: 11 digits. */
export const CpfField = (options: Options = {}) =>
  PatternField({
    describe: 'CPF, só dígitos.',
    comparison: 'document',
    ...options,
    pattern: CPF,
    rule: 'deve ter 11 dígitos',
  });

/** CNPJ of a company: 14 digits or capital letters. */
const CnpjField = (options: Options = {}) =>
  PatternField({
    describe: 'CNPJ, só dígitos e letras maiúsculas.',
    comparison: 'document',
    ...options,
    pattern: CNPJ,
    rule: 'deve ter 14 dígitos ou letras maiúsculas',
  });

interface Person {
  cpf?: unknown;
  cnpj?: unknown;
}

/** Declares a `cpf` in an object that is identified by exactly one of `cpf` and `cnpj`. */
export const EitherCpfField = () =>
  compose(
    RequiredWhen<Person>('quando não há cnpj', ({ cnpj }) => cnpj === undefined),
    CpfField({ optional: true }),
  );

/** Declares a `cnpj` that must not be combined with a `cpf`. */
export const EitherCnpjField = () =>
  compose(
    RefusedWhen<Person>('junto com cpf', ({ cpf }) => cpf !== undefined),
    CnpjField({ optional: true }),
  );

/** ISPB of a participant: 8 digits or capital letters. */
export const IspbField = (options: Options = {}) =>
  PatternField({
    describe: 'ISPB do participante.',
    ...options,
    pattern: ISPB,
    rule: 'deve ter 8 dígitos ou letras maiúsculas',
  });

/** Identifier of a charge: 26 to 35 letters or digits. */
export const TxidField = (options: Options = {}) =>
  PatternField({
    describe: 'Identificador da cobrança.',
    ...options,
    pattern: TXID,
    rule: 'deve ter de 26 a 35 letras ou dígitos',
  });

/** Identifier of a charge in a filter of received Pix: 1 to 35 letters or digits; that of a static code is shorter. */
export const PixTxidField = (options: Options = {}) =>
  PatternField({
    describe: 'Identificador da cobrança.',
    ...options,
    pattern: PIX_TXID,
    rule: 'deve ter de 1 a 35 letras ou dígitos',
  });

/** Identifier of a recurrence: 29 letters or digits. */
export const IdRecField = (options: Options = {}) =>
  PatternField({
    describe: 'Identificador da recorrência.',
    ...options,
    pattern: ID_REC,
    rule: 'deve ter 29 letras ou dígitos',
  });

/** Pix key of the receiver. Other forms of a key are normalized if they can mean no other key. */
export const ChaveField = (options: Options = {}) =>
  compose(
    // The rules of the text refuse other values and lengths.
    Must(
      'chave',
      PIX_KEY_RULE,
      (chave) =>
        typeof chave !== 'string' || chave === '' || chave.length > 77 || isPossiblePixKey(chave),
    ),
    TextField({
      describe: 'Chave Pix do recebedor.',
      comparison: 'key',
      normalize: normalizePixKey,
      ...options,
      min: 1,
      max: 77,
    }),
  );

/** Code of the agreement between the receiver and its provider: up to 60 characters. */
export const ConvenioField = (options: Options = {}) =>
  TextField({
    describe: 'Convênio entre o usuário recebedor e o seu participante.',
    ...options,
    max: 60,
  });
