import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { everyPage } from '../../sample-app/test/pages/page-list.js';
import { PageVisitor, type Variant } from '../../sample-app/test/pages/page-visitor.js';
import { openBrowser } from '../support/browser.js';
import { ROOT } from '../support/compile.js';

// `npm run docs:screenshots -- [folder]`: takes the picture of the READMEs, and pictures of every page of the sample shop
// in each variant. The folder is `test-output/pages` by default. Needs Chromium.

const [folder = join(ROOT, 'test-output/pages'), only = ''] = process.argv.slice(2);
const README: Variant[] = [
  { name: 'desktop-light', viewport: { width: 1000, height: 720 }, colorScheme: 'light' },
];
const images = join(ROOT, 'docs/images');
for (const path of [folder, images]) mkdirSync(path, { recursive: true });

const browser = await openBrowser();
const visitor = await PageVisitor.open(browser);
try {
  await visitor.fill();
  for (const entry of everyPage) {
    if (!entry.name.includes(only)) continue;
    await visitor.visit(entry, async (page, { name }) => {
      const path = join(folder, `${entry.name}-${name}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    });
  }
  const order = everyPage.find(({ name }) => name === 'order-pending')!;
  await visitor.visit(
    order,
    async (page) => {
      await page.evaluate('qr.decode()');
      await page.screenshot({ path: join(images, 'shop-order.png'), animations: 'disabled' });
    },
    README,
  );
} finally {
  await visitor.close();
  await browser.close();
}
