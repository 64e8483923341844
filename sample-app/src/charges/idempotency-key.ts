import { BadRequestException } from '@nestjs/common';

const KEY = /^[\w-]{16,64}$/;

/**
 * Checks the header `Idempotency-Key`, which identifies what a repeated request creates.
 *
 * @throws BadRequestException when it has another form
 */
export function parseIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || KEY.test(value)) return value;
  throw new BadRequestException('Idempotency-Key deve ter de 16 a 64 letras, números, "-" ou "_"');
}
