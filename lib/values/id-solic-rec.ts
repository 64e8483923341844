import { calendarDate } from './calendar-date.js';
import { checkIspb, checkSequence } from './parts.js';

export interface IdSolicRecInput {
  /** ISPB of the participant that sends the request: 8 digits. */
  ispb: string;
  /**
   * Calendar date `YYYY-MM-DD`, or an instant, which counts by its day in Brazil. Default: today.
   */
  creationDate?: Date | string | undefined;
  /** 11 characters of [a-zA-Z0-9]. Default: random. */
  sequence?: string | undefined;
}

/**
 * Generates an identifier of a request to confirm, like a provider: 29 characters (BCB schema
 * `SolicRecId`).
 *
 * @throws ValidationError naming the invalid `field`
 */
export function generateIdSolicRec(input: IdSolicRecInput): string {
  const date = calendarDate(input.creationDate ?? new Date(), 'creationDate');
  return `SC${checkIspb(input.ispb)}${date.replaceAll('-', '')}${checkSequence(input.sequence)}`;
}
