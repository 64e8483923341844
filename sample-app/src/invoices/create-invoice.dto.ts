import { Transform } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { isValidCnpj, isValidCpf } from 'nestjs-pix';
import { addDays, isDay, toDay } from '../charges/brazilian-day.js';

/** The default number of days after the due date in which an invoice can be paid. */
export const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

/** A due date is at most this many days ahead. */
const MAX_AHEAD = 5 * 365;

const PERCENTAGE = /^(?!0+\.00$)\d{1,2}\.\d{2}$/;
const PERCENTAGE_TEXT = 'Escreva um percentual acima de 0 e abaixo de 100, como 2,00';

/** Adds a rule about a field and the other fields. */
function Rule(
  name: string,
  message: string,
  isValid: (value: unknown, invoice: CreateInvoiceDto) => boolean,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown, args?: ValidationArguments) =>
        isValid(value, args?.object as CreateInvoiceDto),
      defaultMessage: () => message,
    },
  });
}

const Trimmed = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Body of `POST /api/admin/invoices`. Amounts are decimal text. */
export class CreateInvoiceDto {
  /** Name of the debtor. */
  @Trimmed()
  @IsString({ message: 'Escreva o nome do devedor' })
  @Length(1, 200, { message: 'O nome deve ter de 1 a 200 caracteres' })
  nome!: string;

  /** CPF or CNPJ of the debtor, with or without punctuation. */
  @Trimmed()
  @Rule(
    'cpfCnpj',
    'O CPF ou CNPJ não é válido',
    (value) => typeof value === 'string' && (isValidCpf(value) || isValidCnpj(value)),
  )
  cpfCnpj!: string;

  @Matches(/^(?!0+\.00$)\d{1,10}\.\d{2}$/, {
    message: 'O valor deve ser maior que zero, com duas casas decimais, como 150,00',
  })
  valor!: string;

  /** Due date, `YYYY-MM-DD`. */
  @Rule('vencimento', 'O vencimento deve ser uma data de hoje até daqui a 5 anos', (value) =>
    isAhead(value, MAX_AHEAD),
  )
  vencimento!: string;

  /** Text that the payer sees. */
  @Trimmed()
  @IsString({ message: 'Escreva a descrição' })
  @Length(1, 140, { message: 'A descrição deve ter de 1 a 140 caracteres' })
  descricao!: string;

  /** Days after the due date in which the invoice can be paid. Default: 30. */
  @IsOptional()
  @IsInt({ message: `O prazo deve ser um número inteiro de 0 a ${MAX_DAYS} dias` })
  @Min(0, { message: `O prazo deve ser um número inteiro de 0 a ${MAX_DAYS} dias` })
  @Max(MAX_DAYS, { message: `O prazo deve ser um número inteiro de 0 a ${MAX_DAYS} dias` })
  diasAposVencimento?: number;

  /** Fine after the due date, percent of the value. */
  @IsOptional()
  @Matches(PERCENTAGE, { message: PERCENTAGE_TEXT })
  multaPercentual?: string;

  /** Interest after the due date, percent of the value per month, counted by calendar days. */
  @IsOptional()
  @Matches(PERCENTAGE, { message: PERCENTAGE_TEXT })
  jurosPercentualMes?: string;

  /** Discount until `descontoAte`, percent of the value. */
  @Rule(
    'comDescontoAte',
    'Escreva o percentual e a data do desconto, ou nenhum dos dois',
    (value, { descontoAte }) => isMissing(value) === isMissing(descontoAte),
  )
  @Rule(
    'descontoPercentual',
    PERCENTAGE_TEXT,
    (value) => isMissing(value) || (typeof value === 'string' && PERCENTAGE.test(value)),
  )
  descontoPercentual?: string;

  /** Last day of the discount, `YYYY-MM-DD`. */
  @Rule(
    'descontoAte',
    'A data do desconto deve ser de hoje até o vencimento',
    (value, { vencimento }) =>
      isMissing(value) || (isAhead(value, MAX_AHEAD) && String(value) <= vencimento),
  )
  descontoAte?: string;
}

/** The fields of a new invoice. */
export type InvoiceFields = Readonly<Pick<CreateInvoiceDto, keyof CreateInvoiceDto>>;

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isAhead(value: unknown, days: number): boolean {
  if (typeof value !== 'string' || !isDay(value)) return false;
  const today = toDay(new Date());
  return value >= today && value <= addDays(today, days);
}
