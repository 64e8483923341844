import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILT_PAGES } from '../../src/http/pages.js';
import { type Shop, startShop } from '../support/start-shop.js';
import type { PageEntry } from './page-list.js';
import { fillShop, type ShopRecords } from './shop-records.js';

const DESKTOP = { width: 1280, height: 860 };
/** The smallest phone. */
const PHONE = { width: 320, height: 700 };

/** How a page is looked at. */
export interface Variant {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

export const VARIANTS = {
  desktopLight: { name: 'desktop-light', viewport: DESKTOP, colorScheme: 'light' },
  desktopDark: { name: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark' },
  phoneLight: { name: 'phone-light', viewport: PHONE, colorScheme: 'light' },
  phoneDark: { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark' },
} as const satisfies Record<string, Variant>;

/** Opens pages of one shop, with its built pages, in one browser. */
export class PageVisitor {
  /** Errors of the pages, and requests to other hosts, since the last {@link visit} began. */
  readonly problems: string[] = [];
  #records: ShopRecords | undefined;
  #origin = '';

  private constructor(
    private readonly shop: Shop,
    private readonly contexts: Readonly<Record<'customer' | 'administrator', BrowserContext>>,
  ) {}

  /** Starts an empty shop. The caller closes it, also if {@link fill} fails. */
  static async open(browser: Browser): Promise<PageVisitor> {
    const shop = await startShop({}, BUILT_PAGES);
    try {
      const options = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
      const customer = await browser.newContext(options);
      const administrator = await browser.newContext(options);
      return new PageVisitor(shop, { customer, administrator });
    } catch (error) {
      await shop.close();
      throw error;
    }
  }

  /** Gives the shop the records that the pages show. */
  async fill(): Promise<void> {
    this.#records = await fillShop(this.shop);
    const [name, value] = this.#records.cookie.split('=') as [string, string];
    await this.contexts.administrator.addCookies([{ name, value, url: `${this.shop.url}/api/` }]);
  }

  /** Opens a page of the filled shop and calls `look` with it in each variant. */
  async visit(
    entry: PageEntry,
    look: (page: Page, variant: Variant) => Promise<void>,
    variants: readonly Variant[] = Object.values(VARIANTS),
  ): Promise<void> {
    const path = typeof entry.path === 'string' ? entry.path : entry.path(this.#records!);
    const url = new URL(path, this.shop.url);
    this.problems.length = 0;
    this.#origin = url.origin;
    const page = await this.#context(entry, url).newPage();
    this.#watch(page, entry);
    page.setDefaultTimeout(60_000);
    await page.setViewportSize(variants[0]!.viewport);
    await page.goto(url.href);
    await page.getByText(entry.shows).locator('visible=true').first().waitFor();
    await entry.act?.(page);
    for (const variant of variants) {
      await page.setViewportSize(variant.viewport);
      await page.emulateMedia({ colorScheme: variant.colorScheme });
      await look(page, variant);
    }
    await page.close();
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.contexts).map((context) => context.close()));
    await this.shop.close();
  }

  #context({ as }: PageEntry, { pathname }: URL): BrowserContext {
    const isBackOffice = pathname.startsWith('/admin');
    return this.contexts[as === undefined && isBackOffice ? 'administrator' : 'customer'];
  }

  #watch(page: Page, { status }: PageEntry): void {
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // The browser itself logs a status that the entry expects.
      const text = message.text();
      if (status === undefined || !text.includes(`status of ${status}`)) this.problems.push(text);
    });
    page.on('request', (sent) => {
      const url = new URL(sent.url());
      if (url.protocol !== 'data:' && url.origin !== this.#origin) this.problems.push(url.href);
    });
  }
}
