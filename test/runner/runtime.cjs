const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

const HANDLERS = Symbol.for('EVENT_HANDLERS');
const LOGGER = /\/@nestjs\/common\/services\/logger\.service\.js$/;

let shared;

/**
 * A jest runtime that the spec files of a worker share. Its modules stay, so that a worker loads the library, Nest and
 * the other packages once, and not for each of 380 files. The files below a folder `test` are loaded for each spec: they
 * may register hooks.
 */
module.exports = class SharedRuntime extends Runtime {
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
    shared = this;
  }

  continueWith(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
    return this;
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
    delete this._environment.global[HANDLERS];
    this.testMainModule.reset();
    this.mockState.clear();
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.cachedEnvGlobals = undefined;
    this.testState.leaveTestCode();
  }
};
