import { randomInt, randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  NotFoundException,
  NotImplementedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { asc, eq } from 'drizzle-orm';
import { PixLocRecService } from 'nestjs-pix';
import { OnPixCharge, PixLedger, type PixCharge, type PixLedgerContext } from 'nestjs-pix/ledger';
import { BANK, type Bank } from '../bank/bank.module.js';
import { PLANS } from '../catalogue/catalogue.js';
import { toDay } from '../charges/brazilian-day.js';
import { orConflict } from '../charges/or-conflict.js';
import { UUID } from '../database/columns.js';
import { Database } from '../database/database.js';
import { findFirstDueDay } from './billing-cycle.js';
import {
  type Subscription,
  type SubscriptionMonth,
  subscriptionMonths,
  subscriptions,
} from './subscriptions.table.js';

/** Seconds that a customer waits for the QR Code. The page shows it later otherwise. */
const WAIT = 5;

/** Maximum length of `objeto`, which the payer's bank shows. */
const OBJETO = 35;

/** What a customer asks for. */
export interface SubscriptionRequest {
  readonly plano: string;
  readonly nome: string;
  /** 11 digits. */
  readonly cpf: string;
}

/** A subscription, its recurrence, and its months with their charges, oldest first. */
export interface SubscriptionDetails {
  readonly subscription: Subscription;
  readonly recurrence: PixCharge;
  readonly months: readonly { readonly month: SubscriptionMonth; readonly charge: PixCharge }[];
}

/** Subscriptions that are paid with Pix Automático. The payer approves the recurrence once. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly database: Database,
    private readonly ledger: PixLedger,
    private readonly locations: PixLocRecService,
    @Inject(BANK) private readonly bank: Bank,
  ) {}

  /**
   * Creates a subscription and its recurrence in one transaction.
   *
   * @param key the same for a repeat, which returns the subscription of the first request
   * @throws NotImplementedException when the bank has no Pix Automático
   * @throws UnprocessableEntityException when the key was used for another request
   */
  async create(request: SubscriptionRequest, key?: string): Promise<SubscriptionDetails> {
    if (!this.bank.conta) {
      throw new NotImplementedException('O banco da loja não oferece Pix Automático');
    }
    const repeated = key === undefined ? undefined : await this.#findRepeated(request, key);
    if (repeated) return this.get(repeated.id);
    // The QR Code of a recurrence needs a location. One that is left over after a failure costs nothing.
    const { id: loc } = await this.locations.create();
    const row = toRow(request, key);
    await this.database.orm.transaction(async (tx) => {
      await tx.insert(subscriptions).values(row);
      await this.ledger.in(tx).open({
        id: row.id,
        rec: {
          vinculo: {
            contrato: row.contrato,
            devedor: { cpf: row.cpf, nome: row.nome },
            objeto: findPlanName(row.plano).slice(0, OBJETO),
          },
          calendario: { dataInicial: row.dataInicial, periodicidade: 'MENSAL' },
          valor: { valorRec: row.valor },
          politicaRetentativa: 'PERMITE_3R_7D',
          loc,
        },
      });
    });
    await this.ledger.ready(row.id, { within: WAIT });
    return this.get(row.id);
  }

  /** @throws NotFoundException for an unknown id */
  async get(id: string): Promise<SubscriptionDetails> {
    const { orm } = this.database;
    const rows = UUID.test(id)
      ? await orm.select().from(subscriptions).where(eq(subscriptions.id, id))
      : [];
    const [subscription] = rows;
    const recurrence = subscription && (await this.ledger.get(subscription.id));
    if (!recurrence) throw new NotFoundException('Assinatura não encontrada');
    const found = await orm
      .select()
      .from(subscriptionMonths)
      .where(eq(subscriptionMonths.subscriptionId, id))
      .orderBy(asc(subscriptionMonths.competencia));
    const ids = found.map(({ cobranca }) => cobranca);
    const { charges } = await this.ledger.list({ ids, limit: 1000 });
    const byId = new Map(charges.map((charge) => [charge.id, charge]));
    const months = found.flatMap((month) => {
      const charge = byId.get(month.cobranca);
      return charge ? [{ month, charge }] : [];
    });
    return { subscription, recurrence, months };
  }

  /** @throws ConflictException when the subscription has ended */
  async cancel(id: string): Promise<SubscriptionDetails> {
    const { subscription } = await this.get(id);
    const command = this.database.orm.transaction((tx) =>
      this.ledger.in(tx).cancel(subscription.id),
    );
    await orConflict(command, 'A assinatura já terminou');
    return this.get(id);
  }

  /** The coffee of the month may leave. */
  @OnPixCharge('paid')
  async paid({ id, kind }: PixCharge, context: PixLedgerContext): Promise<void> {
    if (kind !== 'cobr') return;
    await this.database.orm.transaction(async (tx) => {
      await context.completeIn(tx);
      await tx
        .update(subscriptionMonths)
        .set({ entrega: 'LIBERADA' })
        .where(eq(subscriptionMonths.cobranca, id));
    });
  }

  /** A subscription has ended, by the shop or by the payer: its open months are cancelled too. */
  @OnPixCharge('cancelled')
  async cancelled({ id, kind }: PixCharge, context: PixLedgerContext): Promise<void> {
    if (kind !== 'rec') return;
    const { months } = await this.get(id);
    await this.database.orm.transaction(async (tx) => {
      await context.completeIn(tx);
      for (const { charge } of months) {
        if (charge.state === 'open') await this.ledger.in(tx).cancel(charge.id);
      }
    });
  }

  async #findRepeated(
    request: SubscriptionRequest,
    key: string,
  ): Promise<Subscription | undefined> {
    const [first] = await this.database.orm
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.chaveIdempotencia, key));
    if (!first || (first.plano === request.plano && first.cpf === request.cpf)) return first;
    throw new UnprocessableEntityException('Idempotency-Key já foi usada com outro pedido');
  }
}

export function findPlanName(id: string): string {
  return PLANS.find((plan) => plan.id === id)?.nome ?? id;
}

function toRow({ plano, nome, cpf }: SubscriptionRequest, key: string | undefined) {
  const today = toDay(new Date());
  // A number that people can read aloud.
  const contrato = `CAFE${today.replaceAll('-', '')}${String(randomInt(1e9)).padStart(9, '0')}`;
  const valor = PLANS.find(({ id }) => id === plano)?.precoMensal ?? '';
  const dataInicial = findFirstDueDay(today);
  return {
    id: randomUUID(),
    contrato,
    plano,
    valor,
    nome,
    cpf,
    dataInicial,
    chaveIdempotencia: key,
  };
}
