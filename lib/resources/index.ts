export * from './public.js';
export {
  getPixClientToken,
  pixServices,
  type PixClientMonitor,
  type PixConnections,
  type PixLazyHttp,
  type PixTrustSource,
} from './pix-client.js';
