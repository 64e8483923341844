import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { eq } from 'drizzle-orm';
import { OnPixCharge, PixLedger, type PixCharge, type PixLedgerContext } from 'nestjs-pix/ledger';
import { BANK, type Bank } from '../bank/bank.module.js';
import { toDay } from '../charges/brazilian-day.js';
import { Database, type OrmTransaction } from '../database/database.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { findCycle } from './billing-cycle.js';
import { subscriptionMonths, subscriptions } from './subscriptions.table.js';

/** Milliseconds between two looks at all subscriptions. */
const EVERY = 3_600_000;

/** Opens the charge of each month. Any process may do it at any time: a month has one row, and one charge. */
@Injectable()
export class MonthlyCharges implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('MonthlyCharges');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly ledger: PixLedger,
    @Inject(BANK) private readonly bank: Bank,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.role === 'web') return;
    const run = () => {
      this.#running = this.run().catch((error: unknown) => {
        this.#logger.error('The months of some subscriptions were not opened', error);
      });
    };
    run();
    this.#timer = setInterval(run, EVERY);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** The first month of a subscription, as soon as its payer has approved it. */
  @OnPixCharge('approved')
  async approved(recurrence: PixCharge, context: PixLedgerContext): Promise<void> {
    await this.database.orm.transaction(async (tx) => {
      await context.completeIn(tx);
      await this.#open(tx, recurrence);
    });
  }

  /** The months that are due, of all subscriptions that are approved. */
  async run(): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.ledger.list({ kind: 'rec', state: 'open' }, cursor);
      for (const recurrence of page.charges) {
        if (recurrence.status !== 'APROVADA') continue;
        await this.database.orm.transaction((tx) => this.#open(tx, recurrence));
      }
      cursor = page.next;
    } while (cursor !== undefined);
  }

  async #open(tx: OrmTransaction, { id, identifier: idRec }: PixCharge): Promise<void> {
    const { conta: recebedor } = this.bank;
    const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id));
    if (!recebedor || !subscription || idRec === undefined) return;
    const cycle = findCycle(subscription.dataInicial, toDay(new Date()));
    if (!cycle) return;
    const { competencia, vencimento } = cycle;
    const cobranca = `${id}/${competencia}`;
    const [month] = await tx
      .insert(subscriptionMonths)
      .values({ subscriptionId: id, competencia, cobranca, vencimento })
      .onConflictDoNothing()
      .returning();
    if (!month) return;
    await this.ledger.in(tx).open({
      id: cobranca,
      cobr: {
        idRec,
        calendario: { dataDeVencimento: vencimento },
        valor: { original: subscription.valor },
        ajusteDiaUtil: true,
        recebedor,
        infoAdicional: `Clube do Café, ${competencia}`,
      },
    });
  }
}
