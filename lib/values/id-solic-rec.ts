import { calendarDate } from './calendar-date.js';
import { checkIspb, checkSequence } from './parts.js';

export interface IdSolicRecInput {
  /** Of whoever sends the request: 8 digits. */
  ispb: string;
  /** Calendar date `YYYY-MM-DD`, or an instant, whose day is taken in Brazil. Default: today. */
  creationDate?: Date | string | undefined;
  /** 11 characters of [a-zA-Z0-9]. Default: random. */
  sequence?: string | undefined;
}

/**
 * An identifier of a recurrence-confirmation request, as a provider gives it: 29 characters
 * (BCB schema `SolicRecId`).
 *
 * @throws ValidationError naming the bad `field`
 */
export function generateIdSolicRec(input: IdSolicRecInput): string {
  const date = calendarDate(input.creationDate ?? new Date(), 'creationDate');
  return `SC${checkIspb(input.ispb)}${date.replaceAll('-', '')}${checkSequence(input.sequence)}`;
}
