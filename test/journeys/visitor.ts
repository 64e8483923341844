import { setTimeout as delay } from 'node:timers/promises';
import type { RemoteBrowser } from './remote-browser.js';

/** Milliseconds after which a page does not show what is expected. */
const LIMIT = 30_000;

const CONTROL = '\uE009';

/** A text as a constant of XPath. */
function literal(text: string): string {
  if (text.includes("'")) throw new Error(`${text}: has an apostrophe`);
  return `'${text}'`;
}

/** The middle of an element in the window, and what is there. */
interface Spot {
  readonly x: number;
  readonly y: number;
  /** Of a field. */
  readonly type: string;
}

/** A person in front of a browser: sees texts, presses buttons, fills in fields. */
export class Visitor {
  constructor(
    private readonly browser: RemoteBrowser,
    private readonly origin: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.browser.goto(new URL(path, this.origin).href);
  }

  path(): Promise<string> {
    return this.browser.evaluate('location.pathname');
  }

  /** Waits for a text that is visible. */
  async sees(text: string): Promise<void> {
    await this.#find(`//*[text()[contains(normalize-space(.), ${literal(text)})]]`);
  }

  /** Returns the text of the first element that matches. */
  async read(selector: string): Promise<string> {
    return this.browser.evaluate(
      `document.querySelector(${JSON.stringify(selector)})?.textContent`,
    );
  }

  async press(name: string): Promise<void> {
    await this.#click(
      `//button[normalize-space(.)=${literal(name)} or @aria-label=${literal(name)}]`,
    );
  }

  async follow(name: string): Promise<void> {
    await this.#click(`//a[normalize-space(.)=${literal(name)}]`);
  }

  /** Clicks a text that is neither a button nor a link. */
  async choose(text: string): Promise<void> {
    await this.#click(`//*[text()[contains(normalize-space(.), ${literal(text)})]]`);
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    const named = `//label[contains(normalize-space(.), ${literal(label)})]`;
    const field = `(${named}//input | //input[@id=${named}/@for])`;
    const { type } = await this.#find(field);
    if (type === 'date') {
      // Each browser has a widget of its own.
      await this.browser.evaluate(
        `(() => { const field = ${at(field)}; field.value = ${JSON.stringify(text)};
          for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true })); })()`,
      );
      return;
    }
    await this.#click(field);
    const keys = (value: string) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    const all = [
      { type: 'keyDown', value: CONTROL },
      ...keys('a'),
      { type: 'keyUp', value: CONTROL },
    ];
    await this.browser.perform([
      { type: 'key', id: 'keyboard', actions: [...all, ...Array.from(text).flatMap(keys)] },
    ]);
  }

  async #click(xpath: string): Promise<void> {
    const { x, y } = await this.#find(xpath);
    await this.browser.perform([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  }

  /** Waits until an element is visible, enabled and at rest, and nothing covers it. */
  async #find(xpath: string): Promise<Spot> {
    const expression = `(() => {
      const found = document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      for (let at = 0; at < found.snapshotLength; at += 1) {
        const element = found.snapshotItem(at);
        if (element.disabled || element.getClientRects().length === 0) continue;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const there = document.elementFromPoint(x, y);
        if (there && (element.contains(there) || there.contains(element))) return { x, y, type: element.type ?? '' };
      }
      return null;
    })()`;
    const end = Date.now() + LIMIT;
    let before: Spot | undefined;
    for (;;) {
      const spot = await this.browser.evaluate<Spot | null>(expression);
      // Not while the page moves it.
      if (spot && spot.x === before?.x && spot.y === before.y) return spot;
      before = spot ?? undefined;
      if (Date.now() > end) {
        const text = await this.browser.evaluate<string>('document.body.innerText');
        throw new Error(`The page does not show ${xpath}:\n${text.slice(0, 1000)}`);
      }
      await delay(100);
    }
  }
}

function at(xpath: string): string {
  return `document.evaluate(${JSON.stringify(xpath)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue`;
}
