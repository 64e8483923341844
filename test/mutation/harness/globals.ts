/**
 * The exports of `@jest/globals` for the mutation runner. It shares one copy of the modules between thousands of runs;
 * jest loads them again for each spec file.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect as jestExpect } from 'expect';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';
import { addHook, addSuite, addTest, type Action, type Hook } from './registry.js';

const globals = globalThis as unknown as typeof globalThis & Record<string, unknown>;
const mocker = new ModuleMocker(globals);
const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: false }, rootDir: process.cwd() } as never,
  global: globalThis,
});

type Declare = (name: string, body: Action) => void;

function createDeclaration(add: (name: string, body: Action, skip: boolean) => void) {
  const declare: Declare = (name, body) => {
    add(name, body, false);
  };
  const skip: Declare = (name, body) => {
    add(name, body, true);
  };
  return Object.assign(declare, {
    each: bind(declare as never, false),
    skip: Object.assign(skip, { each: bind(skip as never, false) }),
  });
}

const hook = (name: Hook) => (action: Action) => {
  addHook(name, action);
};

export const describe = createDeclaration(addSuite);
export const it = createDeclaration(addTest);
export const test = it;
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');
export const expect = jestExpect;

export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => {
    mocker.restoreAllMocks();
  },
  useFakeTimers: (config?: object) => {
    timers.useFakeTimers(config);
  },
  useRealTimers: () => {
    timers.useRealTimers();
  },
  advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
  getTimerCount: () => timers.getTimerCount(),
};

/** Restores the mocks and timers of a test that was interrupted. */
export function restoreGlobals(): void {
  mocker.restoreAllMocks();
  timers.useRealTimers();
}
