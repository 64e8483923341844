import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

const GLOBALS = ['Date', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch'];

let shared;

/**
 * The jest environment that the spec files of a worker share: runtime.js tells why. It fails a spec that leaves behind
 * what the next spec would notice, and restores it.
 */
export default class SharedEnvironment extends NodeEnvironment {
  /** Returns the `Logger` of Nest, once a spec has loaded it; the runtime sets it. */
  findNestLogger = () => undefined;

  /** The objects and members with a spy, which may have been restored. */
  spied = [];

  constructor(config, context) {
    if (shared) return shared;
    super(config, context);
    const { env, exit, cwd } = this.global.process;
    this.initial = {
      env: { ...env },
      exit,
      folder: cwd(),
      globals: GLOBALS.map((name) => [name, this.global[name]]),
    };
    const { moduleMocker } = this;
    const spyOn = moduleMocker.spyOn.bind(moduleMocker);
    moduleMocker.spyOn = (object, member, ...rest) => {
      this.spied.push([object, member]);
      return spyOn(object, member, ...rest);
    };
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- what the next spec files get
    shared = this;
  }

  handleTestEvent(event, state) {
    if (event.name === 'run_start') this.restoreLogLevels();
    if (event.name !== 'run_finish') return;
    const leaks = this.restore();
    if (leaks.length === 0) return;
    const error = new Error(`The spec does not restore ${leaks.join(', ')}.`);
    error.stack = error.message;
    state.unhandledErrors.push(error);
  }

  /** Returns what the spec has left changed. */
  restore() {
    return [
      ...this.restoreSpies(),
      ...this.restoreTimers(),
      ...this.restoreGlobals(),
      ...this.restoreProcess(),
      ...this.restoreLogLevels(),
    ];
  }

  restoreSpies() {
    const left = this.spied.filter(([object, member]) => {
      const { value, get, set } = Object.getOwnPropertyDescriptor(object, member) ?? {};
      return [value, get, set].some((one) => this.moduleMocker.isMockFunction(one));
    });
    this.spied = [];
    this.moduleMocker.restoreAllMocks();
    return left.map(([, member]) => `the spy of ${String(member)}`);
  }

  restoreTimers() {
    if (!this.fakeTimersModern._fakingTime) return [];
    this.fakeTimersModern.useRealTimers();
    return ['the timers'];
  }

  restoreGlobals() {
    const left = this.initial.globals.filter(([name, value]) => this.global[name] !== value);
    for (const [name, value] of left) this.global[name] = value;
    return left.map(([name]) => name);
  }

  restoreProcess() {
    const { process } = this.global;
    const { env, folder } = this.initial;
    const names = new Set([...Object.keys(process.env), ...Object.keys(env)]);
    const left = [...names].filter((name) => process.env[name] !== env[name]);
    for (const name of left) {
      if (name in env) process.env[name] = env[name];
      else Reflect.deleteProperty(process.env, name);
    }
    const moved = process.cwd() !== folder;
    process.chdir(folder);
    return [...left.map((name) => `process.env.${name}`), ...(moved ? ['the folder'] : [])];
  }

  /** The logger itself counts for nothing: `Test.createTestingModule` replaces it. */
  restoreLogLevels() {
    const logger = this.findNestLogger();
    if (!logger) return [];
    this.initial.logger ??= logger.staticInstanceRef;
    const { options } = this.initial.logger;
    // Its first call sets the default levels.
    if (!this.initial.levels) this.initial.logger.isLevelEnabled('log');
    const levels = (this.initial.levels ??= options.logLevels);
    const areLeft = [logger.logLevels ?? levels, options.logLevels].some(
      (each) => String(each) !== String(levels),
    );
    logger.staticInstanceRef = this.initial.logger;
    options.logLevels = levels;
    logger.logLevels = undefined;
    logger.detachBuffer();
    return areLeft ? ['the log levels'] : [];
  }

  teardown() {
    // jest wraps it for each spec file.
    this.global.process.exit = this.initial.exit;
  }
}
