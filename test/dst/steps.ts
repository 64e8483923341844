import { REFUND_DELAY } from './bank.js';
import { toValor, type Order, type OrderKind } from './orders.js';
import type { Action, ProcessName, Step } from './plan.js';
import type { Shop } from './shop.js';
import type { Simulation } from './simulation.js';

type Watch = (promise: Promise<unknown>) => void;

/** Performs a step of the plan, if the state of the simulation allows it. */
export function perform(simulation: Simulation, { id, action }: Step, watch: Watch): void {
  switch (action.do) {
    case 'order':
      withShop(simulation, action.by, (shop) => watch(sell(simulation, shop, action)));
      return;
    case 'cancel':
    case 'read':
    case 'revise':
    case 'alter':
      withOrder(simulation, action, (shop, order) =>
        changeOrder(shop, order, { id, action }, watch),
      );
      return;
    case 'register':
      withShop(simulation, action.by, (shop) => watch(shop.registerWebhook(action.webhook)));
      return;
    case 'unregister':
      withShop(simulation, action.by, (shop) => watch(shop.deleteWebhook(action.webhook)));
      return;
    case 'location':
      withShop(simulation, action.by, (shop) => watch(shop.createLocation()));
      return;
    case 'reconcile':
      withShop(simulation, action.by, (shop) => watch(shop.receiver.reconciler.run()));
      return;
    case 'refund':
      withShop(simulation, action.by, (shop) => refund(simulation, shop, { id, action }, watch));
      return;
    case 'batch':
      withShop(simulation, action.by, (shop) => watch(sellBatch(simulation, shop, action)));
      return;
    case 'retry':
      retry(simulation, action, watch);
      return;
    case 'outgoing':
      simulation.webhooks.notify(outgoing(id, action.cents));
      return;
    case 'pay':
      pay(simulation, action, watch);
      return;
    default:
      disturb(simulation, action, watch);
  }
}

/** Allows one call at a time to change an order, as an application does with a lock or a state machine. */
function changeOrder(
  shop: Shop,
  order: Order,
  {
    id,
    action,
  }: { id: number; action: Extract<Action, { do: 'cancel' | 'read' | 'revise' | 'alter' }> },
  watch: Watch,
): void {
  if (action.do === 'read') watch(shop.readCharge(order));
  else if (order.busy) return;
  else if (action.do === 'cancel') watch(exclusively(order, () => shop.cancel(order)));
  else if (action.do === 'alter')
    watch(exclusively(order, () => shop.alter(order, `Alterado ${id}`)));
  else {
    const text = isText(action) ? `Revisto ${id}` : undefined;
    watch(exclusively(order, () => shop.revise(order, toValor(action.cents), text)));
  }
}

async function exclusively(order: Order, work: () => Promise<void>): Promise<void> {
  order.busy = true;
  try {
    await work();
  } finally {
    order.busy = false;
  }
}

type Disturbance = Extract<
  Action,
  { do: 'crash' | 'stop' | 'pause' | 'disk-full' | 'tear-disk' | 'database-down' | 'revoke-tokens' }
>;

function disturb(simulation: Simulation, action: Disturbance, watch: Watch): void {
  const { bank, database, runtime, shops } = simulation;
  switch (action.do) {
    case 'crash':
      crash(simulation, action.who, action.ms, watch);
      return;
    case 'stop':
      withShop(simulation, action.who, (shop) => watch(stop(simulation, shop, action, watch)));
      return;
    case 'pause': {
      const process = shops.get(action.who)?.process;
      process?.pause();
      runtime.after(action.ms, () => process?.resume());
      return;
    }
    case 'disk-full':
      bank.disk.full = true;
      runtime.after(action.ms, () => (bank.disk.full = false));
      return;
    case 'tear-disk':
      bank.disk.tear = () => crash(simulation, 'bank', action.ms, watch);
      return;
    case 'database-down':
      database.isUp = false;
      runtime.after(action.ms, () => (database.isUp = true));
      return;
    case 'revoke-tokens':
      bank.core?.state.tokens.revokeAll();
  }
}

/** Shuts a process down in order, and starts it again later. */
async function stop(
  simulation: Simulation,
  shop: Shop,
  { who, ms }: Extract<Action, { do: 'stop' }>,
  watch: Watch,
): Promise<void> {
  for (const { id } of await shop.stop())
    simulation.violations.push(`Call ${id} outlived its client.`);
  if (simulation.shops.get(who) === shop) crash(simulation, who, ms, watch);
}

function crash(simulation: Simulation, who: ProcessName | 'bank', ms: number, watch: Watch): void {
  simulation.trace(`crash ${who}`);
  if (who === 'bank') {
    simulation.bank.crash();
    simulation.runtime.after(ms, () => simulation.bank.start());
    return;
  }
  simulation.killShop(who);
  simulation.runtime.after(ms, () => {
    if (simulation.shops.has(who)) return;
    simulation.startShop(who);
    const shop = simulation.shops.get(who);
    if (shop !== undefined) watch(shop.resume());
  });
}

