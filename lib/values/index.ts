export * from './days.js';
export * from './identifiers.js';
export * from './patterns.js';
export * from './pix-key.js';
export * from './valor.js';
