export {
  applyDefaults,
  checkAsyncModuleOptions,
  checkModuleOptions,
  ConcealedOptions,
  OptionChecker,
  ProblemList,
  toSentence,
} from './option-checker.js';
export * from './rules.js';