/** Puts an order on the books, then creates its charge. */
async function sell(
  simulation: Simulation,
  shop: Shop,
  { kind, cents }: Extract<Action, { do: 'order' }>,
): Promise<void> {
  const [order] = await putOnBooks(simulation, shop, kind, [cents]);
  if (order !== undefined) await shop.createCharge(order);
}

async function sellBatch(
  simulation: Simulation,
  shop: Shop,
  { cents }: Extract<Action, { do: 'batch' }>,
): Promise<void> {
  await shop.createBatch(await putOnBooks(simulation, shop, 'batch', [cents, cents + 1]));
}

/** @returns no order when its customer cannot authorize the recurrence */
async function putOnBooks(
  { bank, database, books }: Simulation,
  shop: Shop,
  kind: OrderKind,
  prices: readonly number[],
): Promise<Order[]> {
  const orders: Order[] = [];
  await database.transaction(shop.process, (transaction) =>
    transaction.change(() => {
      for (const cents of prices) {
        const id = books.orders.size;
        const idRec = kind === 'cobr' ? bank.authorize(id) : undefined;
        if (kind === 'cobr' && idRec === undefined) return;
        const order: Order = {
          id,
          kind,
          owner: shop.process.name,
          busy: false,
          txid: kind === 'cob-post' ? '' : `pedido${String(id).padStart(26, '0')}`,
          ...(idRec !== undefined && { idRec }),
          state: 'creating',
          amounts: [toValor(cents)],
          paidBy: undefined,
        };
        books.orders.set(id, order);
        orders.push(order);
      }
    }),
  );
  return orders;
}

/** The first attempt of a recurring charge fails, and the shop requests another one. */
function retry(
  simulation: Simulation,
  { by, order, day }: Extract<Action, { do: 'retry' }>,
  watch: Watch,
): void {
  const { bank, books } = simulation;
  const recurring = [...books.orders.values()].filter(({ kind }) => kind === 'cobr');
  const chosen = recurring[order % Math.max(1, recurring.length)];
  if (chosen === undefined) return;
  const failed = bank.core?.control.settleAttempt(chosen.txid, 'EXPIRADA');
  if (failed !== undefined) watch(failed);
  withShop(simulation, by, (shop) => {
    if (!chosen.busy) watch(exclusively(chosen, () => shop.retry(chosen, `2026-03-1${day}`)));
  });
}

/** Refunds a part of a Pix. */
function refund(
  { bank, books, runtime }: Simulation,
  shop: Shop,
  { id, action }: { id: number; action: Extract<Action, { do: 'refund' }> },
  watch: Watch,
): void {
  const { pix, share, refused } = action;
  const entry = books.entries[pix % Math.max(1, books.entries.length)];
  if (entry === undefined) return;
  watch(shop.refund(entry, id, share));
  if (!refused) return;
  runtime.after(REFUND_DELAY / 2, () => {
    const { core } = bank;
    const { endToEndId } = entry;
    for (const { id, status } of core?.state.pix.get(endToEndId)?.devolucoes ?? []) {
      if (core === undefined || status !== 'EM_PROCESSAMENTO') continue;
      watch(core.control.settleRefund(endToEndId, id, 'NAO_REALIZADO'));
    }
  });
}

/** Pays a charge that the bank has, whatever the shop has recorded. */
function pay(
  { bank, trace }: Simulation,
  { charge, how }: Extract<Action, { do: 'pay' }>,
  watch: Watch,
): void {
  const txids = bank.listTxids();
  const txid = txids[charge % Math.max(1, txids.length)];
  if (txid === undefined || bank.core === undefined) return;
  const options = {
    due: {},
    force: { force: true },
    wrong: { force: true, valor: '0.01' },
  }[how];
  watch(bank.core.control.pay(txid, options).then((pix) => trace(`paid ${txid} ${pix.valor}`)));
}

function withShop(simulation: Simulation, name: ProcessName, work: (shop: Shop) => void): void {
  const shop = simulation.shops.get(name);
  if (shop !== undefined) shop.process.enter(() => work(shop));
}

/** Whether a revision changes only the text. */
function isText({ cents }: Extract<Action, { do: 'revise' }>): boolean {
  return cents % 3 === 0;
}

/** Builds Efí's notification of a sent Pix, which goes to the address of received ones. */
function outgoing(id: number, cents: number): string {
  const endToEndId = `E99999999202603031500enviado${String(id).padStart(4, '0')}`;
  const sent = { endToEndId, chave: 'fornecedor@example.com', tipo: 'SOLICITACAO' };
  const horario = '2026-03-03T15:00:00.000Z';
  return JSON.stringify({
    pix: [{ ...sent, status: 'REALIZADO', valor: toValor(cents), horario }],
  });
}

function withOrder(
  simulation: Simulation,
  { by, order }: { by: ProcessName; order: number },
  work: (shop: Shop, order: Order) => void,
): void {
  const { orders } = simulation.books;
  const chosen = orders.get(order % Math.max(1, orders.size));
  if (chosen !== undefined && chosen.txid !== '')
    withShop(simulation, by, (shop) => work(shop, chosen));
}
