import {
  Controller,
  Get,
  Global,
  Injectable,
  Module,
  ServiceUnavailableException,
} from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { PixLedger } from 'nestjs-pix/ledger';
import { type PixHealthDetail, PixHealthIndicator } from 'nestjs-pix/terminus';
import { OnlyAdmin } from '../access/session.guard.js';
import { Database } from '../database/database.js';
import { RequestDrain } from '../http/request-drain.js';

/** The state of the shop, of its ledger and of its bank. */
export interface HealthView {
  readonly status: PixHealthDetail['status'];
  readonly bancoDeDados: PixHealthDetail;
  /** Rows that are not settled, the age of the oldest in seconds, and tasks that wait for a person. */
  readonly livro: PixHealthDetail;
  /** Token endpoint of the bank. */
  readonly banco: PixHealthDetail;
  /** Client certificate: `daysLeft`, `notAfter`. */
  readonly certificado: PixHealthDetail;
  /** Search for payments without a notification: `lagSeconds`. */
  readonly conciliacao: PixHealthDetail;
  /** Queue of events; absent without one. */
  readonly fila?: PixHealthDetail;
}

/** Milliseconds that the database has to answer. */
const TIME_LIMIT = 2_000;

/** Seconds after which a row that is not settled is a problem. */
const UNSETTLED_LIMIT = 600;

const MISSING: PixHealthDetail = { status: 'unknown', reason: 'not checked' };

/** Whether this process should get requests. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly drain: RequestDrain,
  ) {}

  /** The bank does not count: without it the shop still shows and stores orders, and no other process reaches it either. */
  async isReady(): Promise<boolean> {
    return !this.drain.isStopping && (await this.isDatabaseUp());
  }

  async isDatabaseUp(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), TIME_LIMIT);
    });
    const answer = this.database.orm.execute(sql`SELECT 1`).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Probes of an orchestrator. Public, and without details. */
@Controller('health')
export class ProbesController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 503 without the database, and while the process stops. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    if (await this.readiness.isReady()) return { status: 'ok' };
    throw new ServiceUnavailableException('A loja não está pronta');
  }
}

@Controller('api/admin/health')
@OnlyAdmin()
export class HealthController {
  constructor(
    private readonly pix: PixHealthIndicator,
    private readonly ledger: PixLedger,
    private readonly readiness: Readiness,
  ) {}

  @Get()
  async read(): Promise<HealthView> {
    const isDatabaseUp = await this.readiness.isDatabaseUp();
    const [{ account }, { receiver }, livro] = await Promise.all([
      this.pix.checkAccount('account'),
      this.pix.checkReceiver('receiver'),
      isDatabaseUp ? this.#checkLedger() : MISSING,
    ]);
    const read = (from: object, name: string): PixHealthDetail =>
      (from as Readonly<Record<string, PixHealthDetail | undefined>>)[name] ?? MISSING;
    const states = [account.status, receiver.status, livro.status];
    return {
      status: isDatabaseUp && states.every((state) => state === 'up') ? 'up' : 'down',
      bancoDeDados: { status: isDatabaseUp ? 'up' : 'down' },
      livro,
      banco: read(account, 'tokenEndpoint'),
      certificado: read(account, 'certificate'),
      conciliacao: read(receiver, 'reconciler'),
      ...('queue' in receiver && { fila: read(receiver, 'queue') }),
    };
  }

  async #checkLedger(): Promise<PixHealthDetail> {
    const { oldestUnsettled, ...counts } = await this.ledger.status();
    const status = oldestUnsettled < UNSETTLED_LIMIT ? 'up' : 'down';
    return { status, ...counts, oldestUnsettled: Math.round(oldestUnsettled) };
  }
}

@Global()
@Module({ providers: [RequestDrain, Readiness], exports: [RequestDrain, Readiness] })
export class ReadinessModule {}
