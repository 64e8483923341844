import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** A source of input actions (W3C WebDriver, 15.4), which both protocols take in the same form. */
export type Actions = readonly {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly object[];
}[];

/** An installed browser, driven by the protocol that it brings along. */
export interface RemoteBrowser {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page. Its value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  perform(actions: Actions): Promise<void>;
  /** PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

const NAMES = ['firefox', 'webkit'] as const;
export type BrowserName = (typeof NAMES)[number];

export function isBrowserName(name: string): name is BrowserName {
  return NAMES.some((each) => each === name);
}

/** @throws Error if the browser is not installed; the message names its package */
export function openRemoteBrowser(name: BrowserName): Promise<RemoteBrowser> {
  return name === 'firefox' ? Firefox.open() : WebKit.open();
}

function requireFile(variable: string, path: string, debian: string): string {
  const file = process.env[variable] ?? path;
  if (existsSync(file)) return file;
  throw new Error(
    `${file} does not exist. Install it (Debian: apt-get install ${debian}) or set ${variable}.`,
  );
}

/** Returns what a process prints at its start. */
async function readLine(stream: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(stream)) {
    const found = pattern.exec(line)?.[1];
    if (found === undefined) continue;
    stream.resume();
    return found;
  }
  throw new Error(`The process ended without ${String(pattern)}.`);
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Firefox through WebDriver BiDi. */
class Firefox implements RemoteBrowser {
  readonly name = 'firefox';
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #sent = 0;
  #context = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async open(): Promise<Firefox> {
    const binary = requireFile('FIREFOX_PATH', '/usr/bin/firefox-esr', 'firefox-esr');
    const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
    const options = ['--headless', '--remote-debugging-port', '0', '--profile', profile];
    const child = spawn(binary, [...options, '--no-remote'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const url = await readLine(child.stderr, /WebDriver BiDi listening on (ws:\S+)/);
    const socket = new WebSocket(`${url}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`Firefox refused ${url}`)));
    });
    const browser = new Firefox(child, profile, socket);
    await browser.#send('session.new', { capabilities: {} });
    const tree = await browser.#send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
    );
    browser.#context = tree.contexts[0]!.context;
    return browser;
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', {
      context: this.#context,
      url,
      wait: 'complete',
    });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send<{
      result?: { value?: string };
      exceptionDetails?: { text: string };
    }>('script.evaluate', {
      expression: `JSON.stringify(${expression}) ?? 'null'`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? 'null') as T;
  }

  async perform(actions: Actions): Promise<void> {
    await this.#send('input.performActions', { context: this.#context, actions });
  }

  async screenshot(): Promise<string> {
    const method = 'browsingContext.captureScreenshot';
    return (await this.#send<{ data: string }>(method, { context: this.#context })).data;
  }

  async close(): Promise<void> {
    this.socket.close();
    await stop(this.child);
    await rm(this.profile, { recursive: true, force: true });
  }

  async #send<T>(method: string, params: object = {}): Promise<T> {
    const id = (this.#sent += 1);
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.message}`);
    return answer.result as T;
  }
}

/** WebKitGTK through WebDriver, on a virtual screen. */
class WebKit implements RemoteBrowser {
  readonly name = 'webkit';
  #session = '';

  private constructor(
    private readonly children: readonly ChildProcess[],
    private readonly url: string,
  ) {}

  static async open(): Promise<WebKit> {
    const driver = requireFile(
      'WEBKIT_DRIVER_PATH',
      '/usr/bin/WebKitWebDriver',
      'webkit2gtk-driver',
    );
    const screen = spawn(
      requireFile('XVFB_PATH', '/usr/bin/Xvfb', 'xvfb'),
      ['-displayfd', '3', '-screen', '0', '1280x860x24'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    );
    const display = await readLine(screen.stdio[3] as Readable, /^(\d+)$/);
    const port = 40_000 + (process.pid % 20_000);
    const child = spawn(driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11' },
      stdio: 'ignore',
    });
    const browser = new WebKit([child, screen], `http://127.0.0.1:${port}`);
    await browser.#listens();
    const { sessionId } = await browser.#send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation'] } } },
    });
    browser.#session = `/session/${sessionId}`;
    return browser;
  }

  async goto(url: string): Promise<void> {
    await this.#send('POST', `${this.#session}/url`, { url });
  }

  evaluate<T>(expression: string): Promise<T> {
    const script = `const done = arguments[0]; Promise.resolve(${expression}).then(done)`;
    return this.#send('POST', `${this.#session}/execute/async`, { script, args: [] });
  }

  async perform(actions: Actions): Promise<void> {
    await this.#send('POST', `${this.#session}/actions`, { actions });
  }

  screenshot(): Promise<string> {
    return this.#send('GET', `${this.#session}/screenshot`);
  }

  async close(): Promise<void> {
    await this.#send('DELETE', this.#session).catch(() => undefined);
    for (const child of this.children) await stop(child);
  }

  async #listens(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const isReady = await this.#send('GET', '/status').then(
        () => true,
        () => false,
      );
      if (isReady) return;
      if (attempt === 100) throw new Error('WebKitWebDriver did not start.');
      await delay(100);
    }
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (response.ok) return value;
    throw new Error(`${method} ${path}: ${(value as { message?: string }).message}`);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
