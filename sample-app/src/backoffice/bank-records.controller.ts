import { Controller, Get, Inject, NotFoundException, Param, Redirect } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { PixLedger } from 'nestjs-pix/ledger';
import { BANK, type Bank } from '../bank/bank.module.js';
import { Database } from '../database/database.js';
import { Subjects } from './subjects.js';

/** Leads from a txid or an idRec to the page of its customer. Only for the console of the simulated bank, which links here. */
@Controller('banco')
export class BankRecordsController {
  constructor(
    @Inject(BANK) private readonly bank: Bank,
    private readonly database: Database,
    private readonly ledger: PixLedger,
    private readonly subjects: Subjects,
  ) {}

  @Get(':id')
  @Redirect()
  async find(@Param('id') id: string): Promise<{ url: string }> {
    const [row] = this.bank.simulator
      ? await this.database.rows<{ id: string }>(
          sql`SELECT id FROM pix_charge WHERE account = 'default' AND txid = ${id}`,
        )
      : [];
    const charge = row && (await this.ledger.get(row.id));
    if (!charge) throw new NotFoundException('A loja não tem cobrança com este identificador');
    const subjects = await this.subjects.of([charge]);
    return { url: subjects(charge).pagina };
  }
}
