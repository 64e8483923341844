import type { CobVCompleta, Recebedor } from 'nestjs-pix';
import type { CobVConteudo, CobVRecord } from '../../families/cobv/cobv.record.js';
import type { Frozen } from '../../kernel/draft.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { buildBrCode } from './loc.br-code.js';
import { toLoc } from './loc.view.js';
import { toPix } from './pix.view.js';

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
