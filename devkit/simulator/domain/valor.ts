import { calculateCobV, type CobVAmounts, type CobVValor } from 'nestjs-pix';
import type { CobVConteudo } from '../families/charges.js';

/** Calculates what a due-date charge is worth on a day. */
export function calculateOnDay(
  { valor, dataDeVencimento }: CobVConteudo,
  day: string,
): CobVAmounts {
  return calculateCobV({ calendario: { dataDeVencimento }, valor: valor as CobVValor }, day);
}
