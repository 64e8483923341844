export * from './public.js';
export * from './error-like.js';
export { AccountObject, addCallerFrames, redactValue, type AccountView } from './library-error.js';
export * from './pix-api.exceptions.js';
export * from './redact.js';
