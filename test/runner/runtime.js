import { AsyncLocalStorage } from 'node:async_hooks';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

const HANDLERS = Symbol.for('EVENT_HANDLERS');
const LOGGER = /\/@nestjs\/common\/services\/logger\.service\.js$/;

let shared;

/** Storages in use. Each spec file makes one of jest-circus, and Node visits all of them for every promise. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return Reflect.apply(run, this, args);
};

/**
 * A jest runtime that the spec files of a worker share. Its modules stay, so that a worker loads the library, Nest and
 * the other packages once, and not for each of 380 files. The files below a folder `test` are loaded for each spec: they
 * may register hooks.
 */
export default class SharedRuntime extends Runtime {
  /** How many counters of each file this worker has reported as more than zero. */
  covered = new Map();

  constructor(config, environment, ...rest) {
    const testPath = rest[4];
    if (shared) return shared.continueWith(testPath);
    super(config, environment, ...rest);
    const tests = pathToFileURL(config.rootDir).href.length;
    this.isOfTest = (key) => !/\/node_modules\//.test(key) && /\/test\//.test(key.slice(tests));
    environment.findNestLogger = () => {
      for (const [key, module] of this.registries.esModuleRegistry) {
        if (LOGGER.test(key) && module.status === 'evaluated') return module.namespace.Logger;
      }
      return undefined;
    };
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- what the next spec files get
    shared = this;
  }

  continueWith(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
    return this;
  }

  /**
   * Returns the files that are covered more than this worker has reported. jest adds up the reports of all specs: whether
   * a line ran is exact, how often it ran is not.
   */
  getAllCoverageInfoCopy() {
    const files = Object.entries(this._environment.global.__coverage__ ?? {});
    const changed = files.filter(([path, { s, f, b }]) => {
      const counts = [s, f, ...Object.values(b)].flatMap((each) => Object.values(each));
      const covered = counts.filter((count) => count > 0).length;
      if (covered === (this.covered.get(path) ?? 0)) return false;
      this.covered.set(path, covered);
      return true;
    });
    return structuredClone(Object.fromEntries(changed));
  }

  /** Forgets the spec and what it loaded below `test`, and the state of jest-circus. */
  teardown() {
    const { esModuleRegistry, moduleRegistry, internalModuleRegistry } = this.registries;
    for (const registry of [esModuleRegistry, moduleRegistry]) {
      for (const key of registry.keys()) {
        if (key.startsWith('@jest/globals') || this.isOfTest(key)) registry.delete(key);
      }
    }
    for (const key of internalModuleRegistry.keys()) {
      if (key.includes('/jest-circus/')) internalModuleRegistry.delete(key);
    }
    Reflect.deleteProperty(this._environment.global, HANDLERS);
    this.testMainModule.reset();
    this.mockState.clear();
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.cachedEnvGlobals = undefined;
    this.testState.leaveTestCode();
    for (const storage of storages) storage.disable();
    storages.clear();
  }
}
