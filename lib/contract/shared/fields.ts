import {
  CNPJ,
  CPF,
  ID_REC,
  ID_REC_RULE,
  ISPB,
  isPossiblePixKey,
  MAX_KEY_LENGTH,
  normalizePixKey,
  parseInstant,
  PIX_KEY_RULE,
  PIX_TXID,
  PIX_TXID_RULE,
  TXID,
  TXID_RULE,
} from '../../values/index.js';
import {
  BooleanField,
  ChoiceField,
  compose,
  InstantField,
  IntegerField,
  Must,
  PatternField,
  RefusedWhen,
  RequiredWhen,
  TextField,
} from '../validation/fields.js';
import type { FieldOptions } from '../validation/table.js';

type Options = FieldOptions & { readonly describe?: string };

/** Makes the decorator of fields whose text has a format. */
function matching(describe: string, pattern: RegExp, rule: string, comparison?: 'document') {
  const usual = comparison && { comparison };
  return ({ describe: own = describe, ...options }: Options = {}) =>
    PatternField(own, { ...usual, ...options, pattern, rule });
}

/** CPF of a person: 11 digits. */
export const CpfField = matching('CPF, só dígitos.', CPF, 'deve ter 11 dígitos', 'document');

/** CNPJ of a company: 14 digits or capital letters. */
const CnpjField = matching(
  'CNPJ, só dígitos e letras maiúsculas.',
  CNPJ,
  'deve ter 14 dígitos ou letras maiúsculas',
  'document',
);

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
export const IspbField = matching(
  'ISPB do participante.',
  ISPB,
  'deve ter 8 dígitos ou letras maiúsculas',
);

/** Identifier of a charge: 26 to 35 letters or digits. */
export const TxidField = matching('Identificador da cobrança.', TXID, TXID_RULE);

/** Identifier of a charge in a filter of received Pix: 1 to 35 letters or digits; that of a static code is shorter. */
export const PixTxidField = matching('Identificador da cobrança.', PIX_TXID, PIX_TXID_RULE);

/** Identifier of a recurrence: 29 letters or digits. */
export const IdRecField = matching('Identificador da recorrência.', ID_REC, ID_REC_RULE);

/** Pix key of the receiver. Other forms of a key are normalized if they can mean no other key. */
export const ChaveField = ({ describe = 'Chave Pix do recebedor.', ...options }: Options = {}) =>
  compose(
    // The rules of the text refuse other values and lengths.
    Must(
      'chave',
      PIX_KEY_RULE,
      (chave) =>
        typeof chave !== 'string' ||
        chave === '' ||
        chave.length > MAX_KEY_LENGTH ||
        isPossiblePixKey(chave),
    ),
    TextField(describe, {
      comparison: 'key',
      normalize: normalizePixKey,
      ...options,
      min: 1,
      max: MAX_KEY_LENGTH,
    }),
  );

/** Code of the agreement between the receiver and its provider: up to 60 characters. */
export const ConvenioField = (options: FieldOptions = {}) =>
  TextField('Convênio entre o usuário recebedor e o seu participante.', { ...options, max: 60 });

// The fields of filters. A controller of an application parses the text of its query.

const INTEGER = /^-?\d{1,15}$/;

/** Declares an integer of a filter. */
export const QueryIntegerField = (
  describe: string,
  options: FieldOptions & { readonly min: number; readonly max?: number },
) =>
  IntegerField(describe, {
    ...options,
    parse: (text) => (INTEGER.test(text) ? Number(text) : text),
  });

/** The page of a list, and how many items it has. */
export const PAGE = { min: 0, optional: true, wire: 'paginacao.paginaAtual' };
export const ITEMS = { min: 1, max: 1000, optional: true, wire: 'paginacao.itensPorPagina' };

/** Declares a boolean of a filter. */
export const QueryBooleanField = (describe: string, options: FieldOptions = {}) =>
  BooleanField(describe, {
    ...options,
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  });

/** Declares an instant of a filter: RFC 3339 text, or a `Date`, which is sent in UTC. */
export const QueryInstantField = (describe: string, options: FieldOptions = {}) =>
  InstantField(describe, { ...options, orDate: true, example: '2020-04-01T00:00:00Z' });

/**
 * Requires that a period does not end before its start (BCB, violations of every
 * `ConsultaInvalida`). An invalid instant passes; its own rule refuses it.
 */
export const NotBefore = (start: string) =>
  Must<Record<string, unknown>>(
    'periodo',
    `não pode ser anterior a ${start}`,
    (end, siblings) => !(parseInstant(end) < parseInstant(siblings[start])),
  );

const REMOVAL = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** Fields that a revision of a charge may change. */
const CHANGES = 'calendario devedor loc valor chave solicitacaoPagador infoAdicionais'.split(' ');

/**
 * Declares the only status that a revision of a charge may write (docs/interface.md#states). It
 * must be the only field: changes sent with a removal would be lost (BCB, violations of
 * `CobOperacaoInvalida` and `CobVOperacaoInvalida`). Fields that the specification does not define
 * are allowed.
 */
export const RemovalField = () =>
  compose(
    Must<Record<string, unknown>>(
      'remocao',
      'não pode ser enviado junto com outras alterações',
      (status, siblings) =>
        status !== REMOVAL || CHANGES.every((field) => siblings[field] === undefined),
    ),
    ChoiceField([REMOVAL], 'Remove a cobrança; vai sozinho no corpo.', { optional: true }),
  );
