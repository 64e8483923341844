import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.js';
import { openBrowser } from '../support/browser.js';
import { ROOT } from '../support/compile.js';
import { takeShare } from '../support/share.js';

const SITE = join(ROOT, 'site');
const ORIGIN = 'http://docs.test';

/** One page of each kind, and those with the widest content. */
const PAGES = [
  '/',
  '/guide/first-charge',
  '/pt-BR/guide/webhooks',
  '/banks/efi',
  '/configuration',
  '/benchmarks',
  '/does-not-exist',
  '/api/',
  '/api/nestjs-pix/',
  '/api/nestjs-pix/classes/PixCobService',
  '/api/nestjs-pix/interfaces/PixWebhookReceiverOptions',
  '/api/nestjs-pix/type-aliases/CobSolicitada',
  '/api/nestjs-pix/functions/formatValor',
  '/api/nestjs-pix/spec/variables/operationTables',
];

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

let browser: Browser;
beforeAll(async () => {
  if (process.env.SKIP_BUILD !== '1')
    execFileSync('npm', ['run', '--silent', 'docs:site'], { stdio: 'inherit' });
  browser = await openBrowser();
}, 600_000);
afterAll(async () => {
  await browser.close();
});

/** Opens a page of the site that `npm run docs:site` wrote, as a web server serves it. */
async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ colorScheme, viewport: DESKTOP });
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const places = ['', '.html', 'index.html'].map((end) => join(SITE, `${pathname}${end}`));
    const file = places.find((place) => existsSync(place) && statSync(place).isFile());
    await route.fulfill(file ? { path: file } : { status: 404, path: join(SITE, '404.html') });
  });
  await page.goto(`${ORIGIN}${path}`, { waitUntil: 'networkidle' });
  // The script of the page names the switch of the colors once it runs, which can be later than the last response.
  await page
    .locator('.VPSwitchAppearance[title]:not([title=""])')
    .first()
    .waitFor({ state: 'attached' });
  return page;
}

/** Returns what is wider than the window, without what scrolls by itself. */
async function findOverflow(page: Page): Promise<number> {
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

describe.each(['light', 'dark'] as const)('the site in %s colors', (scheme) => {
  it.each(takeShare(PAGES, 3))('is accessible and does not scroll sideways at %s', async (path) => {
    const page = await open(path, scheme);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      expect({ viewport, problems: await accessibilityProblems(page) }).toEqual({
        viewport,
        problems: [],
      });
      expect({ viewport, overflow: await findOverflow(page) }).toEqual({ viewport, overflow: 0 });
    }
    await page.close();
  });
});

describe('the API reference', () => {
  it('lists the import paths', async () => {
    const page = await open('/api/');
    const links = await page.locator('.VPSidebar .items a').allTextContents();
    expect(links).toEqual(expect.arrayContaining(['nestjs-pix', 'nestjs-pix/ledger']));
    await page.getByRole('link', { name: 'nestjs-pix/ledger' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'nestjs-pix/ledger' }).waitFor();
    expect(page.url()).toBe(`${ORIGIN}/api/nestjs-pix/ledger/`);
    await page.close();
  });

  it.each(['estorno', 'reembolso', 'taxa', 'ngrok'])('finds %s in Portuguese', async (word) => {
    const page = await open('/pt-BR/');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill(word);
    const result = page.locator('.VPLocalSearchBox .result').first();
    await result.waitFor();
    expect(await result.getAttribute('href')).toContain('/pt-BR/');
    await page.close();
  });

  it('names the type of a body, which links to its members', async () => {
    const page = await open('/api/nestjs-pix/classes/PixCobService');
    await page.getByRole('link', { name: 'CobSolicitada' }).first().click();
    await page.getByRole('link', { name: 'CobSolicitadaDto' }).first().click();
    // A page of docs/ that a comment names.
    await page.getByRole('link', { name: 'D19', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor();
    expect(page.url()).toContain('/decisions#d19-');
    await page.close();
  });
});
