import type { Order } from './orders.js';
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
      withShop(simulation, action.by, (shop) => watch(shop.registerWebhook()));
      return;
    case 'unregister':
      withShop(simulation, action.by, (shop) => watch(shop.deleteWebhook()));
      return;
    case 'location':
      withShop(simulation, action.by, (shop) => watch(shop.createLocation()));
      return;
    case 'reconcile':
      withShop(simulation, action.by, (shop) => watch(shop.receiver.reconciler.run()));
      return;
    case 'refund':
      withShop(simulation, action.by, (shop) => refund(simulation, shop, action, watch));
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
  { id, action }: { id: number; action: Extract<Action, { order: number }> },
  watch: Watch,
): void {
  if (action.do === 'read') watch(shop.readCharge(order));
  else if (order.busy) return;
  else if (action.do === 'cancel') watch(exclusively(order, () => shop.cancel(order)));
  else if (action.do === 'alter')
    watch(exclusively(order, () => shop.alter(order, `Alterado ${id}`)));
  else {
    const text = isText(action) ? `Revisto ${id}` : undefined;
    watch(exclusively(order, () => shop.revise(order, amount(action.cents), text)));
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
  { database, books }: Simulation,
  shop: Shop,
  { kind, cents, by }: Extract<Action, { do: 'order' }>,
): Promise<void> {
  let order: Order | undefined;
  await database.transaction(shop.process, (transaction) =>
    transaction.change(() => {
      const id = books.orders.size;
      order = {
        id,
        kind,
        owner: by,
        busy: false,
        txid: kind === 'cob-post' ? '' : `pedido${String(id).padStart(26, '0')}`,
        state: 'creating',
        amounts: [amount(cents)],
        paidBy: undefined,
      };
      books.orders.set(id, order);
    }),
  );
  if (order !== undefined) await shop.createCharge(order);
}

/** Refunds a Pix that needed the decision of a person. */
function refund(
  { books }: Simulation,
  shop: Shop,
  { pix, id }: Extract<Action, { do: 'refund' }>,
  watch: Watch,
): void {
  const entry = books.entries.filter(({ task }) => task !== undefined)[pix];
  if (entry !== undefined) watch(shop.refund(entry.endToEndId, `r${id}`, entry.valor));
}

/** Pays a charge that the bank has, whatever the shop has recorded. */
function pay(
  { bank, trace }: Simulation,
  { charge, how }: Extract<Action, { do: 'pay' }>,
  watch: Watch,
): void {
  const { core } = bank;
  if (core === undefined) return;
  const { cobs, cobvs } = core.state;
  const charges = [...cobs.byCreation.all(), ...cobvs.byCreation.all()];
  const chosen = charges[charge % Math.max(1, charges.length)];
  if (chosen === undefined) return;
  const options = {
    due: {},
    force: { force: true },
    wrong: { force: true, valor: '0.01' },
  }[how];
  watch(
    core.control.pay(chosen.txid, options).then((pix) => trace(`paid ${chosen.txid} ${pix.valor}`)),
  );
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
  return JSON.stringify({ pix: [{ ...sent, status: 'REALIZADO', valor: amount(cents), horario }] });
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

function amount(cents: number): string {
  return (cents / 100).toFixed(2);
}
