import type { ValidationViolacao } from '../../../errors/index.js';
import { addDays, isCalendarDate, isValor, nextBusinessDay } from '../../../values/index.js';
import { toRecord } from '../../validation/fields.js';
import { calculateCobV, type CobVCharge } from './calculate.js';

const ONE_CENT = '0.01';

/**
 * Lists the charges of a valid body that fall to one cent on a day from `today` on which they can be
 * paid, as far as the body tells: a revision may lack the amount, or the due date from which its
 * discounts count.
 */
export function listOneCents(body: object, today: string): ValidationViolacao[] {
  const { cobsv } = body as { cobsv?: unknown };
  const charges: (readonly [string, unknown])[] = Array.isArray(cobsv)
    ? cobsv.map((charge: unknown, index) => [`cobsv[${index}].`, charge])
    : [['', body]];
  return charges.flatMap(([path, given]) => {
    const charge = readCharge(toRecord(given), today);
    const day = charge && findOneCentDay(charge, today);
    if (day === undefined) return [];
    const propriedade = `${path}valor.${charge?.valor.desconto ? 'desconto' : 'abatimento'}`;
    const razao = `${propriedade} deixa a cobrança em R$ 0,01 para quem paga em ${day}. Para enviá-la assim, use allowOneCent: true`;
    return [{ propriedade, razao }];
  });
}

function readCharge(
  { valor, calendario }: Readonly<Record<string, unknown>>,
  today: string,
): CobVCharge | undefined {
  const known = toRecord(valor) as unknown as CobVCharge['valor'];
  if (!isValor(known.original)) return undefined;
  const { dataDeVencimento, ...prazo } = toRecord(calendario) as Partial<CobVCharge['calendario']>;
  if (dataDeVencimento !== undefined) {
    return { calendario: { dataDeVencimento, ...prazo }, valor: known };
  }
  // The dates of discounts are not after the due date.
  const [last = today] = listDates(known.desconto).sort().reverse();
  const { desconto, ...rest } = known;
  const isKnown = (desconto?.descontoDataFixa ?? undefined) !== undefined;
  return { calendario: { dataDeVencimento: last }, valor: isKnown ? known : rest };
}

/**
 * Finds the first day on which a charge falls to one cent, of the days from `from` on which it can
 * be paid. Its value falls only where a discount ends and a larger one begins.
 */
export function findOneCentDay(charge: CobVCharge, from: string): string | undefined {
  const begins = listDates(charge.valor.desconto).map((date) => addDays(nextBusinessDay(date), 1));
  const days = [from, ...begins.filter((day) => day > from)].sort();
  return days.find((day) => {
    const { isPayable, total, original } = calculateCobV(charge, day);
    return isPayable && total === ONE_CENT && original !== ONE_CENT;
  });
}

function listDates(desconto: CobVCharge['valor']['desconto']): string[] {
  return (desconto?.descontoDataFixa ?? []).map(({ data }) => data).filter(isCalendarDate);
}
