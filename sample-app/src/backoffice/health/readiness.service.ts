import { Injectable } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { Database } from '../../database/database.js';
import { RequestDrain } from '../../page/request-drain.js';

/** Milliseconds that the database has to answer. */
const TIME_LIMIT = 2_000;

/** Whether this process should get requests. */
@Injectable()
export class ReadinessService {
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
