import type { CobCompleta } from 'nestjs-pix';
import type { CobConteudo, CobRecord } from '../../families/cob/cob.record.js';
import type { Frozen } from '../../kernel/draft.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { buildBrCode } from './loc.br-code.js';
import { toLoc } from './loc.view.js';
import { toPix } from './pix.view.js';

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
