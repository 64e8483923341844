export { Cipher, encryptionKeyRule, isLocal, type PixEncryptionKey, requireKey } from './cipher.js';
export {
  applyDefaults,
  checkAsyncModuleOptions,
  checkModuleOptions,
  checkOptions,
  ConcealedOptions,
  OptionChecker,
  ProblemList,
  defineOptions,
  toSentence,
} from './option-checker.js';
export * from './rules.js';
