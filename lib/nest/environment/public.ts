export { pixOptionsFromEnv, type PixEnvOptions } from './pix-options-from-env.js';
