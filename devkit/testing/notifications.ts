import {
  generateDevolucaoId,
  generateEndToEndId,
  generateIdRec,
  generateTxid,
  type CobRNotification,
  type Devolucao,
  type Pix,
  type RecNotification,
} from 'nestjs-pix';
import { generateRtrId } from 'nestjs-pix/spec';

const ISPB = '12345678';

/** Builds a Pix of 37.00 that was just received, with a new txid and end-to-end id. */
export function buildPix(fields: Partial<Pix> = {}): Pix {
  const now = new Date();
  return {
    endToEndId: generateEndToEndId({ ispb: ISPB, date: now }),
    txid: generateTxid(),
    valor: '37.00',
    horario: now.toISOString(),
    ...fields,
  };
}

/** Builds a refund of 37.00 in a final status, for the `devolucoes` of a Pix. */
export function buildDevolucao(fields: Partial<Devolucao> = {}): Devolucao {
  const now = new Date();
  return {
    id: generateDevolucaoId(),
    rtrId: generateRtrId({ ispb: ISPB, date: now }),
    valor: '37.00',
    horario: { solicitacao: now.toISOString(), liquidacao: now.toISOString() },
    status: 'DEVOLVIDO',
    ...fields,
  };
}

/** Builds a recurrence that the payer approved. */
export function buildRecorrencia(fields: Partial<RecNotification> = {}): RecNotification {
  const now = new Date();
  return {
    idRec: buildIdRec(now),
    status: 'APROVADA',
    atualizacao: [{ status: 'APROVADA', data: now.toISOString() }],
    ...fields,
  };
}

/** Builds a scheduled recurring charge. */
export function buildCobrancaRecorrente(fields: Partial<CobRNotification> = {}): CobRNotification {
  const now = new Date();
  return {
    idRec: buildIdRec(now),
    txid: generateTxid(),
    status: 'ATIVA',
    atualizacao: [{ status: 'ATIVA', data: now.toISOString() }],
    ...fields,
  };
}

function buildIdRec(creationDate: Date): string {
  return generateIdRec({ ispb: ISPB, politicaRetentativa: 'NAO_PERMITE', creationDate });
}
