import { Transform, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

/** A day of the calendar; the month has the day. */
const DAY =
  /^(?!0000)\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$|^(?!0000)\d{2}(?:[02468][048]|[13579][26])-02-29$/;

/** An empty field of a form counts as absent. */
export const emptyAsAbsent = ({ value }: { value: unknown }): unknown =>
  value === '' ? undefined : value;

/** A period in days of São Paulo, both inclusive. */
export class PeriodDto {
  /** First day, `AAAA-MM-DD`. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @Matches(DAY, { message: 'de deve ser um dia, como 2026-03-10' })
  de?: string;

  /** Last day, `AAAA-MM-DD`. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @Matches(DAY, { message: 'ate deve ser um dia, como 2026-03-10' })
  ate?: string;
}

/** A period that was validated, or that the code states. */
export type Period = Pick<PeriodDto, keyof PeriodDto>;

/** Query of every list of the back office, and of its export. */
export class ListQueryDto extends PeriodDto {
  /** Text to search for; each list documents where. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsString({ message: 'busca deve ser um texto' })
  @MaxLength(80, { message: 'busca deve ter no máximo 80 caracteres' })
  busca?: string;

  /** A status of the list. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsString({ message: 'status deve ser um texto' })
  status?: string;

  /** `proxima` of the previous page. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsString({ message: 'depois deve ser um texto' })
  @MaxLength(200, { message: 'depois deve ter no máximo 200 caracteres' })
  depois?: string;

  /** Rows of a page. Default: 25. */
  @IsOptional()
  @Transform(emptyAsAbsent)
  @Type(() => Number)
  @IsInt({ message: 'limite deve ser um número de 1 a 100' })
  @Min(1, { message: 'limite deve ser um número de 1 a 100' })
  @Max(100, { message: 'limite deve ser um número de 1 a 100' })
  limite?: number;
}

/** A query that was validated, or that the code states. */
export type ListQuery = Pick<ListQueryDto, keyof ListQueryDto>;
