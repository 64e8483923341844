import type { Devolucao, Pix } from 'nestjs-pix';
import type { DevolucaoRecord, PixRecord } from '../../families/pix/pix.record.js';

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
