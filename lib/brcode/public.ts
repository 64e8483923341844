export * from './br-code.js';
export * from './decode.js';
export * from './encode.js';
export * from './render.js';
