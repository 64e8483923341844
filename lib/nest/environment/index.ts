export { pixVariables } from './pix-variables.js';
export { readPixVariables, type PixVariableValues, type Variables } from './read-pix-variables.js';
