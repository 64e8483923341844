export * from './services.js';
export {
  getPixClientToken,
  PixClient,
  type PixCloseOptions,
  type PixFamilyKey,
} from './pix-client.js';
