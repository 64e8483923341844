export { buildPath } from './paths.js';
export { simulatorQuirks } from './profiles.js';
