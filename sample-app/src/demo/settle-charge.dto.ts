import { IsIn } from 'class-validator';

const RESULTS = ['PAGA', 'SEM_SALDO'] as const;

/** Body of `POST /api/demo/subscriptions/:id/settle`. */
export class SettleChargeDto {
  /** How the attempt ends. */
  @IsIn(RESULTS, { message: 'resultado deve ser PAGA ou SEM_SALDO' })
  resultado!: (typeof RESULTS)[number];
}
