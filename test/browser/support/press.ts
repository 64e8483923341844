import type { Locator, Page } from 'playwright-core';
import {
  describePage,
  type ModelPages,
  readFocus,
  type Sent,
  settle,
  type Shown,
} from './model-pages.js';
import { STORED } from './model-records.js';

/** What is written into a field, by its type or its keyboard. */
const TYPED: Readonly<Record<string, string>> = {
  text: 'Texto',
  email: 'a@loja.example',
  password: 'senha',
  date: '2026-12-10',
  number: '3',
  decimal: '10,5',
  numeric: '529.982.247-25',
};

/** Milliseconds in which a page would do what it must not. */
const PAUSE = 40;

/** Milliseconds after which a page has not reacted. */
const LIMIT = 1_000;

/** What is used of an element: this project has no types of the DOM. */
interface Field {
  readonly inputMode: string;
  readonly type: string;
  readonly labels: readonly { readonly textContent: string }[];
  readonly ownerDocument: { getElementById: (id: string) => { textContent: string } | null };
  getAttribute: (name: string) => string | null;
  matches: (selector: string) => boolean;
}

/** Presses each button of a page, once for each name, and returns what happened. Each press has a page of its own. */
export async function press(pages: ModelPages, shown: Shown): Promise<string> {
  const results: string[] = [];
  const first = await pages.show(shown);
  await fill(first);
  const names = await Promise.all((await listButtons(first).all()).map(readName));
  await first.close();
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) continue;
    const page = await pages.show(shown);
    await fill(page);
    const presser = new Presser(pages, page, listButtons(page).nth(index));
    results.push([name, ...(await presser.press())].join('\n  '));
    await page.close();
  }
  return results.join('\n');
}

/** Makes the last choice of each list, and of the radio buttons of a page, and returns what happened. */
export async function choose(pages: ModelPages, shown: Shown): Promise<string> {
  const results: string[] = [];
  const first = await pages.show(shown);
  const count = await first.locator(CHOICES).count();
  await first.close();
  for (let index = 0; index < count; index += 1) {
    const page = await pages.show(shown);
    const before = await describePage(page);
    const choice = page.locator(CHOICES).nth(index);
    if ((await choice.getAttribute('type')) === 'radio') await choice.check();
    else await choice.selectOption({ index: (await choice.locator('option').count()) - 1 });
    await settle(page);
    results.push(
      page.url().replace(pages.origin, ''),
      ...findNew(before, await describePage(page)),
    );
    await page.close();
  }
  return results.join('\n');
}

const CHOICES = 'main select, main label:last-of-type > input[type=radio]';

const listButtons = (page: Page) => page.locator('main button:visible:enabled');

async function readName(button: Locator): Promise<string> {
  const [tree = ''] = (await button.ariaSnapshot()).split('\n');
  return tree;
}

async function fill(page: Page): Promise<void> {
  for (const input of await page.locator('main input:visible').all()) {
    const kinds = await input.evaluate<string[], Field>(({ inputMode, type }) => [inputMode, type]);
    const typed = kinds.map((kind) => TYPED[kind]).find((each) => each !== undefined);
    if (typed !== undefined) await input.fill(typed);
  }
}

class Presser {
  constructor(
    private readonly pages: ModelPages,
    private readonly page: Page,
    private readonly button: Locator,
  ) {}

