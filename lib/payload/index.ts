export * from './public.js';
export { payloadRule } from './payload.options.js';
