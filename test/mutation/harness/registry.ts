/** The `describe` and `it` calls of one spec file, as a tree. */
export type Hook = 'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll';
export type Action = () => unknown;

export interface TestCase {
  /** Position in the file, from 0. */
  index: number;
  name: string;
  skip: boolean;
  run: Action;
}

export interface Suite {
  name: string;
  skip: boolean;
  hooks: Record<Hook, Action[]>;
  children: (Suite | TestCase)[];
}

interface Recording {
  current: Suite;
  tests: TestCase[];
}

export interface SpecFile {
  root: Suite;
  tests: readonly TestCase[];
}

let recording: Recording | undefined;

/** Collects the declarations of a spec file. `load` imports it. */
export async function record(load: () => Promise<unknown>): Promise<SpecFile> {
  const root = newSuite('', false);
  const tests: TestCase[] = [];
  recording = { current: root, tests };
  try {
    await load();
  } finally {
    recording = undefined;
  }
  return { root, tests };
}

export function addSuite(name: string, body: Action, skip: boolean): void {
  const state = open();
  const parent = state.current;
  const suite = newSuite(name, skip || parent.skip);
  parent.children.push(suite);
  state.current = suite;
  body();
  state.current = parent;
}

export function addTest(name: string, run: Action, skip: boolean): void {
  const { current, tests } = open();
  const test = { index: tests.length, name, skip: skip || current.skip, run };
  tests.push(test);
  current.children.push(test);
}

export function addHook(hook: Hook, action: Action): void {
  open().current.hooks[hook].push(action);
}

function newSuite(name: string, skip: boolean): Suite {
  const hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
  return { name, skip, hooks, children: [] };
}

function open(): Recording {
  if (recording === undefined) throw new Error('describe, it and hooks belong in a spec file');
  return recording;
}
