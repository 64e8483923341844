/** Numbers of a day, or of the whole period. Amounts and ratios are decimal text. */
export class StatisticsView {
  /** Orders that were created. */
  readonly criados!: number;
  /** Those of them that were paid, on whatever day. */
  readonly pagos!: number;
  /** `pagos / criados`, from `0.0000` to `1.0000`; `null` without orders. */
  readonly conversao!: string | null;
  /** Sum of the payments that paid an order, an invoice or a month of a subscription, by the instant of the payment. */
  readonly receita!: string;
  /** Sum of the refunds of such payments, by the instant of the refund. `receita` contains what was refunded. */
  readonly devolvido!: string;
}

export class DayView extends StatisticsView {
  /** `AAAA-MM-DD` in São Paulo. */
  readonly dia!: string;
}

/** Numbers of a period. */
export class PeriodView {
  readonly de!: string;
  readonly ate!: string;
  /** Every day of the period. */
  readonly dias!: DayView[];
  readonly total!: StatisticsView;
}
