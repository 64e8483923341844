export { buildProviderPath } from './paths.js';
export { simulatorQuirks } from './profiles.js';
