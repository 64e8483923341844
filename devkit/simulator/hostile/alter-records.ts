import type { Paginacao } from 'nestjs-pix';
import { isObject } from 'nestjs-pix/internal';
import {
  cobrOperations,
  pixOperations,
  recOperations,
  type PixListOperation,
  type PixOperation,
} from 'nestjs-pix/spec';
import { nextBusinessDay } from '../kernel/calendar/business-days.js';
import type { HostileBank } from './hostile-bank.js';
import type { HostileKind } from './hostile-kinds.js';
import { findRequiredFields, pickFields } from './required-fields.js';

/** Changes a record, or the value of a field, before it is sent. */
type Alteration = (record: unknown, operation: PixOperation) => unknown;

/** What is done to each record of a response or notification, in this order. */
const alterations: readonly (readonly [HostileKind, Alteration])[] = [
  ['moved-due-dates', moveDueDate],
  ['minimal-fields', (record, operation) => pickFields(record, findRequiredFields(operation))],
  ['altered-texts', (record) => mapTexts(record, alterText)],
  ['number-amounts', (record) => mapTexts(record, toNumber)],
];

/** The list whose items have the form of a notification's records. */
const listedLike: Readonly<Record<'pix' | 'rec' | 'cobr', PixListOperation>> = {
  pix: pixOperations.list,
  rec: recOperations.list,
  cobr: cobrOperations.list,
};

/** Alters the response of an operation as the hostile bank does. */
export function alterResponse(
  bank: HostileBank,
  operation: PixOperation,
  response: unknown,
): unknown {
  const list = operation.items === undefined ? undefined : operation;
  const shown = list && bank.applies('short-lists') ? shorten(list, response) : response;
  return alterRecords(bank, operation, shown);
}

/** Alters the body of a notification as the hostile bank does. */
export function alterNotification(
  bank: HostileBank,
  kind: keyof typeof listedLike,
  event: object,
): object {
  return alterRecords(bank, listedLike[kind], event) as object;
}

function alterRecords(bank: HostileBank, operation: PixOperation, body: unknown): unknown {
  const { items } = operation;
  return alterations
    .filter(([kind]) => bank.applies(kind))
    .reduce((altered, [, alter]) => {
      if (items === undefined) return alter(altered, operation);
      const page = altered as Readonly<Record<string, readonly unknown[]>>;
      return { ...page, [items]: page[items]?.map((record) => alter(record, operation)) };
    }, body);
}

/** Removes the number of pages from a page that others follow, and the last item from the last page. */
function shorten({ items }: PixListOperation, response: unknown): object {
  const page = response as Readonly<Record<string, readonly unknown[]>>;
  const { parametros } = response as { parametros?: { paginacao?: Partial<Paginacao> } };
  const { quantidadeDePaginas = 1, ...paginacao } = parametros?.paginacao ?? {};
  const { paginaAtual = 0 } = paginacao;
  if (paginaAtual + 1 < quantidadeDePaginas) {
    return { ...page, parametros: { ...parametros, paginacao } };
  }
  return { ...page, [items]: page[items]?.slice(0, -1) };
}

interface CobRDates {
  readonly ajusteDiaUtil?: boolean;
  readonly calendario?: { readonly dataDeVencimento?: string };
}

function moveDueDate(record: unknown): unknown {
  const { ajusteDiaUtil = false, calendario } = record as CobRDates;
  const { dataDeVencimento } = calendario ?? {};
  if (!ajusteDiaUtil || dataDeVencimento === undefined) return record;
  const moved = { ...calendario, dataDeVencimento: nextBusinessDay(dataDeVencimento) };
  return { ...(record as object), calendario: moved };
}

/** Names of texts that people write. */
const FREE_TEXTS = new Set(
  'descricao infoAdicional infoPagador logradouro motivo objeto solicitacaoPagador'.split(' '),
);
const LONGEST_TEXT = 10;

/** Names of persons and companies. */
const PERSONS = new Set(['nome', 'nomeFantasia']);
const REGISTERED_NAME = 'NOME NO CADASTRO DO BANCO';

/** The schema of amounts and percentages of the specification. */
const AMOUNT = /^\d{1,10}\.\d{2}$/;

/** Changes a text. @param isFree whether a person wrote it */
type TextChange = (text: string, name: string, isFree: boolean) => unknown;

/** Changes the texts of a value at any depth. */
function mapTexts(value: unknown, change: TextChange, name = '', isFree = false): unknown {
  if (typeof value === 'string') return change(value, name, isFree || FREE_TEXTS.has(name));
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name, isFree));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      mapTexts(field, change, key, isFree || key === 'infoAdicionais'),
    ]),
  );
}

const alterText: TextChange = (text, name, isFree) => {
  if (isFree) return text.slice(0, LONGEST_TEXT);
  return PERSONS.has(name) ? REGISTERED_NAME : text;
};

const toNumber: TextChange = (text, _name, isFree) =>
  !isFree && AMOUNT.test(text) ? Number(text) : text;
