import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

/** Body of `POST /api/orders`. */
export class CreateOrderDto {
  /** Amount as decimal text with two decimals, such as `37.00`: a number would lose cents. */
  @Matches(/^(?=.*[1-9])\d{1,10}\.\d{2}$/, {
    message: 'valor deve ser um texto com duas casas decimais, maior que zero: "37.00"',
  })
  valor!: string;

  /** What is being bought; the payer's bank shows it. */
  @IsString({ message: 'descricao deve ser um texto' })
  @IsNotEmpty({ message: 'descricao não pode ser vazia' })
  @MaxLength(140, { message: 'descricao deve ter no máximo 140 caracteres' })
  descricao!: string;
}
