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
  PixRecord,
} from '../../families/charges.js';
import type { LocRecord } from '../../families/locations.js';
import type { Frozen } from '../../kernel/records.js';
import type { SimulatorSettings } from '../../settings/options.js';

/** Converts a charge to schema `CobCompleta`, at a revision. Default: the current revision. */
export function toCob(
  { recebedor }: SimulatorSettings,
  record: CobRecord,
  { revisao, conteudo }: { revisao: number; conteudo: CobConteudo } = record,
): Frozen<CobCompleta> {
  const { loc, txid, pix } = record;
  const { expiracao, status, devedor, valor, chave, solicitacaoPagador, infoAdicionais } = conteudo;
  return {
    calendario: { criacao: new Date(record.createdAt).toISOString(), expiracao },
    txid,
    revisao,
    ...(loc && {
      loc: toLoc(loc),
      location: loc.location,
    }),
    status,
    ...(devedor && { devedor }),
    valor,
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
    ...(loc && { pixCopiaECola: buildBrCode(loc, recebedor) }),
    ...(pix.length > 0 && revisao === record.revisao && { pix: pix.map(toPix) }),
  };
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
  const { loc, txid, pix } = record;
  const { dataDeVencimento, validadeAposVencimento, status, devedor, valor, chave } = conteudo;
  const { solicitacaoPagador, infoAdicionais } = conteudo;
  const criacao = new Date(record.createdAt).toISOString();
  return {
    calendario: { criacao, dataDeVencimento, validadeAposVencimento },
    txid,
    revisao,
    ...(loc && { loc: toLoc(loc), location: loc.location }),
    status,
    devedor,
    recebedor: toRecebedor(recebedor),
    valor,
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
    ...(loc && { pixCopiaECola: buildBrCode(loc, recebedor) }),
    ...(pix.length > 0 && revisao === record.revisao && { pix: pix.map(toPix) }),
  };
}

/** Converts the receiver to schema `DadosRecebedor`. */
export function toRecebedor(recebedor: SimulatorSettings['recebedor']): Recebedor {
  const { cnpj, nome, nomeFantasia, logradouro, cidade, uf, cep } = recebedor;
  return {
    cnpj,
    nome,
    ...(nomeFantasia !== undefined && { nomeFantasia }),
    logradouro,
    cidade,
    uf,
    cep,
  };
}

/** Converts a batch to schema `LoteCobVConsultado`. */
export function toLote({
  numero,
  descricao,
  createdAt,
  itens,
}: LoteRecord): Frozen<LoteCobVConsultado> {
  return {
    id: numero,
    descricao,
    criacao: new Date(createdAt).toISOString(),
    cobsv: itens.map(({ txid, status, problema, createdAt }) => ({
      txid,
      status,
      ...(problema && { problema }),
      ...(createdAt !== undefined && { criacao: new Date(createdAt).toISOString() }),
    })),
  };
}

/** Converts a location to schema `PayloadLocationCompleta`. */
export function toLoc({
  id,
  location,
  tipoCob,
  createdAt,
  txid,
}: LocRecord): PayloadLocationCompleta {
  const criacao = new Date(createdAt).toISOString();
  return { id, ...(txid !== undefined && { txid }), location, tipoCob, criacao };
}

/** Builds the BR Code of the charge at a location. */
export function buildBrCode(
  { location }: LocRecord,
  { nome, cidade }: SimulatorSettings['recebedor'],
): string {
  return encodeBrCode({ location, nome, cidade });
}

/** Converts a payment to schema `Pix`. */
export function toPix(record: PixRecord): Pix {
  const { endToEndId, txid, valor, componentesValor, chave, createdAt, infoPagador, devolucoes } =
    record;
  return {
    endToEndId,
    ...(txid !== undefined && { txid }),
    valor,
    componentesValor,
    ...(chave !== undefined && { chave }),
    horario: new Date(createdAt).toISOString(),
    ...(infoPagador !== undefined && { infoPagador }),
    ...(devolucoes.length > 0 && { devolucoes: devolucoes.map(toDevolucao) }),
  };
}

/** Converts a refund to schema `Devolucao`. */
export function toDevolucao(record: DevolucaoRecord): Devolucao {
  const { id, rtrId, valor, natureza, descricao, requestedAt, settledAt, status, motivo } = record;
  return {
    id,
    rtrId,
    valor,
    natureza,
    ...(descricao !== undefined && { descricao }),
    horario: {
      solicitacao: requestedAt,
      ...(settledAt !== undefined && { liquidacao: settledAt }),
    },
    status,
    ...(motivo !== undefined && { motivo }),
  };
}

/** Converts a batch to Inter's summary of its progress. */
export function toSumario({ createdAt, itens }: LoteRecord): InterLoteSumario {
  const count = (situacao: InterLoteSituacao) =>
    itens.filter(({ status }) => status === situacao).length;
  return {
    dataCriacaoProcessamento: new Date(createdAt).toISOString(),
    statusProcessamento: count('EM_PROCESSAMENTO') > 0 ? 'EM_PROCESSAMENTO' : 'PROCESSADO',
    totalCobrancas: itens.length,
    totalCobrancasCriadas: count('CRIADA'),
    totalCobrancasNegadas: count('NEGADA'),
  };
}
