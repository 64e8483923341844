import { BadRequestException } from '@nestjs/common';
import { UUID } from '../database/uuid.js';

/** The place of a row in a list: lists are sorted by instant, then by identifier. */
export interface Cursor {
  readonly instant: Date;
  readonly id: string;
}

/** Types of identifiers, with the texts that PostgreSQL reads as such. */
const ID_TYPES = {
  uuid: UUID,
  text: /^[\w.:-]{1,80}$/,
  bigint: /^\d{1,15}$/,
} as const;
export type IdType = keyof typeof ID_TYPES;

export function writeCursor({ instant, id }: Cursor): string {
  return `${instant.getTime().toString(36)}~${id}`;
}

/** @throws BadRequestException for a text that `writeCursor` did not return */
export function readCursor(text: string, type: IdType): Cursor {
  const [time = '', id = '', ...rest] = text.split('~');
  const instant = new Date(/^[0-9a-z]{1,9}$/.test(time) ? parseInt(time, 36) : NaN);
  if (rest.length > 0 || Number.isNaN(instant.getTime()) || !ID_TYPES[type].test(id)) {
    throw new BadRequestException('depois deve ser o valor de proxima da página anterior');
  }
  return { instant, id };
}
