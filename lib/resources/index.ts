export * from './public.js';
export * from './banks.js';
export {
  pixServices,
  type PixClientMonitor,
  type PixConnections,
  type PixLazyHttp,
  type PixTrustSource,
} from './pix-client.js';
