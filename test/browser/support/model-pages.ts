import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { BUILT_PAGES } from '../../../sample-app/src/http/pages.js';
import { ModelShop, type State } from '../../../sample-app/web/test/support/model-shop.js';
import { ACCEPTED, AT, RECORDS, STORED } from './model-records.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The model of the shop was made then, and a minute has passed. */
const NOW = Date.parse('2026-11-22T17:31:00Z');

/** The device's clock is two hours ahead, in a time zone other than Brasília. */
const AHEAD = 7_200_000;
const DEVICE = { locale: 'pt-BR', timezoneId: 'Asia/Tokyo' };

/** What a page has sent to change something. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly key: string | undefined;
  readonly answer: (status: number, body: object) => void;
}

/** What decides what a page shows. */
export interface Shown {
  readonly path: string;
  /** State of the charge of the model. Default: open. */
  readonly state?: State;
  /** Answers that are not those of the model, by path. */
  readonly records?: Readonly<Record<string, unknown>>;
}

/** The built pages of the shop in a browser, one at a time, with a model of the API: no shop and no bank run. */
export class ModelPages {
  /** What the page has sent, oldest first. Nothing is answered until the test does. */
  sent: Sent[] = [];
  #shop = new ModelShop();
  #records: Readonly<Record<string, unknown>> = {};

  private constructor(
    private readonly context: BrowserContext,
    private readonly server: Server,
  ) {}

  static async open(browser: Browser): Promise<ModelPages> {
    const context = await browser.newContext({ ...DEVICE, viewport: { width: 1280, height: 860 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await context.clock.setFixedTime(NOW + AHEAD);
    for (const [name, value] of Object.entries(STORED)) {
      const stored = JSON.stringify(JSON.stringify(value));
      await context.addInitScript(`localStorage['${name}'] = ${stored}`);
    }
    const server = createServer((request, response) => void pages.#serve(request, response));
    const pages = new ModelPages(context, server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return pages;
  }

  async close(): Promise<void> {
    await this.context.close();
    this.server.closeAllConnections();
    this.server.close();
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Opens a page, and waits until it shows everything. */
  async show({ path, state = 'open', records = {} }: Shown): Promise<Page> {
    this.sent = [];
    this.#shop = new ModelShop();
    this.#shop.state = state;
    this.#records = records;
    const page = await this.context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(this.origin + path);
    await page.locator('h1').first().waitFor();
    await settle(page);
    return page;
  }

  /** Answers what was sent last, as the shop does. */
  accept(): void {
    const { path, answer } = this.sent.at(-1)!;
    const [body, changed] = ACCEPTED[path] ?? [{}];
    if (changed !== undefined) this.#records = { ...this.#records, [changed]: body };
    answer(200, body);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const { pathname } = new URL(url, 'http://localhost');
    const answer = (status: number, body: unknown) => {
      const type = { 'content-type': 'application/json', date: new Date(NOW).toUTCString() };
      response.writeHead(status, type).end(JSON.stringify(body));
    };
    if (!pathname.startsWith('/api/')) sendPage(pathname, response);
    else if (method !== 'GET') {
      const body = await text(request);
      const key = headers['idempotency-key'] as string | undefined;
      this.sent.push({ method, path: pathname, body, key, answer });
    } else if (pathname === '/api/live') {
      // Without a stream, the page asks.
      answer(429, {});
    } else {
      const record = this.#find(pathname);
      answer(record === undefined ? 404 : 200, record ?? { message: 'Não existe.' });
    }
  }

  #find(path: string): unknown {
    if (path in this.#records) return this.#records[path];
    if (path in RECORDS) return RECORDS[path];
    try {
      return { criadoEm: AT, ...this.#shop.read(path) };
    } catch {
      return undefined;
    }
  }
}

/** Waits until everything is loaded, and opens what is folded. */
export async function settle(page: Page): Promise<void> {
  await page.locator('.loading-text').waitFor({ state: 'detached' });
  await page.evaluate(
    "for (const each of document.querySelectorAll('details')) each.open = true; document.fonts.ready",
  );
}

/** The title, what has the focus, and what a person reads, sees as a control, or hears. */
export async function describePage(page: Page): Promise<string> {
  const tree = await page.locator('main').ariaSnapshot();
  return `${await page.title()}\nfocus: ${await readFocus(page)}\n${tree}`;
}

/** The name of what has the focus. */
export function readFocus(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: { tagName, labels, textContent } } = document;
    if (tagName === 'BODY') return 'nothing';
    return tagName.toLowerCase() + ' ' + (labels?.[0] ?? { textContent }).textContent;
  })()`);
}

const FOREVER = { 'cache-control': 'max-age=31536000, immutable' };

/** Sends a file of the build, or the HTML of all pages. */
function sendPage(path: string, response: ServerResponse): void {
  const type = TYPES[extname(path)];
  const html = path.startsWith('/admin') ? 'admin.html' : 'index.html';
  const body = readFileSync(join(BUILT_PAGES, type === undefined ? html : path));
  const headers = type === undefined ? { 'content-type': 'text/html' } : { 'content-type': type };
  response.writeHead(200, { ...headers, ...(type !== undefined && FOREVER) }).end(body);
}