  async press(): Promise<string[]> {
    const { page, pages, button } = this;
    const before = { url: page.url(), main: await describePage(page) };
    await page.evaluate("navigator.clipboard.writeText('')");
    await button.click();
    const question = page.locator('dialog[open]');
    await this.#until(async () => pages.sent.length > 0 || (await this.#hasChanged(before.main)));
    const isAsked = (await question.count()) > 0;
    const lines = isAsked ? await this.#answer(question) : [];
    const [sent] = pages.sent;
    if (sent) {
      lines.push(describeSent(sent), ...(await this.#refuse(sent, isAsked)));
      const { length } = pages.sent;
      await button.click();
      if (isAsked) await question.getByRole('button').last().click();
      await this.#until(() => pages.sent.length > length);
      lines.push(`sent again${pages.sent.at(-1)!.key === sent.key ? '' : ', with another key'}`);
      pages.accept();
      await this.#rest();
      lines.push('accepted:');
    }
    lines.push(...(await this.#readStored()));
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    if (copied !== '') lines.push(`copies ${copied.replace(pages.origin, '')}`);
    if (page.url() !== before.url) lines.push(`goes to ${page.url().replace(pages.origin, '')}`);
    else lines.push(...findNew(before.main, await describePage(page)));
    const toast = await page.locator('.toasts').textContent();
    return toast === '' ? lines : [...lines, `says ${String(toast)}`];
  }

  /** What the browser now remembers instead of what it did. Keys are random. */
  async #readStored(): Promise<string[]> {
    const stored = await this.page.evaluate<Record<string, string>>('({ ...localStorage })');
    return Object.entries(stored)
      .filter(([name, value]) => value !== JSON.stringify(STORED[name]))
      .map(([name, value]) => `stores ${name}: ${value.replace(/[0-9a-f]{32}/, '…')}`);
  }

  /** Whether the page shows something else. The focus moves with every press. */
  async #hasChanged(before: string): Promise<boolean> {
    const read = (text: string) => text.replace(/^focus: .*$/m, '');
    return read(await describePage(this.page)) !== read(before);
  }

  /** Waits until the page has reacted, but not forever: some buttons change nothing. */
  async #until(isDone: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + LIMIT;
    for (let pause = 10; performance.now() < end && !(await isDone()); pause *= 2) {
      await this.page.waitForTimeout(pause);
    }
  }

  /** Leaves a question with Escape, asks again, and agrees. */
  async #answer(question: Locator): Promise<string[]> {
    const { page, pages, button } = this;
    const lines = [`asks, with the focus on ${await readFocus(page)}:`];
    lines.push(await question.ariaSnapshot());
    const isModal = await question.evaluate<boolean, Field>((element) => element.matches(':modal'));
    if (!isModal) lines.push('which is not modal');
    await page.keyboard.press('Escape');
    await this.#until(async () => (await question.count()) === 0);
    const open = await question.count();
    const focus = await readFocus(page);
    lines.push(`Escape: ${open} open, focus on ${focus}, ${pages.sent.length} sent`);
    await button.click();
    await question.getByRole('button').last().click();
    await this.#until(() => pages.sent.length > 0);
    return lines;
  }

  /** The request is refused after a while, in which the button is pressed again. */
  async #refuse(sent: Sent, isAsked: boolean): Promise<string[]> {
    const { page, pages, button } = this;
    const running = page.locator('main [aria-busy=true]');
    await this.#until(async () => (await running.count()) > 0);
    const busy = await running.count();
    if (!isAsked) await button.click();
    await page.waitForTimeout(PAUSE);
    const lines = [`${busy} busy; pressed again, ${pages.sent.length} sent`];
    const names = Object.keys(JSON.parse(sent.body || '{}') as object);
    const campos = names.map((campo) => ({ campo, mensagem: `Motivo de ${campo}.` }));
    for (const each of pages.sent) each.answer(400, { message: 'Motivo de tudo.', campos });
    await this.#rest();
    const alerts = await page.getByRole('alert').allTextContents();
    lines.push(`refused, ${alerts.length === 0 ? 'says nothing' : `says ${alerts.join(' ')}`}`);
    for (const input of await page.locator('[aria-invalid]').all()) {
      lines.push(`marks ${await readError(input)}`);
    }
    return [...lines, `focus on ${await readFocus(page)}`];
  }

  /** Waits until no action runs. */
  async #rest(): Promise<void> {
    await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await settle(this.page);
  }
}

/** The label of a field, and the texts that describe it. */
function readError(input: Locator): Promise<string> {
  return input.evaluate<string, Field>((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = ids.map((id: string) => element.ownerDocument.getElementById(id)?.textContent);
    return `${element.labels[0]?.textContent}: ${texts.join(' ')}`;
  });
}

function describeSent({ method, path, body, key }: Sent): string {
  const data = body.replace(/"id":"[0-9a-f]{32}"/, '"id":"…"');
  return [`sends ${method} ${path}`, data, key === undefined ? '' : 'with a key']
    .filter(Boolean)
    .join(' ');
}

/** The lines that a page did not have before. */
function findNew(before: string, after: string): string[] {
  const known = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !known.has(line));
}
