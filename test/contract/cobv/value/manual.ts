/**
 * The value of a due-date charge, written from the equations of the BCB alone, in exact fractions,
 * and day by day: `Manual de Padrões para Iniciação do Pix`, version 2.10.0, annex III, section 4.
 * It shares no code with `lib`.
 *
 * - (1) `Vf = Vo - Va - Vd + Vj + Vm`
 * - (2) `Va = Vo × Ia/100`, truncated to two decimals; a fixed amount is `Va` itself
 * - (3) `Vd = (Vo - Va) × Id/100`, truncated to two decimals, until a date. The earliest date is
 *   compared first; a date on a day off moves to the next business day
 * - (4) `Vd = Vdd × Dα`; (5), (6) `Dα = max(0; DataVenc - DataCalc)`, calendar or business days
 * - (7) `Vd = (Vo - Va) × Idd/100 × Dα`. The manual states no rounding here: truncated as (3)
 * - (8) `Vj = Vjd × Dα`; (9), (10) `Dα = max(0; DataCalc - DataVenc)`, calendar or business days
 * - (11) `Vj = (Vo - Va) × ((Ij/100)/n × Dα)`: the factor in parentheses is truncated to six
 *   decimals, `Vj` to two. `n` is 1, 30, 360 for calendar days and 1, 21, 252 for business days
 * - (12) `Vm = Vm × k`; (14) `Vm = (Vo - Va) × Im/100 × k`, truncated to two decimals
 * - (13) `k = Dα / max(1; Dα)` with the days of the interest. Without interest the manual states
 *   none: business days, as bacen/pix-api#297 answers
 * - `DataVenc` on a day off moves to the next business day
 *
 * No equation covers a charge whose reductions reach it. The rule here: the rebate, then the
 * discount, leave R$ 0.01.
 */
class Fraction {
  constructor(
    readonly numerator: bigint,
    readonly denominator = 1n,
  ) {}

  static of(text: string): Fraction {
    const [integer = '', decimals = ''] = text.split('.');
    return new Fraction(BigInt(integer + decimals), 10n ** BigInt(decimals.length));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(divisor: number): Fraction {
    return new Fraction(this.numerator, this.denominator * BigInt(divisor));
  }

  atMost(other: Fraction): Fraction {
    return this.minus(other).numerator > 0n ? other : this;
  }

  truncate(decimals: number): Fraction {
    const scale = 10n ** BigInt(decimals);
    return new Fraction((this.numerator * scale) / this.denominator, scale);
  }

  toString(): string {
    const cents = String((this.numerator * 100n) / this.denominator).padStart(3, '0');
    return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
  }
}

const ZERO = new Fraction(0n);
const CENT = new Fraction(1n, 100n);

export interface ManualCharge {
  readonly due: string;
  readonly original: string;
  readonly abatimento?: readonly [mode: number, value: string];
  readonly desconto?: readonly [mode: number, value: string];
  readonly descontoDataFixa?: readonly (readonly [date: string, value: string])[];
  readonly juros?: readonly [mode: number, value: string];
  readonly multa?: readonly [mode: number, value: string];
}

/** Easter Sundays as published, not computed. */
const EASTER =
  '2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13'.split(
    ' ',
  );

const NATIONAL = '01-01 04-21 05-01 09-07 10-12 11-02 11-15 12-25'.split(' ');

function move(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isDayOff(day: string, local: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || local.has(day)) return true;
  if (NATIONAL.includes(day.slice(5)) || (day.slice(5) === '11-20' && day >= '2024')) return true;
  const easter = EASTER.find((sunday) => sunday.slice(0, 4) === day.slice(0, 4));
  if (easter === undefined) throw new Error(`no Easter for ${day}`);
  return [-48, -47, -2, 60].some((days) => move(easter, days) === day);
}

/** One row of what the manual computes for a day, as decimal text. */
export function computeByManual(
  charge: ManualCharge,
  day: string,
  local: ReadonlySet<string> = new Set(),
) {
  const nextBusinessDay = (date: string): string =>
    isDayOff(date, local) ? nextBusinessDay(move(date, 1)) : date;
  const calendarDays = (from: string, to: string): number => {
    let days = 0;
    for (let date = from; date < to; date = move(date, 1)) days += 1;
    return days;
  };
  const businessDays = (from: string, to: string): number => {
    let days = 0;
    for (let date = move(from, 1); date <= to; date = move(date, 1)) {
      if (!isDayOff(date, local)) days += 1;
    }
    return days;
  };
  const due = nextBusinessDay(charge.due);
  const original = Fraction.of(charge.original);

  // (2)
  const [rebateMode, rebate = '0'] = charge.abatimento ?? [];
  const abatimento = (
    rebateMode === 2
      ? original.times(Fraction.of(rebate).over(100)).truncate(2)
      : Fraction.of(rebate)
  ).atMost(original.minus(CENT));
  const base = original.minus(abatimento);

  // (8) to (11)
  const [interestMode = 0, interest = '0'] = charge.juros ?? [];
  const late = interestMode < 5 ? calendarDays(due, day) : businessDays(due, day);
  const divisors: Record<number, number> = { 2: 1, 3: 30, 4: 360, 6: 1, 7: 21, 8: 252 };
  const divisor = divisors[interestMode];
  const rate = Fraction.of(interest);
  const lateDays = new Fraction(BigInt(late));
  const juros =
    divisor === undefined
      ? rate.times(lateDays)
      : base.times(rate.over(100).over(divisor).times(lateDays).truncate(6)).truncate(2);

  // (12) to (14)
  const [fineMode, fine = '0'] = charge.multa ?? [];
  const daysOfK = charge.juros ? late : businessDays(due, day);
  const k = new Fraction(BigInt(daysOfK)).over(Math.max(1, daysOfK));
  const multa =
    fineMode === 2
      ? base.times(Fraction.of(fine).over(100)).times(k).truncate(2)
      : Fraction.of(fine).times(k);

  // (3) to (7)
  const [discountMode = 0, discount = '0'] = charge.desconto ?? [];
  let desconto = ZERO;
  if (discountMode <= 2) {
    const dates = [...(charge.descontoDataFixa ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    const [, value = '0'] = dates.find(([date]) => day <= nextBusinessDay(date)) ?? [];
    desconto =
      discountMode === 1
        ? Fraction.of(value)
        : base.times(Fraction.of(value).over(100)).truncate(2);
  } else {
    const advance = discountMode % 2 ? calendarDays(day, due) : businessDays(day, due);
    const perDay = Fraction.of(discount).times(new Fraction(BigInt(advance)));
    desconto = discountMode <= 4 ? perDay : base.times(perDay.over(100)).truncate(2);
  }
  desconto = desconto.atMost(base.plus(juros).plus(multa).minus(CENT));

  // (1)
  const total = base.minus(desconto).plus(juros).plus(multa);
  return {
    original: String(original),
    abatimento: String(abatimento),
    desconto: String(desconto),
    juros: String(juros),
    multa: String(multa),
    total: String(total),
  };
}
