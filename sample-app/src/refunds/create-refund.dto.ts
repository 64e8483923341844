import { Matches } from 'class-validator';

/** Body of `POST /api/admin/payments/:endToEndId/refunds`. */
export class CreateRefundDto {
  /** Decimal text, `10.00`. */
  @Matches(/^(?!0+\.00$)\d{1,10}\.\d{2}$/, {
    message: 'valor deve ser um texto como "10.00", maior que zero',
  })
  valor!: string;
}
