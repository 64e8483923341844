import { isObject } from 'nestjs-pix/internal';
import type { PixOperation } from 'nestjs-pix/spec';

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
