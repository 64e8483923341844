import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { render } from 'preact-render-to-string';
import { ChargePage } from '../src/back-office/charge-page.js';
import { ChargesPage } from '../src/back-office/charges-page.js';
import { DeliveriesPage } from '../src/back-office/deliveries-page.js';
import { InvoicesPage } from '../src/back-office/invoices-page.js';
import { PaymentsPage, RefundsPage } from '../src/back-office/payments-page.js';
import { TasksPage } from '../src/back-office/tasks-page.js';
import { InvoicePage } from '../src/invoices/invoice-page.js';
import type { LiveFeed } from '../src/live/live-feed.js';
import { FeedContext } from '../src/live/use-live.js';
import { OrderPage } from '../src/orders/order-page.js';
import { SubscriptionPage } from '../src/subscriptions/subscription-page.js';
import { ModelBrowser, ModelNetwork, type ModelTab } from './support/model-browser.js';
import { ModelShop, type State, TRANSITIONS } from './support/model-shop.js';

// The pages of a shop in many tabs, the real server of their stream, and a browser, a network and a clock of the model.

/** Milliseconds in which every page shows what the shop knows. */
const SOON = 2_000;

/** Every page that shows a record: its path, what it follows, and the path and component of its route. */
const PAGES: readonly (readonly [
  path: string,
  api: string,
  route: string,
  component: ComponentType,
])[] = [
  ['/pedido/o', '/api/orders/o', '/pedido/:id', OrderPage],
  ['/faturas/i', '/api/invoices/i', '/faturas/:id', InvoicePage],
  ['/assinaturas/s', '/api/subscriptions/s', '/assinaturas/:id', SubscriptionPage],
  ['/admin', '/api/admin/tasks', '/admin', TasksPage],
  ['/admin/cobrancas', '/api/admin/charges', '/admin/cobrancas', ChargesPage],
  ['/admin/cobrancas/c', '/api/admin/charges/c', '/admin/cobrancas/:id', ChargePage],
  ['/admin/faturas', '/api/admin/invoices', '/admin/faturas', InvoicesPage],
  ['/admin/pagamentos', '/api/admin/payments', '/admin/pagamentos', PaymentsPage],
  ['/admin/devolucoes', '/api/admin/refunds', '/admin/devolucoes', RefundsPage],
  ['/admin/entregas', '/api/admin/deliveries', '/admin/entregas', DeliveriesPage],
];

/** The HTML of a page with what a feed knows. */
function show(api: string, feed: LiveFeed): string {
  const [path, , route, component] = PAGES.find((page) => page[1] === api)!;
  const location = { url: path, path, query: {}, wasPush: false };
  const noop = () => undefined;
  const value = { ...location, route: noop, back: noop, forward: noop };
  const html = render(
    <FeedContext.Provider value={feed}>
      <LocationProvider.ctx.Provider value={value}>
        <Router>{[<Route key={route} path={route} component={component} />]}</Router>
      </LocationProvider.ctx.Provider>
    </FeedContext.Provider>,
  );
  // Petals fall at random, generated ids are counted, and the time runs.
  return html.replace(/ style="--[^"]*"|P\d+-\d+|\d\d:\d\d(?=<\/time>)/g, '');
}

let shop: ModelShop;
let network: ModelNetwork;
let browser: ModelBrowser;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-22T17:31:00Z') });
  shop = new ModelShop();
  network = new ModelNetwork(shop.read);
  browser = new ModelBrowser(network);
});
afterEach(() => {
  browser.close();
  network.live.onModuleDestroy();
  jest.useRealTimers();
});

const pass = (time: number) => jest.advanceTimersByTimeAsync(time);
const openAll = (on = browser) => PAGES.map(([, api]) => on.open(api));

/** What a page shows that was loaded just now. */
const truths = new Map<string, string>();
const truth = (api: string) => {
  const key = `${shop.state} ${api}`;
  const html = truths.get(key) ?? show(api, { peek: () => ({ record: shop.read(api) }) } as never);
  truths.set(key, html);
  return html;
};

