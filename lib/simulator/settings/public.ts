export { SIMULATOR_RULES } from './simulator.options.js';
