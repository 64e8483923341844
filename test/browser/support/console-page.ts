import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../../support/accessibility.js';
import { screenshot } from '../../support/browser.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
} as const;

export interface Looks {
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
}

/** The console in a browser, as somebody in São Paulo sees it. */
export class ConsolePage {
  /** What the page reported wrong; a refused request is not, since the page tells of it by itself. */
  readonly troubles: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(10_000);
    page.on('pageerror', (error) => this.troubles.push(error.message));
    page.on('console', (message) => {
      const refused = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !refused) this.troubles.push(message.text());
    });
  }

  static async open(
    browser: Browser,
    url: string,
    { size = 'desktop', colorScheme = 'light' }: Looks = {},
  ): Promise<ConsolePage> {
    const page = await browser.newPage({
      viewport: SIZES[size],
      colorScheme,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    });
    const opened = new ConsolePage(page);
    await page.goto(url);
    return opened;
  }

  /** Goes to a part by its link, which may have a count beside its name. */
  async visit(name: string): Promise<void> {
    const nav = this.page.getByRole('navigation', { name: 'Partes do console' });
    await nav.getByRole('link', { name: new RegExp(`^${name}( \\d+)?$`) }).click();
  }

  /** The entry of a list that has the text. */
  row(text: string): Locator {
    return this.page.locator('.rows > li').filter({ hasText: text });
  }

  /** The line within an entry that has the text: a refund, an attempt, a charge of a recurrence. */
  line(row: string, text: string): Locator {
    return this.row(row).locator('.lines > li').filter({ hasText: text });
  }

  click(name: string, within: Page | Locator = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: true }).click();
  }

  /** What opens beside the page. */
  get drawer(): Locator {
    return this.page.getByRole('dialog');
  }

  input(label: string): Locator {
    return this.drawer.getByLabel(label, { exact: true });
  }

  async see(text: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByText(text).first().waitFor();
  }

  /** The QR Code of the charge that is open, drawn. */
  async seeQrCode(): Promise<void> {
    await this.drawer.getByRole('img', { name: 'QR Code da cobrança' }).waitFor();
    await this.page.evaluate("document.querySelector('dialog img').decode()");
  }

  async gone(text: string): Promise<void> {
    await this.row(text).waitFor({ state: 'detached' });
  }

  rows(): Promise<number> {
    return this.page.locator('.rows > li').count();
  }

  /** Keeps a picture of the page as it is, and expects that everybody can use it. */
  async look(name: string): Promise<void> {
    await screenshot(this.page, name);
    expect(await accessibilityProblems(this.page)).toEqual([]);
  }

  /** By how much the page is wider than the window, in pixels. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }
}