/** The pages that do not show what the shop knows. */
const wrong = (tabs: readonly ModelTab[]) =>
  tabs.filter(({ path, feed }) => show(path, feed) !== truth(path)).map(({ path }) => path);

/** The tab that has the stream is the one that was shown last. */
const leader = () => browser.tabs.at(-1)!;

/** What goes wrong while a charge changes. */
const FAULTS: Readonly<Record<string, () => void>> = {
  none: () => undefined,
  'streams are refused': () => {
    network.isRefusing = true;
    network.cut();
  },
  'streams break': () => network.cut(),
  'the tab with the stream is closed': () => leader().close(),
  'the tab with the stream crashes': () => leader().crash(),
  'another tab is shown': () => {
    leader().hide();
    browser.tabs[0]!.show();
  },
  'all tabs were hidden, and are shown': () => {
    for (const tab of browser.tabs) tab.hide();
    for (const tab of browser.tabs) tab.show();
  },
  'the network was away': () => {
    network.isUp = false;
    network.cut();
    for (const { feed } of browser.tabs) feed.networkChanged();
    network.isUp = true;
    for (const { feed } of browser.tabs) feed.networkChanged();
  },
};

describe.each(Object.entries(FAULTS))('every page shows a change within 2 s: %s', (_, fault) => {
  it.each(TRANSITIONS)('%s → %s', async (from, to) => {
    shop.state = from;
    openAll();
    await pass(SOON);
    expect(wrong(browser.tabs)).toEqual([]);
    fault();
    shop.state = to;
    await pass(SOON);
    expect(browser.tabs.length).toBeGreaterThanOrEqual(PAGES.length - 1);
    expect(wrong(browser.tabs)).toEqual([]);
  });
});

describe('a browser', () => {
  it('has one stream for all tabs, and asks for nothing that it sends', async () => {
    openAll();
    openAll();
    await pass(SOON);
    expect(network.streams.size).toBe(1);
    const before = network.requests;
    for (const state of ['open', 'paid', 'asked'] as const) {
      shop.state = state;
      await pass(SOON);
      expect(wrong(browser.tabs)).toEqual([]);
    }
    expect(network.requests).toBe(before);
    expect(network.streams.size).toBe(1);
  });

  it('without Web Locks asks, also while other browsers have streams', async () => {
    const plain = new ModelBrowser(network, { locks: false });
    openAll();
    openAll(plain);
    await pass(SOON);
    expect(network.streams.size).toBe(1);
    shop.state = 'paid';
    await pass(SOON);
    expect(wrong([...browser.tabs, ...plain.tabs])).toEqual([]);
    plain.close();
  });

  it('whose stream is refused gets it when the shop has room again', async () => {
    network.isRefusing = true;
    openAll();
    await pass(SOON);
    network.isRefusing = false;
    await pass(12_000);
    const before = network.requests;
    shop.state = 'open';
    await pass(SOON);
    expect(wrong(browser.tabs)).toEqual([]);
    expect(network.requests).toBe(before);
  });

  it('whose stream is dead notices it, and asks', async () => {
    openAll();
    await pass(SOON);
    network.isSilent = true;
    shop.state = 'paid';
    await pass(14_000);
    expect(wrong(browser.tabs)).toEqual([]);
  });

  it('with two windows side by side does not fight for the stream', async () => {
    const [first, second] = [browser.open('/api/orders/o'), browser.open('/api/orders/o')];
    await pass(SOON);
    first.show();
    second.show();
    await pass(60_000);
    expect(network.streams.size).toBe(1);
    expect(network.requests).toBe(4);
  });

  it('asks for nothing in a hidden tab, and reads when the tab is shown', async () => {
    const plain = new ModelBrowser(network, { locks: false });
    const tab = plain.open('/api/orders/o');
    await pass(SOON);
    tab.hide();
    const before = network.requests;
    shop.state = 'paid';
    await pass(60_000);
    expect(network.requests).toBe(before);
    tab.show();
    await pass(0);
    expect(wrong([tab])).toEqual([]);
    plain.close();
  });

  it('says that the shop is away, and recovers by itself', async () => {
    const tab = browser.open('/api/orders/o');
    await pass(SOON);
    network.isUp = false;
    network.cut();
    await pass(SOON);
    expect(show(tab.path, tab.feed)).toContain('Reconectando à loja');
    network.isUp = true;
    shop.state = 'paid';
    await pass(SOON);
    expect(wrong([tab])).toEqual([]);
  });

  it('shows the answer of a change, and not an older one that was on its way', async () => {
    const tab = browser.open('/api/orders/o');
    await pass(SOON);
    const reading = tab.feed.read(tab.path);
    shop.state = 'cancelling';
    tab.feed.show(tab.path, shop.read(tab.path));
    shop.state = 'opening';
    await reading;
    expect(show(tab.path, tab.feed)).toContain('Cancelando');
  });

  it('shows each of many changes, at random, while anything goes wrong', async () => {
    let seed = 7;
    const pick = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    for (let round = 0; round < 40; round += 1) {
      if (browser.tabs.length < PAGES.length) openAll();
      const faults = Object.values(FAULTS);
      network.isRefusing = false;
      faults[pick(faults.length)]!();
      const next = TRANSITIONS.filter(([from]) => from === shop.state);
      shop.state = next.length === 0 ? 'opening' : next[pick(next.length)]![1];
      await pass(SOON);
      expect(wrong(browser.tabs.filter(({ isVisible }) => isVisible))).toEqual([]);
    }
  });
});

