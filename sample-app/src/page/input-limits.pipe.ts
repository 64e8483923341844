import {
  type ArgumentMetadata,
  BadRequestException,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';

/** Levels of objects and lists in a body. Those of the shop have 3. */
const MAX_DEPTH = 20;

/**
 * Refuses bodies and queries with the character U+0000, which PostgreSQL cannot store or compare, and bodies that are
 * nested deeper than the validation can follow.
 */
@Injectable()
export class InputLimitsPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type === 'body' || type === 'query') check(value, 0);
    return value;
  }
}

/** @throws BadRequestException */
function check(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new BadRequestException('Os textos não podem conter o caractere U+0000');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH) throw new BadRequestException('O corpo tem níveis demais');
  for (const child of Object.values(value)) check(child, depth + 1);
}
