import {
  encodeBrCode,
  type CobCompleta,
  type CobVCompleta,
  type Devolucao,
  type LoteCobVConsultado,
  type PayloadLocationCompleta,
  type Pix,
  type Recebedor,
} from 'nestjs-pix';
import type { InterLoteSituacao, InterLoteSumario } from 'nestjs-pix/banks';
import type {
  CobConteudo,
  CobRecord,
  CobVConteudo,
  CobVRecord,
  DevolucaoRecord,
  LoteRecord,
  PayableRecord,
  PixRecord,
} from '../../families/charges.js';
import { withoutUndefined } from '../../families/family.js';
import type { LocRecord } from '../../families/locations.js';
import type { Frozen, TimedRecord } from '../../kernel/records.js';
import type { SimulatorSettings } from '../../settings/options.js';

/** Converts a charge to schema `CobCompleta`, at a revision. Default: the current revision. */
export function toCob(
  { recebedor }: SimulatorSettings,
  record: CobRecord,
  { revisao, conteudo }: { revisao: number; conteudo: CobConteudo } = record,
): Frozen<CobCompleta> {
  const { expiracao, ...content } = conteudo;
  const calendario = { criacao: toInstant(record), expiracao };
  return { calendario, ...toCharge(record, revisao, recebedor), ...content };
}

/**
 * Converts a charge to schema `CobVCompleta`, at a revision. Default: the current revision. The
 * schema requires a `location` but does not define it; it is the same as in an immediate charge.
 */
export function toCobV(
  { recebedor }: SimulatorSettings,
  record: CobVRecord,
  { revisao, conteudo }: { revisao: number; conteudo: CobVConteudo } = record,
): Frozen<CobVCompleta & { location?: string }> {
  const { dataDeVencimento, validadeAposVencimento, ...content } = conteudo;
  const calendario = { criacao: toInstant(record), dataDeVencimento, validadeAposVencimento };
  const charge = toCharge(record, revisao, recebedor);
  return { calendario, ...charge, ...content, recebedor: toRecebedor(recebedor) };
}

/** Returns the fields that depend on the charge, not on its content. */
function toCharge(
  { txid, loc, pix, revisao: current }: PayableRecord,
  revisao: number,
  recebedor: SimulatorSettings['recebedor'],
) {
  return {
    txid,
    revisao,
    ...(loc && {
      loc: toLoc(loc),
      location: loc.location,
      pixCopiaECola: buildBrCode(loc, recebedor),
    }),
    ...(pix.length > 0 && revisao === current && { pix: pix.map(toPix) }),
  };
}

/** Returns when a record was created, RFC 3339. */
export function toInstant({ createdAt }: TimedRecord): string {
  return new Date(createdAt).toISOString();
}

/** Converts the receiver to schema `DadosRecebedor`. */
export function toRecebedor(recebedor: SimulatorSettings['recebedor']): Recebedor {
  const { cnpj, nome, nomeFantasia, logradouro, cidade, uf, cep } = recebedor;
  return withoutUndefined({ cnpj, nome, nomeFantasia, logradouro, cidade, uf, cep });
}

/** Converts a batch to schema `LoteCobVConsultado`. */
export function toLote(lote: LoteRecord): Frozen<LoteCobVConsultado> {
  return {
    id: lote.numero,
    descricao: lote.descricao,
    criacao: toInstant(lote),
    cobsv: lote.itens.map(({ txid, status, problema, createdAt }) => ({
      txid,
      status,
      ...(problema && { problema }),
      ...(createdAt !== undefined && { criacao: toInstant({ createdAt }) }),
    })),
  };
}

/** Converts a location to schema `PayloadLocationCompleta`. */
export function toLoc({ createdAt, ...loc }: LocRecord): PayloadLocationCompleta {
  return withoutUndefined({ ...loc, criacao: toInstant({ createdAt }) });
}

/** Builds the BR Code of the charge at a location. */
export function buildBrCode(
  { location }: LocRecord,
  { nome, cidade }: SimulatorSettings['recebedor'],
): string {
  return encodeBrCode({ location, nome, cidade });
}

/** Converts a payment to schema `Pix`. */
export function toPix({ createdAt, pagador, devolucoes, ...pix }: PixRecord): Pix {
  return {
    ...pix,
    horario: toInstant({ createdAt }),
    ...(devolucoes.length > 0 && { devolucoes: devolucoes.map(toDevolucao) }),
  };
}

/** Converts a refund to schema `Devolucao`. */
export function toDevolucao(record: DevolucaoRecord): Devolucao {
  const { requestedAt: solicitacao, settledAt: liquidacao, endsAt, ...refund } = record;
  return { ...refund, horario: withoutUndefined({ solicitacao, liquidacao }) };
}

/** Converts a batch to Inter's summary of its progress. */
export function toSumario(lote: LoteRecord): InterLoteSumario {
  const count = (situacao: InterLoteSituacao) =>
    lote.itens.filter(({ status }) => status === situacao).length;
  return {
    dataCriacaoProcessamento: toInstant(lote),
    statusProcessamento: count('EM_PROCESSAMENTO') > 0 ? 'EM_PROCESSAMENTO' : 'PROCESSADO',
    totalCobrancas: lote.itens.length,
    totalCobrancasCriadas: count('CRIADA'),
    totalCobrancasNegadas: count('NEGADA'),
  };
}
