/**
 * The value of a due-date charge, in exact fractions: `Manual de Padrões para Iniciação do Pix`, version 2.10.0, annex III,
 * section 4. Written from its equations (docs/decisions.md D226) by somebody who had not seen `lib`; it shares no code with
 * it. Nothing is rounded except where an equation truncates.
 */
export interface ManualCharge {
  readonly due: string; // YYYY-MM-DD, as printed on the charge, may be a day off
  readonly original: string; // '123.45'
  readonly abatimento?: readonly [mode: number, value: string]; // 1 amount, 2 percent
  // 1 amount until dates, 2 percent until dates, 3 amount per calendar day of advance, 4 amount per business day
  // of advance, 5 percent per calendar day of advance, 6 percent per business day of advance
  readonly desconto?: readonly [mode: number, value: string];
  readonly descontoDataFixa?: readonly (readonly [date: string, value: string])[]; // for modes 1 and 2
  // 1 amount per calendar day; 2,3,4 percent per day, month, year in calendar days; 5 amount per business day;
  // 6,7,8 percent per day, month, year in business days
  readonly juros?: readonly [mode: number, value: string];
  readonly multa?: readonly [mode: number, value: string]; // 1 amount, 2 percent
}

// exact fractions (never negative denominators)

interface Fraction {
  readonly num: bigint;
  readonly den: bigint; // > 0
}

const whole = (value: bigint): Fraction => ({ num: value, den: 1n });
const ZERO: Fraction = whole(0n);
const CENT: Fraction = { num: 1n, den: 100n };
const HUNDRED: Fraction = whole(100n);

function plus(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

function minus(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.den - b.num * a.den, den: a.den * b.den };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

function over(a: Fraction, b: Fraction): Fraction {
  if (b.num <= 0n) throw new RangeError('divisor must be positive');
  return { num: a.num * b.den, den: a.den * b.num };
}

function less(a: Fraction, b: Fraction): boolean {
  return a.num * b.den < b.num * a.den;
}

function atMost(value: Fraction, limit: Fraction): Fraction {
  const capped = less(limit, value) ? limit : value;
  return less(capped, ZERO) ? ZERO : capped;
}

/** Drops the decimals after the given number of them. */
function truncate(value: Fraction, decimals: bigint): Fraction {
  const scale = 10n ** decimals;
  return { num: (value.num * scale) / value.den, den: scale };
}

const toCents = (value: Fraction): Fraction => truncate(value, 2n);

function parse(text: string): Fraction {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (match === null) throw new RangeError(`not a number with at most two decimals: ${text}`);
  const decimals = (match[2] ?? '').padEnd(2, '0');
  return { num: BigInt(`${match[1] ?? ''}${decimals}`), den: 100n };
}

function print(value: Fraction): string {
  const scaled = value.num * 100n;
  if (scaled % value.den !== 0n) throw new Error('an amount is not a number of whole cents');
  const cents = scaled / value.den;
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

// calendar: a day is the number of days since 1970-01-01

const NO_HOLIDAYS: ReadonlySet<string> = new Set<string>();
const MS_PER_DAY = 86_400_000;

function dayNumber(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / MS_PER_DAY;
}

function dayText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

function parseDay(text: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) throw new RangeError(`not a date: ${text}`);
  const day = dayNumber(Number(match[1]), Number(match[2]), Number(match[3]));
  if (dayText(day) !== text) throw new RangeError(`no such date: ${text}`);
  return day;
}

/** Gregorian Easter Sunday (the "anonymous" algorithm of Meeus, Jones and Butcher). */
function computeEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayNumber(year, Math.floor(n / 31), (n % 31) + 1);
}

const nationalByYear = new Map<number, ReadonlySet<number>>();

function listNational(year: number): ReadonlySet<number> {
  const known = nationalByYear.get(year);
  if (known !== undefined) return known;
  const sunday = computeEaster(year);
  const days = new Set<number>([
    dayNumber(year, 1, 1),
    sunday - 48, // Carnival Monday
    sunday - 47, // Carnival Tuesday
    sunday - 2, // Good Friday
    dayNumber(year, 4, 21),
    dayNumber(year, 5, 1),
    sunday + 60, // Corpus Christi
    dayNumber(year, 9, 7),
    dayNumber(year, 10, 12),
    dayNumber(year, 11, 2),
    dayNumber(year, 11, 15),
    dayNumber(year, 12, 25),
  ]);
  if (year >= 2024) days.add(dayNumber(year, 11, 20));
  nationalByYear.set(year, days);
  return days;
}

function isBusinessDay(day: number, local: ReadonlySet<string>): boolean {
  const date = new Date(day * MS_PER_DAY);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (listNational(date.getUTCFullYear()).has(day)) return false;
  return local.size === 0 || !local.has(dayText(day));
}

function findBusinessDay(day: number, local: ReadonlySet<string>): number {
  let found = day;
  while (!isBusinessDay(found, local)) found += 1;
  return found;
}

