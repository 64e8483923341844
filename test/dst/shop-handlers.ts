import type { Pix } from '../../lib/contract/index.js';
import type { EventHandler } from '../../lib/receiver/dispatch/handlers.js';
import type { PixDevolucaoFinalizada, PixEventContext } from '../../lib/receiver/index.js';
import type { PixTransaction } from '../../lib/receiver/stores/event-store.js';
import type { Process } from './process.js';
import type { ShopContext } from './shop-context.js';

/** Creates the event handlers of a process of the shop. */
export function shopHandlers(simulation: ShopContext, process: Process): EventHandler[] {
  const { books } = simulation;

  /** Writes to the books and completes the event in the same transaction. */
  const book = (context: PixEventContext, change: () => void): Promise<void> =>
    simulation.database.transaction(process, async (transaction) => {
      transaction.change(change);
      if (!simulation.hasTransactions) return;
      await context.completeIn(transaction as unknown as PixTransaction);
    });

  const handler = (
    type: EventHandler['type'],
    id: string,
    run: (payload: never, context: PixEventContext) => unknown,
  ): EventHandler => ({
    type,
    id,
    order: 0,
    instance: books,
    run: async (payload, context) => {
      const { ms, fails } = simulation.drawHandling(`${id} ${context.eventKey}`);
      await new Promise<void>((resolve) => process.after(ms, resolve));
      if (fails) throw new Error('The handler failed.');
      await run(payload as never, context);
    },
  });

  return [
    handler('pix.recebido', 'books', ({ endToEndId, txid = '', valor }: Pix, context) =>
      book(context, () => books.receive(endToEndId, txid, valor)),
    ),
    handler('pix.recebido', 'notice', ({ endToEndId }: Pix) => {
      books.notices.set(endToEndId, (books.notices.get(endToEndId) ?? 0) + 1);
    }),
    handler('pix.devolucao', 'refunds', ({ pix, devolucao }: PixDevolucaoFinalizada, context) =>
      book(context, () => {
        const refund = books.refunds.get(`${pix.endToEndId}/${devolucao.id}`);
        refund?.ends.push(devolucao.status);
      }),
    ),
  ];
}
