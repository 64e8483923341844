import type { Paginacao } from 'nestjs-pix';
import { isObject, nextBusinessDay } from 'nestjs-pix/internal';
import {
  cobrOperations,
  pixOperations,
  recOperations,
  type PixListOperation,
  type PixOperation,
} from 'nestjs-pix/spec';
import type { HostileBank, HostileKind } from './hostile-bank.js';

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

const devolucao = 'horario() id rtrId status valor';
const pix = `devolucoes(${devolucao}) endToEndId horario txid valor`;
const cobrBase =
  'ajusteDiaUtil calendario(criacao dataDeVencimento) idRec status txid valor(original)';
const recBase =
  'atualizacao(data status) calendario(dataInicial periodicidade) idRec recebedor(cnpj nome) status vinculo(contrato devedor(cnpj cpf nome))';
const cobrWritten = `${cobrBase} recebedor(cnpj conta nome tipoConta)`;

/**
 * The fields that the specification requires in a record of a response, by family, or by operation where it differs. The
 * fields of an object or of the items of a list follow in parentheses; a field without parentheses is kept whole. Optional
 * fields without which no receiver can work are listed too: payments, refunds, the txid and idRec that link records, the code
 * to pay, and the attempts of a recurring charge.
 */
const requiredFields: Readonly<Record<string, string>> = {
  cob: `calendario(criacao expiracao) chave pix(${pix}) pixCopiaECola revisao status txid valor(original)`,
  cobv: `calendario(criacao dataDeVencimento validadeAposVencimento) chave devedor(cnpj cpf nome) pix(${pix}) pixCopiaECola recebedor(cep cidade cnpj cpf logradouro nome uf) revisao status txid valor(original)`,
  lotecobv: 'cobsv(status txid) criacao descricao id',
  loc: 'criacao id location tipoCob txid',
  pix,
  'pix.refund': devolucao,
  'pix.getRefund': devolucao,
  webhook: 'cnpj criacao webhookUrl',
  webhookrec: 'webhookUrl',
  webhookcobr: 'webhookUrl',
  rec: `${recBase} dadosQR(pixCopiaECola) politicaRetentativa`,
  'rec.create': recBase,
  'rec.revise': recBase,
  solicrec:
    'atualizacao(data status) calendario(dataExpiracaoSolicitacao) destinatario(cnpj conta cpf ispbParticipante) idRec idSolicRec status',
  cobr: `${cobrBase} atualizacao(data status) pix(${pix}) politicaRetentativa recebedor(conta tipoConta) tentativas(atualizacao(data status) dataLiquidacao endToEndId status tipo)`,
  'cobr.create': cobrWritten,
  'cobr.createWithTxid': cobrWritten,
  'cobr.revise': cobrWritten,
  locrec: 'criacao id idRec location',
};

/** Fields by name, with the fields of their objects; `undefined` for a field that is kept whole. */
export type FieldTree = ReadonlyMap<string, FieldTree | undefined>;

/** Parses fields in the notation of {@link requiredFields}. */
export function parseFields(text: string): FieldTree {
  const stack = [new Map<string, FieldTree | undefined>()];
  for (const [, name = '', open, close] of text.matchAll(/(\w+)(\()?|(\))/g)) {
    if (close !== undefined) stack.pop();
    else {
      const inner = open === undefined ? undefined : new Map<string, FieldTree | undefined>();
      stack.at(-1)?.set(name, inner);
      if (inner !== undefined) stack.push(inner);
    }
  }
  return stack[0] ?? new Map();
}

const trees = new Map(
  Object.entries(requiredFields).map(([name, text]) => [name, parseFields(text)]),
);

/** Returns the required fields of an operation's records; `undefined` for an operation of a single provider. */
export function findRequiredFields({ id, family, providers }: PixOperation): FieldTree | undefined {
  return providers === undefined ? (trees.get(id) ?? trees.get(family)) : undefined;
}

/** Returns a value without the fields that are not in the tree, at any depth. */
export function pickFields(value: unknown, fields: FieldTree | undefined): unknown {
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => fields.has(name))
      .map(([name, field]) => [name, pickFields(field, fields.get(name))]),
  );
}
