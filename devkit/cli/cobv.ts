import {
  calculateCobV,
  ValidationError,
  type CobVAmounts,
  type CobVCalendarOptions,
  type CobVCharge,
} from 'nestjs-pix';
import { addDays, daysBetween, isObject, parseObject } from 'nestjs-pix/internal';
import { calendarDate, isCalendarDate } from 'nestjs-pix/spec';
import { CommandError, readOptionFile, type CommandContext } from './command.js';
import { renderJson } from './report.js';
import type { Texts } from './texts/en.js';

/** The options of `nestjs-pix cobv`. */
export type CobVCommandOptions = Readonly<
  Partial<Record<keyof Texts['cobv']['options'], string>>
> & { readonly explain?: true; readonly json?: true };

/** Days that one call computes. */
const MOST_DAYS = 3660;

/** @throws CommandError that names the option or the field that is wrong */
export async function showCobV(
  file: string | undefined,
  options: CobVCommandOptions,
  { console, input, texts }: CommandContext,
): Promise<void> {
  const charge =
    file === undefined
      ? buildCharge(options)
      : parseCharge(file === '-' ? await input.readAll() : await readOptionFile('[file]', file));
  const payer = await readPayer(options.municipio);
  try {
    const today = calendarDate(new Date(), 'day');
    const { dueDay, lastDay } = calculateCobV(charge, today, payer);
    const from = readDay(options.from) ?? (today <= lastDay ? today : dueDay);
    const to = readDay(options.to) ?? (from <= lastDay ? lastDay : from);
    const count = daysBetween(from, to) + 1;
    if (count < 1 || count > MOST_DAYS) {
      throw new CommandError((say) => say.period(MOST_DAYS));
    }
    const days = Array.from({ length: count }, (_, index) =>
      calculateCobV(charge, addDays(from, index), payer),
    );
    console.out(render(days, options, texts.cobv));
  } catch (error) {
    throw error instanceof ValidationError ? new CommandError(error.message) : error;
  }
}

function render(
  days: readonly CobVAmounts[],
  { json, explain }: CobVCommandOptions,
  texts: Texts['cobv'],
): string {
  if (json === true) return renderJson(days.map((day) => ({ ...day, steps: day.explain() })));
  return explain === true ? renderSteps(days, texts) : renderTable(days, texts);
}

const COLUMNS = ['original', 'abatimento', 'desconto', 'multa', 'juros', 'total'] as const;

/** Renders one row for each period of days with the same amounts. */
function renderTable(days: readonly CobVAmounts[], texts: Texts['cobv']): string {
  const rows: { readonly text: string; readonly from: string; to: string }[] = [];
  for (const day of days) {
    const amounts = COLUMNS.map((name) => day[name].padStart(13)).join('');
    const text = `${amounts}  ${day.isPayable ? '' : texts.closed}`.trimEnd();
    const last = rows.at(-1);
    if (last?.text === text) last.to = day.day;
    else rows.push({ text, from: day.day, to: day.day });
  }
  const lines = rows.map(
    ({ text, from, to }) => (from === to ? from : `${from} – ${to}`).padEnd(23) + text,
  );
  const falls = days.some(({ total, original }) => total === '0.01' && original !== total);
  return [
    texts.days.padEnd(23) + COLUMNS.map((name) => name.padStart(13)).join(''),
    ...lines,
    '',
    texts.dates(days[0]?.dueDay ?? '', days[0]?.lastDay ?? ''),
    ...(falls ? [texts.falls] : []),
    '',
  ].join('\n');
}

/** Renders the steps of the first day. */
function renderSteps([day]: readonly CobVAmounts[], texts: Texts['cobv']): string {
  const lines = day?.explain().flatMap(({ part, value, calculation, source, dispute }) => {
    const disputed = dispute === undefined ? [] : [`${texts.dispute}: ${dispute}`];
    const below = [source, ...disputed].map((text) => ' '.repeat(12) + text);
    return [`${part.padEnd(12)}${value}  ${calculation}`, ...below];
  });
  return [day?.day, ...(lines ?? []), ''].join('\n');
}

function parseCharge(text: string): CobVCharge {
  const body = parseObject(text);
  if (body && isObject(body.calendario) && isObject(body.valor)) return body as never;
  throw new CommandError((say) => say.noCharge);
}

/** Builds the charge of the options. @throws CommandError */
function buildCharge(options: CobVCommandOptions): CobVCharge {
  const { original, vencimento: dataDeVencimento, validade } = options;
  if (original === undefined || dataDeVencimento === undefined) {
    throw new CommandError((say) => say.chargeOptions);
  }
  const validity = validade === undefined ? {} : { validadeAposVencimento: Number(validade) };
  const names = ['abatimento', 'desconto', 'multa', 'juros'] as const;
  const given = names.filter((name) => options[name] !== undefined);
  const parts = given.map((name) => [name, parsePart(name, options[name])] as const);
  const valor = { original, ...Object.fromEntries(parts) };
  return { calendario: { dataDeVencimento, ...validity }, valor };
}

/** Parses `3:1.00`, or `1:2026-06-05=5.00,2026-06-09=3.00` of a discount until dates. */
function parsePart(name: string, given = '') {
  const [, modalidade, valorPerc] = /^(\d):(.+)$/.exec(given) ?? [];
  if (modalidade === undefined || valorPerc === undefined) {
    throw new CommandError((say) => say.example(`--${name}`, '2:1.00'));
  }
  if (!valorPerc.includes('=')) return { modalidade, valorPerc };
  const dates = valorPerc.split(',').map((item) => item.split('='));
  const descontoDataFixa = dates.map(([data, amount]) => ({ data, valorPerc: amount }));
  return { modalidade, descontoDataFixa };
}

function readDay(day: string | undefined): string | undefined {
  if (day === undefined || isCalendarDate(day)) return day;
  throw new CommandError((say) => say.days);
}

/** Reads a municipality and the file of its holidays: `3550308:feriados.txt`. */
async function readPayer(municipio: string | undefined): Promise<CobVCalendarOptions> {
  if (municipio === undefined) return {};
  const [, codMun, file] = /^(\d{7}):(.+)$/.exec(municipio) ?? [];
  if (file === undefined)
    throw new CommandError((say) => say.example('--municipio', '3550308:days.txt'));
  const text = await readOptionFile('--municipio', file);
  const days = new Set(text.match(/\d{4}-\d{2}-\d{2}/g));
  return { codMun, isLocalHoliday: (day) => days.has(day) };
}
