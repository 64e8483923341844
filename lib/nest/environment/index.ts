export * from './public.js';
export { findMisspeltVariables } from './misspelt-variables.js';
export { prefixRule } from './pix-options-from-env.js';
export {
  buildVariableName,
  DEFAULT_PREFIX,
  pixClientVariables,
  pixVariables,
  pixWebhookVariables,
  type PixVariable,
} from './pix-variables.js';
export {
  readPixVariables,
  readTexts,
  type PixVariableValues,
  type Variables,
} from './read-pix-variables.js';
