import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { STATES, type State } from '../../sample-app/web/test/support/model-shop.js';
import { openBrowser } from '../support/browser.js';
import { takeShare } from '../support/share.js';
import { describePage, ModelPages, type Shown } from './support/model-pages.js';
import { SUBSCRIPTIONS } from './support/model-records.js';
import { choose, press } from './support/press.js';

let browser: Browser;
let pages: ModelPages;
beforeAll(async () => {
  browser = await openBrowser();
  pages = await ModelPages.open(browser);
});
afterAll(async () => {
  await pages.close();
  await browser.close();
});

/** Every page with what decides what it shows. Those of a charge are shown in each of its states. */
const PAGES: readonly Shown[] = [
  { path: '/' },
  { path: '/pedidos' },
  { path: '/pedido/x' },
  { path: '/assinaturas' },
  ...SUBSCRIPTIONS.map((status) => ({ path: `/assinaturas/${status}` })),
  { path: '/nada' },
  { path: '/admin', records: { '/api/admin/session': { aberta: false }, '/api/admin/tasks': [] } },
  { path: '/admin' },
  { path: '/admin/cobrancas' },
  { path: '/admin/cobrancas/m' },
  { path: '/admin/faturas' },
  { path: '/admin/pagamentos?antes=2026-11-22T17%3A30%3A00Z' },
  { path: '/admin/devolucoes' },
  { path: '/admin/entregas' },
  { path: '/admin/livros' },
  { path: '/admin/saude' },
  { path: '/admin/nada' },
];
const CHARGES = ['/pedido/o', '/faturas/i', '/admin/cobrancas/c'];
const EACH_STATE = CHARGES.flatMap((path) =>
  Object.keys(STATES).map((state) => ({ path, state: state as State })),
);

/** Defines a test for each page. Those outside of the share of the run are skipped, so that their snapshots are not obsolete. */
function testEach(all: readonly Shown[], test: (shown: Shown) => Promise<void>): void {
  const chosen = new Set(takeShare(all, 4));
  for (const shown of all) {
    (chosen.has(shown) ? it : it.skip)(`at ${JSON.stringify(shown)}`, () => test(shown));
  }
}

describe('what a person reads', () => {
  testEach([...PAGES, ...EACH_STATE], async (shown) => {
    const page = await pages.show(shown);
    expect(await describePage(page)).toMatchSnapshot();
    await page.close();
  });

  it.each(['/', '/admin'])('around the pages of %s', async (path) => {
    const page = await pages.show({ path });
    for (const part of ['header.top', 'footer.foot']) {
      expect(await page.locator(part).ariaSnapshot()).toMatchSnapshot();
    }
    await page.close();
  });
});

const PRESSED: readonly Shown[] = [
  ...PAGES,
  ...CHARGES.map((path) => ({ path })),
  { path: '/pedido/o', state: 'paid' },
  { path: '/admin/cobrancas/c', state: 'partly' },
  { path: '/admin/cobrancas?tipo=cob&situacao=paid&depois=antes' },
  { path: '/admin/livros?de=2026-11-20&ate=2026-11-22' },
];

describe('what each button does, on a page whose fields are filled', () => {
  testEach(PRESSED, async (shown) => {
    expect(await press(pages, shown)).toMatchSnapshot();
  });
});

describe('what each choice does', () => {
  it.each<Shown>([{ path: '/assinaturas' }, { path: '/admin/cobrancas?tipo=cob&depois=antes' }])(
    'at %j',
    async (shown) => {
      expect(await choose(pages, shown)).toMatchSnapshot();
    },
  );
});

describe('what is printed', () => {
  it.each<Shown>([
    { path: '/pedido/o' },
    { path: '/pedido/o', state: 'partly' },
    { path: '/faturas/i' },
    { path: '/faturas/i', state: 'paid' },
  ])('of %j, on one page', async (shown) => {
    const page = await pages.show(shown);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('body').innerText()).toMatchSnapshot();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.close();
  });
});

describe('the chart of amounts', () => {
  it.each<Shown>([{ path: '/admin/livros' }])(
    'at %j has bars as high as their amounts, on the scale beside them',
    async (shown) => {
      const page = await pages.show(shown);
      const [top = ''] = await page.locator('.chart-scale span').allTextContents();
      const plot = (await page.locator('.chart svg').boundingBox())!;
      const drawn: number[] = [];
      for (const bar of await page.locator('.chart-bar').all()) {
        const { height } = (await bar.boundingBox())!;
        drawn.push(Math.round((height / plot.height) * readReais(top)));
      }
      const amounts = await page.locator('.chart-bar title').allTextContents();
      expect(drawn).toEqual(amounts.map(readReais));
      expect(drawn).toEqual([100, 50, 1000]);
      await page.close();
    },
  );
});

/** The amount at the end of a text, as a number. */
function readReais(text: string): number {
  const [, amount = ''] = /R\$\s([\d.,]+)$/.exec(text) ?? [];
  return Number(amount.replaceAll('.', '').replace(',', '.'));
}
