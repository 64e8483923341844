import { isCalendarDate, isInstant } from 'nestjs-pix/spec';
import { CommandError } from '../command-error.js';

/** A period of the time of Brasília, which has had no daylight saving time since 2019. */
export interface Period {
  readonly inicio: string;
  readonly fim: string;
}

const OFFSET = '-03:00';

/**
 * Reads the period of the options.
 *
 * @param now milliseconds since the epoch
 * @throws CommandError that names the option
 */
export function readPeriod(from: string, to: string | undefined, now: number): Period {
  const inicio = toInstant('--from', from, '00:00:00');
  // To the end of the day: 23:59:59 would leave out the milliseconds after it.
  const last = to === undefined ? now : Date.parse(toInstant('--to', to, '24:00:00'));
  // Banks refuse a period that ends in the future.
  const fim = toSeconds(Math.min(last, now));
  if (Date.parse(inicio) < Date.parse(fim)) return { inicio, fim };
  throw new CommandError('--from must be before --to and before now.');
}

function toInstant(option: string, text: string, time: string): string {
  if (isCalendarDate(text)) return toSeconds(Date.parse(`${text}T${time}${OFFSET}`));
  if (isInstant(text)) return toSeconds(Date.parse(text));
  throw new CommandError(`${option} must be a day such as 2026-11-01, or an RFC 3339 instant.`);
}

function toSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