/** The days after `from`, up to and including `to`; 0 if `to` is not after `from`. */
function countDays(
  from: number,
  to: number,
  business: boolean,
  local: ReadonlySet<string>,
): Fraction {
  let count = 0;
  if (business) {
    for (let day = from + 1; day <= to; day += 1) if (isBusinessDay(day, local)) count += 1;
  } else {
    count = Math.max(0, to - from);
  }
  return whole(BigInt(count));
}

// the equations

function unknownMode(what: string, mode: number): never {
  throw new RangeError(`unknown mode of ${what}: ${mode}`);
}

/** Equation (2), and the amount. */
function computeRebate(charge: ManualCharge, vo: Fraction): Fraction {
  if (charge.abatimento === undefined) return ZERO;
  const [mode, text] = charge.abatimento;
  const value = parse(text);
  if (mode === 1) return value;
  if (mode === 2) return toCents(times(vo, over(value, HUNDRED)));
  return unknownMode('abatimento', mode);
}

/** The value of the earliest date that has not passed (on the day of payment), if there is one. */
function findUntilDate(
  charge: ManualCharge,
  paid: number,
  local: ReadonlySet<string>,
): Fraction | undefined {
  let earliest: number | undefined;
  let value: Fraction | undefined;
  for (const [date, text] of charge.descontoDataFixa ?? []) {
    const printed = parseDay(date);
    if (paid > findBusinessDay(printed, local)) continue;
    if (earliest === undefined || printed < earliest) {
      earliest = printed;
      value = parse(text);
    }
  }
  return value;
}

/** Equations (3), (4) and (7), with the days of (5) and (6). `base` is Vo − Va. */
function computeDiscount(
  charge: ManualCharge,
  base: Fraction,
  due: number,
  paid: number,
  local: ReadonlySet<string>,
): Fraction {
  if (charge.desconto === undefined) return ZERO;
  const [mode, text] = charge.desconto;
  switch (mode) {
    case 1:
      return findUntilDate(charge, paid, local) ?? ZERO;
    case 2: {
      const percent = findUntilDate(charge, paid, local);
      return percent === undefined ? ZERO : toCents(times(base, over(percent, HUNDRED)));
    }
    case 3:
    case 4: {
      const days = countDays(paid, due, mode === 4, local);
      return times(parse(text), days);
    }
    case 5:
    case 6: {
      const days = countDays(paid, due, mode === 6, local);
      return toCents(times(times(base, over(parse(text), HUNDRED)), days));
    }
    default:
      return unknownMode('desconto', mode);
  }
}

/** n of equation (11), for the percentages. */
function getDaysOfRate(mode: number): bigint {
  switch (mode) {
    case 2:
    case 6:
      return 1n;
    case 3:
      return 30n;
    case 4:
      return 360n;
    case 7:
      return 21n;
    case 8:
      return 252n;
    default:
      return unknownMode('juros', mode);
  }
}

/** Equations (8) and (11); `late` is Dα of (9) or (10). */
function computeInterest(charge: ManualCharge, base: Fraction, late: Fraction): Fraction {
  if (charge.juros === undefined) return ZERO;
  const [mode, text] = charge.juros;
  const value = parse(text);
  if (mode === 1 || mode === 5) return times(value, late);
  const factor = truncate(times(over(over(value, HUNDRED), whole(getDaysOfRate(mode))), late), 6n);
  return toCents(times(base, factor));
}

/** Equations (12) and (14), with k of (13). */
function computeFine(charge: ManualCharge, base: Fraction, late: Fraction): Fraction {
  if (charge.multa === undefined) return ZERO;
  const [mode, text] = charge.multa;
  const value = parse(text);
  const one = whole(1n);
  const k = over(late, less(late, one) ? one : late);
  if (mode === 1) return times(value, k);
  if (mode === 2) return toCents(times(times(base, over(value, HUNDRED)), k));
  return unknownMode('multa', mode);
}

export function computeByManual(
  charge: ManualCharge,
  day: string,
  local: ReadonlySet<string> = NO_HOLIDAYS,
): {
  original: string;
  abatimento: string;
  desconto: string;
  juros: string;
  multa: string;
  total: string;
} {
  const paid = parseDay(day);
  const due = findBusinessDay(parseDay(charge.due), local);

  const vo = parse(charge.original);
  const va = atMost(computeRebate(charge, vo), minus(vo, CENT));
  const base = minus(vo, va);

  // The days of delay are those of the interest; business days without interest.
  const inBusinessDays = charge.juros === undefined || charge.juros[0] >= 5;
  const late = countDays(due, paid, inBusinessDays, local);
  const vj = computeInterest(charge, base, late);
  const vm = computeFine(charge, base, late);

  const vd = atMost(
    computeDiscount(charge, base, due, paid, local),
    minus(plus(plus(base, vj), vm), CENT),
  );

  const vf = plus(plus(minus(minus(vo, va), vd), vj), vm); // (1)
  return {
    original: print(vo),
    abatimento: print(va),
    desconto: print(vd),
    juros: print(vj),
    multa: print(vm),
    total: print(vf),
  };
}
