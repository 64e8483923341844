import { randomBytes } from 'node:crypto';
import type { CobRNotification, Devolucao, Pix, RecNotification } from '../../contract/index.js';

const ISPB = '12345678';
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that nobody has had before. */
function random(length: number): string {
  return [...randomBytes(length)]
    .map((byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length] ?? '')
    .join('');
}

/** `yyyyMMddHHmm`, or its beginning. */
function digitsOf(time: Date, length: number): string {
  return time.toISOString().replace(/\D/g, '').slice(0, length);
}

/** A Pix received just now, of 37.00, with a txid and an end-to-end id of its own. */
export function buildPix(fields: Partial<Pix> = {}): Pix {
  const now = new Date();
  return {
    endToEndId: `E${ISPB}${digitsOf(now, 12)}${random(11)}`,
    txid: random(32),
    valor: '37.00',
    horario: now.toISOString(),
    ...fields,
  };
}

/** A refund of 37.00 that reached its end. It belongs in the `devolucoes` of a Pix. */
export function buildDevolucao(fields: Partial<Devolucao> = {}): Devolucao {
  const now = new Date();
  return {
    id: random(16),
    rtrId: `D${ISPB}${digitsOf(now, 12)}${random(11)}`,
    valor: '37.00',
    horario: { solicitacao: now.toISOString(), liquidacao: now.toISOString() },
    status: 'DEVOLVIDO',
    ...fields,
  };
}

/** A recurrence that the payer approved. */
export function buildRecorrencia(fields: Partial<RecNotification> = {}): RecNotification {
  const now = new Date();
  return {
    idRec: `RN${ISPB}${digitsOf(now, 8)}${random(11)}`,
    status: 'APROVADA',
    atualizacao: [{ status: 'APROVADA', data: now.toISOString() }],
    ...fields,
  };
}

/** A recurring charge that was scheduled. */
export function buildCobrancaRecorrente(fields: Partial<CobRNotification> = {}): CobRNotification {
  const now = new Date();
  return {
    idRec: `RN${ISPB}${digitsOf(now, 8)}${random(11)}`,
    txid: random(32),
    status: 'ATIVA',
    atualizacao: [{ status: 'ATIVA', data: now.toISOString() }],
    ...fields,
  };
}
