import { randomBytes } from 'node:crypto';
import type { CobRNotification, Devolucao, Pix, RecNotification } from '../../contract/index.js';

const ISPB = '12345678';
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns random letters and digits. */
function random(length: number): string {
  return [...randomBytes(length)]
    .map((byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length] ?? '')
    .join('');
}

/** Formats a time as `yyyyMMddHHmm`, or the beginning of it. */
function formatDigits(time: Date, length: number): string {
  return time.toISOString().replace(/\D/g, '').slice(0, length);
}

/** Builds a Pix of 37.00 that was just received, with a new txid and end-to-end id. */
export function buildPix(fields: Partial<Pix> = {}): Pix {
  const now = new Date();
  return {
    endToEndId: `E${ISPB}${formatDigits(now, 12)}${random(11)}`,
    txid: random(32),
    valor: '37.00',
    horario: now.toISOString(),
    ...fields,
  };
}

/** Builds a refund of 37.00 in a final status, for the `devolucoes` of a Pix. */
export function buildDevolucao(fields: Partial<Devolucao> = {}): Devolucao {
  const now = new Date();
  return {
    id: random(16),
    rtrId: `D${ISPB}${formatDigits(now, 12)}${random(11)}`,
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
    idRec: `RN${ISPB}${formatDigits(now, 8)}${random(11)}`,
    status: 'APROVADA',
    atualizacao: [{ status: 'APROVADA', data: now.toISOString() }],
    ...fields,
  };
}

/** Builds a scheduled recurring charge. */
export function buildCobrancaRecorrente(fields: Partial<CobRNotification> = {}): CobRNotification {
  const now = new Date();
  return {
    idRec: `RN${ISPB}${formatDigits(now, 8)}${random(11)}`,
    txid: random(32),
    status: 'ATIVA',
    atualizacao: [{ status: 'ATIVA', data: now.toISOString() }],
    ...fields,
  };
}
