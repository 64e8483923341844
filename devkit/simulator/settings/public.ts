export { HOSTILE_KINDS } from '../hostile/hostile-kinds.js';
export { SIMULATOR_RULES } from './simulator.options.js';
