import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { generateTxid, type CobGerada } from '../../../lib/index.js';
import { openBrowser } from '../../support/browser.js';
import { ConsolePage, type Appearance } from './console-page.js';
import { SimulatorProcess } from './simulator-process.js';

export const CHAVE = 'loja@example.com';

/** A simulator for the tests of one file, with a browser for its console. */
export class ConsoleSession {
  browser!: Browser;
  bank!: SimulatorProcess;
  /** The first page. */
  console!: ConsolePage;

  /** @param onTest receives the first page before each test, reloaded and without errors */
  static use(onTest?: (console: ConsolePage) => void): ConsoleSession {
    const session = new ConsoleSession();
    const closers: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      session.browser = await openBrowser();
      closers.push(() => session.browser.close());
      session.bank = await SimulatorProcess.start();
      closers.push(() => session.bank.stop());
      session.console = await session.open();
    });
    beforeEach(async () => {
      if (!onTest) return;
      session.console.errors.length = 0;
      await session.console.page.reload();
      onTest(session.console);
    });
    afterAll(async () => {
      for (const close of closers.reverse()) await close();
    });
    return session;
  }

  open(appearance: Appearance = {}): Promise<ConsolePage> {
    return ConsolePage.open(this.browser, this.bank.consoleUrl, appearance);
  }

  /** Creates an immediate charge as a client of the provider. */
  newCob(solicitacaoPagador: string, original = '37.00', expiracao = 3600): Promise<CobGerada> {
    return this.bank.pix.cob.createWithTxid(generateTxid(), {
      calendario: { expiracao },
      valor: { original },
      chave: CHAVE,
      solicitacaoPagador,
    });
  }
}
