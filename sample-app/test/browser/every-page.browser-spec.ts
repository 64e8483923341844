import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accessibilityProblems } from '../../../test/support/accessibility.js';
import { openBrowser } from '../../../test/support/browser.js';
import { takeShare } from '../../../test/support/share.js';
import { everyPage } from '../pages/page-list.js';
import { PageVisitor, VARIANTS } from '../pages/page-visitor.js';

/** Limit for filling the shop, in milliseconds; a busy machine takes a minute. */
const FILLING = 300_000;

let browser: Browser | undefined;
let visitor: PageVisitor | undefined;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await PageVisitor.open(browser);
  await visitor.fill();
}, FILLING);
afterAll(async () => {
  await visitor?.close();
  await browser?.close();
});

const { desktopLight, desktopDark, phoneLight, phoneDark } = VARIANTS;

/** Each page in both sizes and both themes; the pairs alternate, so that the states of a page have all of them. */
const PAIRS = [
  [desktopLight, phoneDark],
  [desktopDark, phoneLight],
];

const pages = everyPage.map((entry, index) => [entry.name, entry, PAIRS[index % 2]!] as const);

describe('page, on a desktop and a phone, light and dark', () => {
  it.each(takeShare(pages, 3))(
    '%s is accessible, fits, has no errors, and needs no other host',
    async (_, entry, variants) => {
      const found: object[] = [];
      const look: Parameters<PageVisitor['visit']>[1] = async (page, { name }) => {
        const accessibility = await accessibilityProblems(page);
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (accessibility.length > 0 || overflow > 0) found.push({ name, accessibility, overflow });
      };
      await visitor!.visit(entry, look, variants);
      expect(found).toEqual([]);
      expect(visitor!.problems).toEqual([]);
    },
  );
});
