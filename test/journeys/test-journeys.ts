/**
 * Follows the journeys of the shop and of the console in installed browsers other than Chromium, which `test:browser`
 * uses: `npm run test:journeys`, or `-- firefox` for one. Needs `npm run build` and `npm run build:sample`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILT_PAGES } from '../../sample-app/src/http/pages.js';
import { startShop } from '../../sample-app/test/support/start-shop.js';
import { journeys } from './journeys.js';
import { isBrowserName, openRemoteBrowser } from './remote-browser.js';
import { Visitor } from './visitor.js';

const folder = join(import.meta.dirname, '../../test-output/journeys');
const names = process.argv.slice(2);
let failed = 0;

for (const name of names.length > 0 ? names : ['firefox', 'webkit']) {
  if (!isBrowserName(name)) throw new Error(`${name}: the browsers are firefox and webkit`);
  const shop = await startShop({}, BUILT_PAGES);
  const browser = await openRemoteBrowser(name);
  const stage = {
    shop: new Visitor(browser, shop.url),
    bank: new Visitor(browser, shop.bank.consoleUrl!),
    payAgain: (txid: string) => shop.bank.control.pay(txid, { force: true }),
  };
  for (const [title, journey] of Object.entries(journeys)) {
    try {
      await journey(stage);
      console.log(`${name}: ${title}`);
    } catch (error) {
      failed += 1;
      console.error(`${name}: FAILED: ${title}: ${(error as Error).message}`);
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${name}-${failed}.png`);
      await writeFile(path, Buffer.from(await browser.screenshot(), 'base64'));
    }
  }
  await browser.close();
  await shop.close();
}
process.exitCode = failed === 0 ? 0 : 1;
