import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PixSimulator } from '../../../devkit/simulator/index.js';
import { BareClient } from '../support/bare-client.js';

interface ReceivedEvent {
  event: string;
  data: { topics?: string[]; faults?: object[]; clock?: { now: string; rate: number } };
}

/** A page with an open event stream. */
class Page {
  readonly received: ReceivedEvent[] = [];
  private readonly abort = new AbortController();
  private listeners = new Set<() => void>();

  static async open(simulator: PixSimulator): Promise<Page> {
    const page = new Page();
    const response = await fetch(`${simulator.consoleUrl!}/simulator/events`, {
      signal: page.abort.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    void page.read(response);
    return page;
  }

  /** Resolves with the first past or future event that matches. */
  async until(matches: (received: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    for (;;) {
      const found = this.received.find(matches);
      if (found) return found;
      await new Promise<void>((resolve) => this.listeners.add(resolve));
    }
  }

  changed(topic: string): Promise<ReceivedEvent> {
    return this.until(({ data }) => data.topics?.includes(topic) === true);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(response: Response): Promise<void> {
    let text = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [, event = '', data = ''] =
            /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
          this.received.push({ event, data: JSON.parse(data) });
          text = text.slice(end + 2);
        }
        for (const listener of this.listeners) listener();
        this.listeners.clear();
      }
    } catch {
      // Closed.
    }
  }
}

describe('simulator event stream', () => {
  let simulator: PixSimulator;
  let client: BareClient;
  let page: Page;
  /** The current listeners of record changes. */
  const listeners = new Set<object>();
  beforeAll(async () => {
    simulator = await PixSimulator.start({ console: true });
    const { changes } = simulator.control['state' as never] as {
      changes: { subscribe: (listener: object) => () => void };
    };
    const subscribe = changes.subscribe.bind(changes);
    changes.subscribe = (listener) => {
      const unsubscribe = subscribe(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    };
    client = new BareClient(simulator);
  });
  afterEach(() => {
    page.close();
    simulator.control.reset();
    client.forgetToken();
  });
  afterAll(async () => {
    client.close();
    await simulator.close();
  });

  it('sends the current state on connection', async () => {
    page = await Page.open(simulator);
    const { data } = await page.until(({ event }) => event === 'status');
    expect(data).toMatchObject({ clock: { rate: 1 }, faults: [], stats: { requests: 0 } });
  });

  it('sends changes of charges, payments, deliveries and recurrences', async () => {
    page = await Page.open(simulator);
    await client.call('PUT', '/webhook/k@example.com', { webhookUrl: 'http://127.0.0.1:9/in' });
    await page.changed('webhooks');
    const txid = 'a'.repeat(26);
    await client.call('PUT', `/cob/${txid}`, {
      valor: { original: '1.00' },
      chave: 'k@example.com',
    });
    await page.changed('charges');
    await simulator.control.pay(txid);
    await page.changed('payments');
    simulator.control.reset();
    await page.changed('recurrences');
  });

  it('combines simultaneous changes into one event', async () => {
    page = await Page.open(simulator);
    for (let count = 0; count < 100; count += 1) simulator.control.reset();
    await page.changed('charges');
    expect(page.received.filter(({ event }) => event === 'changed')).toHaveLength(1);
  });

  it('sends applied faults and clock changes', async () => {
    page = await Page.open(simulator);
    simulator.control.faults.add({ kind: 'status', status: 503 });
    await client.call('GET', '/webhook');
    await page.until(({ data }) => JSON.stringify(data.faults) === '[{"id":1,"struck":1}]');
    simulator.control.clock.set('2030-01-01T00:00:00Z');
    await page.until(({ data }) => data.clock?.now.startsWith('2030-01-01') === true);
    simulator.control.clock.setRate(60);
    await page.until(({ data }) => data.clock?.rate === 60);
  });

  it('registers no listener while no page is open', async () => {
    while (listeners.size > 0) await new Promise((resolve) => setImmediate(resolve));
    page = await Page.open(simulator);
    await page.until(({ event }) => event === 'status');
    expect(listeners.size).toBeGreaterThan(0);
    page.close();
    while (listeners.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
