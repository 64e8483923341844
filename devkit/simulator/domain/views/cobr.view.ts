import type { CobRCompleta, CobRNotification, CobRTentativa, PixAutomatico } from 'nestjs-pix';
import type { CobRRecord, TentativaRecord } from '../../families/cobr/cobr.record.js';
import type { PixRecord } from '../../families/pix/pix.record.js';
import { toDay } from '../../kernel/calendar/civil-date.js';
import type { SimulatorSettings } from '../../settings/simulator.settings.js';
import { toDevolucao } from './pix.view.js';

/** Converts a charge to the fields that responses and notifications share. */
export function toCobRNotification(cobr: CobRRecord): CobRNotification {
  const { idRec, txid, status, atualizacao, encerramento, tentativas, pix } = cobr;
  return {
    idRec,
    txid,
    status,
    atualizacao: [...atualizacao],
    ...(encerramento && { encerramento }),
    ...(tentativas.length > 0 && { tentativas: tentativas.map(toTentativa) }),
    ...(pix.length > 0 && { pix: pix.map((record) => toPixAutomatico(record, txid)) }),
  };
}

/** Converts a charge to schema `CobRCompleta`. */
export function toCobR({ recebedor }: SimulatorSettings, cobr: CobRRecord): CobRCompleta {
  const { createdAt, dataDeVencimento, valor, ajusteDiaUtil, politicaRetentativa } = cobr;
  const { infoAdicional, devedor, recebedor: conta } = cobr;
  const { cnpj, nome } = recebedor;
  return {
    ...toCobRNotification(cobr),
    ...(infoAdicional !== undefined && { infoAdicional }),
    calendario: { criacao: toDay(createdAt), dataDeVencimento },
    valor: { original: valor },
    politicaRetentativa,
    ajusteDiaUtil,
    recebedor: { cnpj, nome, ...conta },
    ...(devedor && { devedor }),
  };
}

function toTentativa(tentativa: TentativaRecord): CobRTentativa {
  const { dataLiquidacao, tipo, status, endToEndId, atualizacao, rejeicao } = tentativa;
  return {
    dataLiquidacao,
    tipo,
    status,
    endToEndId,
    atualizacao: [...atualizacao],
    ...(rejeicao && { rejeicao }),
  };
}

/** Converts a payment to schema `PixAutomatico`. */
function toPixAutomatico(pix: PixRecord, txid: string): PixAutomatico {
  const { endToEndId, valor, createdAt, infoPagador, devolucoes } = pix;
  return {
    endToEndId,
    txid,
    valor,
    horario: new Date(createdAt).toISOString(),
    ...(infoPagador !== undefined && { infoPagador }),
    ...(devolucoes.length > 0 && { devolucoes: devolucoes.map(toDevolucao) }),
  };
}