describe('what pages say', () => {
  const says = (state: State, api: string) => {
    shop.state = state;
    return truth(api);
  };

  it.each<[State, string, string, string]>([
    ['opening', 'Preparando o Pix', 'Preparando o Pix', 'Criando'],
    ['open', 'Aguardando pagamento', 'Aguardando pagamento', 'Aguardando pagamento'],
    ['refused', 'Cobrança não criada', 'Fatura não emitida', 'Negada pelo banco'],
    ['paid', 'Pago!', 'Pago!', 'Paga'],
    ['asked', 'Devolução a caminho', 'Devolução a caminho', 'Devolvendo'],
    ['processing', 'Devolução a caminho', 'Devolução a caminho', 'Em andamento'],
    ['returned', 'Pagamento devolvido', 'Pagamento devolvido', 'Devolvida'],
    ['byBank', 'O banco da loja devolveu', 'O banco da loja devolveu', 'Devolvida pelo banco'],
    ['partly', '7,00 foram devolvidos', '7,00 foram devolvidos', 'Devolvida'],
    ['failed', 'Pago!', 'Pago!', 'Não realizada'],
    ['cancelling', 'Cancelando…', 'Cancelando…', 'Cancelando'],
    ['cancelled', 'Pedido cancelado', 'Fatura cancelada', 'Cancelada'],
    ['expired', 'O prazo acabou', 'O prazo acabou', 'Expirada'],
    ['late', 'Não pague de novo', 'Não pague de novo', 'Em análise'],
    ['lateReturned', 'Pagamento devolvido', 'Pagamento devolvido', 'Devolvida'],
    ['otherAmount', '36,00 fora do prazo', '36,00 fora do prazo', 'Em análise'],
  ])('of %s', (state, order, invoice, charge) => {
    expect(says(state, '/api/orders/o')).toContain(order);
    expect(says(state, '/api/invoices/i')).toContain(invoice);
    expect(says(state, '/api/admin/charges/c')).toContain(charge);
  });

  it.each<State>(['opening', 'cancelling', 'late', 'otherAmount', 'asked', 'lateAsked'])(
    'of %s does not invite to pay again',
    (state) => {
      expect(says(state, '/api/orders/o')).not.toContain('Fazer outro pedido');
    },
  );
});
