export * from './charges.js';
export {
  getPixClientToken,
  PixClient,
  type PixCloseOptions,
  type PixFamilyKey,
} from './pix-client.js';
export * from './received.js';
export * from './recurrences.js';
