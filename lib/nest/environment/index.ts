export { pixVariables, type PixVariable, type PixVariableField } from './pix-variables.js';
export { readPixVariables, type PixVariableValues, type Variables } from './read-pix-variables.js';
export { resolveSimulator } from '../simulator-options.js';
export type { PixModuleOptions } from '../pix.options.js';
