export * from './banks.js';
export * from './charges.js';
export { PixClient, type PixCloseOptions, type PixFamilyKey } from './pix-client.js';
export * from './received.js';
export * from './recurrences.js';
