import { restoreGlobals } from './globals.js';
import type { Action, Hook, SpecFile, Suite, TestCase } from './registry.js';
import { TimeLimitError, within } from './within.js';

export interface RunOptions {
  /** Indexes of the tests to run. Default: all. */
  only?: ReadonlySet<number>;
  /** Stops after the first failure. Default: false. */
  bail?: boolean;
  /** Returns the time limit of a test or a hook, in milliseconds. */
  limit: (test?: TestCase) => number;
  onStart?: (limit: number) => void;
  /** Called after the `beforeAll` hooks of a suite, with its tests that will run. */
  onPrepared?: (tests: readonly TestCase[]) => void;
  onResult?: (test: TestCase, result: TestResult) => void;
}

export interface TestResult {
  failure?: unknown;
  timedOut: boolean;
  ms: number;
}

/** Runs tests of a spec file with their hooks. Returns whether all of them passed. */
export async function runTests(file: SpecFile, options: RunOptions): Promise<boolean> {
  const run = new Run(options);
  await run.suite(file.root, []);
  return run.passed;
}

class Run {
  passed = true;
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  async suite(suite: Suite, parents: readonly Suite[]): Promise<void> {
    const tests = this.#selected(suite);
    if (tests.length === 0 || this.#stopped()) return;
    const path = [...parents, suite];
    const prepared = await this.#attempt(() => this.#hooks([suite], 'beforeAll'), tests[0]!);
    this.#options.onPrepared?.(tests);
    for (const child of prepared ? suite.children : []) {
      if ('children' in child) await this.suite(child, path);
      else if (tests.includes(child) && !this.#stopped()) await this.#test(child, path);
    }
    await this.#attempt(() => this.#hooks([suite], 'afterAll'), tests.at(-1)!);
  }

  async #test(test: TestCase, path: readonly Suite[]): Promise<void> {
    const start = performance.now();
    const limit = this.#options.limit(test);
    this.#options.onStart?.(limit);
    const body = async () => {
      await this.#hooks(path, 'beforeEach', limit);
      await within(test.run, limit);
    };
    const result = await outcome(body);
    const closing = await outcome(() => this.#hooks(path.toReversed(), 'afterEach', limit));
    if (result.failure !== undefined) restoreGlobals();
    const worst = result.failure === undefined ? closing : result;
    this.#report(test, { ...worst, ms: performance.now() - start });
  }

  async #hooks(suites: readonly Suite[], hook: Hook, limit = this.#options.limit()) {
    for (const action of suites.flatMap((suite) => suite.hooks[hook])) {
      this.#options.onStart?.(limit);
      await within(action, limit);
    }
  }

  async #attempt(action: Action, test: TestCase): Promise<boolean> {
    const result = await outcome(action);
    if (result.failure === undefined) return true;
    this.#report(test, { ...result, ms: 0 });
    return false;
  }

  #report(test: TestCase, result: TestResult): void {
    if (result.failure !== undefined) this.passed = false;
    this.#options.onResult?.(test, result);
  }

  #selected(suite: Suite): TestCase[] {
    return suite.children.flatMap((child) => {
      if ('children' in child) return this.#selected(child);
      const chosen = this.#options.only?.has(child.index) ?? true;
      return chosen && !child.skip ? [child] : [];
    });
  }

  #stopped(): boolean {
    return !this.passed && this.#options.bail === true;
  }
}

async function outcome(action: Action): Promise<{ failure?: unknown; timedOut: boolean }> {
  try {
    await action();
    return { timedOut: false };
  } catch (error) {
    return { failure: error ?? new Error('rejected'), timedOut: error instanceof TimeLimitError };
  }
}
