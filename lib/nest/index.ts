export * from './public.js';
export { resolveSimulator } from './simulator-options.js';
