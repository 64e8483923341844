import { ApiProperty } from '@nestjs/swagger';

/** The answer to a request that failed. */
export class ErrorView {
  readonly statusCode!: number;
  /** For people, in Portuguese; a list when several fields are wrong. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  readonly message!: string | string[];
  readonly error?: string;
}
