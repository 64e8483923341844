import type { Type } from '@nestjs/common';
import type { CobRNotification, Pix, RecNotification } from '../contract/index.js';
import {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixDevolucaoFinalizada,
  type PixEventContext,
} from '../receiver/index.js';
import { write, type LedgerCore } from './journal.js';
import { recordPix } from './payments.js';
import { sql } from './store.js';

/**
 * Creates the handlers through which a receiver's notifications, and the items of its reconciler,
 * reach the ledger. Each ledger has its own, because the decorators name the receiver.
 */
export function createLedgerEvents(token: unknown, account: string, receiver: string): Type {
  const id = (event: string) => ({ receiver, id: `PixLedger.${account}.${event}`, order: -1000 });

  class PixLedgerEvents {
    constructor(private readonly core: LedgerCore) {}

    @OnPixRecebido(id('recebido'))
    received(pix: Pix, { tenant }: PixEventContext): Promise<void> {
      return recordReported(this.core, toAccount(account, tenant), pix);
    }

    @OnPixDevolucao(id('devolucao'))
    refunded({ pix }: PixDevolucaoFinalizada, { tenant }: PixEventContext): Promise<void> {
      return recordReported(this.core, toAccount(account, tenant), pix);
    }

    @OnCobrancaRecorrente(id('cobr'))
    recurringCharge({ txid }: CobRNotification, { tenant }: PixEventContext): Promise<void> {
      return readSoon(this.core, toAccount(account, tenant), txid);
    }

    @OnRecorrencia(id('rec'))
    recurrence({ idRec }: RecNotification, { tenant }: PixEventContext): Promise<void> {
      return readSoon(this.core, toAccount(account, tenant), idRec);
    }
  }
  Reflect.defineMetadata('self:paramtypes', [{ index: 0, param: token }], PixLedgerEvents);
  return PixLedgerEvents;
}

function toAccount(account: string, tenant: string | undefined): string {
  return tenant === undefined ? account : `${account}/${tenant}`;
}

/** Records a Pix as the bank shows it. A notification alone is no proof of money. */
async function recordReported(core: LedgerCore, account: string, pix: Pix): Promise<void> {
  const { trustsEvents, deadline } = core;
  const read = async () => {
    const { recebidos } = await core.client(account);
    return recebidos.get(pix.endToEndId, { deadline: deadline / 1000 });
  };
  const item = trustsEvents ? pix : await read();
  await write(core, (journal) => recordPix(journal, { account, item, why: { cause: 'event' } }));
}

/** Lets the charge be read at the next opportunity. */
async function readSoon(core: LedgerCore, account: string, txid: string): Promise<void> {
  const { store, changes } = core;
  await store.run(sql`
    UPDATE ${store.tables.charge} SET due = now() WHERE account = ${account} AND txid = ${txid}
      AND state IN ('opening', 'open', 'cancelling')`);
  changes.announce();
}
