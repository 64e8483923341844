import {
  Body,
  ConflictException,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Module,
  Param,
  Post,
  type StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, registerDecorator } from 'class-validator';
import { isValidCpf } from 'nestjs-pix';
import { BANK, type Bank } from '../bank/bank.module.js';
import { payInDemo } from '../bank/pay-in-demo.js';
import { PLANS } from '../catalogue/catalogue.js';
import { type ChargeView, toChargeView } from '../charges/charge.view.js';
import { parseIdempotencyKey } from '../charges/idempotency-key.js';
import { Live } from '../charges/live.js';
import { formatReais, Pages } from '../http/pages.js';
import { RateLimitGuard } from '../http/rate-limit.js';
import { hideTaxId } from '../invoices/invoice.view.js';
import { MonthlyCharges } from './monthly-charges.js';
import {
  findPlanName,
  type SubscriptionDetails,
  SubscriptionsService,
} from './subscriptions.service.js';

/** A subscription in responses. The CPF is masked. */
export interface SubscriptionView {
  readonly id: string;
  readonly contrato: string;
  readonly plano: string;
  readonly valor: string;
  readonly nome: string;
  readonly cpf: string;
  /** The first due date, `YYYY-MM-DD`. */
  readonly dataInicial: string;
  /** The recurrence; its QR Code is there while it waits for the approval. */
  readonly cobranca: ChargeView;
  /** Oldest month first. */
  readonly meses: readonly MonthView[];
}

export interface MonthView {
  /** `YYYY-MM`. */
  readonly competencia: string;
  /** Due date, `YYYY-MM-DD`. */
  readonly vencimento: string;
  readonly cobranca: ChargeView;
}

/** What a payer does with a subscription at the simulated bank. */
const ACTIONS = ['approve', 'reject', 'cancel', 'settle', 'fail'] as const;

class DemoActionDto {
  @IsIn(ACTIONS, { message: 'Ação desconhecida' })
  acao!: (typeof ACTIONS)[number];
}

const Trimmed = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value,
  );

const Digits = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/[.\-\s]/g, '') : value,
  );

const IsCpf = () => (target: object, propertyName: string) => {
  registerDecorator({
    name: 'isCpf',
    target: target.constructor,
    propertyName,
    options: { message: 'O CPF não é válido' },
    validator: { validate: (value: unknown) => typeof value === 'string' && isValidCpf(value) },
  });
};

class CreateSubscriptionDto {
  @IsIn(PLANS.map(({ id }) => id), { message: 'O plano não existe' })
  plano!: string;

  @Trimmed()
  @IsString({ message: 'O nome deve ser um texto' })
  @Length(3, 140, { message: 'O nome deve ter de 3 a 140 caracteres' })
  @Matches(/^[\p{L}][\p{L}\p{M} .'’-]*$/u, { message: 'O nome deve ter só letras e espaços' })
  nome!: string;

  /** CPF of the payer, with or without punctuation. */
  @Digits()
  @IsCpf()
  cpf!: string;
}

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly pages: Pages,
    @Inject(BANK) private readonly bank: Bank,
    live: Live,
  ) {
    live.serve('/api/subscriptions', (id) => this.get(id));
  }

  @Post('api/subscriptions')
  @UseGuards(RateLimitGuard)
  async create(
    @Body() { plano, nome, cpf }: CreateSubscriptionDto,
    @Headers('idempotency-key') key?: string,
  ): Promise<SubscriptionView> {
    const request = { plano, nome, cpf };
    return toView(await this.subscriptions.create(request, parseIdempotencyKey(key)));
  }

  @Get('api/subscriptions/:id')
  async get(@Param('id') id: string): Promise<SubscriptionView> {
    return toView(await this.subscriptions.get(id));
  }

  @Post('api/subscriptions/:id/cancel')
  @HttpCode(200)
  @UseGuards(RateLimitGuard)
  async cancel(@Param('id') id: string): Promise<SubscriptionView> {
    return toView(await this.subscriptions.cancel(id));
  }

  /** Acts as the payer at the simulated bank. The subscription changes when the bank's webhook arrives. */
  @Post('api/subscriptions/:id/demo')
  @HttpCode(202)
  @UseGuards(RateLimitGuard)
  async act(@Param('id') id: string, @Body() { acao }: DemoActionDto): Promise<SubscriptionView> {
    const { recurrence, months } = await this.subscriptions.get(id);
    const idRec = recurrence.identifier ?? '';
    const open = months.find(({ charge }) => charge.state === 'open')?.charge.identifier;
    await payInDemo(this.bank, (payer) => {
      if (acao === 'approve') return payer.approve(idRec, { jornada: 'JORNADA_2' });
      if (acao === 'reject') return payer.reject(idRec);
      if (acao === 'cancel') return payer.cancelByPayer(idRec);
      if (open === undefined) throw new ConflictException('Não há cobrança em aberto');
      return payer.settleAttempt(open, acao === 'settle' ? 'PAGA' : 'EXPIRADA');
    });
    return this.get(id);
  }

  @Get('assinaturas/:id')
  async page(@Param('id') id: string): Promise<StreamableFile> {
    const { subscription } = await this.subscriptions.get(id);
    const title = `${findPlanName(subscription.plano)}, ${formatReais(subscription.valor)} por mês`;
    return this.pages.preview(title, 'Veja a situação da assinatura.');
  }
}

function toView({ subscription, recurrence, months }: SubscriptionDetails): SubscriptionView {
  const { id, contrato, plano, valor, nome, cpf, dataInicial } = subscription;
  return {
    id,
    contrato,
    plano: findPlanName(plano),
    valor,
    nome,
    cpf: hideTaxId(cpf),
    dataInicial,
    cobranca: toChargeView(recurrence),
    meses: months.map(({ month: { competencia, vencimento }, charge }) => ({
      competencia,
      vencimento,
      cobranca: toChargeView(charge),
    })),
  };
}

@Module({
  controllers: [SubscriptionsController],
  providers: [SubscriptionsService, MonthlyCharges],
})
export class SubscriptionsModule {}
