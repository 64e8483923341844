import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../../support/accessibility.js';
import { screenshot } from '../../support/browser.js';

const SIZES = {
  desktop: { width: 1280, height: 860 },
  mobile: { width: 390, height: 844 },
  // Also a screen of 1280 × 1024 at a zoom of 400 % (WCAG 1.4.10).
  small: { width: 320, height: 256 },
} as const;

export interface Appearance {
  size?: keyof typeof SIZES;
  colorScheme?: 'light' | 'dark';
}

/** The console in a browser with the locale and time zone of São Paulo. */
export class ConsolePage {
  /** Errors of the page, except refused requests, which the page shows itself. */
  readonly errors: string[] = [];

  private constructor(readonly page: Page) {
    page.setDefaultTimeout(Number(process.env.PAGE_TIMEOUT ?? 60_000));
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      const refused = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !refused) this.errors.push(message.text());
    });
  }

  static async open(
    browser: Browser,
    url: string,
    { size = 'desktop', colorScheme = 'light' }: Appearance = {},
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

  /** Opens a section by its link, which may contain a count. */
  async visit(name: string): Promise<void> {
    const nav = this.page.getByRole('navigation', { name: 'Partes do console' });
    await nav.getByRole('link', { name: new RegExp(`^${name}( \\d+)?$`) }).click();
  }

  /** Returns the list entry with the text. */
  row(text: string): Locator {
    return this.page.locator('.rows > li').filter({ hasText: text });
  }

  /** Returns the line with the text inside an entry: a refund, an attempt, a charge of a recurrence. */
  line(row: string, text: string): Locator {
    return this.row(row).locator('.lines > li').filter({ hasText: text });
  }

  click(name: string, within: Page | Locator = this.page): Promise<void> {
    return within.getByRole('button', { name, exact: true }).click();
  }

  /** The dialog next to the page. */
  get drawer(): Locator {
    return this.page.getByRole('dialog');
  }

  input(label: string): Locator {
    return this.drawer.getByLabel(label, { exact: true });
  }

  async waitForText(text: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByText(text).first().waitFor();
  }

  /** Waits until the QR Code of the open charge is drawn. */
  async waitForQrCode(): Promise<void> {
    await this.drawer.getByRole('img', { name: 'QR Code da cobrança' }).waitFor();
    await this.page.evaluate("document.querySelector('dialog img').decode()");
  }

  async waitForRemoval(text: string): Promise<void> {
    await this.row(text).waitFor({ state: 'detached' });
  }

  rows(): Promise<number> {
    return this.page.locator('.rows > li').count();
  }

  /** Saves a screenshot and expects that the page has no accessibility problems. */
  async capture(name: string): Promise<void> {
    await screenshot(this.page, name);
    expect(await accessibilityProblems(this.page)).toEqual([]);
  }

  /** Returns by how many pixels the page or the dialog is too wide, or a part of a list, which cuts it off. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(`(() => {
      document.getAnimations().forEach((each) => each.finish());
      const right = (element) => element.getBoundingClientRect().right;
      const wide = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
      const parts = [...document.querySelectorAll('.rows :not(pre *)')];
      const beyond = [
        ...wide.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        ...parts.map((part) => Math.round(right(part) - right(part.closest('.rows')))),
      ];
      return Math.max(0, ...beyond);
    })()`);
  }

  /** Opens all that is collapsed: JSON, requests, steps. */
  async openDetails(): Promise<void> {
    await this.page.evaluate(
      "document.querySelectorAll('details').forEach((each) => (each.open = true))",
    );
  }
}
