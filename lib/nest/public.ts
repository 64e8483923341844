export { PixModule } from './pix.module.js';
export type {
  PixModuleAsyncOptions,
  PixModuleEnvOptions,
  PixModuleExtras,
} from './module-arguments.js';
export * from './environment/public.js';
export type { PixModuleOptions, PixOptionsFactory } from './pix.options.js';
export { createPixClient } from './create-pix-client.js';
export {
  PIX_CLIENT_FACTORY_OPTIONS,
  PixClientFactory,
  type PixClientFactoryOptions,
} from './pix-client.factory.js';
export { getPixClientToken } from '../resources/index.js';
export { InjectPixClient } from './inject-pix-client.decorator.js';
export { getPixHttpToken, InjectPixHttp } from './inject-pix-http.decorator.js';
export {
  PIX_ERROR_INTERCEPTOR_OPTIONS,
  PixErrorInterceptor,
  type PixErrorInterceptorOptions,
} from './pix-error.interceptor.js';
